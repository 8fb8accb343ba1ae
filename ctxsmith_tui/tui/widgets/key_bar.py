"""The last line: the few keys that matter, in the order of the registry. A click is a key press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ctxsmith_tui.tui.keys import ACTIONS, Action, shown_keys
from ctxsmith_tui.tui.text import Piece, strip_of


class KeyBar(Widget):
    """`t Task  Space Pin  x Exclude ...`, as many as fit."""

    COMPONENT_CLASSES = {"bar--key"}  # noqa: RUF012
    DEFAULT_CSS = """
    KeyBar {
        height: 1;
        background: $panel;
        color: $foreground;
        & > .bar--key { color: $accent; text-style: bold; }
    }
    """

    class Clicked(Message):
        """The key of an action was clicked."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    def __init__(self, keymap: Mapping[str, str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._keymap = keymap
        self._actions = sorted((each for each in ACTIONS if each.footer), key=lambda each: each.footer)
        self._ends: list[tuple[int, Action]] = []

    def render_line(self, y: int) -> Strip:
        """The line."""
        width, at = self.size.width, 1
        key_style = self.get_component_rich_style("bar--key", partial=True)
        pieces: list[Piece] = [(" ", self.rich_style)]
        self._ends = []
        for action in self._actions:
            key = shown_keys(self._keymap.get(action.id, action.keys).partition(",")[0])
            size = len(key) + 1 + len(action.label) + 2
            if at + size - 2 > width:
                break
            pieces += [(key, key_style), (f" {action.label}  ", self.rich_style)]
            at += size
            self._ends.append((at, action))
        return strip_of(pieces).crop_extend(0, width, self.rich_style).apply_style(self.rich_style)

    def shown(self) -> Sequence[Action]:
        """The actions that fit."""
        return [action for _, action in self._ends]

    def on_click(self, event: events.Click) -> None:
        """Do what stands under the pointer."""
        for end, action in self._ends:
            if event.x < end:
                self.post_message(self.Clicked(action))
                return
