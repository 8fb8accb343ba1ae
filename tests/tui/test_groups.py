"""The few bars of a row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.model import Contribution
from ctxsmith_tui.rank.weights import FILE_WEIGHTS, UNIT_WEIGHTS
from ctxsmith_tui.tui.groups import Group, group_of, group_points, mini_bars

POINTS = st.floats(-9, 9)


def test_text_name_and_history_have_signals_of_their_own() -> None:
    groups = {group_of(signal) for signal in (*FILE_WEIGHTS, *UNIT_WEIGHTS)}
    assert groups == {Group.TEXT, Group.NAME, Group.HISTORY, Group.STRUCTURE}


def test_every_signal_is_in_the_group_that_one_looks_for_it_in() -> None:
    members = {group: {signal for signal in FILE_WEIGHTS if group_of(signal) is group} for group in Group}
    assert members[Group.TEXT] == {"words", "title", "passage", "documentation", "literals"}
    assert members[Group.NAME] == {"names", "definitions", "mentions", "traces"}
    assert members[Group.HISTORY] == {"commits", "frequency", "cochange"}
    assert members[Group.SEMANTIC] == set()
    assert members[Group.STRUCTURE] == {"tests", "imported", "length", "entry"} | {
        signal for signal in FILE_WEIGHTS if signal.startswith("role-")
    }


@given(st.lists(st.builds(Contribution, st.sampled_from(list(FILE_WEIGHTS)), POINTS)))
def test_the_groups_add_up_to_the_score(contributions: list[Contribution]) -> None:
    total = sum(each.points for each in contributions)
    assert abs(sum(group_points(contributions)) - total) < 1e-6


@given(st.lists(POINTS, min_size=1, max_size=5))
def test_one_cell_a_group_signed_without_colour(points: list[float]) -> None:
    bars = mini_bars(points, max(map(abs, points)))
    assert len(bars) == len(points)
    for cell, value in zip(bars, points, strict=True):
        assert (cell in "-=") == (value < 0)
        assert (cell == " ") == (value == 0)


def test_the_largest_is_a_full_bar() -> None:
    assert mini_bars([4.0, 0.1, -4.0, -0.1], 4.0) == "█▁=-"
