"""How evidence is worded, the same for every signal."""

from __future__ import annotations

from collections.abc import Mapping

from ctxsmith_tui.rank.matches import Floats, Matches

MOST_WORDS = 6


def word_counts(matches: Matches, gains: Floats, row: int) -> tuple[str, ...]:
    """The terms that count most in one document, as `retry x7`."""
    counts = matches.of_row(row)
    gain = dict(zip(matches.terms, gains.tolist(), strict=True))
    best = sorted(counts, key=lambda term: (-gain[term] * min(counts[term], 3.0), term))
    return tuple(f"{term} x{counts[term]:.0f}" for term in best[:MOST_WORDS] if gain[term] > 0)


def quoted(values: Mapping[int, list[str]], row: int) -> tuple[str, ...]:
    """The notes gathered for one document."""
    return tuple(values.get(row, ()))
