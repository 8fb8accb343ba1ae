"""The watch of the work tree: what changed on disk is indexed, said and ranked anew.

It looks again and again, but not while a person types; indexing shows its progress and can be stopped.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ctxsmith_tui.errors import described
from ctxsmith_tui.model import Progress
from ctxsmith_tui.tui.lane import Cancelled, EngineLane, Token
from ctxsmith_tui.tui.state import Phase

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine
    from ctxsmith_tui.tui.session import Session

LOOK_SECONDS = 1.5  # between looks at the work tree, longer where one takes long
LOOK_SHARE = 15  # times what a look takes
REST_SECONDS = 0.5  # without a key, until what can wait is done
LONGEST_REST = 4.0  # seconds that it waits for that at most
PARTIAL_SECONDS = 2.0  # between rankings of an index in the making
WORTH_SHOWING = 50  # files to index; fewer are done before one could read of it


class TreeWatch:
    """Looks at the work tree of a session, in a lane of its own."""

    def __init__(self, session: Session, lane: EngineLane) -> None:
        self._session = session
        self._lane = lane
        self._under_way: Token | None = None
        self._ended = asyncio.Event()  # the look that is under way is done
        self._has_looked = self._has_failed = False
        self._generation = -1  # of the index at the last look
        self._seconds = 0.0  # what a look took that found nothing to index
        self._partial = 0.0  # when an index in the making was ranked last
        self._last_key = 0.0  # when a person pressed one

    @property
    def is_looking(self) -> bool:
        """Whether a look is under way, which may be indexing."""
        return self._under_way is not None

    @property
    def is_indexing(self) -> bool:
        """Whether a look found enough to index that it is worth showing, and nobody stopped it."""
        return self._session.snapshot.progress is not None

    def close(self) -> None:
        """End what is under way."""
        if self._under_way is not None:
            self._under_way.cancel()
        self._lane.close()

    def stop(self) -> None:
        """Stop indexing; a mere look at the work tree is not worth it."""
        if self._under_way is not None and self.is_indexing:
            self._under_way.cancel()
            self._session.show(progress=None)

    def heard_key(self) -> None:
        """A person pressed a key: what can wait a moment does, so that it does not slow down the answer."""
        self._last_key = time.monotonic()

    async def rest(self) -> None:
        """Wait until no key is pressed for a moment, but not for ever."""
        end = time.monotonic() + LONGEST_REST
        while not self._session.closed and time.monotonic() < min(end, self._last_key + REST_SECONDS):
            await asyncio.sleep(REST_SECONDS / 5)

    async def watch(self) -> None:
        """Look again and again."""
        while not self._session.closed:
            await self.rest()
            if not self._session.snapshot.stopped:
                await self.look()
            await asyncio.sleep(max(LOOK_SECONDS, LOOK_SHARE * self._seconds))

    async def look_now(self, *, rebuild: bool = False) -> bool:
        """A look that begins from now on: one under way may have passed by an edit, or be stopping.

        Returns whether it came to its end.
        """
        await self._session.open()
        while (earlier := self._under_way) is not None:  # another wish may have waited for the same end
            was_stopping = earlier.is_cancelled
            await self._ended.wait()
            if earlier.is_cancelled and not was_stopping:
                return False  # a person stopped what this wish waited for
        return await self.look(rebuild=rebuild)

    async def look(self, *, rebuild: bool = False) -> bool:
        """Index what changed on disk, with progress; a stopped run goes on at the next wish.

        Returns whether it came to its end.
        """
        await self._session.open()
        if self.is_looking:
            return False
        self._session.show(stopped=False)
        self._ended.clear()
        self._under_way = token = Token()
        started, seen = time.monotonic(), self._generation

        def report(progress: Progress) -> None:
            token.check()
            self._session.later(self._took_progress, progress)

        def index(engine: Engine) -> None:
            engine.report = report
            if rebuild:
                engine.index(rebuild=True)
            else:
                engine.refresh()

        try:
            await self._lane.ask(index)
            changed = await self._indexed_since_last_look()
        except Cancelled:
            self._session.show(news="indexing was stopped; R goes on with it", stopped=True)
            return False
        except Exception as error:  # whatever it is, the next look may find it well again
            self._has_failed = True
            self._session.show(error=described(error), phase=Phase.FAILED)
            return False
        finally:
            self._under_way = None
            self._ended.set()
            self._session.show(progress=None)
        is_news = self._generation != seen
        if not is_news:  # indexing says nothing about how long the next look takes
            self._seconds = time.monotonic() - started
        self._found(changed, is_news=is_news)
        return True

    def _found(self, changed: Sequence[str], *, is_news: bool) -> None:
        """Show what a look found; after a failed one, everything is answered again."""
        session = self._session
        if session.snapshot.phase is Phase.INDEXING:
            session.show(phase=Phase.READY)
        is_first, self._has_looked = not self._has_looked, True
        failed, self._has_failed = self._has_failed, False
        if changed and not is_first:
            session.show(changed=session.snapshot.changed | set(changed), news=_changed_on_disk(changed))
        if is_news or failed or not session.has_ranked:
            session.compute()
        elif session.snapshot.phase in (Phase.CHECKING, Phase.OPENING):
            session.show(phase=Phase.READY)

    async def _indexed_since_last_look(self) -> tuple[str, ...]:
        """The files that the index knows otherwise than at the last look, whichever process indexed them."""
        seen = self._generation
        self._generation, changed = await self._session.answer(
            lambda engine: (engine.generation(), engine.changed_since(seen))
        )
        return changed

    def _took_progress(self, progress: Progress) -> None:
        if self._under_way is None or self._under_way.is_cancelled or progress.total < WORTH_SHOWING:
            return
        self._session.show(phase=Phase.INDEXING, progress=progress)
        if self._session.is_indexed() and time.monotonic() - self._partial > PARTIAL_SECONDS:
            self._partial = time.monotonic()
            self._session.compute()


def _changed_on_disk(paths: Sequence[str]) -> str:
    named = ", ".join(paths[:3])
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return f"changed on disk: {named}{more}"
