"""The ranked list: files, below those that are open their functions."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from textual import events

from ctxsmith_tui.model import RankedUnit, Spec
from ctxsmith_tui.text.printable import printable
from ctxsmith_tui.tui.groups import Group, mini_bars
from ctxsmith_tui.tui.rows import (
    CHANGED,
    EXCLUDED,
    LOST,
    NOTED,
    PART_PINNED,
    PINNED,
    PROPOSED,
    STALE,
    STYLE_OF_LETTER,
    Row,
)
from ctxsmith_tui.tui.text import Piece, cut, cut_left, one_line, right
from ctxsmith_tui.tui.widgets.line_view import LineView

_SCORE, _TOKENS, _SPANS = 6, 7, 4
_LETTER_COLUMN = 1
_STYLE_OF_MARK = {
    CHANGED: "row--changed",
    STALE: "row--changed",
    LOST: "row--bad",
    NOTED: "row--note",
    PROPOSED: "row--note",
}


class RankedList(LineView):
    """Shows rows; which those are is decided elsewhere. The cursor stays on its row when they change."""

    class Expanded(LineView.Moved):
        """The functions of the file at the cursor are wanted (or, with `step` -1, no longer)."""

        def __init__(self, view: LineView, step: int) -> None:
            super().__init__(view)
            self.step = step

    class LetterClicked(LineView.Moved):
        """The decision letter of the row at the cursor was clicked."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: Sequence[Row] = ()
        self.groups: tuple[Group, ...] = ()
        self._largest = 1.0
        self._largest_unit = 1.0

    def show(self, rows: Sequence[Row], *, semantic: bool = False) -> None:
        """Show other rows, the cursor on the one that it was on, or that file."""
        at = self.row_at_cursor
        self.rows = rows
        self.groups = tuple(group for group in Group if semantic or group is not Group.SEMANTIC)
        self._largest = max((abs(each) for row in rows if row.is_file for each in row.points), default=1.0)
        units = (abs(each) for row in rows if not row.is_file for each in row.points)
        self._largest_unit = max(units, default=1.0)
        self.show_rows(len(rows), self._position_of(at), keep=True)

    def _position_of(self, wanted: Row | None) -> int:
        if wanted is None:
            return 0
        keys = {row.key: k for k, row in enumerate(self.rows)}
        return keys.get(wanted.key, keys.get(wanted.spec.path, 0))

    @property
    def row_at_cursor(self) -> Row | None:
        """What the cursor is on."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    def place(self) -> Spec | None:
        """The place that the cursor is on."""
        row = self.row_at_cursor
        return row.spec if row else None

    def line_place(self) -> tuple[str, int] | None:
        """The file, at the function that the cursor is on."""
        row = self.row_at_cursor
        return (row.spec.path, row.unit.start_line if row.unit else 0) if row else None

    def head(self, width: int) -> Sequence[Piece]:
        """The names of the columns."""
        heads = "".join(group.value for group in self.groups)
        left = f" st {'score':>{_SCORE}} {heads} {'tokens':>{_TOKENS}} file"
        return [(cut(left, width - _SPANS - 2) + right("in", _SPANS + 1) + " ", Style())]

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One file or function."""
        row, plain, quiet = self.rows[y], Style(), self.style_of("row--quiet")
        letter = self.style_of(STYLE_OF_LETTER[row.letter]) if row.letter in STYLE_OF_LETTER else plain
        pieces: list[Piece] = [(">" if y == self.cursor else " ", plain), (row.letter, letter)]
        for mark in row.marks.ljust(2):
            pieces.append((mark, self.style_of(_STYLE_OF_MARK.get(mark, "row--quiet"))))
        largest = self._largest if row.is_file else self._largest_unit
        bars = mini_bars(row.points[: len(self.groups)], largest)
        score = f"{row.score:.2f}" if row.score or row.file or row.unit else "-"
        tokens = f"{row.tokens:,}" if row.tokens else "-"
        pieces += [
            (right(score, _SCORE), plain if row.is_file else quiet),
            (" ", plain),
            (bars, self.style_of("row--good")),
            (right(tokens, _TOKENS + 1), quiet),
            (" ", plain),
        ]
        room = width - (4 + _SCORE + 1 + len(self.groups) + _TOKENS + 1 + 1) - _SPANS - 2
        style = letter if row.letter in (EXCLUDED, PINNED, PART_PINNED) else plain
        if row.unit is not None:
            return [*pieces, (unit_name(row.unit, room + _SPANS), style), ("  ", plain)]
        sign = "-" if row.expanded else "+"
        pieces.append((sign + cut_left(one_line(row.spec.path), room - 1), style))
        pieces.append((right(str(row.spans) if row.spans else "", _SPANS + 1), quiet))
        return pieces

    def in_or_out(self, step: int) -> bool:
        """Open or close the functions of the file."""
        self.post_message(self.Expanded(self, step))
        return True

    def jump(self, step: int) -> None:
        """To the next file whose code is in the pack."""
        k = self.cursor + step
        while 0 <= k < len(self.rows):
            if self.rows[k].is_file and self.rows[k].tokens:
                self.go_to(k)
                return
            k += step

    def on_click(self, event: events.Click) -> None:
        """A click on the letter goes through automatic, pinned and excluded."""
        super().on_click(event)
        offset = event.get_content_offset(self)
        if offset is not None and offset.x == _LETTER_COLUMN and self.row_of_click(event) is not None:
            self.post_message(self.LetterClicked(self))


def unit_name(unit: RankedUnit, room: int) -> str:
    """A function with its lines in `room` cells; it loses its class first, then its last line."""
    whole = printable(unit.symbol) if unit.symbol else "(module level)"
    name = whole.rpartition(".")[2] or whole
    start, lines = f"{unit.start_line}", f"{unit.start_line}-{unit.end_line}"
    for shown in (f"{whole} {lines}", f"{name} {lines}", f"{name} {start}"):
        if cell_len(shown) <= room - 2:
            return "  " + cut(shown, room - 2)
    return f"  {cut(name, room - 3 - len(start))} {start}"
