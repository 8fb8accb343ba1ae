"""Curations: saved, opened, deleted; and what an earlier answer or reply brings in."""

from __future__ import annotations

import time

from ctxsmith_tui.model import CurationSummary
from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskText, AskYes, Choose, Option

_SAVE = "save"
_OPEN = "open:="  # before a name, which may be any text, "" too


class CuratingCommands(Commands):
    """Which set of decisions is the active one."""

    async def curations(self) -> None:
        """List the curations: open one, save this one under a name, delete one."""
        found = await self.app.session.kept(lambda engine: engine.curations())
        options = [_option(each) for each in found]
        options.append(Option(_SAVE, "Save this one under another name", "a copy, then the active one"))
        chosen = await self.app.push_screen_wait(
            Choose("Curations", options, hint="Ctrl+D deletes.", keys=[("ctrl+d", "delete", "Delete")])
        )
        if chosen is None:
            return
        if chosen == _SAVE:
            await self._save({each.name for each in found})
        elif chosen.startswith(_OPEN):
            name = chosen.removeprefix(_OPEN)
            await self.app.session.kept(lambda engine: engine.open_curation(name))
            await self.app.session.renew()
        elif chosen.startswith(f"delete:{_OPEN}"):
            await self._delete(chosen.removeprefix(f"delete:{_OPEN}"))

    async def _save(self, taken: set[str]) -> None:
        name = await self.app.push_screen_wait(
            AskText("Save as", hint="a name for the task and its decisions")
        )
        if not name:
            return
        overwrite = name in taken
        if overwrite and not await self.app.push_screen_wait(AskYes(f"Replace the curation {name}?")):
            return
        await self.app.session.kept(lambda engine: engine.save_curation(name, overwrite=overwrite))
        await self.app.session.renew()
        self.app.say(f"saved as {name}, which is now the active curation")

    async def _delete(self, name: str) -> None:
        shown = f"the curation {name}" if name else "the curation without a name"
        if await self.app.push_screen_wait(AskYes(f"Delete {shown}?", "This cannot be undone.")):
            await self.app.session.kept(lambda engine: engine.delete_curation(name))
            await self.app.session.renew()


def _option(each: CurationSummary) -> Option:
    name = each.name or "(without a name)"
    state = "active, " if each.active else ""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.edited)) if each.edited else "never changed"
    counts = f"{each.pins}P {each.exclusions}x"
    return Option(
        f"{_OPEN}{each.name}", name, f"{state}{counts}, {when}  {' '.join(each.task.split())[:200]}"
    )
