"""The finder: typing, opening, pinning."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.widgets import Input

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action
from ctxsmith_tui.tui.screens.finder import FinderScreen
from ctxsmith_tui.tui.screens.source import SourceScreen
from tests.tui.conftest import Desk, Drive


@pytest.fixture
def engine(make_engine: Callable[..., Engine]) -> Engine:
    engine = make_engine(
        {
            "shop.py": "def total(prices):\n    return sum(prices)\n\n\ndef discount():\n    pass\n",
            "[/b].py": "def bold():\n    pass\n",
        }
    )
    engine.set_curation(task="total of prices")
    return engine


async def typed(desk: Desk, text: str) -> FinderScreen:
    """Type into the finder and wait for what it finds first."""
    await desk.press("o")
    screen = desk.app.screen
    assert isinstance(screen, FinderScreen)
    await desk.press(*text)
    return screen


def test_what_is_typed_is_found_and_opened(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        screen = await typed(desk, "disc")
        await desk.until(lambda: str(screen.view.place()) == "shop.py::discount")
        assert "function 5-6" in desk.frame()
        await desk.press("enter")
        await desk.until(lambda: isinstance(desk.app.screen, SourceScreen) and desk.app.view().count == 6)
        await desk.settle()
        assert desk.app.view().cursor == 4
        await desk.press("backspace")
        assert len(desk.app.screen_stack) == 1

    drive(engine, script)


def test_keys_that_come_faster_than_what_is_found_wait_for_it(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("o")
        screen = desk.app.screen
        assert isinstance(screen, FinderScreen)
        screen.query_one(Input).value = "discount"
        await desk.pilot.press("enter")
        await desk.until(lambda: isinstance(desk.app.screen, SourceScreen) and desk.app.view().count == 6)
        assert desk.app.view().cursor == 4

    drive(engine, script)


def test_places_are_pinned_and_excluded_without_leaving(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        screen = await typed(desk, "total")
        await desk.until(lambda: str(screen.view.place()) == "shop.py::total")
        await desk.press("tab")
        assert [(each.action, str(each.spec)) for each in desk.state.curation.decisions] == [
            (Action.PIN, "shop.py::total")
        ]
        assert screen.view.letters[0] == "P"
        await desk.press("tab")
        assert desk.state.curation.decisions == ()
        await desk.press("ctrl+x")
        assert screen.view.letters[0] == "x"
        assert desk.app.screen is screen
        await desk.press("escape")
        assert len(desk.app.screen_stack) == 1

    drive(engine, script)


def test_without_letters_it_offers_the_ranked_files(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        screen = await typed(desk, "")
        assert str(screen.view.place()) == "shop.py"
        await desk.press(*"zzz")
        await desk.until(lambda: not screen.view.found)
        assert "Nothing is called so." in desk.frame()
        await desk.press("enter", "tab", "down")
        assert desk.app.screen is screen
        await desk.press("backspace", "backspace", "backspace")
        assert str(screen.view.place()) == "shop.py"

    drive(engine, script)


def test_markup_in_names_is_text(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        screen = await typed(desk, "[/b]")
        await desk.until(lambda: screen.view.found and screen.view.found[0].spec.path == "[/b].py")
        assert "[/b].py" in desk.frame()

    drive(engine, script, size=(80, 24))
