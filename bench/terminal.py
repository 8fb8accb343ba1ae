"""A program in a terminal of its own: keys go in as bytes, and what it draws is read back with its time."""

from __future__ import annotations

import fcntl
import os
import pty
import queue
import signal
import struct
import sys
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pyte

WIDTH, HEIGHT = 120, 36
LONGEST_WAIT = 3.0  # seconds until something that was expected counts as not seen
QUIET = 0.06  # seconds without output after which nothing more is on its way
_AT_ONCE = 65_536

Lines = Sequence[str]
Seen = Callable[[Lines], bool]


class Chunk(NamedTuple):
    """What was drawn at once, and when: seconds of `time.perf_counter`."""

    at: float
    drawn: bytes


class Terminal:
    """Runs a command until `close`. A thread of its own times the output, before anything looks at it."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        sys.setswitchinterval(0.0005)  # in this process: emulating must not make the thread read late
        self._screen = pyte.Screen(WIDTH, HEIGHT)
        self._stream = pyte.ByteStream(self._screen)
        self._chunks: queue.SimpleQueue[Chunk | None] = queue.SimpleQueue()
        self.written = time.perf_counter()
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            # The size is set before the program starts: it must not see another one first.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
            os.execvpe(command[0], list(command), dict(environment))
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while True:
            try:
                drawn = os.read(self._master, _AT_ONCE)
            except OSError:  # the program has ended
                drawn = b""
            self._chunks.put(Chunk(time.perf_counter(), drawn) if drawn else None)
            if not drawn:
                return

    # --- keys and what follows from them -------------------------------------------------------------

    def write(self, keys: bytes) -> None:
        """Press keys; `wait` counts from here."""
        self.written = time.perf_counter()
        os.write(self._master, keys)

    def wait(self, *expected: Seen, longest: float = LONGEST_WAIT) -> list[float | None]:
        """Seconds from the keys written last until each of `expected` holds, None for those that never do."""
        times: list[float | None] = [None] * len(expected)
        end = time.perf_counter() + longest
        while None in times:
            chunk = self._next(end - time.perf_counter())
            if chunk is None:
                break
            lines = self._draw(chunk)
            for k, holds in enumerate(expected):
                if times[k] is None and holds(lines):
                    times[k] = chunk.at - self.written
        return times

    def until(self, holds: Seen, *, longest: float = 60.0) -> None:
        """Wait for what must come or is there already; raises TimeoutError with what is shown instead."""
        if not holds(self.lines()) and self.wait(holds, longest=longest) == [None]:
            raise TimeoutError("this was not expected on the screen:\n" + "\n".join(self.lines()))

    def settle(self, quiet: float = QUIET) -> None:
        """Wait until nothing is drawn for so long, or for three times that: a cursor may blink for ever."""
        end = time.perf_counter() + 3 * quiet
        while (chunk := self._next(min(quiet, end - time.perf_counter()))) is not None:
            self._draw(chunk)

    def press(self, keys: bytes) -> None:
        """Press keys and wait until all is drawn that they lead to at once."""
        self.write(keys)
        self.settle()

    def _next(self, longest: float) -> Chunk | None:
        if longest <= 0:
            return None
        try:
            return self._chunks.get(timeout=longest)
        except queue.Empty:
            return None

    def _draw(self, chunk: Chunk) -> Lines:
        self._stream.feed(chunk.drawn)
        return self.lines()

    def lines(self) -> Lines:
        """What is on the screen, line by line, as far as `wait`, `until` or `settle` have read."""
        return self._screen.display

    # --- the process ---------------------------------------------------------------------------------

    def memory(self) -> int:
        """Bytes of memory that the program and its children hold."""
        return sum(map(_resident, _family(self.pid)))

    def close(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)
        os.close(self._master)


def _family(pid: int) -> list[int]:
    """A process and all below it."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                after_name = (folder / "stat").read_text().rpartition(")")[2]
            except OSError:  # it has ended
                continue
            parents[int(folder.name)] = int(after_name.split()[1])
    family = [pid]
    for each in family:
        family += [child for child, parent in parents.items() if parent == each]
    return family


def _resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
