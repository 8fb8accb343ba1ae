"""Finding any file or symbol of a repository by a few letters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ctxsmith_tui import Engine

SESSIONS = """class Session:
    def send(self):
        return 1

    def send_later(self):
        return 2

    @property
    def state(self):
        return 3

    @state.setter
    def state(self, value):
        pass
"""


@pytest.fixture(scope="module")
def engine(make_engine: Callable[..., Engine]) -> Engine:
    return make_engine(
        {
            "src/sessions.py": SESSIONS,
            "src/resend.py": "def resend():\n    pass\n",
            "tests/test_send.py": "def send():\n    pass\n",
            "empty.py": "",
        }
    )


def specs(engine: Engine, query: str) -> list[str]:
    return [str(place.spec) for place in engine.places(query)]


def test_symbols_and_files_are_found_by_letters(engine: Engine) -> None:
    assert specs(engine, "send")[0] == "src/sessions.py::Session.send"
    assert specs(engine, "sesspy")[0] == "src/sessions.py"
    assert specs(engine, "session later")[0] == "src/sessions.py::Session.send_later"


def test_code_of_the_project_comes_before_its_tests(engine: Engine) -> None:
    found = specs(engine, "send")
    assert found.index("src/sessions.py::Session.send") < found.index("tests/test_send.py::send")


def test_definitions_of_one_name_are_one_place(engine: Engine) -> None:
    assert specs(engine, "Session.state").count("src/sessions.py::Session.state") == 1


@pytest.mark.parametrize(
    "spec",
    ["src/sessions.py", "src/sessions.py:2-3", "src/sessions.py::Session.send", "./src/sessions.py:2-3"],
)
def test_a_spec_is_taken_literally(engine: Engine, spec: str) -> None:
    assert specs(engine, spec)[0] == spec.removeprefix("./")


def test_the_end_of_a_qualified_name_is_enough(engine: Engine) -> None:
    assert specs(engine, "src/sessions.py::send")[0] == "src/sessions.py::Session.send"


def test_lines_may_follow_letters(engine: Engine) -> None:
    (first, *_) = engine.places("sess.py:2-3")
    assert (str(first.spec), first.kind, first.start_line, first.end_line) == (
        *("src/sessions.py:2-3", "lines", 2, 3),
    )


@pytest.mark.parametrize(
    ("typed", "lines"), [(":4", (4, 4)), (":4-", (4, 4)), (":12-900", (12, 14)), (":0", (1, 1))]
)
def test_lines_are_those_that_the_file_has(engine: Engine, typed: str, lines: tuple[int, int]) -> None:
    (first, *_) = engine.places("sessions.py" + typed)
    assert (first.start_line, first.end_line) == lines


@pytest.mark.parametrize(
    "typed", ["", " ", ":", "::", "zzz", "a::", "src/sessions.py:9-2", "\0", "é", ":5", "[/b]"]
)
def test_nothing_that_is_typed_fails(engine: Engine, typed: str) -> None:
    engine.places(typed)


def test_an_empty_file_has_no_lines(engine: Engine) -> None:
    (first, *_) = engine.places("empty.py")
    assert (first.kind, first.start_line, first.end_line) == ("file", 0, 0)


def test_what_is_new_is_found_after_a_look(make_engine: Callable[..., Engine]) -> None:
    engine = make_engine({"a.py": "x = 1\n"})
    assert specs(engine, "brandnew") == []
    (engine.root / "b.py").write_text("def brand_new():\n    pass\n")
    engine.refresh()
    assert specs(engine, "brandnew") == ["b.py::brand_new"]


def test_at_most_so_many_are_named(engine: Engine) -> None:
    assert len(engine.places("s", limit=2)) == 2


def test_definitions_of_names(engine: Engine) -> None:
    found = engine.definitions(["send", "resend", "nothing"])
    assert [(str(place.spec), place.start_line) for place in found] == [
        ("src/sessions.py::Session.send", 2),
        ("tests/test_send.py::send", 1),
        ("src/resend.py::resend", 1),
    ]
