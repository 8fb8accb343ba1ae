from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.store.database import (
    FOLDER,
    ensure_folder,
    immediate,
    open_readonly,
    open_writable,
    schema_version,
)
from ctxsmith_tui.store.index_reader import IndexReader
from ctxsmith_tui.store.schema import MIGRATIONS


def make_a(connection: apsw.Connection) -> None:
    connection.execute("CREATE TABLE a(x)")


def make_b(connection: apsw.Connection) -> None:
    connection.execute("CREATE TABLE b(x)")


def tables(connection: apsw.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.db"


def test_a_new_database_has_every_migration(path: Path) -> None:
    connection = open_writable(path, [make_a, make_b])
    assert tables(connection) == {"a", "b"}
    assert schema_version(connection) == 2


def test_reopening_runs_no_migration_twice(path: Path) -> None:
    first = open_writable(path, [make_a])
    first.execute("INSERT INTO a VALUES (1)")
    first.close()
    again = open_writable(path, [make_a])
    assert again.execute("SELECT x FROM a").fetchall() == [(1,)]


def test_an_older_database_gets_what_it_lacks(path: Path) -> None:
    open_writable(path, [make_a]).close()
    connection = open_writable(path, [make_a, make_b])
    assert tables(connection) == {"a", "b"}
    assert schema_version(connection) == 2


def test_a_database_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    open_writable(path, [make_a, make_b]).close()
    with pytest.raises(CtxsmithError, match=r"some\.db was written by a newer .* upgrade"):
        open_writable(path, [make_a])
    connection = open_readonly(path)
    assert schema_version(connection) == 2
    assert tables(connection) == {"a", "b"}


def test_a_migration_that_fails_leaves_nothing_behind(path: Path) -> None:
    def half(connection: apsw.Connection) -> None:
        connection.execute("CREATE TABLE half(x)")
        raise RuntimeError("interrupted")

    with pytest.raises(RuntimeError, match="interrupted"):
        open_writable(path, [make_a, half])
    connection = open_writable(path, [make_a, make_b])
    assert tables(connection) == {"a", "b"}


def test_the_index_schema_is_created_in_wal_mode(path: Path) -> None:
    connection = open_writable(path, MIGRATIONS)
    assert connection.pragma("journal_mode") == "wal"
    assert connection.pragma("integrity_check") == "ok"
    assert schema_version(connection) == len(MIGRATIONS)


def test_a_pinned_reader_answers_from_one_state_while_another_connection_writes(path: Path) -> None:
    writer = open_writable(path, MIGRATIONS)
    reader = IndexReader(open_readonly(path))
    reader.pin()
    assert reader.generation() == 0
    with immediate(writer):
        writer.execute("INSERT INTO meta VALUES ('generation', 7)")
    assert reader.generation() == 0
    reader.unpin()
    assert reader.generation() == 7


def test_a_reader_cannot_write(path: Path) -> None:
    open_writable(path, [make_a]).close()
    with pytest.raises(apsw.ReadOnlyError):
        open_readonly(path).execute("INSERT INTO a VALUES (1)")


def test_a_transaction_that_fails_is_undone(path: Path) -> None:
    connection = open_writable(path, [make_a])

    def insert_and_stop() -> None:
        with immediate(connection):
            connection.execute("INSERT INTO a VALUES (1)")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        insert_and_stop()
    assert connection.execute("SELECT count(*) FROM a").fetchall() == [(0,)]
    with immediate(connection):
        connection.execute("INSERT INTO a VALUES (2)")


def test_a_missing_database_is_named(tmp_path: Path) -> None:
    with pytest.raises(CtxsmithError, match=r"cannot open .*none\.db"):
        open_readonly(tmp_path / "none.db")


# --- the folder --------------------------------------------------------------------------------------


def test_the_folder_ignores_itself(tmp_path: Path) -> None:
    folder = ensure_folder(tmp_path)
    assert folder == tmp_path / FOLDER
    assert (folder / ".gitignore").read_text() == "*\n"


def test_an_existing_folder_stays_as_it_is(tmp_path: Path) -> None:
    folder = ensure_folder(tmp_path)
    (folder / ".gitignore").write_text("mine\n")
    assert ensure_folder(tmp_path) == folder
    assert (folder / ".gitignore").read_text() == "mine\n"


def test_a_linked_folder_is_refused(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (root / FOLDER).symlink_to(outside)
    with pytest.raises(CtxsmithError, match="symbolic link"):
        ensure_folder(root)
    assert list(outside.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("")
    with pytest.raises(CtxsmithError, match="cannot write"):
        ensure_folder(tmp_path)


@pytest.mark.parametrize(
    "name", [".gitignore", "tui-index.db", "tui-index.db-wal", "tui-index.db-shm", "tui-index.lock"]
)
def test_a_link_that_a_repository_planted_in_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    (root / FOLDER).mkdir(parents=True)
    (root / FOLDER / name).symlink_to(outside)
    with pytest.raises(CtxsmithError, match="symbolic link"):
        ensure_folder(root)
    assert not outside.exists()
