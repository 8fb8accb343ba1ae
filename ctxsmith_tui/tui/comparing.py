"""What the panes of changes and notes show, read when somebody looks and kept up to date from then on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ctxsmith_tui.errors import CtxsmithError, described
from ctxsmith_tui.index import git
from ctxsmith_tui.kept.curations import diff_of
from ctxsmith_tui.model import ChangedFile, Changes, FileStatus, ReachingTests, ReviewNote
from ctxsmith_tui.tui.change_rows import ChangeInputs
from ctxsmith_tui.tui.lane import Cancelled
from ctxsmith_tui.tui.session import Session

COMPARED = "compared"  # the setting that remembers what was compared with last
HEAD_SECONDS = 1.5  # between looks for a new commit or another branch
TESTS_SECONDS = 0.4  # that the cursor rests in a file before its tests are looked for


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What is known now. `changes` is None until they were read, or when `error` says why they cannot be.

    `notes` are all review notes, resolved ones included.
    """

    base: str = ""
    changes: Changes | None = None
    error: str = ""
    notes: tuple[ReviewNote, ...] = ()
    viewed: frozenset[str] = frozenset()
    tests: Mapping[str, ReachingTests] = field(default_factory=dict)

    @property
    def inputs(self) -> ChangeInputs | None:
        """What the rows are made of."""
        if self.changes is None:
            return None
        return ChangeInputs(self.changes, self.of_base, self.viewed, tests=self.tests)

    @property
    def of_base(self) -> tuple[ReviewNote, ...]:
        """The notes of the review that is open."""
        return tuple(note for note in self.notes if note.base == self.base)


class Comparing:
    """Reads changes and review notes through a session; `publish` gets every new state.

    Nothing is read before the first `begin`.
    """

    def __init__(self, session: Session, publish: Callable[[Comparison], None]) -> None:
        self._session = session
        self._publish = publish
        self.state = Comparison()
        self.is_on = False
        self._reading = False
        self._again = False
        self._head = ""
        self._resting: asyncio.TimerHandle | None = None
        self._finding: asyncio.Task[None] | None = None
        self._asked: set[tuple[str, str]] = set()  # path and digest of files whose tests were looked for

    # --- reading -------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Somebody looks: read, and keep up to date from now on."""
        if self.is_on:
            return
        self.is_on = True
        curation = self._session.snapshot.curation
        task_base = diff_of(curation)
        base = task_base if task_base is not None else curation.settings.get(COMPARED, "")
        self._show(base=base)
        await self.renew()
        while not self._session.closed:
            await asyncio.sleep(HEAD_SECONDS)
            if await asyncio.to_thread(_state_of_head, self._session.root) != self._head:
                await self.renew()

    async def compare(self, base: str) -> None:
        """Compare with something else; remembered for the next session."""
        if not self.is_on:
            self._session.spawn(self.begin())
            await asyncio.sleep(0)  # it is on from now, with the base of the last session
        self._show(base=base, changes=None, error="", tests={})
        slot, name = self._session.slot, self._session.snapshot.curation.name
        self._session.change(
            lambda engine: engine.set_curation(
                settings={COMPARED: base}, writer=slot, undoable=False, curation=name
            )
        )
        await self.renew()

    async def renew(self) -> None:
        """Read changes, notes and marks anew; of many wishes at once the last one is done."""
        if not self.is_on:
            return
        if self._reading:
            self._again = True
            return
        self._reading = True
        try:
            while True:
                self._again = False
                await self._read()
                if not self._again:
                    return
        finally:
            self._reading = False

    async def _read(self) -> None:
        base = self.state.base
        self._head = await asyncio.to_thread(_state_of_head, self._session.root)
        try:
            changes = await self._session.answer(lambda engine: engine.changes(base))
        except Exception as error:  # the pane says it, and the watch goes on
            if base == self.state.base:
                self._show(changes=None, error=described(error))
            await self.renew_notes()
            return
        if base != self.state.base:
            self._again = True
            return
        digests = {(file.path, file.digest) for file in changes.files}
        old = self.state.changes
        known = {(file.path, file.digest) for file in (old.files if old else ())} & digests
        paths = {path for path, _ in known}
        tests = {path: found for path, found in self.state.tests.items() if path in paths}
        self._asked &= known
        self._show(changes=changes, error="", tests=tests)
        await self.renew_notes()

    async def renew_notes(self) -> None:
        """Read notes and marks anew, which somebody else may have changed."""
        changes = self.state.changes
        files = changes.files if changes is not None else ()
        try:
            notes, viewed = await self._session.kept(
                lambda engine: (engine.review_notes(include_resolved=True), engine.viewed(files))
            )
        except Exception as error:
            self._show(error=described(error))
            return
        if changes is self.state.changes:
            self._show(notes=notes, viewed=viewed)

    # --- tests ---------------------------------------------------------------------------------------

    def rest_on(self, file: ChangedFile | None) -> None:
        """The cursor is in a file: when it stays there, look for the tests that reach its changed lines."""
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
        if file is None or file.status is FileStatus.REMOVED or not file.hunks:
            return
        if (file.path, file.digest) not in self._asked:
            loop = asyncio.get_running_loop()
            self._resting = loop.call_later(TESTS_SECONDS, self._start_finding, file)

    def _start_finding(self, file: ChangedFile) -> None:
        self._asked.add((file.path, file.digest))
        self._finding = asyncio.get_running_loop().create_task(self._find_tests(file))

    async def _find_tests(self, file: ChangedFile) -> None:
        try:
            found = await self._session.call_graph.ask(lambda engine: engine.tests_of(file.path, file.lines))
        except Cancelled:
            self._asked.discard((file.path, file.digest))
            return
        except CtxsmithError:  # a file that the index leaves out: nothing is known of its tests
            return
        files = self.state.changes.files if self.state.changes is not None else ()
        if any((each.path, each.digest) == (file.path, file.digest) for each in files):
            self._show(tests={**self.state.tests, file.path: found})

    # --- marks and notes -----------------------------------------------------------------------------

    async def mark_viewed(self, file: ChangedFile, viewed: bool) -> None:
        """Mark a file as viewed, or not."""
        marks = self.state.viewed | {file.path} if viewed else self.state.viewed - {file.path}
        self._show(viewed=marks)
        await self._session.kept(lambda engine: engine.mark_viewed(file, viewed))

    def _show(self, **changes: object) -> None:
        if all(getattr(self.state, name) == value for name, value in changes.items()):
            return
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]
        if not self._session.closed:
            self._publish(self.state)


def _state_of_head(root: Path) -> str:
    """The commit of HEAD and the branch, '' where there is none."""
    try:
        return f"{git.head(root)} {git.branch(root)}"
    except CtxsmithError:
        return ""
