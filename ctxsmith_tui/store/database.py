"""Opening the SQLite files through apsw, which brings its own SQLite with FTS5 on every platform."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

from ctxsmith_tui.errors import CtxsmithError

FOLDER = ".contextsmith"
INDEX_FILE = "tui-index.db"

BUSY_TIMEOUT_MS = 10_000
JOURNAL_LIMIT_BYTES = 64 * 1024 * 1024


class NewerSchemaError(CtxsmithError):
    """A database was written by a later version of the program."""


Migration = Callable[[apsw.Connection], None]


def folder_of(root: Path) -> Path:
    """The folder that holds a repository's databases."""
    return root / FOLDER


def ensure_folder(root: Path) -> Path:
    """Create the folder with a `.gitignore` of its own, so that git never sees what is inside.

    Raises CtxsmithError when it cannot be created, and for links like `refuse_links`.
    """
    refuse_links(root)
    folder = folder_of(root)
    try:
        folder.mkdir(exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise CtxsmithError(
            f"cannot write {folder}: {error.strerror}; make the folder writable or copy the repository"
        ) from error
    return folder


def refuse_links(root: Path) -> None:
    """Raise CtxsmithError when the folder, or anything in it, is a link: a repository may have brought it,
    and what is read and written there must stay inside the root.
    """
    folder = folder_of(root)
    try:
        if folder.is_symlink():
            links = [folder]
        else:
            links = [entry for entry in folder.iterdir() if entry.is_symlink()] if folder.is_dir() else []
    except OSError as error:
        raise CtxsmithError(f"cannot read {folder}: {error.strerror}; make the folder readable") from error
    if links:
        raise CtxsmithError(f"{links[0]} is a symbolic link; remove it, the index must stay inside the root")


def open_writable(path: Path, migrations: Sequence[Migration]) -> apsw.Connection:
    """A read-write connection in WAL mode with every migration applied.

    Raises CtxsmithError when the file was written by a newer version.
    """
    connection = _connect(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "normal")
    connection.pragma("journal_size_limit", JOURNAL_LIMIT_BYTES)
    version = schema_version(connection)
    if version > len(migrations):
        connection.close()
        raise NewerSchemaError(
            f"{path} was written by a newer ctxsmith-tui (schema {version}); upgrade, or delete the file"
        )
    for number, migrate in enumerate(migrations[version:], start=version + 1):
        with immediate(connection):
            if schema_version(connection) < number:  # another process may have come first
                migrate(connection)
                connection.pragma("user_version", number)
    return connection


def open_readonly(path: Path) -> apsw.Connection:
    """A connection that cannot write. Raises CtxsmithError when there is no such database."""
    return _connect(path, apsw.SQLITE_OPEN_READONLY)


def _connect(path: Path, flags: int) -> apsw.Connection:
    try:
        connection = apsw.Connection(str(path), flags=flags)
    except apsw.Error as error:
        raise CtxsmithError(f"cannot open {path}: {error}") from error
    connection.set_busy_timeout(BUSY_TIMEOUT_MS)
    connection.pragma("cache_size", -65_536)
    connection.pragma("mmap_size", 1 << 30)
    connection.pragma("temp_store", "memory")
    return connection


def schema_version(connection: apsw.Connection) -> int:
    """How many migrations the database has seen."""
    return int(connection.pragma("user_version"))


@contextmanager
def immediate(connection: apsw.Connection) -> Iterator[None]:
    """A write transaction that takes the lock at its start, so that it can never fail half-way on BUSY."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
