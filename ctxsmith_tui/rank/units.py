"""Scoring units, the functions and passages inside the best files: a pack is as good as its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ctxsmith_tui.model import Contribution, Role, Symbol
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.files import DIGITS, FileScores
from ctxsmith_tui.rank.matches import Floats, Ints, scaled, summed, weights_of
from ctxsmith_tui.rank.signals.evidence import word_counts
from ctxsmith_tui.rank.signals.mentions import find_literals, resolve_mention
from ctxsmith_tui.rank.signals.names import find_definitions, unit_name_scores
from ctxsmith_tui.text.terms import terms_of

UNIT_SIGNALS = (
    "file",
    "body",
    "body-in-file",
    "body-rank",
    "title",
    "name",
    "name-rank",
    "class-name",
    "documentation",
    "definition",
    "called",
    "literal",
    "trace",
    "length",
    "module-level",
    "role-test",
    "role-doc",
)


STRONG_UNITS = 12
_SAYING = ("body", "name", "class-name", "documentation", "definition", "literal", "trace")


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
    body = context.unit_body_scores[rows]
    names = context.once(unit_name_scores)[rows]
    place = {int(row): k for k, row in enumerate(rows.tolist())}
    columns = {
        "file": scaled(np.maximum(scored.scores[owner], 0.0)),
        "body": scaled(body),
        "body-in-file": _relative_to_best(body, owner),
        "body-rank": _reciprocal_rank(body),
        "title": scaled(context.unit_title_scores[rows]),
        "name": scaled(names),
        "name-rank": _reciprocal_rank(names),
        "class-name": scaled(_class_names(context, files, rows, place)),
        "documentation": scaled(context.once(unit_doc_scores)[rows]),
        "definition": scaled(_defined(context, rows, place)),
        "called": scaled(_called(context, rows, body, names)),
        "literal": scaled(_literal(context, rows, place)),
        "trace": scaled(_traced(context, rows, place)),
        "length": np.minimum(np.log1p(catalog.unit_length[rows]) / 7.0, 1.0),
        "module-level": (catalog.unit_symbol[rows] < 0).astype(np.float64),
        "role-test": context.is_test[owner],
        "role-doc": np.array([catalog.roles[file] is Role.DOC for file in owner.tolist()], dtype=np.float64),
    }
    return np.stack([columns[name] for name in UNIT_SIGNALS], axis=1)


def unit_doc_scores(context: Context) -> Floats:
    """Weighted idf of the task's words in the documentation of each unit."""
    matches = context.unit_docs
    gains = weights_of(matches, context.query.terms) * matches.idf()
    return summed(matches.row, gains[matches.term], matches.size)


def _relative_to_best(values: Floats, owner: Ints) -> Floats:
    best = np.zeros(int(owner.max()) + 1 if len(owner) else 0)
    np.maximum.at(best, owner, values)
    return np.divide(values, best[owner], out=np.zeros(len(values)), where=best[owner] > 0)


def _reciprocal_rank(values: Floats) -> Floats:
    ranks = np.empty(len(values))
    ranks[np.argsort(-values, kind="stable")] = np.arange(len(values))
    return np.where(values > 0, 1.0 / (1.0 + ranks), 0.0)


def _class_names(context: Context, files: Sequence[int], rows: Ints, place: Mapping[int, int]) -> Floats:
    """How well the name of the type around a unit matches the task."""
    values = np.zeros(len(rows))
    gains = dict(
        zip(
            context.unit_names.terms,
            (weights_of(context.unit_names, context.query.terms) * context.unit_names.idf()).tolist(),
            strict=True,
        )
    )
    first = context.catalog.first_unit_row
    for file in files:
        symbols = context.symbols(file)
        match_of: dict[int, float] = {}
        for row in range(int(first[file]), int(first[file + 1])):
            ordinal = int(context.catalog.unit_symbol[row])
            parent = symbols[ordinal].parent if 0 <= ordinal < len(symbols) else None
            if parent is not None:
                if parent not in match_of:
                    match_of[parent] = name_match(symbols[parent], gains)
                values[place[row]] = match_of[parent]
    return values


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


def _called(context: Context, rows: Ints, body: Floats, names: Floats) -> Floats:
    """Units that define what the strongest units call, each name shared by the units that define it."""
    catalog = context.catalog
    strength = scaled(body) + scaled(names)
    strongest = np.argsort(-strength, kind="stable")[:STRONG_UNITS].tolist()
    called: dict[str, float] = {}
    for k in strongest:
        row = int(rows[k])
        file = int(catalog.unit_file[row])
        lines = (int(catalog.unit_start[row]), int(catalog.unit_end[row]))
        for name in context.reader.called_names(int(catalog.file_ids[file]), *lines):
            called[name] = max(called.get(name, 0.0), float(strength[k]))
    defining: dict[str, list[int]] = {}
    for k, row in enumerate(rows.tolist()):
        ordinal = int(catalog.unit_symbol[row])
        if ordinal >= 0:
            name = context.symbols(int(catalog.unit_file[row]))[ordinal].name
            if name in called:
                defining.setdefault(name, []).append(k)
    values = np.zeros(len(rows))
    for name, places in defining.items():
        for k in places:
            values[k] = max(values[k], called[name] / len(places))
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


def explain_unit(context: Context, scored: UnitScores, k: int, most: int) -> tuple[Contribution, ...]:
    """The `most` largest contributions to the k-th scored unit, of those that are not zero."""
    points = scored.points[k]
    order = sorted(np.flatnonzero(points).tolist(), key=lambda n: (-points[n], UNIT_SIGNALS[n]))
    row = int(scored.rows[k])
    return tuple(
        Contribution(UNIT_SIGNALS[n], float(points[n]), _evidence(context, UNIT_SIGNALS[n], row))
        for n in order[:most]
    )


def _evidence(context: Context, signal: str, row: int) -> tuple[str, ...]:
    """The words behind a signal that is about words."""
    matches = {
        "body": lambda: context.unit_body,
        "body-in-file": lambda: context.unit_body,
        "name": lambda: context.unit_names,
        "documentation": lambda: context.unit_docs,
    }
    if signal not in matches:
        return ()
    found = matches[signal]()
    return word_counts(found, weights_of(found, context.query.terms) * found.idf(), row)
