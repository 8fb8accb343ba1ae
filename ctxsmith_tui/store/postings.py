"""Postings: which unit, file or commit holds which term, and how often.

A segment is immutable: terms, and for each the ascending document numbers with their counts. Each
batch of indexed files adds one; documents of files that changed or went away are masked by the reader,
and small segments are merged now and then. Document frequencies are counted from live documents at
query time, so an index that grew by updates ranks as a rebuilt one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import apsw
import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.uint16]

_ID_BYTES = 4
_COUNT_BYTES = 2
_TERMS_A_QUERY = 500
MOST_COUNT = 0xFFFF


class Field(IntEnum):
    """What a posting list is about; each field numbers its documents on its own."""

    BODY = 0  # unit <- its text
    NAME = 1  # unit <- the names that it defines
    DOC = 2  # unit <- first paragraphs of the documentation of what it defines
    PATH = 3  # file <- its path
    COMMIT = 4  # commit <- its message


class Numbering(dict[str, int]):
    """Gives each new key the next number."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        return number


class Segment(NamedTuple):
    """Posting lists of one field: list k belongs to `terms[k]` and spans `bounds[k]` to `bounds[k + 1]`."""

    terms: Sequence[str]
    bounds: npt.NDArray[np.int64]
    ids: Ids
    counts: Counts


def build_segment(
    vocabulary: Sequence[str], terms: npt.NDArray[np.int64], documents: npt.NDArray[np.int64]
) -> Segment:
    """Count (term number, document number) occurrences into posting lists; both arrays run in parallel."""
    width = int(documents.max()) + 1 if len(documents) else 1
    keys = terms * width + documents
    keys.sort()
    firsts = np.flatnonzero(np.diff(keys, prepend=-1))
    counts = np.diff(firsts, append=len(keys))
    keys = keys[firsts]
    owners, ids = np.divmod(keys, width)
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    return Segment(
        terms=[vocabulary[k] for k in owners[starts].tolist()],
        bounds=np.append(starts, len(keys)),
        ids=ids.astype(np.uint32),
        counts=np.minimum(counts, MOST_COUNT).astype(np.uint16),
    )


def merge_segments(segments: Sequence[Segment]) -> Segment:
    """One segment from several whose document numbers ascend from segment to segment."""
    if len(segments) == 1:
        return segments[0]
    numbers = Numbering()
    owners = np.concatenate(
        [
            np.repeat(
                np.fromiter(map(numbers.__getitem__, s.terms), dtype=np.int64, count=len(s.terms)),
                np.diff(s.bounds),
            )
            for s in segments
        ]
    )
    order = np.argsort(owners, kind="stable")
    return Segment(
        terms=list(numbers),
        bounds=np.append(0, np.cumsum(np.bincount(owners, minlength=len(numbers)))),
        ids=np.concatenate([s.ids for s in segments])[order],
        counts=np.concatenate([s.counts for s in segments])[order],
    )


def shifted(segment: Segment, offset: int) -> Segment:
    """The same lists with `offset` added to every document number."""
    return segment._replace(ids=segment.ids + np.uint32(offset))


def without(segment: Segment, alive: npt.NDArray[np.bool_]) -> Segment:
    """The same lists with only the documents for which `alive` is true; terms left without any go."""
    keep = alive[segment.ids]
    owners = np.repeat(np.arange(len(segment.terms)), np.diff(segment.bounds))[keep]
    sizes = np.bincount(owners, minlength=len(segment.terms))
    used = sizes > 0
    return Segment(
        terms=[term for term, kept in zip(segment.terms, used.tolist(), strict=True) if kept],
        bounds=np.append(0, np.cumsum(sizes[used])).astype(np.int64),
        ids=segment.ids[keep],
        counts=segment.counts[keep],
    )


# --- in the database ---------------------------------------------------------------------------------


def write_segment(connection: apsw.Connection, field: Field, number: int, segment: Segment) -> None:
    """Store a segment under a number that was not used before."""
    ids = memoryview(np.ascontiguousarray(segment.ids, dtype="<u4").tobytes())
    counts = memoryview(np.ascontiguousarray(segment.counts, dtype="<u2").tobytes())
    bounds = segment.bounds.tolist()
    # In the order of the key, so that the table only grows at its end.
    order = sorted(zip(segment.terms, bounds[:-1], bounds[1:], strict=True))
    connection.executemany(
        "INSERT INTO postings(field, segment, term, ids, counts) VALUES (?, ?, ?, ?, ?)",
        (
            (
                int(field),
                number,
                term,
                ids[start * _ID_BYTES : end * _ID_BYTES],
                counts[start * _COUNT_BYTES : end * _COUNT_BYTES],
            )
            for term, start, end in order
        ),
    )
    connection.execute(
        "INSERT INTO segments(field, segment, postings) VALUES (?, ?, ?)",
        (int(field), number, len(segment.ids)),
    )


def read_segment(connection: apsw.Connection, field: Field, number: int) -> Segment:
    """A whole segment, for merging."""
    rows: list[Any] = connection.execute(
        "SELECT term, ids, counts FROM postings WHERE field = ? AND segment = ? ORDER BY term",
        (int(field), number),
    ).fetchall()
    sizes = [len(ids) // _ID_BYTES for _, ids, _ in rows]
    return Segment(
        terms=[term for term, _, _ in rows],
        bounds=np.append(0, np.cumsum(sizes)).astype(np.int64),
        ids=np.frombuffer(b"".join(ids for _, ids, _ in rows), dtype="<u4").astype(np.uint32),
        counts=np.frombuffer(b"".join(counts for _, _, counts in rows), dtype="<u2").astype(np.uint16),
    )


def delete_segment(connection: apsw.Connection, field: Field, number: int) -> None:
    """Forget a whole segment, after a merge."""
    connection.execute("DELETE FROM postings WHERE field = ? AND segment = ?", (int(field), number))
    connection.execute("DELETE FROM segments WHERE field = ? AND segment = ?", (int(field), number))


def segment_sizes(connection: apsw.Connection, field: Field) -> dict[int, int]:
    """Segment number -> postings in it, oldest first."""
    rows: list[Any] = connection.execute(
        "SELECT segment, postings FROM segments WHERE field = ? ORDER BY segment", (int(field),)
    ).fetchall()
    return dict(rows)


def lookup(connection: apsw.Connection, field: Field, terms: Sequence[str]) -> dict[str, tuple[Ids, Counts]]:
    """Term -> (documents that hold it, ascending; their counts). Dead documents are still among them."""
    found: dict[str, list[tuple[bytes, bytes]]] = {}
    for number in segment_sizes(connection, field):
        for start in range(0, len(terms), _TERMS_A_QUERY):
            some = terms[start : start + _TERMS_A_QUERY]
            rows: list[Any] = connection.execute(
                "SELECT term, ids, counts FROM postings WHERE field = ? AND segment = ? AND term IN "
                f"({','.join('?' * len(some))})",
                (int(field), number, *some),
            ).fetchall()
            for term, ids, counts in rows:
                found.setdefault(term, []).append((ids, counts))
    return {
        term: (
            np.frombuffer(b"".join(ids for ids, _ in lists), dtype="<u4"),
            np.frombuffer(b"".join(counts for _, counts in lists), dtype="<u2"),
        )
        for term, lists in found.items()
    }
