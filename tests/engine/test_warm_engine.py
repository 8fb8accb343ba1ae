"""An engine that is asked again and again: it keeps what it may keep, and nothing longer than it is true."""

from __future__ import annotations

import math
import os
from collections.abc import Callable

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.answers.workfiles import ReadFiles
from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.rank.weights import SHIPPED, Weights

FILES = {
    "app/sessions.py": "class Store:\n    def open_session(self, cookie):\n        return cookie\n\n"
    "    def close_session(self):\n        self.done = True\n",
    "app/views.py": "def login(request):\n    session = open_session(request)\n    return session\n",
    "app/copy.py": "def cookie_jar(session):\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return a\n",
    "lib/copy.py": "def cookie_jar(session):\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return a\n",
    "app/colors.py": "RED = 1\n\n\ndef paint():\n    return RED\n",
    "tests/test_sessions.py": "def test_open_session():\n    assert open_session('cookie')\n",
}
TASK = "session cookie is lost"


@pytest.fixture
def engine(make_engine: Callable[..., Engine]) -> Engine:
    engine = make_engine(FILES)
    for path in FILES:
        os.utime(engine.root / path, ns=(10**18, 10**18))
    return engine


def still(engine: Engine) -> Engine:
    """The same repository through an engine that does not look at the work tree by itself."""
    return Engine(engine.root, fresh_seconds=math.inf)


@pytest.fixture
def ranked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that were ranked, each time that one was."""
    tasks: list[str] = []
    whole = Engine._ranked

    def counted(self, query, *rest):
        tasks.append(query.task)
        return whole(self, query, *rest)

    monkeypatch.setattr(Engine, "_ranked", counted)
    return tasks


# --- rankings ----------------------------------------------------------------------------------------


def test_decisions_budgets_and_formats_do_not_rank_again(engine: Engine, ranked: list[str]) -> None:
    asked = [
        {"budget": 2_000},
        {"budget": 300, "pins": ["app/colors.py"]},
        {"budget": 2_000, "exclude": ["lib"], "format": "xml"},
        {"budget": 2_000, "pins": ["app/views.py::login"], "format": "plain"},
    ]
    packs = [engine.context(TASK, **arguments) for arguments in asked]
    assert ranked == [TASK]
    assert packs == [Engine(engine.root).context(TASK, **arguments) for arguments in asked]


def test_another_scope_or_weight_ranks_again(engine: Engine, ranked: list[str]) -> None:
    files = {**SHIPPED.files}
    weights = Weights(files, SHIPPED.units)
    assert "lib/copy.py" in engine.context(TASK).files
    assert "lib/copy.py" not in engine.context(TASK, scope=["app/"]).files
    before = engine.rank(TASK, weights=weights).files[0].score
    files["words"] = 0.0  # the same table, changed
    assert engine.rank(TASK, weights=weights).files[0].score < before
    assert len(ranked) == 3, "weights of the same values are the same"


def test_a_changed_index_ranks_again(engine: Engine, ranked: list[str]) -> None:
    engine.rank(TASK)
    (engine.root / "app/new.py").write_text("def session_cookie():\n    return 'lost'\n")
    engine.refresh()
    assert "app/new.py" in {file.path for file in engine.rank(TASK).files}
    assert len(ranked) == 2


def test_few_rankings_are_kept(engine: Engine, ranked: list[str]) -> None:
    for number in range(20):
        engine.rank(f"session {number}")
    assert len(engine._now.rankings) < 8
    engine.rank("session 19")
    assert len(ranked) == 20


# --- generations -------------------------------------------------------------------------------------


def test_it_tells_what_changed_whoever_indexed_it(engine: Engine) -> None:
    engine.index()
    quiet = still(engine)
    first = quiet.generation()
    assert quiet.changed_since(first) == ()
    (engine.root / "app/views.py").write_text("def login(request):\n    return None\n")
    (engine.root / "app/new.py").write_text("NEW = 1\n")
    engine.refresh()
    assert quiet.changed_since(first) == ("app/new.py", "app/views.py")
    second = quiet.generation()
    (engine.root / "app/colors.py").unlink()
    engine.refresh()
    assert quiet.changed_since(second) == ("app/colors.py",)
    assert quiet.changed_since(first) == ("app/colors.py", "app/new.py", "app/views.py")


def test_an_index_built_anew_changes_no_file(engine: Engine) -> None:
    engine.index()
    quiet = still(engine)
    first = quiet.generation()
    engine.index(rebuild=True)
    assert quiet.generation() != first
    assert quiet.changed_since(first) == ()


def test_of_generations_it_did_not_see_it_tells_nothing(engine: Engine) -> None:
    engine.index()
    quiet = still(engine)
    first = quiet.generation()
    (engine.root / "app/new.py").write_text("NEW = 1\n")
    engine.refresh()
    assert quiet.changed_since(first) == ("app/new.py",)
    assert quiet.changed_since(-1) == ()
    quiet.close()
    assert quiet.changed_since(first) == ()


# --- looking at the work tree ------------------------------------------------------------------------


def test_an_engine_may_be_told_not_to_look(engine: Engine) -> None:
    engine.index()
    quiet = still(engine)
    (engine.root / "app/new.py").write_text("def session_cookie():\n    return 'lost'\n")
    assert "app/new.py" not in {file.path for file in quiet.rank(TASK).files}
    quiet.refresh()
    assert "app/new.py" in {file.path for file in quiet.rank(TASK).files}


def test_it_sees_what_another_engine_indexed(engine: Engine) -> None:
    engine.index()
    quiet = still(engine)
    quiet.rank(TASK)
    (engine.root / "app/new.py").write_text("def session_cookie():\n    return 'lost'\n")
    engine.refresh()
    assert "app/new.py" in {file.path for file in quiet.rank(TASK).files}


def test_without_an_index_it_builds_one(engine: Engine) -> None:
    assert still(engine).rank(TASK).files
    (engine.root / ".contextsmith/tui-index.db").write_bytes(b"no database at all" * 100)
    assert still(engine).rank(TASK).files


def test_it_refuses_links_all_the_same(engine: Engine, tmp_path) -> None:
    engine.index()
    engine.close()
    index = engine.root / ".contextsmith/tui-index.db"
    index.rename(tmp_path / "elsewhere.db")
    index.symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(CtxsmithError, match="link"):
        still(engine).rank(TASK)


# --- files read before -------------------------------------------------------------------------------


def test_what_a_pack_shows_is_what_is_on_disk_now(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxsmith_tui.index.indexer.RACY_NS", 0)
    engine.index()
    quiet = still(engine)
    assert "return cookie" in quiet.context(TASK).text
    place = engine.root / "app/sessions.py"
    before = place.stat()
    place.write_text(FILES["app/sessions.py"].replace("return cookie", "return COOKIE"))
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))  # same size, same time
    text = quiet.context(TASK).text
    assert "return COOKIE" in text
    assert "return cookie" not in text


def test_a_file_is_read_once_while_it_stays(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxsmith_tui.index.indexer.RACY_NS", 0)
    files = ReadFiles(engine.root)
    first = files.read("app/views.py")
    assert files.read("app/views.py")[1] is first[1]
    (engine.root / "app/views.py").unlink()
    assert files.read("app/views.py")[1] == []


def test_a_file_written_just_now_is_not_kept(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxsmith_tui.index.indexer.RACY_NS", 10**18)
    files = ReadFiles(engine.root)
    first = files.read("app/views.py")
    again = files.read("app/views.py")
    assert again == first
    assert again[1] is not first[1]


def test_files_read_before_are_bounded(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxsmith_tui.index.indexer.RACY_NS", 0)
    monkeypatch.setattr("ctxsmith_tui.answers.workfiles.KEPT_BYTES", 100)
    files = ReadFiles(engine.root)
    for path in FILES:
        assert files.read(path)[1] == FILES[path].splitlines()
    assert sum(len(FILES[path]) for path in files._known) <= 100
    assert next(reversed(files._known)) == path, "the last one read is kept"


# --- units and reasons -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(FILES))
def test_units_of_any_file_add_up(engine: Engine, path: str) -> None:
    units = engine.ranked_units(TASK, path)
    assert {unit.path for unit in units} == {path}
    assert [unit.score for unit in units] == sorted((unit.score for unit in units), reverse=True)
    for unit in units:
        assert math.isclose(unit.score, sum(each.points for each in unit.contributions), abs_tol=1e-9)
        assert any(unit.contributions)


def test_units_have_the_scores_of_the_pack(engine: Engine) -> None:
    pack = engine.context(TASK, 80, format="json")
    units = {
        (unit.path, unit.start_line): unit.score
        for path in FILES
        for unit in engine.ranked_units(TASK, path, budget=80)
    }
    assert pack.left_out
    for left in pack.left_out:
        assert units[left.path, left.start_line] == left.score


def test_a_file_far_down_has_units_too(make_engine: Callable[..., Engine]) -> None:
    files = {f"a{k:02}.py": f"def session_{k}():\n    return cookie\n" for k in range(60)}
    engine = make_engine({**files, "z.py": "def other():\n    return 'session'\n"})
    last = engine.rank(TASK, limit=100).files[-1].path
    (unit,) = engine.ranked_units(TASK, last)
    assert unit.score == round(sum(each.points for each in unit.contributions), 4)
    with pytest.raises(UsageError, match="no file"):
        engine.ranked_units(TASK, "nowhere.py")


def test_why_something_is_not_in_a_pack(engine: Engine) -> None:
    pack = engine.context(TASK, 2_000, exclude=["tests"])
    why = engine.why_not

    def asked(path: str) -> str:
        return why(TASK, path, pack, exclude=["tests"])

    assert asked("app/sessions.py::Store.open_session").startswith(
        "app/sessions.py::Store.open_session is in the pack: lines "
    )
    assert asked("tests/test_sessions.py") == "tests/test_sessions.py is excluded."
    assert asked("app/colors.py") == "Nothing in the task speaks for app/colors.py."
    shown, hidden = (
        ("lib", "app") if "lib/copy.py" in {i.path for i in pack.items if i.shown} else ("app", "lib")
    )
    assert asked(f"{hidden}/copy.py") == (
        f"The code of {hidden}/copy.py (lines 1-6) is in the pack already, from {shown}/copy.py."
    )
    scoped = engine.context(TASK, 2_000, scope=["app/"])
    assert why(TASK, "lib/copy.py", scoped, scope=["app/"]) == "lib/copy.py is outside of the scope app/."
    with pytest.raises(UsageError, match="not of this task"):
        why("another task", "app/views.py", pack)
    with pytest.raises(UsageError, match="no file"):
        asked("nowhere.py")


@pytest.mark.parametrize("level", ["outline", "path"])
def test_a_pin_at_a_lower_level_is_why_its_code_is_not_shown(engine: Engine, level: str) -> None:
    pins = [f"app/sessions.py@{level}"]
    pack = engine.context(TASK, 2_000, pins=pins)
    for place in ("app/sessions.py", "app/sessions.py::Store.open_session"):
        assert engine.why_not(TASK, place, pack, pins=pins) == (
            f"{place} is pinned as {level}, so no more of its code is shown."
        )


def test_what_has_no_room_says_how_much_it_needs(engine: Engine) -> None:
    pack = engine.context(TASK, 80)
    shown = {item.path for item in pack.items if item.shown}
    left = next(left for left in pack.left_out if left.path not in shown and left.tokens > 80 - pack.tokens)
    reason = engine.why_not(TASK, left.path, pack)
    assert f"needs about {left.tokens} tokens while {80 - pack.tokens} are left." in reason
    assert reason.startswith(
        f"The best part of {left.path} (lines {left.start_line}-{left.end_line}) is number "
    )


def test_a_file_too_far_down_says_so(make_engine: Callable[..., Engine]) -> None:
    engine = make_engine({f"a{k:02}.py": f"def session_{k}():\n    return cookie\n" for k in range(60)})
    pack = engine.context(TASK, 40)
    last = engine.rank(TASK, limit=100).files[-1].path
    assert engine.why_not(TASK, last, pack) == (
        f"{last} is too far down: the file is number 60 of 60, and with a budget of 40 tokens "
        "the parts of the best 30 are compared."
    )
