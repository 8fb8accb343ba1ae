"""From exceptions to one line on stderr and an exit code; nothing else of the package maps them."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.text.printable import printable

OK = 0
FAILED = 1
WRONG_USAGE = 2
INTERRUPTED = 130


def interrupted() -> NoReturn:
    """End after Ctrl-C, deaf to a second one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, ValueError):
        print("interrupted", file=sys.stderr)
    leave(INTERRUPTED)


def leave(code: int) -> NoReturn:
    """End at once: no waiting for threads, and no taking apart of a hundred thousand tokens."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


def fail(message: str) -> None:
    """Say on stderr what went wrong, as one safe line; a stderr that is gone is no further problem."""
    with suppress(OSError, ValueError):
        print(printable(f"error: {' '.join(message.split())}"), file=sys.stderr, flush=True)


def exit_code(error: Exception) -> int:
    """Report an error of a command; returns the exit code that tells its kind."""
    fail(_wording(error))
    return WRONG_USAGE if isinstance(error, UsageError) else FAILED


def _wording(error: Exception) -> str:
    if isinstance(error, CtxsmithError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror}; check the place and its permissions, --debug shows where"
    return f"{type(error).__name__}: {error}; this is a bug: run again with --debug and report it"


def reader_left() -> int:
    """Fall silent: whoever reads our output has seen enough (`| head`), which is no error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
    return OK
