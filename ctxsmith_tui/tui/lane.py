"""One thread for one kind of work. Of work that replaces itself only the latest is done."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine

Result = TypeVar("Result")


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """Newer work has taken the place of this, or the workbench is closing."""


class Token:
    """Tells work that it is no longer wanted."""

    def __init__(self) -> None:
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether the work is no longer wanted."""
        return self._cancelled.is_set()

    def check(self) -> None:
        """Raises Cancelled when the work is no longer wanted."""
        if self.is_cancelled:
            raise Cancelled


class Lane:
    """Runs work in a single thread of its own, so that what it uses needs no lock."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._latest: Token | None = None

    def submit(self, work: Callable[[], Result]) -> asyncio.Future[Result]:
        """Ask for `work`, to be done after all that was asked for before, whoever waits for it."""
        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def run(self, work: Callable[[], Result]) -> Result:
        """The result of `work`."""
        return await self.submit(work)

    async def run_latest(self, work: Callable[[Token], Result]) -> Result:
        """The result of `work`, which replaces what was asked for this way before.

        Raises Cancelled when it is replaced itself.
        """
        self.stop()
        self._latest = token = Token()

        def checked() -> Result:
            token.check()
            result = work(token)
            token.check()
            return result

        return await asyncio.get_running_loop().run_in_executor(self._pool, checked)

    def stop(self) -> None:
        """Cancel what replaces itself."""
        if self._latest is not None:
            self._latest.cancel()

    def finish(self, last: Callable[[], object] | None = None) -> None:
        """Wait for what was asked for, and then `last`; take no more work."""
        if last is not None:
            self._pool.submit(last)
        self._pool.shutdown(wait=True)

    def close(self) -> None:
        """Take no more work, and wait for none."""
        self.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


class EngineLane(Lane):
    """A lane with an engine of its own, which is made in its thread when the first question comes."""

    def __init__(self, name: str, make: Callable[[], Engine]) -> None:
        super().__init__(name)
        self._make = make
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        """The engine; only for work in this lane."""
        if self._engine is None:
            self._engine = self._make()
        return self._engine

    def ask(self, question: Callable[[Engine], Result]) -> asyncio.Future[Result]:
        """The answer of the engine, after all that was asked for before, whoever waits for it."""
        return self.submit(lambda: question(self.engine))
