"""A file over the panes: reading it, deciding in it, and the way back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.geometry import Offset
from textual.selection import Selection

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action, Spec
from ctxsmith_tui.tui.screens.source import SourceScreen
from ctxsmith_tui.tui.widgets.source_view import SourceView
from tests.tui.conftest import Desk, Drive

SHOP = '''"""A shop."""


def total(prices):
    """The total of some prices."""
    return sum(prices)


def discount(price):
    """A discount of a price."""
    return price * 0.9
'''
HOSTILE = (
    "a = '[/b] list[int] \x1b[31m \u202eright to left\u202c 漢字'\n"
    f"b = '{'[x]' * 4_000}'\n"
    "\tc = 1\r\n"
    "\u200bd = '\udce9'\n".encode("utf-8", "surrogateescape").decode("latin-1")
)


@pytest.fixture
def engine(make_engine: Callable[..., Engine]) -> Engine:
    engine = make_engine(
        {"shop.py": SHOP.replace("0.9", "0.8"), "a[/b].py": HOSTILE, "blob.bin": b"\x7fELF\0\0"},
        [("first", {})],
    )
    (engine.root / "shop.py").write_text(SHOP)
    engine.set_curation(task="discount of a price")
    return engine


async def opened(desk: Desk, place: Spec, line: int = 0) -> SourceView:
    """Open a file and wait until it is read."""
    desk.app.open_place(place, line)
    await desk.until(lambda: isinstance(desk.app.screen, SourceScreen) and desk.app.screen.is_mounted)
    view = desk.app.view()
    assert isinstance(view, SourceView)
    await desk.until(lambda: view.source is not None)
    await desk.settle()
    return view


def decisions(desk: Desk) -> list[tuple[Action, str]]:
    return [(each.action, str(each.spec)) for each in desk.state.curation.decisions]


def test_from_the_list_into_a_file_and_back_to_the_same_row(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("1", "enter")
        await desk.until(lambda: isinstance(desk.app.screen, SourceScreen) and desk.app.view().count > 0)
        await desk.settle()
        assert "shop.py" in desk.frame()
        assert "def total(prices):" in desk.frame()
        await desk.press("backspace")
        assert not isinstance(desk.app.screen, SourceScreen)
        assert desk.app.view().place() == Spec("shop.py")
        assert desk.app.view().has_focus

    drive(engine, script)


def test_a_place_is_opened_at_its_lines(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        assert (await opened(desk, Spec("shop.py", symbol="discount"))).cursor == 8
        await desk.press("escape")
        assert (await opened(desk, Spec("shop.py"), 5)).cursor == 4
        assert "5/11" in desk.frame()
        assert "in total" in desk.frame()

    drive(engine, script)


def test_decisions_are_about_the_function_or_the_lines_that_are_chosen(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await opened(desk, Spec("shop.py"), 5)
        await desk.press("space")
        assert decisions(desk) == [(Action.PIN, "shop.py::total")]
        assert [y for y in range(view.count) if view.row(y, 80)[1][0] == "P"] == [3, 4, 5]
        await desk.press("u")
        assert decisions(desk) == []
        await desk.press("v", "j", "x")
        assert decisions(desk) == [(Action.EXCLUDE, "shop.py:5-6")]
        assert view.chosen is None
        await desk.press("u", "k", "k", "v", "j", "j")
        assert "choosing 3 lines: total" in desk.frame()
        await desk.press("escape")
        assert view.chosen is None
        assert isinstance(desk.app.screen, SourceScreen)

    drive(engine, script)


def test_searching_and_going_to_a_line(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await opened(desk, Spec("shop.py"), 1)
        await desk.press("slash", *"price", "enter")
        assert view.cursor == 3
        assert "6 lines match" in desk.frame()
        await desk.press("n")
        assert view.cursor == 4
        await desk.press("N", "N")
        assert view.cursor == 10  # around the beginning
        await desk.press("escape")
        assert "match" not in desk.frame()
        await desk.press("colon", "6", "enter")
        assert view.cursor == 5
        assert isinstance(desk.app.screen, SourceScreen)

    drive(engine, script)


def test_notes_and_changed_lines_are_marked(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await opened(desk, Spec("shop.py"), 10)
        await desk.until(lambda: view.row(10, 80)[3][0] == "!")
        await desk.press("M", *"why", "f2")
        await desk.until(lambda: view.row(8, 80)[2][0] == "n")
        assert [note.symbol for note in engine.notes()] == ["discount"]
        assert [view.row(y, 80)[3][0] for y in (0, 3)] == [" ", " "]

    drive(engine, script)


def test_what_changes_on_disk_is_read_again(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await opened(desk, Spec("shop.py"), 4)
        (engine.root / "shop.py").write_text(SHOP + "\n\ndef fresh():\n    pass\n")
        await desk.until(lambda: view.count == 15)
        assert view.cursor == 3
        (engine.root / "shop.py").unlink()
        await desk.until(lambda: view.count == 0)
        assert "no file shop.py" in desk.frame()

    drive(engine, script)


def test_hostile_text_stays_text(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await opened(desk, Spec("a[/b].py"))
        frame = desk.frame()
        assert "a[/b].py" in frame
        assert r"[/b] list[int] \x1b[31m" in frame
        assert not {"\x1b", "\u202e", "\t"} & set(frame)
        await desk.press("j", *["l"] * 4, "slash", *"[x]", "enter", "v", "j", "space", "G")
        assert decisions(desk) == [(Action.PIN, "a[/b].py:2-3")]
        assert view.get_selection(Selection(None, None)) == (HOSTILE.replace("\r\n", "\n").rstrip("\n"), "\n")

    drive(engine, script)


def test_what_cannot_be_shown_says_why(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await opened(desk, Spec("blob.bin"))
        assert "not text" in desk.frame()
        await desk.press("space", "v", "slash", "escape", "n", "l", "colon", "G", "Y")
        await desk.press("escape")
        await opened(desk, Spec("../x"))
        assert "no path below" in desk.frame()

    drive(engine, script)


def test_selected_text_has_no_margin_and_is_as_in_the_file(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await opened(desk, Spec("shop.py"))
        margin = view.margin(0)
        some = Selection(Offset(margin + 4, 3), Offset(margin + 3, 4))
        assert view.get_selection(some) == ("total(prices):\n   ", "\n")
        copied: list[str] = []
        desk.app.copy_to_clipboard = copied.append  # type: ignore[method-assign]
        desk.app.screen.selections = {view: some}
        await desk.press("ctrl+c")
        assert copied == ["total(prices):\n   "]

    drive(engine, script)


def test_the_keys_of_panes_close_the_file_and_go_to_its_line(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await opened(desk, Spec("shop.py"), 11)
        await desk.press("2")
        assert not isinstance(desk.app.screen, SourceScreen)
        assert desk.app.panes.active == "pack"
        assert desk.app.view().line_place() == ("shop.py", 11)

    drive(engine, script)


def test_lines_of_the_pack_can_be_chosen(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("2", "slash", *"return price", "enter", "k", "v", "j")
        assert desk.app.places() == [Spec("shop.py", 10, 11)]
        await desk.press("x")
        assert decisions(desk) == [(Action.EXCLUDE, "shop.py:10-11")]

    drive(engine, script)


def test_what_a_name_means_is_opened(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        (engine.root / "use.py").write_text("from shop import total\nprint(total([1]))\n")
        await opened(desk, Spec("use.py"), 2)
        engine.refresh()
        await desk.press("enter")
        await desk.until(lambda: desk.app.view().line_place() == ("shop.py", 4))
        await desk.settle()
        await desk.press("backspace")
        assert desk.app.view().line_place() == ("use.py", 2)

    drive(engine, script)
