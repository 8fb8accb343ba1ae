from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ctxsmith_tui.store.lock import indexer_lock

HOLDER = """
import sys
from pathlib import Path
from ctxsmith_tui.store.lock import indexer_lock
with indexer_lock(Path(sys.argv[1]), 0.0) as held:
    print(held, flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], bool]]:
    """A process that tries to take the lock and keeps it until its standard input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline() == "True\n"
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait()


def test_only_one_process_holds_the_lock(tmp_path: Path) -> None:
    with another_process(tmp_path) as (_, held):
        assert held
        with indexer_lock(tmp_path, 0.0) as mine:
            assert not mine


def test_another_process_is_told_that_the_lock_is_taken(tmp_path: Path) -> None:
    with indexer_lock(tmp_path, 0.0) as mine:
        assert mine
        with another_process(tmp_path) as (_, held):
            assert not held


def test_the_lock_is_free_again_afterwards(tmp_path: Path) -> None:
    with another_process(tmp_path) as (_, held):
        assert held
    for _ in range(2):
        with indexer_lock(tmp_path, 0.0) as mine:
            assert mine


def test_an_error_while_holding_the_lock_frees_it(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), indexer_lock(tmp_path, 0.0):
        raise KeyboardInterrupt
    with another_process(tmp_path) as (_, held):
        assert held


def test_two_holders_in_one_process_exclude_each_other_too(tmp_path: Path) -> None:
    with indexer_lock(tmp_path, 0.0), indexer_lock(tmp_path, 0.0) as second:
        assert not second
    with indexer_lock(tmp_path, 0.0) as third:
        assert third


def test_a_waiter_gets_the_lock_when_it_is_released(tmp_path: Path) -> None:
    with another_process(tmp_path) as (process, held):
        assert held
        assert process.stdin is not None
        process.stdin.close()
        with indexer_lock(tmp_path, 30.0) as mine:
            assert mine


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_killed_holder_leaves_no_lock_behind(tmp_path: Path) -> None:
    with another_process(tmp_path) as (process, held):
        assert held
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        with indexer_lock(tmp_path, 0.0) as mine:
            assert mine
