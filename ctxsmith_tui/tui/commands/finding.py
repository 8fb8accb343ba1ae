"""Filters, scopes and finders."""

from __future__ import annotations

from ctxsmith_tui.model import Action
from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskLines, AskText
from ctxsmith_tui.tui.screens.finder import FinderScreen
from ctxsmith_tui.tui.screens.reply import ReplyScreen


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

    async def reply(self) -> None:
        """Paste a model's reply; what it asks for by name can be pinned."""
        text = await self.app.push_screen_wait(
            AskLines("Paste a reply", hint="Every path and symbol in it that exists is offered.")
        )
        if text is None or not text.strip():
            return
        name = self.app.state.curation.name
        mentioned = await self.app.session.answer(lambda engine: engine.mentioned(text))
        if not mentioned.found and not mentioned.unknown:
            self.app.say("it names no file or symbol")
            return
        chosen = await self.app.push_screen_wait(ReplyScreen(mentioned))
        if chosen:
            slot = self.app.session.slot
            wishes = [(Action.PIN, spec) for spec in chosen]
            label = f"pin {len(wishes)} places of a reply"
            self.app.session.change(
                lambda engine: engine.decide_all(wishes, writer=slot, label=label, curation=name)
            )
            self.app.say(f"pinned {len(wishes)} places; u takes them back")
