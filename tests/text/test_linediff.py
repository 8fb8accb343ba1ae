from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.text.linediff import replaced

LINES = st.lists(st.sampled_from("abcdefg") | st.sampled_from(["", "}", "return"]), max_size=60)


def applied(old: list[str], new: list[str]) -> list[str]:
    made = list(old)
    for each in reversed(replaced(old, new)):
        made[each.old_start : each.old_end] = new[each.new_start : each.new_end]
    return made


@given(LINES, LINES)
def test_what_is_replaced_makes_the_new_lines(old: list[str], new: list[str]) -> None:
    assert applied(old, new) == new


@given(LINES, LINES)
def test_stretches_are_in_order_and_apart(old: list[str], new: list[str]) -> None:
    found = replaced(old, new)
    for one, other in itertools.pairwise(found):
        assert one.old_end < other.old_start or one.new_end < other.new_start
        assert one.old_end - other.old_start == one.new_end - other.new_start
    assert all(each.old_start < each.old_end or each.new_start < each.new_end for each in found)


@given(LINES)
def test_equal_texts_differ_nowhere(lines: list[str]) -> None:
    assert replaced(lines, list(lines)) == []


def test_a_few_changes_in_a_long_file_are_found_one_by_one() -> None:
    old = [f"line {k}" for k in range(20_000)]
    new = list(old)
    for k in range(0, 20_000, 10):
        new[k] = "changed"
    found = replaced(old, new)
    assert len(found) == 2_000
    assert not any(each.coarse for each in found)


def test_a_long_stretch_without_any_anchor_is_replaced_as_a_whole() -> None:
    old, new = ["a", "b"] * 5_000, ["b", "c"] * 5_000
    found = replaced(old, new)
    assert [each.coarse for each in found] == [True]
    assert applied(old, new) == new


def test_a_moved_function_leaves_the_rest_in_place() -> None:
    old = ["def a():", "    return 1", "", "def b():", "    return 2", ""]
    new = ["def b():", "    return 2", "", "def a():", "    return 1", ""]
    assert sum(each.old_end - each.old_start for each in replaced(old, new)) == 3
