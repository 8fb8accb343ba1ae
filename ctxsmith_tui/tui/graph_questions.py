"""Questions about the call graph, of which the first may take seconds: asked in a lane of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ctxsmith_tui.model import Progress
from ctxsmith_tui.tui.lane import EngineLane, Token

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine
    from ctxsmith_tui.tui.session import Session

Result = TypeVar("Result")


class GraphQuestions:
    """Asks the engine of a lane, tells how far resolving is, and stops it."""

    def __init__(self, session: Session, lane: EngineLane) -> None:
        self._session = session
        self._lane = lane
        self._asking: dict[Token, Callable[[Progress], None] | None] = {}
        self._resolving = False

    def close(self) -> None:
        """End what is under way."""
        self.stop()
        self._lane.close()

    async def ask(
        self, question: Callable[[Engine], Result], report: Callable[[Progress], None] | None = None
    ) -> Result:
        """An answer about the call graph, which may take seconds the first time.

        `report` hears how far that is, in the thread of the event loop, also while the question waits for
        another. Raises Cancelled when a person stops it.
        """
        token = Token()
        self._asking[token] = report

        def resolved(progress: Progress) -> None:
            token.check()
            self._session.later(self._took_resolving, progress)

        def checked(engine: Engine) -> Result:
            token.check()
            engine.report = resolved
            return question(engine)

        try:
            return await self._lane.ask(checked)
        finally:
            del self._asking[token]
            self._resolving = False

    def _took_resolving(self, progress: Progress) -> None:
        self._resolving = bool(self._asking)
        for report in list(self._asking.values()):
            if report is not None:
                report(progress)

    def stop(self) -> bool:
        """Stop resolving the call graph, and all questions for it; returns whether it was going on."""
        resolving, self._resolving = self._resolving, False
        if resolving or self._session.closed:
            for token in self._asking:
                token.cancel()
        return resolving
