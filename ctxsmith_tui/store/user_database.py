"""The user's own database: opened, changed in short transactions, and watched for changes by others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import apsw

from ctxsmith_tui.errors import CtxsmithError
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

USER_FILE = "tui-notes.db"
BUSY_SECONDS = 60.0  # then another process has held the database for far longer than any change takes
_PAUSE = 0.01

Answer = TypeVar("Answer")
Seen = tuple[int, int, int, int]
"""Device and inode of the file, which opening it was, and what SQLite says of the last change by others."""

_ABSENT: Seen = (0, 0, 0, 0)


def user_database_path(root: Path) -> Path:
    """The database of what a person wrote and decided about the repository at `root`."""
    return folder_of(root) / USER_FILE


class UserDatabase:
    """What a person wrote and decided. Any number of processes may change it at once.

    Everything raises CtxsmithError when the database cannot be used; a damaged one is left as it is.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.path = user_database_path(root)
        self._kept: apsw.Connection | None = None
        self._openings = 0  # of a connection that is kept
        self._seen = _ABSENT
        self._version = 0

    def exists(self) -> bool:
        """Whether anything was ever written."""
        return self.path.exists()

    def has_curations(self) -> bool:
        """Whether anything was ever decided: the cheapest question about curations."""
        query = "SELECT EXISTS(SELECT 1 FROM curations)"
        return self.exists() and self.read(lambda connection: bool(connection.execute(query).get))

    def read(self, look: Callable[[apsw.Connection], Answer]) -> Answer:
        """What `look` finds in one state of the database, which must exist."""

        def attempt() -> Answer:
            refuse_links(self.root)
            connection = self._current_kept() or self._open_to_read()
            try:
                connection.execute("BEGIN")
                try:
                    return look(connection)
                finally:
                    connection.execute("ROLLBACK")
            finally:
                self._let_go(connection)

        return self._retrying(attempt)

    @contextmanager
    def changing(self) -> Iterator[apsw.Connection]:
        """A connection within a transaction. What happens in it happens once; waiting comes before."""
        connection = self._retrying(self._begin)
        try:
            with self._explaining():
                try:
                    yield connection
                    self._retrying(lambda: connection.execute("COMMIT"))
                except BaseException:
                    self._roll_back(connection)
                    raise
        finally:
            self._let_go(connection)

    def _roll_back(self, connection: apsw.Connection) -> None:
        """End the transaction; a connection on which even that fails is not used again."""
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except apsw.Error:
            self.close()

    def version(self) -> int:
        """A number that rises when somebody else has changed the database; asking takes microseconds.

        The first call keeps a connection open, until `close`.
        """
        seen = self._retrying(self._look) if self.exists() else _ABSENT
        if seen != self._seen:
            self._seen = seen
            self._version += 1
        return self._version

    def close(self) -> None:
        """Let go of the connection that `version` keeps."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _look(self) -> Seen:
        if self._current_kept() is None:
            self._kept = self._open_to_write()
            self._openings += 1
        assert self._kept is not None
        return (*self._file(), self._openings, int(self._kept.pragma("data_version")))

    def _file(self) -> tuple[int, int]:
        status = self.path.stat()
        return status.st_dev, status.st_ino

    def _current_kept(self) -> apsw.Connection | None:
        """The kept connection, if the file is still the one that it opened."""
        if self._kept is not None and (not self.exists() or self._file() != self._seen[:2]):
            self.close()
        return self._kept

    def _let_go(self, connection: apsw.Connection) -> None:
        if connection is not self._kept:
            connection.close()

    def _open_to_read(self) -> apsw.Connection:
        connection = open_readonly(self.path)
        try:
            is_ours = schema_version(connection) == len(MIGRATIONS)
        except BaseException:
            connection.close()
            raise
        if is_ours:
            return connection
        connection.close()  # of another version, or interrupted while it was made
        return self._open_to_write()

    def _open_to_write(self) -> apsw.Connection:
        ensure_folder(self.root)
        connection = open_writable(self.path, MIGRATIONS)
        connection.pragma("synchronous", "full")  # nobody can compute anew what is lost here
        return connection

    def _begin(self) -> apsw.Connection:
        refuse_links(self.root)
        connection = self._current_kept() or self._open_to_write()
        try:
            connection.execute("BEGIN IMMEDIATE")
        except BaseException:
            self._let_go(connection)
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
        except apsw.FullError as error:
            raise CtxsmithError(
                f"{self.path} cannot grow ({error}); make room on the disk, then try again"
            ) from error
        except apsw.Error as error:
            raise CtxsmithError(
                f"the notes in {self.path} cannot be used ({error}); check the file and its permissions"
            ) from error
