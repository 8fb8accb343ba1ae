"""What a pack says, before a format words it: title, map of files, blocks of code, what was left out."""

from __future__ import annotations

from dataclasses import dataclass

from ctxsmith_tui.model import Omitted
from ctxsmith_tui.pack.diff import Diff
from ctxsmith_tui.pack.notes import PackNote


@dataclass(frozen=True, slots=True)
class Outlined:
    """A symbol named in the map without its code: its name or signature, first and last line."""

    name: str
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class MapEntry:
    """One file of the map, with symbols that are worth looking up; `pinned` when a person asked for it."""

    path: str
    outlined: tuple[Outlined, ...] = ()
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive lines of a file, shown as code.

    `symbols` are the qualified names of what begins or continues in them; `part_of` is the line range of
    a longer symbol of which only these lines are shown. `notes` are about lines of it.
    """

    path: str
    start_line: int
    end_line: int
    lines: tuple[str, ...]
    language: str
    symbols: tuple[str, ...] = ()
    part_of: tuple[int, int] | None = None
    notes: tuple[PackNote, ...] = ()


@dataclass(frozen=True, slots=True)
class FileBlocks:
    """The blocks of one file, in line order, and the notes about the whole file."""

    path: str
    blocks: tuple[Block, ...]
    notes: tuple[PackNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A whole pack. `title` and `source` are '' where the budget has no room for them.

    `diff` is what changed, where that was asked for. `notes` are about the whole repository;
    `notes_left_out` counts those that found no room.
    """

    title: str
    source: str
    entries: tuple[MapEntry, ...]
    files: tuple[FileBlocks, ...]
    omitted: Omitted | None
    notes: tuple[PackNote, ...] = ()
    notes_left_out: int = 0
    diff: Diff | None = None
