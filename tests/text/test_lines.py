from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.text.lines import line_starts, split_lines

# Everything that `str.splitlines` or a regular expression may take for a line end, and plain letters.
TEXTS = st.text(alphabet="ab \n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029é語")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("a\n\n", ["a", ""]),
        ("\n", [""]),
        ("a\nb", ["a", "b"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb\r", ["a", "b"]),
        ("a\n\rb", ["a", "", "b"]),
        ("a\r\n\rb\nc", ["a", "", "b", "c"]),
    ],
)
def test_lines_end_at_lf_crlf_and_cr(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@pytest.mark.parametrize("character", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
def test_no_other_character_ends_a_line(character: str) -> None:
    assert split_lines(f"a{character}b\n{character}\n") == [f"a{character}b", character]


@given(TEXTS)
def test_nothing_but_line_ends_is_lost(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == re.sub("[\r\n]", "", text)
    assert not any("\n" in line or "\r" in line for line in lines)


@given(st.lists(st.text(alphabet="ab\x0c\u2028"), min_size=1), st.sampled_from(["\n", "\r\n", "\r"]))
def test_joined_lines_come_apart_again(lines: list[str], end: str) -> None:
    assert split_lines(end.join(lines) + end) == lines


@given(TEXTS)
def test_starts_are_where_the_lines_begin(text: str) -> None:
    source = text.encode()
    starts = line_starts(source)
    lines = split_lines(text)
    pieces = [source[start:end] for start, end in zip(starts, [*starts[1:], len(source)], strict=True)]
    if pieces[-1] == b"":  # after a final line end: a place, but no line
        pieces.pop()
    assert [piece.decode().rstrip("\r\n") for piece in pieces] == lines
    assert b"".join(pieces) == source
