"""One indexer at a time: an operating-system file lock, which a killed process cannot leave behind."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LOCK_FILE = "tui-index.lock"


@contextmanager
def indexer_lock(folder: Path, wait: float) -> Iterator[bool]:
    """Hold the indexer's lock; yields False when another process kept it for `wait` seconds."""
    with (folder / LOCK_FILE).open("a+b") as handle:
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
