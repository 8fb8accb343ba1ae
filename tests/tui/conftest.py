"""A workbench on a small repository, driven by keys without a terminal."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ctxsmith_tui import Engine
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.tui.app import Workbench
from ctxsmith_tui.tui.opening import first_snapshot
from ctxsmith_tui.tui.state import Snapshot
from ctxsmith_tui.tui.widgets.line_view import LineView
from tests.tui.shop import TASK, make_shop

PATIENCE = 20.0  # seconds for anything to settle on a busy machine

Files = Mapping[str, "str | bytes"]


@dataclass
class Desk:
    """A person at a workbench."""

    app: Workbench
    pilot: Pilot[None]

    @property
    def state(self) -> Snapshot:
        """What is shown."""
        return self.app.state

    async def press(self, *keys: str) -> None:
        """Press keys, then wait for all that they cause."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        """Wait until everything is done and drawn."""
        await self.until(lambda: self.app.session.is_idle)
        await self.pilot.pause()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < deadline, "it never came to that"
            await self.pilot.pause(0.01)

    async def resize(self, width: int, height: int) -> None:
        """Make the terminal another size."""
        await self.pilot.resize_terminal(width, height)
        await self.until(lambda: self.app.screen.size == (width, height))
        await self.pilot.pause()

    async def task(self, text: str) -> None:
        """Write a task and rank it."""
        await self.pilot.press("t")
        box = self.app.screen.query_one("#task")
        box.text = text  # type: ignore[attr-defined]
        await self.press("enter")

    def frame(self) -> str:
        """The screen as text."""
        return frame_of(self.app)

    def view(self, name: str) -> LineView:
        """A pane."""
        return self.app.screen_stack[0].query_one(f"#{name}", LineView)


def frame_of(app: Workbench) -> str:
    """Every line of the screen, without the spaces at its end."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips)


Script = Callable[[Desk], Awaitable[None]]
Drive = Callable[..., None]


@pytest.fixture
def drive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Drive:
    """Run a script at a workbench on a repository: `drive(engine, script, size=(120, 36))`.

    With `settled=False` it begins before anything is found out.
    """
    monkeypatch.setenv("CTXSMITH_CONFIG", str(tmp_path / "no-config.toml"))
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run(
        engine: Engine | Path,
        script: Script,
        *,
        size: tuple[int, int] = (120, 36),
        slot: int = 1,
        settled: bool = True,
        settings: UserSettings | None = None,
        toasts: bool = False,
    ) -> None:
        root = engine if isinstance(engine, Path) else engine.root

        async def at_the_desk() -> None:
            mine = settings or UserSettings()
            app = Workbench(root, first_snapshot(root, mine), slot=slot, settings=mine)
            async with app.run_test(size=size, notifications=toasts) as pilot:
                desk = Desk(app, pilot)
                if settled:
                    await desk.settle()
                await script(desk)

        asyncio.run(at_the_desk())

    return run


@pytest.fixture(scope="session")
def shop_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop, with an index; never to be changed."""
    root = tmp_path_factory.mktemp("template") / "shop"
    make_shop(root)
    with Engine(root) as engine:
        engine.refresh()
    return root


@pytest.fixture
def shop(shop_template: Path, tmp_path: Path) -> Path:
    """A copy of the shop, to do with as one likes."""
    return Path(shutil.copytree(shop_template, tmp_path / "shop", symlinks=True))


@pytest.fixture
def root(shop: Path) -> Path:
    """A copy of the repository whose curation has a task."""
    with Engine(shop) as engine:
        engine.set_curation(task=TASK)
    return shop
