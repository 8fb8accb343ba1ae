"""Segments against the plainest model of them: a dictionary of term -> document -> count."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import apsw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.store.postings import (
    MOST_COUNT,
    Field,
    Segment,
    build_segment,
    delete_segment,
    lookup,
    merge_segments,
    read_segment,
    segment_sizes,
    shifted,
    without,
    write_segment,
)
from ctxsmith_tui.store.schema import create_index

Postings = Mapping[str, Mapping[int, int]]

WORDS = ["a", "b", "ab", "zz", "größe", "全文", "naïve", "\U0001f40d"]
OCCURRENCES = st.lists(st.tuples(st.sampled_from(WORDS), st.integers(0, 12)), max_size=80)
PIECES = st.lists(OCCURRENCES, min_size=1, max_size=5)


def built(occurrences: Sequence[tuple[str, int]]) -> Segment:
    """A segment of (term, document) pairs, its vocabulary in order of appearance."""
    vocabulary = list(dict.fromkeys(term for term, _ in occurrences))
    return build_segment(
        vocabulary,
        np.array([vocabulary.index(term) for term, _ in occurrences], dtype=np.int64),
        np.array([document for _, document in occurrences], dtype=np.int64),
    )


def counted(occurrences: Iterable[tuple[str, int]]) -> Postings:
    found: dict[str, Counter[int]] = defaultdict(Counter)
    for term, document in occurrences:
        found[term][document] += 1
    return {term: dict(documents) for term, documents in found.items()}


def postings_of(segment: Segment) -> Postings:
    """What a segment says; asserts what every segment promises."""
    assert len(segment.terms) == len(set(segment.terms))
    assert segment.bounds[0] == 0
    assert segment.bounds[-1] == len(segment.ids) == len(segment.counts)
    found: dict[str, Mapping[int, int]] = {}
    for k, term in enumerate(segment.terms):
        some = slice(segment.bounds[k], segment.bounds[k + 1])
        ids = segment.ids[some].tolist()
        assert ids == sorted(set(ids))
        assert ids, f"{term!r} has no documents"
        found[term] = dict(zip(ids, segment.counts[some].tolist(), strict=True))
    return found


def numbered(pieces: Sequence[Sequence[tuple[str, int]]]) -> list[tuple[Segment, Postings]]:
    """Segments whose document numbers ascend from one to the next, as batches get them."""
    return [
        (shifted(built(piece), 13 * k), counted((term, document + 13 * k) for term, document in piece))
        for k, piece in enumerate(pieces)
    ]


def union(all_postings: Iterable[Postings]) -> Postings:
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for postings in all_postings:
        for term, documents in postings.items():
            found[term].update(documents)
    return dict(found)


@pytest.fixture
def database() -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    create_index(connection)
    return connection


def fresh_database() -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    create_index(connection)
    return connection


@given(OCCURRENCES)
def test_building_counts_every_occurrence(occurrences: list[tuple[str, int]]) -> None:
    assert postings_of(built(occurrences)) == counted(occurrences)


def test_words_of_the_vocabulary_that_occur_nowhere_are_left_out() -> None:
    segment = build_segment(["z", "unused", "a"], np.array([0, 2, 0]), np.array([5, 5, 6]))
    assert postings_of(segment) == {"a": {5: 1}, "z": {5: 1, 6: 1}}


def test_a_count_stops_at_its_maximum() -> None:
    assert postings_of(built([("a", 3)] * 70_000)) == {"a": {3: MOST_COUNT}}


def test_document_numbers_may_be_large() -> None:
    last = 2**32 - 1
    segment = build_segment(["b", "a"], np.array([0, 1, 1]), np.array([last, 0, last]))
    assert postings_of(segment) == {"a": {0: 1, last: 1}, "b": {last: 1}}


@given(PIECES)
def test_merging_is_concatenation(pieces: list[list[tuple[str, int]]]) -> None:
    parts = numbered(pieces)
    merged = merge_segments([segment for segment, _ in parts])
    assert postings_of(merged) == union(postings for _, postings in parts)


@given(OCCURRENCES, st.integers(0, 1000))
def test_shifting_moves_every_document(occurrences: list[tuple[str, int]], offset: int) -> None:
    expected = counted((term, document + offset) for term, document in occurrences)
    assert postings_of(shifted(built(occurrences), offset)) == expected


@given(OCCURRENCES, st.lists(st.booleans(), min_size=13, max_size=13))
def test_dropping_the_dead_is_filtering(occurrences: list[tuple[str, int]], alive: list[bool]) -> None:
    expected = counted((term, document) for term, document in occurrences if alive[document])
    assert postings_of(without(built(occurrences), np.array(alive))) == expected


@given(OCCURRENCES)
def test_a_segment_survives_the_database(occurrences: list[tuple[str, int]]) -> None:
    database, segment = fresh_database(), built(occurrences)
    write_segment(database, Field.NAME, 7, segment)
    assert postings_of(read_segment(database, Field.NAME, 7)) == counted(occurrences)
    assert segment_sizes(database, Field.NAME) == {7: len(segment.ids)}


@given(PIECES)
def test_looking_up_joins_all_segments(pieces: list[list[tuple[str, int]]]) -> None:
    database, parts = fresh_database(), numbered(pieces)
    for number, (segment, _) in enumerate(parts):
        write_segment(database, Field.BODY, number, segment)
    expected = union(postings for _, postings in parts)
    found = lookup(database, Field.BODY, [*WORDS, "absent"])
    assert {
        term: dict(zip(ids.tolist(), counts.tolist(), strict=True)) for term, (ids, counts) in found.items()
    } == expected
    assert all(ids.tolist() == sorted(ids.tolist()) for ids, _ in found.values())


def test_fields_do_not_mix(database: apsw.Connection) -> None:
    for field in Field:
        write_segment(database, field, 0, built([("word", int(field))]))
    for field in Field:
        ids, counts = lookup(database, field, ["word"])["word"]
        assert (ids.tolist(), counts.tolist()) == ([int(field)], [1])


def test_a_query_of_more_words_than_one_statement_takes(database: apsw.Connection) -> None:
    words = [f"w{k:04}" for k in range(1, 1300)]
    write_segment(database, Field.BODY, 0, built([(word, int(word[1:])) for word in words]))
    found = lookup(database, Field.BODY, words)
    assert {term: ids.tolist() for term, (ids, _) in found.items()} == {
        word: [int(word[1:])] for word in words
    }


def test_no_words_find_nothing(database: apsw.Connection) -> None:
    write_segment(database, Field.BODY, 0, built([("a", 1)]))
    assert lookup(database, Field.BODY, []) == {}


def test_a_deleted_segment_is_gone_and_others_stay(database: apsw.Connection) -> None:
    for number in (0, 1):
        write_segment(database, Field.BODY, number, built([("a", number)]))
    write_segment(database, Field.NAME, 0, built([("a", 5)]))
    delete_segment(database, Field.BODY, 0)
    assert segment_sizes(database, Field.BODY) == {1: 1}
    assert lookup(database, Field.BODY, ["a"])["a"][0].tolist() == [1]
    assert lookup(database, Field.NAME, ["a"])["a"][0].tolist() == [5]
