"""What the workbench copies is what `ctxsmith-tui context` prints, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.kept.curations import BASE, WORK_TREE
from ctxsmith_tui.model import Action, Level, Spec
from ctxsmith_tui.personal.settings import load_settings
from tests.tui.conftest import Desk, Drive
from tests.tui.shop import TASK


@pytest.fixture(autouse=True)
def no_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """No way to any clipboard: a copy goes to the file that is there for that."""
    for name in (
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "SSH_CONNECTION",
        "SSH_TTY",
        "TMUX",
        "STY",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "dumb")


def context(root: Path, *arguments: str) -> bytes:
    """What the command prints."""
    command = [sys.executable, "-m", "ctxsmith_tui", "context", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, env=dict(os.environ))
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


async def copy(desk: Desk) -> bytes:
    """What `y` copies."""
    place = desk.app.root / ".contextsmith" / "pack.md"
    place.unlink(missing_ok=True)
    await desk.press("y")
    await desk.until(place.exists)
    await desk.settle()
    return place.read_bytes()


@dataclass(frozen=True)
class Curated:
    """Something that a person curated."""

    name: str
    prepare: Callable[[Engine], object]
    inside: bytes  # something of it that must be in the pack


def pins_and_levels(engine: Engine) -> None:
    engine.decide(Action.PIN, Spec("shop/prices.py"), level=Level.OUTLINE)
    engine.decide(Action.PIN, Spec("shop/cart.py", symbol="Cart.add"), level=Level.SIGNATURE)
    engine.decide(Action.PIN, Spec("web/checkout.js", 2, 4))
    engine.decide(Action.EXCLUDE, Spec("shop/customer.py"))
    engine.decide(Action.EXCLUDE, Spec("tests/test_prices.py", symbol="test_the_total_is_rounded"))


def weighted(engine: Engine) -> None:
    engine.set_curation(weights={"commits": 0.0, "names": 3.0}, scope=("shop/",), budget=400)


def named(engine: Engine) -> None:
    engine.decide(Action.EXCLUDE, Spec("shop/prices.py"))
    engine.save_curation("the totals")


def noted(engine: Engine) -> None:
    engine.add_note("Cents, not euros.", symbol="shop/currency.py::rounded")
    engine.set_curation(format="plain")


def of_the_diff(engine: Engine) -> None:
    prices = engine.root / "shop/prices.py"
    prices.write_text(prices.read_text().replace("return 0.1\n", "return 0.15\n"))
    engine.set_curation(task="", settings={BASE: WORK_TREE})


CURATED = [
    Curated("a task", lambda engine: None, b"Context for: wrong total"),
    Curated("pins at levels, exclusions", pins_and_levels, b"pins"),
    Curated("weights, scope, small budget", weighted, b"shop/prices.py"),
    Curated("automatic budget, xml", lambda e: e.set_curation(budget="auto", format="xml"), b"</"),
    Curated("json", lambda engine: engine.set_curation(format="json", budget=700), b'"'),
    Curated("a named curation", named, b"the totals"),
    Curated("notes, plain text", noted, b"Cents, not euros."),
    Curated("instructions", lambda e: e.set_curation(settings={"prompt": "review"}), b"eview"),
    Curated(
        "a target", lambda e: e.set_curation(settings={"target": "claude"}, budget=500), b"shop/prices.py"
    ),
    Curated("the diff", of_the_diff, b"+        return 0.15"),
]


@pytest.mark.parametrize("curated", CURATED, ids=lambda each: each.name)
def test_a_copy_is_what_context_prints(curated: Curated, shop: Path, drive: Drive) -> None:
    with Engine(shop) as engine:
        engine.set_curation(task=TASK)
        curated.prepare(engine)
    copied: list[bytes] = []

    async def script(desk: Desk) -> None:
        copied.append(await copy(desk))

    drive(shop, script)
    assert curated.inside in copied[0]
    assert copied[0] == context(shop)


def test_decisions_and_edits_of_a_moment_ago_are_in_the_copy(shop: Path, drive: Drive) -> None:
    """No key is waited for, and no look at the work tree."""

    async def script(desk: Desk) -> None:
        await desk.task(TASK)
        await desk.pilot.press("space", "j", "x", "right_square_bracket")
        prices = shop / "shop/prices.py"
        prices.write_text(prices.read_text().replace("return 0.1\n", "return 0.125\n"))
        copied = await copy(desk)
        assert b"return 0.125" in copied
        assert b"## shop/customer.py" not in copied
        assert copied == context(shop)
        await desk.press("u")
        assert await copy(desk) == context(shop) != copied

    drive(shop, script)


def test_the_shown_pack_is_the_copied_one(shop: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.task(TASK)
        await desk.press("space")
        copied = await copy(desk)
        pack = desk.view("pack")
        assert desk.state.pack is not None
        count = len(desk.state.pack.text.split("\n"))
        shown = "\n".join(pack.text_of(y) for y in range(count))
        assert shown.rstrip("\n").encode() == copied.rstrip(b"\n")

    drive(shop, script)


def test_settings_of_the_user_hold_for_both(shop: Path, drive: Drive, tmp_path: Path) -> None:
    place = tmp_path / "no-config.toml"  # where `drive` says that settings are
    place.write_text('budget = 450\nformat = "xml"\ntarget = "gemini"\n')
    settings, wrong = load_settings(place)
    assert not wrong

    async def script(desk: Desk) -> None:
        await desk.task(TASK)
        copied = await copy(desk)
        assert copied.startswith(b"<")
        assert copied == context(shop)

    drive(shop, script, settings=settings)


def test_a_look_under_way_does_not_hide_an_edit(
    shop: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is written after a look has passed it by, and copied before that look has ended."""
    with Engine(shop) as engine:
        engine.set_curation(task=TASK)
    refresh = Engine.refresh
    passed, go_on = threading.Event(), threading.Event()

    def slow(self: Engine) -> object:
        outcome = refresh(self)
        passed.set()
        go_on.wait(20)
        return outcome

    async def script(desk: Desk) -> None:
        monkeypatch.setattr(Engine, "refresh", slow)
        desk.app.session.spawn(desk.app.session.tree.look())
        await desk.until(passed.is_set)
        monkeypatch.setattr(Engine, "refresh", refresh)
        (shop / "shop/loyal.py").write_text(
            "def discount_of_loyal_customer(total):\n    return rounded(total)\n"
        )
        place = shop / ".contextsmith" / "pack.md"
        await desk.pilot.press("y")
        await desk.pilot.pause(0.05)
        go_on.set()
        await desk.until(place.exists)
        assert b"discount_of_loyal_customer" in place.read_bytes()

    drive(shop, script)
