"""A snapshot as bytes, so that the next session shows it before anything is computed.

What is read back may have been written by anything: it is data, checked by being built into our own values,
and whatever does not fit them is no snapshot.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

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
from ctxsmith_tui.tui.state import Snapshot

VERSION = 1
FILES = 60  # of the list; more are never on a first screen
LARGEST = 32_000_000  # bytes, unpacked


def packed(snapshot: Snapshot) -> bytes:
    """The list and the pack of a snapshot."""
    value = {
        "version": VERSION,
        "task": snapshot.curation.task,
        "files": [replace(file, notes=()) for file in snapshot.files[:FILES]],
        "candidates": snapshot.candidates,
        "pack": snapshot.pack,
    }
    text = json.dumps(value, separators=(",", ":"), default=_members)
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 1)


def _members(value: Any) -> dict[str, Any]:
    """A dataclass as it is, without the deep copies of `asdict`: a large pack has thousands of members."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


def restored(content: bytes, snapshot: Snapshot) -> Snapshot:
    """The snapshot with what was kept; as it is when that is of another task or version, or damaged."""
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(content, LARGEST)
        value = json.loads(text.decode("utf-8", "surrogatepass"))
        if value["version"] != VERSION or value["task"] != snapshot.curation.task:
            return snapshot
        return replace(
            snapshot,
            files=tuple(map(_file, value["files"])),
            candidates=_whole(value["candidates"]),
            pack=_pack(value["pack"]) if value["pack"] else None,
            restored=True,
        )
    except (zlib.error, UnicodeError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return snapshot


def _file(value: dict[str, Any]) -> RankedFile:
    contributions = tuple(
        Contribution(**_plain(Contribution, each), evidence=_texts(each["evidence"]))
        for each in value["contributions"]
    )
    return RankedFile(**_plain(RankedFile, value), role=Role(value["role"]), contributions=contributions)


def _pack(value: dict[str, Any]) -> Pack:
    omitted, diff = value["omitted"], value["diff"]
    nearest = omitted["nearest_tokens"]
    return Pack(
        **_plain(Pack, value),
        items=tuple(map(_item, value["items"])),
        omitted=Omitted(_whole(omitted["count"]), None if nearest is None else _whole(nearest)),
        files=_texts(value["files"]),
        index=IndexState(**_plain(IndexState, value["index"])),
        notices=_texts(value["notices"]),
        diff=PackedDiff(**_plain(PackedDiff, diff), files=_texts(diff["files"])) if diff else None,
        left_out=tuple(LeftOut(**_plain(LeftOut, each)) for each in value["left_out"]),
    )


def _item(value: dict[str, Any]) -> PackItem:
    return PackItem(
        **_plain(PackItem, value),
        level=Level(value["level"]),
        shown=tuple(map(_lines, value["shown"])),
        notes=tuple(map(_whole, value["notes"])),
        text_lines=_lines(value["text_lines"]),
    )


# --- checking ------------------------------------------------------------------------------------------


def _plain(kind: Any, value: dict[str, Any]) -> dict[str, Any]:
    """The texts and numbers of a dataclass. Raises what `restored` takes for damage when one is none."""
    read = [(each.name, _READ[each.type]) for each in fields(kind) if each.type in _READ]
    return {name: check(value[name]) for name, check in read}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(value)
    return tuple(map(_text, value))


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise ValueError(value)
    return value


def _lines(value: Any) -> tuple[int, int]:
    start, end = value
    return _whole(start), _whole(end)


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not abs(value) < 1 << 53:  # which no NaN is
        raise ValueError(value)
    return float(value)


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


_READ: dict[Any, Callable[[Any], Any]] = {"str": _text, "int": _whole, "float": _number, "bool": _truth}
