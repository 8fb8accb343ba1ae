"""The schema of the index, as numbered migrations. The index is derived data and can always be rebuilt."""

from __future__ import annotations

import apsw

CONTENT_VERSION = 4  # raised whenever the same file yields other rows than before: the index is then rebuilt


def create_index(connection: apsw.Connection) -> None:
    """Files, symbols, references, commits and postings."""
    connection.execute(
        """
        CREATE TABLE meta(
            key TEXT PRIMARY KEY,
            value
        ) WITHOUT ROWID;

        -- One row for every listed file, searchable or not. `rule` says why it is not (fully) searchable.
        -- `units` holds little-endian int32 rows (start line, end line, symbol ordinal or -1, length in
        -- words); the file's units are documents first_unit, first_unit + 1, ... of the postings.
        CREATE TABLE files(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path BLOB NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            mtime_ns INTEGER NOT NULL,
            hash BLOB NOT NULL,
            language TEXT NOT NULL,
            role TEXT NOT NULL,
            encoding TEXT NOT NULL,
            rule TEXT NOT NULL,
            detail TEXT NOT NULL,
            lines INTEGER NOT NULL,
            first_unit INTEGER NOT NULL,
            units BLOB NOT NULL
        );

        CREATE TABLE symbols(
            file_id INTEGER NOT NULL,
            ordinal INTEGER NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            qualname TEXT NOT NULL,
            parent INTEGER,
            start_line INTEGER NOT NULL,
            end_line INTEGER NOT NULL,
            signature TEXT NOT NULL,
            doc TEXT NOT NULL,
            PRIMARY KEY (file_id, ordinal)
        ) WITHOUT ROWID;
        CREATE INDEX symbols_by_name ON symbols(name);

        -- Uses of names as written; resolving them to symbols is a later pass. `rows` is JSON, in document
        -- order: [[name, target, alias, line, symbol ordinal or null], ...]
        CREATE TABLE refs(
            file_id INTEGER NOT NULL,
            kind TEXT NOT NULL,
            total INTEGER NOT NULL,
            rows TEXT NOT NULL,
            PRIMARY KEY (file_id, kind)
        ) WITHOUT ROWID;

        -- Places that were listed but are not files of the index: links, nested repositories, devices.
        CREATE TABLE unlisted(
            path BLOB PRIMARY KEY,
            rule TEXT NOT NULL,
            detail TEXT NOT NULL
        ) WITHOUT ROWID;

        -- Ancestors of HEAD; `paths` are the touched ones, joined by NUL.
        CREATE TABLE commits(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sha TEXT NOT NULL UNIQUE,
            time INTEGER NOT NULL,
            message TEXT NOT NULL,
            paths BLOB NOT NULL
        );

        CREATE TABLE segments(
            field INTEGER NOT NULL,
            segment INTEGER NOT NULL,
            postings INTEGER NOT NULL,
            PRIMARY KEY (field, segment)
        ) WITHOUT ROWID;
        CREATE TABLE postings(
            field INTEGER NOT NULL,
            segment INTEGER NOT NULL,
            term TEXT NOT NULL,
            ids BLOB NOT NULL,
            counts BLOB NOT NULL,
            PRIMARY KEY (field, segment, term)
        ) WITHOUT ROWID;
        """
    )


def add_graph(connection: apsw.Connection) -> None:
    """The edges between symbols: parts of a whole that belong to one generation of the index."""
    connection.execute("CREATE TABLE graph(part TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID")


MIGRATIONS = (create_index, add_graph)
