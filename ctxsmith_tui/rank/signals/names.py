"""Names that the code defines: their words against the task's, and exact identifiers of the task."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np

from ctxsmith_tui.rank.context import Context, Feature
from ctxsmith_tui.rank.matches import Floats, scaled, summed, weights_of
from ctxsmith_tui.rank.signals.evidence import quoted, word_counts
from ctxsmith_tui.rank.signals.words import best_of_file, best_unit
from ctxsmith_tui.store.index_reader import DEAD

MOST_DEFINING_FILES = 8  # a name that more files define points nowhere
QUALIFIED_FACTOR = 2.0  # for `Class.method` written with its class


def unit_name_scores(context: Context) -> Floats:
    """How well the names that each unit defines match the task: the sum of weighted idf, counts up to 2."""
    matches = context.unit_names
    gains = weights_of(matches, context.query.terms) * matches.idf
    return summed(matches.row, gains[matches.term] * np.minimum(matches.count, 2.0), matches.size)


def names(context: Context) -> Feature:
    """The best name match among the units of a file."""
    per_unit = context.once(unit_name_scores)
    matches = context.unit_names
    gains = weights_of(matches, context.query.terms) * matches.idf

    def explain(file: int) -> tuple[str, ...]:
        unit = best_unit(context, per_unit, file)
        return () if unit is None else word_counts(matches, gains, unit)

    return Feature(scaled(best_of_file(context, per_unit)), explain)


def definitions(context: Context) -> Feature:
    """Files that define an identifier of the task, each counting 1 / number of defining files."""
    values = np.zeros(len(context.catalog.paths))
    notes: dict[int, list[str]] = defaultdict(list)
    for name, share, file, line in context.once(find_definitions):
        values[file] += share
        notes[file].append(f"{name} at line {line}")
    return Feature(np.minimum(values, 1.0), lambda file: quoted(notes, file)[:6])


def find_definitions(context: Context) -> list[tuple[str, float, int, int]]:
    """(identifier, share, file row, line) of every definition that the task names, in a fixed order."""
    identifiers = context.query.identifiers
    by_name: dict[str, list[tuple[int, str, int]]] = defaultdict(list)
    for name, file_id, symbol in context.reader.definitions(sorted(identifiers)):
        row = int(context.catalog.file_row[file_id]) if file_id < len(context.catalog.file_row) else DEAD
        if row != DEAD and symbol.kind != "heading":
            by_name[name].append((row, symbol.qualname, symbol.start_line))
    found: list[tuple[str, float, int, int]] = []
    for name, places in sorted(by_name.items()):
        files = {row for row, _, _ in places}
        count = identifiers[name]
        for row, qualname, line in sorted(places):
            qualified = "." in qualname and _is_written_in(qualname, context.query.task)
            if len(files) > MOST_DEFINING_FILES and not qualified:
                continue
            share = (1.0 + math.log(count)) / len(places)
            found.append((qualname, share * (QUALIFIED_FACTOR if qualified else 1.0), row, line))
    return found


def _is_written_in(qualname: str, task: str) -> bool:
    """Whether the last two parts of a qualified name stand together in the task."""
    owner, name = qualname.split(".")[-2:]
    return any(f"{owner}{joint}{name}" in task for joint in (".", "::", "#", "->"))
