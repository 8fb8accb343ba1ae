"""Notes as rows, without a screen."""

from __future__ import annotations

from dataclasses import replace

from ctxsmith_tui.model import Note, NoteKind, NoteState, ReviewNote, ReviewState, Side, Spec
from ctxsmith_tui.tui.note_rows import MOST_LINES, note_rows, noted_lines, position_of

NOTE = Note(
    id=1,
    text="mind the cookie",
    kind=NoteKind.SYMBOL,
    path="app.py",
    start_line=3,
    end_line=9,
    symbol="run",
    state=NoteState.CURRENT,
    change="",
    diff="",
    created=0,
    edited=0,
    uid="n1",
)
REVIEW = ReviewNote(
    id=2,
    uid="r2",
    text="off by one?",
    side=Side.NEW,
    path="b.py",
    start_line=4,
    end_line=4,
    code=NoteState.CURRENT,
    written=Spec("b.py", 4, 4),
    commit="",
    quoted=("x",),
    base="main",
    branch="fix",
    state=ReviewState.OPEN,
    author="",
    created=0,
    edited=0,
)
STALE = replace(NOTE, id=3, uid="n3", state=NoteState.STALE, change="1 line changed")
LOST = replace(REVIEW, id=4, uid="r4", code=NoteState.LOST)
THEIRS = replace(REVIEW, id=5, uid="r5", author="claude")
RESOLVED = replace(REVIEW, id=6, uid="r6", state=ReviewState.RESOLVED)


def test_what_wants_attention_comes_first() -> None:
    rows = note_rows([NOTE, STALE], [RESOLVED, THEIRS, REVIEW, LOST])
    heads = [(row.mark, row.text, row.about) for row in rows if not row.part]
    assert heads == [
        (" ", "Their code changed or is gone  2", ""),
        ("L", "b.py:4", "review note 4, main...HEAD, lost"),
        ("s", "app.py::run", "note 3, stale: 1 line changed"),
        (" ", "Written by agents, unreviewed  1", ""),
        ("o", "b.py:4", "review note 5, main...HEAD, claude, agent, unreviewed"),
        (" ", "Open review notes  1", ""),
        ("o", "b.py:4", "review note 2, main...HEAD"),
        (" ", "Notes  1", ""),
        ("n", "app.py::run", "note 1"),
        (" ", "Resolved review notes  1", ""),
        ("r", "b.py:4", "review note 6, main...HEAD"),
    ]


def test_words_of_place_and_text_narrow_the_notes() -> None:
    assert [row.note for row in note_rows([NOTE], [REVIEW], "off main") if row.note] == [REVIEW, REVIEW]
    assert note_rows([NOTE], [REVIEW], "nowhere") == []


def test_of_a_long_text_the_rest_is_counted() -> None:
    rows = note_rows([replace(NOTE, text="\n".join(map(str, range(50))))], [])
    assert len(rows) == 2 + MOST_LINES + 1
    assert rows[-1].text == "… 38 more lines"


def test_the_cursor_stays_on_its_note() -> None:
    before, after = note_rows([NOTE], []), note_rows([NOTE], [REVIEW])
    assert after[position_of(after, before[2], 2)].text == "mind the cookie"
    assert position_of(after, None, 0) == 1


def test_lines_with_notes_are_those_where_the_code_is() -> None:
    whole = replace(NOTE, kind=NoteKind.REPOSITORY, path="", start_line=0, end_line=0, symbol="")
    old = replace(REVIEW, side=Side.OLD)
    assert noted_lines([NOTE, STALE, whole], [REVIEW, LOST, RESOLVED, old]) == {
        "app.py": [(3, 9), (3, 9)],
        "b.py": [(4, 4)],
    }


def test_nothing_of_a_note_is_markup_or_an_escape() -> None:
    rows = note_rows([replace(NOTE, text="\x1b[2J[/b]", path="[red]\x1b.py", symbol="")], [])
    shown = "".join(row.text + row.about for row in rows)
    assert "\x1b" not in shown
    assert "[/b]" in shown
