"""What is said to be copied was copied, and only that is left out of the next copy of what is new."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Progress
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.tui.app import Workbench
from ctxsmith_tui.tui.state import Phase
from tests.tui.conftest import Desk, Drive
from tests.tui.shop import TASK


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the workbench says, where there is no way to any clipboard: a copy goes to a file."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY", "TMUX", "STY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    heard: list[str] = []
    monkeypatch.setattr(Workbench, "say", lambda self, text, **options: heard.append(text))
    return heard


def fallback(root: Path) -> Path:
    return root / ".contextsmith" / "pack.md"


async def press(desk: Desk, key: str, said: list[str]) -> str:
    """What is said after a key."""
    said.clear()
    await desk.press(key)
    await desk.until(lambda: bool(said))
    return said[-1]


def test_a_copy_that_went_nowhere_is_not_remembered(root: Path, drive: Drive, said: list[str]) -> None:
    place = fallback(root)

    async def script(desk: Desk) -> None:
        place.mkdir()  # no file can be written there
        assert (await press(desk, "y", said)).startswith("nothing was copied: no clipboard here")
        assert await press(desk, "m", said) == "nothing was copied yet; y copies the whole pack"
        place.rmdir()
        assert "wrote" in await press(desk, "y", said)
        assert await press(desk, "m", said) == "nothing is new or changed since the last copy"

    drive(root, script)


def test_what_is_new_stays_new_until_it_was_copied(root: Path, drive: Drive, said: list[str]) -> None:
    place = fallback(root)

    async def script(desk: Desk) -> None:
        await press(desk, "y", said)
        prices = root / "shop/prices.py"
        prices.write_text(prices.read_text().replace("return 0.1\n", "return 0.125\n"))
        place.unlink()
        place.mkdir()
        assert "nothing was copied: no clipboard here" in await press(desk, "m", said)
        place.rmdir()
        assert "wrote" in await press(desk, "m", said)
        assert "return 0.125" in place.read_text()

    drive(root, script)


def test_a_part_that_went_nowhere_is_the_next_one_again(root: Path, drive: Drive, said: list[str]) -> None:
    place = fallback(root)

    async def script(desk: Desk) -> None:
        assert "part 1 of 2: no clipboard here: wrote" in await press(desk, "y", said)
        first = place.read_bytes()
        place.unlink()
        place.mkdir()
        assert (await press(desk, "y", said)).startswith("part 2 of 2: nothing was copied")
        assert await press(desk, "m", said) == "nothing was copied yet; y copies the whole pack"
        place.rmdir()
        assert "part 2 of 2: no clipboard here: wrote" in await press(desk, "y", said)
        assert place.read_bytes() != first
        assert await press(desk, "m", said) == "nothing is new or changed since the last copy"

    drive(root, script, settings=UserSettings(part_tokens=500))


def test_a_wish_that_waits_for_the_index_can_be_stopped(
    shop: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`w` writes the files as they are now, so it waits for a first index, which may take long."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(engine: Engine) -> None:
        while not go_on.is_set():
            assert engine.report is not None
            engine.report(Progress("indexing files", 50, 100, 2.0))
            begun.set()
            time.sleep(0.02)

    async def script(desk: Desk) -> None:
        await desk.task(TASK)
        monkeypatch.setattr(Engine, "refresh", slow)
        try:
            await desk.until(begun.is_set)
            await desk.until(lambda: desk.state.phase is Phase.INDEXING)
            await desk.pilot.press("w", "escape")
            await desk.until(lambda: desk.state.stopped)
            await desk.until(lambda: "nothing was handed over" in desk.frame())
        finally:
            go_on.set()

    drive(shop, script, toasts=True)
