"""What a model's reply asks for: every place that exists can be pinned, what does not exist is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ctxsmith_tui.model import Mentioned
from ctxsmith_tui.tui.text import Piece, cut, one_line
from ctxsmith_tui.tui.widgets.line_view import LineView


class Mentions(LineView):
    """One row a place, with whether it is to be pinned; below them the names that do not exist."""

    def __init__(self, mentioned: Mentioned) -> None:
        super().__init__()
        self._mentioned = mentioned
        self.wanted = set(range(len(mentioned.found)))

    def on_mount(self) -> None:
        """Everything is there from the start."""
        self.show_rows(len(self._mentioned.found) + len(self._mentioned.unknown), 0)

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """`[x] src/app.py::Client.send  method`."""
        quiet = self.style_of("row--quiet")
        cursor = ("> " if y == self.cursor else "  ", Style())
        if y >= len(self._mentioned.found):
            name = one_line(self._mentioned.unknown[y - len(self._mentioned.found)])
            return [cursor, (cut(f"    {name}  does not exist here", width - 2), self.style_of("row--bad"))]
        mention = self._mentioned.found[y]
        box = "[x] " if y in self.wanted else "[ ] "
        said = "" if mention.text == mention.spec else f'  "{one_line(mention.text)}"'
        return [
            cursor,
            (box, self.style_of("row--pinned")),
            (one_line(mention.spec), Style()),
            (f"  {one_line(mention.what)}{said}", quiet),
        ]

    def toggle(self) -> None:
        """Want the place of the cursor, or no longer."""
        if self.cursor < len(self._mentioned.found):
            self.wanted ^= {self.cursor}
            self.refresh_row(self.cursor)
            self.go_to(self.cursor + 1)

    def toggle_all(self) -> None:
        """Want everything, or nothing."""
        everything = set(range(len(self._mentioned.found)))
        self.wanted = set() if self.wanted == everything else everything
        self.refresh_rows()


class ReplyScreen(ModalScreen[tuple[str, ...] | None]):
    """Answers with the SPECs to pin, None when nothing is to be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Cancel"),
        ("space", "choose", "Choose"),
        ("a", "toggle_all", "All"),
        ("enter", "take", "Pin"),
    ]

    def __init__(self, mentioned: Mentioned) -> None:
        super().__init__(classes="dialog-screen")
        self._mentioned = mentioned

    def compose(self) -> ComposeResult:
        """The list and its keys."""
        found, unknown = len(self._mentioned.found), len(self._mentioned.unknown)
        with Vertical(classes="dialog") as box:
            box.border_title = Content(f"In the reply: {found} places, {unknown} names that do not exist")
            yield Mentions(self._mentioned)
            yield Static(Content("Space chooses, a all or none, Enter pins, Esc leaves"), classes="hint")

    def action_choose(self) -> None:
        """Choose the row."""
        self.query_one(Mentions).toggle()

    def action_toggle_all(self) -> None:
        """Choose all rows or none."""
        self.query_one(Mentions).toggle_all()

    def action_take(self) -> None:
        """Pin what is chosen."""
        wanted = self.query_one(Mentions).wanted
        self.dismiss(tuple(self._mentioned.found[k].spec for k in sorted(wanted)))

    @on(LineView.Opened)
    def _opened(self) -> None:
        self.action_take()

    def action_leave(self) -> None:
        """Without pinning anything."""
        self.dismiss(None)
