"""Why something is where it is: its reckoning, and what the pack makes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.model import Action, NoteState, Pack, PackItem, Spec
from ctxsmith_tui.text.amounts import plural
from ctxsmith_tui.tui.rows import Row
from ctxsmith_tui.tui.session import Session
from ctxsmith_tui.tui.state import Snapshot
from ctxsmith_tui.tui.widgets.why_view import Reckoning

REST_SECONDS = 0.12  # of the cursor, until the core is asked why something is not in the pack
_KEPT = 200  # answers
_CALLED = {Action.PIN: "pin", Action.EXCLUDE: "exclusion"}


def verdict(spec: Spec, snapshot: Snapshot) -> str:
    """What the pack makes of a place, in a sentence; '' for what only the core can tell."""
    pack = snapshot.pack
    if snapshot.pack_error:
        return "No pack fits these decisions and the budget; the one before is shown."
    if pack is None:
        return ""
    pins = [each for each in snapshot.curation.decisions if each.action is Action.PIN and each.spec == spec]
    pinned = f", pinned as {pins[-1].level.value}" if pins else ""
    items = items_about(spec, pack)
    shown = [item for item in items if item.shown]
    if shown:
        tokens = sum(item.tokens for item in items)
        reason = "" if pinned else f"; {shown[0].reason}"
        return f"In the pack{pinned}: {plural(len(shown), 'block')} of {tokens:,} tokens{reason}."
    if items:
        return f"Named in the pack{pinned}, its code is not shown."
    for decision in snapshot.curation.decisions:
        if decision.action is Action.EXCLUDE and decision.spec in (spec, Spec(spec.path)):
            return f"Not in the pack: {decision.spec} is excluded."
    return ""


def trouble(spec: Spec, snapshot: Snapshot) -> str:
    """What became of the code of decisions that a place carries, and the way out; '' while all is well."""
    said = []
    for decision in snapshot.curation.decisions:
        if decision.state is NoteState.CURRENT or not _meets(decision.spec, spec):
            continue
        what = f"The {_CALLED[decision.action]} of {decision.spec}"
        if decision.state is NoteState.LOST:
            said.append(f"{what} is lost: its code is gone; a on the file takes it back.")
        else:
            change = f": {decision.change}" if decision.change else ""
            said.append(f"{what} is stale, its code has changed{change}.")
    return " ".join(said)


def _meets(decided: Spec, spec: Spec) -> bool:
    """Whether a row of the list is the file of a decision, or the very symbol that it is about."""
    return decided.path == spec.path and spec.symbol in (None, decided.symbol)


def reckoning_of(row: Row, said: str) -> Reckoning:
    """Why a row of the list has its score."""
    if row.unit is not None:
        return Reckoning.of_unit(row.unit, said)
    if row.file is not None:
        return Reckoning.of_file(row.file, said)
    return Reckoning(row.spec.path, 0.0, 0, (), said)


def reckoning_at(place: Spec, snapshot: Snapshot, say: Callable[[Spec], str]) -> Reckoning | None:
    """Why the file of a place has its score; None for one that is not among those listed."""
    file = next((each for each in snapshot.files if each.path == place.path), None)
    return Reckoning.of_file(file, say(place)) if file else None


def items_about(spec: Spec, pack: Pack) -> list[PackItem]:
    """The items that show a place, or a part of it."""
    return [item for item in pack.items if item.path == spec.path and _covers(item, spec)]


def _covers(item: PackItem, spec: Spec) -> bool:
    if spec.start_line is not None and spec.end_line is not None:
        return item.start_line <= spec.end_line and spec.start_line <= item.end_line
    return spec.symbol is None or spec.symbol in item.symbol.split(", ")


class Absences:
    """Why places are not in the pack: asked of the core once the cursor rests, and kept for that pack."""

    def __init__(self, session: Session, told: Callable[[], None]) -> None:
        self._session = session
        self._told = told
        self._pack: Pack | None = None
        self._known: dict[Spec, str] = {}
        self._timer: asyncio.TimerHandle | None = None

    def reason(self, spec: Spec, snapshot: Snapshot) -> str:
        """What is known; '' while it is being asked for."""
        pack = snapshot.pack
        if pack is not self._pack:
            self._pack, self._known = pack, {}
        if pack is None or snapshot.restored:
            return ""
        if spec not in self._known:
            if self._timer is not None:
                self._timer.cancel()
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(REST_SECONDS, self._begin, spec, pack)
            return ""
        return self._known[spec]

    def _begin(self, spec: Spec, pack: Pack) -> None:
        self._session.spawn(self._ask(spec, pack))

    async def _ask(self, spec: Spec, pack: Pack) -> None:
        try:
            reason = await self._session.answer(lambda engine: engine.why_not(pack.task, str(spec), pack))
        except CtxsmithError:  # such as a pack that is about a diff
            reason = "Not in the pack."
        if pack is self._pack:
            if len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]  # the oldest
            self._known[spec] = reason
            self._told()
