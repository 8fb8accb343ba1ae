"""What differs between two states of a repository: files, hunks and lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, groupby
from typing import Literal, NamedTuple

from ctxsmith_tui.model.graph import Reached

HEAD_SUFFIX = "...HEAD"  # may stand behind the name of a base, and says no more than the name


class FileStatus(StrEnum):
    """What happened to a file. A renamed one is removed and added."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class DiffLine(NamedTuple):
    """A line of a hunk: unchanged (" "), of the old side ("-") or of the new side ("+").

    `old` and `new` are its 1-based numbers on either side, 0 where it is not; `text` has no line end.
    """

    kind: Literal[" ", "-", "+"]
    old: int
    new: int
    text: str


@dataclass(frozen=True, slots=True)
class Hunk:
    """Changed lines and a few around them, numbered as in a unified diff.

    Of a side without lines the start is the line before, 0 at the beginning. `symbol` is the qualified name
    of the innermost symbol of the new side around the first change, '' when there is none.
    """

    old_start: int
    old_lines: int
    new_start: int
    new_lines: int
    lines: tuple[DiffLine, ...]
    symbol: str = ""

    @property
    def heading(self) -> str:
        """`@@ -1,3 +1,4 @@ Class.method`."""
        sides = f"-{self.old_start},{self.old_lines} +{self.new_start},{self.new_lines}"
        return f"@@ {sides} @@ {self.symbol}".rstrip()

    @property
    def changed(self) -> tuple[tuple[int, int], ...]:
        """The runs of new lines, first and last number, without blank lines at their ends."""
        return tuple(_trimmed(run) for _, run in _runs(self) if run)

    @property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """Where lines were only removed: the numbers of the new lines before (0 for none) and behind."""
        return tuple((before, before + 1) for before, run in _runs(self) if not run)


def _runs(hunk: Hunk) -> Iterator[tuple[int, list[DiffLine]]]:
    """For each change: number of the new line before it, and its new lines."""
    before = hunk.new_start - (hunk.new_lines > 0)
    for is_change, group in groupby(hunk.lines, key=lambda line: line.kind != " "):
        lines = list(group)
        run = [line for line in lines if line.kind == "+"]
        if is_change:
            yield before, run
        before = max(before, *(line.new for line in lines))


def _trimmed(run: list[DiffLine]) -> tuple[int, int]:
    written = [line.new for line in run if line.text.strip()] or [line.new for line in run]
    return written[0], written[-1]


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A file that differs. `note` says why no hunks are shown, or what they do not show.

    `added` and `removed` count lines. `digest` is the same as long as both sides are.
    """

    path: str
    status: FileStatus
    hunks: tuple[Hunk, ...]
    binary: bool
    note: str
    added: int
    removed: int
    digest: str

    @property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """The ranges of the new side that changed or lost lines, in order."""
        gaps = (((max(before, 1), behind) for before, behind in hunk.gaps) for hunk in self.hunks)
        return tuple(sorted(chain(*(hunk.changed for hunk in self.hunks), *gaps)))


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs, in path order: the work tree from HEAD, or HEAD from where it left `base`.

    `base` is as given, '' for the work tree. The commits are full hashes: `base_commit` is that of the old
    side, `head_commit` that of HEAD. `title` says in a few words what this is.
    """

    base: str
    base_commit: str
    head_commit: str
    files: tuple[ChangedFile, ...]
    title: str

    @property
    def added(self) -> int:
        """Lines added in all files."""
        return sum(file.added for file in self.files)

    @property
    def removed(self) -> int:
        """Lines removed from all files."""
        return sum(file.removed for file in self.files)


@dataclass(frozen=True, slots=True)
class ReachingTests:
    """The tests that reach some changed symbols, nearest first, each with the way there and its certainty.

    `bound` is "exact" when nothing was left to guess, else "at least". `targets` are SPECs of the symbols.
    """

    targets: tuple[str, ...]
    tests: tuple[Reached, ...]
    bound: str

    @property
    def specs(self) -> tuple[str, ...]:
        """The SPECs of the tests."""
        return tuple(test.place.spec for test in self.tests)
