"""Notes and review notes, those that want attention first."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style

from ctxsmith_tui.model import Note, ReviewNote, Side, Spec
from ctxsmith_tui.tui.empty import notes_hint
from ctxsmith_tui.tui.note_rows import NoteRow, note_rows, position_of
from ctxsmith_tui.tui.rows import LOST, STALE
from ctxsmith_tui.tui.text import Piece, cut_left
from ctxsmith_tui.tui.widgets.line_view import LineView

_STYLE_OF_MARK = {LOST: "row--bad", STALE: "row--changed"}


class NotesView(LineView):
    """Shows notes; the cursor stays on its note."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: Sequence[NoteRow] = ()
        self._notes: Sequence[Note] = ()
        self._reviews: Sequence[ReviewNote] = ()
        self._filter = ""

    def show(self, notes: Sequence[Note], reviews: Sequence[ReviewNote]) -> None:
        """Show other notes."""
        if (notes, reviews) != (self._notes, self._reviews):
            self._notes, self._reviews = notes, reviews
            self._renew()
        self._describe()

    def search(self, words: str) -> int:
        """Show only notes that have some words; returns how many rows there are."""
        self._filter = words
        self._renew()
        self._describe()
        return len(self.rows)

    def back(self) -> bool:
        """Search no more."""
        if not self._filter:
            return False
        self.search("")
        return True

    def _renew(self) -> None:
        at = self.row_at_cursor
        self.rows = note_rows(self._notes, self._reviews, self._filter)
        self.show_rows(len(self.rows), position_of(self.rows, at, self.cursor), keep=True)

    def _describe(self) -> None:
        self.empty = notes_hint(self._filter)
        open_reviews = sum(1 for note in self._reviews if note.is_open)
        review = f", {open_reviews:,} for review" if self._reviews else ""
        self.titled(f"6 Notes {len(self._notes):,}{review}")

    @property
    def row_at_cursor(self) -> NoteRow | None:
        """What the cursor is on."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def note_at_cursor(self) -> Note | ReviewNote | None:
        """The note that the cursor is on."""
        row = self.row_at_cursor
        return row.note if row is not None else None

    def place(self) -> Spec | None:
        """The place of the note's code."""
        note = self.note_at_cursor
        if note is None or not note.path or (isinstance(note, ReviewNote) and note.side is Side.OLD):
            return None
        if isinstance(note, Note) and note.symbol:
            return Spec(note.path, symbol=note.symbol)
        return Spec(note.path, note.start_line, note.end_line) if note.start_line else Spec(note.path)

    def line_place(self) -> tuple[str, int] | None:
        """Path and line of the note's code."""
        note = self.note_at_cursor
        return (note.path, note.start_line) if note is not None and note.path else None

    def jump(self, step: int) -> None:
        """To the next note."""
        k = self.cursor + step
        while 0 <= k < len(self.rows):
            if self.rows[k].note is not None and self.rows[k].part == 0:
                self.go_to(k)
                return
            k += step

    def text_of(self, y: int) -> str:
        """A row without its margin."""
        return self.rows[y].text

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One row."""
        row, plain, quiet = self.rows[y], Style(), self.style_of("row--quiet")
        cursor = (">" if y == self.cursor else " ", plain)
        if row.note is None:
            return [cursor, (row.text, self.style_of("row--head"))]
        if row.part:
            return [cursor, ("    " + row.text, plain)]
        room = max(16, width - 6 - min(len(row.about) + 2, width // 3))
        mark = self.style_of(_STYLE_OF_MARK.get(row.mark, "row--note"))
        return [
            cursor,
            (f" {row.mark} ", mark),
            (cut_left(row.text, min(room, cell_len(row.text))), self.style_of("row--note")),
            (f"  {row.about}", quiet),
        ]
