"""The session without a screen: phases, answers that come late, errors, decisions, other workbenches."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from ctxsmith_tui import CtxsmithError, Engine
from ctxsmith_tui.errors import described
from ctxsmith_tui.model import Action, Progress, Spec
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.tui import looking
from ctxsmith_tui.tui.opening import first_snapshot
from ctxsmith_tui.tui.session import Session
from ctxsmith_tui.tui.state import Phase, Snapshot
from ctxsmith_tui.tui.widgets.title import title_line
from tests.tui.conftest import PATIENCE
from tests.tui.shop import TASK

PRICES, CART = Spec("shop/prices.py"), Spec("shop/cart.py")
HALF = Progress("indexing files", 50, 100, 2.0)


class Bench:
    """A session and all that it published."""

    def __init__(self, root: Path, slot: int = 1) -> None:
        self.seen: list[Snapshot] = []
        self.session = Session(
            root, first_snapshot(root), self.seen.append, slot=slot, force=False, settings=UserSettings()
        )

    @property
    def now(self) -> Snapshot:
        return self.session.snapshot

    async def until(self, is_so: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < deadline, "it never came to that"
            await asyncio.sleep(0.005)

    async def settle(self) -> None:
        await self.until(lambda: self.session.is_idle)

    def decided(self) -> list[tuple[Action, str]]:
        return sorted((each.action, str(each.spec)) for each in self.now.curation.decisions)

    def phases(self) -> list[Phase]:
        """The phases in their order, each once in a row."""
        phases = [snapshot.phase for snapshot in self.seen]
        return [phase for k, phase in enumerate(phases) if not k or phases[k - 1] is not phase]


@asynccontextmanager
async def opened(root: Path, slot: int = 1):
    """A bench that has settled."""
    bench = Bench(root, slot)
    bench.session.attach()
    bench.session.start()
    try:
        await bench.settle()
        yield bench
    finally:
        bench.session.close()


def on_benches(root: Path, script: Callable[..., Awaitable[None]], count: int = 1) -> None:
    """Run a script at one or several benches, which have the slots 1, 2, ..."""

    async def run() -> None:
        async with AsyncExitStack() as stack:
            benches = [await stack.enter_async_context(opened(root, slot + 1)) for slot in range(count)]
            await script(*benches)

    asyncio.run(run())


def fail_once(monkeypatch: pytest.MonkeyPatch, name: str, error: Exception) -> threading.Event:
    """Have a method of the engine raise an error, the next time alone; returns what tells that it did."""
    failed = threading.Event()
    real = getattr(Engine, name)

    def fails(engine: Engine, *args: object, **kwargs: object) -> object:
        if not failed.is_set():
            failed.set()
            raise error
        return real(engine, *args, **kwargs)

    monkeypatch.setattr(Engine, name, fails)
    return failed


class Held:
    """A method of the engine that waits in its thread until it is let go, when it told `progress`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, progress: Progress | None = None) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.calls: list[tuple[object, ...]] = []
        real = getattr(Engine, name)

        def held(engine: Engine, *args: object, **kwargs: object) -> object:
            self.calls.append(args)
            if progress is not None:
                assert engine.report is not None
                engine.report(progress)
            self.begun.set()
            assert self.go_on.wait(PATIENCE)
            return real(engine, *args, **kwargs)

        monkeypatch.setattr(Engine, name, held)


# --- phases --------------------------------------------------------------------------------------------


def test_it_opens_checks_ranks_and_is_ready(root: Path) -> None:
    async def script(bench: Bench) -> None:
        phases = bench.phases()
        assert phases[0] is Phase.CHECKING
        assert phases[-1] is Phase.READY
        assert Phase.RANKING in phases
        assert bench.now.files[0].path == "shop/prices.py"
        assert bench.now.pack is not None

    on_benches(root, script)


def test_the_last_view_is_there_at_once_and_said_to_be_unchecked(root: Path) -> None:
    async def keep(bench: Bench) -> None:
        await bench.session._keep_view()

    on_benches(root, keep)
    first = first_snapshot(root)
    assert first.restored
    assert first.files[0].path == "shop/prices.py"

    async def script(bench: Bench) -> None:
        assert not bench.now.restored

    on_benches(root, script)


def test_a_task_that_is_gone_empties_list_and_pack(root: Path) -> None:
    async def script(bench: Bench) -> None:
        bench.session.edit_task("  ")
        await bench.settle()
        assert (bench.now.files, bench.now.pack, bench.now.phase) == ((), None, Phase.READY)

    on_benches(root, script)


def test_a_work_tree_without_an_index_gets_one(root: Path) -> None:
    for place in (root / ".contextsmith").glob("tui-index.db*"):
        place.unlink()

    async def script(bench: Bench) -> None:
        await bench.until(lambda: bench.now.files)
        assert bench.now.phase is Phase.READY

    on_benches(root, script)


# --- answers -------------------------------------------------------------------------------------------


def test_of_answers_that_come_late_the_latest_wins(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(bench: Bench) -> None:
        held = Held(monkeypatch, "rank")
        seen = len(bench.seen)
        bench.session.take_task("receipt")
        await bench.until(held.begun.is_set)
        bench.session.take_task("customer")
        bench.session.take_task("checkout of the web shop")
        held.go_on.set()
        await bench.until(lambda: bench.now.pack is not None and bench.now.pack.task.startswith("checkout"))
        await bench.settle()
        assert [task for (task,) in held.calls] == ["receipt", "checkout of the web shop"]
        packs = [each.pack.task for each in bench.seen[seen:] if each.pack is not None]
        assert "receipt" not in packs
        assert bench.now.files[0].path.startswith("web/")

    on_benches(root, script)


def test_what_is_stopped_is_stopped_and_said(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(bench: Bench) -> None:
        before = bench.now.files
        held = Held(monkeypatch, "rank")
        bench.session.take_task("receipt")
        await bench.until(held.begun.is_set)
        assert bench.session.stop()
        held.go_on.set()
        await bench.settle()
        assert bench.now.files == before
        assert not bench.session.stop()

    on_benches(root, script)


def test_pins_that_do_not_fit_leave_the_pack_and_say_what_they_need(root: Path) -> None:
    async def script(bench: Bench) -> None:
        shown = bench.now.pack
        bench.session.set("budget 50", budget=50)
        bench.session.decide(Action.PIN, PRICES)
        await bench.settle()
        assert "need" in bench.now.pack_error
        assert bench.now.needed > 50
        assert bench.now.pack is not None
        assert bench.now.phase is Phase.READY
        bench.session.set("budget 8000", budget=8_000)
        await bench.settle()
        assert (bench.now.pack_error, bench.now.needed) == ("", 0)
        assert bench.now.pack is not shown

    on_benches(root, script)


# --- errors --------------------------------------------------------------------------------------------


def test_an_error_is_shown_and_the_next_answer_recovers(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(bench: Bench) -> None:
        before = bench.now.files
        with monkeypatch.context() as patch:

            def fails(*args: object, **kwargs: object) -> None:
                raise CtxsmithError("the disk is full; make room")

            patch.setattr(Engine, "rank", fails)
            bench.session.take_task("receipt")
            await bench.until(lambda: bench.now.phase is Phase.FAILED)
            assert bench.now.error == "the disk is full; make room"
            assert bench.now.files == before
        bench.session.rank_again()
        await bench.until(lambda: bench.now.phase is Phase.READY)
        assert bench.now.error == ""
        assert bench.now.files != before

    on_benches(root, script)


def test_a_bug_is_shown_and_stops_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(bench: Bench) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Engine, "rank", lambda *args, **kwargs: 1 // 0)
            bench.session.take_task("receipt")
            await bench.until(lambda: bench.now.phase is Phase.FAILED)
            assert "ZeroDivisionError" in bench.now.error
        bench.session.decide(Action.PIN, CART)
        await bench.until(lambda: bench.now.phase is Phase.READY)
        assert bench.now.pack is not None
        assert CART.path in bench.now.pack.files

    on_benches(root, script)


def test_a_decision_that_cannot_be_kept_is_taken_back_and_said(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(bench: Bench) -> None:
        def fails(*args: object, **kwargs: object) -> None:
            raise CtxsmithError("the database is read-only; change its permissions")

        monkeypatch.setattr(Engine, "decide", fails)
        bench.session.decide(Action.PIN, PRICES)
        assert bench.decided() == [(Action.PIN, "shop/prices.py")]  # shown at once
        await bench.settle()
        assert bench.decided() == []
        assert "read-only" in bench.now.news

    on_benches(root, script)


def test_damaged_notes_are_said_and_can_be_put_right(root: Path) -> None:
    database = root / ".contextsmith" / "tui-notes.db"
    whole = database.read_bytes()
    for place in database.parent.glob("tui-notes.db-*"):
        place.unlink()
    database.write_bytes(b"SQLite format 3\0" + b"no more " * 4_000)

    async def script(bench: Bench) -> None:
        assert bench.now.phase is Phase.FAILED
        assert "damaged" in bench.now.error
        assert "CtxsmithError" not in bench.now.error
        database.write_bytes(whole)
        await bench.session.tree.look()
        await bench.until(lambda: bench.now.files)
        await bench.settle()
        assert bench.now.curation.task == TASK
        assert bench.now.phase is Phase.READY

    on_benches(root, script)


# --- decisions while other things go on ----------------------------------------------------------------


def test_decisions_are_kept_while_indexing_and_ranking_take_long(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(bench: Bench) -> None:
        look, rank = Held(monkeypatch, "refresh"), Held(monkeypatch, "rank")
        bench.session.spawn(bench.session.tree.look())
        bench.session.take_task("receipt")
        await bench.until(lambda: look.begun.is_set() and rank.begun.is_set())
        bench.session.decide(Action.PIN, PRICES)
        bench.session.decide(Action.EXCLUDE, CART)
        await bench.until(lambda: not bench.session._waiting)
        with Engine(root) as other:
            kept = {(each.action, str(each.spec)) for each in other.curation().decisions}
        assert kept == {(Action.PIN, PRICES.path), (Action.EXCLUDE, CART.path)}
        look.go_on.set()
        rank.go_on.set()
        await bench.settle()

    on_benches(root, script)


def test_progress_is_shown_and_indexing_can_be_stopped(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(bench: Bench) -> None:
        begun, go_on = threading.Event(), threading.Event()
        real = Engine.refresh

        def slow(engine: Engine) -> object:
            report = engine.report
            assert report is not None
            report(Progress("indexing files", 10, 100, 1.0))
            begun.set()
            assert go_on.wait(PATIENCE)
            report(Progress("indexing files", 20, 100, 2.0))
            return real(engine)

        monkeypatch.setattr(Engine, "refresh", slow)
        bench.session.spawn(bench.session.tree.look())
        await bench.until(lambda: bench.now.phase is Phase.INDEXING and bench.now.progress)
        await bench.until(begun.is_set)
        assert bench.session.stop()
        go_on.set()
        await bench.until(lambda: "stopped" in bench.now.news)
        assert bench.now.progress is None
        assert "not all indexed, R goes on" in title_line("shop", bench.now)
        monkeypatch.setattr(Engine, "refresh", real)
        await bench.session.tree.look()  # asked for again, it goes on
        await bench.settle()
        assert "not all indexed" not in title_line("shop", bench.now)
        assert bench.now.phase is Phase.READY

    on_benches(root, script)


def test_edits_are_noticed_and_named(root: Path) -> None:
    async def script(bench: Bench) -> None:
        place = root / "shop/receipt.py"
        place.write_text(place.read_text() + "\n\ndef loyal_discount():\n    return 1\n")
        await bench.session.tree.look()
        await bench.settle()
        assert bench.now.changed == {"shop/receipt.py"}
        assert bench.now.news == "changed on disk: shop/receipt.py"

    on_benches(root, script)


def test_the_same_task_is_ranked_again_after_it_was_taken_away(root: Path) -> None:
    async def script(bench: Bench) -> None:
        bench.session.edit_task("")
        await bench.settle()
        assert not bench.now.files
        bench.session.edit_task(TASK)
        await bench.settle()
        assert bench.now.files

    on_benches(root, script)


def test_two_wishes_for_a_look_are_both_heard(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both wait for the same look to end; the later one is to build the index anew."""
    rebuilt = []
    real = Engine.index

    def index(engine: Engine, *, rebuild: bool = False) -> object:
        rebuilt.append(rebuild)
        return real(engine, rebuild=rebuild)

    async def script(bench: Bench) -> None:
        held = Held(monkeypatch, "refresh")
        tree = bench.session.tree
        bench.session.spawn(tree.look())
        await bench.until(held.begun.is_set)
        monkeypatch.setattr(Engine, "index", index)
        wishes = [asyncio.create_task(tree.look_now(rebuild=rebuild)) for rebuild in (False, True)]
        await asyncio.sleep(0)
        held.go_on.set()
        assert all(await asyncio.gather(*wishes))
        assert True in rebuilt

    on_benches(root, script)


def test_a_decision_while_a_look_stops_does_not_make_it_go_on(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(bench: Bench) -> None:
        held = Held(monkeypatch, "refresh", HALF)
        bench.session.spawn(bench.session.tree.look())
        await bench.until(lambda: held.begun.is_set() and bench.now.phase is Phase.INDEXING)
        assert bench.session.stop()
        pack = bench.now.pack
        bench.session.decide(Action.PIN, PRICES)
        await bench.until(lambda: bench.now.pack is not pack and bench.now.phase is Phase.READY)
        held.go_on.set()
        await bench.settle()
        assert bench.now.phase is Phase.READY

    on_benches(root, script)


def test_a_mere_look_is_no_indexing_and_nothing_to_stop(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(bench: Bench) -> None:
        held = Held(monkeypatch, "refresh")
        bench.session.spawn(bench.session.tree.look())
        await bench.until(held.begun.is_set)
        pack = bench.now.pack
        bench.session.decide(Action.PIN, PRICES)
        await bench.until(lambda: bench.now.pack is not pack)
        assert bench.now.phase is Phase.READY
        assert not bench.session.stop()
        held.go_on.set()

    on_benches(root, script)


def test_nothing_is_handed_over_when_the_work_tree_could_not_be_looked_at(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(bench: Bench) -> None:
        fail_once(monkeypatch, "refresh", FULL)
        with pytest.raises(CtxsmithError, match="the disk is full"):
            await bench.session.current_pack()
        assert (await bench.session.current_pack()).files

    on_benches(root, script)


def test_a_look_that_indexed_does_not_put_off_the_next_one(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first index takes seconds; the pause is measured by a look that finds nothing."""

    async def script(bench: Bench) -> None:
        real = Engine.refresh

        def slow(engine: Engine) -> object:
            time.sleep(PATIENCE / looking.LOOK_SHARE)
            monkeypatch.setattr(Engine, "refresh", real)
            return real(engine)

        monkeypatch.setattr(Engine, "refresh", slow)
        (root / "shop/loyal.py").write_text(LOYAL)
        await bench.until(lambda: "shop/loyal.py" in bench.now.changed)
        (root / "shop/faithful.py").write_text(LOYAL)
        await bench.until(lambda: "shop/faithful.py" in bench.now.changed)

    on_benches(root, script)


# --- looks that fail or are stopped --------------------------------------------------------------------

FULL = CtxsmithError("the disk is full; make room")
LOYAL = "def discount_of_loyal_customer(total):\n    return rounded(total)\n"


@pytest.mark.parametrize("error", [FULL, OSError("no such device")], ids=["said", "unforeseen"])
def test_a_look_that_fails_does_not_end_the_watch(
    root: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def script(bench: Bench) -> None:
        failed = fail_once(monkeypatch, "refresh", error)
        await bench.until(failed.is_set)
        await bench.until(lambda: bench.now.error == described(error))
        (root / "shop/loyal.py").write_text(LOYAL)
        await bench.until(lambda: "shop/loyal.py" in bench.now.changed)
        await bench.settle()
        assert (bench.now.phase, bench.now.error) == (Phase.READY, "")

    on_benches(root, script)


def test_an_error_of_a_look_goes_away_with_the_next_one(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(bench: Bench) -> None:
        fail_once(monkeypatch, "refresh", FULL)
        await bench.session.tree.look()
        assert (bench.now.phase, bench.now.error) == (Phase.FAILED, str(FULL))
        await bench.session.tree.look()
        await bench.settle()
        assert (bench.now.phase, bench.now.error) == (Phase.READY, "")

    on_benches(root, script)


def test_a_copy_looks_again_after_a_look_that_failed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(bench: Bench) -> None:
        fail_once(monkeypatch, "refresh", FULL)
        await bench.session.tree.look()
        assert bench.now.phase is Phase.FAILED
        (root / "shop/loyal.py").write_text(LOYAL)
        assert "shop/loyal.py" in (await bench.session.current_pack()).files
        assert (bench.now.phase, bench.now.error) == (Phase.READY, "")

    on_benches(root, script)


def test_a_copy_looks_again_after_a_look_that_was_stopped(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(bench: Bench) -> None:
        with monkeypatch.context() as patch:
            begun, go_on = threading.Event(), threading.Event()

            def slow(engine: Engine) -> None:
                assert engine.report is not None
                engine.report(HALF)
                begun.set()
                assert go_on.wait(PATIENCE)
                engine.report(HALF)  # which ends it

            patch.setattr(Engine, "refresh", slow)
            bench.session.spawn(bench.session.tree.look())
            await bench.until(lambda: begun.is_set() and bench.now.phase is Phase.INDEXING)
            assert bench.session.stop()
            go_on.set()
            await bench.until(lambda: "stopped" in bench.now.news)
        (root / "shop/loyal.py").write_text(LOYAL)
        assert "shop/loyal.py" in (await bench.session.current_pack()).files

    on_benches(root, script)


def test_the_watch_goes_on_when_a_look_was_done_before_it_could_be_stopped(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look that has nothing more to tell never learns that it was stopped."""

    async def script(bench: Bench) -> None:
        held = Held(monkeypatch, "refresh", HALF)
        look = asyncio.create_task(bench.session.tree.look())
        await bench.until(lambda: held.begun.is_set() and bench.now.phase is Phase.INDEXING)
        assert bench.session.stop()
        held.go_on.set()
        await look
        assert bench.now.news == ""
        (root / "shop/loyal.py").write_text(LOYAL)
        await bench.until(lambda: "shop/loyal.py" in bench.now.changed)

    on_benches(root, script)


def test_a_wish_to_go_on_is_heard_while_the_look_is_stopping(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look ends only when it has something to tell, which may be seconds after Esc."""

    async def script(bench: Bench) -> None:
        begun, go_on = threading.Event(), threading.Event()
        real = Engine.refresh

        def slow(engine: Engine) -> object:
            if not begun.is_set():
                assert engine.report is not None
                engine.report(HALF)
                begun.set()
                assert go_on.wait(PATIENCE)
                engine.report(HALF)  # which ends it
            return real(engine)

        monkeypatch.setattr(Engine, "refresh", slow)
        bench.session.spawn(bench.session.tree.look())
        await bench.until(lambda: begun.is_set() and bench.now.phase is Phase.INDEXING)
        assert bench.session.stop()
        (root / "shop/loyal.py").write_text(LOYAL)
        going_on = asyncio.create_task(bench.session.tree.look_now())
        await asyncio.sleep(0)
        go_on.set()
        await going_on
        assert "shop/loyal.py" in bench.now.changed

    on_benches(root, script)


def test_a_copy_at_the_first_moment_opens_nothing_twice(root: Path) -> None:
    async def run() -> None:
        bench = Bench(root)
        bench.session.start()
        looks = (bench.session.tree.look(), bench.session.tree.look())
        pack, *_ = await asyncio.gather(bench.session.current_pack(), *looks)
        assert "shop/prices.py" in pack.files
        await bench.settle()
        running = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]  # type: ignore[union-attr]
        watches = [name for name in running if "watch" in name]
        assert len(watches) == len(set(watches)) == 2
        bench.session.close()

    asyncio.run(run())


# --- drafts --------------------------------------------------------------------------------------------


def test_a_draft_is_kept_when_the_session_ends(root: Path) -> None:
    async def script(bench: Bench) -> None:
        bench.session.edit_task("a task in the middle of a wo")

    on_benches(root, script)
    with Engine(root) as engine:
        assert engine.curation().task == "a task in the middle of a wo"


def test_what_is_being_typed_is_not_overwritten_by_what_was_kept(root: Path) -> None:
    async def script(bench: Bench) -> None:
        bench.session.edit_task("first")
        bench.session.decide(Action.PIN, PRICES)  # brings a curation along that has another task
        await bench.until(lambda: not bench.session._waiting)
        assert bench.now.curation.task == "first"

    on_benches(root, script)


def test_a_decision_of_the_last_moment_is_kept(root: Path) -> None:
    async def script(bench: Bench) -> None:
        bench.session.decide(Action.PIN, PRICES)
        bench.session.decide(Action.EXCLUDE, CART)
        bench.session.set("budget 2,000", budget=2_000)

    on_benches(root, script)  # closes it without giving way to anything
    with Engine(root) as engine:
        kept = engine.curation()
    assert {(each.action, str(each.spec)) for each in kept.decisions} == {
        (Action.PIN, "shop/prices.py"),
        (Action.EXCLUDE, "shop/cart.py"),
    }
    assert kept.budget == 2_000


# --- another curation --------------------------------------------------------------------------------


def with_another(root: Path) -> Engine:
    """Another process, with a curation that is saved but not active."""
    other = Engine(root)
    other.save_curation("another")
    other.open_curation("")
    return other


def test_a_draft_belongs_to_the_curation_that_it_was_typed_in(root: Path) -> None:
    other = with_another(root)

    async def script(bench: Bench) -> None:
        bench.session.edit_task("checkout")
        other.open_curation("another")
        await bench.until(lambda: bench.now.curation.name == "another")
        await bench.until(lambda: other.curation("").task == "checkout")
        await bench.settle()
        assert other.curation("another").task == TASK
        assert (bench.now.curation.name, bench.now.curation.task) == ("another", TASK)

    on_benches(root, script)
    assert (other.curation("").task, other.curation("another").task) == ("checkout", TASK)


def test_a_draft_of_the_last_moment_belongs_there_too(root: Path) -> None:
    other = with_another(root)

    async def script(bench: Bench) -> None:
        bench.session.edit_task("checkout")
        other.open_curation("another")

    on_benches(root, script)
    assert (other.curation("").task, other.curation("another").task) == ("checkout", TASK)


def test_what_is_decided_on_the_screen_goes_to_the_curation_on_the_screen(root: Path) -> None:
    other = with_another(root)

    async def script(bench: Bench) -> None:
        other.open_curation("another")
        bench.session.decide(Action.PIN, PRICES)
        bench.session.set("budget 2,000", budget=2_000)
        await bench.until(lambda: bench.now.curation.name == "another")
        await bench.settle()
        assert bench.decided() == []

    on_benches(root, script)
    one, two = other.curation(""), other.curation("another")
    assert ([str(each.spec) for each in one.decisions], one.budget) == (["shop/prices.py"], 2_000)
    assert (two.decisions, two.budget) == ((), 8_000)


# --- weights -----------------------------------------------------------------------------------------


def test_the_list_is_ranked_with_the_weights_that_are_kept(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second change is shown, but not kept yet, while the list is ranked for the first one."""
    begun, go_on = threading.Event(), threading.Event()
    real = Engine.set_curation

    def slow(engine: Engine, **settings: object) -> object:
        if settings.get("weights") == {"names": 0.0}:
            begun.set()
            assert go_on.wait(PATIENCE)
        return real(engine, **settings)

    async def script(bench: Bench) -> None:
        monkeypatch.setattr(Engine, "set_curation", slow)
        before = bench.now.files
        bench.session.set("words", weights={"words": 0.0})
        bench.session.set("names", weights={"names": 0.0})
        await bench.until(begun.is_set)
        await bench.until(lambda: bench.now.files != before and bench.now.phase is Phase.READY)
        go_on.set()
        await bench.settle()
        with Engine(root) as other:
            assert other.curation().weights == {"words": 0.0, "names": 0.0}
            expected = other.rank(TASK, limit=200).files
        assert [(file.path, file.score) for file in bench.now.files] == [
            (file.path, file.score) for file in expected
        ]

    on_benches(root, script)


# --- undo ----------------------------------------------------------------------------------------------


def test_undo_and_redo_say_what_they_did(root: Path) -> None:
    async def script(bench: Bench) -> None:
        assert await bench.session.undo() == "nothing to undo"
        bench.session.decide(Action.PIN, PRICES)
        bench.session.set("budget 4,000", budget=4_000)
        await bench.settle()
        assert await bench.session.undo() == "undone: budget 4,000"
        assert bench.now.curation.budget == 8_000
        assert "shop/prices.py" in await bench.session.undo()
        assert bench.decided() == []
        assert (await bench.session.undo(redo=True)).startswith("redone: ")
        assert bench.decided() == [(Action.PIN, "shop/prices.py")]
        assert await bench.session.undo(redo=True) == "redone: budget 4,000"
        assert await bench.session.undo(redo=True) == "nothing to redo"

    on_benches(root, script)


def test_undo_right_after_a_key_takes_that_back(root: Path) -> None:
    async def script(bench: Bench) -> None:
        bench.session.decide(Action.PIN, PRICES)
        await asyncio.create_task(bench.session.undo())  # as keys do it: each begins in its turn
        await bench.settle()
        assert bench.decided() == []

    on_benches(root, script)


# --- two workbenches -----------------------------------------------------------------------------------


def test_two_workbenches_see_each_others_decisions_and_notes(root: Path) -> None:
    async def script(one: Bench, two: Bench) -> None:
        one.session.decide(Action.PIN, PRICES)
        await two.until(lambda: two.decided() == [(Action.PIN, "shop/prices.py")])
        two.session.decide(Action.EXCLUDE, CART)
        two.session.set("budget 2,000", budget=2_000)
        await one.until(lambda: len(one.decided()) == 2 and one.now.curation.budget == 2_000)
        await one.settle()
        await two.settle()
        assert one.now.pack is not None
        await one.until(lambda: one.now.pack and two.now.pack and one.now.pack.text == two.now.pack.text)
        await one.session.kept(
            lambda engine: engine.add_note("Mind the cents.", file="shop/cart.py", writer=1)
        )
        await two.until(lambda: [note.text for note in two.now.notes] == ["Mind the cents."])

    on_benches(root, script, 2)


def test_an_error_does_not_end_the_watch_of_others(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(bench: Bench) -> None:
        failed = fail_once(monkeypatch, "curation_version", OSError("stale file handle"))
        await bench.until(failed.is_set)
        await bench.until(lambda: bench.now.news == "stale file handle")
        with Engine(root) as other:
            other.decide(Action.PIN, PRICES)
        await bench.until(lambda: bench.decided() == [(Action.PIN, "shop/prices.py")])

    on_benches(root, script)


def test_notes_of_others_arrive_beside_ones_own_decision(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The decision is made while what the other wrote is being read."""

    async def script(bench: Bench) -> None:
        held = Held(monkeypatch, "notes")
        with Engine(root) as other:
            other.add_note("Mind the cents.", file="shop/cart.py", writer=2)
        await bench.until(held.begun.is_set)
        bench.session.decide(Action.PIN, PRICES)
        held.go_on.set()
        await bench.until(lambda: [note.text for note in bench.now.notes] == ["Mind the cents."])
        await bench.settle()
        assert bench.decided() == [(Action.PIN, "shop/prices.py")]

    on_benches(root, script)


def test_the_last_writer_of_an_item_wins_and_undo_takes_back_only_ones_own(root: Path) -> None:
    async def script(one: Bench, two: Bench) -> None:
        one.session.decide(Action.PIN, PRICES)
        one.session.decide(Action.PIN, CART)
        await two.until(lambda: len(two.decided()) == 2)
        two.session.decide(Action.EXCLUDE, PRICES)
        await one.until(lambda: (Action.EXCLUDE, "shop/prices.py") in one.decided())
        await one.session.undo()  # the pin of the cart, one's own last
        assert one.decided() == [(Action.EXCLUDE, "shop/prices.py")]
        message = await one.session.undo()  # the other pin was overwritten by the other
        assert "left alone" in message
        assert one.decided() == [(Action.EXCLUDE, "shop/prices.py")]
        await two.until(lambda: two.decided() == [(Action.EXCLUDE, "shop/prices.py")])
        await two.session.undo()
        await one.until(lambda: one.decided() == [(Action.PIN, "shop/prices.py")])

    on_benches(root, script, 2)


def test_undo_takes_back_only_ones_own_notes(root: Path) -> None:
    async def script(one: Bench, two: Bench) -> None:
        await one.session.kept(lambda engine: engine.add_note("One.", file="shop/cart.py", writer=1))
        await two.session.kept(lambda engine: engine.add_note("Two.", file="shop/cart.py", writer=2))
        await one.session.undo()
        await two.until(lambda: [note.text for note in two.now.notes] == ["Two."])
        assert await one.session.undo() == "nothing to undo"

    on_benches(root, script, 2)


def test_a_task_typed_in_one_arrives_in_the_other(root: Path) -> None:
    async def script(one: Bench, two: Bench) -> None:
        one.session.edit_task("checkout of the web shop")
        await two.until(lambda: two.now.curation.task == "checkout of the web shop")
        await two.until(lambda: two.now.files and two.now.files[0].path.startswith("web/"))

    on_benches(root, script, 2)
