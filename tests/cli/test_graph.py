"""`symbol`, `callers`, `callees`, `impact` and `related` as processes: their JSON, text and exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from ctxsmith_tui.cli import calls
from ctxsmith_tui.cli.output import Paint, cells
from ctxsmith_tui.model import Certainty, IndexState, Reached, Role, SymbolPlace, Use, Uses

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

SAVE = "SessionStore.save_session"
PLACE = {"path", "qualname", "kind", "start_line", "end_line", "role"}
USE = {"place", "kind", "certainty", "lines"}
USES = {"targets", "uses", "possible", "open_calls", "index"}
INDEX = {"root", "head", "files", "pending"}

TWINS = """def caller(x):
    x.special()


class A:
    def special(self):
        pass


class B:
    def special(self):
        pass
"""


@pytest.fixture
def twins(fresh: Cli) -> Cli:
    (fresh.folder / "twins.py").write_text(TWINS)
    assert fresh("index").code == 0
    return fresh


# --- JSON --------------------------------------------------------------------------------------------


def test_symbol_json(cli: Cli) -> None:
    answer = cli.ask("symbol", "SessionStore", "--json").json
    assert list(answer) == ["name", "symbols"]
    (symbol,) = answer["symbols"]
    assert symbol.keys() == {
        *("place", "signature", "doc", "members", "bases", "derived"),
        *("callers", "callees", "possible", "open_calls"),
    }
    assert symbol["place"] == {
        "path": "app/sessions.py",
        "qualname": "SessionStore",
        "kind": "class",
        "start_line": 4,
        "end_line": 15,
        "role": "source",
    }
    assert [member["qualname"] for member in symbol["members"]] == [
        "SessionStore.open_session",
        SAVE,
    ]
    assert (symbol["callers"], symbol["signature"]) == (2, "class SessionStore")


def test_callers_json(cli: Cli) -> None:
    answer = cli.ask("callers", "SessionStore", "--json").json
    assert answer.keys() == USES
    assert answer["index"].keys() == INDEX
    assert [target["qualname"] for target in answer["targets"]] == ["SessionStore"]
    assert all(use.keys() == USE and use["place"].keys() == PLACE for use in answer["uses"])
    assert [
        (use["place"]["path"], use["kind"], use["certainty"], use["lines"]) for use in answer["uses"]
    ] == [
        ("app/main.py", "import", "exact", [1]),
        ("app/main.py", "call", "exact", [4]),
        ("app/signing.py", "import", "exact", [1]),
        ("tests/test_sessions.py", "import", "exact", [1]),
        ("tests/test_sessions.py", "call", "exact", [5]),
    ]


def test_callees_json(cli: Cli) -> None:
    answer = cli.ask("callees", "tests/test_sessions.py:4-5", "--json").json
    assert answer.keys() == USES
    assert [use["place"]["qualname"] for use in answer["uses"]] == [
        "SessionStore",
        "SessionStore.open_session",
    ]


def test_impact_json(cli: Cli) -> None:
    answer = cli.ask("impact", "SessionStore.open_session", "--json").json
    assert answer.keys() == {
        *("targets", "bound", "reached", "files", "tests", "entry_points"),
        *("likely", "ambiguous", "open_calls", "other_uses", "depth", "index"),
    }
    (reached,) = answer["reached"]
    assert reached.keys() == {"place", "depth", "certainty", "path", "entry"}
    assert reached["path"] == [
        "app/sessions.py::SessionStore.open_session",
        "tests/test_sessions.py::test_cookie",
    ]
    assert (answer["bound"], answer["files"], answer["tests"], answer["depth"]) == ("exact", 1, 1, 5)
    assert cli.ask("impact", "SessionStore.open_session", "--depth", "2", "--json").json["depth"] == 2


def test_related_json(cli: Cli) -> None:
    answer = cli.ask("related", "app/main.py", "--json").json
    assert list(answer) == ["path", "files"]
    assert {"path": "app/sessions.py", "imports": True, "imported_by": False, "commits": 1} in answer["files"]
    assert cli.ask("related", "app/main.py:1-2", "--json").json["files"] == answer["files"]


# --- text --------------------------------------------------------------------------------------------


def test_symbol_is_readable(cli: Cli) -> None:
    lines = cli.ask("symbol", "SessionStore").text.splitlines()
    assert lines[:5] == [
        "app/sessions.py:4-15  class SessionStore",
        "    class SessionStore",
        "    Opens and saves the session of a request.",
        "    2 callers, 0 callees",
        "    uses as a type or a value, and those of its members, are not counted",
    ]
    assert lines[5].split() == ["7", "method", "open_session"]


def test_callers_are_readable(cli: Cli) -> None:
    ran = cli.ask("callers", "SessionStore.open_session")
    assert (ran.code, ran.text) == (0, "tests/test_sessions.py\n  test_cookie  calls  5\n")
    assert ran.stderr == "app/sessions.py::SessionStore.open_session: used by 1 symbol in 1 file\n"


def test_nothing_found_is_no_error_and_says_what_was_looked_for(cli: Cli) -> None:
    for command in ("callers", "impact"):
        ran = cli.ask(command, "sign")
        if command == "callers":
            assert "app/main.py" in ran.text
        ran = cli.ask(command, SAVE)
        assert (ran.code, ran.stdout) == (0, b"")
        assert "uses as a type or a value are not counted" in ran.stderr
        assert " 0 " not in ran.stderr


def test_impact_is_readable(cli: Cli) -> None:
    ran = cli.ask("impact", "SessionStore.open_session")
    assert ran.text == "after 1 step\n  tests/test_sessions.py\n        4 test_cookie\n"
    assert "reaches exactly 1 symbol in 1 file within 5 steps: 1 in tests, 0 entry points" in ran.stderr


def test_related_is_readable(cli: Cli) -> None:
    lines = cli.ask("related", "app/main.py").text.splitlines()
    assert lines[0] == "linked by imports"
    assert "  imports    1 commit  app/sessions.py" in lines
    assert lines[lines.index("changed by the same commits") + 1] == "  1 commit  README.md"


def test_a_span_of_a_file_can_be_asked_about(cli: Cli) -> None:
    assert cli.ask("callers", "app/sessions.py:7-9").text == cli.ask("callers", "open_session").text
    assert cli.ask("callers", "app/sessions.py::SessionStore.open_session").code == 0
    assert "SessionStore.open_session" in cli.ask("symbol", "app/sessions.py:8").text


def test_what_is_not_sure_is_said(twins: Cli) -> None:
    ran = twins("callers", "A.special")
    assert ran.text.startswith("ambiguous: one of several symbols of the same name\ntwins.py\n  caller")
    assert "1 more symbol perhaps" in ran.stderr
    assert "0 callers and perhaps 1 more, 0 callees" in twins("symbol", "A.special").text
    ran = twins("impact", "A.special")
    assert ran.stdout == b""
    assert "1 more symbol perhaps, by ambiguous uses" in ran.stderr


# --- errors ------------------------------------------------------------------------------------------


def test_an_ambiguous_name_ends_with_2_and_its_candidates(twins: Cli) -> None:
    candidates = ["twins.py::A.special", "twins.py::B.special"]
    plain = twins("callers", "special")
    assert (plain.code, plain.stdout, len(plain.stderr.splitlines())) == (2, b"", 1)
    assert all(candidate in plain.error for candidate in candidates)
    for command, name in (("callers", "special"), ("callees", "special"), ("impact", "twins.py::special")):
        ran = twins(command, name, "--json")
        assert (ran.code, ran.stderr) == (2, "")
        assert ran.json == {"name": name, "ambiguous": True, "candidates": candidates}
    shown = twins("symbol", "special", "--json").json["symbols"]
    assert [each["place"]["qualname"] for each in shown] == ["A.special", "B.special"]


@pytest.mark.parametrize(
    ("command", "form"), [("symbol", ""), ("callers", "--json"), ("impact", ""), ("related", "--json")]
)
def test_an_unknown_name_ends_with_2(cli: Cli, command: str, form: str) -> None:
    name = "app/sesions.py" if command == "related" else "SessionStore.open_sesion"
    ran = cli.ask(command, name, *form.split())
    assert (ran.code, ran.stdout, len(ran.stderr.splitlines())) == (2, b"", 1)
    assert "did you mean" in ran.error


@pytest.mark.parametrize(
    "arguments",
    [("impact", "sign", "--depth", "0"), ("impact", "sign", "-d", "x"), ("callers",), ("callers", "")],
)
def test_wrong_arguments_end_with_2(cli: Cli, arguments: tuple[str, ...]) -> None:
    ran = cli.ask(*arguments)
    assert (ran.code, ran.stdout) == (2, b"")
    assert ran.error


def test_a_name_that_is_no_text_is_only_unknown(cli: Cli) -> None:
    for name in (b"\xff\x1b[31m", b"app/\xff.py::x", b"x" * 60_000):
        ran = cli("callers", name)
        assert ran.code == 2
        assert "\x1b" not in ran.error


# --- pipes and terminals -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory, cli: Cli) -> Cli:
    """Many callers with long names in many files, for which one terminal is too small."""
    made = type(cli)(tmp_path_factory.mktemp("crowd"), tmp_path_factory.mktemp("home"))
    (made.folder / "core.py").write_text("def core():\n    pass\n")
    for k in range(60):
        name = f"a_function_with_a_name_that_is_rather_long_for_a_terminal_{k}"
        text = f"from core import core\n\n\ndef f{k}():\n    core()\n\n\ndef {name}():\n    f{k}()\n"
        (made.folder / f"m{k:02}.py").write_text(text)
    assert made("index").code == 0
    return made


def test_long_lists_are_cut_and_say_so(crowd: Cli) -> None:
    ran = crowd.ask("callers", "core")
    assert ran.text.count("calls") == calls.MOST_FILES
    assert "20 more files with uses; --json lists all" in ran.stderr
    assert "used by 120 symbols in 60 files" in ran.stderr
    assert len(crowd.ask("callers", "core", "--json").json["uses"]) == 120
    ran = crowd.ask("impact", "core")
    assert ran.text.count("  m") == 2 * calls.MOST_FILES_OF_A_STEP
    assert "40 more in 40 files; --json lists all" in ran.text
    assert "80 more in 40 files; --json lists all" in ran.text


@pytest.mark.parametrize("columns", ["40", "80"])
def test_names_are_whole_in_every_width(crowd: Cli, columns: str) -> None:
    for command in (["callers", "f7"], ["impact", "core"]):
        text = crowd(*command, env={"COLUMNS": columns}).text
        assert "…" not in text
        for line in text.splitlines():
            assert len(line) <= max(40, int(columns)) or "rather_long" in line
    assert (
        "a_function_with_a_name_that_is_rather_long_for_a_terminal_7\n"
        in crowd("callers", "f7", env={"COLUMNS": "40"}).text
    )


def test_a_reader_that_leaves_early_is_no_error(crowd: Cli) -> None:
    for command in (
        ["callers", "core"],
        ["impact", "core", "--json"],
        ["related", "core.py"],
    ):
        process = crowd.start(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaint = process.stderr.read()
        process.stderr.close()
        assert process.wait(30) == 0
        assert b"Traceback" not in complaint
        assert b"error" not in complaint


def test_hostile_names_never_reach_a_terminal(fresh: Cli) -> None:
    (fresh.folder / "evil\x1b[31m\n.py").write_text("def f(): pass\n\n\ndef g():\n    f()\n")
    (fresh.folder / os.fsdecode(b"caf\xe9.py")).write_text("def f(): pass\n")
    (fresh.folder / "a.md").write_text("# red\x1b[31m\u202e\n")
    for command in (["symbol", "f"], ["callers", "f"], ["callees", "g"], ["impact", "f"], ["symbol", "a.md"]):
        ran = fresh(*command)
        assert "evil" in ran.text + ran.stderr or "red" in ran.text
        assert not {"\x1b", "\u202e"} & {*ran.text, *ran.stderr}
        assert "Traceback" not in ran.stderr
    candidates = fresh("callers", "f", "--json").json["candidates"]
    assert len(candidates) == 2
    for candidate in candidates:
        assert fresh("callers", os.fsencode(candidate)).code == 0


def test_ctrl_c_ends_at_once(fresh: Cli) -> None:
    fcntl = pytest.importorskip("fcntl")
    (fresh.folder / "a.py").write_text("def f(): pass\n")
    (fresh.folder / ".contextsmith").mkdir()
    with (fresh.folder / ".contextsmith" / "tui-index.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = fresh.start("impact", "f", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stderr is not None
        assert b"waiting for another process" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        output, said = process.communicate(timeout=5)
    assert (process.returncode, output, said) == (130, b"", b"interrupted\n")


# --- rows --------------------------------------------------------------------------------------------


def place(name: str, path: str = "a.py", role: Role = Role.SOURCE) -> SymbolPlace:
    return SymbolPlace(path, name, "function", 1, 2, role)


def test_many_lines_of_one_user_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    uses = tuple(
        Use(place(f"f{k}"), "call", Certainty.EXACT, tuple(range(1, k + 1)))
        for k in (1, calls.MOST_LINES + 2)
    )
    state = IndexState("/", "", 1, 0)
    calls.print_uses(Uses((place("g"),), uses, (), 1, state), "used by", Paint(False))
    out, err = capsys.readouterr()
    assert out == "a.py\n  f1  calls  1\n  f6  calls  1, 2, 3, 4 and 2 more\n"
    assert "1 call of this name could not be resolved and may mean it" in err


def test_ways_are_shown_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    way = tuple(f"a.py::some_function_{k}" for k in range(6))
    reached = [Reached(place("last"), 5, Certainty.LIKELY, way, "main")]
    calls._print_reached(reached, Paint(False))
    out = capsys.readouterr().out
    assert out.split() == json.loads(
        '["1", "last", "(likely,", "main)", "via", "some_function_4", "<", "some_function_3", "<",'
        ' "some_function_2", "<", "some_function_1"]'
    )
    assert all(cells(line) <= 50 for line in out.splitlines())
