"""Rows of text with a cursor, of which only those on screen are made: lists, trees, packs and whole files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ctxsmith_tui.tui.keys import bindings
from ctxsmith_tui.tui.text import Piece, cut, strip_of

COLUMNS_A_STEP = 8  # when scrolling sideways
_KEPT_STRIPS = 600


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
        self.empty: Sequence[str] = ()  # what is shown while there are no rows
        self._count = 0
        self._head = 0  # lines above the rows
        self._columns = 0  # 0: rows are cut to the width of the view
        self._strips: LRUCache[tuple[int, int], Strip] = LRUCache(_KEPT_STRIPS)

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

    def with_cursor(self, strip: Strip, style: Style) -> Strip:
        """The row of the cursor as it is shown."""
        return strip.apply_style(style)

    def back(self) -> bool:
        """Take back what this view alone can take back, one step; False when that is nothing."""
        return False

    def in_or_out(self, step: int) -> bool:
        """Go into (+1) or out of (-1) the row of the cursor; False when that means nothing here."""
        return False

    def jump(self, step: int) -> None:
        """Go to the next (+1) or previous (-1) place of interest."""

    # --- rows ----------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._count

    def show_rows(
        self, count: int, cursor: int | None = None, *, columns: int = 0, keep: bool = False
    ) -> None:
        """There are other rows now. The cursor goes to `cursor`; with `keep` it stays at its place on screen.

        `columns` is the width of the widest row when rows are wider than the view.
        """
        offset = self.cursor - self.scroll_offset.y
        self._count, self._columns = count, columns
        self._strips.clear()
        self._head = 1 if count and self.head(80) else 0
        self.virtual_size = Size(columns or self.size.width, count + self._head)
        wanted = self.cursor if cursor is None else cursor
        self.set_reactive(LineView.cursor, max(0, min(wanted, count - 1)))
        if keep and count:
            self.scroll_to(y=max(0, self.cursor - offset), animate=False, immediate=True, force=True)
        self._keep_cursor_visible()
        self.refresh()
        self.post_message(self.Moved(self))

    def refresh_rows(self) -> None:
        """The rows are the same but look different."""
        self._strips.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """The theme changed."""
        super().notify_style_update()
        self._strips.clear()

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
            hint = self.empty[y] if not self._count and y < len(self.empty) else ""
            quiet = self.rich_style + self.style_of("row--quiet")
            return (
                strip_of([("  " + cut(hint, max(1, width - 2)), quiet)])
                if hint
                else Strip.blank(width, self.rich_style)
            )
        key = number, width
        strip = self._strips.get(key)
        if strip is None:
            strip = strip_of(self.row(number, width))
            self._strips[key] = strip
        strip = strip.crop_extend(scroll_x, scroll_x + width, self.rich_style).apply_style(self.rich_style)
        if name := self.row_style(number):
            strip = strip.apply_style(self.style_of(name))
        return self.with_cursor(strip, self.style_of("row--cursor")) if number == self.cursor else strip

    # --- the cursor ----------------------------------------------------------------------------------

    def watch_cursor(self, old: int, new: int) -> None:
        """Show that the cursor moved."""
        for number in (old, new):
            self.refresh_row(number)
        self._keep_cursor_visible()
        self.post_message(self.Moved(self))

    def refresh_row(self, number: int) -> None:
        """One row looks different."""
        self._strips.discard((number, self.size.width))
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
        else:
            self.act(id)

    def act(self, id: str) -> None:
        """A key that means something in this view alone."""

    def _sideways(self, step: int) -> None:
        if not self.in_or_out(step):
            self.scroll_relative(x=step * COLUMNS_A_STEP, animate=False, immediate=True)

    def on_resize(self, event: events.Resize) -> None:
        """Rows are cut anew."""
        self._strips.clear()
        if not self._columns:
            self.virtual_size = Size(event.size.width, self._count + self._head)
        self._keep_cursor_visible()

    def on_click(self, event: events.Click) -> None:
        """Choose a row; a double click opens it."""
        number = event.y + self.scroll_offset.y - self._head
        if not 0 <= number < self._count:
            return
        self.go_to(number)
        if event.chain == 2:
            self.post_message(self.Opened(self))
