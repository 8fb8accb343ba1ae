"""Nothing hostile reaches the terminal, and every row is as wide as it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ctxsmith_tui.tui.text import LONGEST_LINE, code_line, cut, cut_left, one_line, right, wrapped

HOSTILE = st.text(st.characters(codec=None) | st.sampled_from("\x1b[]/\t\r\n\u202e\u200d\ufe0f日本e\u0301👨"))


@given(HOSTILE, st.integers(1, 60))
def test_cut_text_has_exactly_its_width(text: str, width: int) -> None:
    shown = one_line(text)
    assert cell_len(cut(shown, width)) == width
    assert cell_len(cut_left(shown, width)) == width
    assert cell_len(right(shown, width)) == width


@given(HOSTILE, st.integers(4, 60))
def test_wrapped_lines_fit_and_keep_every_word(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(cell_len(line) <= width for line in lines)
    kept = "".join("".join(lines).split())
    assert kept == "".join(one_line(text).split())


@given(HOSTILE)
def test_no_control_character_passes(text: str) -> None:
    for shown in (one_line(text), code_line(text)):
        assert not any(
            ord(each) < 32 or 127 <= ord(each) < 160 or 0xD800 <= ord(each) < 0xE000 for each in shown
        )


def test_markup_is_only_text() -> None:
    assert one_line("a[/b] list[int] [bold") == "a[/b] list[int] [bold"


def test_tabs_of_code_are_columns() -> None:
    assert code_line("\tx\ty\n") == "    x   y"


def test_a_long_line_says_how_much_is_missing() -> None:
    shown = code_line("x" * (LONGEST_LINE + 5))
    assert shown.startswith("xxx")
    assert shown.endswith("… 5 more characters")


@pytest.mark.parametrize("joined", ["👨\u200d👩\u200d👧", "☀\ufe0f"])
def test_what_terminals_draw_differently_is_taken_apart(joined: str) -> None:
    assert "\u200d" not in one_line(joined)
    assert "\ufe0f" not in one_line(joined)
