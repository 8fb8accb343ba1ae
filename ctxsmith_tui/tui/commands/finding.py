"""Filters, scopes and finders."""

from __future__ import annotations

from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskText
from ctxsmith_tui.tui.screens.finder import FinderScreen


class FindingCommands(Commands):
    """Narrowing what is shown and ranked, and finding what is not."""

    async def find(self) -> None:
        """Any file or symbol, ranked or not."""
        found = await self.app.push_screen_wait(FinderScreen())
        if found is not None:
            self.app.open_place(found.spec, found.start_line)

    async def scope(self) -> None:
        """Rank only a folder or glob."""
        now = " ".join(self.app.state.curation.scope)
        typed = await self.app.push_screen_wait(
            AskText("Scope", now, hint="folders or globs, such as src/ or '**/*.py'; empty ranks everything")
        )
        if typed is not None:
            scope = tuple(typed.split())
            self.app.session.set(f"scope {typed or 'everything'}", scope=scope)
