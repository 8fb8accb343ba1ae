"""Whatever ends an indexer half-way, the next run makes a whole index of what it left."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from ctxsmith_tui.engine import Engine
from ctxsmith_tui.errors import CtxsmithError, IndexBusyError
from ctxsmith_tui.index import indexer, pool, worker
from ctxsmith_tui.index.indexer import WorkTree, index_path, refresh
from ctxsmith_tui.model import Progress
from ctxsmith_tui.store.database import open_readonly
from ctxsmith_tui.store.index_reader import IndexReader
from ctxsmith_tui.store.lock import indexer_lock

COUNT = 24
FILES = {
    f"pkg/m{k:02}.py": f"def handle_{k}(request):\n    return common(request, word{k % 5})\n"
    for k in range(COUNT)
}
TASK = "handle the request with word3 in common"

# Indexes argv[1] in small transactions and stops after the first until standard input ends.
INDEX_AND_STOP = """
import sys
from pathlib import Path
from ctxsmith_tui.index import indexer, pool
pool.SMALL_WORK_BYTES, pool.BATCH_FILES, indexer.FLUSH_SECONDS = 0, 4, 0
def report(progress):
    if progress.done:
        print(progress.done, flush=True)
        sys.stdin.read()
indexer.refresh(indexer.WorkTree(Path(sys.argv[1]), True), report)
"""

# Dies inside the second transaction that adds files.
INDEX_AND_DIE = """
import os, signal, sys
from pathlib import Path
from ctxsmith_tui.index import indexer, pool
from ctxsmith_tui.store.index_writer import IndexWriter
pool.SMALL_WORK_BYTES, pool.BATCH_FILES, indexer.FLUSH_SECONDS = 0, 4, 0
set_meta, calls = IndexWriter._set_meta, []
def dying(self, key, value):
    calls.append((key, bool(value)))
    if calls.count(("next_unit", True)) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    set_meta(self, key, value)
IndexWriter._set_meta = dying
indexer.refresh(indexer.WorkTree(Path(sys.argv[1]), True), lambda progress: None)
"""

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="no /proc to see children in")


@pytest.fixture
def root(make_repo) -> Path:
    return make_repo(FILES).path


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes for any work, and a transaction for every few files."""
    monkeypatch.setattr(pool, "SMALL_WORK_BYTES", 0)
    monkeypatch.setattr(pool, "BATCH_FILES", 4)
    monkeypatch.setattr(indexer, "FLUSH_SECONDS", 0)


@contextmanager
def stopped_indexer(root: Path, *, new_session: bool = False) -> Iterator[subprocess.Popen[str]]:
    """A process that has published some of its work and holds the lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", INDEX_AND_STOP, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=new_session,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert 0 < int(process.stdout.readline()) < COUNT
        yield process
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait(60)


def answers(root: Path) -> tuple[object, ...]:
    engine = Engine(root)
    found = engine.rank(TASK, limit=COUNT).files, engine.context(TASK, 1500).text
    del engine
    gc.collect()  # closes its connection
    return found


def answers_of_a_fresh_index(root: Path) -> tuple[object, ...]:
    folder = index_path(root).parent
    folder.rename(root.parent / "set-aside")
    return answers(root)


def children(pid: int) -> set[int]:
    """Processes that a process started and that have not ended."""
    lists = [file.read_text().split() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    return {int(child) for listed in lists for child in listed}


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def all_end(pids: set[int], seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while any(map(is_running, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def interrupt_after_first(progress: Progress) -> None:
    if progress.done:
        raise KeyboardInterrupt


# --- stopped by a person -----------------------------------------------------------------------------


@pytest.mark.usefixtures("small_steps")
def test_ctrl_c_keeps_what_was_published_and_the_next_run_reads_the_rest(root: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        refresh(WorkTree(root, True), interrupt_after_first)
    reader = IndexReader(open_readonly(index_path(root)))
    kept = len(reader.catalog().paths)
    assert 0 < kept < COUNT
    assert not reader.is_complete()
    assert refresh(WorkTree(root, True), lambda progress: None).read == COUNT - kept
    assert reader.is_complete()
    assert answers(root) == answers_of_a_fresh_index(root)


@needs_proc
@pytest.mark.usefixtures("small_steps")
def test_ctrl_c_ends_the_workers_at_once(root: Path) -> None:
    before = children(os.getpid())
    with pytest.raises(KeyboardInterrupt) as caught:
        refresh(WorkTree(root, True), interrupt_after_first)
    assert children(os.getpid()) == before, "while the exception is still being handled"
    del caught


@needs_proc
def test_a_signal_to_the_whole_group_ends_it(root: Path) -> None:
    with stopped_indexer(root, new_session=True) as process:
        workers = children(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(30) != 0
        assert all_end(workers)
    assert Engine(root).index().files == COUNT


# --- killed ------------------------------------------------------------------------------------------


@needs_kill
def test_a_killed_indexer_leaves_an_index_that_the_next_run_completes(root: Path) -> None:
    with stopped_indexer(root) as process:
        os.kill(process.pid, signal.SIGKILL)
    reader = IndexReader(open_readonly(index_path(root)))
    kept = len(reader.catalog().paths)
    assert 0 < kept < COUNT
    assert refresh(WorkTree(root, True), lambda progress: None).read == COUNT - kept
    assert answers(root) == answers_of_a_fresh_index(root)


@needs_kill
def test_killed_inside_a_transaction(root: Path) -> None:
    dead = subprocess.run([sys.executable, "-c", INDEX_AND_DIE, str(root)], stderr=subprocess.DEVNULL)
    assert dead.returncode == -signal.SIGKILL
    assert index_path(root).with_name("tui-index.db-wal").exists()
    connection = open_readonly(index_path(root))
    assert connection.pragma("integrity_check") == "ok"
    assert 0 < len(IndexReader(connection).catalog().paths) < COUNT
    connection.close()
    assert Engine(root).index().files == COUNT
    assert answers(root) == answers_of_a_fresh_index(root)


@needs_kill
@needs_proc
def test_workers_end_when_their_parent_is_killed(root: Path) -> None:
    with stopped_indexer(root) as process:
        workers = children(process.pid)
        assert workers
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert all_end(workers)


@needs_kill
def test_killed_while_it_updates(root: Path) -> None:
    Engine(root).index()
    for name in FILES:
        (root / name).write_text(FILES[name].replace("common", "renamed"))
    with stopped_indexer(root) as process:
        os.kill(process.pid, signal.SIGKILL)
    (root / "link.py").symlink_to("pkg")  # nothing but the ledger is left to do in the end
    engine = Engine(root)
    assert 0 < engine.index().read < COUNT
    assert [entry.path for entry in engine.coverage()] == ["link.py"]
    assert answers(root) == answers_of_a_fresh_index(root)


# --- while another process is at it ------------------------------------------------------------------


def test_during_the_first_index_others_wait_for_it(root: Path) -> None:
    with stopped_indexer(root) as process:
        assert process.stdin is not None
        process.stdin.close()  # it goes on
        assert Engine(root).rank(TASK, limit=COUNT).candidates == COUNT


def test_a_first_index_that_takes_too_long_is_an_error(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexer, "WAIT_FOR_FIRST_INDEX", 0.05)
    phases: list[str] = []
    with stopped_indexer(root), pytest.raises(IndexBusyError, match="another process is still indexing"):
        Engine(root, report=lambda progress: phases.append(progress.phase)).rank(TASK)
    assert phases == ["waiting for another process that indexes"]


def test_during_an_update_answers_come_from_what_exists(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexer, "WAIT_FOR_UPDATE", 0.05)
    monkeypatch.setattr(indexer, "WAIT_FOR_FIRST_INDEX", 0.05)
    Engine(root).index()
    for name in FILES:
        (root / name).write_text(FILES[name].replace("common", "renamed"))
    with stopped_indexer(root):
        ranking = Engine(root).rank(TASK, limit=COUNT)
        assert ranking.candidates == COUNT
        assert ranking.index.pending > 0
    assert Engine(root).rank(TASK).index.pending == 0


# --- damaged files -----------------------------------------------------------------------------------


def overwrite(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def garbage(path: Path) -> None:
    path.write_bytes(b"no database at all " * 1000)


def scribble(path: Path) -> None:
    """Leave the first page and spoil all others."""
    overwrite(path, 4096, b"\xa5" * (path.stat().st_size - 4096))


def cut(length: int) -> Callable[[Path], None]:
    def cut_off(path: Path) -> None:
        size = path.stat().st_size
        os.truncate(path, length if length >= 0 else size // 8192 * 4096)

    cut_off.__name__ = f"cut_{length}"
    return cut_off


DAMAGES = [garbage, scribble, cut(0), cut(1), cut(50), cut(100), cut(512), cut(4096), cut(5000), cut(-1)]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_index_is_built_anew(root: Path, damage: Callable[[Path], None]) -> None:
    before = answers(root)
    damage(index_path(root))
    assert answers(root) == before
    assert open_readonly(index_path(root)).pragma("integrity_check") == "ok"


@pytest.mark.parametrize("damage", [garbage, scribble], ids=lambda damage: damage.__name__)
def test_a_rebuild_asked_for_gets_past_the_damage(root: Path, damage: Callable[[Path], None]) -> None:
    before = answers(root)
    damage(index_path(root))
    assert Engine(root).index(rebuild=True).read == COUNT
    assert answers(root) == before


def test_damage_is_repaired_once(root: Path) -> None:
    answers(root)
    garbage(index_path(root))
    Engine(root).index()
    (root / "pkg/m00.py").write_text("changed = 1\n")
    assert refresh(WorkTree(root, True), lambda progress: None).read == 1


def test_a_damaged_index_is_replaced_under_the_lock_only(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(root)
    garbage(index_path(root))
    opened: list[bool] = []
    open_writable = indexer.open_writable

    def spying(path: Path, migrations) -> apsw.Connection:
        with indexer_lock(path.parent, 0.0) as free:
            opened.append(free)
        return open_writable(path, migrations)

    monkeypatch.setattr(indexer, "open_writable", spying)
    Engine(root).index()
    assert opened
    assert not any(opened)


def test_postings_that_do_not_belong_to_a_missing_database_are_not_taken_over(root: Path) -> None:
    before = answers(root)
    subprocess.run([sys.executable, "-c", INDEX_AND_DIE, str(root)], stderr=subprocess.DEVNULL)
    index_path(root).unlink()  # and its write-ahead log stays
    assert answers(root) == before


def test_an_index_of_a_newer_version_is_refused_and_left_alone(root: Path) -> None:
    answers(root)
    connection = apsw.Connection(str(index_path(root)))
    connection.pragma("user_version", 99)
    connection.close()
    with pytest.raises(CtxsmithError, match="newer"):
        Engine(root).rank(TASK)
    assert open_readonly(index_path(root)).pragma("user_version") == 99


def test_an_open_engine_survives_damage(root: Path) -> None:
    engine = Engine(root)
    before = engine.rank(TASK, limit=COUNT).files
    garbage(index_path(root))
    engine.refresh()
    assert engine.rank(TASK, limit=COUNT).files == before


# --- workers that die --------------------------------------------------------------------------------

POISON = "POISON = 1\n"

DYING = """
import os
from ctxsmith_tui.index import extract
structure = extract.structure
extract.structure = lambda language, text, **options: (
    os._exit(139) if "POISON" in text else structure(language, text, **options))
"""

CHATTY = """
from ctxsmith_tui.index import extract
structure = extract.structure
extract.structure = lambda *args, **options: (print("x" * 9999, flush=True), structure(*args, **options))[1]
"""


def patch_workers(monkeypatch: pytest.MonkeyPatch, patch: str) -> None:
    """Let the real worker run, with some code before its main function."""
    *options, code = worker.command()
    start, main, nothing = code.partition("from ctxsmith_tui.index.worker import main; main()")
    assert main
    assert not nothing
    monkeypatch.setattr(worker, "command", lambda: [*options, f"{start}\n{patch}\n{main}"])


@pytest.mark.usefixtures("small_steps")
def test_a_file_that_kills_the_parser_is_text_and_in_the_ledger(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pkg/m05.py", "pkg/m13.py"):
        (root / name).write_text(POISON + FILES[name])
    patch_workers(monkeypatch, DYING)
    engine = Engine(root)
    report = engine.index()
    assert report.files == COUNT
    assert report.symbols == COUNT - 2
    assert [(entry.path, entry.rule) for entry in engine.coverage()] == [
        ("pkg/m05.py", "parser crashed"),
        ("pkg/m13.py", "parser crashed"),
    ]
    assert {file.path for file in engine.rank("POISON").files[:2]} == {"pkg/m05.py", "pkg/m13.py"}


@pytest.mark.usefixtures("small_steps")
def test_workers_that_never_start_leave_text_only(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "command", lambda: [sys.executable, "-c", "raise SystemExit(3)"])
    engine = Engine(root)
    report = engine.index()
    assert (report.files, report.symbols, report.rules) == (COUNT, 0, {"parser crashed": COUNT})
    assert engine.rank("word3").candidates > 0


@pytest.mark.usefixtures("small_steps")
def test_what_a_parser_prints_does_not_get_among_the_answers(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch_workers(monkeypatch, CHATTY)
    assert Engine(root).index().symbols == COUNT


def test_the_work_tree_cannot_shadow_what_a_worker_imports(
    root: Path, monkeypatch: pytest.MonkeyPatch, small_steps: None, tmp_path: Path
) -> None:
    (root / "ctxsmith_tui").mkdir()
    (root / "ctxsmith_tui/__init__.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    for name in ("pickle", "numpy", "sitecustomize", "usercustomize", "tree_sitter"):
        (root / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    monkeypatch.chdir(root)
    monkeypatch.syspath_prepend("")
    Engine(".").index()
    assert not (tmp_path / "ran").exists()
