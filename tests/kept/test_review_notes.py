"""Review notes through the engine: on either side of a diff, found again, undone and exported."""

from __future__ import annotations

import os
import subprocess

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import NoteState, ReviewState, Side, Spec

RETRY = """\
class Retry:
    def run(self, job):
        for attempt in range(self.limit):
            if job.start(attempt):
                return attempt
        raise TimeoutError(job)

    def stop(self):
        self.stopped = True
"""
EDITED = RETRY.replace("range(self.limit)", "range(self.limit + 1)")


@pytest.fixture
def engine(make_engine) -> Engine:
    made = make_engine({"app/retry.py": RETRY, "notes.lock": "one\ntwo\n"}, [("begin", {})])
    change(made, "app/retry.py", EDITED)
    return made


def change(engine: Engine, path: str, text: str | None) -> None:
    if text is None:
        (engine.root / path).unlink()
    else:
        (engine.root / path).write_text(text)
    engine.close()


def git(engine: Engine, *args: str) -> None:
    identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    subprocess.run(["git", *identity, *args], cwd=engine.root, check=True, capture_output=True)
    engine.close()


def test_a_note_stands_on_a_line_of_the_new_side_and_follows_it(engine: Engine) -> None:
    added = engine.add_review_note("off by one?", "app/retry.py", (3, 3))
    assert (added.side, added.commit, added.written) == (Side.NEW, "", Spec("app/retry.py", 3, 3))
    assert added.quoted == ("        for attempt in range(self.limit + 1):",)
    change(engine, "app/retry.py", "import time\n\n" + EDITED)
    (moved,) = engine.review_notes("")
    assert (moved.start_line, moved.end_line, moved.code) == (5, 5, NoteState.CURRENT)
    assert moved.written == added.written


def test_a_note_on_edited_code_is_stale_and_on_deleted_code_lost(engine: Engine) -> None:
    engine.add_review_note("off by one?", "app/retry.py", (3, 3))
    change(engine, "app/retry.py", EDITED.replace("self.limit + 1", "self.limit + self.more"))
    assert [note.code for note in engine.review_notes()] == [NoteState.STALE]
    change(engine, "app/retry.py", None)
    assert [note.code for note in engine.review_notes()] == [NoteState.LOST]


def test_a_note_on_the_old_side_keeps_its_place_and_commit(engine: Engine) -> None:
    head = engine.changes().head_commit
    added = engine.add_review_note("why?", "app/retry.py", (3, 3), side=Side.OLD)
    assert (added.commit, added.quoted) == (head, ("        for attempt in range(self.limit):",))
    change(engine, "app/retry.py", None)
    assert engine.review_notes() == (added,)


def test_a_review_of_a_branch_notes_the_commits_of_both_sides(engine: Engine) -> None:
    git(engine, "switch", "-q", "-c", "fix")
    git(engine, "commit", "-q", "-a", "-m", "one more")
    changes = engine.changes("main")
    new = engine.add_review_note("new", "app/retry.py", (3, 3), base="main")
    old = engine.add_review_note("old", "app/retry.py", (3, 3), side=Side.OLD, base="main...HEAD")
    assert (new.commit, old.commit) == (changes.head_commit, changes.base_commit)
    assert new.quoted != old.quoted
    assert engine.review_notes("main") == engine.review_notes("main...HEAD") == (new, old)
    assert engine.review_notes("") == ()
    git(engine, "switch", "-q", "-c", "other")
    assert engine.review_notes("main") == ()
    assert len(engine.review_notes()) == 2


def test_a_file_that_the_index_leaves_out_can_be_reviewed(engine: Engine) -> None:
    engine.add_review_note("why two?", "notes.lock", (2, 2))
    change(engine, "notes.lock", "zero\none\ntwo\n")
    (note,) = engine.review_notes()
    assert (note.start_line, note.code) == (3, NoteState.CURRENT)


def test_a_note_finds_lines_that_moved_while_it_was_written(engine: Engine) -> None:
    code = EDITED.split("\n")[2:4]
    change(engine, "app/retry.py", "\n\n" + EDITED)
    added = engine.add_review_note("why?", "app/retry.py", (3, 4), code=code)
    assert (added.start_line, list(added.quoted)) == (5, code)
    with pytest.raises(UsageError, match="changed meanwhile"):
        engine.add_review_note("why?", "app/retry.py", (3, 3), code=["something else entirely = 1"])


@pytest.mark.parametrize(
    ("path", "lines", "wrong"),
    [
        ("app/retry.py", (90, 91), "ends after the end"),
        ("app/retry.py", (3, 2), "impossible lines"),
        ("app/retry.py", (1, 500), "too many lines"),
        ("app/none.py", (1, 1), "no file app/none.py"),
        ("../outside.py", (1, 1), "no file"),
    ],
)
def test_lines_that_are_not_there_are_refused(engine: Engine, path, lines, wrong) -> None:
    with pytest.raises(UsageError, match=wrong):
        engine.add_review_note("text", path, lines)
    with pytest.raises(UsageError, match="empty"):
        engine.add_review_note("  \n", "app/retry.py", (1, 1))


def test_an_unknown_base_and_an_unknown_note_are_refused(engine: Engine) -> None:
    with pytest.raises(UsageError, match="no commit 'nowhere'"):
        engine.add_review_note("text", "app/retry.py", (1, 1), base="nowhere")
    with pytest.raises(UsageError, match="no review note 7; there are no review notes yet"):
        engine.edit_review_note(7, "text")
    engine.add_review_note("text", "app/retry.py", (1, 1))
    with pytest.raises(UsageError, match="no review note 7; there are: 1"):
        engine.remove_review_note(1, 7)
    assert len(engine.review_notes()) == 1


def test_resolved_notes_are_shown_only_when_asked_for(engine: Engine) -> None:
    note = engine.add_review_note("text", "app/retry.py", (1, 1))
    assert engine.resolve_review_note(note.id).state is ReviewState.RESOLVED
    assert engine.review_notes() == ()
    assert len(engine.review_notes(include_resolved=True)) == 1
    engine.resolve_review_note(note.id, resolved=False)
    assert len(engine.review_notes()) == 1


def test_review_notes_are_in_no_pack_and_in_no_other_answer(engine: Engine) -> None:
    before = engine.context("retry a job")
    engine.add_review_note("xyzzy retry job", "app/retry.py", (3, 3))
    assert engine.context("retry a job").text == before.text
    assert "xyzzy" not in engine.context("retry a job", diff="").text
    assert (engine.notes(), engine.export_notes(), engine.search("xyzzy")) == ((), "", ())


def test_each_change_of_a_note_is_a_step_that_can_be_undone(engine: Engine) -> None:
    note = engine.add_review_note("one", "app/retry.py", (3, 3), writer=1)
    engine.edit_review_note(note.id, "two", writer=1)
    engine.resolve_review_note(note.id, writer=1)
    engine.remove_review_note(note.id, writer=1)
    seen = []
    while undone := engine.undo(writer=1):
        found = engine.review_notes(include_resolved=True)
        seen.append((undone.label, [(each.text, each.state.value) for each in found]))
    assert seen == [
        ("remove review note 1", [("two", "resolved")]),
        ("edit review note 1", [("two", "open")]),
        ("edit review note 1", [("one", "open")]),
        ("add review note 1", []),
    ]
    for _ in range(2):
        engine.redo(writer=1)
    assert [(each.id, each.uid, each.text) for each in engine.review_notes()] == [(1, note.uid, "two")]


def test_undo_leaves_a_note_alone_that_somebody_else_has_changed(engine: Engine) -> None:
    note = engine.add_review_note("one", "app/retry.py", (3, 3), writer=1)
    engine.edit_review_note(note.id, "theirs")
    undone = engine.undo(writer=1)
    assert undone is not None
    assert undone.skipped == (f"review/{note.uid}",)
    assert [each.text for each in engine.review_notes()] == ["theirs"]


def test_the_export_is_in_the_order_of_the_diff(engine: Engine) -> None:
    engine.add_review_note("new line", "app/retry.py", (3, 3))
    engine.add_review_note("old line", "app/retry.py", (3, 3), side=Side.OLD)
    engine.add_review_note("first", "app/retry.py", (1, 1))
    text = engine.export_review("")
    assert [text.index(each) for each in ("first", "old line", "new line")] == sorted(
        text.index(each) for each in ("first", "old line", "new line")
    )
    assert text.startswith("# Review of the working tree\n\n3 notes on 1 file.\n\n## `app/retry.py`\n")
    assert (
        "### `app/retry.py:3`, work tree\n\n```py\n        for attempt in range(self.limit + 1):\n```" in text
    )
    assert f"### `app/retry.py:3`, commit {engine.changes().head_commit[:10]}, old side" in text
    assert engine.export_review("main") == ""


def test_an_undecodable_file_name_can_be_reviewed(make_engine) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    engine = make_engine({name: "a\nb\n"}, [("begin", {})])
    note = engine.add_review_note("here", name, (2, 2))
    assert (engine.review_notes()[0].path, note.quoted) == (name, ("b",))
    assert "`caf\\xe9.txt:2`" in engine.export_review("")


def test_viewed_holds_until_the_file_changes_again(engine: Engine) -> None:
    files = engine.changes().files
    assert engine.viewed(files) == frozenset()
    engine.mark_viewed(files[0])
    assert engine.viewed(files) == {"app/retry.py"}
    change(engine, "app/retry.py", EDITED + "# more\n")
    again = engine.changes().files
    assert engine.viewed(again) == frozenset()
    change(engine, "app/retry.py", EDITED)
    assert engine.viewed(engine.changes().files) == {"app/retry.py"}
    engine.mark_viewed(files[0], False)
    assert engine.viewed(files) == frozenset()
