"""Notes in the user's own database. Never rebuilt; every change is one short transaction."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import apsw

from ctxsmith_tui.model import ImportReport, NoteKind
from ctxsmith_tui.store.user_database import UserDatabase


@dataclass(frozen=True, slots=True)
class Anchor:
    """The code that a note is about, as it was when the note was written.

    `symbol` is the qualified name of the symbol, or of the one around a span. `digest` covers the content,
    `nameless` the content without the symbol's own name. `code` is the beginning of the content; `before`
    and `after` are the lines around a span, nearest first, or the names of the symbols next to a symbol, ''
    for the border of the file. `file_hash` is the index's hash of the file.
    """

    kind: NoteKind
    path: str = ""
    symbol: str = ""
    start_line: int = 0
    end_line: int = 0
    digest: str = ""
    nameless: str = ""
    file_hash: str = ""
    code: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place where the code of an anchor was found unchanged; `file_hash` is the hash of that file."""

    path: str = ""
    symbol: str = ""
    start_line: int = 0
    end_line: int = 0
    file_hash: str = ""


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A note as it is kept. `id` counts within this database, `uid` is the same everywhere."""

    id: int
    uid: str
    text: str
    created: int
    edited: int
    anchor: Anchor
    seen: Sighting


def new_note(text: str, anchor: Anchor, seen: Sighting) -> StoredNote:
    """A note of now that is in no database yet."""
    now = int(time.time())
    return StoredNote(0, os.urandom(8).hex(), text, now, now, anchor, seen)


NoteChange = tuple[StoredNote | None, StoredNote | None]
"""A note before and after a change; None where there is none."""

Record = Callable[[apsw.Connection, Sequence[NoteChange]], None]
"""Takes down what a change does, within its transaction."""


class NotesStore:
    """The notes in a database. Any number of processes may change them at once.

    `record` is told of notes that are added, edited or removed. Everything raises CtxsmithError when the
    database cannot be used; a damaged one is left as it is.
    """

    def __init__(self, database: UserDatabase, record: Record | None = None) -> None:
        self._database = database
        self._record = record or (lambda connection, changes: None)
        self.path = database.path

    def notes(self) -> list[StoredNote]:
        """All notes, oldest first."""
        return self._database.read(select_notes) if self._database.exists() else []

    def add(self, note: StoredNote) -> StoredNote:
        """Keep a new note; returns it with its number."""
        with self._database.changing() as connection:
            kept = replace(note, id=insert_note(connection, note))
            self._record(connection, [(None, kept)])
            return kept

    def edit(self, number: int, change: Callable[[StoredNote], StoredNote]) -> StoredNote | None:
        """Replace a note by what `change` makes of it as it is now; None when there is no such note."""
        with self._database.changing() as connection:
            found = select_notes(connection, "WHERE id = ?", number)
            if not found:
                return None
            edited = change(found[0])
            # Later than before even within the same second: an import takes the later version of two.
            edited = replace(edited, edited=max(int(time.time()), found[0].edited + 1))
            update_note(connection, edited)
            self._record(connection, [(found[0], edited)])
            return edited

    def remove(self, numbers: Iterable[int]) -> list[int]:
        """Remove notes, all or, when some do not exist, none; returns those that do not exist."""
        wanted = set(numbers)
        with self._database.changing() as connection:
            found = [note for note in select_notes(connection) if note.id in wanted]
            unknown = wanted - {note.id for note in found}
            if not unknown:
                connection.executemany("DELETE FROM notes WHERE id = ?", [(number,) for number in wanted])
                self._record(connection, [(note, None) for note in found])
            return sorted(unknown)

    def merge(self, notes: Sequence[StoredNote]) -> ImportReport:
        """Take in notes from elsewhere: of two versions of one note the later edited stays."""
        added = updated = kept = 0
        with self._database.changing() as connection:
            own = {note.uid: note for note in select_notes(connection)}
            for note in notes:
                old = own.get(note.uid)
                if old is None:
                    own[note.uid] = replace(note, id=insert_note(connection, replace(note, id=0)))
                    added += 1
                elif note.edited > old.edited:
                    own[note.uid] = replace(note, id=old.id)
                    update_note(connection, own[note.uid])
                    updated += 1
                else:
                    kept += 1
        return ImportReport(added, updated, kept)

    def remember(self, sightings: Iterable[tuple[StoredNote, Sighting]]) -> None:
        """Note down where code was found, unless the note has another anchor by now."""
        with self._database.changing() as connection:
            for note, seen in sightings:
                connection.execute(
                    "UPDATE notes SET seen_path = ?, seen_symbol = ?, seen_start = ?, seen_end = ?,"
                    " seen_hash = ? WHERE id = ? AND uid = ? AND digest = ?",
                    (*_sighting_row(seen), note.id, note.uid, note.anchor.digest),
                )


_COLUMNS = (
    *("uid", "text", "created", "edited", "kind", "path", "symbol", "start_line", "end_line"),
    *("digest", "nameless", "file_hash", "code", "before", "after"),
    *("seen_path", "seen_symbol", "seen_start", "seen_end", "seen_hash"),
)


def select_notes(connection: apsw.Connection, condition: str = "", *bindings: Any) -> list[StoredNote]:
    """Notes that meet a condition in SQL, oldest first."""
    rows: Iterable[Any] = connection.execute(
        f"SELECT id, {', '.join(_COLUMNS)} FROM notes {condition} ORDER BY id", bindings
    )
    return [_from_row(row) for row in rows]


def insert_note(connection: apsw.Connection, note: StoredNote) -> int:
    """Add a note, with the number that it has if it has one; returns its number."""
    columns = ("id", *_COLUMNS)
    connection.execute(
        f"INSERT INTO notes({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
        (note.id or None, *_row(note)),
    )
    return connection.last_insert_rowid()


def update_note(connection: apsw.Connection, note: StoredNote) -> None:
    """Replace the note that has the same number."""
    assignments = ", ".join(f"{column} = ?" for column in _COLUMNS)
    connection.execute(f"UPDATE notes SET {assignments} WHERE id = ?", (*_row(note), note.id))


def _row(note: StoredNote) -> tuple[Any, ...]:
    anchor = note.anchor
    return (
        *(note.uid, note.text, note.created, note.edited, anchor.kind.value),
        *(os.fsencode(anchor.path), anchor.symbol, anchor.start_line, anchor.end_line),
        *(anchor.digest, anchor.nameless, anchor.file_hash),
        *("".join(f"{line}\n" for line in lines) for lines in (anchor.code, anchor.before, anchor.after)),
        *_sighting_row(note.seen),
    )


def _sighting_row(seen: Sighting) -> tuple[Any, ...]:
    return (os.fsencode(seen.path), seen.symbol, seen.start_line, seen.end_line, seen.file_hash)


def _from_row(row: Sequence[Any]) -> StoredNote:
    number, uid, text, created, edited, kind, path, symbol, start, end = row[:10]
    digest, nameless, file_hash, code, before, after = row[10:16]
    seen_path, seen_symbol, seen_start, seen_end, seen_hash = row[16:]
    anchor = Anchor(
        NoteKind(kind),
        *(os.fsdecode(path), symbol, start, end, digest, nameless, file_hash),
        *(tuple(lines.split("\n")[:-1]) for lines in (code, before, after)),
    )
    seen = Sighting(os.fsdecode(seen_path), seen_symbol, seen_start, seen_end, seen_hash)
    return StoredNote(number, uid, text, created, edited, anchor, seen)
