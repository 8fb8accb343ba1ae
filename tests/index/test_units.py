from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ctxsmith_tui
from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.index.structure import structure
from ctxsmith_tui.index.units import FUNCTIONS, LONGEST, SECTION, TYPES, WINDOW, Unit, cut_units
from ctxsmith_tui.model import Symbol
from ctxsmith_tui.text.lines import split_lines
from ctxsmith_tui.text.terms import WORD

LINES = st.lists(st.sampled_from(["", "   ", "\t", "\x0c", "x", "    y", "        z", "}"]), max_size=200)
KINDS = [*sorted(FUNCTIONS | TYPES), SECTION, "variable", "constant", "module", "namespace"]


def symbol(kind: str, start: int, end: int, parent: int | None = None) -> Symbol:
    return Symbol(kind, "n", "n", parent, start, end, "", "")


@st.composite
def nested(draw: st.DrawFn, line_count: int) -> list[Symbol]:
    """Symbols that lie properly inside each other, in document order."""
    symbols: list[Symbol] = []

    def fill(first: int, last: int, parent: int | None, depth: int) -> None:
        line = first
        while line <= last and len(symbols) < 25 and draw(st.booleans()):
            start = draw(st.integers(line, last))
            end = draw(st.integers(start, last))
            symbols.append(symbol(draw(st.sampled_from(KINDS)), start, end, parent))
            if depth < 4:
                fill(start, end, len(symbols) - 1, depth + 1)
            line = end + 1

    fill(1, line_count, None, 0)
    return symbols


@st.composite
def tangled(draw: st.DrawFn, line_count: int) -> list[Symbol]:
    """Symbols in order of their first lines, otherwise as wild as a broken file may yield them."""
    spans = st.tuples(st.integers(1, line_count + 3), st.integers(0, 90), st.sampled_from(KINDS))
    found = sorted(draw(st.lists(spans, max_size=25)), key=lambda each: each[0])
    return [
        symbol(kind, start, start + length, draw(st.none() | st.integers(0, k - 1)) if k else None)
        for k, (start, length, kind) in enumerate(found)
    ]


@st.composite
def sources(draw: st.DrawFn) -> tuple[list[str], list[Symbol]]:
    lines = draw(LINES)
    return lines, draw(st.one_of(nested(len(lines)), tangled(len(lines))))


def check(lines: list[str], symbols: list[Symbol], units: list[Unit]) -> None:
    """What holds for the units of any file."""
    covered: set[int] = set()
    last = 0
    for unit in units:
        assert last < unit.start_line <= unit.end_line <= len(lines), "disjoint and in order"
        last = unit.end_line
        assert unit.end_line - unit.start_line < LONGEST
        assert lines[unit.start_line - 1].strip()
        assert lines[unit.end_line - 1].strip()
        assert any(map(WORD.search, lines[unit.start_line - 1 : unit.end_line]))
        assert -1 <= unit.symbol < len(symbols)
        covered.update(range(unit.start_line, unit.end_line + 1))
    assert not [k for k, line in enumerate(lines, start=1) if WORD.search(line) and k not in covered]


@given(sources())
def test_units_are_disjoint_ordered_short_and_hold_every_word(source: tuple[list[str], list[Symbol]]) -> None:
    lines, symbols = source
    check(lines, symbols, cut_units(lines, symbols))
    check(lines, symbols, cut_units(lines, symbols, in_cells=True))


@given(LINES.flatmap(lambda lines: st.tuples(st.just(lines), nested(len(lines)))))
def test_a_unit_lies_inside_its_symbol(source: tuple[list[str], list[Symbol]]) -> None:
    lines, symbols = source
    for unit in cut_units(lines, symbols):
        if unit.symbol >= 0:
            owner = symbols[unit.symbol]
            assert owner.kind in FUNCTIONS | TYPES | {SECTION}
            assert owner.start_line <= unit.start_line <= unit.end_line <= owner.end_line


@pytest.mark.parametrize(
    "path", sorted(Path(ctxsmith_tui.__file__).parent.rglob("*.py")), ids=lambda path: path.name
)
def test_real_files(path: Path) -> None:
    text = path.read_text("utf-8")
    lines, symbols = split_lines(text), list(parse("python", text.encode(), timeout=10).symbols)
    units = cut_units(lines, symbols)
    check(lines, symbols, units)
    functions = [k for k, each in enumerate(symbols) if each.kind in FUNCTIONS]
    outermost = [k for k in functions if not any(inside(symbols[k], symbols[o]) for o in functions)]
    assert {unit.symbol for unit in units} >= set(outermost), "every function has a unit of its own"


def inside(inner: Symbol, outer: Symbol) -> bool:
    return outer is not inner and outer.start_line <= inner.start_line and inner.end_line <= outer.end_line


# --- by example --------------------------------------------------------------------------------------

MODULE = '''\
"""Doc."""

import os


class A:
    """Doc."""

    x = 1

    def f(self):
        def inner():
            pass
        return inner

    y = 2

    def g(self):
        pass


def h():
    pass


LAST = 1
'''


def python_units(text: str) -> list[tuple[int, int, str]]:
    symbols = parse("python", text.encode(), timeout=10).symbols
    return [
        (unit.start_line, unit.end_line, symbols[unit.symbol].qualname if unit.symbol >= 0 else "")
        for unit in cut_units(split_lines(text), symbols)
    ]


def test_functions_methods_and_the_gaps_between_them() -> None:
    assert python_units(MODULE) == [
        (1, 3, ""),
        (6, 9, "A"),
        (11, 14, "A.f"),
        (16, 16, "A"),
        (18, 19, "A.g"),
        (22, 23, "h"),
        (26, 26, ""),
    ]


def test_a_type_without_methods_is_one_unit() -> None:
    assert python_units("class Point:\n    x: int\n\n    y: int\n\n\nz = 1\n") == [
        (1, 4, "Point"),
        (7, 7, ""),
    ]


@pytest.mark.parametrize("text", ["", "\n\n\n", "   \n\t\n", "()\n\n...\n"])
def test_nothing_but_blanks_and_punctuation_has_no_units(text: str) -> None:
    assert python_units(text) == []


def test_a_file_without_symbols_is_cut_into_windows() -> None:
    units = cut_units(["word"] * 150, [])
    assert [(unit.start_line, unit.end_line) for unit in units] == [(1, 40), (41, 80), (81, 120), (121, 150)]


def test_as_long_as_allowed_stays_whole() -> None:
    assert cut_units(["word"] * LONGEST, []) == [Unit(1, LONGEST, -1)]


def test_a_long_function_is_cut_where_it_is_least_indented() -> None:
    lines = ["def f():"] + ["        deep"] * 35 + ["    shallow"] + ["        deep"] * 40
    units = cut_units(lines, [symbol("function", 1, len(lines))])
    assert units == [Unit(1, 36, 0), Unit(37, 77, 0)]


def document_units(text: str) -> list[tuple[int, int, str]]:
    symbols = structure("markdown", text).symbols
    return [
        (unit.start_line, unit.end_line, symbols[unit.symbol].qualname if unit.symbol >= 0 else "")
        for unit in cut_units(split_lines(text), symbols)
    ]


LINE = "words\n"


def test_a_section_is_a_unit_and_so_is_what_stands_before_its_first_subsection() -> None:
    text = f"Before.\n\n# A\n\nabout\n\n## B\n\n{LINE * 30}\n## C\n\n{LINE * 30}\n# D\n\n{LINE}"
    assert document_units(text) == [(1, 1, ""), (3, 5, "A"), (7, 38, "A.B"), (40, 71, "A.C"), (73, 75, "D")]


def test_a_short_section_is_not_cut() -> None:
    text = f"# A\n\n{LINE}\n## B\n\n{LINE}\n### C\n\n{LINE}"
    assert document_units(text) == [(1, 11, "A")]
    assert document_units(text + LINE * WINDOW)[0] == (1, 3, "A")


def test_a_long_section_is_cut_into_windows() -> None:
    assert document_units(f"# A\n{LINE * 99}") == [(1, 40, "A"), (41, 100, "A")]


def test_no_unit_reaches_from_one_cell_of_a_notebook_into_another() -> None:
    lines = ["", "import a", "x = 1", "", "", "y = 2", "def f():", "    pass", "", "}"]
    units = cut_units(lines, [symbol("function", 7, 8)], in_cells=True)
    assert units == [Unit(2, 3, -1), Unit(6, 6, -1), Unit(7, 8, 0)]
