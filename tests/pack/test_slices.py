from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.pack.slices import LINE_VALUE, best_run

COSTS = st.lists(st.integers(1, 9), min_size=1, max_size=12)


def test_the_lines_that_say_something_are_chosen() -> None:
    assert best_run([1] * 6, [0, 0, 0, 5, 4, 0], room=2) == (3, 4)


def test_without_anything_said_the_run_begins_at_the_top() -> None:
    assert best_run([1] * 6, [0] * 6, room=3) == (0, 2)


def test_nothing_when_no_line_fits() -> None:
    assert best_run([5, 7], [1, 1], room=4) is None


@given(COSTS, st.data(), st.integers(0, 30))
def test_no_other_run_within_the_room_is_worth_more(costs: list[int], data: st.DataObject, room: int) -> None:
    values = data.draw(st.lists(st.integers(0, 5), min_size=len(costs), max_size=len(costs)))
    runs = {
        (first, last): sum(values[first : last + 1]) + LINE_VALUE * (last - first + 1)
        for first in range(len(costs))
        for last in range(first, len(costs))
        if sum(costs[first : last + 1]) <= room
    }
    found = best_run(costs, values, room)
    assert (found is None) == (not runs)
    if found is not None:
        assert runs[found] >= max(runs.values()) - 1e-6
