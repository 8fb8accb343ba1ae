"""Why something has its score: one bar a signal with its evidence; the bars add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style

from ctxsmith_tui.model import Contribution, Note, RankedFile, RankedUnit, Spec
from ctxsmith_tui.text.bars import bar
from ctxsmith_tui.tui.groups import group_of
from ctxsmith_tui.tui.text import Piece, cut, cut_left, one_line, right, wrapped
from ctxsmith_tui.tui.widgets.line_view import LineView

BAR = 10  # columns
_NAME, _POINTS = 14, 9
NARROW, INDENT = 36, 4  # with fewer columns beside the bars, evidence stands below them

Run = tuple[str, str]
"""The name of a style, '' for plain, and text."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What is explained: a file or function, its contributions, and what the pack makes of it."""

    title: str
    score: float
    rank: int
    contributions: tuple[Contribution, ...]
    verdict: str = ""
    notes: tuple[Note, ...] = ()

    @classmethod
    def of_file(cls, file: RankedFile, verdict: str = "") -> Reckoning:
        """The reckoning of a file."""
        return cls(file.path, file.score, file.rank, file.contributions, verdict, file.notes)

    @classmethod
    def of_unit(cls, unit: RankedUnit, verdict: str = "") -> Reckoning:
        """The reckoning of a function or passage."""
        lines = f"{unit.start_line}-{unit.end_line}"
        title = f"{unit.path}::{unit.symbol} {lines}" if unit.symbol else f"{unit.path}:{lines}"
        return cls(title, unit.score, 0, unit.contributions, verdict)


class WhyView(LineView):
    """The whole reckoning, down to the sum."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.reckoning: Reckoning | None = None
        self.about: Spec | None = None  # what keys are for while the cursor is here
        self.about_line = 0
        self._made: list[list[Run]] = []
        self._made_for = 0

    def show(self, reckoning: Reckoning | None) -> None:
        """Explain something else."""
        if reckoning == self.reckoning:
            return
        self.reckoning = reckoning
        self._make(self.size.width)
        self.show_rows(len(self._made), 0)

    def place(self) -> Spec | None:
        """What is explained, wherever in it the cursor is."""
        return self.about

    def line_place(self) -> tuple[str, int] | None:
        """Its file and line."""
        return (self.about.path, self.about_line) if self.about else None

    def _make(self, width: int) -> None:
        """The lines, wrapped to a width."""
        known = self.reckoning
        self._made_for, self._made = width, long_lines(known, width - 2) if known else []

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One line."""
        if width != self._made_for:
            self._make(width)
        runs = self._made[y] if y < len(self._made) else []
        return [
            (" ", Style()),
            *((text, self.style_of(style) if style else Style()) for style, text in runs),
        ]


def long_lines(known: Reckoning, width: int) -> list[list[Run]]:
    """Everything: what it is, what the pack makes of it, a bar a signal, their sum, and the notes."""
    rank = f"  rank {known.rank}" if known.rank else ""
    lines: list[list[Run]] = [[("row--head", f"{one_line(known.title)}  {known.score:+.4f}{rank}")]]
    lines += [[("", line)] for line in wrapped(known.verdict, max(20, width))] if known.verdict else []
    largest = max((abs(each.points) for each in known.contributions), default=0.0)
    margin = _NAME + BAR + _POINTS + 4
    is_narrow = width - margin < NARROW
    room = width - INDENT if is_narrow else width - margin
    for each in known.contributions:
        evidence = wrapped("; ".join(each.evidence), max(16, room)) if each.evidence else []
        beside = evidence[:1] if not is_narrow or len("".join(evidence)) <= width - margin else []
        points = right(f"{each.points:+.4f}", _POINTS)
        lines.append(
            [
                ("row--quiet", f"{group_of(each.signal).value} "),
                ("", cut(each.signal, _NAME)),
                ("row--good" if each.points > 0 else "row--bad", bar(each.points, largest, BAR) + points),
                ("", f"  {beside[0]}" if beside else ""),
            ]
        )
        indent = " " * (INDENT if is_narrow else margin)
        lines += [[("row--quiet" if is_narrow else "", indent + line)] for line in evidence[len(beside) :]]
    lines.append([("row--head", f"  {'sum':{_NAME}}{' ' * BAR}{right(f'{known.score:+.4f}', _POINTS)}")])
    for note in known.notes:
        text = f"note {note.id}: {note.text.strip()}"
        lines += [[("row--note", line)] for line in wrapped(text, max(20, width))]
    return lines


def short_lines(known: Reckoning | None, width: int, height: int) -> list[list[Run]]:
    """The same in a few lines for a strip below the panes: (style, text) runs, largest shares first."""
    if known is None:
        return []
    sum_and_rank = f" {known.score:+.2f}" + (f", rank {known.rank}" if known.rank else "")
    title = cut_left(one_line(known.title), max(10, width - len(sum_and_rank)))
    lines = [[("row--head", title), ("", sum_and_rank)]]
    if known.verdict:
        lines.append([("row--quiet", cut(one_line(known.verdict), width))])
    columns = 2 if width >= 76 else 1
    room = width // columns
    cells: list[tuple[str, str]] = []
    for each in sorted(known.contributions, key=lambda each: -abs(each.points)):
        style = "row--good" if each.points > 0 else "row--bad"
        text = f"{each.signal} {each.points:+.2f} {one_line('; '.join(each.evidence))}"
        cells.append((style, cut(text, room - 1) + " "))
    most = max(0, height - len(lines)) * columns
    kept = cells[:most]
    for k in range(0, len(kept), columns):
        lines.append(kept[k : k + columns])
    return lines[:height]
