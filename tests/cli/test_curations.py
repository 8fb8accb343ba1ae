"""Deciding and curations as a person and a script meet them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ctxsmith_tui import Engine
from tests.cli.conftest import FILES, commit_all, write

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

TASK = "the session cookie"


@pytest.fixture
def repo(fresh: Cli) -> Cli:
    write(fresh.folder, FILES)
    commit_all(fresh, ["Keep the session in a cookie"])
    return fresh


def test_decisions_are_made_shown_and_taken_back(repo: Cli) -> None:
    ran = repo("pin", "app/sessions.py::SessionStore.open_session", "app/signing.py@outline")
    assert ran.text == (
        "(unnamed)\n"
        "  budget   8,000 tokens (cl100k_base), markdown\n"
        "  pin      current  app/sessions.py::SessionStore.open_session\n"
        "  pin      current  app/signing.py@outline\n"
    )
    assert repo("exclude", "tests", "--json").json["decisions"][2] == {
        "key": "tests",
        "action": "exclude",
        "level": "full",
        "spec": {"path": "tests", "start_line": None, "end_line": None, "symbol": None},
        "state": "current",
        "change": "",
        "proposed_by": "",
    }
    assert repo("auto", "tests", "app/signing.py").text == repo("curations", "show").text
    assert "signing" not in repo("curations", "show").text
    assert "no file" in repo("pin", "nowhere.py").error


def test_an_edited_and_a_lost_decision_are_marked(repo: Cli) -> None:
    repo("pin", "app/sessions.py::SessionStore.open_session", "app/signing.py")
    sessions = repo.folder / "app/sessions.py"
    sessions.write_text(sessions.read_text().replace("is None", "== None"))
    (repo.folder / "app/signing.py").unlink()
    shown = repo("curations", "show").text.splitlines()[2:]
    assert shown == [
        "  pin      stale  app/sessions.py::SessionStore.open_session  (1 line changed)",
        "  pin      lost  app/signing.py  (neither its place nor its content is found)",
    ]
    ran = repo("context", TASK)
    assert "note: pinned code is lost: app/signing.py; see curations show" in ran.stderr


def test_context_and_rank_use_and_name_the_active_curation(repo: Cli) -> None:
    before = repo("context", TASK)
    assert repo("context", TASK, "--no-curation").stdout == before.stdout
    repo("pin", "README.md")
    assert repo("context", TASK, "--no-curation").stdout == before.stdout
    used = repo("context", TASK)
    assert "This work tree's curation: 1 pin." in used.text
    assert "note: This work tree's curation: 1 pin" in used.stderr
    answer = repo("rank", TASK, "--json").json
    assert answer["notices"] == []
    Engine(repo.folder).set_curation(weights={"words": 0.5}, scope=["app/"])
    assert repo("rank", TASK, "--json").json["notices"] == [
        "This work tree's curation: 1 weight changed, scope app/"
    ]
    why = repo("why", TASK, "README.md")
    assert "note: This work tree's curation: 1 weight changed, scope app/" in why.stderr
    assert "or it is out of scope" in why.text
    assert "note:" not in repo("why", TASK, "README.md", "--no-curation").stderr


def test_context_without_a_task_prints_what_a_workbench_copies(repo: Cli) -> None:
    assert "there is no TASK" in repo("context").error
    engine = Engine(repo.folder)
    engine.set_curation(task=TASK, budget=700, format="xml", weights={"names": 2.0})
    repo("pin", "app/signing.py::sign")
    kept = engine.curation()
    copied = engine.context(kept.task, kept.budget, format=kept.format, tokenizer=kept.tokenizer)
    assert repo("context").text == copied.text
    assert repo("context", "-b", "300", "--format", "plain").text == (
        engine.context(TASK, 300, format="plain").text
    )
    assert repo("context", TASK).text == engine.context(TASK).text
    assert "there is no TASK" in repo("context", "--no-curation").error
    assert "not both" in repo("context", "--no-curation", "--curation", "x").error


def test_curations_are_listed_saved_opened_and_deleted(repo: Cli) -> None:
    ran = repo("curations")
    assert (ran.code, ran.stdout) == (0, b"")
    assert "nothing was decided yet" in ran.stderr
    repo("pin", "README.md")
    repo("curations", "save", "one")
    Engine(repo.folder).set_curation(task="first line\nsecond \x1b[31m")
    lines = repo("curations").text.splitlines()
    assert [line[:17] for line in lines] == ["  (unnamed)  1 pi", "* one  1 pin, 0 e", "    first line …"]
    listed = repo("curations", "--json").json["curations"]
    assert [(each["name"], each["active"], each["pins"]) for each in listed] == [
        ("", False, 1),
        ("one", True, 1),
    ]
    assert repo("curations", "open", "").code == 0
    assert "there is a curation 'one' already" in repo("curations", "save", "one").error
    assert repo("curations", "save", "one", "--replace").code == 0
    assert 'Curation "one": 1 pin.' in repo("context", TASK).text
    assert repo("curations", "delete", "one").stderr == "deleted one\n"
    ran = repo("curations", "open", "one")
    assert (ran.code, ran.error) == (2, "error: no curation 'one'; none was saved yet")
    assert (repo("context", TASK, "--curation", "one").code, repo("curations", "open", "").code) == (2, 0)


def test_a_decision_takes_the_name_of_a_curation(repo: Cli) -> None:
    repo("pin", "README.md")
    repo("curations", "save", "one")
    repo("curations", "open", "")
    repo("exclude", "tests", "--curation", "one")
    assert "tests" not in repo("curations", "show").text
    assert "exclude  current  tests" in repo("curations", "show", "one").text
