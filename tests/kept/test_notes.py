"""Notes through the engine: kept, found again, and shown wherever their code is shown."""

from __future__ import annotations

import json
import re
import subprocess
import time
from pathlib import Path

import pytest

from ctxsmith_tui import CtxsmithError, Engine
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import ImportReport, Note, NoteKind, NoteState
from ctxsmith_tui.pack.formats import FORMATS

RETRY = '''\
"""Retries."""


class Retry:
    def run(self, job):
        for attempt in range(self.limit):
            if job.start(attempt):
                return attempt
        raise TimeoutError(job)

    def stop(self):
        self.stopped = True
'''
FILES = {
    "app/retry.py": RETRY,
    "app/cookies.py": "def read_cookie(header):\n    return header[1:]\n\n\ndef run(x):\n    return x\n",
    "README.md": "# Demo\n\nRetries jobs.\n",
    "logo.bin": b"\x00\x01",
}


@pytest.fixture
def engine(make_engine) -> Engine:
    return make_engine(FILES, [("begin", {})])


def change(engine: Engine, path: str, text: str | None) -> None:
    place = engine.root / path
    if text is None:
        place.unlink()
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    engine.close()


def git(engine: Engine, *args: str) -> None:
    identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    subprocess.run(["git", *identity, *args], cwd=engine.root, check=True, capture_output=True)
    engine.close()


def only(engine: Engine) -> Note:
    (note,) = engine.notes()
    return note


# --- writing -----------------------------------------------------------------------------------------


def test_a_note_has_a_place_a_state_and_times(engine: Engine) -> None:
    before = int(time.time())
    note = engine.add_note("Counted twice.", symbol="Retry.run")
    assert (note.id, note.text, note.kind, note.path, note.symbol) == (
        *(1, "Counted twice.", NoteKind.SYMBOL),
        *("app/retry.py", "Retry.run"),
    )
    assert (note.start_line, note.end_line, note.state, note.change) == (5, 9, NoteState.CURRENT, "")
    assert before <= note.created == note.edited <= time.time()
    assert re.fullmatch("[0-9a-f]{16}", note.uid)
    assert engine.notes() == (note,)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ({}, (NoteKind.REPOSITORY, "", 0, 0, "")),
        ({"file": "app/retry.py"}, (NoteKind.FILE, "app/retry.py", 0, 0, "")),
        ({"file": "logo.bin"}, (NoteKind.FILE, "logo.bin", 0, 0, "")),
        ({"symbol": "app/cookies.py::run"}, (NoteKind.SYMBOL, "app/cookies.py", 5, 6, "run")),
        ({"symbol": "stop"}, (NoteKind.SYMBOL, "app/retry.py", 11, 12, "Retry.stop")),
        ({"symbol": "run", "file": "app/cookies.py"}, (NoteKind.SYMBOL, "app/cookies.py", 5, 6, "run")),
        ({"span": "app/retry.py:7-8"}, (NoteKind.SPAN, "app/retry.py", 7, 8, "")),
        ({"span": "7", "file": "app/retry.py"}, (NoteKind.SPAN, "app/retry.py", 7, 7, "")),
        ({"span": "app/retry.py::Retry"}, (NoteKind.SYMBOL, "app/retry.py", 4, 12, "Retry")),
        ({"span": "app/retry.py"}, (NoteKind.FILE, "app/retry.py", 0, 0, "")),
    ],
)
def test_places_as_people_name_them(
    engine: Engine, place: dict[str, str], expected: tuple[object, ...]
) -> None:
    note = engine.add_note("x", **place)
    assert (note.kind, note.path, note.start_line, note.end_line, note.symbol) == expected


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ({"symbol": "run"}, r"ambiguous; write one of: app/cookies.py::run, app/retry.py::Retry.run$"),
        ({"symbol": "nowhere"}, "no symbol 'nowhere' in this repository"),
        ({"symbol": "cookie"}, "did you mean read_cookie"),
        ({"symbol": "app/retry.py::Retry.walk"}, "no symbol"),
        ({"file": "app/nothing.py"}, "no file"),
        ({"file": "../outside.py"}, "outside"),
        ({"span": "app/retry.py:90-99"}, "begins after the end"),
        ({"span": "app/retry.py:2-3"}, "is blank"),
        ({"span": "app/retry.py:2", "symbol": "stop"}, "not both"),
    ],
)
def test_places_that_are_none(engine: Engine, place: dict[str, str], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        engine.add_note("x", **place)
    assert engine.notes() == ()


@pytest.mark.parametrize("text", ["", " \n", "x" * 100_001])
def test_texts_that_are_none(engine: Engine, text: str) -> None:
    with pytest.raises(UsageError, match="the note"):
        engine.add_note(text)


def test_a_span_that_is_too_long_to_follow_is_refused(make_engine) -> None:
    engine = make_engine({"a.txt": "".join(f"line {k}\n" for k in range(300))})
    engine.add_note("x", span="a.txt:1-200")
    with pytest.raises(UsageError, match="too long"):
        engine.add_note("x", span="a.txt:1-201")


def test_edit_and_remove(engine: Engine) -> None:
    engine.add_note("one", symbol="stop")
    engine.add_note("two")
    edited = engine.edit_note(1, "first")
    assert (edited.text, edited.symbol) == ("first", "Retry.stop")
    assert engine.edit_note(1, file="README.md").path == "README.md"
    for call in (
        lambda: engine.edit_note(7, "x"),
        lambda: engine.remove_note(1, 7),
        lambda: engine.edit_note(7),
    ):
        with pytest.raises(UsageError, match=r"no note 7; there are: 1, 2$"):
            call()
    with pytest.raises(UsageError, match="nothing to change"):
        engine.edit_note(1)
    engine.remove_note(1, 2)
    assert engine.notes() == ()
    with pytest.raises(UsageError, match="no notes yet"):
        engine.remove_note(1)


# --- following ---------------------------------------------------------------------------------------


def test_a_rebuild_does_not_touch_notes(engine: Engine) -> None:
    note = engine.add_note("x", symbol="stop")
    engine.index(rebuild=True)
    assert engine.notes() == (note,)
    for name in ("tui-index.db", "tui-index.db-wal", "tui-index.db-shm"):
        (engine.root / ".contextsmith" / name).unlink(missing_ok=True)
    assert Engine(engine.root).notes() == (note,)


def test_a_branch_switch_there_and_back(engine: Engine) -> None:
    note = engine.add_note("x", symbol="Retry.run")
    git(engine, "checkout", "-qb", "other")
    change(engine, "app/retry.py", RETRY.replace("return attempt", "return None"))
    git(engine, "commit", "-qam", "Change it")
    assert (only(engine).state, only(engine).change) == (NoteState.STALE, "1 line changed")
    git(engine, "rm", "-q", "app/retry.py")
    git(engine, "commit", "-qm", "Drop it")
    assert only(engine).state is NoteState.LOST
    assert only(engine).path == "app/retry.py"
    git(engine, "checkout", "-q", "main")
    assert engine.notes() == (note,)


def test_renames_moves_and_formatters_keep_a_note_current(engine: Engine) -> None:
    engine.add_note("x", symbol="Retry.run")
    renamed = RETRY.replace("def run", "def attempt_all")
    change(engine, "app/retry.py", renamed)
    assert (only(engine).symbol, only(engine).state) == ("Retry.attempt_all", NoteState.CURRENT)
    assert only(engine).change == "renamed from Retry.run"
    git(engine, "mv", "app/retry.py", "jobs.py")
    assert (only(engine).path, only(engine).state) == ("jobs.py", NoteState.CURRENT)
    formatted = renamed.replace("(self, job)", "(\n        self,\n        job,\n    )").replace("    ", "\t")
    change(engine, "jobs.py", formatted)
    note = only(engine)
    assert (note.state, note.start_line, note.end_line) == (NoteState.CURRENT, 5, 12)
    assert note.change == "renamed from Retry.run, moved from app/retry.py"


def test_a_function_that_moves_to_another_file(engine: Engine) -> None:
    engine.add_note("x", symbol="Retry.run")
    engine.add_note("y", span="app/retry.py:6-8")
    method = RETRY[RETRY.index("    def run") : RETRY.index("\n    def stop")]
    change(engine, "app/retry.py", RETRY.replace(method, ""))
    change(engine, "lib/loops.py", "import time\n\n\nclass Loop:\n" + method)
    for note in engine.notes():
        assert (note.state, note.path) == (NoteState.CURRENT, "lib/loops.py")


def test_a_file_that_is_renamed(engine: Engine) -> None:
    engine.add_note("x", file="app/retry.py")
    git(engine, "mv", "app/retry.py", "app/again.py")
    assert (only(engine).path, only(engine).change) == ("app/again.py", "moved from app/retry.py")
    change(engine, "app/again.py", RETRY.replace("Retries.", "Tries again."))
    assert (only(engine).path, only(engine).state) == ("app/again.py", NoteState.STALE)


def test_what_changed_is_shown_and_can_be_accepted(engine: Engine) -> None:
    engine.add_note("x", symbol="Retry.run")
    change(engine, "app/retry.py", RETRY.replace("job.start(attempt)", "job.start()"))
    note = only(engine)
    assert engine.notes(stale=True) == (note,)
    assert "-            if job.start(attempt):\n+            if job.start():" in note.diff
    assert engine.edit_note(1, here=True).state is NoteState.CURRENT
    assert engine.notes(stale=True) == ()
    change(engine, "app/retry.py", RETRY)
    assert only(engine).state is NoteState.STALE
    change(engine, "app/retry.py", None)
    with pytest.raises(UsageError, match="note 1 is lost"):
        engine.edit_note(1, here=True)
    assert engine.edit_note(1, symbol="read_cookie").state is NoteState.CURRENT


def test_a_note_on_a_file_that_changed_within_the_second(engine: Engine) -> None:
    engine.rank("retry")
    (engine.root / "app/retry.py").write_text("# a comment\n\n" + RETRY)
    note = engine.add_note("x", symbol="Retry.run")
    assert (note.start_line, note.end_line) == (7, 11)
    assert only(engine) == note


# --- export and import -------------------------------------------------------------------------------


def test_notes_travel_to_another_clone(engine: Engine, make_engine) -> None:
    engine.add_note("## no heading\r\n\n> x", symbol="Retry.run")
    engine.add_note("whole", file="README.md")
    engine.add_note("all of it")
    text = engine.export_notes()
    assert engine.import_notes(text) == ImportReport(0, 0, 3)
    other = make_engine({**FILES, "app/retry.py": "import os\n\n" + RETRY})
    assert other.import_notes(text) == ImportReport(3, 0, 0)
    assert other.export_notes() == text
    assert {note.text: note.state.value for note in other.notes()} == {
        "## no heading\r\n\n> x": "current",
        "whole": "current",
        "all of it": "current",
    }
    other.edit_note(1, "later")
    assert engine.import_notes(other.export_notes()) == ImportReport(0, 1, 2)
    assert other.import_notes(text) == ImportReport(0, 0, 3)
    with pytest.raises(UsageError, match=r"line 1: .* nothing was imported"):
        engine.import_notes("nonsense")


def test_an_imported_path_outside_the_root_is_never_read(engine: Engine) -> None:
    engine.add_note("x", file="README.md")
    text = engine.export_notes().replace("path: README.md", "path: ../../etc/passwd")
    engine.remove_note(1)
    engine.import_notes(text)
    assert only(engine).path in ("README.md", "../../etc/passwd")
    assert "root:" not in only(engine).diff


# --- where they are seen -----------------------------------------------------------------------------


def test_rank_why_and_search_show_notes_and_keep_their_scores(engine: Engine) -> None:
    before = engine.rank("retry run job")
    engine.add_note("The zebra limit is per job.", symbol="Retry.run")
    engine.add_note("whole file", file="app/retry.py")
    after = engine.rank("retry run job")
    assert [file.score for file in after.files] == [file.score for file in before.files]
    assert [note.text for note in after.files[0].notes] == ["whole file", "The zebra limit is per job."]
    assert engine.why("retry", "app/retry.py").notes == after.files[0].notes
    (hit,) = [hit for hit in engine.search("zebra limit") if hit.kind == "note"]
    assert (hit.path, hit.start_line, hit.symbol) == ("app/retry.py", 5, "Retry.run")
    assert hit.signature == "The zebra limit is per job."
    named = next(hit for hit in engine.search("Retry.run") if hit.kind != "note")
    assert [note.id for note in named.notes] == [1]


@pytest.mark.parametrize("format", FORMATS)
def test_a_pack_shows_notes_beside_their_code(engine: Engine, format: str) -> None:
    engine.add_note("Counted <twice> & ``` more\n# no heading \x1b[31m", symbol="Retry.run")
    engine.add_note("about the file", file="app/retry.py")
    engine.add_note("about the repository")
    engine.add_note("not shown", symbol="read_cookie")
    change(engine, "app/retry.py", RETRY.replace("range(self.limit)", "range(3)"))
    pins = ["app/retry.py::Retry.run"]
    pack = engine.context("retry", 1_000, format=format, pins=pins, exclude=["app/cookies.py"])
    (item,) = [item for item in pack.items if item.pinned]
    assert item.notes == (1,)
    assert "\x1b" not in pack.text
    order = [pack.text.index(part) for part in ("about the repository", "about the file", "def run(self")]
    assert order == sorted(order)
    assert "not shown" not in pack.text
    assert "stale: 1 line changed" in pack.text
    if format == "json":
        (block,) = [each for each in json.loads(pack.text)["blocks"] if "notes" in each]
        assert block["notes"][0]["text"].startswith("Counted <twice> & ``` more\n# no heading")
    if format == "markdown":
        assert "\n> note 1 (stale: 1 line changed): Counted <twice> & ``` more\n> # no heading" in pack.text


def test_notes_do_not_crowd_out_code(engine: Engine) -> None:
    for k in range(40):
        engine.add_note(f"note number {k} " + "word " * 400, symbol="Retry.run")
    plain = engine.context("retry run job", 600, exclude=["README.md"])
    assert plain.tokens <= 600
    assert "def run(self, job):" in plain.text
    assert "Notes left out: " in plain.text
    assert any("found no room" in notice for notice in plain.notices)
    assert len(re.findall("^> note", engine.context("retry run job", 8_000).text, re.MULTILINE)) > 3
    assert "(the rest: note 1)" in engine.context("retry run job", 8_000).text


def test_a_pin_that_fits_without_notes_fits(engine: Engine) -> None:
    pins = ["app/retry.py"]
    with pytest.raises(CtxsmithError) as raised:
        engine.context("retry", 20, pins=pins)
    needed = int(re.search(r"need (\d+) tokens", str(raised.value))[1])  # type: ignore[index]
    engine.add_note("word " * 20, symbol="Retry.run")
    pack = engine.context("retry", needed, pins=pins)
    assert pack.tokens <= needed
    assert RETRY in pack.text


def test_a_lost_note_is_said_with_every_pack(engine: Engine) -> None:
    engine.add_note("x", symbol="Retry.stop")
    change(engine, "app/retry.py", "def other():\n    return 1\n")
    assert "the code of notes is lost: 1; see note list --stale" in engine.context("other").notices
    assert [note.state.value for note in engine.why("x", "app/retry.py").notes] == ["lost"]


def test_a_damaged_notes_database_is_an_error_that_names_it(engine: Engine) -> None:
    engine.add_note("x")
    place = engine.root / ".contextsmith" / "tui-notes.db"
    for suffix in ("-wal", "-shm"):
        Path(f"{place}{suffix}").unlink(missing_ok=True)
    place.write_bytes(b"garbage" * 1000)
    for ask in (engine.notes, lambda: engine.rank("retry"), lambda: engine.add_note("y")):
        with pytest.raises(CtxsmithError, match=r"tui-notes\.db are damaged"):
            ask()
    assert place.read_bytes() == b"garbage" * 1000


def test_notes_cost_a_ranking_next_to_nothing(make_engine) -> None:
    code = "".join(f"def step_{k}(x):\n    return x + {k}\n\n\n" for k in range(20))
    engine = make_engine({f"m{n}.py": code.replace("step_", f"step_{n}_") for n in range(50)})
    for n in range(50):
        engine.add_note(f"note {n}", symbol=f"step_{n}_3")
    context = engine._context(engine.task_ranking("step").context.query)
    engine._notes_in(context)
    started = time.process_time()
    for _ in range(5):
        assert len(engine._notes_in(context)) == 50
    assert (time.process_time() - started) / 5 < 0.02
