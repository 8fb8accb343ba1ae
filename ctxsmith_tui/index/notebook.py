"""Jupyter notebooks: only the sources of cells are worth searching, not outputs and metadata."""

from __future__ import annotations

import re
from collections.abc import Sequence

_OPENS = re.compile(r'^\s*"source"\s*:\s*\[\s*$')
_CLOSES = re.compile(r"^\s*\],?\s*$")


def source_lines(lines: Sequence[str]) -> list[str]:
    """The lines of a notebook file with everything outside cell sources blanked, so that numbers stay.

    Notebooks are written one source line a line; one that is not (a single-line JSON) stays as it is.
    """
    kept: list[str] = []
    inside = False
    for line in lines:
        if inside and _CLOSES.match(line):
            inside = False
        kept.append(line if inside else "")
        if not inside and _OPENS.match(line):
            inside = True
    return kept if any(kept) else list(lines)
