"""Pin, exclude, show more or less, and take it all back."""

from __future__ import annotations

from ctxsmith_tui.model import Action, Level, PlacedDecision, Spec
from ctxsmith_tui.text.amounts import plural
from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskYes

_LEVELS = tuple(Level)  # from most to least


class DecidingCommands(Commands):
    """What a person decides about the place of the cursor."""

    def pin(self) -> None:
        """Pin, or take the pin back."""
        self._toggle(Action.PIN)

    def exclude(self) -> None:
        """Exclude, or take that back."""
        self._toggle(Action.EXCLUDE)

    def auto(self) -> None:
        """Back to automatic, for every decision about the places."""
        places = self._places()
        found = [each for spec in places for each in self._about(spec)]
        if not found:
            self.app.say("there is no decision about this")
        for decision in found:
            self.app.session.decide(None, decision.spec)

    def more(self) -> None:
        """One level more detail."""
        self._level(-1)

    def less(self) -> None:
        """One level less."""
        self._level(+1)

    async def undo(self) -> None:
        """Take back the last change."""
        self.app.say(await self.app.session.undo())

    async def redo(self) -> None:
        """Do it again."""
        self.app.say(await self.app.session.undo(redo=True))

    async def clear(self) -> None:
        """Take back all decisions."""
        curation = self.app.state.curation
        count = len(curation.decisions)
        if not count:
            self.app.say("there are no decisions to take back")
        elif await self.app.push_screen_wait(
            AskYes(f"Take back all of {plural(count, 'decision')}?", "u brings them back")
        ):
            slot = self.app.session.slot
            self.app.session.change(
                lambda engine: engine.clear_decisions(writer=slot, curation=curation.name)
            )

    # --- how -----------------------------------------------------------------------------------------

    def _places(self) -> list[Spec]:
        places = self.app.places()
        if not places:
            self.app.say("put the cursor on a file, function or line first")
        return places

    def _about(self, spec: Spec) -> list[PlacedDecision]:
        """Decisions about exactly a place, else those about parts of its file when it is a file."""
        decisions = self.app.state.curation.decisions
        exact = [each for each in decisions if each.spec == spec]
        whole = spec.symbol is None and spec.start_line is None
        return exact or [each for each in decisions if whole and each.spec.path == spec.path]

    def _toggle(self, action: Action) -> None:
        for spec in self._places():
            exact = [each for each in self.app.state.curation.decisions if each.spec == spec]
            taken = bool(exact) and exact[0].action is action
            self.app.session.decide(None if taken else action, spec)
        self.app.end_range()

    def _level(self, step: int) -> None:
        """Another level for what is pinned; what is not becomes pinned with the level that it then has."""
        for spec in self._places():
            pinned = [each for each in self._about(spec) if each.action is Action.PIN]
            if pinned:
                spec, level = pinned[0].spec, pinned[0].level
            else:
                level = self.app.panes.level_of(spec)
            k = _LEVELS.index(level) + step
            if not 0 <= k < len(_LEVELS):
                self.app.say(f"{level.value} is the {'most' if step < 0 else 'least'} there is")
                continue
            self.app.session.decide(Action.PIN, spec, _LEVELS[k])
            self.app.say(f"{_LEVELS[k].value}: {spec}")
