"""Operating-system file locks, which a killed process cannot leave behind."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import IO

from ctxsmith_tui.store.database import ensure_folder

LOCK_FILE = "tui-index.lock"
WORKBENCH_LOCK_FILE = "tui-workbench-{}.lock"


@contextmanager
def indexer_lock(folder: Path, wait: float) -> Iterator[bool]:
    """Hold the indexer's lock; yields False when another process kept it for `wait` seconds."""
    with _lock(folder / LOCK_FILE, wait) as held:
        yield held


@contextmanager
def workbench_slot(root: Path) -> Iterator[int]:
    """Hold the lowest number, from 1, that no other running workbench of the repository at `root` holds.

    It is the workbench's name as a writer: one that is started again has its own steps to undo.
    """
    folder = ensure_folder(root)
    with ExitStack() as stack:
        for number in count(1):
            attempt = ExitStack()
            if attempt.enter_context(_lock(folder / WORKBENCH_LOCK_FILE.format(number), 0.0)):
                stack.enter_context(attempt)
                yield number
                return
            attempt.close()


@contextmanager
def _lock(path: Path, wait: float) -> Iterator[bool]:
    with path.open("a+b") as handle:
        held = _acquire(handle, wait)
        try:
            yield held
        finally:
            if held:
                _unlock(handle)


def _acquire(handle: IO[bytes], wait: float) -> bool:
    deadline = time.monotonic() + wait
    while not _try_lock(handle):
        if time.monotonic() >= deadline:
            return False
        time.sleep(0.02)
    return True


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: IO[bytes]) -> bool:
        handle.seek(0)
        try:
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(handle: IO[bytes]) -> None:
        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _try_lock(handle: IO[bytes]) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _unlock(handle: IO[bytes]) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
