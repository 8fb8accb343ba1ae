"""Reading changes at the workbench: hunks, marks, review notes, their export, and notes of others."""

from __future__ import annotations

import subprocess

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.handout.clipboard import Copied
from ctxsmith_tui.model import Side
from ctxsmith_tui.tui.change_rows import Kind
from ctxsmith_tui.tui.commands import handing_over
from ctxsmith_tui.tui.comparing import Comparing
from ctxsmith_tui.tui.screens.ask import AskLines, AskText, Choose
from ctxsmith_tui.tui.widgets.changes_view import ChangesView
from ctxsmith_tui.tui.widgets.notes_view import NotesView
from tests.tui.conftest import Desk, Drive

APP = "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(20))
FILES = {
    "app.py": APP,
    "lib.py": "LIMIT = 1\n",
    "tests/test_app.py": "from app import f3\n\n\ndef test_f3():\n    assert f3()\n",
}


def edit(engine: Engine) -> None:
    text = APP.replace("return 3\n", "return 33\n").replace("    return 12\n", "    pass\n")
    (engine.root / "app.py").write_text(text)
    (engine.root / "lib.py").write_text("LIMIT = 2\n")


def git(engine: Engine, *args: str) -> None:
    identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    subprocess.run(["git", *identity, *args], cwd=engine.root, check=True, capture_output=True)


@pytest.fixture
def engine(make_engine) -> Engine:
    made = make_engine(FILES, [("begin", {})])
    edit(made)
    return made


def changes_of(desk: Desk) -> ChangesView:
    view = desk.view("changes")
    assert isinstance(view, ChangesView)
    return view


async def open_changes(desk: Desk) -> ChangesView:
    await desk.press("escape", "5")
    view = changes_of(desk)
    await desk.until(lambda: view.count > 0)
    return view


async def write(desk: Desk, text: str) -> None:
    """Answer the question for a text."""
    await desk.until(lambda: isinstance(desk.app.screen, AskLines))
    desk.app.screen.query_one("TextArea").text = text  # type: ignore[attr-defined]
    await desk.press("f2")
    await desk.until(lambda: not isinstance(desk.app.screen, AskLines))


def texts(view: ChangesView, kind: Kind) -> list[str]:
    return [view.text_of(y) for y, row in enumerate(view.rows) if row.kind is kind]


def test_a_pull_request_is_read_from_first_hunk_to_exported_review(
    engine: Engine, drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(engine, "switch", "-q", "-c", "fix")
    git(engine, "commit", "-q", "-a", "-m", "change")
    copied: list[str] = []

    async def to_clipboard(self, text: str) -> Copied:
        copied.append(text)
        return Copied("test", len(text), len(text.encode()), True, None, "copied")

    monkeypatch.setattr(handing_over.HandingOverCommands, "to_clipboard", to_clipboard)

    async def script(desk: Desk) -> None:
        await desk.press("escape", "5", "B")
        await desk.until(lambda: isinstance(desk.app.screen, Choose))
        await desk.pilot.press(*"main", "enter")
        view = changes_of(desk)
        await desk.until(lambda: view.count == 2)
        await desk.press("n", "j", "j", "j", "j")
        assert view.row_at_cursor is not None
        assert view.row_at_cursor.the_line is not None
        assert (view.row_at_cursor.the_line.kind, view.row_at_cursor.the_line.text) == ("-", "    return 3")
        await desk.pilot.press("M")
        await write(desk, "who needs 33?")
        await desk.until(lambda: texts(view, Kind.NOTE) != [])
        assert texts(view, Kind.NOTE) == ["note 1, line 14, as it was", "who needs 33?"]
        await desk.press("n")
        assert view.row_at_cursor.hunk == 1
        await desk.press("V")
        await desk.until(lambda: "1 viewed" in str(view.border_title))
        assert view.row_at_cursor.path == "lib.py"
        await desk.press("n", "N")
        assert view.row_at_cursor.path == "lib.py"  # the file that was viewed is passed over
        await desk.pilot.press("E")
        await desk.until(lambda: isinstance(desk.app.screen, AskText))
        await desk.press("escape")

    drive(engine, script)
    (text,) = copied
    assert text.startswith("# Review of main...HEAD\n")
    assert "old side\n\n```py\n    return 3\n```\n\nwho needs 33?\n" in text
    (note,) = Engine(engine.root).review_notes("main")
    assert (note.side, note.start_line) == (Side.OLD, 14)


def test_a_base_as_the_first_way_in_watches_head_once(
    engine: Engine, drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(engine, "switch", "-q", "-c", "fix")
    git(engine, "commit", "-q", "-a", "-m", "change")
    watching: list[Comparing] = []
    real = Comparing.begin

    async def begin(self: Comparing) -> None:
        watching.append(self)
        try:
            await real(self)
        finally:
            watching.remove(self)

    monkeypatch.setattr(Comparing, "begin", begin)

    async def script(desk: Desk) -> None:
        await desk.press("escape", "B")
        await desk.until(lambda: isinstance(desk.app.screen, Choose))
        await desk.pilot.press(*"main", "enter")
        view = changes_of(desk)
        await desk.until(lambda: view.count == 2)
        assert desk.app.comparing.state.base == "main"
        (engine.root / "app.py").write_text(APP)
        git(engine, "commit", "-q", "-a", "-m", "take one back")
        await desk.until(lambda: view.count == 1)
        await desk.press("1", "5", "6")
        assert len(watching) == 1

    drive(engine, script)
    assert Engine(engine.root).curation().settings["compared"] == "main"


def test_edits_show_up_and_the_cursor_stays_on_its_line(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await open_changes(desk)
        await desk.press("n", "n", "j", "j", "j", "j", "j")
        assert view.row_at_cursor is not None
        at = view.row_at_cursor.the_line
        assert at is not None
        assert at.kind == "+"
        await desk.press("V")
        await desk.until(lambda: "1 viewed" in str(view.border_title))
        view.open_file("app.py")
        view.go_to(next(y for y, row in enumerate(view.rows) if row.the_line == at))
        (engine.root / "app.py").write_text("import os\n\n" + (engine.root / "app.py").read_text())
        await desk.app.session.tree.look()
        await desk.until(lambda: len(texts(view, Kind.HUNK)) == 3)
        assert view.row_at_cursor.the_line is not None
        assert (view.row_at_cursor.the_line.text, view.row_at_cursor.the_line.new) == (at.text, at.new + 2)
        await desk.until(lambda: "viewed" not in str(view.border_title))  # it changed again

    drive(engine, script)


def test_review_notes_are_undone_settled_and_deleted(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await open_changes(desk)
        await desk.press("n")
        await desk.pilot.press("M")
        await write(desk, "why?")
        await desk.until(lambda: len(texts(view, Kind.NOTE)) == 2)
        view.go_to(next(y for y, row in enumerate(view.rows) if row.kind is Kind.NOTE))
        await desk.press("A")
        await desk.until(lambda: texts(view, Kind.NOTE)[0].endswith("resolved"))
        await desk.press("delete")
        await desk.until(lambda: texts(view, Kind.NOTE) == [])
        await desk.press("u", "u")
        await desk.until(lambda: texts(view, Kind.NOTE) == ["note 1, line 14", "why?"])
        await desk.press("u")
        await desk.until(lambda: texts(view, Kind.NOTE) == [])

    drive(engine, script)


def test_the_diff_becomes_the_task_and_is_taken_back(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("escape", "d")
        await desk.until(lambda: desk.state.pack is not None and "-    return 3\n" in desk.state.pack.text)
        assert "diff of work tree" in desk.frame()
        assert desk.state.curation.task == ""
        await desk.press("d")
        await desk.until(lambda: desk.state.pack is None)

    drive(engine, script)


def test_decisions_are_about_the_function_of_the_hunk(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await open_changes(desk)
        await desk.press("n", "space")
        await desk.until(lambda: [str(each.spec) for each in desk.state.curation.decisions] == ["app.py::f3"])

    drive(engine, script)


def test_words_are_found_in_files_that_are_folded(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await open_changes(desk)
        await desk.press("slash")
        await desk.pilot.press(*"limit")
        await desk.press("enter")
        assert [row.path for row in view.rows if row.kind is Kind.HUNK] == ["lib.py"]
        first = view.cursor
        assert "LIMIT" in view.text_of(first)
        await desk.press("n")
        assert (view.cursor, view.text_of(view.cursor)) == (first + 1, "LIMIT = 2")
        await desk.press("escape")
        await desk.press("N")
        assert view.row_at_cursor is not None
        assert view.row_at_cursor.kind is Kind.HUNK

    drive(engine, script)


def test_functions_are_reckoned_where_a_diff_is_the_whole_task(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("escape", "d")
        await desk.until(lambda: any(file.path == "app.py" for file in desk.state.files))
        units = await desk.app.session.units_of("app.py")
        assert "f12" in [unit.symbol for unit in units[:4]]

    drive(engine, script)


def test_tests_that_reach_a_file_are_found_while_the_cursor_rests_there(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await open_changes(desk)
        await desk.press("l")
        await desk.until(lambda: any("tests that reach it" in text for text in texts(view, Kind.ABOUT)))
        assert any("tests/test_app.py::test_f3" in text for text in texts(view, Kind.ABOUT))

    drive(engine, script)


def test_notes_of_other_processes_appear_and_vanish(engine: Engine, drive: Drive) -> None:
    other = Engine(engine.root)

    async def script(desk: Desk) -> None:
        await desk.press("escape", "6")
        view = desk.view("notes")
        assert isinstance(view, NotesView)
        assert view.count == 0
        note = other.add_note("mind the limit", file="lib.py")
        other.add_review_note("why two?", "lib.py", (1, 1))
        await desk.until(lambda: {row.text for row in view.rows} >= {"mind the limit", "why two?"})
        other.remove_note(note.id)
        await desk.until(lambda: "mind the limit" not in {row.text for row in view.rows})
        await desk.press("slash")
        await desk.pilot.press(*"nowhere")
        await desk.until(lambda: view.count == 0)
        await desk.press("escape")
        await desk.until(lambda: view.count > 0)

    drive(engine, script)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
def test_panes_without_anything_to_show_say_what_to_do(make_engine, drive: Drive, size) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("escape", "5")
        await desk.until(lambda: "git init" in desk.frame())
        assert "B compares with something else" in desk.frame()
        await desk.press("6")
        assert "No notes yet" in desk.frame()

    drive(make_engine({"a.py": "x = 1\n"}), script, size=size)


def test_an_unknown_base_is_said_and_a_clean_tree_too(make_engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("escape", "5")
        await desk.until(lambda: "The work tree is as in the last commit" in desk.frame())
        await desk.app.comparing.compare("nowhere")
        await desk.until(lambda: "no commit 'nowhere'" in desk.frame())

    drive(make_engine({"a.py": "x = 1\n"}, [("begin", {})]), script)


def test_hostile_names_code_and_notes_are_shown_as_text(make_engine, drive: Drive) -> None:
    name = "[b]\x1b[31m\u202ex[/b].py"
    engine = make_engine({name: "a = 1\n"}, [("begin", {})])
    line = "[/x] \x1b]0;t\x07\u202e\t" + "y" * 10_000 + " 😀"
    (engine.root / name).write_text(f"a = 1\n{line}\n")
    engine.add_review_note("[bold]\x1b[2J[/x]", name, (2, 2))

    async def script(desk: Desk) -> None:
        await open_changes(desk)
        await desk.press("n", "j", "j", "l", "l")
        assert "\\x1b]0;t\\x07" in desk.frame()
        await desk.press("6")
        assert "[bold]\\x1b[2J[/x]" in desk.frame()
        for part in desk.frame(), desk.app.export_screenshot():
            assert "\x1b" not in part
            assert "\u202e" not in part

    drive(engine, script)
