"""The real application in a terminal of its own: what is typed into it, and every byte that comes out."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 30.0  # seconds for anything to appear on a busy machine
END = b"-- end --"
RUN = ("-m", "ctxsmith_tui")

# All that Textual's driver writes: colours, places, modes and questions about them, the pointer's shape.
_SEQUENCES = re.compile(
    rb"\x1b\[[0-9;:]*m|\x1b\[\d+;\d+H|\x1b\[\?\d+(?:[hl]|\$p)|\x1b\[[<>]\d*u|\x1b\]22;[a-z-]*\x07"
)
_CONTROL = re.compile(
    rb"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]"
)


class Terminal:
    """A process in a pseudo terminal, read by a thread from the first byte to the last."""

    def __init__(self, root: Path, *command: str, size: tuple[int, int] = (100, 30), **extra: str) -> None:
        self.master, self.slave = pty.openpty()
        columns, lines = size
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.modes = termios.tcgetattr(self.slave)
        unwanted = ("NO_COLOR", "TMUX", "STY", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY")
        env = {name: value for name, value in os.environ.items() if name not in unwanted}
        env |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "HOME": str(root.parent)}
        env |= {
            "CTXSMITH_CONFIG": str(root.parent / "no-config.toml"),
            "PYTHONPATH": str(Path.cwd()),
            **extra,
        }
        self.process = subprocess.Popen(
            [sys.executable, *(command or RUN)],
            cwd=root,
            env=env,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self._output = bytearray()
        self._came = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.slave)
        self._reader.join(PATIENCE)
        os.close(self.master)

    def _read(self) -> None:
        while True:
            try:
                content = os.read(self.master, 65_536)
            except OSError:
                return
            if not content:
                return
            with self._came:
                self._output += content
                self._came.notify_all()

    @property
    def output(self) -> bytes:
        """All that was written so far."""
        with self._came:
            return bytes(self._output)

    def press(self, keys: str) -> int:
        """Type; returns how much had been written before."""
        before = len(self.output)
        os.write(self.master, keys.encode())
        return before

    def until(self, is_so: str | Callable[[bytes], bool], *, since: int = 0) -> None:
        """Wait until a text, or something else, is in what was written."""
        deadline = time.monotonic() + PATIENCE
        check = is_so if callable(is_so) else lambda output: is_so.encode() in text_of(output)
        with self._came:
            while not check(bytes(self._output[since:])):
                left = deadline - time.monotonic()
                assert left > 0, f"{is_so!r} never came: {text_of(bytes(self._output[since:]))[-2_000:]!r}"
                self._came.wait(left)

    def ended(self) -> int:
        """Wait for the end of the process, and for all that it wrote; its exit code."""
        code = self.process.wait(PATIENCE)
        os.write(self.slave, END)  # comes out behind everything that the process wrote
        self.until(lambda output: output.endswith(END))
        return code

    def is_restored(self) -> bool:
        """Whether the terminal is as it was: main screen, cursor shown, no mouse, lines and echo."""
        output = self.output
        return (
            output.rfind(b"\x1b[?1049l") > output.rfind(b"\x1b[?1049h") >= 0
            and output.rfind(b"\x1b[?25h") > output.rfind(b"\x1b[?25l")
            and output.rfind(b"\x1b[?1000l") > output.rfind(b"\x1b[?1000h")
            and termios.tcgetattr(self.slave)[:4] == self.modes[:4]
        )


def text_of(output: bytes) -> bytes:
    """What was written without the sequences of the driver."""
    return _SEQUENCES.sub(b"", output)


def foreign_sequences(output: bytes) -> Sequence[bytes]:
    """Control and bidirectional characters that the driver did not write, each with what is around it."""
    rest = text_of(output)
    return [rest[max(0, found.start() - 20) : found.end() + 20] for found in _CONTROL.finditer(rest)]
