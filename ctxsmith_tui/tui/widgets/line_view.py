"""Rows of text with a cursor, of which only those on screen are made: lists, trees, packs and whole files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.cache import LRUCache
from textual.content import Content
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from ctxsmith_tui.model import Spec
from ctxsmith_tui.tui.keys import bindings
from ctxsmith_tui.tui.text import Piece, cut, marked, strip_of, wrapped

COLUMNS_A_STEP = 8  # when scrolling sideways
_KEPT_LOOKS = 600

_Look = tuple[Strip, str]
"""A row, and the component class of all of it."""


class _Painted(NamedTuple):
    """Rows as they are on the screen; None are those that are not, or not known. `cursor` is a line of it."""

    geometry: tuple[Size, Offset, int]
    rows: list[_Look | None]
    cursor: int
    is_plain: bool  # nothing is chosen or selected


class LineView(ScrollView, can_focus=True):
    """A subclass says how many rows there are and makes one; the cursor, scrolling and mouse are done here.

    Rows are made for a width and kept until `show_rows` or `refresh_rows` says that they changed.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("rows")
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *("row--cursor", "row--selected", "row--quiet", "row--head", "row--pinned", "row--excluded"),
        *("row--changed", "row--note", "row--good", "row--bad", "row--match", "row--added", "row--removed"),
        *("code--keyword", "code--string", "code--comment", "code--number", "code--defined"),
    }
    DEFAULT_CSS = """
    LineView {
        background: $background;
        color: $foreground;
        scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 0;
        & > .row--cursor { background: $ctx-cursor-quiet; }
        &:focus > .row--cursor { background: $ctx-cursor; text-style: bold; }
        & > .row--selected { background: $ctx-selected; }
        & > .row--quiet { color: $ctx-quiet; }
        & > .row--head { text-style: bold; }
        & > .row--pinned { color: $ctx-pinned; text-style: bold; }
        & > .row--excluded { color: $ctx-excluded; }
        & > .row--changed { color: $ctx-changed; }
        & > .row--note { color: $ctx-note; }
        & > .row--good { color: $success; }
        & > .row--bad { color: $ctx-excluded; }
        & > .row--match { background: $ctx-match; }
        & > .row--added { background: $ctx-added-line; }
        & > .row--removed { background: $ctx-removed-line; }
        & > .code--keyword { color: $ctx-keyword; }
        & > .code--string { color: $ctx-string; }
        & > .code--comment { color: $ctx-comment; text-style: italic; }
        & > .code--number { color: $ctx-number; }
        & > .code--defined { color: $ctx-defined; text-style: bold; }
    }
    """

    HAS_RANGES: ClassVar[bool] = False  # whether lines can be chosen with `v`

    cursor: var[int] = var(0, init=False)

    class Moved(Message):
        """The cursor is on another row, or on other content."""

        def __init__(self, view: LineView) -> None:
            super().__init__()
            self.view = view

        @property
        def control(self) -> LineView:
            """Whose cursor it is."""
            return self.view

    class Opened(Moved):
        """A person wants to see what the row is about."""

    class Searched(Moved):
        """A person wants to narrow the rows, or to search them."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._empty: Sequence[str] = ()
        self._count = 0
        self._head = 0  # lines above the rows
        self._columns = 0  # 0: rows are cut to the width of the view
        self._range_from: int | None = None  # the row where choosing lines began
        self._looks: LRUCache[tuple[int, int], _Look] = LRUCache(_KEPT_LOOKS)
        self._titles = "", ""

    # --- what a subclass says ------------------------------------------------------------------------

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """The pieces of a row, for so many columns; those beyond are reached by scrolling sideways."""
        raise NotImplementedError

    def head(self, width: int) -> Sequence[Piece]:
        """What stands above the rows and does not scroll; none by default."""
        return ()

    def row_style(self, y: int) -> str:
        """The component class of a whole row, '' for none."""
        return ""

    def with_cursor(self, strip: Strip, base: Style, cursor: Style) -> Strip:
        """The row of the cursor as it is shown, `base` being the style of the row."""
        return self.legible(strip).apply_style(base + cursor)

    def legible(self, strip: Strip) -> Strip:
        """The row without its quiet colour, which is too faint on the ground of the cursor."""
        quiet = self.style_of("row--quiet").color
        normal = Style(color=self.rich_style.color)
        return Strip(
            [
                Segment(text, style + normal if style and style.color == quiet else style)
                for text, style, _ in strip
            ]
        )

    def back(self) -> bool:
        """Take back what this view alone can take back, one step; False when that is nothing."""
        return False

    def place(self) -> Spec | None:
        """The place that the row of the cursor is about."""
        return None

    def places(self) -> list[Spec]:
        """The places that a decision would be about: those of the chosen rows, else that of the cursor."""
        place = self.place()
        return [place] if place else []

    def line_place(self) -> tuple[str, int] | None:
        """Path and line under the cursor, line 0 for a whole file."""
        place = self.place()
        return None if place is None else (place.path, place.start_line or 0)

    def reference(self) -> str:
        """How to name where the cursor is, or what is chosen, to somebody else; '' for nothing."""
        return "\n".join(map(str, self.places()))

    def text_of(self, y: int) -> str:
        """What is copied of a row: its text without the margin."""
        return "".join(text for text, _ in self.row(y, self.size.width))[self.margin(y) :]

    def margin(self, y: int) -> int:
        """How many characters before the text of a row are not copied."""
        return 0

    def in_or_out(self, step: int) -> bool:
        """Go into (+1) or out of (-1) the row of the cursor; False when that means nothing here."""
        return False

    def search(self, words: str) -> int:
        """Mark where a text stands, or show only the rows that have it; returns how many there are."""
        return 0

    def jump(self, step: int) -> None:
        """Go to the next (+1) or previous (-1) place of interest."""

    # --- rows ----------------------------------------------------------------------------------------

    @property
    def empty(self) -> Sequence[str]:
        """What is shown while there are no rows."""
        return self._empty

    @empty.setter
    def empty(self, lines: Sequence[str]) -> None:
        if lines != self._empty:
            self._empty = lines
            if not self._count:
                self.refresh()

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._count

    def show_rows(
        self,
        count: int,
        cursor: int | None = None,
        *,
        columns: int = 0,
        keep: bool = False,
        same: bool = False,
    ) -> None:
        """There are other rows now. The cursor goes to `cursor`; with `keep` it stays at its place on screen.

        With `same` the chosen rows are there as before, at the same distance from the cursor.
        `columns` is the width of the widest row when rows are wider than the view.
        """
        before, offset = self._painted(), self.cursor - self.scroll_offset.y
        self._count, self._columns = count, columns
        self._looks.clear()
        self._head = 1 if count and self.head(80) else 0
        self.virtual_size = Size(columns or self.size.width, count + self._head)
        wanted = self.cursor if cursor is None else cursor
        moved_from = self.cursor
        self.set_reactive(LineView.cursor, max(0, min(wanted, count - 1)))
        if self._range_from is not None:
            self._range_from = self._range_from + self.cursor - moved_from if same else None
        if keep and count:
            self.scroll_to(y=max(0, self.cursor - offset), animate=False, immediate=True, force=True)
        self._keep_cursor_visible()
        self._repaint(before)
        self.post_message(self.Moved(self))

    def _painted(self) -> _Painted:
        """What can be compared of the screen before and after a change."""
        top, height = self.scroll_offset.y - self._head, self.size.height
        rows = [self._looks.get((y + top, self.size.width)) for y in range(self._head, height)]
        is_plain = self._count > 0 and self.chosen is None and self.text_selection is None
        return _Painted((self.size, self.scroll_offset, self._head), rows, self.cursor - top, is_plain)

    def _repaint(self, before: _Painted) -> None:
        """Draw anew the rows that look different: most stay as they are when one decision changes."""
        if not (self.display and before.is_plain and self._count):
            self.refresh()
            return
        top, width = self.scroll_offset.y - self._head, self.size.width
        for number in range(top + self._head, min(top + self.size.height, self._count)):
            self._look(number, width)
        after = self._painted()
        if after.geometry != before.geometry:
            self.refresh()
            return
        for y, (old, new) in enumerate(zip(before.rows, after.rows, strict=True), self._head):
            if old != new or y in (before.cursor, after.cursor):
                self.refresh(Region(0, y, width, 1))

    def titled(self, title: str, subtitle: str = "") -> None:
        """Write on the border; setting a title draws everything anew, so only when it is another."""
        if (title, subtitle) != self._titles:
            self._titles = title, subtitle
            self.border_title, self.border_subtitle = Content(title), Content(subtitle)

    def refresh_rows(self) -> None:
        """The rows are the same but look different."""
        self._looks.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """The theme changed."""
        super().notify_style_update()
        self._looks.clear()

    def style_of(self, name: str) -> Style:
        """The style of a component class."""
        return self.get_component_rich_style(name, partial=True)

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        scroll_x, scroll_y = self.scroll_offset
        width = self.size.width
        if y < self._head:
            head = strip_of(self.head(width)).crop_extend(scroll_x, scroll_x + width, self.rich_style)
            return head.apply_style(self.rich_style).apply_style(self.style_of("row--quiet"))
        number = y + scroll_y - self._head
        if number >= self._count:
            return self._hint(y, width) if not self._count else Strip.blank(width, self.rich_style)
        strip, style = self._look(number, width)
        if (selection := self.text_selection) and (span := selection.get_span(number)):
            ground = self.screen.get_component_rich_style("screen--selection").bgcolor
            strip = marked(strip, (max(span[0], self.margin(number)), span[1]), Style(bgcolor=ground))
        base = self.rich_style
        if name := "row--selected" if self._is_chosen(number) else style:
            base += self.style_of(name)
        strip = strip.crop_extend(scroll_x, scroll_x + width, Style.null())
        if number == self.cursor:
            strip = self.with_cursor(strip, base, self.style_of("row--cursor"))
        else:
            strip = strip.apply_style(base)
        return strip.apply_offsets(scroll_x, number)

    def _look(self, number: int, width: int) -> _Look:
        """How a row looks without the cursor, kept as long as it looks so."""
        look = self._looks.get((number, width))
        if look is None:
            look = strip_of(self.row(number, width)), self.row_style(number)
            self._looks[number, width] = look
        return look

    def _hint(self, y: int, width: int) -> Strip:
        """A line of what is shown while there are no rows."""
        room = max(1, width - 4)
        lines = [line for text in self.empty for line in _hanging(text, room)]
        hint = cut(lines[y] if y < len(lines) else "", room)
        return strip_of([(f"  {hint}  ", self.rich_style + self.style_of("row--quiet"))])

    # --- the cursor ----------------------------------------------------------------------------------

    def watch_cursor(self, old: int, new: int) -> None:
        """Show that the cursor moved."""
        for number in (old, new):
            self.refresh_row(number)
        if self._range_from is not None:
            self.refresh()
        self._keep_cursor_visible()
        self.post_message(self.Moved(self))

    def refresh_row(self, number: int) -> None:
        """One row looks different."""
        self._looks.discard((number, self.size.width))
        self.refresh(Region(0, number - self.scroll_offset.y + self._head, self.size.width, 1))

    def _keep_cursor_visible(self) -> None:
        height, top = self.size.height - self._head, self.scroll_offset.y
        if height <= 0:
            return
        if self.cursor < top:
            top = self.cursor
        elif self.cursor >= top + height:
            top = self.cursor - height + 1
        if top != self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, immediate=True, force=True)

    def go_to(self, number: int, *, centre: bool = False) -> None:
        """Put the cursor on a row."""
        number = max(0, min(number, self._count - 1))
        if centre:
            self.scroll_to(
                y=max(0, number - self.size.height // 3), animate=False, immediate=True, force=True
            )
        self.cursor = number

    # --- choosing lines ------------------------------------------------------------------------------

    @property
    def chosen(self) -> tuple[int, int] | None:
        """First and last of the rows that are chosen, None while none are."""
        if self._range_from is None:
            return None
        return min(self._range_from, self.cursor), max(self._range_from, self.cursor)

    def _is_chosen(self, number: int) -> bool:
        return self.chosen is not None and self.chosen[0] <= number <= self.chosen[1]

    def begin_or_end_range(self) -> None:
        """Choose lines from here to wherever the cursor goes, or choose none any more."""
        self._range_from = None if self._range_from is not None else self.cursor
        self.refresh()
        self.post_message(self.Moved(self))

    def end_range(self) -> bool:
        """Choose no lines any more; returns whether some were."""
        if self._range_from is None:
            return False
        self.begin_or_end_range()
        return True

    # --- selecting text with the mouse ---------------------------------------------------------------

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, without margins."""
        if not self._count:
            return None
        first = selection.start or Offset(0, 0)
        last = selection.end or Offset(-1, self._count - 1)
        lines = []
        for y in range(max(0, first.y), min(last.y, self._count - 1) + 1):
            lines.append(self._selected_text(y, *(selection.get_span(y) or (0, -1))))
        return "\n".join(lines), "\n"

    def _selected_text(self, y: int, start: int, end: int) -> str:
        """The part of a row from one character to another (-1: the end), all of it as it really is."""
        margin = self.margin(y)
        shown = "".join(text for text, _ in self.row(y, self.size.width))
        if start <= margin and (end < 0 or end >= len(shown)):
            return self.text_of(y)
        return shown[max(start, margin) : None if end < 0 else max(end, margin)]

    def selection_updated(self, selection: Selection | None) -> None:
        """Other text is selected."""
        self.refresh()

    # --- keys and clicks -----------------------------------------------------------------------------

    def action_row(self, id: str) -> None:
        """A key of the registry that works in lists of rows."""
        page = max(1, self.size.height - self._head - 1)
        moves = {"down": 1, "up": -1, "page_down": page, "page_up": -page}
        if id in moves:
            self.go_to(self.cursor + moves[id])
        elif id in ("first", "last"):
            self.go_to(0 if id == "first" else self._count - 1)
        elif id in ("right", "left"):
            self._sideways(1 if id == "right" else -1)
        elif id in ("next", "previous"):
            self.jump(1 if id == "next" else -1)
        elif id == "filter":
            self.post_message(self.Searched(self))
        elif id == "open":
            self.post_message(self.Opened(self))
        elif id == "range" and self.HAS_RANGES:
            self.begin_or_end_range()
        else:
            self.act(id)

    def act(self, id: str) -> None:
        """A key that means something in this view alone."""

    def _sideways(self, step: int) -> None:
        if not self.in_or_out(step):
            self.scroll_relative(x=step * COLUMNS_A_STEP, animate=False, immediate=True)

    def on_resize(self, event: events.Resize) -> None:
        """Rows are cut anew."""
        self._looks.clear()
        if not self._columns:
            self.virtual_size = Size(event.size.width, self._count + self._head)
        self._keep_cursor_visible()

    def row_of_click(self, event: events.Click) -> int | None:
        """The row under the pointer, None beside the rows."""
        offset = event.get_content_offset(self)
        number = (
            -1 if offset is None or offset.y < self._head else offset.y + self.scroll_offset.y - self._head
        )
        return number if 0 <= number < self._count else None

    def on_click(self, event: events.Click) -> None:
        """Choose a row; a double click opens it, and does not select all text."""
        event.prevent_default()
        number = self.row_of_click(event)
        if number is None:
            return
        self.go_to(number)
        if event.chain == 2:
            self.post_message(self.Opened(self))


def _hanging(text: str, width: int) -> list[str]:
    """A text in lines; behind `KEY   ` the others begin where the first one's words do."""
    key, gap, words = text.partition("   ")
    indent = len(key + gap)
    if not gap or indent > width // 2:
        return wrapped(text, width)
    first, *rest = wrapped(words, width - indent)
    return [key + gap + first, *(" " * indent + line for line in rest)]
