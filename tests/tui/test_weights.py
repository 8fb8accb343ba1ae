"""Weights: as rows, and in the dialog beside the list that they change."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.rank.signal_help import SIGNAL_HELP
from ctxsmith_tui.rank.weights import SIGNALS
from ctxsmith_tui.tui.screens.weights import WeightList, WeightsScreen
from ctxsmith_tui.tui.weight_rows import FACTORS, changed_weights, next_factor, read_factor, weight_rows
from tests.tui.conftest import Desk, Drive


def test_every_signal_is_explained_and_has_a_row() -> None:
    assert SIGNAL_HELP.keys() == SIGNALS
    assert {row.signal for row in weight_rows({})} == SIGNALS


def test_rows_of_a_group_stand_together() -> None:
    groups = [row.group for row in weight_rows({})]
    assert [group for group, _ in groupby(groups)] == list(dict.fromkeys(groups))


def test_a_row_says_what_its_signal_counts_for_now() -> None:
    rows = {row.signal: row for row in weight_rows({"words": 0.5, "role-test": 2.0, "title": 0.0})}
    assert rows["words"].points == pytest.approx(0.5 * 3.2)
    assert rows["role-test"].points == pytest.approx(2 * -3.83)
    assert rows["title"].points == 0
    assert [signal for signal, row in rows.items() if row.is_changed] == ["words", "title", "role-test"]


def test_a_factor_of_one_is_no_change() -> None:
    assert changed_weights({"words": 1.0, "title": 2.0}) == {"title": 2.0}


@pytest.mark.parametrize(
    ("factor", "less", "more"), [(1.0, 0.5, 1.5), (0.0, 0.0, 0.25), (4.0, 2.0, 4.0), (3.0, 2.0, 4.0)]
)
def test_keys_go_through_the_factors(factor: float, less: float, more: float) -> None:
    assert (next_factor(factor, -1), next_factor(factor, +1)) == (less, more)
    assert 1.0 in FACTORS


def test_factors_are_read_as_people_write_them() -> None:
    assert [read_factor(text) for text in ("2", " x1.5", "0")] == [2.0, 1.5, 0.0]
    with pytest.raises(ValueError, match="much"):
        read_factor("much")


@pytest.fixture
def engine(make_engine: Callable[..., Engine]) -> Engine:
    engine = make_engine(
        {
            "app.py": "def total(items):\n    return sum(items)\n",
            "tests/test_app.py": "from app import total\n\n\ndef test_total():\n    total([])\n",
        }
    )
    engine.set_curation(task="total of items")
    return engine


async def on_signal(desk: Desk, signal: str) -> WeightsScreen:
    """The dialog with its cursor on a signal."""
    if not isinstance(desk.app.screen, WeightsScreen):
        await desk.press("W")
    screen = desk.app.screen
    assert isinstance(screen, WeightsScreen)
    listed = screen.query_one(WeightList)
    listed.go_to([row.signal for row in listed.rows].index(signal))
    return screen


def factors(desk: Desk) -> dict[str, float]:
    return changed_weights(desk.state.curation.weights)


def score_of(desk: Desk, path: str) -> float:
    return next(file.score for file in desk.state.files if file.path == path)


def test_a_change_ranks_the_list_behind_and_is_undone(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        before = score_of(desk, "tests/test_app.py")
        await on_signal(desk, "role-test")
        await desk.press("0")
        assert factors(desk) == {"role-test": 0.0}
        assert score_of(desk, "tests/test_app.py") == pytest.approx(before + 3.83)
        assert "Weights, 1 changed, R resets all" in desk.frame()
        assert "1 weight changed" in desk.frame()
        assert engine.curation().weights == {"role-test": 0.0}
        await desk.press("u")
        assert factors(desk) == {}
        assert score_of(desk, "tests/test_app.py") == pytest.approx(before)
        await desk.press("escape")
        assert len(desk.app.screen_stack) == 1

    drive(engine, script)


def test_one_signal_or_all_count_as_shipped_again(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await on_signal(desk, "words")
        await desk.press("l", "right")
        await on_signal(desk, "title")
        await desk.press("h")
        assert factors(desk) == {"words": 2.0, "title": 0.5}
        await desk.press("r")
        assert factors(desk) == {"words": 2.0}
        await on_signal(desk, "frequency")
        await desk.press("0", "R")
        assert factors(desk) == {}
        assert engine.curation().weights == {}
        await desk.press("u")
        assert factors(desk) == {"words": 2.0, "frequency": 0.0}

    drive(engine, script)


def test_a_factor_is_typed(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await on_signal(desk, "words")
        await desk.press("enter", "ctrl+u", *"3.5", "enter")
        await desk.until(lambda: factors(desk) == {"words": 3.5})

    drive(engine, script)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
def test_the_list_stays_in_sight(engine: Engine, drive: Drive, size: tuple[int, int]) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("2", "z")
        await on_signal(desk, "words")
        frame = desk.frame()
        assert "app.py" in frame
        assert "score" in frame
        assert "words: words of the task" in frame
        assert "u undo" in frame

    drive(engine, script, size=size)
