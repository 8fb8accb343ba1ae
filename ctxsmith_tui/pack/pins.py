"""What a person pinned, as pieces of code and lines of the map; it comes before everything else."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ctxsmith_tui.model import Level, Symbol
from ctxsmith_tui.model.document import MapEntry, Outlined
from ctxsmith_tui.pack.draft import Draft, Piece
from ctxsmith_tui.pack.ranges import Range, overlaps
from ctxsmith_tui.pack.request import Pin, Request
from ctxsmith_tui.pack.slices import best_run

PINNED_SLICE_LINES = 24
_WITH_INNER_NAMES = ("function", "method", "constructor")  # what they define inside is no part of an outline


def take_pins(request: Request, draft: Draft) -> None:
    """Put all pins into an empty draft, each at the level asked for: ranking adds no more of their code."""
    for pin in request.pins:
        if pin.level is Level.FULL or pin.level is Level.SLICE:
            free = draft.free(pin.path, pin.lines)
            shown = free if pin.level is Level.FULL else _best_lines(request, pin.path, free)
            draft.add(
                Piece(pin.path, start, end, pin.symbol, pin.lines, math.inf, -1) for start, end in shown
            )
    closed: dict[str, list[Range]] = defaultdict(list)
    for pin in request.pins:
        if pin.is_limit:
            closed[pin.path].append(pin.lines)
    draft.closed = closed
    draft.entries = tuple(_entries(request))


def _best_lines(request: Request, path: str, parts: Sequence[Range]) -> list[Range]:
    """Of the longest part of a pin the `PINNED_SLICE_LINES` that say most about the task."""
    if not parts:
        return []
    start, end = max(parts, key=lambda part: part[1] - part[0])
    values = [request.line_value(line) for line in request.sources.lines(path)[start - 1 : end]]
    run = best_run([1] * len(values), values, PINNED_SLICE_LINES)
    return [(start + run[0], start + run[1])] if run else []


def _entries(request: Request) -> Iterator[MapEntry]:
    """One entry for each file of which an outline, a signature or the path is pinned."""
    named: dict[str, dict[Outlined, None]] = {}
    for pin in request.pins:
        if pin.level in (Level.SIGNATURE, Level.OUTLINE, Level.PATH):
            symbols = named.setdefault(pin.path, {})
            symbols.update(dict.fromkeys(_symbols(request, pin)))
    for path, outlined in named.items():
        yield MapEntry(path, tuple(outlined), pinned=True)


def _symbols(request: Request, pin: Pin) -> list[Outlined]:
    if pin.level is Level.PATH:
        return []
    excluded = request.excluded.get(pin.path, ())
    every = request.sources.symbols(pin.path)
    symbols = [
        symbol
        for symbol in every
        if pin.lines[0] <= symbol.start_line
        and symbol.end_line <= pin.lines[1]
        and not overlaps((symbol.start_line, symbol.start_line), excluded)
    ]
    if pin.level is Level.SIGNATURE:
        own = [symbol for symbol in symbols if symbol.qualname == pin.symbol] or symbols
        return [Outlined(_signed(s), s.start_line, s.end_line) for s in own[:1]]
    return [
        Outlined(s.signature or s.qualname, s.start_line, s.end_line)
        for s in symbols
        if s.kind != "constant" and (s.parent is None or every[s.parent].kind not in _WITH_INNER_NAMES)
    ]


def _signed(symbol: Symbol) -> str:
    return f"{symbol.signature} - {symbol.doc}" if symbol.doc else symbol.signature
