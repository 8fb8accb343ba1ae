"""Writing the index: every public method is one short transaction that leaves a usable index behind."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import apsw
import numpy as np

from ctxsmith_tui.model import Commit, Skipped
from ctxsmith_tui.store.database import immediate
from ctxsmith_tui.store.postings import (
    Field,
    Segment,
    build_segment,
    delete_segment,
    merge_segments,
    read_segment,
    segment_sizes,
    shifted,
    without,
    write_segment,
)
from ctxsmith_tui.store.records import UNIT_COLUMNS, Batch, FileRecord, FileStamp
from ctxsmith_tui.store.schema import CONTENT_VERSION
from ctxsmith_tui.text.terms import terms_of

MOST_SEGMENTS = 6  # a field with more has its smaller ones merged
UNIT_FIELDS = (Field.BODY, Field.NAME, Field.DOC)


class IndexWriter:
    """The one writer of an index; hold the indexer's lock while using it."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    # --- what is there -------------------------------------------------------------------------------

    def known_commits(self) -> set[str]:
        """Hashes of the commits in the index."""
        rows: Iterable[Any] = self._db.execute("SELECT sha FROM commits")
        return {sha for (sha,) in rows}

    # --- files ---------------------------------------------------------------------------------------

    def add_batches(self, batches: Sequence[Batch]) -> None:
        """Add or replace files, with one new segment for each field."""
        batches = [batch for batch in batches if batch.records]
        if not batches:
            return
        with immediate(self._db):
            first_unit = int(self._meta("next_unit", 0))
            new_paths: list[tuple[int, str]] = []
            shifted_segments: dict[Field, list[Segment]] = {field: [] for field in UNIT_FIELDS}
            for batch in batches:
                for field in UNIT_FIELDS:
                    shifted_segments[field].append(shifted(batch.segments[field], first_unit))
                first_unit = self._write_records(batch.records, first_unit, new_paths)
            for field, segments in shifted_segments.items():
                self._write_segment(field, merge_segments(segments))
            self._write_segment(Field.PATH, _path_segment(new_paths))
            self._set_meta("next_unit", first_unit)
            self._publish()

    def _write_records(
        self, records: Sequence[FileRecord], first_unit: int, new_paths: list[tuple[int, str]]
    ) -> int:
        """Write the rows of some files; returns the number of the first unit that is still free."""
        for record in records:
            path = os.fsencode(record.path)
            known: Any = self._db.execute("SELECT id FROM files WHERE path = ?", (path,)).fetchone()
            if known is None:
                self._db.execute(_INSERT_FILE, (path, *_file_row(record, first_unit)))
                file_id = self._db.last_insert_rowid()
                new_paths.append((file_id, record.path))
            else:
                file_id = known[0]
                self._db.execute(_UPDATE_FILE, (*_file_row(record, first_unit), file_id))
                self._forget_structure(file_id)
            self._db.executemany(
                "INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                ((file_id, ordinal, *symbol) for ordinal, symbol in enumerate(record.symbols)),
            )
            self._db.executemany(
                "INSERT INTO refs VALUES (?, ?, ?, ?)",
                ((file_id, *packed) for packed in record.references),
            )
            first_unit += len(record.units)
        return first_unit

    def remove_files(self, paths: Collection[str]) -> None:
        """Forget files. Their postings stay, masked, until their segment is merged."""
        if not paths:
            return
        with immediate(self._db):
            for path in paths:
                row: Any = self._db.execute(
                    "SELECT id FROM files WHERE path = ?", (os.fsencode(path),)
                ).fetchone()
                if row is not None:
                    self._forget_structure(row[0])
                    self._db.execute("DELETE FROM files WHERE id = ?", row)
            self._publish()

    def restamp_files(self, stamps: Mapping[str, FileStamp]) -> None:
        """Note new sizes and times of files whose content did not change. Answers stay as they are."""
        if not stamps:
            return
        with immediate(self._db):
            self._db.executemany(
                "UPDATE files SET size = ?, mtime_ns = ? WHERE path = ?",
                [(stamp.size, stamp.mtime_ns, os.fsencode(path)) for path, stamp in stamps.items()],
            )

    def replace_unlisted(self, skipped: Collection[Skipped]) -> None:
        """Set the places that were listed but are not files of the index."""
        rows = sorted((os.fsencode(entry.path), entry.rule, entry.detail) for entry in skipped)
        if rows == self._db.execute("SELECT path, rule, detail FROM unlisted ORDER BY path").fetchall():
            return
        with immediate(self._db):
            self._db.execute("DELETE FROM unlisted")
            self._db.executemany("INSERT OR REPLACE INTO unlisted VALUES (?, ?, ?)", rows)

    def _forget_structure(self, file_id: int) -> None:
        self._db.execute("DELETE FROM symbols WHERE file_id = ?", (file_id,))
        self._db.execute("DELETE FROM refs WHERE file_id = ?", (file_id,))

    # --- history -------------------------------------------------------------------------------------

    def replace_history(self, head: str, wanted: Sequence[str], new: Sequence[Commit]) -> None:
        """Keep exactly the commits of `wanted`: `new` ones are added, others forgotten."""
        keep = set(wanted)
        gone = [sha for sha in self.known_commits() if sha not in keep]
        if not gone and not new and self._meta("head", "") == head:
            return
        with immediate(self._db):
            self._db.executemany("DELETE FROM commits WHERE sha = ?", [(sha,) for sha in gone])
            documents: list[tuple[int, str]] = []
            for commit in new:
                self._db.execute(
                    "INSERT INTO commits(sha, time, message, paths) VALUES (?, ?, ?, ?)",
                    (commit.sha, commit.time, commit.message, os.fsencode("\0".join(commit.paths))),
                )
                documents.append((self._db.last_insert_rowid(), commit.message))
            self._write_segment(Field.COMMIT, _text_segment(documents))
            self._set_meta("head", head)
            self._publish()

    def write_graph(self, generation: int, parts: Mapping[str, bytes]) -> None:
        """Keep the graph that was made of a generation, unless the index has moved on."""
        with immediate(self._db):
            if self._meta("generation", 0) != generation:
                return
            self._db.execute("DELETE FROM graph")
            self._db.executemany("INSERT INTO graph VALUES (?, ?)", parts.items())
            self._set_meta("graph_generation", generation)

    # --- upkeep --------------------------------------------------------------------------------------

    def compact(self) -> None:
        """Merge small segments, dropping dead documents, where a field has gathered too many."""
        for field in Field:
            sizes = segment_sizes(self._db, field)
            if len(sizes) <= MOST_SEGMENTS:
                continue
            # The newest are the small ones of updates; take in older ones while not much larger.
            numbers = list(sizes)
            start, total = len(numbers) - 1, sizes[numbers[-1]]
            while start > 0 and (
                len(numbers) - start < MOST_SEGMENTS or sizes[numbers[start - 1]] <= 2 * total
            ):
                start -= 1
                total += sizes[numbers[start]]
            with immediate(self._db):
                alive = self._alive(field)
                merged = merge_segments(
                    [without(read_segment(self._db, field, number), alive) for number in numbers[start:]]
                )
                for number in numbers[start:]:
                    delete_segment(self._db, field, number)
                self._write_segment(field, merged)
                self._publish()

    def _alive(self, field: Field) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which document numbers of a field still stand for something."""
        if field in UNIT_FIELDS:
            alive = np.zeros(int(self._meta("next_unit", 0)) + 1, dtype=np.bool_)
            rows: Iterable[Any] = self._db.execute("SELECT first_unit, length(units) FROM files")
            for first, size in rows:
                alive[first : first + size // (4 * UNIT_COLUMNS)] = True
            return alive
        table = "files" if field is Field.PATH else "commits"
        ids = np.array([row[0] for row in self._db.execute(f"SELECT id FROM {table}")], dtype=np.int64)
        last: Any = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
        alive = np.zeros((last[0] if last else 0) + 1, dtype=np.bool_)
        alive[ids] = True
        return alive

    def _write_segment(self, field: Field, segment: Segment) -> None:
        if len(segment.ids):
            number = int(self._meta("next_segment", 0))
            write_segment(self._db, field, number, segment)
            self._set_meta("next_segment", number + 1)

    def clear(self) -> None:
        """Forget everything but the generation, which tells readers that they must look again."""
        with immediate(self._db):
            for table in ("files", "symbols", "refs", "unlisted", "commits", "segments", "postings", "graph"):
                self._db.execute(f"DELETE FROM {table}")
            self._db.execute("DELETE FROM sqlite_sequence")
            for counter in ("next_unit", "next_segment", "complete"):
                self._set_meta(counter, 0)
            self._set_meta("head", "")
            self._publish()

    def set_complete(self, complete: bool) -> None:
        """Note whether a run of the indexer of this version came to its end."""
        version = CONTENT_VERSION if complete else 0
        if self._meta("complete", 0) != version:
            with immediate(self._db):
                self._set_meta("complete", version)

    def clear_if_outdated(self) -> None:
        """Empty an index whose rows were made by another version."""
        if self._meta("content_version", 0) != CONTENT_VERSION:
            self.clear()
            with immediate(self._db):
                self._set_meta("content_version", CONTENT_VERSION)

    def _publish(self) -> None:
        """Tell readers that answers may have changed."""
        self._set_meta("generation", int(self._meta("generation", 0)) + 1)

    def _meta(self, key: str, default: Any) -> Any:
        row: Any = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return default if row is None else row[0]

    def _set_meta(self, key: str, value: Any) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


_FILE_COLUMNS = ("size", "mtime_ns", "hash", "language", "role", "encoding", "rule", "detail", "lines")
_INSERT_FILE = (
    f"INSERT INTO files(path, {', '.join(_FILE_COLUMNS)}, first_unit, units)"
    f" VALUES (?, {', '.join('?' * len(_FILE_COLUMNS))}, ?, ?)"
)
_UPDATE_FILE = (
    f"UPDATE files SET {', '.join(f'{column} = ?' for column in _FILE_COLUMNS)}, first_unit = ?, units = ?"
    " WHERE id = ?"
)


def _file_row(record: FileRecord, first_unit: int) -> tuple[Any, ...]:
    return (
        *record.stamp,
        record.language,
        record.role.value,
        record.encoding,
        record.rule,
        record.detail,
        record.lines,
        first_unit,
        np.ascontiguousarray(record.units, dtype="<i4").tobytes(),
    )


def _path_segment(paths: Sequence[tuple[int, str]]) -> Segment:
    return _text_segment([(file_id, os.fsencode(path).decode(errors="replace")) for file_id, path in paths])


def _text_segment(documents: Iterable[tuple[int, str]]) -> Segment:
    """A segment over short texts, given as (document number, text)."""
    numbers: dict[str, int] = {}
    terms: list[int] = []
    owners: list[int] = []
    for document, text in documents:
        for term in terms_of(text):
            terms.append(numbers.setdefault(term, len(numbers)))
            owners.append(document)
    return build_segment(list(numbers), np.array(terms, dtype=np.int64), np.array(owners, dtype=np.int64))
