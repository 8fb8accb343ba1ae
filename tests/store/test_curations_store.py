"""Curations in the user's own database: many writers, undo of one's own steps alone, nothing lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.model import NoteKind, Undone
from ctxsmith_tui.store import steps
from ctxsmith_tui.store.curations_store import CurationsStore
from ctxsmith_tui.store.database import open_writable
from ctxsmith_tui.store.lock import workbench_slot
from ctxsmith_tui.store.notes_schema import MIGRATIONS
from ctxsmith_tui.store.notes_store import Anchor, NotesStore, Sighting, new_note
from ctxsmith_tui.store.user_database import UserDatabase

ODD = "decision/bad\udcff \0 name\n.py::é🎉"


@pytest.fixture
def database(tmp_path: Path) -> UserDatabase:
    return UserDatabase(tmp_path)


@pytest.fixture
def store(database: UserDatabase) -> CurationsStore:
    return CurationsStore(database)


def put(store: CurationsStore, writer: int = 1, *, undoable: bool = True, **items: object) -> None:
    store.change(lambda current: items, label="put", writer=writer, undoable=undoable)


def test_reading_creates_nothing(store: CurationsStore, tmp_path: Path) -> None:
    assert store.get().items == {}
    assert store.all() == ([], "")
    assert store.undo(1) is store.redo(1) is None
    assert (store.tasks(5), store.view("x"), store.exported(None), store.sightings()) == ((), None, {}, {})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("value", ["x", "\udcff", 8000, 1.5, [1, "b"], {"a": {"b": ["\0"]}}, False])
def test_what_is_kept_is_what_was_given(store: CurationsStore, value: object) -> None:
    store.change(lambda current: {ODD: value}, label="\udcff\n", writer=1)
    assert store.get().items == {ODD: value}
    assert store.undo(1) == Undone("\\xff\\x0a", (ODD,), ())
    assert store.get().items == {}


def test_the_revision_rises_with_every_change_and_with_none_that_changes_nothing(
    store: CurationsStore,
) -> None:
    put(store, task="a")
    put(store, task="a")
    assert store.get().revision == 1
    put(store, 2, task="b")
    store.undo(2)
    assert store.get().revision == 3
    assert store.undo(1) == Undone("put", ("task",), ())


def test_undo_leaves_alone_what_somebody_else_changed_since(store: CurationsStore) -> None:
    put(store, 1, task="mine", budget=1)
    put(store, 2, task="theirs")
    assert store.undo(1) == Undone("put", ("budget",), ("task",))
    assert store.get().items == {"task": "theirs"}
    assert store.redo(1) == Undone("put", ("budget",), ("task",))
    assert store.undo(2) == Undone("put", ("task",), ())
    assert store.get().items == {"task": "mine", "budget": 1}


def test_a_draft_is_no_step_and_does_not_stand_in_the_way_of_undo(store: CurationsStore) -> None:
    put(store, task="a")
    put(store, task="a b", undoable=False)
    assert store.undo(1) == Undone("put", ("task",), ())
    assert store.undo(1) is None
    assert store.redo(1) == Undone("put", ("task",), ())
    assert store.get().items == {"task": "a"}


def test_a_draft_of_somebody_else_does_stand_in_the_way(store: CurationsStore) -> None:
    put(store, 1, task="a")
    put(store, 2, task="a b", undoable=False)
    assert store.undo(1) == Undone("put", (), ("task",))
    assert store.get().items == {"task": "a b"}


def test_what_somebody_else_decided_stays_under_ones_own_later_step(store: CurationsStore) -> None:
    """Once that step is undone, the item has the other's value again, given by one's own undo."""
    item = "decision/a.py"
    pin, exclude = {"action": "pin"}, {"action": "exclude"}
    for writer, value in ((1, pin), (2, exclude), (1, pin)):
        put(store, writer, **{item: value})
    assert store.undo(1) == Undone("put", (item,), ())
    assert store.get().items == {item: exclude}
    assert store.undo(1) == Undone("put", (), (item,))
    assert store.get().items == {item: exclude}
    assert store.redo(1) == Undone("put", (), (item,))
    assert store.get().items == {item: exclude}
    assert store.redo(1) == Undone("put", (item,), ())
    assert store.get().items == {item: pin}


def test_a_new_step_ends_what_could_be_made_again(store: CurationsStore) -> None:
    put(store, 1, task="a")
    put(store, 2, budget=1)
    store.undo(1)
    store.undo(2)
    put(store, 1, format="xml")
    assert store.redo(1) is None
    assert store.redo(2) is not None


def test_old_steps_are_forgotten_only_beyond_a_number(
    store: CurationsStore, database: UserDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert steps.MOST_STEPS >= 1_000
    monkeypatch.setattr(steps, "MOST_STEPS", 5)
    put(store, 2, budget=0)
    for k in range(9):
        put(store, 1, task=str(k))
    undone = [store.undo(1) for _ in range(6)]
    assert [each is not None for each in undone] == [True] * 5 + [False]
    assert store.get().items["task"] == "3"
    assert store.undo(2) is not None


ITEMS = st.sampled_from(["task", "budget", "weight/words", "decision/a.py"])
MOVES = st.one_of(
    st.tuples(
        st.just("put"),
        st.integers(1, 2),
        st.dictionaries(ITEMS, st.one_of(st.none(), st.integers(0, 2)), min_size=1, max_size=3),
    ),
    st.tuples(st.sampled_from(["undo", "redo"]), st.integers(1, 2), st.none()),
)


class Model:
    """What the store should do, in a few lines."""

    def __init__(self) -> None:
        self.values: dict[str, tuple[object, int]] = {}
        self.done: dict[int, list[list[tuple[str, object, object]]]] = {1: [], 2: []}
        self.undone: dict[int, list[list[tuple[str, object, object]]]] = {1: [], 2: []}

    def items(self) -> dict[str, object]:
        return {item: value for item, (value, _) in self.values.items() if value is not None}

    def put(self, writer: int, wanted: dict[str, object]) -> None:
        now = self.items()
        changes = [(item, now.get(item), value) for item, value in wanted.items() if now.get(item) != value]
        if changes:
            self.done[writer].append(changes)
            self.undone[writer].clear()
            self.values.update({item: (value, writer) for item, _, value in changes})

    def turn(self, move: str, writer: int) -> Undone | None:
        source, target = (self.done, self.undone) if move == "undo" else (self.undone, self.done)
        if not source[writer]:
            return None
        changes = source[writer].pop()
        target[writer].append(changes)
        changed, skipped = [], []
        for item, before, after in changes:
            expected, wanted = (after, before) if move == "undo" else (before, after)
            value, last = self.values.get(item, (None, writer))
            if value != expected and not (item == "task" and last == writer):
                skipped.append(item)
            else:
                self.values[item] = (wanted, writer)
                changed.append(item)
        return Undone("put", tuple(changed), tuple(skipped))


@settings(max_examples=40, deadline=None)
@given(moves=st.lists(MOVES, max_size=25))
def test_undo_and_redo_do_what_a_simple_model_does(moves: list[tuple[str, int, dict | None]]) -> None:
    with TemporaryDirectory() as folder:
        database = UserDatabase(Path(folder))
        store, model = CurationsStore(database), Model()
        database.version()
        for move, writer, wanted in moves:
            if wanted is not None:
                put(store, writer, **wanted)
                model.put(writer, wanted)
            else:
                found = store.undo(writer) if move == "undo" else store.redo(writer)
                assert found == model.turn(move, writer)
            assert store.get().items == model.items()
            database.version()
        database.close()


# --- notes as steps ----------------------------------------------------------------------------------


def test_changes_of_notes_are_undone_and_made_again(store: CurationsStore, database: UserDatabase) -> None:
    notes = NotesStore(database, store.recorder_of_notes(1))
    anchor = Anchor(NoteKind.SPAN, "bad\udcff.py", "f", 3, 4, "d" * 32, code=("x", ""), before=("a",))
    first = notes.add(new_note("one", anchor, Sighting("b.py", "f", 1, 2, "e" * 32)))
    second = notes.edit(first.id, lambda note: replace(note, text="two"))
    notes.remember([(first, Sighting("c.py", "f", 7, 8, "e" * 32))])
    assert second is not None
    notes.remove([first.id])
    item = f"note/{first.uid}"

    assert store.undo(1) == Undone("remove note 1", (item,), ())
    (found,) = notes.notes()
    assert (found.id, found.uid, found.text, found.anchor) == (1, first.uid, "two", anchor)
    assert store.undo(1) == Undone("edit note 1", (item,), ())
    (found,) = notes.notes()
    assert (found.text, found.edited > second.edited) == ("one", True)
    assert store.undo(1) == Undone("add note 1", (item,), ())
    assert notes.notes() == []
    for text in ("one", "two", None):
        assert store.redo(1) is not None
        assert [note.text for note in notes.notes()] == ([] if text is None else [text])


def test_a_note_that_somebody_else_edited_is_left_alone(
    store: CurationsStore, database: UserDatabase
) -> None:
    notes = NotesStore(database, store.recorder_of_notes(1))
    note = notes.add(new_note("one", Anchor(NoteKind.REPOSITORY), Sighting()))
    NotesStore(database).edit(note.id, lambda old: replace(old, text="theirs"))
    assert store.undo(1) == Undone("add note 1", (), (f"note/{note.uid}",))
    assert [each.text for each in notes.notes()] == ["theirs"]


def test_a_note_comes_back_under_another_number_when_its_own_is_taken(
    store: CurationsStore, database: UserDatabase
) -> None:
    notes = NotesStore(database, store.recorder_of_notes(1))
    note = notes.add(new_note("one", Anchor(NoteKind.REPOSITORY), Sighting()))
    notes.remove([note.id])
    other = replace(new_note("two", Anchor(NoteKind.REPOSITORY), Sighting()), id=note.id)
    NotesStore(database).add(other)
    assert store.undo(1) is not None
    assert [(each.id, each.text) for each in notes.notes()] == [(1, "two"), (2, "one")]


# --- whole curations ---------------------------------------------------------------------------------


def test_a_saved_curation_is_a_copy_with_its_steps_and_becomes_active(store: CurationsStore) -> None:
    put(store, task="a")
    store.keep_exported(None, {"a.py": "1"})
    store.save("one")
    put(store, task="b")
    assert (store.get().name, store.get().items, store.get("").items) == ("one", {"task": "b"}, {"task": "a"})
    assert store.exported("one") == {"a.py": "1"}
    store.undo(1)
    store.undo(1)
    assert (store.get().items, store.get("").items) == ({}, {"task": "a"})
    store.open("")
    with pytest.raises(UsageError, match="there is a curation 'one' already"):
        store.save("one")
    store.save("one", overwrite=True)
    assert (store.get().name, store.get().items) == ("one", {"task": "a"})


def test_the_unnamed_curation_is_active_after_the_active_one_is_deleted(store: CurationsStore) -> None:
    put(store, task="a")
    store.save("one")
    store.save("two")
    store.delete("one")
    assert store.get().name == "two"
    store.delete("two")
    assert store.get().name == ""
    for act in (store.delete, store.open, store.get):
        with pytest.raises(UsageError, match="no curation 'two'; none was saved yet"):
            act("two")
    store.delete("")
    assert store.get().items == {}


@pytest.mark.parametrize("name", ["", " ", " a", "a\n", "\x1b[31m", "\udcff", "x" * 81])
def test_names_that_are_none(store: CurationsStore, name: str) -> None:
    with pytest.raises(UsageError, match="is no name of a curation; give 1 to 80 printable"):
        store.save(name)
    if name:
        with pytest.raises(UsageError, match="no curation"):
            store.open(name)


# --- beside curations --------------------------------------------------------------------------------


def test_earlier_tasks_are_there_once_newest_first(
    store: CurationsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxsmith_tui.store.curations_store.MOST_TASKS", 3)
    for text in ("a", "b\nc", "a", " ", "d\udcff", "e"):
        store.remember_task(text)
    assert store.tasks(50) == ("e", "d\ufffd", "a")
    assert store.tasks(1) == ("e",)
    with pytest.raises(UsageError, match="1,000,000 are the most"):
        store.remember_task("é" * 500_001)


def test_views_are_kept_by_key(store: CurationsStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxsmith_tui.store.curations_store.MOST_VIEWS", 2)
    for key in ("a", "b\udcff", "a", "c"):
        store.keep_view(key, key.encode("utf-8", "replace") + b"\0")
    assert [store.view(key) for key in ("a", "b\udcff", "c")] == [b"a\0", None, b"c\0"]


def test_what_was_exported_replaces_what_was_before(store: CurationsStore) -> None:
    store.keep_exported(None, {"a\udcff.py:1-2": "1", "b": "2"})
    store.keep_exported(None, {"b": "3"})
    assert store.exported(None) == {"b": "3"}


def test_a_database_of_notes_alone_takes_curations_and_keeps_its_notes(database: UserDatabase) -> None:
    database.path.parent.mkdir()
    connection = open_writable(database.path, MIGRATIONS[:1])
    connection.close()
    note = NotesStore(database).add(new_note("old", Anchor(NoteKind.REPOSITORY), Sighting()))
    store = CurationsStore(database)
    put(store, task="a")
    assert (NotesStore(database).notes(), store.get().items) == ([note], {"task": "a"})


@pytest.mark.parametrize("text", ["{", '"x', "[[1]]"])
def test_values_that_cannot_be_read_are_an_error_that_says_what_to_do(
    store: CurationsStore, database: UserDatabase, text: str
) -> None:
    put(store, task="a")
    with database.changing() as connection:
        connection.execute("UPDATE items SET value = ?", (text if text != "[[1]]" else "{",))
        connection.execute("UPDATE steps SET changes = ?", (text,))
    for act in (store.get, lambda: store.undo(1)):
        with pytest.raises(CtxsmithError, match=r"tui-notes\.db holds a value that cannot be read"):
            act()


# --- errors of the disk ------------------------------------------------------------------------------


class FailingConnection(apsw.Connection):
    """Does not carry out the statements that are to fail, each as often as it is named."""

    failing: ClassVar[list[str]] = []

    def execute(self, statements: Any, *arguments: Any, **options: Any) -> Any:
        if statements in self.failing:
            self.failing.remove(statements)
            raise apsw.IOError("disk I/O error")
        return super().execute(statements, *arguments, **options)


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("failing", [["COMMIT"], ["COMMIT", "ROLLBACK"]], ids=" and ".join)
def test_an_error_at_the_end_of_a_change_leaves_no_transaction_open(
    store: CurationsStore,
    database: UserDatabase,
    monkeypatch: pytest.MonkeyPatch,
    failing: list[str],
    is_kept: bool,
) -> None:
    monkeypatch.setattr(apsw, "Connection", FailingConnection)
    put(store, task="a")
    if is_kept:
        database.version()
    monkeypatch.setattr(FailingConnection, "failing", list(failing))
    with pytest.raises(CtxsmithError, match=r"tui-notes\.db cannot be used \(disk I/O error\)"):
        put(store, task="b")
    assert FailingConnection.failing == []
    assert store.get().items == {"task": "a"}
    put(store, budget=1)
    assert CurationsStore(UserDatabase(database.root)).get().items == {"task": "a", "budget": 1}
    database.close()


def test_a_full_disk_is_said_and_the_next_change_works(store: CurationsStore, database: UserDatabase) -> None:
    put(store, task="a")
    database.version()
    with database.changing() as connection:  # it is kept: what holds for it now holds for the next change
        largest = connection.pragma("max_page_count", 1)  # no fewer than there are
    with pytest.raises(CtxsmithError, match=r"tui-notes\.db cannot grow .*; make room on the disk"):
        put(store, task="b" * 100_000)
    assert store.get().items == {"task": "a"}
    with database.changing() as connection:
        connection.pragma("max_page_count", 1_000 * largest)
    put(store, task="b" * 100_000)
    assert len(store.get().items["task"]) == 100_000
    database.close()


# --- several processes -------------------------------------------------------------------------------


def test_the_version_rises_when_somebody_else_writes(database: UserDatabase, tmp_path: Path) -> None:
    others = CurationsStore(UserDatabase(tmp_path))
    before = database.version()
    put(others, task="a")
    after = database.version()
    assert before < after == database.version()
    put(CurationsStore(database), task="mine")
    assert database.version() == after
    put(others, task="b")
    assert database.version() == after + 1
    assert CurationsStore(database).get().items == {"task": "b"}
    database.close()
    put(others, task="c")
    assert database.version() > after + 1
    database.close()


def test_a_watched_database_that_is_deleted_is_not_written_to_any_more(
    database: UserDatabase, tmp_path: Path
) -> None:
    store = CurationsStore(database)
    put(store, task="a")
    before = database.version()
    for path in database.path.parent.glob("tui-notes.db*"):
        path.unlink()
    assert database.version() > before
    put(store, task="b")
    assert CurationsStore(UserDatabase(tmp_path)).get().items == {"task": "b"}
    assert database.version() > before
    database.close()


WRITER = """
import sys
from pathlib import Path
from ctxsmith_tui.store.curations_store import CurationsStore
from ctxsmith_tui.store.user_database import UserDatabase

root, writer, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
sys.stdin.readline()
database = UserDatabase(root)
store = CurationsStore(database)
database.version()
for k in range(count):
    items = {f"decision/{writer}/{k}": k, "task": f"{writer} {k}"}
    store.change(lambda current: items, label=str(k), writer=writer)
    print(k, flush=True)
"""


def start(root: Path, writer: int, count: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITER, root, str(writer), str(count)]
    # Without a buffer: lines that are in one when the rest is read would be counted as never said.
    process = subprocess.Popen(command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b"go\n")
    process.stdin.flush()
    return process


def test_several_writers_lose_nothing_and_undo_their_own_steps(store: CurationsStore, tmp_path: Path) -> None:
    """Not even the database is there when they begin; all of them also write one common item."""
    for process in [start(tmp_path, writer, 20) for writer in (1, 2, 3)]:
        process.communicate(timeout=60)
        assert process.returncode == 0
    found = store.get()
    assert found.revision == 60
    decisions = {item for item in found.items if item.startswith("decision/")}
    assert decisions == {f"decision/{writer}/{k}" for writer in (1, 2, 3) for k in range(20)}
    for k in reversed(range(20)):
        undone = store.undo(2)
        assert undone is not None
        assert (undone.label, undone.changed[0]) == (str(k), f"decision/2/{k}")
    left = {item for item in store.get().items if item.startswith("decision/")}
    assert left == {item for item in decisions if not item.startswith("decision/2/")}


def test_a_killed_writer_has_lost_nothing_that_it_said_it_had_saved(
    store: CurationsStore, tmp_path: Path
) -> None:
    process = start(tmp_path, 1, 10**6)
    assert process.stdout is not None
    for _ in range(5):
        process.stdout.readline()
    process.kill()
    said = 5 + process.communicate()[0].count(b"\n")
    kept = store.get().revision
    assert kept in (said, said + 1)  # it may have been killed before it could say so
    assert store.undo(1) == Undone(str(kept - 1), (f"decision/1/{kept - 1}", "task"), ())
    put(store, 2, budget=1)
    assert store.get().revision == kept + 2


# --- slots -------------------------------------------------------------------------------------------


@pytest.fixture
def other_workbench(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    program = (
        "import sys\nfrom pathlib import Path\nfrom ctxsmith_tui.store.lock import workbench_slot\n"
        "with workbench_slot(Path(sys.argv[1])) as slot:\n    print(slot, flush=True)\n    sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.communicate()


def test_a_workbench_has_the_lowest_free_number(
    tmp_path: Path, other_workbench: subprocess.Popen[str]
) -> None:
    assert other_workbench.stdout is not None
    assert other_workbench.stdout.readline() == "1\n"
    with workbench_slot(tmp_path) as second, workbench_slot(tmp_path) as third:
        assert (second, third) == (2, 3)
        other_workbench.kill()
        other_workbench.wait()
        with workbench_slot(tmp_path) as first:
            assert first == 1
    with workbench_slot(tmp_path) as again:
        assert again == 1
