"""The box of the task: leaving it, and what is remembered."""

from __future__ import annotations

from pathlib import Path

from ctxsmith_tui import Engine
from ctxsmith_tui.tui.widgets.task_input import TaskInput
from tests.tui.conftest import Desk, Drive
from tests.tui.shop import TASK


def test_a_task_that_was_left_with_esc_is_an_earlier_task_too(shop: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press(*"round", "escape")  # without a task the box has the cursor
        await desk.until(lambda: desk.state.curation.task == "round")
        await desk.task(TASK)

    drive(shop, script)
    with Engine(shop) as engine:
        assert set(engine.task_history()) == {"round", TASK}


def test_enter_in_an_empty_box_stays_there(shop: Path, drive: Drive) -> None:
    """The next letters are meant for the task, and would be commands outside."""

    async def script(desk: Desk) -> None:
        await desk.press("enter")
        assert isinstance(desk.app.focused, TaskInput)
        await desk.until(lambda: "there is no task yet" in desk.frame())
        await desk.press("x", "escape")
        assert not isinstance(desk.app.focused, TaskInput)

    drive(shop, script, toasts=True)
