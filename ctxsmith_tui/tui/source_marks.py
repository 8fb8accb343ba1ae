"""What the margin of a file says of its lines, and which place a line belongs to: pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.model import Action, FoundPlace, Level, PackItem, PlacedDecision, Spec, Symbol
from ctxsmith_tui.tui.rows import EXCLUDED, NAMED, PINNED, SHOWN

NOTHING = " "

Lines = tuple[int, int]
"""First and last line."""


def line_letters(
    path: str,
    count: int,
    symbols: Sequence[Symbol],
    items: Sequence[PackItem],
    decisions: Iterable[PlacedDecision],
) -> str:
    """One letter for each of `count` lines of a file: what the pack makes of it, and what was decided.

    A later decision hides an earlier one, and any decision hides what the pack shows.
    """
    letters = bytearray(NOTHING.encode() * count)
    for item in items:
        if item.path == path and not item.shown and item.level is not Level.PATH:
            _paint(letters, NAMED, (item.start_line, item.end_line))
    for item in items:
        for shown in item.shown if item.path == path else ():
            _paint(letters, SHOWN, shown)
    for decision in decisions:
        lines = lines_of(decision.spec, path, count, symbols)
        if lines is not None:
            _paint(letters, EXCLUDED if decision.action is Action.EXCLUDE else PINNED, lines)
    return letters.decode()


def _paint(letters: bytearray, letter: str, lines: Lines) -> None:
    first, last = max(lines[0], 1), min(lines[1], len(letters))
    letters[first - 1 : last] = letter.encode() * max(0, last - first + 1)


def lines_of(spec: Spec, path: str, count: int, symbols: Sequence[Symbol]) -> Lines | None:
    """The lines of a file that a decision's place covers, None when it covers none."""
    if spec.path != path:
        whole = spec.symbol is None and spec.start_line is None
        return (1, count) if whole and scope_filter([spec.path])(path) else None
    if spec.symbol is not None:
        found = next((each for each in symbols if each.qualname == spec.symbol), None)
        return (found.start_line, found.end_line) if found else None
    if spec.start_line is not None:
        return spec.start_line, spec.end_line or spec.start_line
    return 1, count


def letter_of_place(place: FoundPlace, items: Iterable[PackItem], decisions: Sequence[PlacedDecision]) -> str:
    """What the pack makes of a place, or what was decided about it or about all of its file."""
    path = place.spec.path
    for spec in (place.spec, Spec(path)):
        for decision in decisions:
            if decision.spec == spec:
                return EXCLUDED if decision.action is Action.EXCLUDE else PINNED
    own = [item for item in items if item.path == path]
    whole = place.spec == Spec(path)
    for item in own:
        for first, last in item.shown:
            if whole or (first <= place.end_line and place.start_line <= last):
                return SHOWN
    return NAMED if own and whole else NOTHING


def lines_in(ranges: Iterable[Lines], count: int) -> frozenset[int]:
    """The lines in some ranges of a file of `count` lines; one about all of it, (0, 0), is its first line."""
    found: set[int] = set()
    for first, last in ranges:
        found.update(range(max(first, 1), min(max(last, 1), count) + 1))
    return frozenset(found)


def innermost(symbols: Iterable[Symbol], line: int) -> Symbol | None:
    """The smallest symbol around a line."""
    around = [each for each in symbols if each.start_line <= line <= each.end_line]
    return min(around, key=lambda each: each.end_line - each.start_line, default=None)


def spec_of_line(path: str, symbols: Sequence[Symbol], line: int) -> Spec:
    """The place that a line stands for: the innermost symbol around it, else the file."""
    symbol = innermost(symbols, line)
    return Spec(path) if symbol is None else spec_of_range(path, symbols, symbol.start_line, symbol.end_line)


def spec_of_range(path: str, symbols: Sequence[Symbol], start: int, end: int) -> Spec:
    """How to name lines: by the symbol that they are exactly, if its name means that one, else as lines."""
    for symbol in symbols:
        if (symbol.start_line, symbol.end_line) == (start, end):
            first = next(each for each in symbols if each.qualname == symbol.qualname)
            if (first.start_line, first.end_line) == (start, end):
                return Spec(path, symbol=symbol.qualname)
    return Spec(path, start, end)
