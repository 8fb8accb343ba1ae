"""Scoring units, the functions and passages inside the best files: a pack is as good as its lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ctxsmith_tui.model import Contribution, Role, Symbol
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.files import DIGITS, FileScores
from ctxsmith_tui.rank.matches import Floats, Ints, scaled, weights_of
from ctxsmith_tui.rank.signals.evidence import word_counts
from ctxsmith_tui.rank.signals.mentions import find_literals, resolve_mention
from ctxsmith_tui.rank.signals.names import find_definitions, unit_name_scores
from ctxsmith_tui.rank.target import Target, find_target
from ctxsmith_tui.text.terms import terms_of

UNIT_SIGNALS = (
    "file",
    "file-rank",
    "body",
    "body-in-file",
    "name",
    "class-name",
    "definition",
    "literal",
    "trace",
    "target",
    "neighbour",
    "length",
    "module-level",
    "role-test",
    "role-doc",
    "role-generated",
)


_TEST_NAME = re.compile(r"(?:^|\.)(?:tests?(?:\.|$)|test_\w+)")
_SAYING = (
    "body",
    "body-in-file",
    "name",
    "class-name",
    "definition",
    "literal",
    "trace",
    "target",
    "neighbour",
)


@dataclass(frozen=True, eq=False)
class UnitScores:
    """Points of each signal (in the order of `UNIT_SIGNALS`) for the units in `rows`, and their sums."""

    rows: Ints
    values: Floats
    points: Floats
    scores: Floats
    order: Ints  # places in `rows` of the candidates, best first


def score_units(
    context: Context, scored: FileScores, files: Sequence[int], weights: Mapping[str, float]
) -> UnitScores:
    """Score all units of the given files (rows of the catalog)."""
    rows = _rows_of(context, files)
    values = unit_features(context, scored, files, rows)
    weight = np.array([weights.get(name, 0.0) for name in UNIT_SIGNALS])
    points = np.round(values * weight, DIGITS)
    scores = np.round(points.sum(axis=1), DIGITS)
    # A unit without any word of the task, nor a name, literal or frame of it, is no candidate.
    said = np.flatnonzero(values[:, [UNIT_SIGNALS.index(name) for name in _SAYING]].any(axis=1))
    order = np.lexsort((rows, -scores))
    order = order[np.isin(order, said)]
    return UnitScores(rows, values, points, scores, order)


def _rows_of(context: Context, files: Sequence[int]) -> Ints:
    first = context.catalog.first_unit_row
    ranges = [np.arange(first[file], first[file + 1]) for file in files]
    return np.concatenate(ranges) if ranges else np.empty(0, dtype=np.int64)


def unit_features(context: Context, scored: FileScores, files: Sequence[int], rows: Ints) -> Floats:
    """One row of features, in the order of `UNIT_SIGNALS`, for each unit."""
    catalog = context.catalog
    owner = catalog.unit_file[rows]
    symbols = _symbols_of(context, rows)
    body = context.unit_body_scores[rows]
    names = context.once(unit_name_scores)[rows]
    place = {int(row): k for k, row in enumerate(rows.tolist())}
    columns = {
        "file": scaled(np.maximum(scored.scores[owner], 0.0)),
        "file-rank": 1.0 / (1.0 + _first_place(owner)),
        "body": scaled(body),
        "body-in-file": _relative_to_best(body, owner),
        "name": scaled(names),
        "class-name": scaled(_class_names(context, files, rows, place)),
        "definition": np.minimum(_defined(context, rows, place), 1.0),
        "literal": np.minimum(_literal(context, rows, place), 1.0),
        "trace": scaled(_traced(context, rows, place)),
        "target": _of_target(context, rows),
        "neighbour": _of_neighbours(context, rows),
        "length": np.minimum(np.log1p(catalog.unit_length[rows]) / 7.0, 1.0),
        "module-level": np.array([symbol is None for symbol in symbols], dtype=np.float64),
        "role-test": np.maximum(context.has_role(Role.TEST)[owner], _tests_beside_code(symbols)),
        "role-doc": context.has_role(Role.DOC)[owner],
        "role-generated": context.has_role(Role.GENERATED)[owner],
    }
    return np.stack([columns[name] for name in UNIT_SIGNALS], axis=1)


def _relative_to_best(values: Floats, owner: Ints) -> Floats:
    best = np.zeros(int(owner.max()) + 1 if len(owner) else 0)
    np.maximum.at(best, owner, values)
    return np.divide(values, best[owner], out=np.zeros(len(values)), where=best[owner] > 0)


def _first_place(owner: Ints) -> Floats:
    """For each unit the rank of its file, from 0; units come file by file, the best file first."""
    return np.append(0, np.cumsum(np.diff(owner) != 0)).astype(np.float64)[: len(owner)]


def _class_names(context: Context, files: Sequence[int], rows: Ints, place: Mapping[int, int]) -> Floats:
    """How well the name of the type around a unit matches the task."""
    values = np.zeros(len(rows))
    gains = dict(zip(context.unit_names.terms, context.once(_gains_of_names).tolist(), strict=True))
    first = context.catalog.first_unit_row
    for file in files:
        symbols = context.symbols(file)
        match_of: dict[int, float] = {}
        for row in range(int(first[file]), int(first[file + 1])):
            ordinal = int(context.catalog.unit_symbol[row])
            parent = symbols[ordinal].parent if 0 <= ordinal < len(symbols) else None
            if parent is not None and symbols[parent].kind != "heading":
                if parent not in match_of:
                    match_of[parent] = name_match(symbols[parent], gains)
                values[place[row]] = match_of[parent]
    return values


def _symbols_of(context: Context, rows: Ints) -> list[Symbol | None]:
    """The symbol that each unit belongs to; a section of a document belongs to no definition."""
    symbols: list[Symbol | None] = []
    owners, ordinals = context.catalog.unit_file[rows].tolist(), context.catalog.unit_symbol[rows].tolist()
    for file, ordinal in zip(owners, ordinals, strict=True):
        symbol = context.symbols(file)[ordinal] if ordinal >= 0 else None
        symbols.append(symbol if symbol is None or symbol.kind != "heading" else None)
    return symbols


def _tests_beside_code(symbols: Sequence[Symbol | None]) -> Floats:
    """1.0 for tests that stand in a source file, as `mod tests` of Rust and `test_` functions do."""
    return np.array(
        [bool(symbol and _TEST_NAME.search(symbol.qualname)) for symbol in symbols], dtype=np.float64
    )


def name_match(symbol: Symbol, gains: Mapping[str, float]) -> float:
    """Sum of the gains of the words in a symbol's own name."""
    return sum(gains.get(term, 0.0) for term in set(terms_of(symbol.name)))


def _unit_at(context: Context, file: int, line: int) -> int:
    """Row of the unit that holds a line, or of the last one before it; -1 in a file without units."""
    first, last = context.catalog.first_unit_row[file], context.catalog.first_unit_row[file + 1]
    starts = context.catalog.unit_start[first:last]
    return int(first) + max(int(np.searchsorted(starts, line, side="right")) - 1, 0) if last > first else -1


def _defined(context: Context, rows: Ints, place: Mapping[int, int]) -> Floats:
    values = np.zeros(len(rows))
    for _, share, file, line in context.once(find_definitions):
        row = _unit_at(context, file, line)
        if row in place:
            values[place[row]] += share
    return values


def _literal(context: Context, rows: Ints, place: Mapping[int, int]) -> Floats:
    values = np.zeros(len(rows))
    for _, holders in context.once(find_literals):
        for file, line in holders:
            row = _unit_at(context, file, line)
            if row in place:
                values[place[row]] += 1.0 / len(holders)
    return values


def _traced(context: Context, rows: Ints, place: Mapping[int, int]) -> Floats:
    """Units that a stack trace or a line address of the task points into."""
    values = np.zeros(len(rows))
    for frame in context.query.frames:
        for file in resolve_mention(context, frame.path.replace("\\", "/").lstrip("/")):
            row = _unit_at(context, file, frame.line)
            if row in place and frame.line:
                values[place[row]] = 1.0
    return values


def _of_target(context: Context, rows: Ints) -> Floats:
    """1.0 for the units of the symbol that the task is about."""
    target = context.once(find_target)
    return np.zeros(len(rows)) if target is None else _within(context, rows, target.row, target.lines)


def _of_neighbours(context: Context, rows: Ints) -> Floats:
    """1.0 for the units that the target calls, or that call it."""
    target, values = context.once(find_target), np.zeros(len(rows))
    for each in target.neighbours if target is not None else ():
        values = np.maximum(values, _within(context, rows, each.row, each.lines))
    return values


def _within(context: Context, rows: Ints, file: int, lines: tuple[int, int]) -> Floats:
    """1.0 for units of a file that begin in some lines."""
    catalog = context.catalog
    starts = catalog.unit_start[rows]
    return np.where((catalog.unit_file[rows] == file) & (starts >= lines[0]) & (starts <= lines[1]), 1.0, 0.0)


def explain_unit(context: Context, scored: UnitScores, k: int) -> tuple[Contribution, ...]:
    """The contributions to the k-th scored unit that are not zero, largest first."""
    row = int(scored.rows[k])
    return tuple(
        Contribution(UNIT_SIGNALS[n], float(scored.points[k, n]), _evidence(context, UNIT_SIGNALS[n], row))
        for n in _by_points(scored, k)
    )


def main_reason(context: Context, scored: UnitScores, k: int) -> str:
    """What speaks most for the k-th scored unit beside its file, with the evidence, in a few words."""
    signal = next((UNIT_SIGNALS[n] for n in _by_points(scored, k) if UNIT_SIGNALS[n] in _SAYING), "")
    words = ", ".join(_evidence(context, signal, int(scored.rows[k]))[:4])
    return f"{signal}: {words}" if words else signal or "in one of the best files"


def _by_points(scored: UnitScores, k: int) -> list[int]:
    points = scored.points[k]
    return sorted(np.flatnonzero(points).tolist(), key=lambda n: (-points[n], UNIT_SIGNALS[n]))


def _evidence(context: Context, signal: str, row: int) -> tuple[str, ...]:
    """The words behind a signal that is about words."""
    target = context.once(find_target)
    if signal in ("target", "neighbour") and target is not None:
        return _relation(context, target, row)
    if signal in ("body", "body-in-file"):
        return word_counts(context.unit_body, context.once(_gains_of_body), row)
    return word_counts(context.unit_names, context.once(_gains_of_names), row) if signal == "name" else ()


def _gains_of_body(context: Context) -> Floats:
    return weights_of(context.unit_body, context.query.terms) * context.unit_body.idf


def _gains_of_names(context: Context) -> Floats:
    return weights_of(context.unit_names, context.query.terms) * context.unit_names.idf


def _relation(context: Context, target: Target, row: int) -> tuple[str, ...]:
    """How a unit is tied to the target."""
    catalog = context.catalog
    file, start = int(catalog.unit_file[row]), int(catalog.unit_start[row])
    for each in target.neighbours:
        if each.row == file and each.lines[0] <= start <= each.lines[1]:
            return (each.relation,)
    return (target.qualname,)
