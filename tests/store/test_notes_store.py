"""The notes' own database: kept whole under many writers, left alone when damaged."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.model import ImportReport, NoteKind
from ctxsmith_tui.store import user_database
from ctxsmith_tui.store.database import open_writable
from ctxsmith_tui.store.notes_schema import MIGRATIONS
from ctxsmith_tui.store.notes_store import Anchor, NotesStore, Sighting, StoredNote, new_note
from ctxsmith_tui.store.user_database import UserDatabase

ODD = Anchor(
    NoteKind.SPAN,
    "bad\udcff name\n.py",
    "Class.é",
    3,
    5,
    "d" * 32,
    "",
    "f" * 32,
    code=("", "x = 1", ""),
    before=("def f():", ""),
    after=("",),
)


@pytest.fixture
def store(tmp_path: Path) -> NotesStore:
    return NotesStore(UserDatabase(tmp_path))


def add(store: NotesStore, text: str, anchor: Anchor = ODD) -> StoredNote:
    return store.add(new_note(text, anchor, Sighting(anchor.path, anchor.symbol, 3, 5, "e" * 32)))


@pytest.mark.parametrize(
    "text", ["x", "two\nlines\r\n", "\0 NUL", "日本語 🎉", "'; DROP TABLE notes; --", " "]
)
def test_what_is_kept_is_what_was_given(store: NotesStore, text: str) -> None:
    kept = add(store, text)
    assert store.notes() == [kept]
    assert (kept.id, kept.text, kept.anchor) == (1, text, ODD)


def test_reading_creates_nothing(store: NotesStore) -> None:
    assert store.notes() == []
    assert not store.path.parent.exists()


def test_numbers_are_never_used_twice(store: NotesStore) -> None:
    first, second = add(store, "a"), add(store, "b")
    assert store.remove([second.id]) == []
    assert add(store, "c").id == 3
    assert [note.id for note in store.notes()] == [first.id, 3]


def test_all_are_removed_or_none(store: NotesStore) -> None:
    add(store, "a")
    assert store.remove([1, 7, 9]) == [7, 9]
    assert len(store.notes()) == 1


def test_an_edit_is_later_than_what_it_replaces(store: NotesStore) -> None:
    first = add(store, "a")
    edited = store.edit(first.id, lambda note: replace(note, text="b"))
    assert edited is not None
    assert (edited.text, edited.created, edited.uid) == ("b", first.created, first.uid)
    assert edited.edited > first.edited
    assert store.notes() == [edited]
    assert store.edit(9, lambda note: note) is None


def test_a_failed_edit_changes_nothing(store: NotesStore) -> None:
    first = add(store, "a")
    with pytest.raises(ZeroDivisionError):
        store.edit(first.id, lambda note: replace(note, text=str(1 // 0)))
    assert store.notes() == [first]
    assert add(store, "b").id == 2


def test_of_two_versions_the_later_stays(store: NotesStore) -> None:
    first = add(store, "a")
    assert store.merge([first]) == ImportReport(0, 0, 1)
    later, earlier = (replace(first, id=0, edited=first.edited + by, text=str(by)) for by in (1, -1))
    assert store.merge([later, earlier]) == ImportReport(0, 1, 1)
    other = replace(first, id=first.id, uid="0" * 16)
    assert store.merge([other, later]) == ImportReport(1, 0, 1)
    assert [(note.id, note.text) for note in store.notes()] == [(1, "1"), (2, "a")]


def test_a_sighting_does_not_touch_a_note_with_a_new_anchor(store: NotesStore) -> None:
    first = add(store, "a")
    place = Sighting("elsewhere.py", "f", 1, 2, "a" * 32)
    store.remember([(first, place)])
    assert store.notes()[0].seen == place
    store.edit(1, lambda note: replace(note, anchor=replace(ODD, digest="0" * 32), seen=Sighting()))
    store.remember([(first, place)])
    assert store.notes()[0].seen == Sighting()


# --- damage ------------------------------------------------------------------------------------------


def test_a_damaged_database_is_named_and_left_alone(store: NotesStore) -> None:
    for k in range(300):
        add(store, f"note {k} " + "word " * 50) if k < 3 else None
    data = bytearray(store.path.read_bytes())
    for damaged in (b"no database at all" * 100, bytes(data[:4096] + b"\xff" * (len(data) - 4096))):
        store.path.write_bytes(damaged)
        for suffix in ("-wal", "-shm"):
            store.path.with_name(store.path.name + suffix).unlink(missing_ok=True)
        for act in (store.notes, lambda: add(store, "x"), lambda: store.remove([1])):
            with pytest.raises(CtxsmithError, match=r"tui-notes\.db are damaged .* note import"):
                act()
        assert store.path.read_bytes() == damaged


def test_a_database_of_a_newer_version_is_not_to_be_deleted(store: NotesStore) -> None:
    add(store, "a")
    connection = open_writable(store.path, MIGRATIONS)
    connection.pragma("user_version", 99)
    connection.close()
    for act in (store.notes, lambda: add(store, "b")):
        with pytest.raises(CtxsmithError, match="newer ctxsmith-tui; upgrade") as raised:
            act()
        assert "delete" not in str(raised.value)


def test_a_database_that_was_only_begun_is_completed(store: NotesStore) -> None:
    store.path.parent.mkdir()
    apsw.Connection(str(store.path)).close()
    store.path.touch()
    assert store.notes() == []
    assert add(store, "a").id == 1


def test_a_link_is_refused(store: NotesStore, tmp_path: Path) -> None:
    store.path.parent.mkdir()
    (tmp_path / "victim").write_bytes(b"")
    store.path.symlink_to(tmp_path / "victim")
    with pytest.raises(CtxsmithError, match="symbolic link"):
        add(store, "x")
    assert (tmp_path / "victim").read_bytes() == b""


# --- several processes -------------------------------------------------------------------------------


def test_a_busy_database_is_waited_for(store: NotesStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxsmith_tui.store.database.BUSY_TIMEOUT_MS", 1)
    add(store, "a")
    other = open_writable(store.path, MIGRATIONS)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.3, lambda: other.execute("COMMIT")).start()
    assert add(store, "b").id == 2
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(user_database, "BUSY_SECONDS", 0.05)
    with pytest.raises(CtxsmithError, match="busy"):
        add(store, "c")
    assert len(store.notes()) == 2
    other.execute("COMMIT")
    other.close()


WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from ctxsmith_tui.model import NoteKind
from ctxsmith_tui.store.notes_store import Anchor, NotesStore, Sighting, new_note
from ctxsmith_tui.store.user_database import UserDatabase

root, name = Path(sys.argv[1]), sys.argv[2]
sys.stdin.readline()
store = NotesStore(UserDatabase(root))
for k in range(6):
    note = store.add(new_note(f"{name} {k}", Anchor(NoteKind.REPOSITORY), Sighting()))
    store.edit(note.id, lambda old: replace(old, text="edited " + old.text))
    store.edit(1, lambda old: replace(old, text=old.text + f"|{name} {k}"))
    assert any(each.id == note.id for each in store.notes())
"""


def test_eight_processes_that_add_and_edit_at_once_lose_nothing(tmp_path: Path) -> None:
    """Not even the database is there when they begin; all of them also edit the first note."""
    names = [f"writer{k}" for k in range(8)]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, tmp_path, name], stdin=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for name in names
    ]
    for each in running:
        assert each.stdin is not None
        each.stdin.write(b"go\n")
        each.stdin.flush()
    for each in running:
        _, said = each.communicate(timeout=60)
        assert each.returncode == 0, said.decode()
    notes = NotesStore(UserDatabase(tmp_path)).notes()
    wanted = {f"{name} {k}" for name in names for k in range(6)}
    assert len(notes) == len({note.uid for note in notes}) == 48
    assert {note.text.split("|")[0].removeprefix("edited ") for note in notes} == wanted
    assert all(note.text.startswith("edited ") for note in notes)
    assert set(notes[0].text.split("|")[1:]) == wanted


def test_a_killed_writer_leaves_what_it_had_committed(tmp_path: Path) -> None:
    program = WRITER.replace("range(6)", "range(10**6)")
    writer = subprocess.Popen(
        [sys.executable, "-c", program, tmp_path, "w"], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert writer.stdin is not None
    writer.stdin.write(b"go\n")
    writer.stdin.flush()
    store = NotesStore(UserDatabase(tmp_path))
    while len(store.notes()) < 5:
        assert writer.poll() is None
    writer.kill()
    writer.communicate()
    before = store.notes()
    texts = [note.text.split("|")[0].removeprefix("edited ") for note in before]
    assert texts == [f"w {k}" for k in range(len(before))]
    add(store, "after")
    assert len(store.notes()) == len(before) + 1
