"""The pack: exactly the text that will be handed over, with what each line is in the margin."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.style import Style

from ctxsmith_tui.model import LeftOut, Level, Pack, PackItem, Spec
from ctxsmith_tui.text.bars import EIGHTHS
from ctxsmith_tui.tui.highlight import Highlighted
from ctxsmith_tui.tui.rows import NAMED, PINNED, SHOWN
from ctxsmith_tui.tui.search import lines_with, next_of, with_matches
from ctxsmith_tui.tui.text import Piece, code_line, one_line, right, widest
from ctxsmith_tui.tui.widgets.line_view import LineView

_TOKENS_A_STEP = 4  # a full bar stands for eight times as many
_NUMBER = 5
_MARGIN = 3 + _NUMBER + 1  # columns before the text


class PackView(LineView):
    """Shows a pack and keeps the cursor on the item it was on. Chosen lines mean those of files."""

    HAS_RANGES: ClassVar[bool] = True

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.pack: Pack | None = None
        self.count_tokens: Callable[[str], int] | None = None
        self._lines: list[str] = []
        self._items: list[PackItem] = []  # those with lines of the text, in its order
        self._starts: list[int] = []
        self._colours: dict[int, Highlighted] = {}
        self._left_out: Sequence[LeftOut] = ()  # shown below the text, which does not have them
        self._words = ""
        self._matches: list[int] = []

    def show(self, pack: Pack | None) -> None:
        """Show another pack; the cursor stays on the same lines of the same file, if they are in it."""
        if pack is self.pack:
            return
        at = self._item_and_offset()
        lines, left_out = self._lines, self._left_out
        self.pack = pack
        self._lines = pack.text.removesuffix("\n").split("\n") if pack and pack.text else []
        with_lines = [item for item in pack.items if item.text_lines[0]] if pack else []
        self._items = sorted(with_lines, key=lambda item: item.text_lines)
        self._starts = [item.text_lines[0] - 1 for item in self._items]
        self._colours = {}
        self._matches = lines_with(self._lines, self._words)
        columns = widest(self._lines) + _MARGIN + 1
        self._left_out = pack.left_out if pack and self._lines else ()
        same = lines == self._lines and list(left_out) == list(self._left_out)
        count = len(self._lines) + (len(self._left_out) + 1 if self._left_out else 0)
        self.show_rows(count, self._position_of(*at), columns=columns, keep=True, same=same)

    def _item_and_offset(self) -> tuple[PackItem | None, int]:
        item = self.item_at(self.cursor)
        return item, self.cursor - (item.text_lines[0] - 1 if item else 0)

    def _position_of(self, wanted: PackItem | None, offset: int) -> int:
        if wanted is None:
            return min(offset, len(self._lines))
        for item in self._items:
            if (
                item.path == wanted.path
                and item.start_line <= wanted.end_line
                and wanted.start_line <= item.end_line
            ):
                return item.text_lines[0] - 1 + (offset if item == wanted else 0)
        return min(self.cursor, len(self._lines))

    def item_at(self, y: int) -> PackItem | None:
        """The item that a line of the text belongs to, None for title and the like."""
        k = bisect_right(self._starts, y) - 1
        if k < 0 or y > self._items[k].text_lines[1] - 1:
            return None
        return self._items[k]

    def source_line(self, y: int) -> int:
        """The line of the file that a line of the text shows, 0 when it is no code."""
        item = self.item_at(y)
        if item is None or not item.code_line:
            return 0
        number = item.start_line + y - (item.code_line - 1)
        return number if item.start_line <= number <= item.end_line else 0

    def place(self) -> Spec | None:
        """The place that the cursor is on: the item's symbol or lines."""
        if (left_out := self.left_out_at(self.cursor)) is not None:
            return _place(left_out.path, left_out.symbol, left_out.start_line, left_out.end_line)
        item = self.item_at(self.cursor)
        if item is None:
            return None
        if not item.shown:
            return Spec(item.path)
        whole = item.symbol if item.level is Level.FULL and "," not in item.symbol else ""
        return _place(item.path, whole, item.start_line, item.end_line)

    def left_out_at(self, y: int) -> LeftOut | None:
        """The candidate without room that stands in a row below the text."""
        k = y - len(self._lines) - 1
        return self._left_out[k] if 0 <= k < len(self._left_out) else None

    def places(self) -> list[Spec]:
        """The lines of files that the chosen lines show; without chosen lines the item of the cursor."""
        if self.chosen is None:
            return super().places()
        first, last = self.chosen
        runs: dict[PackItem, list[int]] = {}
        for y in range(first, last + 1):
            item, number = self.item_at(y), self.source_line(y)
            if item is not None and number:
                runs.setdefault(item, []).append(number)
        return [Spec(item.path, numbers[0], numbers[-1]) for item, numbers in runs.items()]

    def line_place(self) -> tuple[str, int] | None:
        """Path and line of the file under the cursor."""
        if (left_out := self.left_out_at(self.cursor)) is not None:
            return left_out.path, left_out.start_line
        item = self.item_at(self.cursor)
        return None if item is None else (item.path, self.source_line(self.cursor) or item.start_line)

    def jump_to(self, path: str, line: int = 0) -> bool:
        """Put the cursor on the code of a file, at a line of it if that is shown."""
        for item in self._items:
            if item.path != path:
                continue
            if not line:
                self.go_to(item.text_lines[0] - 1, centre=True)
                return True
            if item.code_line and item.start_line <= line <= item.end_line:
                self.go_to(item.code_line - 1 + line - item.start_line, centre=True)
                return True
        return False

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One line of the text, with letter, weight and the line of its file before it."""
        quiet = self.style_of("row--quiet")
        if y >= len(self._lines):
            return [(">" if y == self.cursor else " ", Style()), (self._below(y), quiet)]
        item, number = self.item_at(y), self.source_line(y)
        letter, style = " ", quiet
        if item is not None:
            letter = PINNED if item.pinned else SHOWN if item.shown else NAMED
            style = self.style_of("row--pinned") if item.pinned else quiet
        margin: list[Piece] = [
            (">" if y == self.cursor else " ", Style()),
            (letter, style),
            (self._weight(y), self.style_of("row--good")),
            (right(str(number) if number else "", _NUMBER), quiet),
            (" ", quiet),
        ]
        if number and item is not None:
            text = self._code(item, y)
        else:
            head = self.style_of("row--head") if item and y == item.text_lines[0] - 1 else Style()
            text = [(code_line(self._lines[y]), head)]
        return [*margin, *with_matches(text, code_line(self._words), self.style_of("row--match"))]

    def _below(self, y: int) -> str:
        left_out = self.left_out_at(y)
        if left_out is None:
            return " Not in the pack, for want of room; the best first:"
        name = f"::{left_out.symbol}" if left_out.symbol else ""
        lines = f"{left_out.start_line}-{left_out.end_line}"
        return one_line(f"^ {left_out.tokens:>6,} tokens  {left_out.path}{name} {lines}")

    def margin(self, y: int) -> int:
        """The margin is not copied."""
        return _MARGIN

    def text_of(self, y: int) -> str:
        """A line exactly as it will be handed over."""
        return self._lines[y] if y < len(self._lines) else ""

    def _weight(self, y: int) -> str:
        if self.count_tokens is None:
            return " "
        tokens = self.count_tokens(self._lines[y] + "\n")
        return EIGHTHS[min(8, -(-tokens // _TOKENS_A_STEP))] if self._lines[y].strip() else " "

    def _code(self, item: PackItem, y: int) -> list[Piece]:
        first = item.code_line - 1
        if first not in self._colours:
            last = first + item.end_line - item.start_line + 1
            self._colours[first] = Highlighted(item.path, self._lines[first:last])
        runs = self._colours[first].line(y - first)
        return [(text, self.style_of(name) if name else Style()) for text, name in runs]

    def search(self, words: str) -> int:
        """Mark where a text stands, and go to the next such line; returns how many lines hold it."""
        self._words = words
        self._matches = lines_with(self._lines, words)
        self.refresh_rows()
        if self._matches and self.cursor not in self._matches:
            self.jump(+1)
        return len(self._matches)

    def jump(self, step: int) -> None:
        """To the next match, or without a search to the next item; from the last to the first."""
        rows = self._matches if self._words else self._starts
        found = next_of(rows, self.cursor, step)
        if found is None and rows:
            found = rows[0 if step > 0 else -1]
        if found is not None:
            self.go_to(found, centre=True)


def _place(path: str, symbol: str, start: int, end: int) -> Spec:
    """A whole symbol by its name, anything else by its lines."""
    return Spec(path, symbol=symbol) if symbol else Spec(path, start, end)
