"""Every action of the registry by its key: what was not so before is so afterwards."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.handout.clipboard import Copied
from ctxsmith_tui.handout.handover import handover_line
from ctxsmith_tui.model import Action, Level, Spec
from ctxsmith_tui.tui import app as workbench
from ctxsmith_tui.tui.app import Workbench
from ctxsmith_tui.tui.commands.handing_over import HandingOverCommands
from ctxsmith_tui.tui.commands.places import PlaceCommands
from ctxsmith_tui.tui.graphing import FIRST_DEPTH
from ctxsmith_tui.tui.keys import ACTION_OF, ACTIONS
from ctxsmith_tui.tui.layout import PANES
from ctxsmith_tui.tui.opening import first_snapshot
from ctxsmith_tui.tui.screens.ask import AskLines, AskText, AskYes, Choose
from ctxsmith_tui.tui.screens.finder import FinderScreen
from ctxsmith_tui.tui.screens.help import HelpScreen
from ctxsmith_tui.tui.screens.source import SourceScreen
from tests.tui.conftest import PATIENCE, Desk
from tests.tui.shop import TASK

BUDGET = 4_000
STYLE = Path(workbench.__file__).with_name("workbench.tcss")


class Watched(Workbench):
    """A workbench that tells what it would have done to the world around it."""

    CSS_PATH = STYLE

    def __init__(self, root: Path) -> None:
        super().__init__(root, first_snapshot(root), slot=1)
        self.copied: list[str] = []
        self.said: list[str] = []
        self.left = self.suspended = 0

    def say(self, text: str, *, wrong: bool = False) -> None:
        self.said.append(text)

    def exit(self, *args: object, **kwargs: object) -> None:
        self.left += 1

    def action_suspend_process(self) -> None:
        self.suspended += 1


@dataclass
class SharedDesk(Desk):
    """A desk that many tests sit down at, one after the other."""

    runner: asyncio.Runner

    def sit_down(self, script: Awaitable[None]) -> None:
        """Run a script; whatever a key has broken, the next one does not wait for it for ever."""
        assert self.app.is_running, "an earlier key has ended the workbench"
        self.runner.run(asyncio.wait_for(script, 2 * PATIENCE))

    @property
    def watched(self) -> Watched:
        """The app, by its type."""
        assert isinstance(self.app, Watched)
        return self.app

    async def clear(self) -> None:
        """As it was in the morning."""
        while len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        for list_of_words in (self.watched.copied, self.watched.said):
            list_of_words.clear()
        self.watched.left = self.watched.suspended = 0
        self.app.panes.close_filter()
        self.app.panes._units.clear()
        self.app.panes._zoomed = False

        def first(engine: Engine) -> None:
            engine.clear_decisions(writer=2)
            settings = {"base": "", "prompt": "", "target": ""}
            engine.set_curation(
                task=TASK, budget=BUDGET, format="markdown", scope=(), weights={}, settings=settings, writer=2
            )

        await self.app.session.kept(first)
        await self.app.session.renew()
        await self.settle()
        self.app.panes.show_pane("ranked")
        self.view("ranked").go_to(0)
        self.view("pack").go_to(0)
        await self.settle()

    def decided(self) -> list[tuple[Action, str]]:
        """All decisions."""
        return [(each.action, str(each.spec)) for each in self.state.curation.decisions]

    def is_open(self, kind: type[object]) -> bool:
        """Whether a screen is open over the panes."""
        return isinstance(self.app.screen, kind)


Reach = Callable[[SharedDesk], Awaitable[object]]
Check = Callable[[SharedDesk], bool]


async def at_the_list(desk: SharedDesk) -> None:
    """The cursor is on the first file of the list."""


def pressing(*keys: str) -> Reach:
    async def press(desk: SharedDesk) -> None:
        await desk.press(*keys)

    return press


async def with_functions(desk: SharedDesk) -> None:
    await desk.press("l")
    await desk.until(lambda: desk.view("ranked").count > len(desk.state.files))


async def in_the_graph(desk: SharedDesk) -> None:
    await desk.press("4")
    desk.app.graphing.look_at(Spec("shop/prices.py", symbol="total"))
    await desk.until(lambda: about(desk) == "shop/prices.py::total")
    desk.app.graphing.deepen(FIRST_DEPTH - desk.app.graphing.state.depth)
    desk.view("graph").go_to(0)


async def walked(desk: SharedDesk) -> None:
    await in_the_graph(desk)
    await desk.press("n", "l", "l")
    await desk.until(lambda: about(desk) == "shop/currency.py::rounded")


async def in_the_changes(desk: SharedDesk) -> None:
    await desk.press("5")
    await desk.until(lambda: desk.view("changes").count > 0)
    desk.view("changes").go_to(0)
    await desk.settle()


async def on_a_note(desk: SharedDesk) -> None:
    def one_note(engine: Engine) -> None:
        engine.remove_note(*(note.id for note in engine.notes()))
        engine.remove_review_note(*(note.id for note in engine.review_notes(include_resolved=True)))
        engine.add_review_note("Is that so?", "shop/prices.py", (17, 17))

    await desk.app.session.kept(one_note)
    await desk.press("6")
    await desk.app.session.renew_notes()
    await desk.until(lambda: desk.view("notes").count == 3)
    desk.view("notes").go_to(1)
    await desk.settle()


async def after_a_copy(desk: SharedDesk) -> None:
    await desk.press("y")
    await desk.until(lambda: len(desk.watched.copied) == 1)
    desk.watched.copied.clear()
    await desk.press("x")


async def in_the_source(desk: SharedDesk) -> None:
    desk.app.open_place(Spec("shop/prices.py"), 8)
    await desk.until(lambda: desk.is_open(SourceScreen) and desk.app.view().count > 0)
    await desk.settle()


async def after_a_task(desk: SharedDesk) -> None:
    await desk.app.session.kept(lambda engine: engine.remember_task("an earlier task"))


async def scrolled_down(desk: SharedDesk) -> None:
    await in_the_source(desk)
    await desk.press("G")


def about(desk: SharedDesk) -> str:
    answer = desk.app.graphing.state.answer
    return str(answer.subject) if answer else ""


def cursor_at(number: int) -> Check:
    return lambda desk: desk.app.view().cursor == number


def pinned_at(level: Level) -> Check:
    return lambda desk: [each.level for each in desk.state.curation.decisions] == [level]


def said(text: str) -> Check:
    return lambda desk: any(text in each for each in desk.watched.said)


def copied(text: str) -> Check:
    return lambda desk: len(desk.watched.copied) == 1 and text in desk.watched.copied[0]


def shows(pane: str) -> Check:
    return lambda desk: (
        desk.app.panes.active == pane and bool(desk.view(pane).display and desk.view(pane).has_focus)
    )


def opens(kind: type[object]) -> Check:
    return lambda desk: desk.is_open(kind)


PRICES = "shop/prices.py"


@dataclass(frozen=True)
class Case:
    """Keys that are pressed where `reach` leads to; `check` is false before and true afterwards."""

    keys: tuple[str, ...]
    check: Check
    reach: Reach = at_the_list


def case(keys: str, check: Check, reach: Reach = at_the_list) -> Case:
    return Case(tuple(keys.split(" ")), check, reach)


CASES: dict[str, Case] = {
    "task": case("t", lambda desk: desk.app.screen.query_one("#task").has_focus),
    "earlier_tasks": case("T down enter", lambda desk: desk.state.curation.task != TASK, after_a_task),
    "pane_ranked": case("1", shows("ranked"), pressing("2")),
    "pane_pack": case("2", shows("pack")),
    "pane_why": case("3", shows("why")),
    "pane_graph": case("4", shows("graph")),
    "pane_changes": case("5", shows("changes")),
    "pane_notes": case("6", shows("notes")),
    "zoom": case("z", lambda desk: sum(desk.view(pane).display for pane in PANES) == 1),
    "open": case("enter", lambda desk: desk.is_open(SourceScreen) and "def total" in desk.frame()),
    "back": case("escape", shows("ranked"), pressing("3")),
    "down": case("j", cursor_at(1)),
    "up": case("k", cursor_at(0), pressing("down")),
    "page_down": case("ctrl+d", lambda desk: desk.app.view().cursor > 20, in_the_source),
    "page_up": case("ctrl+u", lambda desk: desk.app.view().cursor < 20, scrolled_down),
    "first": case("g", cursor_at(0), scrolled_down),
    "last": case("G", lambda desk: desk.app.view().cursor == desk.app.view().count - 1),
    "right": case("l", lambda desk: "discount_of 13-17" in desk.frame()),
    "left": case("h", lambda desk: "discount_of 13-17" not in desk.frame(), with_functions),
    "walk_back": case("backspace", lambda desk: about(desk) == f"{PRICES}::total", walked),
    "deeper": case("greater_than_sign", lambda desk: desk.app.graphing.state.depth == 4, in_the_graph),
    "shallower": case("less_than_sign", lambda desk: desk.app.graphing.state.depth == 2, in_the_graph),
    "next": case("n", cursor_at(1)),
    "previous": case("N", cursor_at(0), pressing("j")),
    "line": case("colon 3 enter", cursor_at(2)),
    "pin": case("space", lambda desk: desk.decided() == [(Action.PIN, PRICES)]),
    "exclude": case("x", lambda desk: desk.decided() == [(Action.EXCLUDE, PRICES)]),
    "auto": case("a", lambda desk: desk.decided() == [], pressing("x")),
    "more": case("plus", pinned_at(Level.FULL), pressing("space", "minus")),
    "less": case("minus", pinned_at(Level.SLICE), pressing("space")),
    "range": case("v j x", lambda desk: desk.decided() == [(Action.EXCLUDE, f"{PRICES}:8-9")], in_the_source),
    "undo": case("u", lambda desk: desk.decided() == [], pressing("space")),
    "redo": case("U", lambda desk: len(desk.decided()) == 1, pressing("space", "u")),
    "clear": case("D y", lambda desk: desk.decided() == [], pressing("space", "j", "x")),
    "budget_less": case("left_square_bracket", lambda desk: desk.state.curation.budget == 3_000),
    "budget_more": case("right_square_bracket", lambda desk: desk.state.curation.budget == 6_000),
    "budget": case("b end ctrl+u 5 k enter", lambda desk: desk.state.curation.budget == 5_000),
    "weights": case("W", lambda desk: len(desk.app.screen_stack) == 2),
    "format": case("f x m l enter", lambda desk: desk.state.curation.format == "xml"),
    "prompt": case(
        "p r e v i e w enter", lambda desk: desk.state.curation.settings.get("prompt") == "review"
    ),
    "filter": case("slash c a r t", lambda desk: 0 < desk.view("ranked").count < 4),
    "scope": case("s s h o p enter", lambda desk: all(f.path.startswith("shop/") for f in desk.state.files)),
    "find": case("o", opens(FinderScreen)),
    "reply": case("r", opens(AskLines)),
    "copy": case("y", copied("# Context for: wrong total")),
    "copy_item": case("Y", lambda desk: desk.watched.copied == [(desk.app.root / PRICES).read_text()]),
    "copy_path": case("c", lambda desk: desk.watched.copied == [PRICES]),
    "copy_new": case("m", lambda desk: len(desk.watched.copied) == 1, after_a_copy),
    "copy_handover": case("H", lambda desk: desk.watched.copied == [handover_line(desk.app.root, "")]),
    "write": case("w", opens(AskText)),
    "editor": case("e", said("edited shop/prices.py")),
    "note": case("M", opens(AskLines)),
    "delete": case("delete", lambda desk: desk.view("notes").count == 0, on_a_note),
    "accept": case("A", said("resolved"), on_a_note),
    "diff_task": case("d", lambda desk: "diff of work tree" in desk.frame(), in_the_changes),
    "viewed": case("V", lambda desk: "1 viewed" in desk.frame(), in_the_changes),
    "base": case("B", opens(Choose), in_the_changes),
    "review": case("E", copied("# Review of"), on_a_note),
    "curations": case("C", opens(Choose)),
    "reindex": case("R", said("looking at the work tree")),
    "theme": case("ctrl+t", lambda desk: desk.app.theme != "ctxsmith-dark"),
    "help": case("question_mark", opens(HelpScreen)),
    "suspend": case("ctrl+z", lambda desk: desk.watched.suspended == 1),
    "interrupt": case("ctrl+c", said("q quits")),
    "quit": case("q", lambda desk: desk.watched.left == 1),
}


@pytest.fixture(scope="module")
def desk(shop_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedDesk]:
    """One workbench for all cases: starting one takes longer than most of them."""
    folder = tmp_path_factory.mktemp("keys")
    root = Path(shutil.copytree(shop_template, folder / "shop"))
    prices = root / PRICES
    prices.write_text(prices.read_text().replace("return 0.1\n", "return 0.15\n"))

    async def to_clipboard(self: HandingOverCommands, text: str) -> Copied:
        assert isinstance(self.app, Watched)
        self.app.copied.append(text)
        return Copied("test", len(text), len(text.encode()), True, None, "copied")

    async def edit(self: PlaceCommands) -> None:
        place = self.app.view().line_place()
        assert place is not None
        self.app.say(f"edited {place[0]}")

    with pytest.MonkeyPatch.context() as patch, asyncio.Runner() as runner:
        patch.setenv("CTXSMITH_CONFIG", str(folder / "no-config.toml"))
        patch.delenv("NO_COLOR", raising=False)
        patch.setattr(HandingOverCommands, "to_clipboard", to_clipboard)
        patch.setattr(PlaceCommands, "editor", edit)
        app = Watched(root)
        test_run = app.run_test(size=(120, 36))
        pilot = runner.run(test_run.__aenter__())
        yield SharedDesk(app, pilot, runner)
        runner.run(test_run.__aexit__(None, None, None))


@pytest.mark.parametrize("action", [each.id for each in ACTIONS])
def test_a_key_does_what_help_says(action: str, desk: SharedDesk) -> None:
    assert action in CASES, f"no case says what {action} does"
    found = CASES[action]
    if ACTION_OF[action].home == "app":
        assert any(commands.handler(action) for commands in desk.app._commands), "nothing does it"
    keys = set(ACTION_OF[action].keys.split(","))
    assert keys & set(found.keys), f"{found.keys} holds no key of {action}"

    async def script() -> None:
        await desk.clear()
        await found.reach(desk)
        assert not found.check(desk), "it was so before"
        await desk.press(*found.keys)
        await desk.until(lambda: found.check(desk))

    desk.sit_down(script())


def test_every_case_is_of_an_action() -> None:
    assert set(CASES) == {each.id for each in ACTIONS}


def test_clear_asks_first(desk: SharedDesk) -> None:
    async def script() -> None:
        await desk.clear()
        await desk.press("space", "D")
        assert desk.is_open(AskYes)
        await desk.press("n")
        assert len(desk.decided()) == 1

    desk.sit_down(script())


@pytest.mark.parametrize("pane", ["ranked", "pack", "why", "graph", "changes", "notes"])
def test_a_decision_can_be_made_in_every_pane(pane: str, desk: SharedDesk) -> None:
    async def script() -> None:
        await desk.clear()
        if pane == "notes":
            await on_a_note(desk)
        await desk.press(str(PANES.index(pane) + 1))  # type: ignore[arg-type]
        view = desk.view(pane)
        await desk.until(lambda: view.count > 0)
        await desk.press("space")
        await desk.until(lambda: [spec.partition(":")[0] for _, spec in desk.decided()] == [PRICES])

    desk.sit_down(script())
