"""Filters, scopes and finders."""

from __future__ import annotations

from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskText


class FindingCommands(Commands):
    """Narrowing what is shown and ranked, and finding what is not."""

    async def scope(self) -> None:
        """Rank only a folder or glob."""
        now = " ".join(self.app.state.curation.scope)
        typed = await self.app.push_screen_wait(
            AskText("Scope", now, hint="folders or globs, such as src/ or '**/*.py'; empty ranks everything")
        )
        if typed is not None:
            scope = tuple(typed.split())
            self.app.session.set(f"scope {typed or 'everything'}", scope=scope)
