"""A score on a terminal: one bar a signal, with its points and evidence. The bars of a file add up."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ctxsmith_tui.cli.output import Paint, clip, wrap
from ctxsmith_tui.text.bars import bar
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.model import Contribution, Note, RankedFile

BAR = 11  # columns
MOST_BARS = 6  # of one file in a list
_INDENT = " " * 4
_NAME = 14


def print_files(files: Sequence[RankedFile], paint: Paint) -> None:
    """A list of files, each with its largest bars; all bars have the same scale."""
    largest = largest_points(files)
    for number, file in enumerate(files):
        if number:
            print()
        print(headline(file, paint))
        for name, points, evidence in shortened(file.contributions):
            line = _beginning(name, points, largest, paint)
            print(f"{line}  {paint.dim(clip(printable(evidence), _room()))}" if evidence else line)
        print_notes(file.notes, paint)


def shortened(contributions: Sequence[Contribution]) -> list[tuple[str, float, str]]:
    """Name, points and evidence of the largest contributions, and of the others as one: they still add up."""
    by_size = sorted(contributions, key=lambda each: -abs(each.points))
    kept, small = by_size[:MOST_BARS], by_size[MOST_BARS:]
    if len(small) < 2:
        kept, small = by_size, []
    rows = [(each.signal, each.points, ", ".join(each.evidence)) for each in contributions if each in kept]
    if small:
        names = ", ".join(each.signal for each in small)
        rows.append((f"{len(small)} more", sum(each.points for each in small), names))
    return rows


def print_file(file: RankedFile, paint: Paint) -> None:
    """The whole reckoning of one file, down to the sum."""
    largest = largest_points([file])
    print(headline(file, paint))
    for contribution in file.contributions:
        lines = [line for each in contribution.evidence for line in wrap(printable(each), _room())]
        first, *rest = lines or [""]
        beginning = _beginning(contribution.signal, contribution.points, largest, paint)
        print(f"{beginning}  {paint.dim(first)}".rstrip())
        for line in rest:
            print(" " * _MARGIN + paint.dim(line))
    print(f"{_INDENT}{'sum':{_NAME}}{' ' * BAR} {file.score:+8.4f}")
    if not file.rank:
        print("Not a candidate: nothing in the task speaks for this file, or it is out of scope.")
    print_notes(file.notes, paint)


def print_notes(notes: Sequence[Note], paint: Paint) -> None:
    """One line a note: its number, how its code is, which lines it is about, and how it begins."""
    width = shutil.get_terminal_size().columns
    for note in notes:
        lines = f" on {note.start_line}-{note.end_line}" if note.start_line else ""
        state = "" if note.state.value == "current" else f" ({note.state.value}: {note.change})"
        first, _, more = note.text.strip().partition("\n")
        text = f"{_INDENT}note {note.id}{lines}{state}: {first}{' …' if more else ''}"
        print(paint.dim(clip(printable(text), width)))


def headline(file: RankedFile, paint: Paint) -> str:
    """Rank, score and path; the role when it is not source."""
    rank = f"{file.rank}." if file.rank else "-"
    role = "" if file.role.value == "source" else f"  ({file.role.value})"
    return f"{rank:>3} {file.score:7.4f}  {paint.bold(printable(file.path))}{role}"


_MARGIN = len(_INDENT) + _NAME + BAR + 1 + 8 + 2


def _room() -> int:
    """Columns left for evidence."""
    return max(20, shutil.get_terminal_size().columns - _MARGIN)


def _beginning(name: str, points: float, largest: float, paint: Paint) -> str:
    color = paint.good if points > 0 else paint.bad
    return f"{_INDENT}{name:{_NAME}}{color(bar(points, largest, BAR))} {points:+8.4f}"


def largest_points(files: Sequence[RankedFile]) -> float:
    """The largest points of any signal, whatever its sign."""
    return max((abs(each.points) for file in files for each in file.contributions), default=0.0)
