"""The one door of every face: its answers, fresh after every edit, whatever the folder holds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from unittest import mock

import apsw
import pytest

import ctxsmith_tui
from ctxsmith_tui import CtxsmithError, Engine, Pack, Ranking
from ctxsmith_tui.answers import workfiles
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import IndexReport, IndexState, Omitted, RankedFile, SearchHit
from ctxsmith_tui.store.index_reader import IndexReader

FILES = {
    "app/sessions.py": "class SessionStore:\n    def open_session(self, cookie):\n        return cookie\n",
    "app/other.py": "def unrelated():\n    return 1\n",
    "README.md": "# Demo\n\nSessions.\n",
    "logo.bin": b"\x00\x01",
}


@pytest.fixture
def engine(make_engine) -> Engine:
    return make_engine(FILES)


def edit(path: Path, text: str) -> None:
    """Change a file so that its time tells, however coarse the clock is."""
    path.write_text(text)
    later = time.time_ns() + 5_000_000_000
    os.utime(path, ns=(later, later))


# --- shapes ------------------------------------------------------------------------------------------


def test_public_names_are_loaded_on_first_use() -> None:
    for name in ctxsmith_tui.__all__:
        assert getattr(ctxsmith_tui, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        ctxsmith_tui.Nothing  # noqa: B018
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", ctxsmith_tui.__version__)


def test_the_shapes_of_all_answers(engine: Engine) -> None:
    report = engine.index()
    assert isinstance(report, IndexReport)
    assert (report.files, report.read, report.skipped, report.rules) == (4, 4, 1, {"binary": 1})
    assert engine.index().read == 0
    assert engine.index(rebuild=True).read == 4
    state = engine.state()
    assert state == IndexState(str(engine.root), "", 4, 0)
    ranking = engine.rank("session cookie")
    assert isinstance(ranking, Ranking)
    assert (ranking.task, ranking.index, ranking.candidates) == ("session cookie", state, len(ranking.files))
    assert isinstance(engine.why("session", "app/other.py"), RankedFile)
    pack = engine.context("session cookie")
    assert isinstance(pack, Pack)
    assert (pack.task, pack.budget, pack.tokenizer, pack.index) == (
        "session cookie",
        8000,
        "cl100k_base",
        state,
    )
    assert pack.files[0] == "app/sessions.py"
    assert pack.omitted == Omitted(0, None)
    assert isinstance(engine.search("open_session")[0], SearchHit)
    assert [entry.path for entry in engine.coverage()] == ["logo.bin"]
    assert engine.overview().files == 4


def test_an_engine_may_be_opened_below_the_root(make_engine) -> None:
    root = make_engine(FILES, is_git=True).root
    assert Engine(root / "app").root == root
    assert Engine(str(root / "app")).rank("session").files[0].path == "app/sessions.py"


@pytest.mark.parametrize("name", ["nothing", "app/sessions.py"])
def test_what_is_no_folder_is_refused(engine: Engine, name: str) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        Engine(engine.root / name)


@pytest.mark.parametrize("task", ["", "   ", "\n\t"])
def test_an_empty_task_is_refused(engine: Engine, task: str) -> None:
    for ask in (engine.rank, engine.context, lambda task: engine.why(task, "app/other.py")):
        with pytest.raises(UsageError, match="task is empty"):
            ask(task)


# --- freshness ---------------------------------------------------------------------------------------


def test_an_answer_knows_the_edits_made_since_the_last_one(engine: Engine, monkeypatch) -> None:
    monkeypatch.setattr(engine, "_fresh_seconds", 0.0)
    assert "return cookie" in engine.context("session").text
    edit(
        engine.root / "app/sessions.py",
        "class SessionStore:\n    def open_zebra(self):\n        return 'new'\n",
    )
    pack = engine.context("session")
    assert "open_zebra" in pack.text
    assert "return cookie" not in pack.text
    assert engine.search("open_zebra")[0].symbol == "SessionStore.open_zebra"
    (engine.root / "app/sessions.py").unlink()
    assert "app/sessions.py" not in engine.context("session").text
    edit(engine.root / "app/new.py", "def session_again():\n    return 1\n")
    assert engine.rank("session_again").files[0].path == "app/new.py"


def test_a_file_that_changes_within_the_second_is_shown_as_it_is_now(engine: Engine) -> None:
    """The index is not looked at again within a second, but what a pack shows is compared with it."""
    engine.rank("session")
    edit(engine.root / "app/sessions.py", "# moved\n" * 5 + FILES["app/sessions.py"])  # type: ignore[operator]
    pack = engine.context("session cookie", pins=["app/sessions.py::SessionStore.open_session"])
    (item,) = [item for item in pack.items if item.pinned]
    assert item.shown == ((6, 8),), "with the head of the class, which is next to it"
    assert "def open_session(self, cookie):\n        return cookie\n" in pack.text


def test_a_file_that_outgrows_the_limit_within_the_second_is_noticed(engine: Engine) -> None:
    engine.rank("session")
    edit(engine.root / "app/sessions.py", "# session zebra\n" * 70_000)
    assert "class SessionStore" not in engine.context("session zebra").text
    assert engine.why("session", "app/sessions.py").path in {entry.path for entry in engine.coverage()}


def test_packing_ends_though_a_file_changes_at_every_look(engine: Engine) -> None:
    path = engine.root / "app/sessions.py"
    versions = iter(range(1, 100))
    read = workfiles.read_bytes

    def changing(root: Path, name: str, limit: int | None = None) -> bytes:
        if name == "app/sessions.py":
            edit(path, f"class SessionStore:\n    def open_session(self):\n        return {next(versions)}\n")
        return read(root, name, limit)

    with mock.patch.object(workfiles, "read_bytes", changing):
        pack = engine.context("session store", 500)
    assert re.search(r"return \d+", pack.text)
    assert next(versions) <= 6


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_became_unreadable_is_not_shown_as_empty_lines(engine: Engine) -> None:
    engine.rank("session")
    path = engine.root / "app/sessions.py"
    path.chmod(0)
    try:
        pack = engine.context("session cookie")
    finally:
        path.chmod(0o644)
    assert not any(item.shown for item in pack.items if item.path == "app/sessions.py")


def test_lines_that_a_shrinking_file_lost_are_not_claimed(engine: Engine) -> None:
    engine.rank("session")
    with mock.patch.object(workfiles, "read_bytes", return_value=b"one line, never indexed\n"):
        pack = engine.context("session cookie", 500)
    for item in pack.items:
        assert all(line == 1 for each in item.shown for line in each)


# --- folders of all kinds ----------------------------------------------------------------------------


def ask_everything(engine: Engine, task: str = "anything at all") -> Pack:
    engine.rank(task)
    engine.search(task)
    engine.coverage()
    engine.overview()
    for format in ("markdown", "xml", "json", "plain"):
        pack = engine.context(task, 300, format=format)
        assert pack.tokens <= 300
    engine.context(task, "auto")
    return engine.context(task)


@pytest.mark.parametrize(
    ("files", "is_git"),
    [
        ({}, False),
        ({}, True),
        ({"a.bin": b"\x00\x01", "b.png": b"\x89PNG\r\n\x1a\n"}, True),
        ({"empty.py": "", "blank.py": "\n \n\n"}, False),
        ({"only.txt": "x"}, True),
    ],
    ids=["nothing", "unborn", "binary", "blank", "untracked"],
)
def test_folders_without_anything_to_show(make_engine, files, is_git: bool) -> None:
    engine = make_engine(files, is_git=is_git)
    pack = ask_everything(engine)
    assert pack.index == IndexState(str(engine.root), "", len(files), 0)
    assert pack.omitted.count == 0
    assert not any(item.shown for item in pack.items)
    for path in files:
        assert engine.why("anything", path).rank == 0


def test_a_repository_whose_only_commit_is_empty(make_engine) -> None:
    engine = make_engine({}, [("nothing yet", {})])
    assert re.fullmatch(r"[0-9a-f]{40}", ask_everything(engine).index.head)


def test_files_of_an_unborn_branch_are_found(make_engine) -> None:
    assert make_engine(FILES, is_git=True).context("session cookie").files[0] == "app/sessions.py"


@pytest.mark.parametrize(
    "task",
    [
        "the of and",
        "🎉🎉 🎉",
        "日本語の検索 セッション",
        "\0\x1b[31m",
        "\udcff session",
        "a" * 300,
        "https://example.org",
    ],
)
def test_tasks_of_all_kinds(engine: Engine, task: str) -> None:
    pack = ask_everything(engine, task)
    pack.text.encode()
    assert "\x1b" not in pack.text
    assert pack.task == task


def test_a_task_of_200_kilobytes_is_answered_in_time(engine: Engine) -> None:
    text = "".join(
        f"word{k} session_{k} path/to/file_{k}.py:{k} 'quoted text {k}' `code {k}`\n" for k in range(2_500)
    )
    assert len(text) > 150_000
    started = time.process_time()
    pack = engine.context(text + "\ncookie " * 8_000, 500)
    assert time.process_time() - started < 5
    assert pack.tokens <= 500
    assert pack.files[0] == "app/sessions.py"


def test_words_in_other_scripts_are_found(make_engine) -> None:
    engine = make_engine({"a.py": "# セッションの検索\nx = 1\n", "b.py": "y = 1\n"})
    assert [file.path for file in engine.rank("検索").files] == ["a.py"]


def test_errors_have_one_parent() -> None:
    from ctxsmith_tui import errors

    for name, value in vars(errors).items():
        if isinstance(value, type) and issubclass(value, Exception):
            assert issubclass(value, CtxsmithError), name


def test_an_edit_that_keeps_size_and_time_is_found_when_it_is_shown(make_engine) -> None:
    engine = make_engine({"a.py": "def retry_alpha():\n    return 1\n\n\ndef other_betas():\n    return 2\n"})
    engine.index()
    path = engine.root / "a.py"
    status = path.stat()
    path.write_text("def other_betas():\n    return 2\n\n\ndef retry_alpha():\n    return 1\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    (item,) = [item for item in engine.context("retry alpha", 300).items if "retry_alpha" in item.symbol]
    lines = path.read_text().split("\n")[item.start_line - 1 : item.end_line]
    assert "def retry_alpha():" in lines
    assert any(c.signal == "names" for c in engine.rank("retry alpha").files[0].contributions)


def test_a_damaged_index_is_built_anew_while_it_answers(make_engine) -> None:
    engine = make_engine(
        {f"m{n}.py": f"def retry_{n}():\n    return 'timeout {n}'\n" * 40 for n in range(40)}
    )
    before = engine.context("retry timeout", 800).text
    engine.close()
    index = engine.root / ".contextsmith" / "tui-index.db"
    data = bytearray(index.read_bytes())
    page = 4096
    for start in range(8 * page, len(data), page):
        data[start : start + 64] = b"\xff" * 64
    index.write_bytes(data)
    assert Engine(engine.root).context("retry timeout", 800).text == before


def test_a_committed_index_is_not_trusted(make_engine) -> None:
    engine = make_engine({"a.py": "x = 1\n"}, is_git=True)
    engine.index()
    subprocess.run(["git", "add", "-f", ".contextsmith"], cwd=engine.root, check=True)
    with pytest.raises(CtxsmithError, match="committed"):
        Engine(engine.root).index()


def test_a_listing_started_long_ago_is_not_used(make_engine, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = make_engine({"a.py": "x = 1\n"})
    monkeypatch.setattr("ctxsmith_tui.index.indexer.HEAD_START", -1.0)
    (engine.root / "late.py").write_text("y = 2\n")
    assert engine.index().files == 2


def test_an_index_that_was_deleted_a_moment_ago_is_built_anew(make_engine) -> None:
    engine = make_engine(FILES)
    before = engine.context("session store", 500).text
    shutil.rmtree(engine.root / ".contextsmith")
    assert engine.context("session store", 500).text == before


def test_damaged_postings_are_found_when_they_are_read(make_engine) -> None:
    engine = make_engine(FILES)
    before = engine.context("session store", 500).text
    failing = _once(apsw.CorruptError("malformed"), IndexReader.lookup)
    with mock.patch.object(IndexReader, "lookup", failing):
        assert engine.context("session store", 500).text == before


def _once(error: Exception, then):
    """Raises the first time it is called and works from then on."""
    errors = [error]

    def call(*args):
        if errors:
            raise errors.pop()
        return then(*args)

    return call
