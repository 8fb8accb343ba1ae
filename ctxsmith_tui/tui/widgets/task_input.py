"""Where the task is written."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import TextArea

from ctxsmith_tui.tui.text import typable

PLACEHOLDER = "What do you want to do? Plain words, an issue, a stack trace. Enter ranks."


class TaskInput(TextArea):
    """Many lines of plain text. Enter is done, Ctrl+J a new line, Esc leaves."""

    class Submitted(Message):
        """The task is finished."""

    class Left(Message):
        """The box was left with Esc."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(
            id=id, soft_wrap=True, show_line_numbers=False, tab_behavior="focus", placeholder=PLACEHOLDER
        )

    def load_text(self, text: str) -> None:
        """Put a task into the box."""
        super().load_text(typable(text))

    def shows(self, task: str) -> bool:
        """Whether the box holds a task, as it can be shown."""
        return self.text == typable(task)

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.post_message(self.Submitted())
        elif event.key == "escape":
            event.stop()
            event.prevent_default()
            self.post_message(self.Left())
        elif event.key in ("ctrl+j", "shift+enter", "alt+enter"):
            event.stop()
            event.prevent_default()
            self.insert("\n")
        else:
            await super()._on_key(event)
