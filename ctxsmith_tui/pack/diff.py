"""The diff in a pack: what is said of each changed file, and the hunks that find room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ctxsmith_tui.model import ChangedFile, DiffLine, FileStatus, Hunk
from ctxsmith_tui.model.document import Diff, FileDiff
from ctxsmith_tui.pack.tokens import Tokenizer
from ctxsmith_tui.text.printable import printable

SHARE = 1 / 3  # of the budget, for names and hunks together
NAMES_SHARE = 1 / 3  # of that, for the list of files
LONGEST_HUNK = 20  # lines; a longer one is cut into parts, of which as many are shown as fit
LEAST_OF_HUNK = 15  # tokens; with less room no other hunk is looked for
LONGEST_LINE = 400  # characters
_FRAME_TOKENS = 12  # what a format puts around names and hunks, roughly; the whole text is counted in the end


@dataclass(frozen=True, slots=True)
class DiffPart:
    """A hunk, or a part of a long one, that may be shown; `value` says how much it matters."""

    path: str
    hunk: Hunk
    value: float


class DiffShelf:
    """The changes as they may be shown, and what they cost."""

    def __init__(self, files: Sequence[ChangedFile], parts: Sequence[DiffPart], tokenizer: Tokenizer) -> None:
        self._files = [
            FileDiff(file.path, file.status, file.added, file.removed, file.note) for file in files
        ]
        self._count = tokenizer.count
        self._parts = sorted(parts, key=lambda part: -part.value)  # stable: ties go by path and line
        self._of_file: Counter[str] = Counter()  # changed lines
        for part in parts:
            self._of_file[part.path] += sum(line.kind != " " for line in part.hunk.lines)
        self._priced: dict[tuple[int, bool], tuple[tuple[str, ...], int]] = {}

    def choose(self, room: int) -> Diff | None:
        """The names, then the hunks of most value, that need about `room` tokens at most; None when not
        even one name has room. Hunks have fewer lines around them when not all find room.
        """
        left = room - _FRAME_TOKENS
        named = self._named(left)
        if not named:
            return None
        left -= sum(map(self._cost_of_name, named))
        chosen: dict[str, list[tuple[int, tuple[str, ...]]]] = {file.path: [] for file in named}
        is_short = not self._do_all_fit(left)
        for place, part in enumerate(self._parts):
            if left < LEAST_OF_HUNK:
                break
            if (shown := chosen.get(part.path)) is None:
                continue
            lines, cost = self._price(place, is_short)
            if not shown:
                cost += 2 * self._cost([f"+++ b/{printable(part.path)}"])
            if cost <= left:
                shown.append((part.hunk.old_start + part.hunk.new_start, lines))
                left -= cost
        files = (self._with_hunks(file, sorted(chosen[file.path])) for file in named)
        return Diff(tuple(files), len(self._files) - len(named))

    def _named(self, room: int) -> list[FileDiff]:
        """All files, or as many as have room beside the hunks, those whose hunks matter most before others;
        in path order.
        """
        costs = {file.path: self._cost_of_name(file) for file in self._files}
        if self._parts and sum(costs.values()) > room * NAMES_SHARE:
            room = max(int(room * NAMES_SHARE), min(room, min(costs.values())))
        order = {path: place for place, path in enumerate(dict.fromkeys(part.path for part in self._parts))}
        named: set[str] = set()
        for file in sorted(self._files, key=lambda file: order.get(file.path, len(order))):
            if costs[file.path] <= room:
                room -= costs[file.path]
                named.add(file.path)
        return [file for file in self._files if file.path in named]

    def _do_all_fit(self, room: int) -> bool:
        for place in range(len(self._parts)):
            room -= self._price(place, False)[1]
            if room < 0:
                return False
        return True

    def _price(self, place: int, is_short: bool) -> tuple[tuple[str, ...], int]:
        """The lines of a hunk, whole or with fewer lines around its changes, and their tokens."""
        key = (place, is_short)
        if key not in self._priced:
            hunk = self._parts[place].hunk
            lines = unified(shortened(hunk) if is_short else hunk)
            self._priced[key] = (lines, self._cost(lines))
        return self._priced[key]

    def _cost(self, lines: Sequence[str]) -> int:
        return self._count("\n".join(lines) + "\n")

    def _cost_of_name(self, file: FileDiff) -> int:
        left_out = self._of_file[file.path]
        return self._cost([f"- {summary(replace(file, lines_left_out=left_out))}"])

    def _with_hunks(self, file: FileDiff, hunks: Sequence[tuple[int, tuple[str, ...]]]) -> FileDiff:
        left_out = self._of_file[file.path] - sum(changed_lines(lines) for _, lines in hunks)
        return replace(file, hunks=tuple(lines for _, lines in hunks), lines_left_out=left_out)


def changed_lines(lines: Sequence[str]) -> int:
    """How many lines of a unified hunk are of one side alone."""
    return sum(line.startswith(("+", "-")) for line in lines)


def summary(file: FileDiff) -> str:
    """`src/app.py: +12 -3`, `old.py: removed, -80, 40 not in this diff`."""
    counts = [f"+{file.added:,}"] * bool(file.added) + [f"-{file.removed:,}"] * bool(file.removed)
    parts = [
        "" if file.status is FileStatus.CHANGED else file.status.value,
        " ".join(counts),
        printable(file.note),
        f"{file.lines_left_out:,} not in this diff" if file.lines_left_out else "",
    ]
    return f"{printable(file.path)}: {', '.join(filter(None, parts))}"


def unified(hunk: Hunk) -> tuple[str, ...]:
    """A hunk as lines of a unified diff; of very long lines the beginning."""
    return printable(hunk.heading), *(line.kind + _clipped(line.text) for line in hunk.lines)


def _clipped(text: str) -> str:
    if len(text) <= LONGEST_LINE:
        return text
    return f"{text[:LONGEST_LINE]}… ({len(text) - LONGEST_LINE:,} more characters)"


def cut(hunk: Hunk, most: int = LONGEST_HUNK) -> Iterator[Hunk]:
    """A long hunk as several, each a valid hunk of its own."""
    if len(hunk.lines) <= most:
        yield hunk
        return
    old, new = hunk.old_start - (hunk.old_lines > 0), hunk.new_start - (hunk.new_lines > 0)
    for at in range(0, len(hunk.lines), most):
        part = hunk.lines[at : at + most]
        old_lines, new_lines = _count(part, "+"), _count(part, "-")
        yield replace(
            hunk, old_start=old + (old_lines > 0), old_lines=old_lines, new_start=new + (new_lines > 0),
            new_lines=new_lines, lines=part,
        )  # fmt: skip
        old, new = old + old_lines, new + new_lines


def shortened(hunk: Hunk) -> Hunk:
    """A hunk with at most one unchanged line before and one behind its changes."""
    changed = [place for place, line in enumerate(hunk.lines) if line.kind != " "]
    if not changed:
        return hunk
    first, last = max(changed[0] - 1, 0), changed[-1] + 1
    lines = hunk.lines[first : last + 1]
    return replace(
        hunk,
        old_start=hunk.old_start + (first if hunk.old_lines else 0),
        old_lines=_count(lines, "+"),
        new_start=hunk.new_start + (first if hunk.new_lines else 0),
        new_lines=_count(lines, "-"),
        lines=lines,
    )


def _count(lines: Sequence[DiffLine], other: str) -> int:
    """Lines that are not of the other side alone."""
    return sum(line.kind != other for line in lines)
