"""What the last session kept is shown at once, unless it was damaged: then nothing of it is."""

from __future__ import annotations

import copy
import json
import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from ctxsmith_tui.model import (
    Contribution,
    IndexState,
    LeftOut,
    Level,
    Omitted,
    Pack,
    PackedDiff,
    PackItem,
    RankedFile,
    Role,
)
from ctxsmith_tui.tui.opening import NO_CURATION
from ctxsmith_tui.tui.remembered import packed, restored
from ctxsmith_tui.tui.state import Snapshot

PATH = "bad\udcff é.py"
ITEM = PackItem(PATH, 3, 9, Level.SLICE, "f", 12, 1.5, True, "pinned", ((3, 4), (8, 9)), (1,), (2, 8), 4, "d")
PACK = Pack(
    task="paint",
    budget=900,
    tokens=40,
    tokenizer="cl100k_base",
    text="# Context\n",
    items=(ITEM,),
    omitted=Omitted(2, 30),
    files=(PATH,),
    index=IndexState("/somewhere", "abc", 7, 0),
    notices=("one",),
    diff=PackedDiff(5, (PATH,), 3, 1),
    left_out=(LeftOut("b.py", "g", 1, 2, 30, -0.5),),
)
FILE = RankedFile(1, PATH, Role.SOURCE, 1.5, (Contribution("words", 1.5, ("paint",)),))
EMPTY = Snapshot(replace(NO_CURATION, task="paint"))
FULL = replace(EMPTY, files=(FILE,), candidates=3, pack=PACK)

Place = tuple[str | int, ...]


def kept() -> Any:
    return json.loads(zlib.decompress(packed(FULL)))


def read(value: Any) -> Snapshot:
    return restored(zlib.compress(json.dumps(value).encode()), EMPTY)


def leaves(value: Any, *place: str | int) -> Iterator[tuple[Place, Any]]:
    """Every text and number, with the way to it."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, *place, key)
    else:
        yield place, value


def with_other(place: Place, change: Callable[[Any], Any]) -> Any:
    value = copy.deepcopy(kept())
    inside = value
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = change(inside[place[-1]])
    return value


def test_what_was_kept_comes_back() -> None:
    found = restored(packed(FULL), EMPTY)
    assert (found.files, found.candidates, found.pack) == (FULL.files, FULL.candidates, FULL.pack)
    assert found.restored
    bare = replace(FULL, pack=replace(PACK, diff=None, omitted=Omitted(0, None)))
    assert restored(packed(bare), EMPTY).pack == bare.pack
    assert restored(packed(replace(FULL, pack=None)), EMPTY).pack is None


def test_what_was_kept_of_another_task_is_not_shown() -> None:
    other = Snapshot(replace(NO_CURATION, task="another"))
    assert restored(packed(FULL), other) is other


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no zlib",
        packed(FULL)[:-9],
        zlib.compress(b"\xff"),
        zlib.compress(b"[" * 200_000),
        zlib.compress(b'{"version":1,"task":"paint","files":' + b"[" * 200_000),
        zlib.compress(b'{"version":1,"task":"paint","files":[],"candidates":' + b"9" * 5_000 + b"}"),
    ],
    ids=["empty", "plain", "cut", "no text", "deep", "deeper", "long number"],
)
def test_what_cannot_be_read_is_not_shown(content: bytes) -> None:
    assert restored(content, EMPTY) is EMPTY


# What nothing reads back may be anything.
LEAVES = [(place, value) for place, value in leaves(kept()) if place[:2] != ("pack", "document")]


@pytest.mark.parametrize(("place", "value"), LEAVES, ids=lambda each: str(each)[:60])
def test_no_value_of_another_type_is_shown(place: Place, value: Any) -> None:
    others = [{}, []] if isinstance(value, str) else ["many", "7", [], {}, math.nan, math.inf, 10**400]
    if isinstance(value, int):
        others += [-1, 1.5]
    for other in others:
        assert read(with_other(place, lambda old, other=other: other)) is EMPTY, other


@pytest.mark.parametrize(
    "place",
    [
        *(("files",), ("files", 0), ("files", 0, "contributions"), ("pack", "items"), ("pack", "items", 0)),
        *(("pack", "items", 0, "shown"), ("pack", "items", 0, "text_lines"), ("pack", "items", 0, "notes")),
        *(("pack", "omitted"), ("pack", "files"), ("pack", "index"), ("pack", "notices")),
        *(("pack", "left_out"), ("pack", "diff")),
    ],
    ids=str,
)
def test_no_list_is_taken_from_a_text_or_number(place: Place) -> None:
    for other in ("some text", 7):
        assert read(with_other(place, lambda old, other=other: other)) is EMPTY


def test_nothing_is_shown_where_something_is_missing() -> None:
    for name in ("tokens", "items", "diff", "left_out", "margin"):
        value = kept()
        del value["pack"][name]
        assert read(value) is EMPTY
