"""What the index holds after each kind of change, seen through a reader and through answers."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from ctxsmith_tui.engine import Engine
from ctxsmith_tui.index import git, indexer, pool
from ctxsmith_tui.index.indexer import Outcome, WorkTree, index_path, refresh
from ctxsmith_tui.model import Commit, Progress
from ctxsmith_tui.store.database import open_readonly
from ctxsmith_tui.store.index_reader import IndexReader
from ctxsmith_tui.store.postings import Field

LONG_AGO = 1_600_000_000_000_000_000  # ns; a file that old cannot change again within its tick

CARS = '''\
"""Cars."""


class Car:
    def start_engine(self):
        return "running"
'''
FILES = {"cars.py": CARS, "bikes.py": "def ride_bike():\n    pass\n", "README.md": "Vehicles.\n"}


class Indexed:
    """A repository whose files are old, and its index."""

    def __init__(self, repo) -> None:
        self.repo = repo
        self.root: Path = repo.path
        self.phases: list[str] = []
        self.age()

    def age(self) -> None:
        for folder, _, names in os.walk(self.root):
            if ".git" not in folder and ".contextsmith" not in folder:
                for name in names:
                    os.utime(Path(folder) / name, ns=(LONG_AGO, LONG_AGO), follow_symlinks=False)

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file whose time is a second later at each call."""
        self.repo.write({name: content})
        self.touch(name)

    def touch(self, name: str) -> None:
        self._later = getattr(self, "_later", LONG_AGO) + 1_000_000_000
        os.utime(self.root / name, ns=(self._later, self._later))

    def refresh(self, *, rebuild: bool = False) -> Outcome:
        self.phases = []

        def report(progress: Progress) -> None:
            self.phases.append(progress.phase)

        return refresh(WorkTree(self.root, True), report, rebuild=rebuild)

    @property
    def reader(self) -> IndexReader:
        return IndexReader(open_readonly(index_path(self.root)))

    def paths(self) -> list[str]:
        return list(self.reader.catalog().paths)

    def symbols(self) -> set[str]:
        reader = self.reader
        return {symbol.qualname for file in reader.catalog().file_ids for symbol in reader.symbols(int(file))}

    def files_with(self, word: str) -> set[str]:
        """Paths of the files that hold a term."""
        reader = self.reader
        catalog, found = reader.catalog(), reader.lookup(Field.BODY, [word])
        rows = catalog.unit_row[found[word][0]] if word in found else []
        return {catalog.paths[catalog.unit_file[row]] for row in rows if row >= 0}

    def rules(self) -> dict[str, str]:
        return {entry.path: entry.rule for entry in self.reader.ledger()}

    def messages(self) -> set[str]:
        return {commit.message for _, commit in self.reader.commits()}

    def written(self) -> tuple[int, int, int]:
        """What changes with every write to the index: its generation, SQLite's counter and the file."""
        reader = self.reader
        status = index_path(self.root).stat()
        version = int(reader._db.pragma("data_version"))
        return reader.generation(), version, status.st_mtime_ns


@pytest.fixture
def indexed(make_repo) -> Indexed:
    made = Indexed(make_repo(FILES))
    assert made.refresh() == Outcome(
        read=3, removed=0, pending=0, changed=("README.md", "bikes.py", "cars.py")
    )
    return made


def test_the_first_index(indexed: Indexed) -> None:
    assert indexed.phases == ["listing files", "indexing files", "indexing files", "reading history"]
    assert indexed.paths() == ["README.md", "bikes.py", "cars.py"]
    assert indexed.symbols() == {"Car", "Car.start_engine", "ride_bike"}
    assert indexed.files_with("vehicles") == {"README.md"}
    assert indexed.messages() == {"start"}
    assert indexed.reader.head() == indexed.repo.git("rev-parse", "HEAD")
    assert indexed.reader.is_complete()
    assert indexed.rules() == {}


def test_a_refresh_without_changes_writes_nothing(indexed: Indexed) -> None:
    reader = indexed.reader
    before = indexed.written(), reader._db.pragma("data_version")
    assert indexed.refresh() == Outcome(0, 0, 0)
    assert (indexed.written(), reader._db.pragma("data_version")) == before
    assert indexed.phases == []


def test_an_edit_is_read_and_nothing_else(indexed: Indexed) -> None:
    indexed.write("cars.py", CARS.replace("start_engine", "open_trunk"))
    assert indexed.refresh() == Outcome(read=1, removed=0, pending=0, changed=("cars.py",))
    assert indexed.symbols() == {"Car", "Car.open_trunk", "ride_bike"}
    assert indexed.files_with("start_engine") == set()
    assert indexed.files_with("open_trunk") == {"cars.py"}


def test_a_deleted_file_is_forgotten(indexed: Indexed) -> None:
    (indexed.root / "cars.py").unlink()
    assert indexed.refresh() == Outcome(read=0, removed=1, pending=0, changed=("cars.py",))
    assert indexed.paths() == ["README.md", "bikes.py"]
    assert indexed.symbols() == {"ride_bike"}
    assert indexed.files_with("running") == set()


def test_a_new_file_is_found_tracked_or_not(indexed: Indexed) -> None:
    indexed.write("boats.py", "def sail_boat(): pass\n")
    assert indexed.refresh() == Outcome(read=1, removed=0, pending=0, changed=("boats.py",))
    assert indexed.files_with("sail_boat") == {"boats.py"}
    indexed.repo.commit("add boats")
    assert indexed.refresh() == Outcome(read=0, removed=0, pending=0)
    assert indexed.messages() == {"start", "add boats"}


def test_a_file_that_becomes_ignored_is_forgotten(indexed: Indexed) -> None:
    indexed.write("made.py", "made_word = 1\n")
    indexed.refresh()
    indexed.write(".gitignore", "made.py\n")
    assert indexed.refresh() == Outcome(read=1, removed=1, pending=0, changed=(".gitignore", "made.py"))
    assert indexed.files_with("made_word") == set()


def test_a_rename(indexed: Indexed) -> None:
    indexed.repo.git("mv", "cars.py", "garage.py")
    assert indexed.refresh() == Outcome(read=1, removed=1, pending=0, changed=("cars.py", "garage.py"))
    assert indexed.paths() == ["README.md", "bikes.py", "garage.py"]
    assert indexed.files_with("running") == {"garage.py"}


def test_a_file_in_the_place_of_a_folder(indexed: Indexed) -> None:
    indexed.write("thing/inner.py", "inner_word = 1\n")
    indexed.refresh()
    (indexed.root / "thing/inner.py").unlink()
    (indexed.root / "thing").rmdir()
    indexed.write("thing", "outer_word\n")
    assert indexed.refresh() == Outcome(read=1, removed=1, pending=0, changed=("thing", "thing/inner.py"))
    assert (indexed.files_with("inner_word"), indexed.files_with("outer_word")) == (set(), {"thing"})


def test_a_branch_switch_changes_files_and_history(indexed: Indexed) -> None:
    indexed.repo.git("checkout", "-q", "-b", "other")
    indexed.repo.commit("only on the other branch", {"trains.py": "def board_train(): pass\n"})
    indexed.refresh()
    assert indexed.files_with("board_train") == {"trains.py"}
    assert indexed.messages() == {"start", "only on the other branch"}
    indexed.repo.git("checkout", "-q", "main")
    indexed.refresh()
    assert indexed.files_with("board_train") == set()
    assert indexed.messages() == {"start"}
    assert indexed.reader.head() == indexed.repo.git("rev-parse", "main")


# --- what a file may turn into -----------------------------------------------------------------------


def test_a_file_that_outgrows_the_limit_loses_its_symbols_and_says_so(indexed: Indexed) -> None:
    indexed.write("cars.py", CARS + "# filler\n" * 120_000)
    assert indexed.refresh().read == 1
    assert indexed.symbols() == {"ride_bike"}
    assert indexed.rules() == {"cars.py": "over the size limit"}
    assert indexed.files_with("start_engine") == {"cars.py"}, "its head is searchable"
    indexed.write("cars.py", CARS)
    assert indexed.refresh().read == 1
    assert indexed.symbols() == {"Car", "Car.start_engine", "ride_bike"}
    assert indexed.rules() == {}


def test_a_file_that_becomes_binary_keeps_no_word(indexed: Indexed) -> None:
    indexed.write("cars.py", b"\x00\x01" + CARS.encode())
    assert indexed.refresh().read == 1
    assert indexed.rules() == {"cars.py": "binary"}
    assert indexed.files_with("running") == set()
    assert indexed.symbols() == {"ride_bike"}


def test_a_file_that_becomes_a_link_is_forgotten_and_in_the_ledger(indexed: Indexed) -> None:
    (indexed.root / "cars.py").unlink()
    (indexed.root / "cars.py").symlink_to("bikes.py")
    assert indexed.refresh().removed == 1
    assert indexed.paths() == ["README.md", "bikes.py"]
    assert indexed.rules() == {"cars.py": "symlink"}


def test_a_link_alone_reaches_the_ledger_and_leaves_it(indexed: Indexed) -> None:
    (indexed.root / "link.py").symlink_to("bikes.py")
    indexed.refresh()
    assert indexed.rules() == {"link.py": "symlink"}
    (indexed.root / "link.py").unlink()
    indexed.refresh()
    assert indexed.rules() == {}


# --- time stamps -------------------------------------------------------------------------------------


def test_a_touched_file_with_the_same_content_is_only_restamped(indexed: Indexed) -> None:
    generation = indexed.reader.generation()
    indexed.touch("cars.py")
    assert indexed.refresh() == Outcome(read=0, removed=0, pending=0)
    assert indexed.reader.generation() == generation
    assert indexed.reader.stamps()["cars.py"].mtime_ns == (indexed.root / "cars.py").stat().st_mtime_ns
    before = indexed.written()
    indexed.refresh()
    assert indexed.written() == before


def test_a_checkout_that_restores_old_content_with_an_older_time(indexed: Indexed) -> None:
    indexed.write("cars.py", CARS.replace("running", "RUNNING"))
    indexed.refresh()
    indexed.repo.write({"cars.py": CARS})
    os.utime(indexed.root / "cars.py", ns=(1, 1))
    assert indexed.refresh().read == 1
    assert indexed.files_with("running") == {"cars.py"}


def same_tick(root: Path, name: str, content: str, now: int) -> None:
    (root / name).write_text(content)
    os.utime(root / name, ns=(now, now))


@pytest.mark.parametrize("known", [False, True], ids=["new content", "known content"])
def test_a_file_that_changes_twice_within_one_tick_of_the_clock_is_noticed(
    indexed: Indexed, known: bool
) -> None:
    now = time.time_ns()
    same_tick(
        indexed.root,
        "bikes.py",
        FILES["bikes.py"] if known else "first_word = 1\n".ljust(len(FILES["bikes.py"])),
        now,
    )
    indexed.refresh()
    replacement = "second = 2\n".ljust(len(FILES["bikes.py"]))
    assert (indexed.root / "bikes.py").stat().st_size == len(replacement)
    same_tick(indexed.root, "bikes.py", replacement, now)
    indexed.refresh()
    assert indexed.files_with("second") == {"bikes.py"}


def test_a_file_from_the_future_is_not_read_again_and_again(indexed: Indexed) -> None:
    tomorrow = time.time_ns() + 86_400_000_000_000
    os.utime(indexed.root / "cars.py", ns=(tomorrow, tomorrow))
    indexed.refresh()
    before = indexed.written()
    assert indexed.refresh() == Outcome(0, 0, 0)
    assert indexed.written() == before


# --- history -----------------------------------------------------------------------------------------


@pytest.fixture
def details_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Hashes of the commits whose details were asked for since."""
    asked: list[str] = []
    start = indexer.start_history

    def spying(*args, **options):
        started = start(*args, **options)
        asked.extend(started.unknown.decode().split())
        return started

    monkeypatch.setattr(indexer, "start_history", spying)
    return asked


def test_only_new_commits_are_read(indexed: Indexed, details_read: list[str]) -> None:
    new = [indexed.repo.commit(f"change {k}", {"bikes.py": f"x = {k}\n"}) for k in range(3)]
    indexed.refresh()
    assert sorted(details_read) == sorted(new)
    assert indexed.messages() == {"start", "change 0", "change 1", "change 2"}
    details_read.clear()
    indexed.refresh()
    assert details_read == []


def test_a_branch_switch_forgets_the_commits_of_the_other_branch(
    indexed: Indexed, details_read: list[str]
) -> None:
    indexed.repo.git("checkout", "-q", "-b", "other")
    theirs = indexed.repo.commit("theirs", {"t.py": "t = 1\n"})
    indexed.repo.git("checkout", "-q", "main")
    ours = indexed.repo.commit("ours", {"o.py": "o = 1\n"})
    indexed.refresh()
    assert indexed.messages() == {"start", "ours"}
    indexed.repo.git("checkout", "-q", "other")
    indexed.refresh()
    assert indexed.messages() == {"start", "theirs"}
    assert details_read == [ours, theirs]


def test_a_rewritten_commit_is_replaced(indexed: Indexed) -> None:
    indexed.repo.commit("wrong words", {"w.py": "w = 1\n"})
    indexed.refresh()
    indexed.repo.git("commit", "-q", "--amend", "-m", "right words")
    indexed.refresh()
    assert indexed.messages() == {"start", "right words"}


def test_sweeping_commits_say_nothing_about_a_file(make_repo) -> None:
    repo = make_repo({"a.py": "a = 1\n"})
    repo.commit("zebra sweep", {f"f{k:02}.py": f"f{k} = 1\n" for k in range(20)} | {"a.py": "a = 2\n"})
    repo.commit("zebra fix", {f"g{k:02}.py": f"g{k} = 1\n" for k in range(20)})
    ranked = {file.path: file for file in Engine(repo.path).rank("zebra", limit=100).files}
    assert set(ranked) == {f"g{k:02}.py" for k in range(20)}, "21 files are a sweep, 20 are not"


def test_without_git_files_are_indexed_and_history_is_empty(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/a.py").write_text("def zebra(): pass\n")
    engine = Engine(tmp_path / "plain")
    report = engine.index()
    assert (report.files, report.commits) == (1, 0)
    assert [file.path for file in engine.rank("zebra").files] == ["a.py"]


def test_a_repository_without_commits(make_repo) -> None:
    repo = make_repo()
    repo.write({"a.py": "def zebra(): pass\n"})
    engine = Engine(repo.path)
    assert engine.index().commits == 0
    assert [file.path for file in engine.rank("zebra").files] == ["a.py"]
    repo.commit("first", {})
    assert engine.index().commits == 1


@pytest.mark.parametrize("is_git", [True, False])
def test_an_empty_folder_has_an_empty_index(make_repo, tmp_path: Path, is_git: bool) -> None:
    root = make_repo().path if is_git else tmp_path / "empty"
    root.mkdir(exist_ok=True)
    engine = Engine(root)
    report = engine.index()
    assert (report.files, report.symbols, report.commits) == (0, 0, 0)
    assert engine.rank("anything").files == ()
    assert engine.context("anything", 500).items == ()


# --- rebuilding and waiting --------------------------------------------------------------------------


def test_a_rebuild_reads_everything_again(indexed: Indexed) -> None:
    generation = indexed.reader.generation()
    assert indexed.refresh(rebuild=True) == Outcome(
        read=3, removed=0, pending=0, changed=("README.md", "bikes.py", "cars.py")
    )
    assert indexed.reader.generation() > generation
    assert indexed.symbols() == {"Car", "Car.start_engine", "ride_bike"}
    assert indexed.messages() == {"start"}


def test_an_engine_that_is_never_asked_leaves_nothing_behind(make_repo) -> None:
    repo = make_repo(FILES)
    engine = Engine(repo.path)
    started = [engine._tree._listing, engine._tree._head]
    del engine
    gc.collect()
    for running in started:
        assert running is not None
        assert running.process.returncode is not None
        assert running.out.closed
    assert not index_path(repo.path).parent.exists()


def test_an_open_engine_sees_edits(make_repo) -> None:
    repo = make_repo(FILES)
    engine = Engine(repo.path)
    assert engine.rank("zebra").files == ()
    repo.write({"bikes.py": "def zebra(): pass\n"})
    engine.refresh()
    assert engine.rank("zebra").files[0].path == "bikes.py"


def test_an_open_engine_survives_the_loss_of_its_folder(make_repo, remove_index) -> None:
    repo = make_repo(FILES)
    engine = Engine(repo.path)
    engine.rank("zebra")
    remove_index(repo.path)  # `git clean -fdx` does that
    repo.write({"bikes.py": "def zebra(): pass\n"})
    engine.refresh()
    assert [file.path for file in engine.rank("zebra").files[:1]] == ["bikes.py"]


def test_an_open_engine_survives_a_rebuild_by_another(make_repo) -> None:
    repo = make_repo(FILES)
    engine = Engine(repo.path)
    before = engine.rank("start engine of the car").files
    Engine(repo.path).index(rebuild=True)
    engine.refresh()
    assert engine.rank("start engine of the car").files == before


@pytest.fixture
def remove_index() -> Callable[[Path], None]:
    def remove(root: Path) -> None:
        folder = index_path(root).parent
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()

    return remove


def test_the_largest_batches_and_the_smallest_say_the_same(make_repo, monkeypatch, remove_index) -> None:
    repo = make_repo({f"m{k:02}.py": f"def f{k}():\n    return common + word{k % 7}\n" for k in range(40)})
    task = "return common word3"
    answers = []
    for small, files, flush in [(0, 3, 0), (0, 300, 1e9), (pool.SMALL_WORK_BYTES, 300, 1e9)]:
        monkeypatch.setattr(pool, "SMALL_WORK_BYTES", small)
        monkeypatch.setattr(pool, "BATCH_FILES", files)
        monkeypatch.setattr(indexer, "FLUSH_SECONDS", flush)
        engine = Engine(repo.path)
        answers.append((engine.rank(task, limit=40).files, engine.context(task).text))
        remove_index(repo.path)
    assert answers[0] == answers[1] == answers[2]


def test_commits_are_documents_of_their_messages(indexed: Indexed) -> None:
    sha = indexed.repo.commit("Repair the brakes\n\nThey squeaked.", {"bikes.py": "brakes = 2\n"})
    indexed.refresh()
    reader = indexed.reader
    commits: dict[int, Commit] = dict(reader.commits())
    found = reader.lookup(Field.COMMIT, ["squeaked"])["squeaked"][0].tolist()
    assert [commits[number].sha for number in found] == [sha]
    assert commits[found[0]].paths == ("bikes.py",)


def test_nothing_of_the_work_tree_but_its_own_folder_is_written(indexed: Indexed) -> None:
    indexed.repo.git("status", "--porcelain")
    assert indexed.repo.git("status", "--porcelain", "--ignored") == "!! .contextsmith/"
    assert git.head(indexed.root) == indexed.reader.head()
    folder = index_path(indexed.root).parent
    assert {file.name for file in folder.iterdir()} - {"tui-index.db-wal", "tui-index.db-shm"} == {
        ".gitignore",
        "tui-index.db",
        "tui-index.lock",
    }


def test_the_index_is_a_sound_database(indexed: Indexed) -> None:
    connection = apsw.Connection(str(index_path(indexed.root)), flags=apsw.SQLITE_OPEN_READONLY)
    assert connection.pragma("integrity_check") == "ok"
    assert connection.pragma("journal_mode") == "wal"
