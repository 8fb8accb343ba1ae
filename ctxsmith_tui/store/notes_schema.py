"""The schema of the user's own database, as numbered migrations. It holds what no run can compute anew.

A later version may only add to what stands here: the file is never rebuilt.
"""

from __future__ import annotations

import apsw


def create_notes(connection: apsw.Connection) -> None:
    """Notes, each with its anchor (the code as it was) and its sighting (where that was seen last)."""
    connection.execute(
        """
        -- Paths are bytes: a file name need not be text. `before` and `after` are what stood around, nearest
        -- first, `code` is the beginning of what the note is about; every line ends in a line feed.
        -- The columns seen_* are the place where the code was last found unchanged.
        CREATE TABLE notes(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uid TEXT NOT NULL UNIQUE,
            text TEXT NOT NULL,
            created INTEGER NOT NULL,
            edited INTEGER NOT NULL,
            kind TEXT NOT NULL,
            path BLOB NOT NULL,
            symbol TEXT NOT NULL,
            start_line INTEGER NOT NULL,
            end_line INTEGER NOT NULL,
            digest TEXT NOT NULL,
            nameless TEXT NOT NULL,
            file_hash TEXT NOT NULL,
            code TEXT NOT NULL,
            before TEXT NOT NULL,
            after TEXT NOT NULL,
            seen_path BLOB NOT NULL,
            seen_symbol TEXT NOT NULL,
            seen_start INTEGER NOT NULL,
            seen_end INTEGER NOT NULL,
            seen_hash TEXT NOT NULL
        );
        """
    )


def create_curations(connection: apsw.Connection) -> None:
    """Curations as sets of items, the steps that led there, and what a workbench remembers beside them."""
    connection.execute(
        """
        -- Names of items are bytes, as they may hold file names; values are JSON, NULL for what was removed:
        -- its row still tells who did so.
        CREATE TABLE curations(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            revision INTEGER NOT NULL DEFAULT 0,
            edited INTEGER NOT NULL
        );
        CREATE TABLE items(
            curation INTEGER NOT NULL REFERENCES curations(id),
            item BLOB NOT NULL,
            value TEXT,
            writer INTEGER NOT NULL,
            PRIMARY KEY(curation, item)
        ) WITHOUT ROWID;
        -- `changes` is a JSON list of [item, value before, value after].
        CREATE TABLE steps(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            curation INTEGER NOT NULL REFERENCES curations(id),
            writer INTEGER NOT NULL,
            label TEXT NOT NULL,
            changes TEXT NOT NULL,
            undone INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX steps_of_writer ON steps(curation, writer, undone, id);
        -- Where the code of an anchor, known by its digest, was last found unchanged.
        CREATE TABLE sightings(anchor BLOB PRIMARY KEY, seen TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE active(only INTEGER PRIMARY KEY CHECK(only = 1), name TEXT NOT NULL);
        CREATE TABLE exports(
            curation INTEGER NOT NULL REFERENCES curations(id),
            item BLOB NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY(curation, item)
        ) WITHOUT ROWID;
        CREATE TABLE tasks(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            digest BLOB NOT NULL UNIQUE,
            text TEXT NOT NULL
        );
        CREATE TABLE views(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key BLOB NOT NULL UNIQUE,
            data BLOB NOT NULL
        );
        """
    )


def create_review(connection: apsw.Connection) -> None:
    """Review notes, and which changes a person has looked at."""
    connection.execute(
        """
        CREATE TABLE review_notes(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uid TEXT NOT NULL UNIQUE,
            value TEXT NOT NULL
        );
        -- A change is known by a digest of its path and of both its sides.
        CREATE TABLE viewed(id INTEGER PRIMARY KEY AUTOINCREMENT, change BLOB NOT NULL UNIQUE);
        """
    )


MIGRATIONS = (create_notes, create_curations, create_review)
