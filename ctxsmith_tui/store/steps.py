"""The log of steps, and taking them back. Everything here is part of a transaction that somebody else began.

An item is a part of a curation (`task`, `weight/words`, `decision/src/app.py`), a note (`note/UID`) or a
review note (`review/UID`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

import apsw

from ctxsmith_tui.model import Undone
from ctxsmith_tui.store.json_values import Value, from_text, note_of, note_value, to_text, understanding
from ctxsmith_tui.store.notes_store import insert_note, select_notes, update_note
from ctxsmith_tui.store.review_store import turn_review_note
from ctxsmith_tui.text.printable import printable

MOST_STEPS = 2_000  # of a writer in a curation; older ones are forgotten
NOTE_PREFIX, REVIEW_PREFIX = "note/", "review/"
_UNCOMPARED = {"id": 0, "edited": 0, "seen": 0}  # of a note: they change without anybody's doing

Change = tuple[str, Value, Value]
"""An item, and its value before and after."""


def item_bytes(item: str) -> bytes:
    """The name of an item as it is stored."""
    return item.encode("utf-8", "surrogatepass")


def item_name(stored: bytes) -> str:
    """The name of a stored item."""
    with understanding():
        return stored.decode("utf-8", "surrogatepass")


def record(
    connection: apsw.Connection, curation: int, writer: int, label: str, changes: Sequence[Change]
) -> None:
    """Take down a step of a writer, after which nothing that it has undone can be made again."""
    connection.execute(
        "DELETE FROM steps WHERE curation = ? AND writer = ? AND undone = 1", (curation, writer)
    )
    connection.execute(
        "INSERT INTO steps(curation, writer, label, changes) VALUES (?, ?, ?, ?)",
        (curation, writer, printable(label), to_text(changes)),
    )
    connection.execute(
        "DELETE FROM steps WHERE curation = ?1 AND writer = ?2 AND id <= (SELECT id FROM steps"
        " WHERE curation = ?1 AND writer = ?2 AND undone = 0 ORDER BY id DESC LIMIT 1 OFFSET ?3)",
        (curation, writer, MOST_STEPS),
    )


def put(connection: apsw.Connection, curation: int, writer: int, items: Iterable[tuple[str, Value]]) -> None:
    """Give items of a curation new values, None to remove one."""
    connection.executemany(
        "INSERT INTO items(curation, item, value, writer) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT DO UPDATE SET value = ?3, writer = ?4",
        [(curation, item_bytes(item), to_text(value), writer) for item, value in items],
    )


def undo(connection: apsw.Connection, curation: int, writer: int) -> Undone | None:
    """Take back the last step of a writer; None when there is none."""
    query = "SELECT id, label, changes FROM steps WHERE curation = ? AND writer = ? AND undone = 0"
    for number, label, text in connection.execute(f"{query} ORDER BY id DESC LIMIT 1", (curation, writer)):
        connection.execute("UPDATE steps SET undone = 1 WHERE id = ?", (number,))
        changes = [(item, after, before) for item, before, after in _changes(text)]
        return _apply(connection, curation, writer, label, changes)
    return None


def redo(connection: apsw.Connection, curation: int, writer: int) -> Undone | None:
    """Make the step again that a writer has taken back last; None when there is none."""
    query = "SELECT id, label, changes FROM steps WHERE curation = ? AND writer = ? AND undone = 1"
    for number, label, text in connection.execute(f"{query} ORDER BY id LIMIT 1", (curation, writer)):
        connection.execute("UPDATE steps SET undone = 0 WHERE id = ?", (number,))
        return _apply(connection, curation, writer, label, _changes(text))
    return None


def _changes(text: str) -> list[Change]:
    with understanding():
        return [(item, before, after) for item, before, after in from_text(text)]


def _apply(
    connection: apsw.Connection, curation: int, writer: int, label: str, changes: Sequence[Change]
) -> Undone:
    """Turn items from one value into the other, but for those that somebody else has changed since."""
    changed: list[str] = []
    skipped: list[str] = []
    for item, expected, wanted in changes:
        if item.startswith(NOTE_PREFIX):
            done = _turn_note(connection, item.removeprefix(NOTE_PREFIX), expected, wanted)
        elif item.startswith(REVIEW_PREFIX):
            done = turn_review_note(connection, item.removeprefix(REVIEW_PREFIX), expected, wanted)
        else:
            done = _is_untouched(connection, curation, writer, item, expected)
            if done:
                put(connection, curation, writer, [(item, wanted)])
        (changed if done else skipped).append(item)
    return Undone(label, tuple(changed), tuple(skipped))


def _is_untouched(
    connection: apsw.Connection, curation: int, writer: int, item: str, expected: Value
) -> bool:
    """Whether an item has the value expected; a task may also be a later draft of the writer itself."""
    query = "SELECT value, writer FROM items WHERE curation = ? AND item = ?"
    for text, last_writer in connection.execute(query, (curation, item_bytes(item))):
        return from_text(text) == expected or (item == "task" and bool(last_writer == writer))
    return expected is None


def _turn_note(connection: apsw.Connection, uid: str, expected: Value, wanted: Value) -> bool:
    """Give a note the value wanted, if it has the one expected."""
    found = next(iter(select_notes(connection, "WHERE uid = ?", uid)), None)
    if _compared(note_value(found)) != _compared(expected):
        return False
    if wanted is None:
        connection.execute("DELETE FROM notes WHERE uid = ?", (uid,))
    elif found is not None:  # later than before: an import takes the later version of two
        edited = max(int(time.time()), found.edited + 1)
        update_note(connection, replace(note_of(wanted), id=found.id, edited=edited))
    else:
        note = note_of(wanted)
        is_free = not select_notes(connection, "WHERE id = ?", note.id)
        insert_note(connection, note if is_free else replace(note, id=0))
    return True


def _compared(note: Value) -> Value:
    with understanding():
        return None if note is None else note | _UNCOMPARED
