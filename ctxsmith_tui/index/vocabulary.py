"""From texts to postings: words become numbers once, and the rest is arithmetic on arrays."""

from __future__ import annotations

from itertools import accumulate, chain, islice

import numpy as np
import numpy.typing as npt

from ctxsmith_tui.store.postings import Field, Numbering, Segment, build_segment
from ctxsmith_tui.text.terms import split_word, words_of

MOST_WORDS = 500_000
"""Distinct words after which a vocabulary begins anew: they take about 150 MB."""

_Numbers = npt.NDArray[np.int64]


class Texts:
    """The words of many texts, by field."""

    def __init__(self) -> None:
        self.words: dict[Field, list[str]] = {Field.BODY: [], Field.NAME: [], Field.DOC: []}
        self.runs: dict[Field, list[tuple[int, int]]] = {field: [] for field in self.words}
        """(document, how many words), in the order of `words`."""

    def add(self, field: Field, document: int, text: str) -> int:
        """Take in a text of a document; returns its length in words."""
        found = words_of(text)
        self.words[field] += found
        self.runs[field].append((document, len(found)))
        return len(found)


class Vocabulary:
    """Numbers all words that it meets, and splits each into its terms when it meets it first."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._words = Numbering()
        self._terms = Numbering()
        self._flat = np.empty(0, dtype=np.int64)  # terms of word 0, then of word 1, ...
        self._bounds = np.zeros(1, dtype=np.int64)  # where in `_flat` the terms of each word begin

    def segments(self, texts: Texts) -> dict[Field, Segment]:
        """One segment a field."""
        if len(self._words) > MOST_WORDS:
            self._forget()
        numbers = {field: _numbers(self._words, words) for field, words in texts.words.items()}
        self._split_new_words()
        terms = list(self._terms)
        result = {}
        for field, words in numbers.items():
            runs = np.array(texts.runs[field], dtype=np.int64).reshape(-1, 2)
            documents = np.repeat(runs[:, 0], runs[:, 1])
            starts = self._bounds[words]
            sizes = self._bounds[words + 1] - starts
            within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            result[field] = build_segment(
                terms, self._flat[np.repeat(starts, sizes) + within], np.repeat(documents, sizes)
            )
        return result

    def _split_new_words(self) -> None:
        split = [split_word(word) for word in islice(self._words, len(self._bounds) - 1, None)]
        flat = _numbers(self._terms, list(chain.from_iterable(split)))
        bounds = np.fromiter(accumulate(map(len, split)), dtype=np.int64, count=len(split))
        self._bounds = np.append(self._bounds, self._bounds[-1] + bounds)
        self._flat = np.append(self._flat, flat)


def _numbers(numbering: Numbering, keys: list[str]) -> _Numbers:
    return np.fromiter(map(numbering.__getitem__, keys), dtype=np.int64, count=len(keys))
