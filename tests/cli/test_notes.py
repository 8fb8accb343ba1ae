"""The `note` commands as a person and a script meet them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.doctor import _notes as look_at_notes
from ctxsmith_tui.model import NoteKind
from ctxsmith_tui.store.notes_store import Anchor, NotesStore, Sighting, new_note
from ctxsmith_tui.store.user_database import UserDatabase
from tests.cli.conftest import FILES, SESSIONS, commit_all, write

if TYPE_CHECKING:
    from tests.cli.conftest import Cli


@pytest.fixture
def noted(fresh: Cli) -> Cli:
    """A repository with three notes: on a method, on a file and on the whole."""
    write(fresh.folder, FILES)
    commit_all(fresh, ["Keep the session in a cookie"])
    engine = Engine(fresh.folder)
    engine.add_note("The cookie may be None.\nSee #12.", symbol="SessionStore.open_session")
    engine.add_note("signs", file="app/signing.py")
    engine.add_note("all")
    return fresh


NOTE_KEYS = {
    *("id", "text", "kind", "path", "start_line", "end_line", "symbol", "state", "change", "diff"),
    *("created", "edited", "uid"),
}


def test_notes_are_listed_with_place_and_state(noted: Cli) -> None:
    ran = noted("note", "list")
    assert ran.text == (
        "  1 current  app/sessions.py::SessionStore.open_session (7-11)\n"
        "    The cookie may be None. …\n"
        "  2 current  app/signing.py\n    signs\n"
        "  3 current  the repository\n    all\n"
    )
    answer = noted("note", "list", "--json").json
    assert [note.keys() for note in answer["notes"]] == [NOTE_KEYS] * 3
    assert answer["notes"][0]["text"] == "The cookie may be None.\nSee #12."


def test_stale_notes_tell_what_changed(noted: Cli) -> None:
    ran = noted("note", "list", "--stale")
    assert (ran.code, ran.stdout) == (0, b"")
    assert ran.stderr.endswith("none of 3 notes is stale or lost\n")
    changed = SESSIONS.replace("if cookie is None", "if not cookie")
    (noted.folder / "app/sessions.py").write_text(changed)
    text = noted("note", "list", "--stale", "--diff").text
    assert "  1 stale  app/sessions.py::SessionStore.open_session (7-11)  (1 line changed)" in text
    assert "    -        if cookie is None:\n    +        if not cookie:\n" in text
    assert "signing" not in text
    assert noted("note", "edit", "1", "--here", "--json").json["state"] == "current"


def test_the_other_commands_show_notes(noted: Cli) -> None:
    assert "note 1 on 7-11: The cookie may be None. …" in noted("rank", "session cookie").text
    assert "note 1 on 7-11: The cookie may be None. …" in noted("why", "cookie", "app/sessions.py").text
    assert noted("rank", "session cookie", "--json").json["files"][0]["notes"][0]["id"] == 1
    found = noted("search", "may be None").text
    assert found.startswith(
        "app/sessions.py:7-11  note SessionStore.open_session\n    note 1 on 7-11: The cookie"
    )
    packed = noted("context", "open session cookie", "-b", "900").text
    assert "\n> note 1: The cookie may be None.\n> See #12.\n\n" in packed
    assert packed.index("> note 3: all") < packed.index("## app/")


def test_edit_rm_and_their_answers(noted: Cli) -> None:
    assert noted("note", "edit", "2", "signs and checks").text.endswith("    signs and checks\n")
    assert (
        noted("note", "edit", "2", "-", "--json", stdin=b"from stdin \xff\n").json["text"]
        == "from stdin \ufffd"
    )
    for arguments in (("rm", "1", "9"), ("edit", "9")):
        ran = noted("note", *arguments)
        assert (ran.code, ran.stdout) == (2, b"")
        assert ran.error == "error: no note 9; there are: 1, 2, 3"
    ran = noted("note", "edit", "1")
    assert ran.code == 2
    assert "an editor needs a terminal" in ran.error
    assert noted("note", "rm", "1", "3").stderr == "removed 2 notes\n"
    assert noted("note", "rm", "2", "--json").json == {"removed": [2]}
    ran = noted("note", "list")
    assert (ran.code, ran.stdout) == (0, b"")
    assert ran.stderr.startswith("there are no notes yet; ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["add", "x", "--symbol", "nowhere"], "no symbol 'nowhere'"),
        (["add", "x", "--file", "nowhere.py"], "no file nowhere.py"),
        (["add", "x", "--span", "app/main.py:90-99"], "begins after the end"),
        (["add"], "TEXT"),
        (["import", "nowhere.txt"], "cannot read nowhere.txt"),
        (["explode"], "explode"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli("note", *arguments)
    assert (ran.code, ran.stdout) == (2, b"")
    assert says in ran.error


def test_export_and_import(noted: Cli, tmp_path: Path) -> None:
    place = tmp_path / "notes.txt"
    assert noted("note", "export", "--out", place).code == 0
    exported = place.read_bytes()
    assert noted("note", "import", place).text == "0 added, 0 updated, 3 as they were\n"
    noted("note", "rm", "1", "2", "3")
    assert noted("note", "export").stdout == b""
    assert noted("note", "import", "-", "--json", stdin=exported).json == {
        "added": 3,
        "updated": 0,
        "kept": 0,
    }
    assert noted("note", "export").stdout == exported
    place.write_bytes(exported.replace(b"kind: symbol", b"kind: \x1b[31m"))
    ran = noted("note", "import", place)
    assert ran.code == 2
    assert "\x1b" not in ran.stderr
    assert "nothing was imported" in ran.error
    ran = noted("note", "import", "-", stdin=exported + b"\xff")
    assert ran.code == 2
    assert "not UTF-8" in ran.error


def test_hostile_text_reaches_no_terminal(noted: Cli) -> None:
    noted("note", "add", "\x1b]0;owned\x07 \u202e \x9b31m")
    for arguments in (("note", "list"), ("search", "owned"), ("context", "session", "-b", "900")):
        ran = noted(*arguments)
        assert "owned" in ran.text
        assert not set("\x1b\x07\x9b\u202e") & set(ran.text)


def test_shared_options_are_taken_at_every_place(noted: Cli, tmp_path: Path) -> None:
    root = str(noted.folder)
    for order in (("-C", root, "note", "list"), ("note", "-C", root, "list"), ("note", "list", "-C", root)):
        assert noted(*order, cwd=tmp_path).text.startswith("  1 current")


def test_help_of_the_group(cli: Cli) -> None:
    overview = cli("note").text
    assert overview == cli("note", "--help").text
    for command in ("add", "list", "edit", "rm", "export", "import"):
        assert f"  {command} " in overview
    assert "..." not in overview.partition("Commands:")[2].partition("Examples:")[0]
    assert "Examples:\n" in cli("note", "add", "-h").text


def test_an_editor_is_opened_on_a_terminal(noted: Cli, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\ngrep -q signs "$1" && printf \'from the editor\\n\' > "$1"\n')
    editor.chmod(0o755)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "ctxsmith_tui", "note", "edit", "2"]
    env = noted.env | {"EDITOR": str(editor), "VISUAL": ""}
    done = subprocess.run(
        command, cwd=noted.folder, env=env, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, timeout=60
    )
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 0, done.stderr
    assert noted("note", "list", "--json").json["notes"][1]["text"] == "from the editor"


def test_eight_commands_at_once_lose_nothing(fresh: Cli) -> None:
    """They also race to build the first index; the database has the notes that four of them edit."""
    write(fresh.folder, FILES)
    store = NotesStore(UserDatabase(fresh.folder))
    for k in range(4):
        store.add(new_note(f"old {k}", Anchor(NoteKind.REPOSITORY), Sighting()))
    commands = [("add", f"text {k}", "--file", "README.md") for k in range(4)]
    commands += [("edit", f"{k}", f"edited {k}") for k in range(1, 5)]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    for each in [fresh.start("note", *arguments, **options) for arguments in commands]:
        _, said = each.communicate(timeout=60)
        assert each.returncode == 0, said
    texts = [note.text for note in store.notes()]
    assert texts[:4] == [f"edited {k}" for k in range(1, 5)]
    assert sorted(texts[4:]) == [f"text {k}" for k in range(4)]


def test_doctor_looks_at_the_notes(noted: Cli) -> None:
    found = look_at_notes(noted.folder)
    assert found.ok
    assert found.detail.startswith("3 in ")
    database = noted.folder / ".contextsmith/tui-notes.db"
    for suffix in ("-wal", "-shm"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)
    database.write_bytes(b"no database at all" * 100)
    found = look_at_notes(noted.folder)
    assert not found.ok
    assert "from a backup" in found.fix
    ran = noted("note", "list")
    assert ran.code == 1
    assert "tui-notes.db are damaged" in ran.error


def test_review_notes_are_written_listed_settled_and_exported(noted: Cli) -> None:
    changed = SESSIONS.replace("if cookie is None", "if not cookie")
    (noted.folder / "app/sessions.py").write_text(changed)
    span = ("--span", "app/sessions.py:9")
    assert noted("note", "add", "and an empty one?", "--review", *span).code == 0
    assert noted("note", "add", "this was clear", "--review", "--old", *span).code == 0
    listed = noted("note", "list", "--review").text
    assert listed == (
        "  1 open  app/sessions.py:9-9\n    and an empty one?\n"
        "  2 open  app/sessions.py:9-9  (old side)\n    this was clear\n"
    )
    exported = noted("note", "export", "--review").text
    assert exported.startswith("# Review of the working tree\n\n2 notes on 1 file.\n")
    assert exported.index("this was clear") < exported.index("and an empty one?")
    assert "```py\n        if not cookie:\n```" in exported
    assert noted("note", "resolve", "1").text.startswith("  1 resolved  app/sessions.py:9-9\n")
    assert "1 note on 1 file" in noted("note", "export", "--review", "--json").json["text"]
    assert noted("note", "rm", "--review", "1", "2").code == 0
    ran = noted("note", "export", "--review", "main")
    assert (ran.code, ran.stdout) == (0, b"")
    assert "no open review notes of this branch against main" in ran.stderr
    assert noted("note", "list").text.count("\n") == 6


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["text", "--review"], "give --span"),
        (["text", "--review", "--span", "app/main.py"], "give --span path:10-12"),
        (["text", "--review", "--file", "app/main.py", "--span", "1-2"], "nothing else"),
        (["text", "--old", "--span", "app/main.py:1"], "give --review, too"),
        (["text", "--review", "--base", "nowhere", "--span", "app/main.py:1"], "no commit 'nowhere'"),
    ],
)
def test_a_review_note_stands_on_lines(noted: Cli, arguments: list[str], wrong: str) -> None:
    ran = noted("note", "add", *arguments)
    assert ran.code == 2
    assert wrong in ran.stderr
