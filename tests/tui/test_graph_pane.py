"""The graph at the workbench: following, walking, deciding, and names that mean harm."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action, Spec
from ctxsmith_tui.tui.widgets.graph_view import GraphView
from tests.tui.conftest import Desk, Drive

FILES = {
    "money.py": "def cents(value):\n    return round(value)\n",
    "cart.py": (
        "from money import cents\n\n\ndef total(items):\n    return cents(sum(items))\n\n\n"
        "def show(items):\n    return total(items)\n"
    ),
    "tests/test_cart.py": "from cart import show\n\n\ndef test_show():\n    assert show([])\n",
}


@pytest.fixture
def engine(make_engine: Callable[..., Engine]) -> Engine:
    engine = make_engine(FILES)
    engine.set_curation(task="total of items in cart.py")
    return engine


def graph_of(desk: Desk) -> GraphView:
    view = desk.view("graph")
    assert isinstance(view, GraphView)
    return view


async def answered(desk: Desk, subject: str) -> None:
    """Wait until the graph is about something."""

    def is_about_it() -> bool:
        answer = desk.app.graphing.state.answer
        return answer is not None and str(answer.subject) == subject

    await desk.until(is_about_it)
    await desk.settle()


async def graph_of_total(desk: Desk) -> GraphView:
    """The function `total`, opened in the list, as the subject."""
    await desk.press("l")
    await desk.until(lambda: desk.view("ranked").count > len(FILES))
    while str(desk.view("ranked").place()) != "cart.py::total":
        await desk.press("j")
    await desk.press("4")
    await answered(desk, "cart.py::total")
    return graph_of(desk)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
def test_the_graph_of_a_function_is_walked_and_walked_back(
    engine: Engine, drive: Drive, size: tuple[int, int]
) -> None:
    async def script(desk: Desk) -> None:
        view = await graph_of_total(desk)
        assert "Callers  1 symbol in 1 file" in desk.frame()
        assert "Callees  1 symbol in 1 file" in desk.frame()
        await desk.press("l")
        assert str(view.place()) == "money.py::cents"
        await desk.press("l")
        await answered(desk, "money.py::cents")
        assert "walked from total" in desk.frame()
        await desk.press("backspace")
        await answered(desk, "cart.py::total")
        assert str(view.place()) == "money.py::cents"
        await desk.press("h", "h")
        await answered(desk, "cart.py::show")

    drive(engine, script, size=size)


def test_a_row_is_pinned_and_says_so(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await graph_of_total(desk)
        await desk.press("l", "space")
        decided = [(each.action, str(each.spec)) for each in desk.state.curation.decisions]
        assert decided == [(Action.PIN, "money.py::cents")]
        assert ">P=   cents" in desk.frame()

    drive(engine, script)


def test_the_subject_itself_is_decided_about_from_its_heading(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await graph_of_total(desk)
        await desk.press("x")
        decided = [(each.action, str(each.spec)) for each in desk.state.curation.decisions]
        assert decided == [(Action.EXCLUDE, "cart.py::total")]

    drive(engine, script)


def test_the_graph_follows_the_cursor_of_the_list(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("4")
        await answered(desk, "cart.py")
        await desk.press("1", "j")
        place = str(desk.view("ranked").place())
        assert place != "cart.py"
        await answered(desk, place)

    drive(engine, script)


def test_the_depth_of_the_impact_is_changed_and_filtered(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await graph_of_total(desk)
        assert "after 2 steps" in desk.frame()
        await desk.press("less_than_sign", "less_than_sign")
        await desk.until(lambda: "after 2 steps" not in desk.frame())
        assert "<> depth 1" in desk.frame()
        await desk.press("greater_than_sign")
        await desk.until(lambda: "after 2 steps" in desk.frame())
        count = view.count
        await desk.press("slash", *"test", "enter")
        assert "1 of 2 match the filter" in desk.frame()
        assert "filter: test" in desk.frame()
        await desk.press("escape")
        assert view.count == count

    drive(engine, script)


def test_a_row_opens_the_file_at_its_line(engine: Engine, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        view = await graph_of_total(desk)
        await desk.press("h")
        assert view.line_place() == ("cart.py", 9)

    drive(engine, script)


def test_many_callers_are_all_there(make_engine: Callable[..., Engine], drive: Drive) -> None:
    users = "".join(f"def user_{k}():\n    return total()\n\n\n" for k in range(2_000))
    engine = make_engine({"cart.py": f"def total():\n    return 1\n\n\n{users}"})
    engine.set_curation(task="total")

    async def script(desk: Desk) -> None:
        await desk.press("4")
        await answered(desk, "cart.py")
        desk.app.graphing.walk(Spec("cart.py", symbol="total"), ("", ""))
        await answered(desk, "cart.py::total")
        assert "Callers  2,000 symbols" in desk.frame()
        await desk.press("n", "G")
        assert graph_of(desk).count > 4_000

    drive(engine, script)


def test_names_that_mean_harm_are_only_shown(make_engine: Callable[..., Engine], drive: Drive) -> None:
    engine = make_engine(
        {
            "[/b]\x1b[31m.py": "def bold():\n    return bold()\n",
            "\u202e[red].py": "import os\n\n\ndef total():\n    return os.name\n",
        }
    )
    engine.set_curation(task="bold total")

    async def script(desk: Desk) -> None:
        await desk.press("4")
        await desk.until(lambda: desk.app.graphing.state.answer is not None)
        for _ in range(3):
            await desk.press("1", "j", "4")
            await desk.until(lambda: desk.app.graphing.state.answer is not None)
        assert "\x1b" not in desk.frame()
        assert "\u202e" not in desk.frame()
        assert "[/b]" in desk.frame()

    drive(engine, script)
