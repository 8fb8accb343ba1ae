"""The person's own editor: which command opens a file at a line, and a text as they leave it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from ctxsmith_tui.errors import CtxsmithError, UsageError


def _plus(path: str, line: int) -> list[str]:
    return [f"+{line}", path]


def _colon(path: str, line: int) -> list[str]:
    return [f"{path}:{line}"]


def _goto(path: str, line: int) -> list[str]:
    return ["--goto", f"{path}:{line}"]


def _line_option(path: str, line: int) -> list[str]:
    return ["--line", str(line), path]


_AT_LINE: Mapping[str, Callable[[str, int], list[str]]] = {
    **dict.fromkeys("vi vim view nvim gvim nvi elvis vis neovide".split(), _plus),
    **dict.fromkeys("nano pico emacs emacsclient kak micro joe jed mg ne gedit kakoune".split(), _plus),
    **dict.fromkeys("subl sublime_text hx helix zed zeditor".split(), _colon),
    **dict.fromkeys("code code-insiders codium vscodium cursor windsurf positron".split(), _goto),
    **dict.fromkeys(
        "idea pycharm webstorm goland clion rustrover phpstorm rubymine kate mate".split(), _line_option
    ),
}
_ENDINGS = (".exe", ".cmd", ".bat", ".sh")


def editor_command(path: Path | str, line: int = 1, editor: str = "") -> list[str]:
    """The arguments of a process that opens a file, at a line where the editor is known to take one.

    `editor` is a command with its options; '' stands for $VISUAL, $EDITOR, or what the system has. Raises
    UsageError when the command cannot be read.
    """
    command = _split(editor.strip() or _chosen())
    name = Path(command[0].replace("\\", "/")).name.lower()
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    place = str(path)
    if place.startswith(("-", "+")):
        place = f".{os.sep}{place}"  # no option, whatever the editor
    at_line = _AT_LINE.get(name)
    return [*command, *(at_line(place, max(1, line)) if at_line else [place])]


def _chosen() -> str:
    for name in ("VISUAL", "EDITOR"):
        if chosen := os.environ.get(name, "").strip():
            return chosen
    return "notepad" if sys.platform == "win32" else "vi"


def _split(command: str) -> list[str]:
    try:
        parts = shlex.split(command, posix=sys.platform != "win32")
    except ValueError:
        parts = []
    if not parts:
        raise UsageError(f"the editor {command!r} is no command; set EDITOR, or `editor` in the settings")
    return parts


def edited(text: str, editor: str = "") -> str:
    """The text after the person's editor was closed, without the line end that editors add.

    `editor` as for `editor_command`. Raises UsageError where there is no terminal, CtxsmithError when the
    editor fails.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("give the new text, or - to read it from stdin; an editor needs a terminal")
    with tempfile.TemporaryDirectory(prefix="ctxsmith-note-") as folder:
        place = Path(folder) / "note.txt"
        place.write_text(text + "\n", encoding="utf-8", newline="")
        command = editor_command(place, editor=editor)
        try:
            subprocess.run(command, check=True)
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            named = shlex.join(command[:-1])
            raise CtxsmithError(f"the editor {named!r} failed ({error}); set EDITOR to another") from error
        return place.read_text(encoding="utf-8", errors="replace").removesuffix("\n")
