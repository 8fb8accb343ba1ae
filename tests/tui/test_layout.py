"""Three designed layouts."""

from __future__ import annotations

import pytest

from ctxsmith_tui.tui.layout import PANES, Pane, arrange, is_too_small


@pytest.mark.parametrize("active", PANES)
@pytest.mark.parametrize("side", PANES[1:])
@pytest.mark.parametrize(("width", "count"), [(80, 1), (120, 2), (200, 3)])
def test_the_active_pane_is_on_screen_among_as_many_as_fit(
    active: Pane, side: Pane, width: int, count: int
) -> None:
    shown = arrange(width, 50, active, side, zoomed=False).shown
    assert active in shown
    assert len(set(shown)) == len(shown)
    assert len(shown) == count


def test_the_list_stays_beside_what_it_leads_to() -> None:
    assert arrange(120, 36, "why", "why", zoomed=False).shown == ("ranked", "why")
    assert arrange(120, 36, "ranked", "why", zoomed=False).shown == ("ranked", "why")
    assert arrange(200, 50, "graph", "graph", zoomed=False).shown == ("ranked", "pack", "graph")


def test_a_zoomed_pane_is_alone() -> None:
    assert arrange(200, 50, "pack", "pack", zoomed=True).shown == ("pack",)


def test_reasons_stand_in_one_place() -> None:
    assert arrange(120, 36, "why", "why", zoomed=False).strip == 0
    assert arrange(120, 36, "pack", "pack", zoomed=False).strip > 0


@pytest.mark.parametrize(("size", "small"), [((59, 24), True), ((60, 16), False), ((80, 15), True)])
def test_what_is_too_small(size: tuple[int, int], small: bool) -> None:
    assert is_too_small(*size) is small
