"""Changes as rows, without a screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ctxsmith_tui.model import (
    ChangedFile,
    Changes,
    DiffLine,
    FileStatus,
    Hunk,
    NoteState,
    ReachingTests,
    ReviewNote,
    ReviewState,
    Side,
    Spec,
)
from ctxsmith_tui.tui.change_rows import (
    ChangeInputs,
    ChangeRow,
    Kind,
    Place,
    change_rows,
    hunk_beside,
    new_line,
    place_in,
    position_of,
    reached_by,
    spec_of,
    summary,
    target_of,
)

EDIT = Hunk(
    3,
    3,
    3,
    3,
    (
        DiffLine(" ", 3, 3, "def run():"),
        DiffLine("-", 4, 0, "    return 1"),
        DiffLine("+", 0, 4, "    return 2"),
        DiffLine(" ", 5, 5, ""),
    ),
    "run",
)
CUT = Hunk(20, 2, 20, 1, (DiffLine(" ", 20, 20, "a = 1"), DiffLine("-", 21, 0, "b = 2")), "")
GONE = Hunk(1, 1, 0, 0, (DiffLine("-", 1, 0, "x"),))


def file(path: str, *hunks: Hunk, status: FileStatus = FileStatus.CHANGED, note: str = "") -> ChangedFile:
    return ChangedFile(path, status, hunks, False, note, 1, 1, f"digest of {path}")


APP, BIN, OLD = (
    file("app.py", EDIT, CUT),
    file("logo.png", note="binary"),
    file("old.py", GONE, status=FileStatus.REMOVED),
)
CHANGES = Changes("", "base", "head", (APP, BIN, OLD), "Review of the working tree")
NOTE = ReviewNote(
    id=1,
    uid="1",
    text="why?\nreally",
    side=Side.NEW,
    path="app.py",
    start_line=4,
    end_line=4,
    code=NoteState.CURRENT,
    written=Spec("app.py", 4, 4),
    commit="",
    quoted=("    return 2",),
    base="",
    branch="main",
    state=ReviewState.OPEN,
    author="",
    created=0,
    edited=0,
)
ALL = ("app.py", "logo.png", "old.py")


def shown(inputs: ChangeInputs) -> list[str]:
    """Rows in short: kind and text."""
    return [f"{row.kind} {_text(row)}" for row in change_rows(inputs)]


def _text(row: ChangeRow) -> str:
    if row.kind is Kind.LINE and row.the_line is not None:
        return row.the_line.text
    return row.path if row.kind is Kind.FILE else row.text


def row_of(inputs: ChangeInputs, kind: Kind, number: int = 0) -> ChangeRow:
    return [row for row in change_rows(inputs) if row.kind is kind][number]


def test_closed_files_are_one_row_each() -> None:
    assert shown(ChangeInputs(CHANGES)) == ["file app.py", "file logo.png", "file old.py"]


def test_open_files_show_hunks_lines_and_what_there_is_to_say() -> None:
    assert shown(ChangeInputs(CHANGES, opened=ALL, closed={("app.py", 1)})) == [
        *(
            "file app.py",
            "hunk ",
            "line def run():",
            "line     return 1",
            "line     return 2",
            "line ",
            "hunk ",
        ),
        *("file logo.png", "about binary"),
        *("file old.py", "hunk ", "line x"),
    ]


def test_a_note_stands_below_its_line() -> None:
    rows = shown(ChangeInputs(CHANGES, [NOTE], opened=["app.py"]))
    at = rows.index("line     return 2")
    assert rows[at + 1 : at + 4] == ["note note 1, line 4", "note why?", "note really"]


def test_a_note_on_a_removed_line_stands_below_that() -> None:
    old = replace(NOTE, side=Side.OLD, commit="base")
    rows = shown(ChangeInputs(CHANGES, [old], opened=["app.py"]))
    assert rows[rows.index("line     return 1") + 1] == "note note 1, line 4, as it was"


def test_a_note_that_the_diff_does_not_show_stands_below_its_file_or_at_the_end() -> None:
    elsewhere = replace(NOTE, start_line=90, end_line=91)
    rows = shown(ChangeInputs(CHANGES, [elsewhere], opened=["app.py"]))
    assert rows[:2] == ["file app.py", "note note 1, lines 90-91, outside of this diff"]
    gone = replace(NOTE, path="gone.py", written=Spec("gone.py", 4, 4))
    assert shown(ChangeInputs(CHANGES, [gone]))[3:5] == [
        "about Notes on files that do not differ any more:",
        "note note 1, line 4, outside of this diff",
    ]


@pytest.mark.parametrize(
    ("note", "base", "place"),
    [
        (NOTE, "", Place("app.py", Side.NEW, 4, 4)),
        (replace(NOTE, code=NoteState.LOST), "", None),
        (replace(NOTE, side=Side.OLD, commit="base"), "", Place("app.py", Side.OLD, 4, 4)),
        (replace(NOTE, side=Side.OLD, commit="other"), "", None),
        (replace(NOTE, commit="head", start_line=9, end_line=9), "main", Place("app.py", Side.NEW, 4, 4)),
        (replace(NOTE, commit="older", start_line=9, end_line=9), "main", Place("app.py", Side.NEW, 9, 9)),
    ],
)
def test_a_note_is_placed_by_the_commit_that_it_was_written_on(
    note: ReviewNote, base: str, place: Place | None
) -> None:
    assert place_in(note, replace(CHANGES, base=base)) == place


def test_next_hunk_goes_into_closed_files_but_not_into_viewed_ones() -> None:
    inputs = ChangeInputs(CHANGES, viewed={"app.py"})
    first = change_rows(inputs)[0]
    assert hunk_beside(inputs, (), first, 1) == ("old.py", 0)
    assert hunk_beside(inputs, ("app.py",), first, 1) == ("app.py", 0)
    everything = ChangeInputs(CHANGES, opened=ALL)
    in_second = row_of(everything, Kind.LINE, 5)
    assert hunk_beside(everything, ALL, in_second, 1) == ("old.py", 0)
    assert hunk_beside(everything, ALL, in_second, -1) == ("app.py", 1)
    assert hunk_beside(everything, ALL, row_of(everything, Kind.HUNK, 1), -1) == ("app.py", 0)
    assert hunk_beside(everything, ALL, row_of(everything, Kind.HUNK, 2), 1) is None
    assert hunk_beside(ChangeInputs(replace(CHANGES, files=())), (), None, 1) is None


def test_a_note_is_about_the_chosen_lines_of_one_side() -> None:
    rows = change_rows(ChangeInputs(CHANGES, opened=ALL))
    lines = [row for row in rows if row.kind is Kind.LINE]
    assert target_of([lines[1]]) == (Place("app.py", Side.OLD, 4, 4), ("    return 1",))
    assert target_of(lines[:4]) == (Place("app.py", Side.NEW, 3, 5), ("def run():", "    return 2", ""))
    hunks = [row for row in rows if row.kind is Kind.HUNK]
    assert target_of(hunks[:1]) == (Place("app.py", Side.NEW, 4, 4), ("    return 2",))
    assert target_of(hunks[1:2]) == (Place("app.py", Side.OLD, 21, 21), ("b = 2",))
    assert target_of(rows[:1]) is None
    assert target_of(lines) is None  # of two files


def test_lines_over_the_gap_between_hunks_have_no_known_code() -> None:
    lines = [row for row in change_rows(ChangeInputs(CHANGES, opened=["app.py"])) if row.kind is Kind.LINE]
    assert target_of(lines) == (Place("app.py", Side.NEW, 3, 20), ())


def test_a_decision_is_about_the_function_or_the_changed_lines() -> None:
    inputs = ChangeInputs(CHANGES, opened=ALL)
    specs = [spec_of(row_of(inputs, Kind.HUNK, n)) for n in range(3)]
    assert specs == [Spec("app.py", symbol="run"), Spec("app.py", 20, 20), None]
    assert [spec_of(row_of(inputs, Kind.FILE, n)) for n in range(3)] == [
        Spec("app.py"),
        Spec("logo.png"),
        None,
    ]


def test_a_row_leads_to_the_line_of_the_file() -> None:
    inputs = ChangeInputs(CHANGES, opened=ALL)
    assert [new_line(row_of(inputs, Kind.LINE, n)) for n in range(4)] == [3, 3, 4, 5]
    assert (new_line(row_of(inputs, Kind.HUNK)), new_line(row_of(inputs, Kind.FILE))) == (4, 0)


def test_the_cursor_stays_on_its_line_when_the_file_changes_above_it() -> None:
    before = change_rows(ChangeInputs(CHANGES, opened=ALL))
    at = next(k for k, row in enumerate(before) if row.the_line and row.the_line.text == "b = 2")
    more = Hunk(1, 0, 1, 1, (DiffLine("+", 0, 1, "import os"),))
    moved = replace(CUT, new_start=21, lines=(DiffLine(" ", 20, 21, "a = 1"), DiffLine("-", 21, 0, "b = 2")))
    after = change_rows(
        ChangeInputs(replace(CHANGES, files=(file("app.py", more, EDIT, moved), BIN, OLD)), opened=ALL)
    )
    now = after[position_of(after, before[at], before, at)]
    assert now.the_line == DiffLine("-", 21, 0, "b = 2")


def test_of_lines_that_say_the_same_the_cursor_stays_on_the_one_it_was_on() -> None:
    blank = DiffLine(" ", 5, 5, "")
    twice = replace(EDIT, lines=(*EDIT.lines, blank, DiffLine(" ", 6, 6, "")))
    changes = replace(CHANGES, files=(file("app.py", twice),))
    before = change_rows(ChangeInputs(changes, opened=ALL))
    found = ReachingTests((), (), "exact")
    after = change_rows(ChangeInputs(changes, opened=ALL, tests={"app.py": found}))
    for at, row in enumerate(before[1:], start=1):
        assert position_of(after, row, before, at) == at + 1


def test_the_cursor_stays_in_its_file_when_the_hunk_is_gone() -> None:
    before = change_rows(ChangeInputs(CHANGES, opened=ALL))
    at = next(k for k, row in enumerate(before) if row.the_line and row.the_line.text == "b = 2")
    after = change_rows(ChangeInputs(replace(CHANGES, files=(file("app.py", EDIT), BIN, OLD)), opened=ALL))
    assert after[position_of(after, before[at], before, at)].path == "app.py"


def test_summary_and_tests_are_said_in_a_line() -> None:
    assert summary(CHANGES, ()) == "work tree  3 files +3 -3"
    assert (
        summary(replace(CHANGES, base="main", files=(APP,)), {"app.py"})
        == "main...HEAD  1 file +1 -1, 1 viewed"
    )
    assert reached_by(ReachingTests((), (), "exact")) == "tests that reach it: none"
    assert reached_by(ReachingTests((), (), "at least")) == "tests that reach it: none is known"


def test_hostile_text_reaches_no_row_as_it_is() -> None:
    nasty = replace(NOTE, text="\x1b[31m[/b] \u202ertl\ttab", author="\x1b]0;x\x07")
    rows = change_rows(ChangeInputs(CHANGES, [nasty], opened=ALL))
    text = "".join(row.text for row in rows if row.kind is Kind.NOTE)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[/b]" in text
