"""All keys and marks, made from the registry of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from ctxsmith_tui.tui.graph_rows import GRAPH_LEGEND
from ctxsmith_tui.tui.groups import Group
from ctxsmith_tui.tui.keys import ACTIONS, shown_keys
from ctxsmith_tui.tui.rows import LEGEND
from ctxsmith_tui.tui.text import Piece, cut
from ctxsmith_tui.tui.widgets.line_view import LineView


def help_lines(keymap: Mapping[str, str] | None = None) -> list[tuple[str, str]]:
    """(style, text) of every line: keys by group, then what marks and bars mean."""
    lines: list[tuple[str, str]] = []
    group = ""
    for action in ACTIONS:
        if action.group != group:
            lines += [("", ""), ("row--head", action.group)] if group else [("row--head", action.group)]
            group = action.group
        keys = shown_keys((keymap or {}).get(action.id, action.keys))
        lines.append(("", f"  {keys:<14} {action.label:<15} {action.help}"))
    lines += [("", ""), ("row--head", "Letters and marks of a row")]
    lines += [("", f"  {mark:<14} {meaning}") for mark, meaning in LEGEND.items()]
    lines += [("", ""), ("row--head", "Marks of the graph, behind that letter")]
    lines += [("", f"  {mark:<14} {meaning}") for mark, meaning in GRAPH_LEGEND.items()]
    lines += [("", ""), ("row--head", "Bars of a row")]
    lines += [("", f"  {group.value:<14} {group.label}") for group in Group]
    lines.append(("", f"  {'- and =':<14} points against it, few and many"))
    return lines


class HelpLines(LineView):
    """The lines."""

    def __init__(self, lines: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._lines = lines

    def on_mount(self) -> None:
        """All lines are there from the start."""
        self.show_rows(len(self._lines), 0)

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One line."""
        style, text = self._lines[y]
        return [(cut(text, width), self.style_of(style) if style else Style())]


class HelpScreen(ModalScreen[None]):
    """Help over the panes."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,question_mark,q", "leave", "Close")]
    DEFAULT_CSS = """
    HelpScreen .dialog { width: 100; }
    HelpScreen LineView { height: 32; max-height: 80vh; }
    """

    def __init__(self, keymap: Mapping[str, str] | None = None) -> None:
        super().__init__(classes="dialog-screen")
        self._keymap = keymap

    def compose(self) -> ComposeResult:
        """A box that scrolls."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content("Keys and marks  (Esc closes)")
            yield HelpLines(help_lines(self._keymap))

    def action_leave(self) -> None:
        """Back to the panes."""
        self.dismiss(None)
