"""Colours never change the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.tui.highlight import BEFORE, FAR, Highlighted, begins_in_docstring
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


@pytest.mark.parametrize(
    ("lines", "inside"),
    [
        (["    of a text.", '    """', "    return 1"], True),
        (["def f():", '    """', "    A text.", '    """'], False),
        (["def f():", '    """A text."""', "    return 1"], False),
        (["", '"""', "The text of a module.", '"""'], False),
        (["return 1"], False),
    ],
)
def test_lines_cut_out_of_a_file_may_begin_in_a_docstring(lines: list[str], inside: bool) -> None:
    assert begins_in_docstring(lines) == inside
    first = Highlighted("a.py", lines, excerpt=True).line(0)
    assert (first == [(lines[0], "code--comment")]) == inside
    last = Highlighted("a.py", [*lines, "return 1"], excerpt=True).line(len(lines))
    assert ("return", "code--keyword") in last
