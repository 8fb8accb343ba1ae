"""Lines as an editor counts them: they break at LF, CRLF and lone CR, and at nothing else."""

from __future__ import annotations

import re
from itertools import accumulate

_LINE_END = re.compile(r"\r\n|\n|\r")


def split_lines(text: str) -> list[str]:
    """Lines of `text` without their ends. A final line end closes the last line and opens none."""
    lines = _LINE_END.split(text) if "\r" in text else text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def line_starts(source: bytes) -> list[int]:
    """Byte offset at which each line begins; the first is 0, also for an empty source."""
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    if source and not source.endswith((b"\n", b"\r")):
        starts.pop()  # the end of the last line begins no other
    return starts
