"""A text as a person leaves it in their editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from ctxsmith_tui.errors import CtxsmithError, UsageError


def edited(text: str) -> str:
    """The text after $VISUAL or $EDITOR was closed, without the line end that editors add.

    Raises UsageError where there is no terminal, CtxsmithError when the editor fails.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("give the new text, or - to read it from stdin; an editor needs a terminal")
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    command = chosen or ("notepad" if sys.platform == "win32" else "vi")
    with tempfile.TemporaryDirectory(prefix="ctxsmith-note-") as folder:
        place = Path(folder) / "note.txt"
        place.write_text(text + "\n", encoding="utf-8", newline="")
        try:
            subprocess.run([*shlex.split(command), str(place)], check=True)
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            raise CtxsmithError(f"the editor {command!r} failed ({error}); set EDITOR to another") from error
        return place.read_text(encoding="utf-8", errors="replace").removesuffix("\n")
