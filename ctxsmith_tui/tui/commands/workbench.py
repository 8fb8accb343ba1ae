"""Help, themes, looking again, and the ways out."""

from __future__ import annotations

import time

from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.help import HelpScreen
from ctxsmith_tui.tui.theme import THEMES

_TWICE_SECONDS = 2.0


class WorkbenchCommands(Commands):
    """What is about the workbench itself."""

    _asked = 0.0

    async def reindex(self) -> None:
        """Look at the work tree; asked for twice, build the index anew."""
        again = time.monotonic() - self._asked < _TWICE_SECONDS
        self._asked = time.monotonic()
        self.app.say(
            "building the index anew" if again else "looking at the work tree; R again builds it anew"
        )
        await self.app.session.tree.look_now(rebuild=again)
        await self.app.comparing.renew()  # files that the index leaves out may differ, too

    def theme(self) -> None:
        """The next theme."""
        names = [theme.name for theme in THEMES]
        now = self.app.theme
        self.app.theme = names[(names.index(now) + 1) % len(names)] if now in names else names[0]
        self.app.say(self.app.theme)

    def help(self) -> None:
        """All keys and marks."""
        self.app.push_screen(HelpScreen(self.app.settings.keymap))

    def suspend(self) -> None:
        """Back to the shell."""
        self.app.action_suspend_process()

    def interrupt(self) -> None:
        """Copy the selection, else stop what runs, else say how to leave."""
        self.app.interrupt()

    def quit(self) -> None:
        """Leave; everything is kept."""
        self.app.exit()
