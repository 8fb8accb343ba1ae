"""Colours never change the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.tui.highlight import BEFORE, FAR, Highlighted
from ctxsmith_tui.tui.text import code_line

LINE = st.text(st.characters(codec=None, exclude_characters="\n\r") | st.sampled_from("\"'#/*[{\t\x1b"))


def text_of(highlighted: Highlighted, k: int) -> str:
    return "".join(text for text, _ in highlighted.line(k))


@given(st.sampled_from(["a.py", "b.ts", "c.rs", "d.md", "e.nothing", "[/b].py"]), st.lists(LINE, min_size=1))
def test_every_line_stays_as_it_is_in_any_order(path: str, lines: list[str]) -> None:
    highlighted = Highlighted(path, lines)
    for k in [*range(len(lines) - 1, -1, -1), *range(len(lines))]:
        assert text_of(highlighted, k) == code_line(lines[k])


def test_code_has_colours() -> None:
    runs = Highlighted("a.py", ["class Car:  # red", '    name = "x"']).line(0)
    assert ("class", "code--keyword") in runs
    assert ("Car", "code--defined") in runs
    assert ("# red", "code--comment") in runs


@pytest.mark.parametrize("k", [0, FAR, FAR + 1, 5 * FAR, 20_000])
def test_any_line_of_a_long_file_is_near(k: int) -> None:
    lines = [f"def f{number}(): return {number}" for number in range(20_001)]
    highlighted = Highlighted("a.py", lines)
    assert (f"f{k}", "code--defined") in highlighted.line(k)
    assert len(highlighted._runs) <= FAR + BEFORE + 2
