"""Finding any file or symbol by a few letters of its name, ranked for a task or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ctxsmith_tui.curate.specs import find_symbol, parse_spec
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import FoundPlace, Role, Spec, Symbol
from ctxsmith_tui.store.index_reader import DEAD, Catalog, IndexReader
from ctxsmith_tui.text.fuzzy import Labels

_PRIOR = {Role.TEST: -6.0, Role.DOC: -20.0, Role.GENERATED: -20.0, Role.DATA: -8.0, Role.CONFIG: -2.0}
_LINES = re.compile(r"^(?P<words>.*?):(?P<start>\d{1,9})(?:-(?P<end>\d{0,9}))?$", re.DOTALL)


class Finder:
    """All files and symbols of one generation of the index, ready to be found."""

    def __init__(self, reader: IndexReader, catalog: Catalog) -> None:
        self._reader = reader
        self._catalog = catalog
        self._symbols = [each for each in reader.symbol_places() if catalog.file_row[each.file_id] != DEAD]
        paths = catalog.paths
        rows = [int(catalog.file_row[each.file_id]) for each in self._symbols]
        self._row = [*range(len(paths)), *rows]
        labels = [f"{paths[row]}::{each.qualname}" for row, each in zip(rows, self._symbols, strict=True)]
        names = [each.name for each in self._symbols]
        self._labels = Labels([*paths, *labels], [*(path.rpartition("/")[2] for path in paths), *names])

    def find(self, typed: str, limit: int) -> tuple[FoundPlace, ...]:
        """The files and symbols that typed words mean, best first.

        A SPEC is also taken literally, and comes first where it names something; lines at its end are
        those of every file that is found.
        """
        literal = self._literal(typed.strip())
        words, lines = _without_lines(typed)
        rows, points = self._labels.find(words.replace("::", " ").split())
        roles, paths = self._catalog.roles, self._catalog.paths
        scored = [
            (round(float(own) + _PRIOR.get(roles[self._row[row]], 0.0), 3), row)
            for row, own in zip(rows.tolist(), points, strict=True)
            if lines is None or row < len(paths)
        ]
        scored.sort(key=lambda each: (-each[0], paths[self._row[each[1]]], each[1]))
        found: dict[Spec, FoundPlace] = {each.spec: each for each in literal}
        for _, row in scored:
            if len(found) >= limit:
                break
            place = self._place(row, lines)
            found.setdefault(place.spec, place)  # overloads share a name: the best stands for them
        return tuple(found.values())

    def _place(self, row: int, lines: tuple[int, int] | None = None) -> FoundPlace:
        path = self._catalog.paths[self._row[row]]
        if row >= len(self._catalog.paths):
            each = self._symbols[row - len(self._catalog.paths)]
            spec = Spec(path, symbol=each.qualname)
            return FoundPlace(spec, each.kind, each.start_line, each.end_line)
        count = int(self._catalog.lines[row])
        if lines is None or not count:
            return FoundPlace(Spec(path), "file", min(1, count), count)
        start = min(lines[0], count)
        end = min(max(lines[1], start), count)
        return FoundPlace(Spec(path, start, end), "lines", start, end)

    def _literal(self, typed: str) -> list[FoundPlace]:
        with suppress(UsageError):
            spec = parse_spec(typed)
            row = self._catalog.row_of_path.get(spec.path)
            if row is None:
                return []
            if spec.symbol is not None:
                symbol = find_symbol(spec, self._symbols_of(row))
                spec = replace(spec, symbol=symbol.qualname)
                return [FoundPlace(spec, symbol.kind, symbol.start_line, symbol.end_line)]
            lines = None if spec.start_line is None else (spec.start_line, spec.end_line or spec.start_line)
            return [self._place(row, lines)]
        return []

    def _symbols_of(self, row: int) -> Sequence[Symbol]:
        return self._reader.symbols(int(self._catalog.file_ids[row]))


def definitions(reader: IndexReader, catalog: Catalog, names: Sequence[str]) -> tuple[FoundPlace, ...]:
    """The symbols of some names, name by name, each with the code of the project first."""
    found = []
    for name, file_id, symbol in reader.definitions(dict.fromkeys(names)):
        row = int(catalog.file_row[file_id])
        if row != DEAD:
            place = FoundPlace(
                Spec(catalog.paths[row], symbol=symbol.qualname),
                symbol.kind,
                *(symbol.start_line, symbol.end_line),
            )
            found.append((names.index(name), -_PRIOR.get(catalog.roles[row], 0.0), place))
    found.sort(key=lambda each: (*each[:2], each[2].spec.path, each[2].start_line))
    return tuple(place for _, _, place in found)


def _without_lines(typed: str) -> tuple[str, tuple[int, int] | None]:
    """Typed words without the lines at their end: `app.py:12-40` is `app.py` and (12, 40)."""
    match = _LINES.match(typed.strip())
    if match is None or match["words"].endswith(":"):
        return typed.rstrip(":"), None
    start = max(1, int(match["start"]))
    return match["words"], (start, int(match["end"] or start))
