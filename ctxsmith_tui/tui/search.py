"""Searching the lines of a view: which hold some words, and where in them these stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style

from ctxsmith_tui.tui.text import Piece


def lines_with(lines: Sequence[str], words: str) -> list[int]:
    """Positions of the lines that hold a text; one without capitals is found in any case."""
    if not words:
        return []
    if words != words.lower():
        return [y for y, line in enumerate(lines) if words in line]
    return [y for y, line in enumerate(lines) if words in line.lower()]


def with_matches(pieces: Iterable[Piece], words: str, style: Style) -> list[Piece]:
    """Pieces of one line with a style over every place where the text stands, across pieces too."""
    found = list(pieces)
    line = "".join(text for text, _ in found)
    sought = line if words != words.lower() else line.lower()
    if not words or len(sought) != len(line) or words not in sought:  # lower case may be longer
        return found
    marked = bytearray(len(line))
    at = sought.find(words)
    while at >= 0:
        marked[at : at + len(words)] = b"\1" * len(words)
        at = sought.find(words, at + len(words))
    return list(_restyled(found, marked, style))


def _restyled(pieces: Iterable[Piece], marked: bytearray, style: Style) -> Iterable[Piece]:
    begin = 0
    for text, old in pieces:
        start = begin
        for k in range(begin + 1, begin + len(text) + 1):
            if k == begin + len(text) or marked[k] != marked[start]:
                yield text[start - begin : k - begin], old + style if marked[start] else old
                start = k
        begin += len(text)


def next_of(rows: Sequence[int], cursor: int, step: int) -> int | None:
    """The row after (+1) or before (-1) the cursor among ascending ones, None when there is none."""
    if step > 0:
        return next((y for y in rows if y > cursor), None)
    return next((y for y in reversed(rows) if y < cursor), None)
