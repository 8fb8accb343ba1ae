"""What a pack says, before a format words it: title, map of files, blocks of code, what was left out."""

from __future__ import annotations

from dataclasses import dataclass

from ctxsmith_tui.model.changes import FileStatus
from ctxsmith_tui.text.printable import printable


@dataclass(frozen=True, slots=True)
class Omitted:
    """Candidates left out, and the tokens that the best of them would need (None when none was).

    A file ranked so low that its functions were not looked at one by one counts as one candidate.
    """

    count: int
    nearest_tokens: int | None


@dataclass(frozen=True, slots=True)
class PackNote:
    """A note as a pack shows it; `status` says how its code changed, `lines` are None for a whole file."""

    number: int
    status: str
    text: str
    lines: tuple[int, int] | None = None


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
class FileDiff:
    """A changed file as a pack shows it: some of its hunks, as lines of a unified diff.

    `lines_left_out` counts the changed lines that found no room.
    """

    path: str
    status: FileStatus
    added: int
    removed: int
    note: str
    hunks: tuple[tuple[str, ...], ...] = ()
    lines_left_out: int = 0

    @property
    def lines(self) -> list[str]:
        """The unified diff of what is shown, names of both sides first."""
        path = printable(self.path)
        sides = (
            "/dev/null" if self.status is FileStatus.ADDED else f"a/{path}",
            "/dev/null" if self.status is FileStatus.REMOVED else f"b/{path}",
        )
        return [f"--- {sides[0]}", f"+++ {sides[1]}", *(line for hunk in self.hunks for line in hunk)]


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed, in path order; `files_left_out` counts the changed files that are not even named."""

    files: tuple[FileDiff, ...]
    files_left_out: int = 0

    @property
    def lines(self) -> list[str]:
        """The unified diff of all that is shown."""
        return [line for file in self.files if file.hunks for line in file.lines]


@dataclass(frozen=True, slots=True)
class Instructions:
    """What a person asks of whoever reads the code: printable lines, `before` or after the code."""

    text: str
    before: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A whole pack. `title` and `source` are '' where the budget has no room for them.

    `diff` is what changed, where that was asked for. `notes` are about the whole repository;
    `notes_left_out` counts those that found no room. `remarks` are sentences about the text as such, each a
    printable line, such as which part of a longer one it is.
    """

    title: str = ""
    source: str = ""
    entries: tuple[MapEntry, ...] = ()
    files: tuple[FileBlocks, ...] = ()
    omitted: Omitted | None = None
    notes: tuple[PackNote, ...] = ()
    notes_left_out: int = 0
    diff: Diff | None = None
    remarks: tuple[str, ...] = ()
    instructions: Instructions | None = None
