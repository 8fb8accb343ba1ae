"""What changed: files, below those that are open their hunks with both numbers of each line, and notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from textual.content import Content

from ctxsmith_tui.model import ChangedFile, FileStatus, Hunk, ReviewNote, Spec
from ctxsmith_tui.tui.change_rows import (
    ChangeInputs,
    ChangeRow,
    HunkKey,
    Kind,
    change_rows,
    hunk_beside,
    new_line,
    position_of,
    spec_of,
    summary,
)
from ctxsmith_tui.tui.comparing import Comparison
from ctxsmith_tui.tui.empty import changes_hint
from ctxsmith_tui.tui.highlight import Highlighted
from ctxsmith_tui.tui.search import lines_with, next_of, with_matches
from ctxsmith_tui.tui.text import Piece, cut, cut_left, one_line, right
from ctxsmith_tui.tui.widgets.line_view import LineView

_LETTERS = {FileStatus.ADDED: "A", FileStatus.REMOVED: "D", FileStatus.CHANGED: "M"}
_STYLE_OF_LETTER = {"A": "row--pinned", "D": "row--bad", "M": "row--changed"}
_COUNTS = (("added", 7), ("removed", 8), ("hunks", 6), ("notes", 6), ("tests", 6))
_COUNTS_COLUMNS = sum(columns for _, columns in _COUNTS) + 1
_WIDEST = 400  # columns reached by scrolling sideways


class ChangesView(LineView):
    """Shows changes; which those are is decided elsewhere. The cursor stays on its line or hunk."""

    HAS_RANGES: ClassVar[bool] = True

    class FileChanged(LineView.Moved):
        """The cursor is in another file."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.inputs: ChangeInputs | None = None
        self.rows: Sequence[ChangeRow] = ()
        self._opened: frozenset[str] = frozenset()
        self._folded: frozenset[HunkKey] = frozenset()
        self._colours: dict[HunkKey, tuple[Hunk, Highlighted, Highlighted]] = {}  # of old and new side
        self._noted: dict[str, int] = {}
        self._digits = 3
        self._at_path = ""
        self._words = ""  # that are searched
        self._matches: list[int] = []
        self._before_search: frozenset[str] = frozenset()  # files that were open then

    # --- what is shown -------------------------------------------------------------------------------

    def show(self, inputs: ChangeInputs | None) -> None:
        """Show other changes, or the same ones with other notes and marks; files stay open."""
        self.inputs = inputs
        if inputs is None:
            self.rows = ()
            self.show_rows(0, 0)
            return
        files = inputs.changes.files
        last = (hunk.lines[-1] for file in files for hunk in file.hunks)
        numbers = (max(line.old, line.new) for line in last)
        self._digits = max(3, len(str(max(numbers, default=0))))
        self._noted = {}
        for note in inputs.notes:
            if note.is_open:
                self._noted[note.written.path] = self._noted.get(note.written.path, 0) + 1
        self._renew()

    def take(self, comparison: Comparison, task_base: str | None) -> None:
        """Show what is known now; `task_base` is the base of the diff that is part of the task."""
        self.empty = changes_hint(comparison)
        is_task = task_base is not None and task_base == comparison.base
        title = "5 Changes"
        if comparison.changes is not None:
            title += f"  {summary(comparison.changes, comparison.viewed)}"
        self.border_title = Content(title + ("  is the task" if is_task else ""))
        noted = sum(1 for note in comparison.of_base if note.is_open)
        self.border_subtitle = Content(f"{noted:,} for review, E exports" if noted else "")
        self.show(comparison.inputs)

    def _renew(self, wanted: ChangeRow | None = None) -> None:
        """Make the rows anew, with the cursor where it was, or on the row wanted."""
        assert self.inputs is not None
        at = wanted or self.row_at_cursor
        before = self.rows
        self.rows = change_rows(replace(self.inputs, opened=self._opened, closed=self._folded))
        longest = max((len(self._text(row)) for row in self.rows), default=0)
        columns = min(longest + 2 * self._digits + 12, _WIDEST)
        columns = columns if columns > self.size.width else 0
        self._matches = lines_with([self._text(row) for row in self.rows], self._words)
        position = position_of(self.rows, at, before, self.cursor)
        first, last = self.chosen or (0, -1)
        shift = position - self.cursor
        chosen = map(_place_of, before[first : last + 1])
        same = [*chosen] == [*map(_place_of, self.rows[max(0, first + shift) : last + 1 + shift])]
        self.show_rows(len(self.rows), position, columns=columns, keep=True, same=same)
        self._tell_file()

    @staticmethod
    def _text(row: ChangeRow) -> str:
        return row.the_line.text if row.kind is Kind.LINE and row.the_line else row.text

    def open_file(self, path: str, is_open: bool = True) -> None:
        """Show the hunks of a file, or fold them."""
        opened = self._opened | {path} if is_open else self._opened - {path}
        if opened != self._opened and self.inputs is not None:
            self._opened = opened
            head = next((row for row in self.rows if row.path == path and row.kind is Kind.FILE), None)
            self._renew(None if is_open else head)

    def _open_hunk(self, row: ChangeRow, is_open: bool) -> None:
        key = row.path, row.hunk
        self._folded = self._folded - {key} if is_open else self._folded | {key}
        head = next(each for each in self.rows if each.kind is Kind.HUNK and (each.path, each.hunk) == key)
        self._renew(head)

    # --- where the cursor is -------------------------------------------------------------------------

    @property
    def row_at_cursor(self) -> ChangeRow | None:
        """What the cursor is on."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def rows_chosen(self) -> Sequence[ChangeRow]:
        """The rows that are chosen, else that of the cursor."""
        if (chosen := self.chosen) is not None:
            return self.rows[chosen[0] : chosen[1] + 1]
        row = self.row_at_cursor
        return [row] if row is not None else []

    @property
    def note_at_cursor(self) -> ReviewNote | None:
        """The review note that the cursor is on."""
        row = self.row_at_cursor
        return row.note if row is not None else None

    def place(self) -> Spec | None:
        """The file, or the function or changed lines of the hunk."""
        row = self.row_at_cursor
        return spec_of(row) if row is not None else None

    def line_place(self) -> tuple[str, int] | None:
        """Path and line of the new side under the cursor, None where the file is no more."""
        row = self.row_at_cursor
        if row is None or not row.path or (row.file and row.file.status is FileStatus.REMOVED):
            return None
        return row.path, new_line(row)

    def text_of(self, y: int) -> str:
        """A row without its margin."""
        row = self.rows[y]
        return row.path if row.kind is Kind.FILE else self._text(row)

    # --- moving --------------------------------------------------------------------------------------

    def jump(self, step: int) -> None:
        """To the next or previous hunk, into files that are closed but not into those that were viewed; while
        words are searched, to the next place where they stand.
        """
        if self.inputs is None:
            return
        if self._words:
            if (match := next_of(self._matches, self.cursor, step)) is not None:
                self.go_to(match, centre=True)
            return
        found = hunk_beside(self.inputs, self._opened, self.row_at_cursor, step)
        if found is not None:
            self._go_to_hunk(*found)

    def search(self, words: str) -> int:
        """Find words in all hunks but those of viewed files, which opens their files; '' folds them again.

        Returns how many rows hold the words.
        """
        if self.inputs is None:
            return 0
        if not self._words:
            self._before_search = self._opened
        self._words = words
        at = self._at_path
        self._opened = self._before_search | {at} if at in self._opened else self._before_search
        if len(words) > 1:
            self._opened |= {
                file.path
                for file in self.inputs.changes.files
                if file.path not in self.inputs.viewed and _holds(file, words)
            }
        self._renew()
        if self._matches and self.cursor not in self._matches:
            self.go_to(next_of(self._matches, self.cursor, 1) or self._matches[0], centre=True)
        return len(self._matches)

    def back(self) -> bool:
        """Search no more."""
        if not self._words:
            return False
        self.search("")
        return True

    def _go_to_hunk(self, path: str, hunk: int) -> None:
        self.open_file(path)
        for k, row in enumerate(self.rows):
            if row.kind is Kind.HUNK and (row.path, row.hunk) == (path, hunk):
                self.go_to(k, centre=True)
                return

    def go_to_next_file(self) -> None:
        """To the next file that was not viewed."""
        viewed = self.inputs.viewed if self.inputs is not None else ()
        for k in range(self.cursor + 1, len(self.rows)):
            if self.rows[k].kind is Kind.FILE and self.rows[k].path not in viewed:
                self.go_to(k)
                return

    def in_or_out(self, step: int) -> bool:
        """Open or close a file or hunk; out of a line to its hunk, out of a hunk to its file."""
        row = self.row_at_cursor
        if row is None or row.file is None:
            return False
        if step > 0:
            if row.kind is Kind.FILE:
                self.open_file(row.path)
            elif row.kind is Kind.HUNK:
                self._open_hunk(row, True)
            return row.kind in (Kind.FILE, Kind.HUNK)
        if self.scroll_offset.x:
            return False
        if row.kind is Kind.FILE:
            self.open_file(row.path, False)
        elif row.kind is Kind.HUNK and row.is_open:
            self._open_hunk(row, False)
        else:
            self._go_out(row)
        return True

    def _go_out(self, row: ChangeRow) -> None:
        kind = Kind.HUNK if row.hunk >= 0 and row.kind is not Kind.HUNK else Kind.FILE
        for k in range(self.cursor - 1, -1, -1):
            if self.rows[k].kind is kind:
                self.go_to(k)
                return

    def watch_cursor(self, old: int, new: int) -> None:
        """Tell when the cursor enters another file."""
        super().watch_cursor(old, new)
        self._tell_file()

    def _tell_file(self) -> None:
        row = self.row_at_cursor
        if row is not None and row.path != self._at_path:
            self._at_path = row.path
            self.post_message(self.FileChanged(self))

    # --- drawing -------------------------------------------------------------------------------------

    def head(self, width: int) -> Sequence[Piece]:
        """The names of the columns; where no border bears the summary, it stands here."""
        room = max(8, width - 1 - _COUNTS_COLUMNS)
        is_bare = self.screen.has_class("-narrow") and self.inputs is not None
        text = summary(self.inputs.changes, self.inputs.viewed) if is_bare and self.inputs else "   st file"
        return [
            (" " + cut(text, room), Style()),
            *((right(name, columns), Style()) for name, columns in _COUNTS),
        ]

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One row."""
        row, cursor = self.rows[y], (">" if y == self.cursor else " ", Style())
        if row.kind is Kind.FILE:
            return [cursor, *self._file(row, width - 1)]
        if row.kind is Kind.HUNK and row.the_hunk is not None:
            sign = "- " if row.is_open else "+ "
            heading = one_line(row.the_hunk.heading)
            return [cursor, ("  " + sign, Style()), (heading, self.style_of("row--note"))]
        if row.kind in (Kind.LINE, Kind.NOTE):
            pieces = self._line(row) if row.kind is Kind.LINE else self._note(row)
            return [cursor, *with_matches(pieces, self._words, self.style_of("row--match"))]
        return [cursor, ("    ", Style()), (row.text, self.style_of("row--quiet"))]

    def _file(self, row: ChangeRow, width: int) -> Iterable[Piece]:
        assert row.file is not None
        assert self.inputs is not None
        file, quiet = row.file, self.style_of("row--quiet")
        is_viewed = row.path in self.inputs.viewed
        noted = self._noted.get(row.path, 0)
        tests = self.inputs.tests.get(row.path)
        letter = _LETTERS[file.status]
        yield "- " if row.is_open else "+ ", Style()
        yield "v " if is_viewed else "  ", self.style_of("row--good")
        yield letter, self.style_of(_STYLE_OF_LETTER[letter])
        room = max(8, width - 6 - _COUNTS_COLUMNS)
        path = one_line(row.path)
        path = path if cell_len(path) <= room else cut_left(path, room)
        yield " " + cut(path, room), quiet if is_viewed else self.style_of("row--head")
        cells = (
            (f"+{file.added:,}" if file.added else "", "row--good"),
            (f"-{file.removed:,}" if file.removed else "", "row--bad"),
            (f"{len(file.hunks):,}" if file.hunks else "", "row--quiet"),
            (f"{noted:,}" if noted else "", "row--note"),
            (f"{len(tests.tests):,}" if tests is not None else "", "row--quiet"),
        )
        for (_, columns), (text, style) in zip(_COUNTS, cells, strict=True):
            yield right(text, columns), self.style_of(style)

    def _line(self, row: ChangeRow) -> Iterable[Piece]:
        line = row.the_line
        assert line is not None
        quiet = self.style_of("row--quiet")
        old = right(str(line.old) if line.old else "", self._digits)
        new = right(str(line.new) if line.new else "", self._digits)
        yield f" {old} {new} ", quiet
        sign = {"+": "row--good", "-": "row--bad"}.get(line.kind)
        yield f"{line.kind} ", self.style_of(sign) if sign else quiet
        for text, name in self._runs(row):
            yield text, self.style_of(name) if name else Style()

    def _runs(self, row: ChangeRow) -> Sequence[tuple[str, str]]:
        """The line in colours; each side is lexed by itself, as if the other was not there."""
        hunk, line, key = row.the_hunk, row.the_line, (row.path, row.hunk)
        assert hunk is not None
        assert line is not None
        kept = self._colours.get(key)
        if kept is None or kept[0] is not hunk:
            old = [each.text for each in hunk.lines if each.old]
            new = [each.text for each in hunk.lines if each.new]
            before = Highlighted(row.path, old, excerpt=True)
            kept = hunk, before, Highlighted(row.path, new, excerpt=True)
            self._colours[key] = kept
        if line.new:
            return kept[2].line(line.new - hunk.new_start)
        return kept[1].line(line.old - hunk.old_start)

    def _note(self, row: ChangeRow) -> Iterable[Piece]:
        assert row.note is not None
        style = self.style_of("row--note" if row.note.is_open else "row--quiet")
        yield " " * (2 * self._digits + 3) + ("▌ " if row.part else "▛ "), style
        yield row.text, style + Style(bold=row.part == 0)

    def row_style(self, y: int) -> str:
        """Added and removed lines have a background of their own."""
        line = self.rows[y].the_line if self.rows[y].kind is Kind.LINE else None
        return {"+": "row--added", "-": "row--removed"}.get(line.kind, "") if line is not None else ""


def _place_of(row: ChangeRow) -> tuple[object, ...]:
    """What a row is, whatever is known of its file meanwhile."""
    return row.kind, row.path, row.hunk, row.line, row.part, row.the_line and row.the_line.text


def _holds(file: ChangedFile, words: str) -> bool:
    """Whether words stand in a line that the diff of a file shows."""
    return any(lines_with([line.text for line in hunk.lines], words) for hunk in file.hunks)
