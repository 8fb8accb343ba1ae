"""Going from pane to pane."""

from __future__ import annotations

from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import Choose, Option
from ctxsmith_tui.tui.widgets.task_input import TaskInput


class PaneCommands(Commands):
    """The task, the panes, zoom and back."""

    def task(self) -> None:
        """Into the box of the task."""
        self.app.close_sources()
        self.app.panes.set_focus(
            self.app.panes.query_one(TaskInput)
        )  # at once: the next key may be there already

    async def earlier_tasks(self) -> None:
        """Choose a task of before."""
        tasks = await self.app.session.kept(lambda engine: engine.task_history())
        if not tasks:
            self.app.say("there are no earlier tasks yet")
            return
        options = [Option(str(k), " ".join(task.split())[:300]) for k, task in enumerate(tasks)]
        chosen = await self.app.push_screen_wait(Choose("Earlier tasks", options))
        if chosen is not None:
            self.app.panes.write_task(tasks[int(chosen)])

    def pane_ranked(self) -> None:
        """The list."""
        self.app.panes.show_pane("ranked")

    def pane_pack(self) -> None:
        """The pack, at what the cursor is on."""
        self.app.panes.show_pane("pack")

    def pane_why(self) -> None:
        """The reckoning."""
        self.app.panes.show_pane("why")

    def pane_graph(self) -> None:
        """Callers and callees."""
        self.app.panes.show_pane("graph")

    def pane_changes(self) -> None:
        """Changes of the work tree."""
        self.app.panes.show_pane("changes")

    def pane_notes(self) -> None:
        """Notes."""
        self.app.panes.show_pane("notes")

    def zoom(self) -> None:
        """The whole screen for one pane."""
        if self.app.source_screen() is None:  # a file has all of the screen already
            self.app.panes.zoom()

    def back(self) -> None:
        """Out of whatever is open, one step at a time."""
        self.app.go_back()
