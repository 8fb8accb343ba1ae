"""What the mouse does, and that a change of size keeps the person where they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action
from ctxsmith_tui.tui.layout import PANES, Pane
from ctxsmith_tui.tui.screens.help import HelpScreen
from ctxsmith_tui.tui.screens.source import SourceScreen
from ctxsmith_tui.tui.widgets.key_bar import KeyBar
from tests.tui.conftest import Desk, Drive

NARROW, WIDE, ULTRA = (80, 24), (120, 36), (200, 50)


async def click(desk: Desk, pane: str, column: int, line: int, *, times: int = 1) -> None:
    """Click a cell of a pane, counted from the corner of its content."""
    view = desk.view(pane)
    offset = view.content_region.offset - view.region.offset
    await desk.pilot.click(view, offset=(column + offset.x, line + offset.y), times=times)
    await desk.settle()


def decisions(desk: Desk) -> list[tuple[Action, str]]:
    return [(each.action, str(each.spec)) for each in desk.state.curation.decisions]


def test_a_click_chooses_a_row_and_two_open_it(root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await click(desk, "ranked", 30, 3)
        assert desk.view("ranked").cursor == 2
        path = desk.state.files[2].path
        await click(desk, "ranked", 30, 3, times=2)
        await desk.until(lambda: isinstance(desk.app.screen, SourceScreen) and desk.app.view().count > 0)
        assert path in desk.frame()

    drive(root, script)


def test_a_click_on_the_letter_goes_through_the_decisions(root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        path = desk.state.files[1].path
        await click(desk, "ranked", 1, 2)
        assert decisions(desk) == [(Action.PIN, path)]
        await click(desk, "ranked", 1, 2)
        assert decisions(desk) == [(Action.EXCLUDE, path)]
        await click(desk, "ranked", 1, 2)
        assert decisions(desk) == []

    drive(root, script)


@pytest.mark.parametrize(("column", "line"), [(1, 0), (1, 20)])
def test_a_click_beside_the_rows_decides_nothing(column: int, line: int, root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await click(desk, "ranked", column, line)
        assert decisions(desk) == []

    drive(root, script)


def test_a_click_on_a_name_goes_to_that_pane(root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.resize(80, 24)
        await desk.pilot.click("#tabs", offset=(15, 0))
        await desk.settle()
        assert desk.app.panes.active == "pack"
        await desk.pilot.click("#tabs", offset=(79, 0))
        await desk.settle()
        assert desk.app.panes.active == "pack"

    drive(root, script)


def test_a_click_goes_to_another_pane(root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await click(desk, "pack", 20, 9)
        assert desk.app.panes.active == "pack"
        assert desk.view("pack").cursor == 9
        assert "[2 Pack]" in desk.frame()

    drive(root, script)


def test_the_last_line_is_for_clicking_too(root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        column = desk.frame().split("\n")[-1].index("? Help")
        await desk.pilot.click(desk.app.screen.query_one(KeyBar), offset=(column, 0))
        await desk.settle()
        assert isinstance(desk.app.screen, HelpScreen)

    drive(root, script)


def test_the_wheel_scrolls_without_moving_the_cursor(root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        pack = desk.view("pack")
        await desk.pilot._post_mouse_events([_wheel_down()], pack, offset=(20, 5), button=0)
        await desk.until(lambda: pack.scroll_offset.y > 0)
        assert pack.cursor == 0

    drive(root, script)


def _wheel_down() -> type:
    from textual.events import MouseScrollDown

    return MouseScrollDown


@pytest.mark.parametrize("pane", PANES)
def test_a_resize_keeps_focus_and_row(pane: Pane, root: Path, drive: Drive) -> None:
    """From each pane through all sizes and back: it stays on screen, its row in sight and marked."""
    prices = root / "shop/prices.py"
    prices.write_text(prices.read_text().replace("0.1\n", "0.15\n").replace("LOWEST", "LEAST"))
    with Engine(root) as engine:
        for number in range(12):
            engine.add_note(f"Note {number}", file="shop/cart.py")

    async def script(desk: Desk) -> None:
        await desk.press(str(PANES.index(pane) + 1))
        view = desk.view(pane)
        await desk.until(lambda: view.count > 0)
        if pane == "graph":
            await desk.until(lambda: desk.app.graphing.state.answer is not None)
        if pane == "changes":
            await desk.press("n")  # opens the file
        await desk.press("G")
        at = view.cursor
        text = view.text_of(at).strip() if pane in ("pack", "changes", "notes") else ""
        for size in (WIDE, ULTRA, NARROW, WIDE, NARROW):
            await desk.resize(*size)
            assert desk.app.focused is view
            assert view.display
            assert view.region.width > 0
            if pane not in ("why", "graph", "changes"):  # rows of these come and go
                assert view.cursor == at
            assert not text or view.text_of(view.cursor).strip() == text
            line = view.cursor - view.scroll_offset.y + view._head
            assert 0 <= line < view.size.height
            if pane != "why":
                row = desk.frame().split("\n")[view.content_region.y + line]
                assert ">" in row[view.content_region.x : view.content_region.x + 2]

    drive(root, script, size=NARROW)
