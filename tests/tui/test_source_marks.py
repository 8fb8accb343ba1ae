"""What the margin of a file says, and which place a line stands for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.model import (
    Action,
    FoundPlace,
    Level,
    NoteState,
    PackItem,
    PlacedDecision,
    Spec,
    Symbol,
)
from ctxsmith_tui.tui.source_marks import (
    innermost,
    letter_of_place,
    line_letters,
    lines_in,
    lines_of,
    spec_of_line,
    spec_of_range,
)

SYMBOLS = (
    Symbol("class", "A", "A", None, 2, 9, "", ""),
    Symbol("method", "f", "A.f", 0, 3, 5, "", ""),
    Symbol("method", "f", "A.f", 0, 7, 8, "", ""),
)


def item(start: int, end: int, *, level: Level = Level.FULL, shown: bool = True) -> PackItem:
    lines = ((start, end),) if shown else ()
    return PackItem("a.py", start, end, level, "", 10, 1.0, False, "", lines)


def decided(spec: Spec, action: Action = Action.PIN) -> PlacedDecision:
    return PlacedDecision(str(spec), action, Level.FULL, spec, NoteState.CURRENT, "")


def test_letters_of_a_file() -> None:
    items = [item(3, 5), item(8, 8, level=Level.SIGNATURE, shown=False)]
    letters = line_letters("a.py", 10, SYMBOLS, items, [decided(Spec("a.py", 1, 1), Action.EXCLUDE)])
    assert letters == "x ++" + "+  ~  "


def test_a_pin_of_a_function_shows_on_all_its_lines_at_once() -> None:
    letters = line_letters("a.py", 10, SYMBOLS, [], [decided(Spec("a.py", symbol="A.f"))])
    assert letters == "  PPP     "


def test_the_decision_made_last_is_the_one_that_shows() -> None:
    decisions = [decided(Spec("a.py")), decided(Spec("a.py", 2, 3), Action.EXCLUDE)]
    assert line_letters("a.py", 4, (), [], decisions) == "PxxP"


@pytest.mark.parametrize("path", ["src", "src/*.py", "src/a.py"])
def test_an_excluded_folder_or_glob_covers_its_files(path: str) -> None:
    assert lines_of(Spec(path), "src/a.py", 3, ()) == (1, 3)
    assert lines_of(Spec(path), "other/a.py", 3, ()) is None


@given(st.integers(0, 6), st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)).map(sorted), max_size=4))
def test_there_is_one_letter_a_line(count: int, ranges: list[list[int]]) -> None:
    decisions = [decided(Spec("a.py", first, last)) for first, last in ranges]
    letters = line_letters("a.py", count, (), [], decisions)
    assert letters == "".join(
        "P" if any(first <= line <= last for first, last in ranges) else " " for line in range(1, count + 1)
    )


def test_a_line_stands_for_the_innermost_symbol() -> None:
    assert innermost(SYMBOLS, 4) is SYMBOLS[1]
    assert spec_of_line("a.py", SYMBOLS, 4) == Spec("a.py", symbol="A.f")
    assert spec_of_line("a.py", SYMBOLS, 2) == Spec("a.py", symbol="A")
    assert spec_of_line("a.py", SYMBOLS, 1) == Spec("a.py")


def test_a_second_definition_of_a_name_is_named_by_its_lines() -> None:
    assert spec_of_line("a.py", SYMBOLS, 7) == Spec("a.py", 7, 8)


def test_lines_that_are_exactly_a_symbol_have_its_name() -> None:
    assert spec_of_range("a.py", SYMBOLS, 3, 5) == Spec("a.py", symbol="A.f")
    assert spec_of_range("a.py", SYMBOLS, 3, 4) == Spec("a.py", 3, 4)


def test_the_letter_of_a_place() -> None:
    method = FoundPlace(Spec("a.py", symbol="A.f"), "method", 3, 5)
    file = FoundPlace(Spec("a.py"), "file", 1, 10)
    assert letter_of_place(method, [item(5, 6)], []) == "+"
    assert letter_of_place(method, [item(6, 6)], []) == " "
    assert letter_of_place(file, [item(6, 6, shown=False)], []) == "~"
    assert letter_of_place(method, [item(5, 6)], [decided(Spec("a.py"), Action.EXCLUDE)]) == "x"
    assert letter_of_place(method, [], [decided(method.spec), decided(Spec("a.py"), Action.EXCLUDE)]) == "P"


def test_lines_in_ranges() -> None:
    assert lines_in([(2, 3), (5, 99)], 6) == {2, 3, 5, 6}
    assert lines_in([(0, 0)], 6) == {1}
    assert lines_in([(0, 0), (4, 5)], 0) == frozenset()
