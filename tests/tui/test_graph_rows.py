"""What the graph pane shows, from real answers about a small repository and from made-up ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.cells import cell_len

from ctxsmith_tui import Engine
from ctxsmith_tui.model import (
    Action,
    Certainty,
    Level,
    NoteState,
    PlacedDecision,
    Role,
    Spec,
    SymbolPlace,
    Use,
)
from ctxsmith_tui.tui.graph_rows import (
    TWO_COLUMNS,
    GraphRow,
    Label,
    Letters,
    Line,
    column_widths,
    detail_of,
    graph_lines,
    graph_rows,
)
from ctxsmith_tui.tui.graphing import GraphAnswer, Step, ask

FILES = {
    "money.py": "def cents(value):\n    return round(value)\n",
    "cart.py": (
        "from money import cents\n\n\n"
        "class Cart:\n"
        "    def total(self, items):\n"
        "        return cents(sum(items))\n\n\n"
        "def show(cart: Cart):\n"
        "    return cart.total([1])\n"
    ),
    "tests/test_cart.py": (
        "from cart import show\nfrom money import cents\n\n\n"
        "def test_show():\n    assert show(None)\n\n\n"
        "def test_cents():\n    assert cents(1) == 1\n"
    ),
    "notes.md": "Nothing of code.\n",
    "a/x.py": "class A:\n    def go(self): pass\n",
    "b/x.py": "class B:\n    def go(self): pass\n",
    "ambiguous.py": "def run(thing):\n    thing.go()\n",
}


@pytest.fixture(scope="module")
def engine(make_engine: Callable[..., Engine]) -> Engine:
    engine = make_engine(FILES)
    engine.refresh()
    return engine


def texts(lines: list[Line]) -> list[str]:
    """The labels."""
    return [cell.text for line in lines for cell in line if isinstance(cell, Label)]


def names(rows: list[GraphRow]) -> list[str]:
    return [str(row.spec) for row in rows]


def lines_of(answer: GraphAnswer, width: int = 100, filter: str = "") -> list[Line]:
    return graph_lines(answer, graph_rows(answer, filter), width)


def test_callers_callees_and_reach_of_a_function(engine: Engine) -> None:
    rows = graph_rows(ask(engine, Spec("cart.py", symbol="Cart.total"), 3))
    assert names(rows["callers"]) == ["cart.py::show"]
    assert names(rows["callees"]) == ["money.py::cents"]
    assert names(rows["impact"]) == ["cart.py::show", "tests/test_cart.py::test_show"]
    assert rows["impact"][1].marks == "=t "


def test_a_caller_is_looked_at_where_it_calls_and_a_callee_where_it_stands(engine: Engine) -> None:
    rows = graph_rows(ask(engine, Spec("cart.py", symbol="Cart.total"), 1))
    assert (rows["callers"][0].place.start_line, rows["callers"][0].line) == (9, 10)
    assert rows["callees"][0].line == 1


def test_lines_inside_a_function_stand_for_it(engine: Engine) -> None:
    answer = ask(engine, Spec("cart.py", 6, 6), 1)
    assert answer.subject == Spec("cart.py", symbol="Cart.total")
    assert texts(lines_of(answer))[:2] == [
        "Cart.total  method  cart.py:5-6",
        "def total(self, items)",
    ]


def test_lines_that_hold_a_whole_class_stand_for_it(engine: Engine) -> None:
    assert ask(engine, Spec("cart.py", 4, 6), 1).subject == Spec("cart.py", symbol="Cart")


def test_lines_at_module_level_stay_lines(engine: Engine) -> None:
    answer = ask(engine, Spec("cart.py", 1, 1), 1)
    assert answer.report is None
    assert texts(lines_of(answer))[0] == "cart.py:1-1  module level"
    assert names(graph_rows(answer)["callees"]) == ["money.py::cents"]


def test_a_file_without_code_says_what_to_do(engine: Engine) -> None:
    shown = " ".join(texts(lines_of(ask(engine, Spec("notes.md"), 3))))
    assert "notes.md  file, 0 symbols" in shown
    assert "of which this file has none" in shown
    assert "find one with o" in shown


def test_what_is_not_known_is_said_beside_what_is(engine: Engine) -> None:
    answer = ask(engine, Spec("cart.py", symbol="Cart.total"), 3)
    guessed = replace(answer.impact, bound="at least", likely=1, other_uses=2)
    answer = replace(answer, callers=replace(answer.callers, open_calls=2), impact=guessed)
    shown = " ".join(texts(lines_of(answer, 200)))
    assert "2 calls of this name could not be resolved and may mean it" in shown
    assert (
        "a change reaches at least 2 symbols in 2 files within 3 steps: 1 in tests, 0 entry points" in shown
    )
    assert "1 are likely, not exact; 2 files mention it otherwise, perhaps as a value" in shown


def test_nothing_found_is_no_confident_nothing(engine: Engine) -> None:
    shown = " ".join(texts(lines_of(ask(engine, Spec("ambiguous.py", symbol="run"), 3), 200)))
    assert "no call, import or subclass of it found; uses as a type or a value are not counted" in shown


def test_ambiguous_rows_come_last_under_a_name_of_their_own(engine: Engine) -> None:
    answer = ask(engine, Spec("ambiguous.py", symbol="run"), 3)
    rows = graph_rows(answer)["callees"]
    assert {row.marks[0] for row in rows} == {"?"}
    assert detail_of(rows[0]) == "The subject calls it, line 2 (ambiguous)."
    cells = [cell for line in lines_of(answer, 40) for cell in line if cell and cell.section == "callees"]
    at = cells.index(rows[0])
    assert isinstance(cells[at - 1], Label)
    assert cells[at - 1].text == "ambiguous"


@pytest.mark.parametrize(
    ("filter", "expected"),
    [
        ("test", ["tests/test_cart.py::test_show"]),
        ("!test", ["cart.py::show"]),
        ("show cart.py", ["cart.py::show", "tests/test_cart.py::test_show"]),
        ("nowhere", []),
    ],
)
def test_rows_are_narrowed_by_words(engine: Engine, filter: str, expected: list[str]) -> None:
    answer = ask(engine, Spec("cart.py", symbol="Cart.total"), 3)
    assert names(graph_rows(answer, filter)["impact"]) == expected
    if len(expected) < 2:
        assert any("match the filter" in text for text in texts(lines_of(answer, filter=filter)))


def test_callers_stand_left_of_callees_where_there_is_room_and_above_them_elsewhere(engine: Engine) -> None:
    answer = ask(engine, Spec("cart.py", symbol="Cart.total"), 3)
    wide, narrow = lines_of(answer, TWO_COLUMNS), lines_of(answer, TWO_COLUMNS - 1)
    heads = next(line for line in wide if len(line) == 2)
    assert [cell.text.split()[0] for cell in heads if isinstance(cell, Label)] == ["Callers", "Callees"]
    assert all(len(line) == 1 for line in narrow)
    found = [text.split()[0] for text in texts(narrow) if text.split()[:1]]
    assert found.index("Callers") < found.index("Callees") < found.index("Impact")


@pytest.mark.parametrize("width", [20, 59, 60, 61, 100])
def test_labels_of_a_column_fit_it(engine: Engine, width: int) -> None:
    for line in lines_of(ask(engine, Spec("money.py", symbol="cents"), 3), width)[2:]:
        widths = column_widths(width) if len(line) == 2 else (width,)
        for cell, room in zip(line, widths, strict=True):
            assert not isinstance(cell, Label) or cell.style == "row--head" or cell_len(cell.text) < room


def test_where_one_walked_from_is_shown(engine: Engine) -> None:
    answer = ask(engine, Spec("money.py", symbol="cents"), 1)
    trail = [Step(Spec("cart.py", symbol="show"), ("callees", "")), Step(Spec("a/x.py"), ("callers", ""))]
    assert "walked from show > x.py" in texts(graph_lines(answer, graph_rows(answer), 80, trail))


PLACE = SymbolPlace("cart.py", "Cart.total", "method", 5, 7, Role.SOURCE)


def decision(action: Action, spec: Spec) -> PlacedDecision:
    return PlacedDecision(str(spec), action, Level.FULL, spec, NoteState.CURRENT, "")


@pytest.mark.parametrize(
    ("spec", "is_meant"),
    [
        (Spec("cart.py"), True),
        (Spec("cart.py", symbol="Cart"), True),
        (Spec("cart.py", symbol="Cart.total"), True),
        (Spec("cart.py", symbol="Cart.tot"), False),
        (Spec("cart.py", 7, 9), True),
        (Spec("cart.py", 8, 9), False),
        (Spec("other.py"), False),
    ],
)
def test_the_letter_of_a_symbol_is_that_of_any_decision_that_covers_it(spec: Spec, is_meant: bool) -> None:
    letters = Letters(None, [decision(Action.PIN, spec)])
    assert letters.of(PLACE) == ("P" if is_meant else ".")


def test_hostile_names_are_shown_as_text() -> None:
    place = SymbolPlace("[/b]\x1b[31m\u202e.py", "[bold]\x1b]0;x\x07", "function", 1, 2, Role.SOURCE)
    row = GraphRow("callers", Use(place, "call", Certainty.LIKELY, (3, 4)))
    assert row.marks == "-  "
    assert row.how == "calls 3, 4"
    assert row.spec == Spec(place.path, symbol=place.qualname)


def test_many_lines_of_one_user_are_counted(engine: Engine) -> None:
    use = Use(PLACE, "call", Certainty.EXACT, tuple(range(1, 10)))
    assert GraphRow("callers", use).how == "calls 1, 2, 3, 4, 5, 6 and 3 more"
    assert detail_of(GraphRow("callers", replace(use, kind="override"))) == "Overridden by the subject."
