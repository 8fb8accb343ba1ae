"""What stands close to the files that match best: changed together with them, or imported by them."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from ctxsmith_tui.graph.modules import imported_sources
from ctxsmith_tui.model import Role
from ctxsmith_tui.rank.context import Context, Feature
from ctxsmith_tui.rank.matches import Floats, scaled
from ctxsmith_tui.rank.signals.evidence import quoted
from ctxsmith_tui.rank.signals.words import passage, title, words

NEAREST = 5  # files


def best_by_text(context: Context) -> list[tuple[int, float]]:
    """The sources that match best by their text alone, with their value relative to the best."""
    text: Floats = context.once(words).values + context.once(passage).values + context.once(title).values
    values = scaled(text * context.has_role(Role.SOURCE))
    best = np.argsort(-values, kind="stable")[:NEAREST].tolist()
    return [(file, float(values[file])) for file in best if values[file] > 0]


def cochange(context: Context) -> Feature:
    """Files that changed in the same commits as the best ones, each commit shared by its files."""
    history = context.history
    best = dict(context.once(best_by_text))
    values = np.zeros(history.file_count)
    together: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for files in history.files_of(best):
        present = [file for file in files.tolist() if file in best]
        share = sum(best[file] for file in present) / len(files)
        for file in files.tolist():
            for other in present:
                if other != file:
                    values[file] += share
                    together[file][other] += 1
    values /= np.sqrt(1.0 + history.commits_of_file)

    def explain(file: int) -> tuple[str, ...]:
        others = sorted(together.get(file, {}).items(), key=lambda each: (-each[1], each[0]))[:3]
        return tuple(f"{count} commits with {context.catalog.paths[other]}" for other, count in others)

    return Feature(scaled(values), explain)


def imported(context: Context) -> Feature:
    """Files that the best ones import."""
    values = np.zeros(len(context.catalog.paths))
    notes: dict[int, list[str]] = defaultdict(list)
    for file, value in context.once(best_by_text):
        for row in imported_sources(context.reader, context.catalog, file):
            values[row] += value
            notes[row].append(f"imported by {context.catalog.paths[file]}")
    return Feature(scaled(values), lambda file: quoted(notes, file)[:3])
