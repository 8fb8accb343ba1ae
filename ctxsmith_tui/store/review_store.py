"""Review notes and viewed changes in the user's own database. Every change is one short transaction."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import apsw

from ctxsmith_tui.model import ReviewState, Side
from ctxsmith_tui.store.json_values import Value, anchor_of, anchor_value, from_text, to_text, understanding
from ctxsmith_tui.store.notes_store import Anchor
from ctxsmith_tui.store.user_database import UserDatabase

MOST_VIEWED = 20_000  # changes; older ones are forgotten
_UNCOMPARED = {"id": 0, "edited": 0}  # they change without anybody's doing

Change = tuple[str, str]
"""Path and digest of a changed file."""


@dataclass(frozen=True, slots=True)
class StoredReviewNote:
    """A review note as it is kept; the place and code of its `anchor` are those of `commit`."""

    id: int
    uid: str
    text: str
    side: Side
    anchor: Anchor
    commit: str
    base: str
    branch: str
    state: ReviewState
    author: str
    created: int
    edited: int


def new_review_note(
    text: str, side: Side, anchor: Anchor, *, commit: str, base: str, branch: str, author: str
) -> StoredReviewNote:
    """An open note of now that is in no database yet."""
    now = int(time.time())
    uid = os.urandom(8).hex()
    return StoredReviewNote(
        0, uid, text, side, anchor, commit, base, branch, ReviewState.OPEN, author, now, now
    )


ReviewChange = tuple[StoredReviewNote | None, StoredReviewNote | None]
"""A review note before and after a change; None where there is none."""

Record = Callable[[apsw.Connection, Sequence[ReviewChange]], None]
"""Takes down what a change does, within its transaction."""


class ReviewStore:
    """The review notes in a database. Any number of processes may change them at once.

    Everything raises CtxsmithError when the database cannot be used.
    """

    def __init__(self, database: UserDatabase, record: Record | None = None) -> None:
        self._database = database
        self._record = record or (lambda connection, changes: None)

    def notes(self) -> list[StoredReviewNote]:
        """All review notes, oldest first."""
        return self._database.read(_select) if self._database.exists() else []

    def add(self, note: StoredReviewNote) -> StoredReviewNote:
        """Keep a new note; returns it with its number."""
        with self._database.changing() as connection:
            kept = replace(note, id=_insert(connection, note))
            self._record(connection, [(None, kept)])
            return kept

    def edit(
        self, number: int, change: Callable[[StoredReviewNote], StoredReviewNote]
    ) -> StoredReviewNote | None:
        """Replace a note by what `change` makes of it as it is now; None when there is no such note."""
        with self._database.changing() as connection:
            found = _select(connection, "WHERE id = ?", number)
            if not found:
                return None
            edited = replace(change(found[0]), edited=int(time.time()))
            _update(connection, edited)
            self._record(connection, [(found[0], edited)])
            return edited

    def remove(self, numbers: Collection[int]) -> list[int]:
        """Remove notes, all or, when some do not exist, none; returns those that do not exist."""
        wanted = set(numbers)
        with self._database.changing() as connection:
            found = [note for note in _select(connection) if note.id in wanted]
            unknown = wanted - {note.id for note in found}
            if not unknown:
                connection.executemany("DELETE FROM review_notes WHERE id = ?", [(each,) for each in wanted])
                self._record(connection, [(note, None) for note in found])
            return sorted(unknown)

    # --- viewed changes ------------------------------------------------------------------------------

    def viewed(self, changes: Iterable[Change]) -> frozenset[str]:
        """The paths of those changes that were marked as viewed."""
        by_key = {_change_key(change): change[0] for change in changes}
        if not self._database.exists():
            return frozenset()
        keys = self._database.read(
            lambda connection: {key for (key,) in connection.execute("SELECT change FROM viewed")}
        )
        return frozenset(path for key, path in by_key.items() if key in keys)

    def mark_viewed(self, change: Change, viewed: bool) -> None:
        """Mark a change as viewed, or take the mark back."""
        key = _change_key(change)
        with self._database.changing() as connection:
            connection.execute("DELETE FROM viewed WHERE change = ?", (key,))
            if viewed:
                connection.execute("INSERT INTO viewed(change) VALUES (?)", (key,))
                connection.execute(
                    "DELETE FROM viewed WHERE id <= (SELECT max(id) FROM viewed) - ?", (MOST_VIEWED,)
                )


def _change_key(change: Change) -> bytes:
    path, digest = change
    return blake2b(os.fsencode(path) + b"\0" + digest.encode(), digest_size=16).digest()


# --- rows and values -----------------------------------------------------------------------------------


def review_value(note: StoredReviewNote | None) -> Value:
    """A whole note as a value."""
    if note is None:
        return None
    fields: dict[str, Any] = {name: getattr(note, name) for name in StoredReviewNote.__slots__}
    return fields | {"anchor": anchor_value(note.anchor)}


def review_of(value: Value) -> StoredReviewNote:
    """The note of a value. Raises CtxsmithError for what is none."""
    with understanding():
        enums = {"side": Side(value["side"]), "state": ReviewState(value["state"])}
        return StoredReviewNote(**{**value, **enums, "anchor": anchor_of(value["anchor"])})


def turn_review_note(connection: apsw.Connection, uid: str, expected: Value, wanted: Value) -> bool:
    """Give a note the value wanted, if it has the one expected; part of somebody else's transaction."""
    found = next(iter(_select(connection, "WHERE uid = ?", uid)), None)
    if _compared(review_value(found)) != _compared(expected):
        return False
    if wanted is None:
        connection.execute("DELETE FROM review_notes WHERE uid = ?", (uid,))
    elif found is not None:
        _update(connection, replace(review_of(wanted), id=found.id))
    else:
        note = review_of(wanted)
        is_free = not _select(connection, "WHERE id = ?", note.id)
        _insert(connection, note if is_free else replace(note, id=0))
    return True


def _compared(note: Value) -> Value:
    with understanding():
        return None if note is None else note | _UNCOMPARED


def _select(connection: apsw.Connection, condition: str = "", *bindings: Any) -> list[StoredReviewNote]:
    rows = connection.execute(f"SELECT id, value FROM review_notes {condition} ORDER BY id", bindings)
    return [replace(review_of(from_text(text)), id=number) for number, text in rows]


def _insert(connection: apsw.Connection, note: StoredReviewNote) -> int:
    connection.execute(
        "INSERT INTO review_notes(id, uid, value) VALUES (?, ?, ?)",
        (note.id or None, note.uid, to_text(review_value(note))),
    )
    return connection.last_insert_rowid()


def _update(connection: apsw.Connection, note: StoredReviewNote) -> None:
    connection.execute(
        "UPDATE review_notes SET value = ? WHERE id = ?", (to_text(review_value(note)), note.id)
    )
