"""Curations in the user's own database: sets of items, each with a JSON value, and who changed what."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeVar

import apsw

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import Undone
from ctxsmith_tui.store import steps
from ctxsmith_tui.store.json_values import (
    Value,
    anchor_value,
    from_text,
    note_value,
    sighting_of_value,
    sighting_value,
    to_text,
)
from ctxsmith_tui.store.notes_store import Anchor, NoteChange, Record, Sighting
from ctxsmith_tui.store.review_store import Record as RecordReview
from ctxsmith_tui.store.review_store import ReviewChange, review_value
from ctxsmith_tui.store.user_database import UserDatabase

UNNAMED = ""
LONGEST_NAME = 80  # characters
MOST_TASKS = 200
LONGEST_TASK = 1_000_000  # bytes of UTF-8
MOST_VIEWS = 20

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class StoredCuration:
    """A curation as it is kept; `edited` is in unix seconds.

    Without a row (`id` 0) nothing is decided yet.
    """

    id: int = 0
    name: str = UNNAMED
    revision: int = 0
    edited: int = 0
    items: Mapping[str, Value] = field(default_factory=dict)


class CurationsStore:
    """The curations in a database. Where a name may be None, the active curation is meant.

    Everything raises CtxsmithError when the database cannot be used, UsageError for a curation that does not
    exist.
    """

    def __init__(self, database: UserDatabase) -> None:
        self._database = database

    def _read(self, look: Callable[[apsw.Connection], Answer], empty: Answer) -> Answer:
        return self._database.read(look) if self._database.exists() else empty

    # --- reading -------------------------------------------------------------------------------------

    def get(self, name: str | None = None) -> StoredCuration:
        """A curation; an empty one when it is the unnamed one and nothing was decided yet."""
        if not self._database.exists() and not name:
            return StoredCuration()
        return self._database.read(lambda connection: _load(connection, name))

    def all(self) -> tuple[list[StoredCuration], str]:
        """Every curation, by name, and the name of the active one."""

        def look(connection: apsw.Connection) -> tuple[list[StoredCuration], str]:
            return [_load(connection, name) for name in _names(connection)], _active(connection)

        nothing: tuple[list[StoredCuration], str] = [], UNNAMED
        return self._read(look, nothing)

    def sightings(self) -> dict[bytes, Sighting]:
        """Where the code of anchors was last found unchanged, by their keys, if not where they were made."""

        def look(connection: apsw.Connection) -> dict[bytes, Sighting]:
            rows = connection.execute("SELECT anchor, seen FROM sightings")
            return {key: sighting_of_value(from_text(text)) for key, text in rows}

        return self._read(look, {})

    # --- changing ------------------------------------------------------------------------------------

    def change(
        self,
        make: Callable[[StoredCuration], Mapping[str, Value]],
        *,
        label: str,
        writer: int,
        name: str | None = None,
        undoable: bool = True,
    ) -> StoredCuration:
        """Give items the values that `make` wants for a curation as it is now, None for none, in one step."""
        with self._database.changing() as connection:
            stored = _load(connection, name)
            wanted = make(stored)
            changes = [
                (item, stored.items.get(item), value)
                for item, value in wanted.items()
                if stored.items.get(item) != value
            ]
            if not changes:
                return stored
            row = stored.id or _create(connection, stored.name)
            steps.put(connection, row, writer, [(item, value) for item, _, value in changes])
            if undoable:
                steps.record(connection, row, writer, label, changes)
            _touch(connection, row)
            return _load(connection, stored.name)

    def undo(self, writer: int) -> Undone | None:
        """Take back the last step that a writer made in the active curation."""
        return self._turn(steps.undo, writer)

    def redo(self, writer: int) -> Undone | None:
        """Make the step again that a writer has taken back last in the active curation."""
        return self._turn(steps.redo, writer)

    def _turn(self, turn: Callable[[apsw.Connection, int, int], Undone | None], writer: int) -> Undone | None:
        if not self._database.exists():
            return None
        with self._database.changing() as connection:
            stored = _load(connection, None)
            done = turn(connection, stored.id, writer)
            if done is not None:
                _touch(connection, stored.id)
            return done

    def recorder_of_notes(self, writer: int) -> Record:
        """Takes down changes of notes as steps of a writer in the active curation."""

        def record(connection: apsw.Connection, changes: Sequence[NoteChange]) -> None:
            values = [
                (f"{steps.NOTE_PREFIX}{note.uid}", note_value(before), note_value(after))
                for before, after in changes
                if (note := after or before)
            ]
            _record(connection, writer, _label_of_notes("note", changes), values)

        return record

    def recorder_of_review(self, writer: int) -> RecordReview:
        """Takes down changes of review notes as steps of a writer in the active curation."""

        def record(connection: apsw.Connection, changes: Sequence[ReviewChange]) -> None:
            values = [
                (f"{steps.REVIEW_PREFIX}{note.uid}", review_value(before), review_value(after))
                for before, after in changes
                if (note := after or before)
            ]
            _record(connection, writer, _label_of_notes("review note", changes), values)

        return record

    def remember(self, sightings: Iterable[tuple[Anchor, Sighting]]) -> None:
        """Note down where the code of anchors was found."""
        rows = [(anchor_key(anchor), to_text(sighting_value(seen))) for anchor, seen in sightings]
        with self._database.changing() as connection:
            connection.executemany("INSERT OR REPLACE INTO sightings(anchor, seen) VALUES (?, ?)", rows)

    # --- curations as wholes -------------------------------------------------------------------------

    def save(self, name: str, *, overwrite: bool = False) -> None:
        """Copy the active curation, its steps included, under a name, and make that the active one.

        Raises UsageError for a name that is none, or taken unless `overwrite` is set.
        """
        check_name(name)
        with self._database.changing() as connection:
            source = _load(connection, None)
            if name == source.name:
                return
            if name in _names(connection):
                if not overwrite:
                    raise UsageError(
                        f"there is a curation {name!r} already; choose another name or replace it"
                    )
                _delete(connection, name)
            row = _create(connection, name)
            for table, columns in (
                ("items", "item, value, writer"),
                ("steps", "writer, label, changes, undone"),
                ("exports", "item, hash"),
            ):
                connection.execute(
                    f"INSERT INTO {table}(curation, {columns}) SELECT ?, {columns} FROM {table}"
                    " WHERE curation = ?",
                    (row, source.id),
                )
            _activate(connection, name)

    def open(self, name: str) -> None:
        """Make a curation the active one."""
        with self._database.changing() as connection:
            _load(connection, name)
            _activate(connection, name)

    def delete(self, name: str) -> None:
        """Delete a curation with its steps; after the active one the unnamed one is active."""
        with self._database.changing() as connection:
            if name not in _names(connection):
                raise _unknown(connection, name)
            if name == _active(connection):
                _activate(connection, UNNAMED)
            _delete(connection, name)

    # --- beside curations ----------------------------------------------------------------------------

    def tasks(self, limit: int) -> tuple[str, ...]:
        """Earlier tasks, the newest first."""
        query = "SELECT text FROM tasks ORDER BY id DESC LIMIT ?"

        def look(connection: apsw.Connection) -> tuple[str, ...]:
            return tuple(text for (text,) in connection.execute(query, (limit,)))

        return self._read(look, ())

    def remember_task(self, text: str) -> None:
        """Make a task the newest of the earlier ones. Raises UsageError when it is too long."""
        text = check_task(text)
        if not text.strip():
            return
        digest = blake2b(text.encode(), digest_size=16).digest()
        with self._database.changing() as connection:
            connection.execute("DELETE FROM tasks WHERE digest = ?", (digest,))
            connection.execute("INSERT INTO tasks(digest, text) VALUES (?, ?)", (digest, text))
            _prune(connection, "tasks", MOST_TASKS)

    def view(self, key: str) -> bytes | None:
        """What was kept under a key, None for nothing."""
        query = "SELECT data FROM views WHERE key = ?"

        def look(connection: apsw.Connection) -> bytes | None:
            return next((data for (data,) in connection.execute(query, (steps.item_bytes(key),))), None)

        return self._read(look, None)

    def keep_view(self, key: str, data: bytes) -> None:
        """Keep what is to be shown first next time; of many keys the oldest are forgotten."""
        with self._database.changing() as connection:
            connection.execute("DELETE FROM views WHERE key = ?", (steps.item_bytes(key),))
            connection.execute("INSERT INTO views(key, data) VALUES (?, ?)", (steps.item_bytes(key), data))
            _prune(connection, "views", MOST_VIEWS)

    def exported(self, name: str | None) -> dict[str, str]:
        """What was handed over last from a curation: the hash of each item."""
        query = "SELECT item, hash FROM exports WHERE curation = ?"

        def look(connection: apsw.Connection) -> dict[str, str]:
            rows = connection.execute(query, (_load(connection, name).id,))
            return {steps.item_name(item): digest for item, digest in rows}

        return self._read(look, {})

    def keep_exported(self, name: str | None, hashes: Mapping[str, str]) -> None:
        """Remember what was handed over from a curation, instead of what was before."""
        with self._database.changing() as connection:
            stored = _load(connection, name)
            row = stored.id or _create(connection, stored.name)
            connection.execute("DELETE FROM exports WHERE curation = ?", (row,))
            connection.executemany(
                "INSERT INTO exports(curation, item, hash) VALUES (?, ?, ?)",
                [(row, steps.item_bytes(item), digest) for item, digest in hashes.items()],
            )


def anchor_key(anchor: Anchor) -> bytes:
    """What an anchor is known by."""
    return blake2b((to_text(anchor_value(anchor)) or "").encode(), digest_size=16).digest()


def check_name(name: str) -> None:
    """Raises UsageError for what cannot be the name of a curation."""
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise UsageError(
            f"{name[:LONGEST_NAME]!r} is no name of a curation; give 1 to {LONGEST_NAME} printable characters"
        )


def check_task(text: str) -> str:
    """A task as it is kept: with a lone surrogate as U+FFFD. Raises UsageError when it is too long."""
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if (size := len(text.encode())) > LONGEST_TASK:
        raise UsageError(f"the task has {size:,} bytes; {LONGEST_TASK:,} are the most that is kept")
    return text


# --- rows --------------------------------------------------------------------------------------------


def _names(connection: apsw.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM curations ORDER BY name")]


def _active(connection: apsw.Connection) -> str:
    """The name of the active curation; the unnamed one is active when that was deleted meanwhile."""
    query = "SELECT name FROM active JOIN curations USING (name)"
    return next((name for (name,) in connection.execute(query)), UNNAMED)


def _activate(connection: apsw.Connection, name: str) -> None:
    connection.execute("INSERT OR REPLACE INTO active(only, name) VALUES (1, ?)", (name,))


def _load(connection: apsw.Connection, name: str | None) -> StoredCuration:
    name = _active(connection) if name is None else name
    if name != name.encode("utf-8", "replace").decode():  # a lone surrogate, which no name has
        raise _unknown(connection, name)
    query = "SELECT id, revision, edited FROM curations WHERE name = ?"
    for row, revision, edited in connection.execute(query, (name,)):
        items = connection.execute(
            "SELECT item, value FROM items WHERE curation = ? AND value NOT NULL", (row,)
        )
        values = {steps.item_name(item): from_text(text) for item, text in items}
        return StoredCuration(row, name, revision, edited, values)
    if name != UNNAMED:
        raise _unknown(connection, name)
    return StoredCuration()


def _unknown(connection: apsw.Connection, name: str) -> UsageError:
    named = [repr(each) for each in _names(connection) if each != UNNAMED]
    hint = f"there are: {', '.join(named)}" if named else "none was saved yet"
    return UsageError(f"no curation {name!r}; {hint}")


def _create(connection: apsw.Connection, name: str) -> int:
    connection.execute("INSERT INTO curations(name, edited) VALUES (?, ?)", (name, int(time.time())))
    return connection.last_insert_rowid()


def _touch(connection: apsw.Connection, row: int) -> None:
    connection.execute(
        "UPDATE curations SET revision = revision + 1, edited = ? WHERE id = ?", (int(time.time()), row)
    )


def _delete(connection: apsw.Connection, name: str) -> None:
    for (row,) in connection.execute("SELECT id FROM curations WHERE name = ?", (name,)).fetchall():
        for table in ("items", "steps", "exports"):
            connection.execute(f"DELETE FROM {table} WHERE curation = ?", (row,))
        connection.execute("DELETE FROM curations WHERE id = ?", (row,))


def _prune(connection: apsw.Connection, table: str, most: int) -> None:
    connection.execute(
        f"DELETE FROM {table} WHERE id <= (SELECT id FROM {table} ORDER BY id DESC LIMIT 1 OFFSET ?)", (most,)
    )


def _record(connection: apsw.Connection, writer: int, label: str, changes: Sequence[steps.Change]) -> None:
    """Take down a step in the active curation."""
    stored = _load(connection, None)
    steps.record(connection, stored.id or _create(connection, stored.name), writer, label, changes)


def _label_of_notes(what: str, changes: Sequence[NoteChange] | Sequence[ReviewChange]) -> str:
    """`add note 3`, `remove notes 3, 4`."""
    before, after = changes[0]
    verb = "add" if before is None else "remove" if after is None else "edit"
    numbers = [str(note.id) for old, new in changes if (note := new or old)]
    return f"{verb} {what}{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
