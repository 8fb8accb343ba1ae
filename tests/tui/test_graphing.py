"""The state of the graph pane: what it follows, where one walked, what is asked and stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import Progress, Spec
from ctxsmith_tui.tui import graphing
from ctxsmith_tui.tui.graphing import GraphAnswer, Graphing, GraphState
from ctxsmith_tui.tui.lane import Cancelled
from ctxsmith_tui.tui.opening import NO_CURATION
from ctxsmith_tui.tui.session import Session
from ctxsmith_tui.tui.state import Phase, Snapshot

ONE, TWO, THREE = (Spec("a.py", symbol=name) for name in ("one", "two", "three"))


class AskedSession:
    """Keeps every question until the test answers it."""

    def __init__(self) -> None:
        self.closed = False
        self.call_graph = self
        self.snapshot = Snapshot(NO_CURATION, phase=Phase.READY)
        self.questions: list[tuple[Spec, int]] = []
        self.answers: list[asyncio.Future[Any]] = []
        self.report: Callable[[Progress], None] = lambda progress: None

    def is_indexed(self) -> bool:
        return True

    async def ask(self, question: Any, report: Callable[[Progress], None]) -> Any:
        self.report = report
        self.questions.append((question.keywords["subject"], question.keywords["depth"]))
        self.answers.append(asyncio.get_running_loop().create_future())
        return await self.answers[-1]


def about(subject: Spec) -> GraphAnswer:
    """An answer, of which only the subject matters here."""
    return cast(GraphAnswer, SimpleNamespace(subject=subject))


class Pane:
    """A graph pane without a screen."""

    def __init__(self) -> None:
        self.session = AskedSession()
        self.shown: list[GraphState] = []
        self.graphing = Graphing(cast(Session, self.session), self.shown.append)

    @property
    def state(self) -> GraphState:
        return self.graphing.state

    @property
    def subjects(self) -> list[Spec]:
        return [subject for subject, _ in self.session.questions]

    async def answer(self, error: Exception | None = None) -> None:
        """Answer the question that is open, and let the next one come."""
        if error is not None:
            self.session.answers[-1].set_exception(error)
        else:
            self.session.answers[-1].set_result(about(self.subjects[-1]))
        await settled()

    async def begin(self) -> None:
        self.graphing.look_at(ONE)
        await settled()
        await self.answer()


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphing, "FOLLOW_SECONDS", 0.0)


def test_the_newest_place_is_asked_for_and_those_between_are_not() -> None:
    async def script() -> None:
        pane = Pane()
        pane.graphing.look_at(ONE)
        await settled()
        pane.graphing.look_at(TWO)
        pane.graphing.look_at(THREE)
        await pane.answer()
        assert pane.state.answer is None
        await pane.answer()
        assert pane.subjects == [ONE, THREE]
        assert pane.state.answer is not None
        assert pane.state.answer.subject == THREE

    asyncio.run(script())


def test_the_subject_follows_the_cursor_until_one_walks_and_again_when_one_is_back() -> None:
    async def script() -> None:
        pane = Pane()
        await pane.begin()
        pane.graphing.follow(TWO)
        await settled()
        await pane.answer()
        pane.graphing.walk(THREE, ("callers", "a.py::three"))
        await settled()
        await pane.answer()
        pane.graphing.follow(ONE)
        await settled()
        assert pane.state.subject == THREE
        assert pane.graphing.back()
        await settled()
        await pane.answer()
        assert (pane.state.subject, pane.state.at) == (TWO, ("callers", "a.py::three"))
        assert not pane.graphing.back()
        pane.graphing.follow(ONE)
        await settled()
        assert pane.state.subject == ONE

    asyncio.run(script())


def test_asking_for_the_place_where_a_walk_began_goes_on_with_the_walk() -> None:
    async def script() -> None:
        pane = Pane()
        await pane.begin()
        pane.graphing.walk(TWO, ("callees", "a.py::two"))
        pane.graphing.look_at(ONE)
        assert (pane.state.subject, len(pane.state.trail)) == (TWO, 1)
        pane.graphing.look_at(THREE)
        assert (pane.state.subject, pane.state.trail) == (THREE, ())
        await settled()

    asyncio.run(script())


def test_what_was_stopped_is_asked_again_only_when_a_person_asks() -> None:
    async def script() -> None:
        pane = Pane()
        pane.graphing.look_at(ONE)
        await settled()
        pane.session.report(Progress("resolving references", 10, 100, 1.0))
        assert pane.state.progress is not None
        await pane.answer(Cancelled())
        assert (pane.state.stopped, pane.state.progress) == (True, None)
        pane.graphing.follow(TWO)
        await settled()
        assert pane.subjects == [ONE]
        pane.graphing.look_at(ONE)
        await settled()
        assert pane.subjects == [ONE, ONE]
        assert not pane.state.stopped

    asyncio.run(script())


@pytest.mark.parametrize("error", [UsageError("no such symbol"), KeyError("odd")])
def test_an_error_is_shown_in_place_of_the_answer(error: Exception) -> None:
    async def script() -> None:
        pane = Pane()
        await pane.begin()
        pane.graphing.look_at(TWO)
        await settled()
        await pane.answer(error)
        assert pane.state.answer is None
        assert str(error) in pane.state.error
        pane.graphing.look_at(THREE)
        assert pane.state.error == ""
        await settled()

    asyncio.run(script())


def test_while_the_index_is_made_the_question_waits() -> None:
    async def script() -> None:
        pane = Pane()
        pane.session.snapshot = Snapshot(NO_CURATION, phase=Phase.INDEXING)
        pane.graphing.look_at(ONE)
        await settled()
        assert pane.state.waiting
        assert pane.subjects == []
        pane.session.snapshot = ready = Snapshot(NO_CURATION, phase=Phase.READY)
        pane.graphing.saw(None, ready, shown=True)
        await settled()
        assert not pane.state.waiting
        assert pane.subjects == [ONE]

    asyncio.run(script())


@pytest.mark.parametrize(("shown", "asked"), [(True, 2), (False, 1)])
def test_an_edit_makes_the_answer_stale_and_is_asked_about_where_one_looks(shown: bool, asked: int) -> None:
    async def script() -> None:
        pane = Pane()
        await pane.begin()
        old = pane.session.snapshot
        new = Snapshot(NO_CURATION, phase=Phase.READY, changed=frozenset({"a.py"}))
        pane.graphing.saw(old, new, shown=shown)
        await settled()
        assert pane.state.stale
        assert len(pane.session.questions) == asked
        if shown:
            await pane.answer()
            assert not pane.state.stale

    asyncio.run(script())


def test_the_depth_stays_within_its_bounds() -> None:
    async def script() -> None:
        pane = Pane()
        await pane.begin()
        assert pane.graphing.deepen(-1) == 2
        assert pane.graphing.deepen(-5) == 1
        await settled()
        assert pane.graphing.deepen(100) == graphing.DEEPEST
        await pane.answer()
        assert pane.session.questions[-1] == (ONE, graphing.DEEPEST)

    asyncio.run(script())
