"""What earlier commits say: messages like the task, and how often a file changes."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from ctxsmith_tui.rank.context import Context, Feature
from ctxsmith_tui.rank.matches import bm25, find, scaled, weights_of
from ctxsmith_tui.store.postings import Field

NEAREST = 60  # commits
MESSAGE_K1, MESSAGE_B = 1.2, 0.4


def commits(context: Context) -> Feature:
    """Files of the commits whose messages are most like the task: sum of score^2 / sqrt(files)."""
    history = context.history
    values = np.zeros(history.file_count)
    shares: dict[int, list[tuple[float, int]]] = defaultdict(list)
    if history.commits:
        matches = find(
            context.reader, Field.COMMIT, context.terms, history.row_of_document, len(history.commits)
        )
        weights = weights_of(matches, context.query.terms)
        scores = bm25(matches, weights, history.lengths, k1=MESSAGE_K1, b=MESSAGE_B)
        for commit in np.argsort(-scores, kind="stable")[:NEAREST].tolist():
            files = history.files[commit]
            if scores[commit] > 0 and len(files):
                share = float(scores[commit]) ** 2 / len(history.commits[commit].paths) ** 0.5
                for file in files.tolist():
                    values[file] += share
                    shares[file].append((share, commit))

    def explain(file: int) -> tuple[str, ...]:
        best = sorted(shares.get(file, ()), key=lambda each: (-each[0], each[1]))[:3]
        return tuple(
            f"{history.commits[commit].sha[:10]} {history.commits[commit].message.partition(chr(10))[0][:70]}"
            for _, commit in best
        )

    return Feature(scaled(values), explain)


def frequency(context: Context) -> Feature:
    """How often a file changed: ln(1 + commits)."""
    counts = context.history.commits_of_file
    return Feature(
        scaled(np.log1p(counts)), lambda file: (f"{counts[file]:.0f} commits",) if counts[file] else ()
    )
