"""A file as it is on disk, with what the pack, decisions, notes and changes say of each line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style

from ctxsmith_tui.model import SourceText, Spec
from ctxsmith_tui.tui.highlight import Highlighted
from ctxsmith_tui.tui.rows import CHANGED, NOTED, STYLE_OF_LETTER
from ctxsmith_tui.tui.search import lines_with, next_of, with_matches
from ctxsmith_tui.tui.source_marks import NOTHING, innermost, spec_of_line, spec_of_range
from ctxsmith_tui.tui.text import Piece, code_line, cut_left, one_line, right, widest
from ctxsmith_tui.tui.widgets.line_view import LineView

_PROSE = ("code--comment", "code--string", "code--keyword", "code--number")
_NAME = re.compile(r"[^\W\d]\w*")


class SourceView(LineView):
    """All lines of a file. Without chosen lines, decisions are about the innermost symbol at the cursor."""

    HAS_RANGES: ClassVar[bool] = True

    class Left(LineView.Moved):
        """A person wants to return to where the file was opened."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.source: SourceText | None = None
        self._colours = Highlighted("", ())
        self._letters = ""  # one a line
        self._noted: frozenset[int] = frozenset()  # 1-based lines
        self._changed: frozenset[int] = frozenset()
        self._words = ""
        self._matches: list[int] = []

    # --- what is shown -------------------------------------------------------------------------------

    def show(self, source: SourceText, line: int = 0) -> None:
        """Show a file, the cursor on a line; without one it stays on the line that it is on."""
        is_same = self.source is not None and self.source.path == source.path
        self.source = source
        self._colours = Highlighted(source.path, source.lines)
        self._letters = ""
        self._matches = lines_with(source.lines, self._words)
        columns = self._margin + widest(source.lines) + 1
        self.empty = [source.note] if source.note else []
        self.show_rows(len(source.lines), max(0, line - 1) if line else None, columns=columns, keep=is_same)
        if not is_same:
            self.go_to(self.cursor, centre=True)

    def act(self, id: str) -> None:
        """Return to where the file was opened."""
        if id == "walk_back":
            self.post_message(self.Left(self))

    def mark(self, letters: str, noted: frozenset[int], changed: frozenset[int]) -> None:
        """Say what the margin shows: a letter a line, and the lines with notes and with changes."""
        now = letters, noted, changed
        if now != (self._letters, self._noted, self._changed):
            self._letters, self._noted, self._changed = now
            self.refresh_rows()

    @property
    def _margin(self) -> int:
        """Columns before the code."""
        count = len(self.source.lines) if self.source else 0
        return 4 + len(str(count)) + 1

    def margin(self, y: int) -> int:
        """The margin is not copied."""
        return self._margin

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One line of the file."""
        plain, quiet, line = Style(), self.style_of("row--quiet"), y + 1
        letter = self._letters[y : y + 1] or NOTHING
        runs = [(text, self.style_of(name) if name else plain) for text, name in self._colours.line(y)]
        return [
            (">" if y == self.cursor else " ", plain),
            (letter, self.style_of(STYLE_OF_LETTER[letter]) if letter in STYLE_OF_LETTER else quiet),
            (NOTED if line in self._noted else " ", self.style_of("row--note")),
            (CHANGED if line in self._changed else " ", self.style_of("row--changed")),
            (right(str(line), self._margin - 5), quiet),
            (" ", quiet),
            *with_matches(runs, code_line(self._words), self.style_of("row--match")),
        ]

    def text_of(self, y: int) -> str:
        """A line as it really is, not as it is drawn."""
        return self.source.lines[y] if self.source else ""

    def title(self, width: int) -> str:
        """Path, line and what it belongs to, for `width` columns."""
        if self.source is None:
            return ""
        if self.chosen is not None:
            first, last = self.chosen
            place = self.places()[0]
            lines = "1 line" if first == last else f"{last - first + 1:,} lines"
            about = f"choosing {lines}: {place.symbol or f'{first + 1}-{last + 1}'}"
        else:
            symbol = innermost(self.source.symbols, self.cursor + 1)
            about = f"in {symbol.qualname}" if symbol else ""
        where = f"  {self.cursor + 1:,}/{self.count:,}" if self.count else ""
        if self._words:
            where += f"  {len(self._matches):,} lines match"
        about = one_line(f"  {about}") if about else ""
        path = one_line(self.source.path)
        room = max(12, width - len(where) - len(about))
        return (cut_left(path, room) if cell_len(path) > room else path) + where + about

    # --- places --------------------------------------------------------------------------------------

    def place(self) -> Spec | None:
        """The innermost symbol at the cursor, else the file."""
        return spec_of_line(self.source.path, self.source.symbols, self.cursor + 1) if self.source else None

    def places(self) -> list[Spec]:
        """The chosen lines, named by their symbol if they are all of one; else the place of the cursor."""
        if self.source is None or self.chosen is None:
            return super().places()
        first, last = self.chosen
        return [spec_of_range(self.source.path, self.source.symbols, first + 1, last + 1)]

    def line_place(self) -> tuple[str, int] | None:
        """Path and line under the cursor."""
        return (self.source.path, self.cursor + 1) if self.source else None

    def names(self) -> tuple[str, ...]:
        """The names in the code of the line at the cursor; those in comments and strings are prose."""
        if not self.count:
            return ()
        code = " ".join(text for text, name in self._colours.line(self.cursor) if name not in _PROSE)
        return tuple(dict.fromkeys(_NAME.findall(code)))

    def reference(self) -> str:
        """Path and line of the cursor, or the lines that are chosen."""
        if self.source is None or self.chosen is not None:
            return super().reference()
        return f"{self.source.path}:{self.cursor + 1}"

    # --- searching -----------------------------------------------------------------------------------

    def search(self, words: str) -> int:
        """Mark where a text stands, and go to the next such line; returns how many lines hold it."""
        self._words = words
        self._matches = lines_with(self.source.lines, words) if self.source else []
        self.refresh_rows()
        if self._matches and self.cursor not in self._matches:
            self.jump(+1)
        self.post_message(self.Moved(self))
        return len(self._matches)

    def jump(self, step: int) -> None:
        """To the next match, from the last to the first; without a search to the next mark of the margin."""
        rows = self._matches if self._words else self._marked_rows()
        found = next_of(rows, self.cursor, step)
        if found is None and rows:
            found = rows[0 if step > 0 else -1]
        if found is not None:
            self.go_to(found, centre=True)

    def _marked_rows(self) -> list[int]:
        """The first line of each run of lines that look the same in the margin, where there is a mark."""
        looks = [
            (letter, line in self._noted, line in self._changed)
            for line, letter in enumerate(self._letters, 1)
        ]
        nothing = (NOTHING, False, False)
        return [y for y, look in enumerate(looks) if look != nothing and (not y or looks[y - 1] != look)]
