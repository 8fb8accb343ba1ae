"""Running a small program of the system that may hang, fail, or stay behind in the background."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ctxsmith_tui.text.printable import printable

SECONDS = 2.0
_LONGEST_COMPLAINT = 120


class ProgramError(Exception):
    """A program that is missing, failed or did not end in time; the message is part of a sentence."""


def find(name: str, environment: Mapping[str, str]) -> str | None:
    """Absolute path of a program. Relative entries of PATH are left out: a repository may hold its own."""
    entries = environment.get("PATH", os.defpath).split(os.pathsep)
    folders = [entry for entry in entries if Path(entry).is_absolute()]
    found = shutil.which(name, path=os.pathsep.join(folders)) if folders else None
    return found if found is not None and Path(found).is_absolute() else None


def run(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    content: bytes = b"",
    seconds: float = SECONDS,
) -> bytes:
    """Stdout of a program that reads `content`. It may fork and stay: it outlives this process.

    Raises ProgramError when it is missing, ends with another code than 0 or takes longer than `seconds`.
    """
    program = find(command[0], environment)
    if program is None:
        raise ProgramError("not installed")
    try:
        return _run([program, *command[1:]], environment, content, seconds)
    except OSError as error:
        raise ProgramError(error.strerror or "cannot be run") from error


def _run(command: list[str], environment: Mapping[str, str], content: bytes, seconds: float) -> bytes:
    # Files, not pipes: a child that stays behind holds them open, and reading a pipe would wait for it.
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(content)
        stdin.seek(0)
        # A session of its own: the end of the terminal or a Ctrl-C must not take the selection along.
        process = subprocess.Popen(
            command, stdin=stdin, stdout=out, stderr=err, env=dict(environment), start_new_session=True
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise ProgramError(f"no answer within {seconds:g} seconds") from None
        finally:
            if process.returncode is None:
                _kill(process)
        err.seek(0)
        out.seek(0)
        if code != 0:
            raise ProgramError(_complaint(err.read(2_000), code))
        return out.read()


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _complaint(said: bytes, code: int) -> str:
    lines = [line.strip() for line in said.decode(errors="replace").splitlines() if line.strip()]
    return printable(lines[0])[:_LONGEST_COMPLAINT] if lines else f"exit code {code}"
