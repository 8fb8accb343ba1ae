"""From hostile text to cells: whatever a row shows goes through here.

Nothing of it is interpreted as markup, no control character passes, and every character is as wide as the
terminal draws it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from heapq import nlargest

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ctxsmith_tui.text.printable import printable, printable_block

TAB_COLUMNS = 4
LONGEST_LINE = 2_000  # characters of a line of code that are drawn; the rest is counted
_MEASURED = 50  # of the longest lines
# Joiners and variation selectors make several characters one picture in some terminals and not in others.
_JOINERS = re.compile("[\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]")

Piece = tuple[str, Style]


def one_line(text: str) -> str:
    """A name, path or message as one line of cells."""
    return _JOINERS.sub("", printable(text))


def typable(text: str) -> str:
    """Text for a box that people type in: lines and tabs stay, what no terminal should get is shown."""
    return _JOINERS.sub("", printable_block(text.replace("\r\n", "\n").replace("\r", "\n")))


def code_line(text: str) -> str:
    """A line of code with its tabs as columns; what is beyond `LONGEST_LINE` is only counted."""
    more = len(text) - LONGEST_LINE
    if more > 0:
        text = text[:LONGEST_LINE]
    text = text.rstrip("\r\n").expandtabs(TAB_COLUMNS)
    shown = text if text.isascii() and text.isprintable() else one_line(text)
    return f"{shown}… {more:,} more characters" if more > 0 else shown


def widest(lines: Iterable[str]) -> int:
    """The columns of the widest of some lines of code, judged by the longest ones."""
    return max((cell_len(code_line(line)) for line in nlargest(_MEASURED, lines, key=len)), default=0)


def cut(text: str, width: int) -> str:
    """Text of exactly `width` cells: filled with spaces, or cut with an ellipsis at its end."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(set_cell_size(text, width - 1) + "…", width)


def cut_left(text: str, width: int) -> str:
    """Like `cut`, but of a long text the end stays: that of a path says more than its beginning."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    kept = text[-(width - 1) :] if width > 1 else ""
    while cell_len(kept) > width - 1:
        kept = kept[1:]
    return set_cell_size("…" + kept, width)


def right(text: str, width: int) -> str:
    """Text at the right of `width` cells."""
    missing = width - cell_len(text)
    return " " * missing + text if missing >= 0 else cut(text, width)


def strip_of(pieces: Iterable[Piece]) -> Strip:
    """One row; every text must have come through this module."""
    return Strip([Segment(text, style) for text, style in pieces if text])


def marked(strip: Strip, span: tuple[int, int], style: Style) -> Strip:
    """A row with a style over its characters from the first of `span` up to the second (-1: the end)."""
    first, end = span
    segments, at = [], 0
    for text, old, _ in strip:
        start = min(max(first - at, 0), len(text))
        stop = len(text) if end < 0 else min(max(end - at, start), len(text))
        at += len(text)
        for part, is_marked in ((text[:start], False), (text[start:stop], True), (text[stop:], False)):
            if part:
                segments.append(Segment(part, (old or Style()) + style if is_marked else old))
    return Strip(segments)


def wrapped(text: str, width: int) -> list[str]:
    """Text in lines of at most `width` cells, broken at spaces, within a word only where it is too long."""
    lines: list[str] = []
    line = ""
    for word in one_line(text).split(" "):
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while cell_len(word) > width:
            head = set_cell_size(word, width).rstrip()
            lines.append(head)
            word = word[max(1, len(head)) :]
        line = word
    return [*lines, line] if line or not lines else lines
