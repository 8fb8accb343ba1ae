"""Why something is where it is: its reckoning, and what the pack makes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.model import Action, NoteState, Pack, PackItem, Spec
from ctxsmith_tui.tui.session import Session
from ctxsmith_tui.tui.state import Snapshot

REST_SECONDS = 0.12  # of the cursor, until the core is asked why something is not in the pack
_KEPT = 200  # answers
_CALLED = {Action.PIN: "pin", Action.EXCLUDE: "exclusion"}


def verdict(spec: Spec, snapshot: Snapshot) -> str:
    """What the pack makes of a place, in a sentence; '' for what only the core can tell."""
    pack = snapshot.pack
    if pack is None:
        return ""
    items = [item for item in pack.items if item.path == spec.path and _covers(item, spec)]
    shown = [item for item in items if item.shown]
    if shown:
        blocks = "1 block" if len(shown) == 1 else f"{len(shown)} blocks"
        return f"In the pack: {blocks}, {sum(item.tokens for item in items):,} tokens; {shown[0].reason}."
    if items:
        return "Named in the pack, its code is not shown."
    for decision in snapshot.curation.decisions:
        if decision.action is Action.EXCLUDE and decision.spec.path == spec.path:
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
        if pack is self._pack and len(self._known) < _KEPT:
            self._known[spec] = reason
            self._told()
