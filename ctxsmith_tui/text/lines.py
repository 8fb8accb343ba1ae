"""Lines as an editor counts them: they break at LF, CRLF and lone CR, and at nothing else."""

from __future__ import annotations

import re

_LINE_END = re.compile(r"\r\n|\n|\r")


def split_lines(text: str) -> list[str]:
    """Lines of `text` without their ends. A final line end closes the last line and opens none."""
    lines = _LINE_END.split(text) if "\r" in text else text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def line_starts(source: bytes) -> list[int]:
    """Byte offset at which each line begins; the first is 0, also for an empty source."""
    starts = [0]
    if b"\r" in source:
        starts.extend(match.end() for match in re.finditer(rb"\r\n|\n|\r", source))
    else:
        position = source.find(b"\n")
        while position >= 0:
            starts.append(position + 1)
            position = source.find(b"\n", position + 1)
    return starts
