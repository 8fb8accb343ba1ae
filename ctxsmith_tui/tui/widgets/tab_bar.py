"""The names of the panes, where not all of them have room; a click goes to one."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.widgets import Static

from ctxsmith_tui.tui.keys import ACTION_OF
from ctxsmith_tui.tui.layout import PANES
from ctxsmith_tui.tui.widgets.key_bar import KeyBar


class TabBar(Static):
    """One name a pane, in the order of `PANES`."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._tabs: Sequence[tuple[str, str]] = ()

    def show(self, tabs: Sequence[tuple[str, str]]) -> None:
        """Show other names: text and style of each."""
        if tabs != self._tabs:
            self._tabs = tabs
            self.update(Content.assemble(*tabs), layout=False)

    def on_click(self, event: events.Click) -> None:
        """Ask for the pane under the pointer, as its key does."""
        place = event.get_content_offset(self)
        end = 0
        for pane, (text, _) in zip(PANES, self._tabs, strict=True):
            end += len(text)
            if place is not None and place.x < end:
                self.post_message(KeyBar.Clicked(ACTION_OF[f"pane_{pane}"]))
                return
