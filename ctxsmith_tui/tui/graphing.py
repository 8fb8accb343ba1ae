"""What the graph pane is about: a subject that follows the cursor until a person walks from it.

Answers come from the session's graph lane, one question at a time and always the newest. The first one may
resolve the whole repository: its progress is shown, and it can be stopped.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ctxsmith_tui.errors import UsageError, described
from ctxsmith_tui.model import Impact, Progress, Spec, SymbolReport, Uses
from ctxsmith_tui.tui.lane import Cancelled
from ctxsmith_tui.tui.state import Phase, Snapshot

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine
    from ctxsmith_tui.tui.session import Session

FOLLOW_SECONDS = 0.15  # after the last move of the cursor
FIRST_DEPTH, DEEPEST = 3, 20  # steps of an impact
QUICK_SECONDS = 1.5  # a graph that is resolved within this time is resolved again after every edit

RowKey = tuple[str, str]
"""Section and SPEC of a row, by which it is found again."""


@dataclass(frozen=True, slots=True, eq=False)
class GraphAnswer:
    """All that the pane shows of a subject. `report` is None for a file, and for lines of several symbols."""

    subject: Spec
    report: SymbolReport | None
    callers: Uses
    callees: Uses
    impact: Impact


def ask(engine: Engine, subject: Spec, depth: int) -> GraphAnswer:
    """Everything about a place; lines that lie in one symbol stand for it. Errors as in `Engine.callers`."""
    report = _report_on(engine, subject)
    if report is not None and report.place.qualname:
        subject = Spec(report.place.path, symbol=report.place.qualname)
    name = str(subject)
    callers, callees = engine.callers(name), engine.callees(name)
    return GraphAnswer(subject, report, callers, callees, engine.impact(name, depth=depth))


def _report_on(engine: Engine, subject: Spec) -> SymbolReport | None:
    """The symbol that a place is or lies in."""
    if subject.symbol is None and subject.start_line is None:
        return None
    try:
        found = engine.symbol(str(subject))
    except UsageError:
        if subject.symbol is not None:
            raise
        return None  # lines at module level
    outermost = found[0].place
    holds_all = all(
        outermost.start_line <= each.place.start_line and each.place.end_line <= outermost.end_line
        for each in found
    )
    return found[0] if holds_all else None


@dataclass(frozen=True, slots=True)
class Step:
    """A subject that was walked from, and the row that led away from it."""

    subject: Spec
    row: RowKey


@dataclass(frozen=True, slots=True, eq=False)
class GraphState:
    """What the pane shows at one moment. `answer` stays while the next one is asked for.

    `at` is the row that the cursor is wanted on, `waiting` says that there is no index to ask yet, `stale`
    that files changed after the answer.
    """

    subject: Spec | None = None
    answer: GraphAnswer | None = None
    trail: tuple[Step, ...] = ()
    depth: int = FIRST_DEPTH
    at: RowKey | None = None
    progress: Progress | None = None
    error: str = ""
    waiting: bool = False
    stopped: bool = False
    stale: bool = False


class Graphing:
    """Holds the state of the graph pane; `publish` gets every new one, in the thread of the event loop."""

    def __init__(self, session: Session, publish: Callable[[GraphState], None]) -> None:
        self.state = GraphState()
        self._session = session
        self._publish = publish
        self._origin: Spec | None = None  # the place of the other pane that the subject, or the walk, is from
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._again = False  # another question came while one is being answered
        self._seconds = 0.0  # what resolving took last

    # --- the subject ---------------------------------------------------------------------------------

    def follow(self, place: Spec | None) -> None:
        """The cursor of another pane is on a place now. What was walked to stays, and so does a stop."""
        if self.state.trail or self.state.stopped:
            return
        self._cancel_timer()
        if place is not None and place != self._origin:
            self._timer = asyncio.get_running_loop().call_later(FOLLOW_SECONDS, self._begin, place)

    def look_at(self, place: Spec | None) -> None:
        """A person asks for a place: the walk of before ends unless it began there."""
        self._cancel_timer()
        if place is not None and place != self._origin:
            self._begin(place)
        elif self.state.stopped or self.state.stale or self.state.error:
            self._ask()

    def _begin(self, place: Spec) -> None:
        self._origin = place
        self._show(subject=place, trail=(), at=None, error="")
        self._ask()

    def walk(self, place: Spec, row: RowKey) -> None:
        """Make a place of the answer the subject; `row` is the one that the cursor comes back to."""
        if self.state.answer is None:
            return
        self._cancel_timer()
        trail = (*self.state.trail, Step(self.state.answer.subject, row))
        self._show(subject=place, trail=trail, at=(row[0], ""), error="")
        self._ask()

    def back(self) -> bool:
        """To the subject before, on the row that one left it by; False at the beginning."""
        if not self.state.trail:
            return False
        *trail, last = self.state.trail
        self._show(subject=last.subject, trail=tuple(trail), at=last.row, error="")
        self._ask()
        return True

    def deepen(self, step: int) -> int:
        """Follow an impact over more or fewer steps; returns how many."""
        depth = max(1, min(DEEPEST, self.state.depth + step))
        if depth != self.state.depth:
            self._show(depth=depth, at=None)
            self._ask()
        return depth

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # --- the index -----------------------------------------------------------------------------------

    def saw(self, old: Snapshot | None, new: Snapshot, *, shown: bool) -> None:
        """The workbench is in another state: what waits for an index may go on, what is old is asked anew."""
        if self.state.waiting and self._can_ask():
            self._ask()
        elif old is not None and old.changed is not new.changed and self.state.answer is not None:
            self._show(stale=True)
            if shown and self._seconds < QUICK_SECONDS:
                self._ask()

    def _can_ask(self) -> bool:
        return self._session.is_indexed() and self._session.snapshot.phase is not Phase.INDEXING

    def stop(self) -> bool:
        """Stop what is asked now; returns whether it was going on. What is asked from now on is answered."""
        stopped = self._session.call_graph.stop()
        if stopped:
            self._again = False
        return stopped

    # --- questions -----------------------------------------------------------------------------------

    def _ask(self) -> None:
        if self.state.subject is None or self._session.closed:
            return
        if not self._can_ask():
            self._show(waiting=True, answer=None)
            return
        self._show(waiting=False, stopped=False)
        if self._task is not None:
            self._again = True
        else:
            self._task = asyncio.get_running_loop().create_task(self._answer_newest())

    async def _answer_newest(self) -> None:
        """Ask until the answer is to the newest question."""
        try:
            self._again = True
            while self._again:
                self._again = False
                await self._answer()
        finally:
            self._task = None

    async def _answer(self) -> None:
        subject, depth = self.state.subject, self.state.depth
        assert subject is not None
        started, outcome = time.monotonic(), {}
        try:
            question = partial(ask, subject=subject, depth=depth)
            answer = await self._session.call_graph.ask(question, self._took_progress)
            outcome = {"answer": answer, "error": "", "stale": False}
        except Cancelled:
            outcome = {"stopped": True}
        except Exception as error:  # the pane says it, the workbench goes on
            outcome = {"answer": None, "error": described(error)}
        if self.state.progress is not None:
            self._seconds = time.monotonic() - started
        if not self._again:
            self._show(progress=None, **outcome)

    def _took_progress(self, progress: Progress) -> None:
        self._show(progress=progress)

    def _show(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        if not self._session.closed:
            self._publish(self.state)
