"""What a person sees in every state, at the three sizes, held against kept frames.

`UPDATE_FRAMES=1 pytest tests/tui/test_frames.py` writes them anew; look at each difference.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.cells import cell_len

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action, Progress, Spec
from ctxsmith_tui.tui.keys import ACTION_OF
from ctxsmith_tui.tui.lane import Token
from ctxsmith_tui.tui.looking import TreeWatch
from ctxsmith_tui.tui.state import Phase
from tests.tui.conftest import Desk, Drive
from tests.tui.shop import TASK

FRAMES = Path(__file__).parent / "frames"
SIZES = ((80, 24), (120, 36), (200, 50))
UPDATE = bool(os.environ.get("UPDATE_FRAMES"))

Prepare = Callable[[Path, pytest.MonkeyPatch], None]
Reach = Callable[[Desk], Awaitable[None]]


def with_task(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Engine(root) as engine:
        engine.set_curation(task=TASK)


def without_task(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The repository as it is."""


def no_match(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Engine(root) as engine:
        engine.set_curation(task="zebra quokka")


def over_budget(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Engine(root) as engine:
        engine.set_curation(task=TASK, budget=100)
        engine.decide(Action.PIN, Spec("shop/prices.py"))


def damaged_notes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_task(root, monkeypatch)
    database = root / ".contextsmith" / "tui-notes.db"
    for place in database.parent.glob("tui-notes.db-*"):
        place.unlink()
    database.write_bytes(b"SQLite format 3\0" + b"not any more " * 2_000)


def no_index_yet(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_task(root, monkeypatch)
    for place in (root / ".contextsmith").glob("tui-index.db*"):
        place.unlink()

    async def held(self: TreeWatch, *, rebuild: bool = False) -> None:
        """A first run that is on its way and goes no further."""
        self._under_way = Token()
        self._took_progress(Progress("indexing files", 412, 1_204, 3.0))

    monkeypatch.setattr(TreeWatch, "look", held)


def edited(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_task(root, monkeypatch)
    prices, cart = root / "shop/prices.py", root / "shop/cart.py"
    prices.write_text(prices.read_text().replace("return 0.1\n", "return 0.15\n").replace("LOWEST", "LEAST"))
    cart.write_text(
        cart.read_text().replace("        return total(prices, ", "        return total(prices,\n")
    )
    (root / "shop/coupon.py").write_text('"""Coupons."""\n\n\ndef coupon(code):\n    return 0.05\n')
    with Engine(root) as engine:
        engine.add_review_note("Is 15 % agreed on?", "shop/prices.py", (17, 17))


def with_notes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_task(root, monkeypatch)
    with Engine(root) as engine:
        engine.add_note("Discounts are never more than 20 %.", symbol="shop/prices.py::discount_of")
        engine.add_note("Rounds half to even, which the accountants want.", span="shop/currency.py:4-6")
        engine.add_note(
            "The cart is not thread-safe, and need not be.\nAsk before changing that.", file="shop/cart.py"
        )
        engine.add_review_note("Why two names?", "shop/receipt.py", (6, 8))
    currency = root / "shop/currency.py"
    currency.write_text(currency.read_text().replace("round(amount, 2)", "round(float(amount), 2)"))


async def settled(desk: Desk) -> None:
    await desk.settle()


async def indexing(desk: Desk) -> None:
    await desk.until(lambda: desk.state.phase is Phase.INDEXING)
    await desk.pilot.pause()


async def decided(desk: Desk) -> None:
    """Several decisions, a file that is open, and the cursor on one of its functions."""
    await desk.settle()
    await desk.press("space", "j", "j", "x", "k", "l")
    await desk.until(lambda: len(desk.app.panes._units) == 1)
    await desk.press("j", "j", "space", "minus")


async def filtering(desk: Desk) -> None:
    await desk.settle()
    await desk.press("slash", *"cart")


async def help_open(desk: Desk) -> None:
    await desk.settle()
    await desk.press("question_mark")


async def palette_open(desk: Desk) -> None:
    await desk.settle()
    await desk.press("ctrl+p", *"pin")
    await desk.until(lambda: "Always show" in desk.frame())


async def source_open(desk: Desk) -> None:
    await desk.settle()
    desk.app.open_place(Spec("shop/prices.py", symbol="discount_of"))
    await desk.until(lambda: desk.app.view().count > 0 and desk.app.source_screen() is not None)
    await desk.press("space")
    await desk.until(lambda: any("P" in desk.app.view().row(y, 80)[1][0] for y in range(20)))


async def pack_shown(desk: Desk) -> None:
    await desk.settle()
    await desk.press("2")


async def why_shown(desk: Desk) -> None:
    await desk.settle()
    await desk.press("3")


async def graph_shown(desk: Desk) -> None:
    await desk.settle()
    desk.view("ranked").go_to(row_of(desk, "shop/prices.py"))
    await desk.press("l")
    await desk.until(lambda: desk.view("ranked").count > len(desk.state.files))
    await desk.press("j", "4")
    await desk.until(lambda: desk.app.graphing.state.answer is not None)
    await desk.settle()


async def changes_shown(desk: Desk) -> None:
    await desk.settle()
    await desk.press("5")
    await desk.until(lambda: desk.view("changes").count > 0)
    await desk.press("n", "j", "j")
    await desk.until(lambda: len(desk.app.comparing.state.tests) == 1)
    await desk.settle()


async def notes_shown(desk: Desk) -> None:
    await desk.settle()
    await desk.press("6")
    await desk.until(lambda: desk.view("notes").count > 6)
    await desk.settle()


async def finding(desk: Desk) -> None:
    await desk.settle()
    await desk.press("o", *"total")
    await desk.until(lambda: desk.app.view().count > 0 and "PriceList" not in desk.frame())


async def asked_for_budget(desk: Desk) -> None:
    await desk.settle()
    await desk.press("b")
    await desk.until(lambda: len(desk.app.screen_stack) > 1)
    await desk.press("x")


def row_of(desk: Desk, path: str) -> int:
    return next(y for y, row in enumerate(desk.view("ranked").rows) if row.spec.path == path)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class State:
    """Something to look at: how the repository is, and what a person does."""

    name: str
    prepare: Prepare
    reach: Reach = settled


STATES = [
    State("no-task", without_task),
    State("first-index", no_index_yet, indexing),
    State("ready", with_task),
    State("decided", with_task, decided),
    State("pack", with_task, pack_shown),
    State("why", with_task, why_shown),
    State("graph", with_task, graph_shown),
    State("changes", edited, changes_shown),
    State("notes", with_notes, notes_shown),
    State("source", with_task, source_open),
    State("no-match", no_match),
    State("over-budget", over_budget),
    State("failed", damaged_notes),
    State("filter", with_task, filtering),
    State("help", with_task, help_open),
    State("palette", with_task, palette_open),
    State("finder", with_task, finding),
    State("budget", with_task, asked_for_budget),
]


def masked(frame: str) -> str:
    """A frame without what differs from run to run."""
    return re.sub("/tmp/shop-.{8}/", "/tmp/shop-########/", re.sub(r"\d+ ms\b", "# ms", frame))


@pytest.fixture
def shop(shop_template: Path) -> Iterator[Path]:
    """A copy of the shop at a place whose name is always as long, as it is part of messages."""
    with tempfile.TemporaryDirectory(prefix="shop-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        yield Path(shutil.copytree(shop_template, Path(folder, "shop")))


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_a_state_looks_as_it_was_designed(
    state: State, shop: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One workbench is made larger and smaller, so each frame is also one after a live resize."""
    state.prepare(shop, monkeypatch)
    frames: dict[tuple[int, int], str] = {}

    async def script(desk: Desk) -> None:
        await state.reach(desk)
        for size in SIZES:
            await desk.resize(*size)
            frames[size] = masked(desk.frame())

    drive(shop, script, size=SIZES[0], settled=False)
    wrong = {}
    for (width, height), frame in frames.items():
        assert len(frame.split("\n")) == height
        assert max(map(cell_len, frame.split("\n"))) <= width
        place = FRAMES / f"{state.name}-{width}x{height}.txt"
        if UPDATE:
            place.write_text(frame + "\n")
        elif frame + "\n" != (place.read_text() if place.exists() else ""):
            wrong[place.name] = frame
    for name, frame in wrong.items():
        assert frame + "\n" == (FRAMES / name).read_text(), name


@pytest.mark.parametrize("size", [(59, 24), (80, 15), (20, 5)])
def test_a_terminal_that_is_too_small_says_so_and_keeps_everything(
    size: tuple[int, int], shop: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_task(shop, monkeypatch)

    async def script(desk: Desk) -> None:
        before = desk.frame()
        await desk.press("j")
        await desk.resize(*size)
        assert f"{size[0]}x{size[1]} is too small" in " ".join(desk.frame().split())
        assert "at least 60x16" in " ".join(desk.frame().split())
        await desk.resize(120, 36)
        await desk.press("k")
        assert desk.frame() == before

    drive(shop, script, size=(120, 36))


def test_every_kept_frame_is_of_a_state() -> None:
    expected = {f"{state.name}-{width}x{height}.txt" for state in STATES for width, height in SIZES}
    assert {place.name for place in FRAMES.iterdir()} == expected


def test_the_last_line_names_only_keys_that_exist() -> None:
    for place in FRAMES.glob("ready-*.txt"):
        last = place.read_text().rstrip("\n").split("\n")[-1]
        assert last.split()[1] == ACTION_OF["task"].label
