from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.index import vocabulary
from ctxsmith_tui.index.vocabulary import Texts, Vocabulary
from ctxsmith_tui.store.postings import Field, Segment
from ctxsmith_tui.text.terms import terms_of

TEXT = st.text(alphabet="aB1_ é文\n", max_size=12)
BATCHES = st.lists(st.lists(TEXT, max_size=6), max_size=4)


def postings_of(segment: Segment) -> Mapping[str, Mapping[int, int]]:
    bounds = segment.bounds.tolist()
    return {
        term: dict(zip(segment.ids[start:end].tolist(), segment.counts[start:end].tolist(), strict=True))
        for term, start, end in zip(segment.terms, bounds[:-1], bounds[1:], strict=True)
    }


def counted(batch: Sequence[str]) -> Mapping[str, Mapping[int, int]]:
    found: dict[str, Counter[int]] = defaultdict(Counter)
    for document, text in enumerate(batch):
        for term in terms_of(text):
            found[term][document] += 1
    return found


def segments(words: Vocabulary, batch: Sequence[str]) -> Mapping[Field, Segment]:
    texts = Texts()
    for document, text in enumerate(batch):
        texts.add(Field.BODY, document, text)
    return words.segments(texts)


@given(BATCHES)
def test_a_vocabulary_serves_one_batch_after_another(batches: list[list[str]]) -> None:
    words = Vocabulary()
    for batch in batches:
        found = segments(words, batch)
        assert postings_of(found[Field.BODY]) == counted(batch)
        assert postings_of(found[Field.NAME]) == postings_of(found[Field.DOC]) == {}


def test_a_vocabulary_that_grew_too_large_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "MOST_WORDS", 2)
    words = Vocabulary()
    for batch in (["one two three four"], ["four five_six"], ["six one one"]):
        assert postings_of(segments(words, batch)[Field.BODY]) == counted(batch)


def test_fields_are_kept_apart_and_lengths_count_words() -> None:
    texts = Texts()
    assert texts.add(Field.BODY, 0, "def open_file(): x") == 3
    assert texts.add(Field.NAME, 0, "open_file") == 1
    found = Vocabulary().segments(texts)
    assert postings_of(found[Field.NAME]) == {"open_file": {0: 1}, "open": {0: 1}, "file": {0: 1}}
    assert "def" in postings_of(found[Field.BODY])
    assert postings_of(found[Field.DOC]) == {}
