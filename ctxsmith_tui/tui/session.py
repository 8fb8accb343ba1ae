"""All that the workbench knows and can do, without a screen: it turns wishes into new snapshots.

Each kind of work has a thread and an engine of its own: answers (ranking, packing), decisions (kept at
once), the look at the work tree (and indexing), and the call graph. What they find comes back to the
thread of the event loop, the only one that holds state.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ctxsmith_tui.errors import CtxsmithError, PinTooLargeError
from ctxsmith_tui.kept.curations import diff_of
from ctxsmith_tui.model import (
    Action,
    Curation,
    Level,
    NoteState,
    Pack,
    PlacedDecision,
    Progress,
    RankedFile,
    RankedUnit,
    Ranking,
    Spec,
)
from ctxsmith_tui.pack.targets import find_target
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.tui.garbage import keep_loaded
from ctxsmith_tui.tui.lane import Cancelled, Lane, Token
from ctxsmith_tui.tui.opening import LAST_VIEW
from ctxsmith_tui.tui.remembered import packed
from ctxsmith_tui.tui.state import Phase, Snapshot

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine

LISTED = 200  # files of the ranked list
POLL_SECONDS = 0.25  # between looks for what other workbenches and agents wrote
LOOK_SECONDS = 1.5  # between looks at the work tree, longer where one takes long
REST_SECONDS, LONGEST_REST = 0.5, 4.0  # since the last key, until the next look; how long it is put off
LOOK_SHARE = 15  # times what a look takes
DRAFT_SECONDS = 0.5  # after the last key, until a draft of the task is kept
QUICKEST, SLOWEST = 0.04, 0.2  # seconds after a key until the task is ranked
VIEW_SECONDS = 1.0  # after a pack, until list and pack are kept for the next session
PARTIAL_SECONDS = 2.0  # between rankings of an index in the making

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
        self._answers, self._decisions = Lane("answers"), Lane("decisions")
        self._look, self._graph = Lane("look"), Lane("graph")
        self._engines: dict[Lane, Engine] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._draft: asyncio.TimerHandle | None = None
        self._view: asyncio.TimerHandle | None = None
        self._ranked_for: tuple[Any, ...] = ()
        self._generation = -1  # of the index at the last look
        self._opening = asyncio.Lock()
        self._is_open = False  # what is kept could be read
        self._last_key = 0.0  # when a person pressed one
        self._look_seconds = 0.0  # what a look took last
        self._has_looked = self._has_packed = self._look_failed = False
        self._waiting = 0  # decisions that are not kept yet
        self._computing = 0  # answers that are on their way
        self._seconds = 0.1  # what ranking took last
        self._stopping = False
        self._indexing: Token | None = None
        self._looked = asyncio.Event()  # the look at the work tree that is under way is done
        self._partial = 0.0
        self._asking: dict[Token, Callable[[Progress], None] | None] = {}  # questions for the graph
        self._resolving = False
        self.closed = False

    # --- starting and ending -------------------------------------------------------------------------

    def attach(self) -> None:
        """Take wishes from now on; needs a running event loop."""
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Begin to check what is shown."""
        self.attach()
        self.spawn(self._open())

    async def _open(self) -> None:
        async with self._opening:  # a first copy may ask for the same while this waits
            if self._is_open:
                return
            curation = await self._decide(lambda engine: engine.curation())
            self._is_open = True
        self._show(curation=curation, phase=Phase.CHECKING, error="")
        self.spawn(self._watch_others())
        self.spawn(self._watch_tree())
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
        if self._indexing is not None:
            self._indexing.cancel()
        self.stop_graph()
        for lane in (self._answers, self._look, self._graph):
            lane.close()
        self._decisions.finish(partial(draft, self._engine(self._decisions)) if draft else None)

    def _keep_task(self, name: str, task: str, engine: Engine) -> Curation:
        return engine.set_curation(task=task, writer=self.slot, undoable=False, curation=name)

    def stop(self) -> bool:
        """Stop indexing and ranking; returns whether there was anything to stop."""
        running = self.snapshot.phase in (Phase.INDEXING, Phase.RANKING)
        if self._indexing is not None and self.snapshot.phase is Phase.INDEXING:
            self._indexing.cancel()  # a mere look at the work tree is not worth stopping
            self._stopping = True
        self._answers.stop()
        if running:
            self._show(phase=Phase.READY, progress=None)
        return running

    @property
    def is_idle(self) -> bool:
        """Whether everything that was asked for is done, kept and shown."""
        settled = self.snapshot.phase in (Phase.READY, Phase.FAILED)
        return settled and not self._waiting and not self._computing and self._timer is None

    # --- the task and other settings -----------------------------------------------------------------

    def edit_task(self, text: str) -> None:
        """The task is another one now, perhaps in the middle of a word: it is ranked when typing pauses."""
        if text == self.snapshot.curation.task:
            return
        self._show(curation=replace(self.snapshot.curation, task=text))
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
        self.compute()
        if text.strip():
            self.spawn(self._remember(text))

    async def _remember(self, text: str) -> None:
        await self._decide(lambda engine: engine.remember_task(text))

    def set(self, label: str, **settings: Any) -> None:
        """Change budget, format, scope, weights, target and the like, as one step that can be undone."""
        now = self.snapshot.curation
        merged: dict[str, Any] = dict(settings)
        for name in {"settings", "weights"} & settings.keys():
            merged[name] = {**getattr(now, name), **settings[name]}
        self._show(curation=replace(now, **merged))
        self._change(
            lambda engine: engine.set_curation(**settings, label=label, writer=self.slot, curation=now.name),
            reranks=True,
        )

    # --- decisions -----------------------------------------------------------------------------------

    def decide(self, action: Action | None, spec: Spec, level: Level = Level.FULL) -> None:
        """Pin or exclude a place, or take that back (None); shown at once, kept within moments."""
        name = self.snapshot.curation.name
        self._show(curation=_decided(self.snapshot.curation, action, spec, level))
        self._change(lambda engine: engine.decide(action, spec, level=level, writer=self.slot, curation=name))

    def change(self, change: Callable[[Engine], Curation]) -> None:
        """Anything else that changes the curation."""
        self._change(change)

    def _change(
        self, change: Callable[[Engine], Curation], *, again: bool = True, reranks: bool = False
    ) -> None:
        self._waiting += 1
        # Handed to the thread now: what was asked for before the workbench closes is kept.
        kept = self._decisions.submit(lambda: change(self._engine(self._decisions)))
        self.spawn(self._carry_out(kept, again, reranks))

    async def _carry_out(self, kept: Awaitable[Curation], again: bool, reranks: bool) -> None:
        try:
            curation = await kept
        except (CtxsmithError, OSError) as error:
            self._show(news=str(error))
            curation = await self._decide(lambda engine: engine.curation())
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
        self._show(curation=curation)

    async def undo(self, *, redo: bool = False) -> str:
        """Take back this workbench's last change, or do it again; returns what happened, in a few words."""
        verb = "redo" if redo else "undo"
        undone = await self._decide(
            lambda engine: engine.redo(writer=self.slot) if redo else engine.undo(writer=self.slot)
        )
        if undone is None:
            return f"nothing to {verb}"
        self._take(await self._decide(lambda engine: engine.curation()))
        await self.renew_notes()
        self._ranked_for = ()
        self.compute()
        kept = (
            f"; changed elsewhere meanwhile and left alone: {', '.join(undone.skipped)}"
            if undone.skipped
            else ""
        )
        return f"{verb}: {undone.label or ', '.join(undone.changed)}{kept}"

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
                self._show(files=(), candidates=0, pack=None, pack_error="", restored=False, error="")
            if self.snapshot.phase is Phase.RANKING or (self._indexing is None and self.is_indexed()):
                self._show(phase=self._quiet_phase())
            return
        if self.snapshot.phase in (Phase.READY, Phase.CHECKING, Phase.FAILED):
            self._show(phase=Phase.RANKING)

        def work(token: Token) -> None:
            engine = self._engine(self._answers)
            started = time.perf_counter()
            diff = diff_of(curation)
            wanted = (curation.task, diff, curation.scope, dict(curation.weights), engine.generation())
            if wanted != self._ranked_for:
                ranking = engine.rank(curation.task, limit=LISTED, diff=diff)
                token.check()
                self._ranked_for = wanted
                self._seconds = time.perf_counter() - started
                self._later(self._took_ranking, ranking, 1000 * self._seconds)
            started = time.perf_counter()
            pack = make_pack(engine, curation, self.settings)
            token.check()
            self._later(self._took_pack, pack, 1000 * (time.perf_counter() - started))

        try:
            await self._answers.run_latest(work)
        except Cancelled:
            return
        except PinTooLargeError as error:
            self._show(pack_error=str(error), needed=error.needed, phase=self._quiet_phase())
        except CtxsmithError as error:
            self._show(error=str(error), phase=Phase.FAILED)

    def _took_ranking(self, ranking: Ranking, milliseconds: float) -> None:
        self._show(
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
        self._show(
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
        await self._rest()
        if snapshot.pack is not self.snapshot.pack:
            return  # there is a newer one already, which will be kept
        await self._decide(lambda engine: engine.keep_view(LAST_VIEW, packed(snapshot)))

    def _quiet_phase(self) -> Phase:
        return Phase.INDEXING if self._indexing is not None else Phase.READY

    async def current_pack(self) -> Pack:
        """The pack of everything decided so far and of the files as they are now: what is handed over.

        Raises PinTooLargeError when what is pinned does not fit.
        """
        if self._draft is not None:
            self._draft.cancel()
            self._keep_draft(self.snapshot.curation.name, self.snapshot.curation.task)
        await self._decide(lambda engine: None)  # whatever is on its way is kept after this
        if self._indexing is not None:  # that look may have passed by what was edited since
            await self._looked.wait()
        await self.look()
        curation = self.snapshot.curation
        pack = await self._ask(self._answers, lambda engine: make_pack(engine, curation, self.settings))
        self._took_pack(pack, self.snapshot.pack_ms)
        return pack

    async def renew(self) -> None:
        """Another curation is active now."""
        self._show(curation=await self._decide(lambda engine: engine.curation()))
        self.rank_again()

    async def renew_notes(self) -> None:
        """Notes, review notes or marks of a review were changed here."""
        notes = await self._decide(lambda engine: engine.notes() if self.is_indexed() else ())
        self._show(notes=notes, kept=self.snapshot.kept + 1)

    async def units_of(self, path: str) -> tuple[RankedUnit, ...]:
        """The functions and passages of a file, best first, with their contributions."""
        task, diff = self.snapshot.curation.task, diff_of(self.snapshot.curation)
        return await self._ask(self._answers, lambda engine: engine.ranked_units(task, path, diff=diff))

    async def why(self, path: str) -> RankedFile:
        """The reckoning of any file."""
        task, diff = self.snapshot.curation.task, diff_of(self.snapshot.curation)
        return await self._ask(self._answers, lambda engine: engine.why(task, path, diff=diff))

    async def answer(self, question: Callable[[Engine], Result]) -> Result:
        """Any other answer from the index, in turn with ranking and packing."""
        return await self._ask(self._answers, question)

    async def graph(
        self, question: Callable[[Engine], Result], report: Callable[[Progress], None] | None = None
    ) -> Result:
        """An answer about the call graph, which may take seconds the first time.

        `report` hears how far that is, in the thread of the event loop, also while the question waits for
        another. Raises Cancelled when a person stops it.
        """
        token = Token()
        self._asking[token] = report

        def resolved(progress: Progress) -> None:
            token.check()
            self._later(self._took_resolving, progress)

        def ask(engine: Engine) -> Result:
            token.check()
            engine.report = resolved
            return question(engine)

        try:
            return await self._ask(self._graph, ask)
        finally:
            del self._asking[token]
            self._resolving = False

    def _took_resolving(self, progress: Progress) -> None:
        self._resolving = bool(self._asking)
        for report in list(self._asking.values()):
            if report is not None:
                report(progress)

    def stop_graph(self) -> bool:
        """Stop resolving the call graph, and all questions for it; returns whether it was going on."""
        resolving, self._resolving = self._resolving, False
        if resolving or self.closed:
            for token in self._asking:
                token.cancel()
        return resolving

    async def kept(self, question: Callable[[Engine], Result]) -> Result:
        """An answer about, or a change of, what is kept: notes, curations, history."""
        return await self._ask(self._decisions, question)

    # --- other processes, and the work tree ----------------------------------------------------------

    async def _watch_others(self) -> None:
        """Take over what other workbenches, agents and the command line write."""
        seen = -1
        while not self.closed:
            try:
                version = await self._decide(lambda engine: engine.curation_version())
                if version != seen and await self._take_over():
                    self._show(kept=self.snapshot.kept + 1)
                    seen = version
            except (CtxsmithError, OSError) as error:  # say, a database that is busy for long
                self._show(news=str(error))
            await asyncio.sleep(POLL_SECONDS)

    async def _take_over(self) -> bool:
        """Show what is in the database now; False while a decision of ours is on its way there."""
        before = self.snapshot
        is_indexed = self.is_indexed()
        curation, notes = await self._decide(
            lambda engine: (engine.curation(), engine.notes() if is_indexed else ())
        )
        if self._waiting:
            return False
        self._take(curation)
        if notes != before.notes:
            self._show(notes=notes)
            self.rank_again()
        elif replace(self.snapshot.curation, revision=0) != replace(before.curation, revision=0):
            self.compute()
        return True

    async def _watch_tree(self) -> None:
        """Look at the work tree again and again; what changed is indexed, said and ranked anew."""
        while not self.closed:
            await self._rest()
            if not self._stopping:
                try:
                    await self.look()
                except (CtxsmithError, OSError) as error:  # the next look may find it well again
                    self._show(news=str(error))
            wait = max(LOOK_SECONDS, LOOK_SHARE * self._look_seconds)
            await asyncio.sleep(wait)

    def heard_key(self) -> None:
        """A person pressed a key: what can wait a moment does, so that it does not slow down the answer."""
        self._last_key = time.monotonic()

    async def _rest(self) -> None:
        """Wait until no key is pressed for a moment, but not for ever."""
        end = time.monotonic() + LONGEST_REST
        while not self.closed and time.monotonic() < min(end, self._last_key + REST_SECONDS):
            await asyncio.sleep(REST_SECONDS / 5)

    async def look(self, *, rebuild: bool = False) -> None:
        """Index what changed on disk, with progress; a stopped run goes on at the next wish."""
        if not self._is_open:  # what a person wrote could not be read; perhaps it can be now
            await self._open()
        if self._indexing is not None:
            return
        self._stopping = False
        self._looked.clear()
        self._indexing = token = Token()
        started = time.monotonic()

        def report(progress: Progress) -> None:
            token.check()
            self._later(self._took_progress, progress)

        def work() -> None:
            engine = self._engine(self._look)
            engine.report = report
            if rebuild:
                engine.index(rebuild=True)
            else:
                engine.refresh()

        seen = self._generation
        try:
            await self._look.run(work)
            changed = await self._indexed_since_last_look()
        except Cancelled:
            self._show(news="indexing was stopped; R goes on with it")
            return
        except CtxsmithError as error:
            self._look_failed = True
            self._show(error=str(error), phase=Phase.FAILED)
            return
        finally:
            self._indexing = None
            self._looked.set()
            self._look_seconds = time.monotonic() - started
            self._show(progress=None)
        self._stopping = False  # it was done before it could be stopped
        failed, self._look_failed = self._look_failed, False
        if self.snapshot.phase is Phase.INDEXING:
            self._show(phase=Phase.READY)
        is_first, self._has_looked = not self._has_looked, True
        if changed and not is_first:
            self._show(changed=self.snapshot.changed | set(changed), news=_changed_on_disk(changed))
        if self._generation != seen or not self._ranked_for or failed:
            self.compute()
        elif self.snapshot.phase in (Phase.CHECKING, Phase.OPENING):
            self._show(phase=Phase.READY)

    async def _indexed_since_last_look(self) -> tuple[str, ...]:
        """The files that the index knows otherwise than at the last look, whichever process indexed them."""
        seen = self._generation
        self._generation, changed = await self._ask(
            self._answers, lambda engine: (engine.generation(), engine.changed_since(seen))
        )
        return changed

    def _took_progress(self, progress: Progress) -> None:
        if self._indexing is None or progress.total < 50:
            return
        self._show(phase=Phase.INDEXING, progress=progress)
        if self.is_indexed() and time.monotonic() - self._partial > PARTIAL_SECONDS:
            self._partial = time.monotonic()
            self.compute()

    def is_indexed(self) -> bool:
        """Whether there is an index to ask, finished or not."""
        from ctxsmith_tui.store.database import INDEX_FILE, folder_of

        return (folder_of(self.root) / INDEX_FILE).exists()

    # --- threads -------------------------------------------------------------------------------------

    def _engine(self, lane: Lane) -> Engine:
        """The engine of a lane, made in its thread."""
        if lane not in self._engines:
            from ctxsmith_tui.engine import Engine

            self._engines[lane] = Engine(
                self.root,
                force=self._force,
                fresh_seconds=math.inf,
                defaults=self.settings.pack_defaults,
            )
        return self._engines[lane]

    async def _ask(self, lane: Lane, question: Callable[[Engine], Result]) -> Result:
        return await lane.run(lambda: question(self._engine(lane)))

    async def _decide(self, question: Callable[[Engine], Result]) -> Result:
        return await self._ask(self._decisions, question)

    def _later(self, function: Callable[..., None], *arguments: Any) -> None:
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
            said = str(error) if isinstance(error, CtxsmithError) else f"{type(error).__name__}: {error}"
            self._show(error=said, phase=Phase.FAILED)

    def _show(self, **changes: Any) -> None:
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


def _decided(curation: Curation, action: Action | None, spec: Spec, level: Level) -> Curation:
    """The curation as it will be, to be shown until it is kept."""
    others = tuple(each for each in curation.decisions if each.spec != spec)
    if action is None:
        return replace(curation, decisions=others)
    decision = PlacedDecision(str(spec), action, level, spec, NoteState.CURRENT, "")
    return replace(curation, decisions=(*others, decision))


def _changed_on_disk(paths: Sequence[str]) -> str:
    named = ", ".join(paths[:3])
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return f"changed on disk: {named}{more}"
