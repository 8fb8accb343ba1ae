"""What the cursor is on: note it, go to another line."""

from __future__ import annotations

from ctxsmith_tui.model import Spec
from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskLines, AskText


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
        await self.app.session.kept(lambda engine: engine.add_note(text, **_about(place)))
        self.app.end_range()
        self.app.say(f"noted on {place}")
        if (source := self.app.source_screen()) is not None:
            await source.renew_notes()
        self.app.session.rank_again()


def _about(place: Spec) -> dict[str, str]:
    """A place as notes name it."""
    if place.symbol is not None:
        return {"symbol": str(place)}
    return {"file": place.path} if place.start_line is None else {"span": str(place)}


def _wrong_number(text: str) -> str:
    return "" if text.isdecimal() and int(text) > 0 else "give the number of a line"
