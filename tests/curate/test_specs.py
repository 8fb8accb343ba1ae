"""SPECs: how a person names a place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.curate.specs import find_symbol, parse_spec, split_level
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import Level, Spec, Symbol

part = st.text(
    st.characters(exclude_characters=":/@\0", exclude_categories=["Zs", "Cc"]), min_size=1, max_size=8
)
paths = st.lists(part.filter(lambda name: name.strip(".")), min_size=1, max_size=4).map("/".join)
specs = st.one_of(
    st.builds(Spec, paths),
    st.builds(
        lambda path, start, more: Spec(path, start, start + more),
        paths,
        st.integers(1, 9999),
        st.integers(0, 99),
    ),
    st.builds(
        lambda path, symbol: Spec(path, symbol=symbol), paths, st.sampled_from(["f", "A.b", "é.x", "a::b"])
    ),
)


@given(spec=specs, level=st.sampled_from(Level))
def test_what_is_written_is_read_back(spec: Spec, level: Level) -> None:
    assert parse_spec(str(spec)) == spec
    assert split_level(f"{spec}@{level}") == (str(spec), level)
    assert split_level(str(spec)) == (str(spec), Level.FULL)


@given(st.text())
def test_any_text_is_a_spec_or_refused(text: str) -> None:
    try:
        spec = parse_spec(text)
    except UsageError:
        return
    assert spec.path
    assert spec.start_line is None or 1 <= spec.start_line <= (spec.end_line or 0)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("a.py", Spec("a.py")),
        ("./a.py", Spec("a.py")),
        ("././a/b.py", Spec("a/b.py")),
        ("pkg/", Spec("pkg")),
        ("a.py:7", Spec("a.py", 7, 7)),
        ("a.py:7-9", Spec("a.py", 7, 9)),
        ("a.py::A.b", Spec("a.py", symbol="A.b")),
        ("a.py:x", Spec("a.py:x")),
        ("a.py:7-", Spec("a.py:7-")),
        ("odd:12:1-2", Spec("odd:12", 1, 2)),
        ("we\\ird.py", Spec("we\\ird.py")),
        ("@full", Spec("@full")),
    ],
)
def test_forms_of_a_spec(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec


@pytest.mark.parametrize("text", ["", "  ", "a.py::", "::A", "a.py:0", "a.py:0-3", "a.py:9-7"])
def test_impossible_specs_are_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(UsageError, match="write path"):
        parse_spec(text)


@pytest.mark.parametrize(
    ("text", "level"), [("a@b", Level.FULL), ("a@Outline", Level.FULL), ("a@path", Level.PATH)]
)
def test_only_known_levels_end_a_spec(text: str, level: Level) -> None:
    assert split_level(text)[1] is level


def symbol(qualname: str, line: int = 1) -> Symbol:
    return Symbol("function", qualname.rpartition(".")[2], qualname, None, line, line, "", "")


SYMBOLS = [
    symbol("A.run"),
    symbol("B.run"),
    symbol("A.walk"),
    symbol("run_all"),
    symbol("walk", 7),
    symbol("C.x", 3),
    symbol("C.x", 5),
]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("A.run", SYMBOLS[0]), ("run_all", SYMBOLS[3]), ("walk", SYMBOLS[4]), ("x", SYMBOLS[5])],
)
def test_a_symbol_by_its_qualified_name_or_the_end_of_one(wanted: str, found: Symbol) -> None:
    assert find_symbol(Spec("a.py", symbol=wanted), SYMBOLS) == found


def test_an_ambiguous_name_is_refused_with_the_choices() -> None:
    with pytest.raises(UsageError, match=r"ambiguous; write one of: a\.py::A\.run, a\.py::B\.run"):
        find_symbol(Spec("a.py", symbol="run"), SYMBOLS)


@pytest.mark.parametrize(
    ("wanted", "hint"), [("A.runn", "nearest are: A.run"), ("qqq", "no symbol like that")]
)
def test_a_missing_symbol_is_refused_with_the_nearest(wanted: str, hint: str) -> None:
    with pytest.raises(UsageError, match=hint):
        find_symbol(Spec("a.py", symbol=wanted), SYMBOLS)
