"""A snapshot as bytes, so that the next session shows it before anything is computed.

What is read back may have been written by anything: it is data, checked by being built into our own values,
and whatever does not fit them is no snapshot.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import fields, replace
from typing import Any

from ctxsmith_tui.model import (
    Contribution,
    IndexState,
    LeftOut,
    Level,
    Omitted,
    Pack,
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
            candidates=int(value["candidates"]),
            pack=_pack(value["pack"]) if value["pack"] else None,
            restored=True,
        )
    except (zlib.error, UnicodeError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return snapshot


def _file(value: dict[str, Any]) -> RankedFile:
    contributions = tuple(
        Contribution(str(each["signal"]), float(each["points"]), tuple(map(str, each["evidence"])))
        for each in value["contributions"]
    )
    return RankedFile(
        int(value["rank"]), str(value["path"]), Role(value["role"]), float(value["score"]), contributions
    )


def _pack(value: dict[str, Any]) -> Pack:
    known = {field.name for field in fields(Pack)}
    given = {name: each for name, each in value.items() if name in known}
    given["items"] = tuple(map(_item, value["items"]))
    given["omitted"] = Omitted(int(value["omitted"]["count"]), value["omitted"]["nearest_tokens"])
    given["index"] = IndexState(**value["index"])
    given["files"] = tuple(map(str, value["files"]))
    given["notices"] = tuple(map(str, value["notices"]))
    given["left_out"] = tuple(LeftOut(**each) for each in value["left_out"])
    return Pack(**given)


def _item(value: dict[str, Any]) -> PackItem:
    pairs = {
        "level": Level(value["level"]),
        "shown": tuple((int(start), int(end)) for start, end in value["shown"]),
        "notes": tuple(map(int, value["notes"])),
        "text_lines": (int(value["text_lines"][0]), int(value["text_lines"][1])),
    }
    return PackItem(**{**value, **pairs})
