"""What the cursor is on: note it, edit it, go to another line."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from ctxsmith_tui.model import Note, Spec
from ctxsmith_tui.personal.editor import editor_command
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

    async def editor(self) -> None:
        """Open the line in the person's own editor, and look at the work tree afterwards."""
        place = self.app.view().line_place()
        if place is None:
            self.app.say("put the cursor on a file, function or line first")
            return
        path, line = place
        command = editor_command(self.app.root / path, max(1, line), self.app.settings.editor)
        try:
            with self.app.suspend():
                failed = run_editor(command)
        except SuspendNotSupported:
            failed = "this terminal cannot be handed over to an editor"
        if failed:
            self.app.say(failed, wrong=True)
        await self.app.session.tree.look_now()

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
        await self.app.session.renew_notes()
        self.app.session.rank_again()


def add_note(engine: Engine, text: str, place: Spec, writer: int) -> Note:
    """Note a text on a file, a symbol or lines."""
    if place.symbol is not None:
        return engine.add_note(text, symbol=str(place), writer=writer)
    if place.start_line is not None:
        return engine.add_note(text, span=str(place), writer=writer)
    return engine.add_note(text, file=place.path, writer=writer)


def run_editor(command: Sequence[str]) -> str:
    """Run an editor to its end; what went wrong, '' when nothing did. Never raises."""
    try:
        code = subprocess.run(command, check=False).returncode
    except (OSError, ValueError) as error:
        return f"the editor {command[0]!r} cannot be run ({error}); set EDITOR to another"
    return f"the editor {command[0]!r} ended with {code}" if code else ""


def _wrong_number(text: str) -> str:
    return "" if text.isdecimal() and len(text) < 10 and int(text) > 0 else "give the number of a line"
