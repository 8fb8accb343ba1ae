"""All keys and marks, made from the registry of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from ctxsmith_tui.tui.graph_rows import GRAPH_LEGEND
from ctxsmith_tui.tui.groups import Group
from ctxsmith_tui.tui.keys import ACTIONS, shown_keys
from ctxsmith_tui.tui.rows import LEGEND
from ctxsmith_tui.tui.text import Piece, cut, wrapped
from ctxsmith_tui.tui.widgets.line_view import LineView

_KEYS, _LABEL, _WIDE = 14, 15, 88  # columns; narrower, names stand before what they mean

Entry = tuple[str, str, str]
"""Keys or a mark, what it is called, and what it means; a heading has only the first."""


def help_entries(keymap: Mapping[str, str] | None = None) -> list[Entry]:
    """Everything there is to know: keys by group, then what marks and bars mean."""
    entries: list[Entry] = []
    group = ""
    for action in ACTIONS:
        if action.group != group:
            entries.append((action.group, "", ""))
            group = action.group
        keys = shown_keys((keymap or {}).get(action.id, action.keys))
        entries.append((keys, action.label, action.help))
    for heading, legend in (
        ("Letters and marks of a row", LEGEND),
        ("Marks of the graph, behind that letter", GRAPH_LEGEND),
        ("Bars of a row", {group.value: group.label for group in Group}),
    ):
        entries.append((heading, "", ""))
        entries += [(mark, "", meaning) for mark, meaning in legend.items()]
    return [*entries, ("- and =", "", "points against it, few and many")]


def help_lines(entries: Sequence[Entry], width: int) -> list[tuple[str, str]]:
    """(style, text) of every line, wrapped to a width."""
    lines: list[tuple[str, str]] = []
    names = _LABEL if width >= _WIDE else 0
    for keys, label, meaning in entries:
        if not meaning:
            lines += [("", ""), ("row--head", keys)] if lines else [("row--head", keys)]
            continue
        said = meaning if names or not label else f"{label}: {meaning}"
        first, *rest = wrapped(said, max(20, width - 2 - _KEYS - names))
        lines.append(("", f"  {cut(keys, _KEYS)}{cut(label, names)}{first}"))
        lines += [("", " " * (2 + _KEYS + names) + line) for line in rest]
    return lines


class HelpLines(LineView):
    """The lines."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__()
        self._entries = entries
        self._lines: list[tuple[str, str]] = []

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew."""
        super().on_resize(event)
        self._lines = help_lines(self._entries, event.size.width - 1)
        self.show_rows(len(self._lines))

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One line."""
        style, text = self._lines[y]
        return [(cut(text, width), self.style_of(style) if style else Style())]


class HelpScreen(ModalScreen[None]):
    """Help over the panes."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,question_mark,q", "leave", "Close")]

    def __init__(self, keymap: Mapping[str, str] | None = None) -> None:
        super().__init__(classes="dialog-screen")
        self._keymap = keymap

    def compose(self) -> ComposeResult:
        """A box that scrolls."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content("Keys and marks  (Esc closes)")
            yield HelpLines(help_entries(self._keymap))

    def action_leave(self) -> None:
        """Back to the panes."""
        self.dismiss(None)
