"""What the cursor is on: note it, go to another line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxsmith_tui.model import Note, Spec
from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskLines, AskText

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine


class PlaceCommands(Commands):
    """Places in files and rows of views."""

    async def line(self) -> None:
        """Go to a line by its number."""
        view = self.app.view()
        if not view.count:
            self.app.say("there are no lines here")
            return
        typed = await self.app.push_screen_wait(
            AskText("Go to line", hint=f"1 to {view.count:,}", check=_wrong_number)
        )
        if typed is not None:
            view.go_to(int(typed) - 1, centre=True)

    async def note(self) -> None:
        """Write a note on the place of the cursor, or on the lines that are chosen."""
        places = self.app.places()
        if len(places) != 1:
            self.app.say("choose lines of one file" if places else "put the cursor on a place first")
            return
        place = places[0]
        text = await self.app.push_screen_wait(AskLines(f"Note on {place}"))
        if text is None or not text.strip():
            return
        slot = self.app.session.slot
        await self.app.session.kept(lambda engine: add_note(engine, text, place, slot))
        self.app.end_range()
        self.app.say(f"noted on {place}")
        if (source := self.app.source_screen()) is not None:
            await source.renew_notes()
        self.app.session.rank_again()


def add_note(engine: Engine, text: str, place: Spec, writer: int) -> Note:
    """Note a text on a file, a symbol or lines."""
    if place.symbol is not None:
        return engine.add_note(text, symbol=str(place), writer=writer)
    if place.start_line is not None:
        return engine.add_note(text, span=str(place), writer=writer)
    return engine.add_note(text, file=place.path, writer=writer)


def _wrong_number(text: str) -> str:
    return "" if text.isdecimal() and int(text) > 0 else "give the number of a line"
