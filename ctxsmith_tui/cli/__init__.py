"""The command line: the contract that other programs script against."""

from __future__ import annotations

import sys
from typing import NoReturn

from ctxsmith_tui.cli.errors import INTERRUPTED, interrupted, leave


def main() -> NoReturn:
    """Run the command that `sys.argv` asks for, and end the process with its exit code."""
    try:
        from ctxsmith_tui.cli.app import run  # Typer takes a moment: an early Ctrl-C must find us ready

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        interrupted()
    leave(code)
