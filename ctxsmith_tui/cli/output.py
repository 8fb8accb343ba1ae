"""Writing to the terminal, to a pipe or to a file. Results go to stdout, everything else to stderr."""

from __future__ import annotations

import os
import sys
import unicodedata
from pathlib import Path
from typing import Any

from ctxsmith_tui.text.amounts import plural as plural
from ctxsmith_tui.text.printable import printable, printable_block

STDOUT = "-"


def prepare_streams() -> None:
    """stdout is UTF-8 whatever the locale; a lone surrogate becomes an escape, a line feed stays one."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the parent
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def note(message: str) -> None:
    """One line for the person, on stderr."""
    print(printable(message), file=sys.stderr, flush=True)


def write_text(text: str) -> None:
    """Exactly this text to a pipe or file; on a terminal nothing of it can be an escape sequence."""
    if sys.stdout.isatty():
        shown = printable_block(text)
        sys.stdout.write(shown if shown.endswith("\n") or not shown else shown + "\n")
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(_encode(text))
    sys.stdout.buffer.flush()


def to_json(value: Any) -> str:
    """JSON in ASCII: nothing in it can upset a terminal or a locale, and no surrogate is lost."""
    import json  # here and below: `--help` should not wait for it

    return json.dumps(value, indent=2) + "\n"


def _encode(text: str) -> bytes:
    """As the tokenizer counted it: a lone surrogate stands as a question mark."""
    return text.encode("utf-8", "replace")


# --- lines of a terminal -----------------------------------------------------------------------------


class Paint:
    """Emphasis for terminals that want it; elsewhere the text stays as it is."""

    def __init__(self, color: bool) -> None:
        self._color = color

    def bold(self, text: str) -> str:
        """For what is looked for first."""
        return self._wrap("1", text)

    def dim(self, text: str) -> str:
        """For what explains."""
        return self._wrap("2", text)

    def good(self, text: str) -> str:
        """For what raises a score, or is well."""
        return self._wrap("32", text)

    def bad(self, text: str) -> str:
        """For what lowers a score, or needs attention."""
        return self._wrap("31", text)

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._color and text else text


def cells(text: str) -> int:
    """Columns that printable text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_cells_of(character) for character in text)


def _cells_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clip(text: str, width: int) -> str:
    """The beginning of printable text that fits, with an ellipsis when something is missing."""
    if cells(text) <= width:
        return text
    kept, used = [], 1
    for character in text:
        used += _cells_of(character)
        if used > width:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def wrap(text: str, width: int) -> list[str]:
    """Printable text in lines of at most `width` columns, broken at spaces where there are any."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if cells(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        line = word
    return [*lines, line] if line else lines


def columns(rows: list[tuple[str, ...]], gap: int = 2) -> list[str]:
    """Rows of printable cells as aligned lines; the last column is as wide as it likes."""
    if not rows:
        return []
    widths = [max(cells(row[k]) for row in rows) for k in range(len(rows[0]) - 1)]
    return [
        "".join(cell + " " * (width - cells(cell) + gap) for cell, width in zip(row, widths, strict=False))
        + row[-1]
        for row in rows
    ]
