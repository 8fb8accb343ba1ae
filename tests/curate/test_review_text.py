"""A review as Markdown."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.curate.review_text import code_span, in_diff_order, review_markdown
from ctxsmith_tui.model import NoteState, ReviewNote, ReviewState, Side, Spec

NOTE = ReviewNote(
    id=1,
    uid="0" * 16,
    text="off by one?",
    side=Side.NEW,
    path="app/retry.py",
    start_line=14,
    end_line=15,
    code=NoteState.CURRENT,
    written=Spec("app/retry.py", 12, 13),
    commit="",
    quoted=("for k in n:", "    pass"),
    base="",
    branch="main",
    state=ReviewState.OPEN,
    author="",
    created=0,
    edited=0,
)


def test_no_notes_are_no_text() -> None:
    assert review_markdown([]) == ""


def test_a_note_of_the_work_tree_is_named_where_it_is_and_one_of_a_commit_where_it_was() -> None:
    assert "### `app/retry.py:14-15`, work tree\n" in review_markdown([NOTE])
    committed = replace(NOTE, commit="1a2b3c4d5e6f70", side=Side.OLD)
    assert "### `app/retry.py:12-13`, commit 1a2b3c4d5e, old side\n" in review_markdown([committed])


def test_what_happened_since_is_said() -> None:
    assert "(changed since, now at app/retry.py:14)" in review_markdown([replace(NOTE, code=NoteState.STALE)])
    lost = replace(NOTE, code=NoteState.LOST, state=ReviewState.RESOLVED, author="claude")
    assert "(resolved, this code is gone since, written by claude, an agent)" in review_markdown([lost])


LINE = st.text(st.characters(blacklist_characters="\r\n", blacklist_categories=["Cs"]), max_size=30)
CODE = st.lists(LINE | st.sampled_from(["```", "````py", "~~~", "# x", ""]), min_size=1, max_size=6)


@given(st.lists(st.tuples(CODE, LINE.filter(str.strip)), min_size=1, max_size=4))
def test_the_code_is_quoted_exactly(remarks: list[tuple[list[str], str]]) -> None:
    notes = [replace(NOTE, id=k, quoted=tuple(code), text=text) for k, (code, text) in enumerate(remarks)]
    text = review_markdown(notes)
    at = 0
    for note in notes:  # read as Markdown does: to the first line that is the fence that opened it
        at = text.index("\n### ", at) + 1
        opening = re.compile("^(`{3,})py$", re.MULTILINE).search(text, at)
        assert opening is not None
        end = text.index(f"\n{opening[1]}\n", opening.end())
        assert text[opening.end() + 1 : end] == "\n".join(note.quoted)
        closing = re.compile(f"^ {{0,3}}{opening[1]}`*[ \t]*$", re.MULTILINE)
        assert not closing.search(text[opening.end() + 1 : end])
        at = end + 1


@given(st.text(st.characters(blacklist_categories=["Cs"]), min_size=1, max_size=12))
def test_a_path_cannot_end_its_code_span(path: str) -> None:
    span = code_span(path)
    fence = re.match("`+", span)
    assert fence is not None
    assert "\n" not in span
    inside = span[len(fence[0]) : -len(fence[0])]
    assert fence[0] not in re.findall("`+", inside)


def test_notes_without_a_diff_go_by_file_and_line() -> None:
    later, other = replace(NOTE, id=2, start_line=3, end_line=3), replace(NOTE, id=3, path="a.py")
    assert [note.id for note in in_diff_order([NOTE, later, other])] == [3, 2, 1]
