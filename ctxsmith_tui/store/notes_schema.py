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


MIGRATIONS = (create_notes,)
