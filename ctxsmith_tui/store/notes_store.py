"""The user's own database: notes. Never rebuilt; every change is one short transaction."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import apsw

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.model import ImportReport, NoteKind
from ctxsmith_tui.store.database import (
    NewerSchemaError,
    ensure_folder,
    folder_of,
    open_readonly,
    open_writable,
    refuse_links,
    schema_version,
)
from ctxsmith_tui.store.notes_schema import MIGRATIONS

NOTES_FILE = "tui-notes.db"
BUSY_SECONDS = 60.0  # then another process has held the database for far longer than any change takes
_PAUSE = 0.01

Answer = TypeVar("Answer")


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


def notes_path(root: Path) -> Path:
    """The database of a repository's notes."""
    return folder_of(root) / NOTES_FILE


def new_note(text: str, anchor: Anchor, seen: Sighting) -> StoredNote:
    """A note of now that is in no database yet."""
    now = int(time.time())
    return StoredNote(0, os.urandom(8).hex(), text, now, now, anchor, seen)


class NotesStore:
    """The notes of the repository at `root`. Any number of processes may change them at once.

    Everything raises CtxsmithError when the database cannot be used; a damaged one is left as it is.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.path = notes_path(root)

    def notes(self) -> list[StoredNote]:
        """All notes, oldest first."""
        if not self.path.exists():
            return []
        return self._retrying(self._read)

    def _read(self) -> list[StoredNote]:
        refuse_links(self.root)
        connection = open_readonly(self.path)
        try:
            if schema_version(connection) != len(MIGRATIONS):
                connection.close()  # of another version, or interrupted while it was made
                connection = open_writable(self.path, MIGRATIONS)
            return _select(connection)
        finally:
            connection.close()

    def add(self, note: StoredNote) -> StoredNote:
        """Keep a new note; returns it with its number."""
        with self._changing() as connection:
            return replace(note, id=_insert(connection, note))

    def edit(self, number: int, change: Callable[[StoredNote], StoredNote]) -> StoredNote | None:
        """Replace a note by what `change` makes of it as it is now; None when there is no such note."""
        with self._changing() as connection:
            found = _select(connection, "WHERE id = ?", number)
            if not found:
                return None
            edited = change(found[0])
            # Later than before even within the same second: an import takes the later version of two.
            edited = replace(edited, edited=max(int(time.time()), found[0].edited + 1))
            _update(connection, edited)
            return edited

    def remove(self, numbers: Iterable[int]) -> list[int]:
        """Remove notes, all or, when some do not exist, none; returns those that do not exist."""
        wanted = set(numbers)
        with self._changing() as connection:
            unknown = wanted - {note.id for note in _select(connection)}
            if not unknown:
                connection.executemany("DELETE FROM notes WHERE id = ?", [(number,) for number in wanted])
            return sorted(unknown)

    def merge(self, notes: Sequence[StoredNote]) -> ImportReport:
        """Take in notes from elsewhere: of two versions of one note the later edited stays."""
        added = updated = kept = 0
        with self._changing() as connection:
            own = {note.uid: note for note in _select(connection)}
            for note in notes:
                old = own.get(note.uid)
                if old is None:
                    own[note.uid] = replace(note, id=_insert(connection, note))
                    added += 1
                elif note.edited > old.edited:
                    own[note.uid] = replace(note, id=old.id)
                    _update(connection, own[note.uid])
                    updated += 1
                else:
                    kept += 1
        return ImportReport(added, updated, kept)

    def remember(self, sightings: Iterable[tuple[StoredNote, Sighting]]) -> None:
        """Note down where code was found, unless the note has another anchor by now."""
        with self._changing() as connection:
            for note, seen in sightings:
                connection.execute(
                    "UPDATE notes SET seen_path = ?, seen_symbol = ?, seen_start = ?, seen_end = ?,"
                    " seen_hash = ? WHERE id = ? AND uid = ? AND digest = ?",
                    (*_sighting_row(seen), note.id, note.uid, note.anchor.digest),
                )

    # --- the database --------------------------------------------------------------------------------

    @contextmanager
    def _changing(self) -> Iterator[apsw.Connection]:
        """A connection within a transaction. What happens in it happens once; waiting comes before."""
        connection = self._retrying(self._begin)
        try:
            with self._explaining():
                try:
                    yield connection
                except BaseException:
                    connection.execute("ROLLBACK")
                    raise
                self._retrying(lambda: connection.execute("COMMIT"))
        finally:
            connection.close()

    def _begin(self) -> apsw.Connection:
        ensure_folder(self.root)
        connection = open_writable(self.path, MIGRATIONS)
        try:
            connection.pragma("synchronous", "full")  # nobody can compute a lost note anew
            connection.execute("BEGIN IMMEDIATE")
        except BaseException:
            connection.close()
            raise
        return connection

    def _retrying(self, act: Callable[[], Answer]) -> Answer:
        """The result of `act`, which is called again while other processes keep the database busy."""
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            with self._explaining():
                try:
                    return act()
                except (apsw.BusyError, apsw.LockedError):
                    if time.monotonic() >= deadline:
                        raise
            time.sleep(_PAUSE)

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Turns errors of SQLite into ones that name the file and what to do; nothing deletes it."""
        try:
            yield
        except NewerSchemaError as error:
            raise CtxsmithError(
                f"{self.path} was written by a newer ctxsmith-tui; upgrade to read the notes in it"
            ) from error
        except (apsw.CorruptError, apsw.NotADBError) as error:
            raise CtxsmithError(
                f"the notes in {self.path} are damaged ({error}) and were left as they are: restore the file "
                "from a backup, or move it away and bring back what you exported with note import"
            ) from error
        except (apsw.BusyError, apsw.LockedError) as error:
            raise CtxsmithError(f"another process keeps {self.path} busy ({error}); try again") from error
        except apsw.Error as error:
            raise CtxsmithError(
                f"the notes in {self.path} cannot be used ({error}); check the file and its permissions"
            ) from error


_COLUMNS = (
    *("uid", "text", "created", "edited", "kind", "path", "symbol", "start_line", "end_line"),
    *("digest", "nameless", "file_hash", "code", "before", "after"),
    *("seen_path", "seen_symbol", "seen_start", "seen_end", "seen_hash"),
)


def _select(connection: apsw.Connection, condition: str = "", *bindings: Any) -> list[StoredNote]:
    rows: Iterable[Any] = connection.execute(
        f"SELECT id, {', '.join(_COLUMNS)} FROM notes {condition} ORDER BY id", bindings
    )
    return [_from_row(row) for row in rows]


def _insert(connection: apsw.Connection, note: StoredNote) -> int:
    connection.execute(
        f"INSERT INTO notes({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})", _row(note)
    )
    return connection.last_insert_rowid()


def _update(connection: apsw.Connection, note: StoredNote) -> None:
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
