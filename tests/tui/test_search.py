"""Searching lines, and matches that stand out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from ctxsmith_tui.tui.search import lines_with, next_of, with_matches

PLAIN, MATCH = Style(), Style(bgcolor="red")
TEXT = st.text("abAİ[/b] ", max_size=6)


def test_small_letters_are_found_in_any_case_and_capitals_only_as_they_are() -> None:
    lines = ["Cookie", "cookie", "jar"]
    assert lines_with(lines, "cookie") == [0, 1]
    assert lines_with(lines, "Cookie") == [0]
    assert lines_with(lines, "") == []


@given(st.lists(TEXT, max_size=5), TEXT)
def test_marking_changes_no_text(texts: list[str], words: str) -> None:
    found = with_matches([(text, PLAIN) for text in texts], words, MATCH)
    assert "".join(text for text, _ in found) == "".join(texts)


def test_a_match_goes_across_pieces() -> None:
    found = with_matches([("xa", PLAIN), ("b", PLAIN), ("bx", PLAIN)], "abb", MATCH)
    assert [(text, style == MATCH) for text, style in found] == [
        *(("x", False), ("a", True), ("b", True), ("b", True), ("x", False)),
    ]


def test_every_match_of_a_line_stands_out() -> None:
    found = with_matches([("aXa", PLAIN)], "a", MATCH)
    assert [(text, style == MATCH) for text, style in found] == [("a", True), ("X", False), ("a", True)]


def test_the_next_row_in_either_direction() -> None:
    assert next_of([2, 5, 9], 5, +1) == 9
    assert next_of([2, 5, 9], 5, -1) == 2
    assert next_of([2, 5, 9], 9, +1) is None
