"""A model's reply, pasted: what it names is pinned in one step."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import TextArea

from ctxsmith_tui import Engine
from ctxsmith_tui.tui.screens.ask import AskLines
from ctxsmith_tui.tui.screens.reply import ReplyScreen
from tests.tui.conftest import Desk, Drive


def test_enter_pins_what_is_chosen_of_a_reply(shop: Path, drive: Drive) -> None:
    with Engine(shop) as engine:
        engine.set_curation(task="the discount is wrong")

    async def script(desk: Desk) -> None:
        await desk.press("r")
        await desk.until(lambda: isinstance(desk.app.screen, AskLines))
        desk.app.screen.query_one(TextArea).text = "I need `shop/prices.py` and shop/receipt.py"
        await desk.press("f2")
        await desk.until(lambda: isinstance(desk.app.screen, ReplyScreen))
        await desk.press("space")  # not the first
        await desk.press("enter")
        await desk.until(lambda: bool(desk.state.curation.decisions))
        assert [str(each.spec) for each in desk.state.curation.decisions] == ["shop/receipt.py"]

    drive(shop, script)
