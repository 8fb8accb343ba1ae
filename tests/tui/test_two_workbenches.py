"""Two workbenches with their screens on one work tree."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.tui.app import Workbench
from ctxsmith_tui.tui.opening import first_snapshot
from tests.tui.conftest import Desk
from tests.tui.shop import TASK


def test_each_shows_what_the_other_decides(
    shop: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CTXSMITH_CONFIG", str(tmp_path / "no-config.toml"))
    with Engine(shop) as engine:
        engine.set_curation(task=TASK)

    async def run() -> None:
        async with AsyncExitStack() as stack:
            one, two = [
                Desk(app, await stack.enter_async_context(app.run_test(size=(120, 36))))
                for app in (Workbench(shop, first_snapshot(shop), slot=slot) for slot in (1, 2))
            ]
            for desk in (one, two):
                await desk.settle()
            await one.press("space")
            await two.until(lambda: ">P" in two.frame())
            assert "1P 0x" in two.frame()
            await two.press("x")
            await one.until(lambda: ">x" in one.frame())
            await one.press("u")  # one's own pin was overwritten: nothing of the other's is taken back
            assert ">x" in one.frame()
            await two.press("u")
            await one.until(lambda: ">P" in one.frame())
            await one.press("j", "M")
            await one.pilot.press(*"cents", "f2")
            await two.until(lambda: "n " in two.frame().split("\n")[8][:6])
            assert [note.text for note in two.state.notes] == ["cents"]

    asyncio.run(run())
