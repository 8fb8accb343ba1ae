"""Curations from the keyboard: saved, opened, deleted."""

from __future__ import annotations

from pathlib import Path

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action
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


def test_decisions_of_the_curation_asked_about_are_taken_back(shop: Path, drive: Drive) -> None:
    """Another workbench or the command line may open another one while the question is read."""

    async def script(desk: Desk) -> None:
        await desk.task(TASK)
        with Engine(shop) as other:
            other.save_curation("theirs")
            other.decide(Action.PIN, "shop/cart.py", curation="theirs")
            other.open_curation("")
            await desk.until(lambda: desk.state.curation.name == "")
            await desk.press("space")
            await desk.until(lambda: len(other.curation("").decisions) == 1)
            await desk.press("D")
            assert isinstance(desk.app.screen, AskYes)
            other.open_curation("theirs")
            await desk.until(lambda: desk.state.curation.name == "theirs")
            await desk.press("y")
            await desk.until(lambda: not other.curation("").decisions)
            assert len(other.curation("theirs").decisions) == 1

    drive(shop, script)


def test_chosen_lines_of_the_pack_stay_chosen_when_it_is_made_again(shop: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.task(TASK)
        await desk.press("2", "j", "j", "v", "j", "j")
        view, pack = desk.view("pack"), desk.state.pack
        chosen = view.chosen
        assert chosen is not None
        desk.app.session.compute()
        await desk.until(lambda: desk.state.pack is not pack)
        assert view.chosen == chosen

    drive(shop, script)
