"""Curations from the keyboard: saved, opened, deleted."""

from __future__ import annotations

from pathlib import Path

from ctxsmith_tui import Engine
from ctxsmith_tui.tui.screens.ask import AskYes, Choose
from tests.tui.conftest import Desk, Drive
from tests.tui.shop import TASK


def names(root: Path) -> list[str]:
    with Engine(root) as engine:
        return [each.name for each in engine.curations()]


def test_ctrl_d_deletes_the_curation_at_the_cursor_after_a_question(shop: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.task(TASK)
        await desk.press("C", "down", "enter")
        await desk.press(*"tills", "enter")
        await desk.until(lambda: desk.state.curation.name == "tills")
        await desk.press("C")
        assert isinstance(desk.app.screen, Choose)
        await desk.press(*"tills", "ctrl+d")
        assert isinstance(desk.app.screen, AskYes)
        await desk.press("y")
        await desk.until(lambda: desk.state.curation.name == "")
        assert "tills" not in names(shop)

    drive(shop, script)
