"""A score on a terminal: one bar a signal, with its points and evidence. The bars of a file add up."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ctxsmith_tui.cli.output import Paint, clip, wrap
from ctxsmith_tui.model import Role
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.model import Contribution, RankedFile

BAR = 11  # columns
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_INDENT = " " * 4
_NAME = 14


def print_files(files: Sequence[RankedFile], paint: Paint) -> None:
    """A list of files, each with its bars; all bars have the same scale."""
    largest = largest_points(files)
    for number, file in enumerate(files):
        if number:
            print()
        print(headline(file, paint))
        for contribution in file.contributions:
            evidence = printable(", ".join(contribution.evidence))
            line = _beginning(contribution, largest, paint)
            print(f"{line}  {paint.dim(clip(evidence, _room()))}".rstrip() if evidence else line)


def print_file(file: RankedFile, paint: Paint) -> None:
    """The whole reckoning of one file, down to the sum."""
    largest = largest_points([file])
    print(headline(file, paint))
    for contribution in file.contributions:
        lines = [line for each in contribution.evidence for line in wrap(printable(each), _room())]
        first, *rest = lines or [""]
        print(f"{_beginning(contribution, largest, paint)}  {paint.dim(first)}".rstrip())
        for line in rest:
            print(" " * _MARGIN + paint.dim(line))
    print(f"{_INDENT}{'sum':{_NAME}}{' ' * BAR} {file.score:+8.4f}")
    if not file.rank:
        print("Not a candidate: nothing in the task speaks for this file.")


def headline(file: RankedFile, paint: Paint) -> str:
    """Rank, score and path; the role when it is not source."""
    rank = f"{file.rank}." if file.rank else "-"
    role = "" if file.role is Role.SOURCE else f"  ({file.role.value})"
    return f"{rank:>3} {file.score:7.4f}  {paint.bold(printable(file.path))}{role}"


_MARGIN = len(_INDENT) + _NAME + BAR + 1 + 8 + 2


def _room() -> int:
    """Columns left for evidence."""
    return max(20, shutil.get_terminal_size().columns - _MARGIN)


def _beginning(contribution: Contribution, largest: float, paint: Paint) -> str:
    points = contribution.points
    color = paint.good if points > 0 else paint.bad
    drawn = bar(points, largest)
    return f"{_INDENT}{contribution.signal:{_NAME}}{color(drawn)} {points:+8.4f}"


def bar(points: float, largest: float) -> str:
    """A bar of fixed width: solid eighths for points that raise a score, hatched for those that lower it."""
    share = min(1.0, abs(points) / largest) if largest else 0.0
    if points < 0:
        return ("░" * max(1, round(share * BAR))).ljust(BAR)
    full, eighths = divmod(max(1, round(share * BAR * 8)), 8)
    return ("█" * full + (_EIGHTHS[eighths] if eighths else "")).ljust(BAR)


def largest_points(files: Sequence[RankedFile]) -> float:
    """The largest points of any signal, whatever its sign."""
    return max((abs(each.points) for file in files for each in file.contributions), default=0.0)
