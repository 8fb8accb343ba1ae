"""Where the terms of a query stand, and BM25 over it.

Matches are sparse (term, document, count) triples. Document frequencies and mean lengths come from live
documents only, so that they do not depend on how the index came about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ctxsmith_tui.store.index_reader import DEAD, IndexReader
from ctxsmith_tui.store.postings import Field

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def summed(rows: Ints, values: Floats, size: int) -> Floats:
    """For each of `size` rows the sum of the values that belong to it."""
    return np.bincount(rows, weights=values, minlength=size).astype(np.float64, copy=False)


def summed_by_key(keys: Ints, values: Floats) -> tuple[Ints, Floats]:
    """The keys that occur, ascending, and for each the sum of its values."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    if not len(starts):
        return ordered, np.empty(0)
    return ordered[starts], np.add.reduceat(values[order], starts).astype(np.float64, copy=False)


@dataclass(frozen=True, eq=False)
class Matches:
    """Occurrences of `terms` in `size` documents: term number, document row and count run in parallel."""

    terms: tuple[str, ...]
    size: int
    term: Ints
    row: Ints
    count: Floats

    def document_frequency(self) -> Ints:
        """In how many documents each term stands."""
        return np.bincount(self.term, minlength=len(self.terms)).astype(np.int64)

    @cached_property
    def idf(self) -> Floats:
        """ln(1 + (N - df + 0.5) / (df + 0.5)) of each term, as Lucene has it."""
        frequency = self.document_frequency()
        return np.log1p((self.size - frequency + 0.5) / (frequency + 0.5))

    def grouped(self, group_of_row: Ints, groups: int) -> Matches:
        """The same occurrences counted by group (a file for units, say)."""
        keys = self.term * groups + group_of_row[self.row]
        present, counts = summed_by_key(keys, self.count)
        term, row = np.divmod(present, max(groups, 1))
        return Matches(self.terms, groups, term, row, counts)

    def of_row(self, row: int) -> dict[str, float]:
        """Term -> count in one document."""
        order, rows = self._by_row
        first, last = np.searchsorted(rows, (row, row + 1)).tolist()
        return {self.terms[self.term[k]]: float(self.count[k]) for k in order[first:last].tolist()}

    @cached_property
    def _by_row(self) -> tuple[Ints, Ints]:
        """The places of the occurrences by document, and the documents in that order."""
        order = np.argsort(self.row, kind="stable")
        return order, self.row[order]


def find(
    reader: IndexReader, field: Field, terms: Sequence[str], row_of_document: Ints, size: int
) -> Matches:
    """Occurrences of terms in the live documents of a field."""
    lists = reader.lookup(field, terms)
    found = [(number, *lists[term]) for number, term in enumerate(terms) if term in lists]
    if not found:
        empty = np.empty(0, dtype=np.int64)
        return Matches(tuple(terms), size, empty, empty, np.empty(0))
    numbers = np.repeat([number for number, _, _ in found], [len(ids) for _, ids, _ in found])
    rows = row_of_document[np.concatenate([ids for _, ids, _ in found])]
    counts = np.concatenate([counts for _, _, counts in found])
    alive = rows != DEAD
    return Matches(tuple(terms), size, numbers[alive], rows[alive], counts[alive].astype(np.float64))


def weights_of(matches: Matches, weights: Mapping[str, float]) -> Floats:
    """The query weight of each term of the matches."""
    return np.array([weights.get(term, 0.0) for term in matches.terms])


def bm25(
    matches: Matches,
    term_weights: Floats,
    lengths: Floats,
    *,
    k1: float,
    b: float,
    idf: Floats | None = None,
) -> Floats:
    """BM25 of every document: sum over terms of weight x idf x tf x (k1 + 1) / (tf + k1 x length norm).

    Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), eq. 3.15.
    """
    if not matches.terms:
        return np.zeros(matches.size)
    mean = float(lengths.mean()) if len(lengths) else 1.0
    norm = 1.0 - b + b * lengths / max(mean, 1.0)
    idf = matches.idf if idf is None else idf
    gain = (term_weights * idf)[matches.term]
    saturated = matches.count * (k1 + 1.0) / (matches.count + k1 * norm[matches.row])
    return summed(matches.row, gain * saturated, matches.size)


def scaled(values: Floats) -> Floats:
    """Divided by the largest, so that a feature lies in 0..1 for each query."""
    largest = float(values.max()) if len(values) else 0.0
    return values / largest if largest > 0 else np.zeros(len(values))
