"""Scoring files: the weighted sum of the signals, and its exact explanation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ctxsmith_tui.model import Contribution, Note, RankedFile
from ctxsmith_tui.rank.context import Context, Feature
from ctxsmith_tui.rank.matches import Floats
from ctxsmith_tui.rank.signals import FILE_SIGNALS

DIGITS = 4  # points are rounded before they are added, so that what is shown adds up
_BACKGROUND = frozenset({"frequency", "length", "entry"})  # true of a file whatever the task


@dataclass(frozen=True, eq=False)
class FileScores:
    """Points of each signal (rows, in the order of `features`) for each file, and their sums."""

    features: Mapping[str, Feature]
    points: Floats
    scores: Floats
    order: npt.NDArray[np.int64]  # candidates, best first


def score_files(context: Context, weights: Mapping[str, float]) -> FileScores:
    """Score every file of the catalog; candidates are those that some signal of the task speaks for."""
    features = {name: context.once(signal) for name, signal in FILE_SIGNALS.items()}
    points = np.array(
        [np.round(weights.get(name, 0.0) * feature.values, DIGITS) for name, feature in features.items()]
    )
    scores = np.round(points.sum(axis=0), DIGITS)
    speaks = np.array([is_evidence(name) for name in features])
    candidates = np.flatnonzero((points[speaks] > 0).any(axis=0))
    # The catalog is in path order, so a stable sort settles ties by path.
    order = candidates[np.argsort(-scores[candidates], kind="stable")]
    return FileScores(features, points, scores, order)


def is_evidence(signal: str) -> bool:
    """Whether a signal says something about the task rather than about the file alone."""
    return signal not in _BACKGROUND and not signal.startswith("role-")


def explain_file(context: Context, scored: FileScores, row: int, rank: int) -> RankedFile:
    """One file with every contribution that is not zero, largest first."""
    contributions = [
        Contribution(name, float(scored.points[number, row]), feature.explain(row))
        for number, (name, feature) in enumerate(scored.features.items())
        if scored.points[number, row] != 0
    ]
    contributions.sort(key=lambda each: (-each.points, each.signal))
    return RankedFile(
        rank,
        context.catalog.paths[row],
        context.catalog.roles[row],
        float(scored.scores[row]),
        tuple(contributions),
    )


def with_notes(files: Iterable[RankedFile], notes: Iterable[Note]) -> tuple[RankedFile, ...]:
    """The files with the notes about each, in line order. A note says something, but changes no score."""
    noted: dict[str, list[Note]] = {}
    for note in sorted(notes, key=lambda note: (note.start_line, note.id)):
        noted.setdefault(note.path, []).append(note)
    return tuple(replace(file, notes=tuple(noted.get(file.path, ()))) for file in files)
