"""Copying and writing: the pack, what is new in it, an item, a path, a line for an agent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from ctxsmith_tui.answers.source import code_at
from ctxsmith_tui.handout.clipboard import NOTHING, Copied, copy
from ctxsmith_tui.handout.delta import delta, handed_over
from ctxsmith_tui.handout.files import part_places, write_file, wrong_place
from ctxsmith_tui.handout.handover import handover_line
from ctxsmith_tui.handout.parts import split_pack
from ctxsmith_tui.model import Pack
from ctxsmith_tui.store.database import ensure_folder
from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskText

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine
    from ctxsmith_tui.tui.app import Workbench

FALLBACK_FILE = "pack.md"  # in the repository's own folder of the index, for want of a clipboard


class HandingOverCommands(Commands):
    """From the pack to where it is wanted."""

    def __init__(self, app: Workbench) -> None:
        super().__init__(app)
        self._parts: tuple[str, ...] = ()
        self._next_part = 0
        self._copying = asyncio.Lock()

    async def copy(self) -> None:
        """Copy the pack; where parts have a limit, one part each time."""
        async with self._copying:  # a second key waits for its turn, and then copies the next part
            await self._copy()

    async def _copy(self) -> None:
        pack = await self._pack()
        if pack is None:
            return
        limit = self.app.settings.part_tokens
        parts = await asyncio.to_thread(split_pack, pack, limit) if limit else (pack.text,)
        if parts != self._parts:
            self._parts, self._next_part = parts, 0
        number, total = self._next_part, len(parts)
        copied = await self.to_clipboard(parts[number])
        which = f"part {number + 1} of {total}: " if total > 1 else ""
        if copied.backend == NOTHING:
            self.app.say(f"{which}{copied.message}", wrong=True)
            return
        self._next_part = (number + 1) % total
        self.app.say(f"{which}{copied.message}{'; y copies the next' if total > number + 1 else ''}")
        if number + 1 == total:
            await self._keep(handed_over(pack.items))

    async def copy_new(self) -> None:
        """Copy only what is new or changed since the last copy."""
        pack = await self._pack()
        if pack is None:
            return
        earlier = await self.app.session.kept(lambda engine: engine.exported())
        if not earlier:
            self.app.say("nothing was copied yet; y copies the whole pack")
            return
        new = await asyncio.to_thread(delta, pack, earlier, pack.budget)
        if not new.text:
            self.app.say("nothing is new or changed since the last copy")
            return
        copied = await self.to_clipboard(new.text)
        gone = f", {len(new.dropped)} gone" if new.dropped else ""
        what = f"{len(new.items)} new or changed items{gone}, {new.tokens:,} tokens"
        self.app.say(f"{what}: {copied.message}", wrong=copied.backend == NOTHING)
        if copied.backend != NOTHING:
            await self._keep(dict(new.handed))

    async def copy_item(self) -> None:
        """Copy the lines that the cursor is on."""
        lines = await self._lines()
        if lines is not None:
            await self.copy_text(lines)

    async def copy_path(self) -> None:
        """Copy where the cursor is, as a SPEC."""
        if reference := self.app.view().reference():
            await self.copy_text(reference)

    async def copy_handover(self) -> None:
        """Copy one line that tells an agent how to get this pack."""
        await self.copy_text(handover_line(self.app.root, self.app.state.curation.name))

    async def write(self) -> None:
        """Write the pack to a file."""
        pack = await self._pack()
        if pack is None:
            return
        ending = {"markdown": "md", "xml": "xml", "json": "json", "plain": "txt"}[pack.format]
        name = await self.app.push_screen_wait(
            AskText(
                "Write the pack to",
                f"pack.{ending}",
                hint=f"in {Path.cwd()}; a file that exists is replaced",
                check=wrong_place,
            )
        )
        if name is None:
            return
        limit = self.app.settings.part_tokens
        parts = await asyncio.to_thread(split_pack, pack, limit) if limit else (pack.text,)
        places = part_places(str(Path(name).expanduser()), len(parts))
        for place, text in zip(places, parts, strict=True):
            await asyncio.to_thread(write_file, place, text)
        last = Path(places[-1]).name
        what = f"{len(parts)} parts to {places[0]} ... {last}" if len(parts) > 1 else f"the pack to {name}"
        self.app.say(f"wrote {what}")
        await self._keep(handed_over(pack.items))

    # --- how -----------------------------------------------------------------------------------------

    async def _pack(self) -> Pack | None:
        """The pack of everything that was decided so far and of the files as they are now."""
        if not self.app.state.curation.task.strip() and not self.app.state.curation.settings.get("base"):
            self.app.say("there is no task yet; t writes one")
            return None
        pack = await self.app.session.current_pack()
        if not pack.text:
            self.app.say("the pack is empty; nothing was copied")
            return None
        return pack

    async def _lines(self) -> str | None:
        """The text of the places at the cursor, as the file on disk has it."""
        places = self.app.places()

        def read(engine: Engine) -> str:
            return "".join(code_at(engine.source(place.path), place) for place in places)

        return await self.app.session.answer(read) or None

    async def copy_text(self, text: str) -> None:
        """Copy any text, and say what became of it."""
        copied = await self.to_clipboard(text)
        self.app.say(copied.message, wrong=copied.backend == NOTHING)

    async def to_clipboard(self, text: str) -> Copied:
        """Copy a text in a thread; for want of a clipboard into a file of the index's folder."""
        fallback = ensure_folder(self.app.root) / FALLBACK_FILE
        return await asyncio.to_thread(copy, text, write_terminal=self.app.write_terminal, fallback=fallback)

    async def _keep(self, hashes: dict[str, str]) -> None:
        await self.app.session.kept(lambda engine: engine.keep_exported(None, hashes))
