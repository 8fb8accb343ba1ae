"""Units: the pieces of a file that are scored and packed on their own.

A unit is a function or method, a type without methods, a section of a document with all below it if that is
no longer than a window, the gap between them (imports, class heads, module level, what stands before the
first subsection), or a window of anything longer than `LONGEST` lines. Units are disjoint, in order, and
together hold every line that has a word, except for gaps of mere punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ctxsmith_tui.model import Symbol

_WORD = re.compile(r"\w")

LONGEST = 60  # lines; anything longer is cut into windows
WINDOW = 40  # lines a window aims for

FUNCTIONS = frozenset({"function", "method", "constructor", "macro"})
TYPES = frozenset(
    {"class", "interface", "struct", "enum", "trait", "type", "union", "record", "annotation", "protocol"}
)
SECTION = "heading"
_HOLDERS = TYPES | {SECTION}
_BLOCKS = FUNCTIONS | _HOLDERS


class Unit(NamedTuple):
    """Lines `start_line` to `end_line`; `symbol` is the position of the symbol they belong to, or -1."""

    start_line: int
    end_line: int
    symbol: int


def cut_units(lines: Sequence[str], symbols: Sequence[Symbol], *, in_cells: bool = False) -> list[Unit]:
    """The units of a file with these lines and symbols (in document order, parents before children).

    With `in_cells`, blank lines stand for what lies between the cells of a notebook: no unit reaches over it.
    """
    units: list[Unit] = []
    blocks = _blocks(len(lines), symbols)
    for block in _cells(lines, blocks) if in_cells else blocks:
        unit = _trim(lines, block)
        if unit is None:
            continue
        if unit.end_line - unit.start_line < LONGEST:
            units.append(unit)
        else:
            units.extend(_windows(lines, unit))
    return units


def _blocks(line_count: int, symbols: Sequence[Symbol]) -> Iterator[Unit]:
    """Tile the file with leaf blocks and the gaps between them, each gap belonging to its innermost type."""
    open_types: list[tuple[int, int]] = []  # (position, end line) of the types that enclose `line`
    line = 1
    for position, end, is_leaf in _landmarks(symbols):
        start = symbols[position].start_line
        while open_types and open_types[-1][1] < start:
            owner, owner_end = open_types.pop()
            if line <= owner_end:
                yield Unit(line, owner_end, owner)
                line = owner_end + 1
        if line < start:
            yield Unit(line, start - 1, open_types[-1][0] if open_types else -1)
        line = max(line, start)
        if not is_leaf:
            open_types.append((position, end))
        elif line <= end:
            yield Unit(line, end, position)
            line = end + 1
    while open_types:
        owner, owner_end = open_types.pop()
        if line <= owner_end:
            yield Unit(line, owner_end, owner)
            line = owner_end + 1
    if line <= line_count:
        yield Unit(line, line_count, -1)


def _landmarks(symbols: Sequence[Symbol]) -> Iterator[tuple[int, int, bool]]:
    """(position, end line, is a leaf) of the outermost functions and of the types around them."""
    parents = {symbol.parent for symbol in symbols if symbol.parent is not None and symbol.kind in _BLOCKS}
    hidden_until = 0  # inside an outermost function everything belongs to that function
    for position, symbol in enumerate(symbols):
        if symbol.start_line <= hidden_until:
            continue
        if symbol.kind in FUNCTIONS:
            hidden_until = symbol.end_line
            yield position, symbol.end_line, True
        elif symbol.kind in _HOLDERS:
            is_short = symbol.kind == SECTION and symbol.end_line - symbol.start_line < WINDOW
            is_leaf = is_short or position not in parents
            if is_leaf:
                hidden_until = symbol.end_line
            yield position, symbol.end_line, is_leaf


def _cells(lines: Sequence[str], blocks: Iterable[Unit]) -> Iterator[Unit]:
    """The parts of blocks that have no blank line."""
    for start, end, symbol in blocks:
        first = start
        for line in range(start, min(end, len(lines)) + 1):
            if not lines[line - 1].strip():
                yield Unit(first, line, symbol)
                first = line + 1
        yield Unit(first, end, symbol)


def _trim(lines: Sequence[str], unit: Unit) -> Unit | None:
    """The unit without leading and trailing blank lines; None when there is no word in it."""
    start, end = unit.start_line, min(unit.end_line, len(lines))
    while start <= end and not lines[start - 1].strip():
        start += 1
    while end >= start and not lines[end - 1].strip():
        end -= 1
    has_word = any(map(_WORD.search, lines[start - 1 : end]))
    return Unit(start, end, unit.symbol) if has_word else None


def _windows(lines: Sequence[str], unit: Unit) -> Iterator[Unit]:
    """Cut a long unit near every `WINDOW` lines, where the text is least indented or blank."""
    start = unit.start_line
    while unit.end_line - start + 1 > LONGEST:
        aim = start + WINDOW
        _, _, cut = min(
            (_depth(lines[line - 1]), abs(line - aim), line) for line in range(aim - 12, aim + 12)
        )
        if (window := _trim(lines, Unit(start, cut - 1, unit.symbol))) is not None:
            yield window
        start = cut
    if (window := _trim(lines, Unit(start, unit.end_line, unit.symbol))) is not None:
        yield window


def _depth(line: str) -> int:
    """How bad a cut before this line is: its indentation; a blank line is the best place of all."""
    stripped = line.lstrip()
    return len(line) - len(stripped) if stripped else -1
