"""All that the workbench knows and can do, without a screen: it turns wishes into new snapshots.

Each kind of work has a thread and an engine of its own: answers (ranking, packing), decisions (kept at
once), the look at the work tree (and indexing), and the call graph. What they find comes back to the
thread of the event loop, the only one that holds state.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ctxsmith_tui.errors import CtxsmithError, PinTooLargeError, described
from ctxsmith_tui.kept.curations import diff_of
from ctxsmith_tui.model import (
    Action,
    Curation,
    Level,
    Pack,
    RankedFile,
    RankedUnit,
    Ranking,
    Spec,
)
from ctxsmith_tui.pack.targets import find_target
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.tui.foreseen import changed, decided
from ctxsmith_tui.tui.garbage import keep_loaded
from ctxsmith_tui.tui.graph_questions import GraphQuestions
from ctxsmith_tui.tui.lane import Cancelled, EngineLane, Token
from ctxsmith_tui.tui.looking import TreeWatch
from ctxsmith_tui.tui.opening import LAST_VIEW
from ctxsmith_tui.tui.remembered import packed
from ctxsmith_tui.tui.state import Phase, Snapshot

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine

LISTED = 200  # files of the ranked list
POLL_SECONDS = 0.25  # between looks for what other workbenches and agents wrote
DRAFT_SECONDS = 0.5  # after the last key, until a draft of the task is kept
QUICKEST, SLOWEST = 0.04, 0.2  # seconds after a key until the task is ranked
VIEW_SECONDS = 1.0  # after a pack, until list and pack are kept for the next session

Result = TypeVar("Result")


class Session:
    """One work tree, open in one workbench. `publish` gets every new snapshot, in the event loop's thread."""

    def __init__(
        self,
        root: Path,
        first: Snapshot,
        publish: Callable[[Snapshot], None],
        *,
        slot: int,
        force: bool,
        settings: UserSettings,
    ) -> None:
        self.root = root
        self.slot = slot
        self.snapshot = first
        self._publish = publish
        self._force = force
        self.settings = settings
        self._answers = EngineLane("answers", self._new_engine)
        self._decisions = EngineLane("decisions", self._new_engine)
        self.tree = TreeWatch(self, EngineLane("look", self._new_engine))
        self.call_graph = GraphQuestions(self, EngineLane("graph", self._new_engine))
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._draft: asyncio.TimerHandle | None = None
        self._view: asyncio.TimerHandle | None = None
        self._ranked_for: tuple[Any, ...] = ()
        self._opening = asyncio.Lock()
        self._is_open = False  # what is kept could be read
        self._has_packed = False
        self._waiting = 0  # decisions that are not kept yet
        self._computing = 0  # answers that are on their way
        self._seconds = 0.1  # what ranking took last
        self.closed = False

    # --- starting and ending -------------------------------------------------------------------------

    def attach(self) -> None:
        """Take wishes from now on; needs a running event loop."""
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Begin to check what is shown."""
        self.attach()
        self.spawn(self.open())

    async def open(self) -> None:
        """Read what is kept, and begin to watch; what could not be read is tried again."""
        async with self._opening:  # a first copy may ask for the same while this waits
            if self._is_open:
                return
            curation = await self._decisions.ask(lambda engine: engine.curation())
            self._is_open = True
        self.show(curation=curation, phase=Phase.CHECKING, error="")
        self.spawn(self._watch_others())
        self.spawn(self.tree.watch())
        if self.is_indexed():
            self.compute()

    def close(self) -> None:
        """Keep what is not kept yet, which takes moments; all else ends by itself."""
        if self.closed:
            return
        self.closed = True
        name, task = self.snapshot.curation.name, self.snapshot.curation.task
        draft = partial(self._keep_task, name, task) if self._draft is not None else None
        for timer in (self._timer, self._draft, self._view):
            if timer is not None:
                timer.cancel()
        for work in (self._answers, self.tree, self.call_graph):
            work.close()
        self._decisions.finish((lambda: draft(self._decisions.engine)) if draft else None)

    def _keep_task(self, name: str, task: str, engine: Engine) -> Curation:
        return engine.set_curation(task=task, writer=self.slot, undoable=False, curation=name)

    def stop(self) -> bool:
        """Stop indexing and ranking; returns whether there was anything to stop."""
        running = self.snapshot.phase in (Phase.INDEXING, Phase.RANKING)
        self.tree.stop()
        self._answers.stop()
        if running:
            self.show(phase=Phase.READY, progress=None)
        return running

    @property
    def has_ranked(self) -> bool:
        """Whether there is a ranking that nothing has overtaken."""
        return bool(self._ranked_for)

    @property
    def is_idle(self) -> bool:
        """Whether everything that was asked for is done, kept and shown."""
        settled = self.snapshot.phase in (Phase.READY, Phase.FAILED)
        asked = self._waiting or self._computing or self._timer is not None or self.tree.is_looking
        return settled and not asked

    # --- the task and other settings -----------------------------------------------------------------

    def edit_task(self, text: str) -> None:
        """The task is another one now, perhaps in the middle of a word: it is ranked when typing pauses."""
        if text == self.snapshot.curation.task:
            return
        self.show(curation=replace(self.snapshot.curation, task=text))
        self.compute(delay=min(max(1.5 * self._seconds, QUICKEST), SLOWEST))
        if self._draft is not None:
            self._draft.cancel()
        # Another curation may be active by then: the draft belongs to the one that it was written in.
        name = self.snapshot.curation.name
        self._draft = self._loop.call_later(DRAFT_SECONDS, self._keep_draft, name, text)

    def _keep_draft(self, name: str, task: str) -> None:
        self._draft = None
        self._change(partial(self._keep_task, name, task), again=False)

    def take_task(self, text: str) -> None:
        """The task is finished: rank at once and remember it."""
        self.edit_task(text)
        if self._timer is not None:  # it was to be ranked when typing pauses
            self.compute()
        if text.strip():
            self.spawn(self._remember(text))

    async def _remember(self, text: str) -> None:
        await self._decisions.ask(lambda engine: engine.remember_task(text))

    def set(self, label: str, **settings: Any) -> None:
        """Change budget, format, scope, weights, target and the like, as one step that can be undone."""
        now = self.snapshot.curation
        self.show(curation=changed(now, **settings))
        self._change(
            lambda engine: engine.set_curation(**settings, label=label, writer=self.slot, curation=now.name),
            reranks=True,
        )

    # --- decisions -----------------------------------------------------------------------------------

    def decide(self, action: Action | None, spec: Spec, level: Level = Level.FULL) -> None:
        """Pin or exclude a place, or take that back (None); shown at once, kept within moments."""
        name = self.snapshot.curation.name
        shown = decided(self.snapshot.curation, action, spec, level)
        self._change(lambda engine: engine.decide(action, spec, level=level, writer=self.slot, curation=name))
        self.show(curation=shown)  # painted while it is being kept

    def change(self, change: Callable[[Engine], Curation]) -> None:
        """Anything else that changes the curation."""
        self._change(change)

    def _change(
        self, change: Callable[[Engine], Curation], *, again: bool = True, reranks: bool = False
    ) -> None:
        self._waiting += 1
        # Handed to the thread now: what was asked for before the workbench closes is kept.
        kept = self._decisions.ask(change)
        self.spawn(self._carry_out(kept, again, reranks))

    async def _carry_out(self, kept: Awaitable[Curation], again: bool, reranks: bool) -> None:
        try:
            curation = await kept
        except Exception as error:  # whatever it is, what was not kept is not shown
            self.show(news=described(error))
            curation = await self._decisions.ask(lambda engine: engine.curation())
        finally:
            self._waiting -= 1
        if self._waiting == 0 and curation.name == self.snapshot.curation.name:
            self._take(curation)
        if reranks:
            self._ranked_for = ()  # a ranking meanwhile may be of what was kept before
        if again:
            self.compute()

    def _take(self, curation: Curation) -> None:
        """Show the curation as it is kept; a task that is being typed is newer than the one kept."""
        if self._draft is not None and curation.name == self.snapshot.curation.name:
            curation = replace(curation, task=self.snapshot.curation.task)
        self.show(curation=curation)

    async def undo(self, *, redo: bool = False) -> str:
        """Take back this workbench's last change, or do it again; returns what happened, in a few words."""
        verb = "redo" if redo else "undo"
        undone = await self._decisions.ask(
            lambda engine: engine.redo(writer=self.slot) if redo else engine.undo(writer=self.slot)
        )
        if undone is None:
            return f"nothing to {verb}"
        self._take(await self._decisions.ask(lambda engine: engine.curation()))
        await self.renew_notes()
        self._ranked_for = ()
        self.compute()
        kept = (
            f"; changed elsewhere meanwhile and left alone: {', '.join(undone.skipped)}"
            if undone.skipped
            else ""
        )
        return f"{verb}ne: {undone.label or ', '.join(undone.changed)}{kept}"

    # --- answers -------------------------------------------------------------------------------------

    def compute(self, *, delay: float = 0.0) -> None:
        """Rank and pack as far as anything changed; the newest wish replaces those before it."""
        if self._timer is not None:
            self._timer.cancel()
        if delay > 0:
            self._timer = self._loop.call_later(delay, self._start)
        else:
            self._start()

    def rank_again(self) -> None:
        """Rank even if task, scope and weights are the same."""
        self._ranked_for = ()
        self.compute()

    def _start(self) -> None:
        self._timer = None
        self._computing += 1
        self.spawn(self._counted())

    async def _counted(self) -> None:
        try:
            await self._compute()
        finally:
            self._computing -= 1

    async def _compute(self) -> None:
        curation = self.snapshot.curation
        has_task = bool(curation.task.strip()) or diff_of(curation) is not None
        if not has_task or not self.is_indexed():
            self._answers.stop()
            if not has_task:
                self._ranked_for = ()
                self.show(files=(), candidates=0, pack=None, pack_error="", restored=False, error="")
            if self.snapshot.phase is Phase.RANKING or (not self.tree.is_looking and self.is_indexed()):
                self.show(phase=self._quiet_phase())
            return
        if self.snapshot.phase in (Phase.READY, Phase.CHECKING, Phase.FAILED):
            self.show(phase=Phase.RANKING)

        def work(token: Token) -> None:
            engine = self._answers.engine
            started = time.perf_counter()
            diff = diff_of(curation)
            wanted = (curation.task, diff, curation.scope, dict(curation.weights), engine.generation())
            if wanted != self._ranked_for:
                ranking = engine.rank(curation.task, limit=LISTED, diff=diff)
                token.check()
                self._ranked_for = wanted
                self._seconds = time.perf_counter() - started
                self.later(self._took_ranking, ranking, 1000 * self._seconds)
            started = time.perf_counter()
            pack = make_pack(engine, curation, self.settings)
            token.check()
            self.later(self._took_pack, pack, 1000 * (time.perf_counter() - started))

        try:
            await self._answers.run_latest(work)
        except Cancelled:
            return
        except PinTooLargeError as error:
            self.show(pack_error=str(error), needed=error.needed, phase=self._quiet_phase())
        except CtxsmithError as error:
            self.show(error=str(error), phase=Phase.FAILED)

    def _took_ranking(self, ranking: Ranking, milliseconds: float) -> None:
        self.show(
            files=ranking.files,
            candidates=ranking.candidates,
            index=ranking.index,
            rank_ms=milliseconds,
            error="",
        )

    def _took_pack(self, pack: Pack, milliseconds: float) -> None:
        if not self._has_packed:
            self._has_packed = True
            keep_loaded()
        self.show(
            pack=pack,
            index=pack.index,
            pack_ms=milliseconds,
            pack_error="",
            needed=0,
            error="",
            restored=False,
            phase=self._quiet_phase(),
        )
        if self._view is not None:
            self._view.cancel()
        self._view = self._loop.call_later(VIEW_SECONDS, lambda: self.spawn(self._keep_view()))

    async def _keep_view(self) -> None:
        """Keep list and pack for the first look of the next session."""
        self._view = None
        snapshot = self.snapshot
        await self.tree.rest()
        if snapshot.pack is not self.snapshot.pack or self._draft is not None or self._computing:
            return  # there is a newer one already or soon, which will be kept
        await self._decisions.ask(lambda engine: engine.keep_view(LAST_VIEW, packed(snapshot)))

    def _quiet_phase(self) -> Phase:
        return Phase.INDEXING if self.tree.is_indexing else Phase.READY

    async def current_pack(self) -> Pack:
        """The pack of everything decided so far and of the files as they are now: what is handed over.

        Raises PinTooLargeError when what is pinned does not fit.
        """
        if self._draft is not None:
            self._draft.cancel()
            self._keep_draft(self.snapshot.curation.name, self.snapshot.curation.task)
        await self._decisions.ask(lambda engine: None)  # whatever is on its way is kept after this
        if not await self.tree.look_now():
            raise CtxsmithError(
                self.snapshot.error or "indexing was stopped, so nothing was handed over; R goes on"
            )
        curation = self.snapshot.curation
        pack = await self._answers.ask(lambda engine: make_pack(engine, curation, self.settings))
        self._took_pack(pack, self.snapshot.pack_ms)
        return pack

    async def renew(self) -> None:
        """Another curation is active now."""
        self.show(curation=await self._decisions.ask(lambda engine: engine.curation()))
        self.rank_again()

    async def renew_notes(self) -> None:
        """Notes, review notes or marks of a review were changed here."""
        notes = await self._decisions.ask(lambda engine: engine.notes() if self.is_indexed() else ())
        self.show(notes=notes, kept=self.snapshot.kept + 1)

    async def units_of(self, path: str) -> tuple[RankedUnit, ...]:
        """The functions and passages of a file, best first, with their contributions."""
        task, diff = self.snapshot.curation.task, diff_of(self.snapshot.curation)
        return await self._answers.ask(lambda engine: engine.ranked_units(task, path, diff=diff))

    async def why(self, path: str) -> RankedFile:
        """The reckoning of any file."""
        task, diff = self.snapshot.curation.task, diff_of(self.snapshot.curation)
        return await self._answers.ask(lambda engine: engine.why(task, path, diff=diff))

    async def answer(self, question: Callable[[Engine], Result]) -> Result:
        """Any other answer from the index, in turn with ranking and packing."""
        return await self._answers.ask(question)

    async def kept(self, question: Callable[[Engine], Result]) -> Result:
        """An answer about, or a change of, what is kept: notes, curations, history."""
        return await self._decisions.ask(question)

    # --- other processes, and the work tree ----------------------------------------------------------

    async def _watch_others(self) -> None:
        """Take over what other workbenches, agents and the command line write."""
        seen = -1
        while not self.closed:
            try:
                version = await self._decisions.ask(lambda engine: engine.curation_version())
                if version != seen and await self._take_over():
                    self.show(kept=self.snapshot.kept + 1)
                    seen = version
            except Exception as error:  # say, a database that is busy for long
                self.show(news=described(error))
            await asyncio.sleep(POLL_SECONDS)

    async def _take_over(self) -> bool:
        """Show what is in the database now; False while a decision of ours is on its way there."""
        before = self.snapshot
        is_indexed = self.is_indexed()
        curation, notes = await self._decisions.ask(
            lambda engine: (engine.curation(), engine.notes() if is_indexed else ())
        )
        if self._waiting:
            return False
        self._take(curation)
        if notes != before.notes:
            self.show(notes=notes)
            self.rank_again()
        elif replace(self.snapshot.curation, revision=0) != replace(before.curation, revision=0):
            self.compute()
        return True

    def is_indexed(self) -> bool:
        """Whether there is an index to ask, finished or not."""
        from ctxsmith_tui.store.database import INDEX_FILE, folder_of

        return (folder_of(self.root) / INDEX_FILE).exists()

    # --- threads -------------------------------------------------------------------------------------

    def _new_engine(self) -> Engine:
        """An engine for a lane; it never looks at the work tree by itself."""
        from ctxsmith_tui.engine import Engine

        return Engine(
            self.root, force=self._force, fresh_seconds=math.inf, defaults=self.settings.pack_defaults
        )

    def later(self, function: Callable[..., None], *arguments: Any) -> None:
        """Call a function in the thread of the event loop, from any other."""
        if not self.closed:
            self._loop.call_soon_threadsafe(function, *arguments)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else; what goes wrong in it is shown."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not self.closed:
            self.show(error=described(error), phase=Phase.FAILED)

    def show(self, **changes: Any) -> None:
        """Show another state; nothing is published when nothing differs."""
        if all(getattr(self.snapshot, name) == value for name, value in changes.items()):
            return
        self.snapshot = replace(self.snapshot, **changes)
        if not self.closed:
            self._publish(self.snapshot)


def make_pack(engine: Engine, curation: Curation, mine: UserSettings) -> Pack:
    """The pack of a curation: what `context` prints for it without a task."""
    return engine.context(
        curation.task,
        curation.budget,
        format=curation.format,
        tokenizer=curation.tokenizer,
        diff=diff_of(curation),
        prompt=curation.settings.get("prompt", ""),
        target=find_target(curation.settings.get("target", mine.target), mine.margins, curation.tokenizer),
    )
