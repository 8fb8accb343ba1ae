"""The graph: callers left, callees right, below them what a change reaches. Walked with h and l."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.strip import Strip

from ctxsmith_tui.model import Spec
from ctxsmith_tui.tui.graph_rows import (
    SECTIONS,
    Cell,
    GraphRow,
    Label,
    Letters,
    Line,
    Section,
    column_widths,
    graph_lines,
    graph_rows,
)
from ctxsmith_tui.tui.graphing import Graphing, GraphState, RowKey
from ctxsmith_tui.tui.rows import EXCLUDED, PINNED, STYLE_OF_LETTER
from ctxsmith_tui.tui.text import Piece, cut, cut_left, one_line
from ctxsmith_tui.tui.widgets.line_view import LineView

_SCROLLBAR = 1  # columns, which `size` counts as ours
_MARGIN = 6  # columns before a name
_HOW_FROM, _PATH_FROM = 64, 44  # columns from which a row says how, and shows the whole path
_TOP: RowKey = ("", "")
KEYS = "h callers  l callees, again: walk  Backspace  <> depth"


def _subject_of(state: GraphState) -> Spec | None:
    return state.answer.subject if state.answer else None


class GraphView(LineView):
    """Shows what `Graphing` knows. The cursor is in one of two columns where there are two."""

    def __init__(self, graphing: Graphing, title: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._graphing = graphing
        self._title = title
        self._state = GraphState()
        self._letters = Letters(None, ())
        self._filter = ""
        self._lines: list[Line] = []
        self._side: Section = "callers"  # the column of the cursor
        self._made_for = 0

    # --- what is shown -------------------------------------------------------------------------------

    def show(self, state: GraphState, letters: Letters | None = None) -> None:
        """Show another state, or other decisions."""
        old, self._state = self._state, state
        self._letters = letters or self._letters
        if _subject_of(old) != _subject_of(state):
            self._filter = ""
            self._make(state.at or _TOP)
        elif old.answer is not state.answer or letters is not None:
            self._make(self._key())
        if not self._lines:
            self.refresh()
        self._show_status()

    def _make(self, at: RowKey | None) -> None:
        """The lines for the width, the cursor on a row, or on its line when that is gone."""
        width = self._made_for = max(20, self.size.width)
        width -= _SCROLLBAR
        answer = self._state.answer
        if answer is None:
            self._lines = []
        else:
            rows = graph_rows(answer, self._filter)
            self._lines = graph_lines(answer, rows, width, self._state.trail)
        self.show_rows(len(self._lines), self._line_of(at) if at else None, keep=at == self._key())

    def _line_of(self, at: RowKey) -> int:
        """Where a row is now; the first of its section for one without a name, or that is gone."""
        section, spec = at
        if section in SECTIONS:
            self._side = section
        first = None
        for y, line in enumerate(self._lines):
            for cell in line:
                if cell is None or cell.section != section:
                    continue
                if isinstance(cell, GraphRow) and (not spec or cell.place.spec == spec):
                    return y
                first = y if first is None else first
        return first or 0

    def on_resize(self, event: events.Resize) -> None:
        """Two columns, or one."""
        super().on_resize(event)
        if self._lines and self.size.width != self._made_for:
            self._make(self._key())

    def _status(self) -> list[str]:
        """What is going on, and what is not shown."""
        state, parts = self._state, []
        if state.progress is not None:
            share = state.progress.done / max(1, state.progress.total)
            parts.append(f"{state.progress.phase} {share:.0%}, Esc stops")
        elif state.stopped and state.answer is not None:
            parts.append("stopped, 4 asks again")
        elif state.stale:
            parts.append("of before the last edits, 4 asks again")
        if self._filter:
            parts.append(f"filter: {one_line(self._filter)}")
        return parts

    def _show_status(self) -> None:
        """On the border, or on the line that stands for it."""
        self.titled("  ".join((self._title, *self._status())), f"{KEYS} {self._state.depth}")
        if self._head:
            self.refresh(Region(0, 0, self.size.width, self._head))

    def head(self, width: int) -> Sequence[Piece]:
        """Where no border says it: what is going on, else the keys."""
        if self.styles.border_bottom[0] not in ("", "none"):
            return ()
        said = "  ".join(self._status()) or f"{KEYS} {self._state.depth}"
        return [(cut(f" {said}", width), Style())]

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One line."""
        line, width = self._lines[y], width - _SCROLLBAR
        if len(line) == 1:
            return self._cell(line[0], width, at_cursor=y == self.cursor)
        left, right = column_widths(width)
        here = self._column(y) if y == self.cursor else -1
        return [
            *self._cell(line[0], left, at_cursor=here == 0),
            ("│", self.style_of("row--quiet")),
            *self._cell(line[1], right, at_cursor=here == 1),
        ]

    def _cell(self, cell: Cell, width: int, *, at_cursor: bool) -> list[Piece]:
        mark: Piece = (">" if at_cursor else " ", Style())
        if cell is None:
            return [(" " * width, Style())]
        if isinstance(cell, Label):
            style = self.style_of(cell.style) if cell.style else Style()
            return [mark, (cut(cell.text, width - 1), style)]
        return [mark, *self._row_cell(cell, width)]

    def _row_cell(self, row: GraphRow, width: int) -> list[Piece]:
        quiet = self.style_of("row--quiet")
        letter = self._letters.of(row.place)
        style = self.style_of(STYLE_OF_LETTER[letter]) if letter in STYLE_OF_LETTER else Style()
        name, where = one_line(row.place.qualname), f"{self._short_path(row, width)}:{row.line}"
        if not name:  # the module level of a file
            name, where = one_line(row.place.path), f":{row.line}"
        room = width - _MARGIN
        how = one_line(row.how) if width >= _HOW_FROM else ""
        for_how = min(cell_len(how) + 2, room // 4) if how else 0
        for_where = min(cell_len(where), max(room - for_how - 1 - cell_len(name), (room - for_how) * 2 // 5))
        return [
            (letter, style),
            (row.marks, quiet),
            (" ", Style()),
            (
                cut_left(name, room - for_how - for_where - 1),
                style if letter in (PINNED, EXCLUDED) else Style(),
            ),
            (" " + cut(how, for_how - 2) + " " if for_how else "", quiet),
            (" " + cut_left(where, for_where), quiet),
        ]

    def _short_path(self, row: GraphRow, width: int) -> str:
        """The path; in a narrow column its last part, and nothing for the file of the subject."""
        if width >= _PATH_FROM:
            return one_line(row.place.path)
        subject = _subject_of(self._state)
        is_same = subject is not None and subject.path == row.place.path
        return "" if is_same else one_line(row.place.path.rpartition("/")[2])

    def with_cursor(self, strip: Strip, base: Style, cursor: Style) -> Strip:
        """Only the column of the cursor is marked."""
        if len(self._lines[self.cursor]) == 1:
            return self.legible(strip).apply_style(base + cursor)
        left = column_widths(self.size.width - _SCROLLBAR)[0]
        parts = [strip.crop(0, left), strip.crop(left, left + 1), strip.crop(left + 1)]
        marked = 2 * self._column(self.cursor)
        parts[marked] = self.legible(parts[marked])
        styles = (base + cursor if k == marked else base for k in range(3))
        return Strip.join([part.apply_style(style) for part, style in zip(parts, styles, strict=True)])

    # --- the cursor ----------------------------------------------------------------------------------

    def _column(self, y: int) -> int:
        return 1 if self._side == "callees" and len(self._lines[y]) > 1 else 0

    def _cell_at(self, y: int) -> Cell:
        return self._lines[y][self._column(y)] if 0 <= y < len(self._lines) else None

    @property
    def row_at_cursor(self) -> GraphRow | None:
        """The caller, callee or symbol reached that the cursor is on."""
        cell = self._cell_at(self.cursor)
        return cell if isinstance(cell, GraphRow) else None

    def _key(self) -> RowKey | None:
        row = self.row_at_cursor
        return row.key if row else None

    def place(self) -> Spec | None:
        """The symbol of the row; on a line that is no row, the subject."""
        row = self.row_at_cursor
        if row is not None:
            return row.spec
        return self._state.answer.subject if self._state.answer else self._state.subject

    def line_place(self) -> tuple[str, int] | None:
        """Path and line to open: of a caller where it uses the subject, else where the symbol stands."""
        row, answer = self.row_at_cursor, self._state.answer
        if row is not None:
            return row.place.path, row.line
        if answer is None:
            return None
        start = answer.report.place.start_line if answer.report else answer.subject.start_line
        return answer.subject.path, start or 1

    def go_to(self, number: int, *, centre: bool = False) -> None:
        """Put the cursor on a line, past those that are empty in its column."""
        step = 1 if number >= self.cursor else -1
        while 0 < number < self.count - 1 and self._is_empty(number):
            number += step
        super().go_to(number, centre=centre)

    def _is_empty(self, y: int) -> bool:
        cell = self._cell_at(y)
        return cell is None or (isinstance(cell, Label) and not cell.text)

    def watch_cursor(self, old: int, new: int) -> None:
        """The side of a row is the side that one is on."""
        cell = self._cell_at(new)
        if cell is not None and cell.section in ("callers", "callees"):
            self._side = cell.section
        super().watch_cursor(old, new)

    def in_or_out(self, step: int) -> bool:
        """Towards the callers (-1) or the callees (+1); on one of them, into it."""
        row = self.row_at_cursor
        side: Section = "callees" if step > 0 else "callers"
        if row is not None and (row.section == "callees") == (step > 0):
            self._graphing.walk(row.spec, row.key)
        elif self._lines:
            self._go_to_side(side)
        return True

    def _go_to_side(self, side: Section) -> None:
        line = self._lines[self.cursor]
        if len(line) > 1:
            self._side = side
            y = self.cursor
            while y > 0 and self._is_empty(y):
                y -= 1
            self.refresh_row(self.cursor)
            super().go_to(y)
            self.post_message(self.Moved(self))
        else:
            self.go_to(self._line_of((side, "")))

    def jump(self, step: int) -> None:
        """To the next section."""
        cell = self._cell_at(self.cursor)
        now = SECTIONS.index(cell.section) if cell is not None and cell.section else -1
        if self._lines and 0 <= now + step < len(SECTIONS):
            self._go_to_section(SECTIONS[now + step])

    def _go_to_section(self, section: Section) -> None:
        y = self._line_of((section, ""))
        if y == self.cursor:
            self.refresh_row(y)
            self.post_message(self.Moved(self))
        super().go_to(y)

    def act(self, id: str) -> None:
        """Walk back, and the depth of the impact."""
        if id == "walk_back":
            self._graphing.back()
        elif id in ("deeper", "shallower"):
            self._graphing.deepen(1 if id == "deeper" else -1)

    def back(self) -> bool:
        """Show all rows again."""
        if not self._filter:
            return False
        self.search("")
        return True

    def search(self, words: str) -> int:
        """Only rows with some words, such as `test`, `likely` or a path; returns how many rows there are."""
        if words != self._filter:
            self._filter = words
            self._make(self._key())
            self._show_status()
        return sum(isinstance(cell, GraphRow) for line in self._lines for cell in line)

    def on_click(self, event: events.Click) -> None:
        """Choose a row in either column."""
        number, offset = self.row_of_click(event), event.get_content_offset(self)
        if number is not None and offset is not None and len(self._lines[number]) > 1:
            self._side = "callees" if offset.x > column_widths(self.size.width - _SCROLLBAR)[0] else "callers"
        super().on_click(event)
