"""Worker processes, seen from the parent: batches of files in, extracted batches out, in order."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import cast

from ctxsmith_tui.index import worker
from ctxsmith_tui.index.content import FileToRead
from ctxsmith_tui.store.records import Batch

MOST_WORKERS = 8
SMALL_WORK_BYTES = 256 * 1024  # less than this is done at once, without starting processes
BATCH_BYTES = 3_000_000
BATCH_FILES = 600


def extract_all(root: Path, files: Sequence[FileToRead]) -> Generator[Batch, None, None]:
    """Extract files batch by batch, in the order given, on as many processes as pay."""
    if sum(file.size for file in files) <= SMALL_WORK_BYTES:
        yield _extract_here(root, files)
        return
    batches = list(_batches(files))
    pool = _Pool(root, min(os.cpu_count() or 1, MOST_WORKERS, len(batches)))
    try:
        yield from pool.map(batches)
    finally:
        pool.close()


def _extract_here(root: Path, files: Sequence[FileToRead], *, with_parser: bool = True) -> Batch:
    """Extract in this process; the parser is imported only now, as most runs find nothing to read."""
    from ctxsmith_tui.index.extract import extract_batch

    return extract_batch(root, files, with_parser=with_parser)


def _batches(files: Iterable[FileToRead]) -> Iterator[list[FileToRead]]:
    batch: list[FileToRead] = []
    size = 0
    for file in files:
        batch.append(file)
        size += file.size
        if size >= BATCH_BYTES or len(batch) >= BATCH_FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Worker:
    """One child process, started again after a crash."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            worker.command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=tempfile.gettempdir(),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs, self._answers = self._process.stdin, self._process.stdout
        with suppress(OSError):  # it died at once: the first job will say so
            worker.send(self._jobs, str(self._root))

    def extract(self, files: Sequence[FileToRead]) -> Batch:
        """Raises EOFError when the process died over these files."""
        try:
            worker.send(self._jobs, list(files))
            return cast(Batch, worker.receive(self._answers))
        except (OSError, ValueError) as error:
            raise EOFError from error

    def restart(self) -> None:
        self.stop()
        self._start()

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        with suppress(OSError):  # what it had not read yet cannot be flushed any more
            self._jobs.close()
        self._answers.close()


class _Pool:
    """Threads that each drive one worker; the interpreter lock is free while they wait for answers."""

    def __init__(self, root: Path, size: int) -> None:
        self._root = root
        self._size = size
        self._closing = threading.Event()
        self._workers = [_Worker(root) for _ in range(size)]
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        for each in self._workers:
            self._idle.put(each)
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="index")

    def map(self, batches: Sequence[Sequence[FileToRead]]) -> Iterator[Batch]:
        """Results in the order of the batches, computed a few ahead of the consumer."""
        waiting = deque(batches)
        running: deque[Future[list[Batch]]] = deque()
        while waiting or running:
            while waiting and len(running) < self._size + 2:
                running.append(self._threads.submit(self._extract, waiting.popleft()))
            yield from running.popleft().result()

    def _extract(self, files: Sequence[FileToRead]) -> list[Batch]:
        each = self._idle.get()
        try:
            if (batch := self._attempt(each, files)) is not None:
                return [batch]
            # The parser died: file by file, so that only the one that kills it goes without structure.
            return [
                self._attempt(each, [file]) or _extract_here(self._root, [file], with_parser=False)
                for file in files
            ]
        finally:
            self._idle.put(each)

    def _attempt(self, each: _Worker, files: Sequence[FileToRead]) -> Batch | None:
        """None when the worker died over these files; it is running again then."""
        if self._closing.is_set():
            raise CancelledError
        try:
            return each.extract(files)
        except EOFError:
            if not self._closing.is_set():
                each.restart()
            return None

    def close(self) -> None:
        self._closing.set()
        for each in self._workers:
            each.stop()
        self._threads.shutdown(wait=True, cancel_futures=True)
