"""Questions over the panes: a line of text, yes or no, one of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static, TextArea

from ctxsmith_tui.text.printable import printable_block
from ctxsmith_tui.tui.rows import matches
from ctxsmith_tui.tui.text import Piece, cut, one_line, typable, wrapped
from ctxsmith_tui.tui.widgets.line_view import LineView

Check = Callable[[str], str]
"""What is wrong with an answer, '' when nothing is."""


class AskText(ModalScreen[str | None]):
    """One line of text; it is checked before it is taken."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Cancel")]

    def __init__(
        self, title: str, value: str = "", *, hint: str = "", check: Check = lambda text: ""
    ) -> None:
        super().__init__(classes="dialog-screen")
        self._title, self._value, self._hint, self._check = title, one_line(value), hint, check

    def compose(self) -> ComposeResult:
        """A box with the line and what is wrong with it."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(one_line(self._title))
            yield Input(self._value, compact=True)
            yield Static(Content(one_line(self._hint)), classes="hint")
            yield Static(Content(""), classes="error")

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        wrong = self._check(event.value) if event.value else ""
        self.query_one(".error", Static).update(Content(one_line(wrong)))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if wrong := self._check(event.value):
            self.query_one(".error", Static).update(Content(one_line(wrong)))
        else:
            self.dismiss(event.value)

    def action_leave(self) -> None:
        """Without an answer."""
        self.dismiss(None)


class AskLines(ModalScreen[str | None]):
    """Text of many lines; Ctrl+S takes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Cancel"),
        ("ctrl+s", "take", "Take"),
        ("f2", "take", "Take"),
    ]

    def __init__(self, title: str, value: str = "", *, hint: str = "") -> None:
        super().__init__(classes="dialog-screen")
        self._title, self._value, self._hint = title, typable(value), hint

    def compose(self) -> ComposeResult:
        """A box with the text."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(one_line(self._title))
            yield TextArea(self._value, soft_wrap=True, tab_behavior="focus")
            yield Static(Content(f"Ctrl+S or F2 takes it, Esc leaves. {self._hint}"), classes="hint")

    def action_take(self) -> None:
        """With the text as it is."""
        self.dismiss(self.query_one(TextArea).text)

    def action_leave(self) -> None:
        """Without an answer."""
        self.dismiss(None)


class AskYes(ModalScreen[bool]):
    """A question before something that takes much back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y,enter", "answer(True)", "Yes"),
        ("n,escape", "answer(False)", "No"),
    ]

    def __init__(self, question: str, detail: str = "") -> None:
        super().__init__(classes="dialog-screen")
        self._question, self._detail = question, detail

    def compose(self) -> ComposeResult:
        """The question and its keys."""
        with Vertical(classes="dialog"):
            yield Static(Content(one_line(self._question)))
            if self._detail:
                yield Static(Content(printable_block(self._detail)), classes="hint")
            yield Static(Content("y or Enter: yes    n or Esc: no"), classes="hint")

    def action_answer(self, answer: bool) -> None:
        """Yes or no."""
        self.dismiss(answer)


class TextLines(LineView):
    """A text to be read, wrapped to the width."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self._lines: list[str] = []

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew."""
        super().on_resize(event)
        width = max(10, event.size.width - 1)
        self._lines = [line for each in self._text.split("\n") for line in wrapped(each, width)]
        self.show_rows(len(self._lines))

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """One line."""
        return [(cut(self._lines[y], width), Style())]

    @property
    def is_read(self) -> bool:
        """Whether the cursor has come to the end."""
        return self.cursor >= self.count - 1


class AskRead(ModalScreen[bool]):
    """A question about a text; yes only counts once the text was scrolled to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "accept", "Yes"),
        Binding("n,escape", "refuse", "No", priority=True),  # n is the next match of other lines
    ]

    def __init__(self, question: str, text: str) -> None:
        super().__init__(classes="dialog-screen")
        self._question, self._text = question, text

    def compose(self) -> ComposeResult:
        """The question, the text, and the keys."""
        with Vertical(classes="dialog"):
            yield Static(Content(one_line(self._question)))
            yield TextLines(self._text)
            yield Static(Content("G to the end, then y: yes    n or Esc: no"), classes="hint")

    def action_accept(self) -> None:
        """Yes, for a text that was shown to its end."""
        if self.query_one(TextLines).is_read:
            self.dismiss(True)
        else:
            self.app.bell()

    def action_refuse(self) -> None:
        """No."""
        self.dismiss(False)


@dataclass(frozen=True, slots=True)
class Option:
    """One of several things to choose: what it is, and more about it."""

    id: str
    label: str
    detail: str = ""


class OptionList(LineView):
    """Options, one a row."""

    def __init__(self) -> None:
        super().__init__()
        self.options: Sequence[Option] = ()

    def show(self, options: Sequence[Option]) -> None:
        """Show other options."""
        self.options = options
        self.show_rows(len(options), 0)

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """The label, and behind it the detail."""
        option = self.options[y]
        label = one_line(option.label)
        room = max(8, min(len(label), width - 6) if option.detail else width - 2)
        return [
            ("> " if y == self.cursor else "  ", Style()),
            (cut(label, room), Style()),
            ("  " + one_line(option.detail), self.style_of("row--quiet")),
        ]


class Choose(ModalScreen[str | None]):
    """One of several things, found by typing a part of its name.

    With `search` the options are those that it finds for what is typed, else those given that match.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Cancel"),
        ("down,ctrl+n", "move(1)", "Down"),
        ("up,ctrl+p", "move(-1)", "Up"),
        ("pagedown", "move(12)", "Down"),
        ("pageup", "move(-12)", "Up"),
    ]

    def __init__(
        self,
        title: str,
        options: Sequence[Option] = (),
        *,
        hint: str = "",
        search: Callable[[str], Sequence[Option]] | None = None,
        keys: Sequence[tuple[str, str, str]] = (),
    ) -> None:
        super().__init__(classes="dialog-screen")
        self._title, self._options, self._hint, self._search = title, options, hint, search
        for key, action, label in keys:
            # Before the line to type in, which has a meaning of its own for Ctrl+D.
            self._bindings.bind(key, f"other('{action}')", label, priority=True)

    def compose(self) -> ComposeResult:
        """A line to type in, above the options."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(one_line(self._title))
            yield Input(placeholder="type to narrow", compact=True)
            yield OptionList()
            yield Static(Content(f"Enter takes it, Esc leaves. {self._hint}"), classes="hint")

    def on_mount(self) -> None:
        """Everything is on offer at first."""
        self.query_one(OptionList).can_focus = False
        self._narrow("")

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self._narrow(event.value)

    def _narrow(self, typed: str) -> None:
        if self._search is not None:
            found = self._search(typed)
        else:
            found = [each for each in self._options if matches(f"{each.label} {each.detail}", typed)]
        self.query_one(OptionList).show(found)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._take()

    @on(LineView.Opened)
    def _opened(self) -> None:
        self._take()

    def _take(self) -> None:
        if (chosen := self._chosen()) is not None:
            self.dismiss(chosen)

    def _chosen(self) -> str | None:
        listed = self.query_one(OptionList)
        return listed.options[listed.cursor].id if listed.options else None

    def action_other(self, action: str) -> None:
        """Another key than Enter: the answer is `ACTION:ID`."""
        if (chosen := self._chosen()) is not None:
            self.dismiss(f"{action}:{chosen}")

    def action_move(self, step: int) -> None:
        """Move through the options while typing."""
        listed = self.query_one(OptionList)
        listed.go_to(listed.cursor + step)

    def action_leave(self) -> None:
        """Without an answer."""
        self.dismiss(None)
