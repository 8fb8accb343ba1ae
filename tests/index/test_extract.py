from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from ctxsmith_tui.index.content import HEAD_BYTES, LARGEST_PARSED, FileToRead, content_hash
from ctxsmith_tui.index.extract import extract_batch
from ctxsmith_tui.model import Role
from ctxsmith_tui.store.postings import Field
from ctxsmith_tui.store.records import Batch, FileRecord, unpack_references
from ctxsmith_tui.text.terms import terms_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "folder"
    made.mkdir()
    return made


def extract(folder: Path, *, with_parser: bool = True, **files: str | bytes) -> Batch:
    """Extract files given as name__suffix=content."""
    listed = []
    for name, content in files.items():
        path = folder / name.replace("__", ".")
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        listed.append(to_read(path))
    return extract_batch(folder, listed, with_parser=with_parser)


def to_read(path: Path, known_hash: bytes = b"") -> FileToRead:
    status = path.stat()
    return FileToRead(path.name, status.st_size, status.st_mtime_ns, known_hash)


def record(folder: Path, **file: str | bytes) -> FileRecord:
    (only,) = extract(folder, **file).records
    return only


def words(batch: Batch, field: Field = Field.BODY) -> dict[int, Counter[str]]:
    """Unit number -> how often each term is in it."""
    segment = batch.segments[field]
    found: dict[int, Counter[str]] = {}
    for k, term in enumerate(segment.terms):
        some = slice(segment.bounds[k], segment.bounds[k + 1])
        for unit, count in zip(segment.ids[some].tolist(), segment.counts[some].tolist(), strict=True):
            found.setdefault(unit, Counter())[term] = count
    return found


def vocabulary(batch: Batch) -> set[str]:
    return set().union(*words(batch).values())


PYTHON = '''\
"""The module."""
import os


class HttpServer:
    """Serves pages."""

    def open_socket(self):
        """Bind the port."""
        return os.dup(1)
'''


def test_what_the_index_keeps_of_a_source_file(folder: Path) -> None:
    found = record(folder, server__py=PYTHON)
    assert (found.path, found.language, found.role, found.encoding) == (
        "server.py",
        "python",
        Role.SOURCE,
        "utf-8",
    )
    assert (found.rule, found.detail, found.lines) == ("", "", 10)
    assert found.stamp.size == len(PYTHON)
    assert found.stamp.hash == content_hash(PYTHON.encode())
    assert [symbol.qualname for symbol in found.symbols] == ["HttpServer", "HttpServer.open_socket"]
    references = [each for packed in found.references for each in unpack_references(packed.kind, packed.rows)]
    assert {(each.kind, each.name) for each in references} >= {("import", "os"), ("call", "dup")}
    assert found.units[:, :3].tolist() == [[1, 2, -1], [5, 6, 0], [8, 10, 1]]


def test_words_go_to_units_names_and_docs_to_what_defines_them(folder: Path) -> None:
    batch = extract(folder, server__py=PYTHON)
    lines = PYTHON.splitlines()
    for unit, (start, end, _, length) in enumerate(batch.records[0].units.tolist()):
        text = "\n".join(lines[start - 1 : end])
        assert words(batch)[unit] == Counter(terms_of(text))
        assert length > 0
    assert words(batch, Field.NAME) == {
        1: Counter(terms_of("HttpServer")),
        2: Counter(terms_of("open_socket")),
    }
    assert words(batch, Field.DOC) == {
        1: Counter(terms_of("Serves pages")),
        2: Counter(["bind", "the", "port"]),
    }


def test_units_are_numbered_on_over_the_files_of_a_batch(folder: Path) -> None:
    batch = extract(folder, a__py="first = 1\n", b__py="", c__py="def second(): pass\n\n\nthird = 3\n")
    assert [len(each.units) for each in batch.records] == [1, 0, 2]
    assert sum(len(record.units) for record in batch.records) == 3
    assert [found & Counter(["first", "second", "third"]) for _, found in sorted(words(batch).items())] == [
        Counter(["first"]),
        Counter(["second"]),
        Counter(["third"]),
    ]


def test_the_same_files_in_several_batches_say_the_same(folder: Path) -> None:
    files = {f"f{k}__py": f"def f{k}(): return common{k % 3}\n" for k in range(6)}
    whole = extract(folder, **files)
    halves = [
        extract_batch(folder, [to_read(folder / f"f{k}.py") for k in part])
        for part in (range(3), range(3, 6))
    ]
    joined = [words(half)[unit] for half in halves for unit in sorted(words(half))]
    assert joined == [words(whole)[unit] for unit in sorted(words(whole))]


def test_known_content_is_only_stamped(folder: Path) -> None:
    path = folder / "a.py"
    path.write_text("same")
    batch = extract_batch(folder, [to_read(path, content_hash(b"same"))])
    assert batch.records == ()
    assert batch.unchanged["a.py"][:2] == to_read(path)[1:3]
    assert batch.segments[Field.BODY].terms == []


def test_a_file_that_is_gone_keeps_a_line_in_the_ledger(folder: Path) -> None:
    (found,) = extract_batch(folder, [FileToRead("gone.py", 5, 1)]).records
    assert (found.rule, found.detail, len(found.units)) == ("unreadable", "No such file or directory", 0)


def test_a_link_that_took_the_place_of_a_file_is_not_followed(folder: Path) -> None:
    (folder.parent / "secret").write_text("secret")
    (folder / "a.py").symlink_to(folder.parent / "secret")
    batch = extract_batch(folder, [FileToRead("a.py", 5, 1)])
    assert batch.records[0].rule == "unreadable"
    assert batch.segments[Field.BODY].terms == []


# --- what is not, or not fully, searchable -----------------------------------------------------------


def python_of_size(size: int) -> str:
    """A program of so many bytes with a function at each end."""
    start, end = 'def early(): pass\nTEXT = """\n', '"""\ndef late(): pass\n'
    line = "filler " * 10 + "\n"
    room = size - len(start) - len(end)
    return start + line * (room // len(line)) + "." * (room % len(line)) + end


BIG = python_of_size(LARGEST_PARSED + 1)


def test_a_file_over_the_limit_is_searchable_by_its_head(folder: Path) -> None:
    batch = extract(folder, big__py=BIG)
    (found,) = batch.records
    assert found.rule == "over the size limit"
    assert found.detail == f"{len(BIG):,} bytes, searchable by name and head"
    assert found.symbols == ()
    assert "early" in vocabulary(batch)
    assert "late" not in vocabulary(batch)


def test_a_file_at_the_limit_is_parsed(folder: Path) -> None:
    found = record(folder, big__py=python_of_size(LARGEST_PARSED))
    assert found.rule == ""
    assert [symbol.name for symbol in found.symbols] == ["early", "TEXT", "late"]


def test_a_file_over_the_limit_that_only_grew_at_its_end_is_reported_as_it_is(folder: Path) -> None:
    known = record(folder, big__py=BIG)
    (folder / "big.py").write_text(BIG * 2)
    batch = extract_batch(folder, [to_read(folder / "big.py", known.stamp.hash)])
    assert [each.detail for each in batch.records] == [f"{2 * len(BIG):,} bytes, searchable by name and head"]


def test_a_file_over_the_limit_that_shrank_to_its_head_is_parsed(folder: Path) -> None:
    known = record(folder, big__py=BIG)
    (folder / "big.py").write_text(BIG[:HEAD_BYTES])
    batch = extract_batch(folder, [to_read(folder / "big.py", known.stamp.hash)])
    assert [each.rule for each in batch.records] == ["parse error"], "its text is cut off in the middle"


def test_minified_code_is_data(folder: Path) -> None:
    found = record(folder, app__js="var a=1;" * 2000)
    assert (found.rule, found.role, found.symbols) == ("minified", Role.DATA, ())


def test_binary_files_have_no_text(folder: Path) -> None:
    batch = extract(folder, a__py=b"\x00\x01word", b__png=b"\x89PNG\r\n\x1a\n word")
    assert [each.rule for each in batch.records] == ["binary", "binary"]
    assert not any(len(record.units) for record in batch.records)


def test_western_text_says_how_it_was_decoded(folder: Path) -> None:
    batch = extract(folder, a__py="name = 'Müller'\n".encode("cp1252"))
    assert (batch.records[0].rule, batch.records[0].encoding) == ("decoded as cp1252", "cp1252")
    assert "müller" in vocabulary(batch)


def test_a_byte_order_mark_moves_no_line(folder: Path) -> None:
    found = record(folder, a__py="\ufeffdef f():\n    pass\n")
    assert [(each.name, each.start_line) for each in found.symbols] == [("f", 1)]
    utf_16 = record(folder, b__py="def f():\n    pass\n".encode("utf-16"))
    assert [(each.name, each.start_line) for each in utf_16.symbols] == [("f", 1)]


def test_broken_code_keeps_its_words_and_says_so(folder: Path) -> None:
    batch = extract(folder, a__py="def fine(): pass\n\n\ndef broken(:\n    word = ((\n")
    assert batch.records[0].rule == "parse error"
    assert "fine" in [symbol.name for symbol in batch.records[0].symbols]
    assert "word" in vocabulary(batch)


def test_code_of_a_language_without_grammar_is_searchable_as_text(folder: Path) -> None:
    batch = extract(folder, a__cob="MOVE TOTAL TO RESULT.\n")
    assert batch.records[0].rule == "no grammar"
    assert {"move", "total"} <= vocabulary(batch)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("README__md", ""),
        ("config__yaml", ""),
        ("notes__txt", ""),
        ("settings__toml", ""),
        ("query__sql", "no grammar"),
        ("page__html", "no grammar"),
    ],
)
def test_text_that_is_no_program_is_searchable(folder: Path, name: str, rule: str) -> None:
    batch = extract(folder, **{name: "some words about zebras\n"})
    assert "zebras" in vocabulary(batch)
    assert batch.records[0].rule == rule


def test_data_is_searchable_by_its_head(folder: Path) -> None:
    batch = extract(folder, rows__csv="zebra,horse\n" + "1,2\n" * 3000 + "late,row\n")
    assert batch.records[0].rule == "data"
    assert "zebra" in vocabulary(batch)
    assert "late" not in vocabulary(batch)


def test_without_the_parser_a_file_is_text(folder: Path) -> None:
    batch = extract(folder, with_parser=False, a__py=PYTHON)
    assert batch.records[0].rule == "parser crashed"
    assert batch.records[0].symbols == ()
    assert "open_socket" in vocabulary(batch)


def test_only_the_cells_of_a_notebook_are_searchable(folder: Path) -> None:
    notebook = {
        "cells": [
            {
                "cell_type": "code",
                "metadata": {"noise_meta": 1},
                "outputs": [{"text": ["noise_output\n"]}],
                "source": ["def plot_zebras():\n", "    pass"],
            },
            {"cell_type": "markdown", "source": ["# Stripes\n"]},
        ],
        "nbformat": 4,
    }
    text = json.dumps(notebook, indent=1)
    batch = extract(folder, a__ipynb=text)
    assert {"plot_zebras", "stripes"} <= vocabulary(batch)
    assert not {"noise_meta", "noise_output", "nbformat"} & vocabulary(batch)
    lines = text.splitlines()
    assert any("zebras" in lines[start - 1] for start, *_ in batch.records[0].units.tolist())


def test_a_notebook_has_the_symbols_of_its_cells(folder: Path) -> None:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "source": ["def plot():\n", "    show()"]}
    book = {"cells": [cell], "metadata": {}}
    text = json.dumps(book, indent=1)
    found = record(folder, a__ipynb=text)
    line = next(k for k, each in enumerate(text.splitlines(), start=1) if "plot" in each)
    assert found.language == "notebook"
    assert [(each.name, each.start_line, each.end_line) for each in found.symbols] == [
        ("plot", line, line + 1)
    ]
    assert found.units[:, :3].tolist() == [[line, line + 1, 0]]
    assert found.rule == ""
    assert record(folder, b__ipynb=json.dumps(book)).rule == "parse error"
    assert (
        record(folder, c__ipynb=json.dumps({"metadata": {"language_info": {"name": "r"}}})).rule
        == "no grammar"
    )


def test_a_component_is_parsed_where_it_is_code_and_searched_as_a_whole(folder: Path) -> None:
    text = (
        "<template>\n  <p>zebra</p>\n</template>\n<script>\nimport a from './a'\nfunction f() {}\n</script>\n"
    )
    batch = extract(folder, b__vue=text)
    (found,) = batch.records
    assert (found.language, found.rule) == ("vue", "")
    assert [(each.name, each.start_line) for each in found.symbols] == [("f", 6)]
    assert [packed.kind for packed in found.references] == ["import"]
    assert "zebra" in vocabulary(batch)
    assert record(folder, c__svelte="<p>text</p>\n").rule == ""


def test_a_heading_is_a_symbol_that_defines_nothing(folder: Path) -> None:
    batch = extract(folder, a__md="# Zebras\n\nStripes.\n")
    assert [each.kind for each in batch.records[0].symbols] == ["heading"]
    assert {"zebras", "stripes"} <= vocabulary(batch)
    assert words(batch, Field.NAME) == {}


def test_control_characters_move_no_line(folder: Path) -> None:
    text = "# \u2028\n\x0c\ndef f():\r\n    return 1\r\n\x0cdef g():\r    return 2\r"
    found = record(folder, a__py=text)
    assert [(each.name, each.start_line, each.end_line) for each in found.symbols] == [
        ("f", 3, 4),
        ("g", 5, 6),
    ]
    assert found.lines == 6


def test_random_bytes_never_stop_a_batch(folder: Path) -> None:
    source = random.Random(7)
    names = ["py", "js", "ts", "tsx", "go", "rs", "java", "md", "ipynb", "sh", "vue", "json", "txt", "c"]
    batch = extract(folder, **{f"f__{name}": source.randbytes(3000) for name in names})
    assert len(batch.records) == len(names)
    text = {
        f"g__{name}": "".join(source.choices("(){}[]<>\"'`#/*\\\n \tdefé語=:;", k=3000)) for name in names
    }
    for each in extract(folder, **text).records:
        assert all(0 < start <= end <= each.lines for start, end, *_ in each.units.tolist())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_the_place_of_a_file_does_not_hang(folder: Path) -> None:
    os.mkfifo(folder / "a.py")
    assert extract_batch(folder, [FileToRead("a.py", 5, 1)]).records[0].rule == "unreadable"
