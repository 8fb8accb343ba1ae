"""What the engine offers about curations: deciding, settings, undo, and what a workbench remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Literal, TypeVar

from ctxsmith_tui.answers.workfiles import WorkFiles
from ctxsmith_tui.engine.answering import answering
from ctxsmith_tui.engine.opening import IndexCalls
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.kept.decided import Decided
from ctxsmith_tui.kept.in_force import InForce, Settled
from ctxsmith_tui.model import Action, Curation, CurationSummary, Level, Spec, Undone
from ctxsmith_tui.rank.weights import SHIPPED, Weights
from ctxsmith_tui.store.index_reader import IndexReader

if TYPE_CHECKING:
    from ctxsmith_tui.kept.curations import Changes, Curations, Wish
    from ctxsmith_tui.store.curations_store import CurationsStore, StoredCuration

MOST_TASKS_SHOWN = 50

InUse = str | Literal[False] | None
"""The curation that an answer takes decisions, weights and scope from: by name, the active one, or none."""

Answer = TypeVar("Answer")


class CurationCalls(IndexCalls):
    """The part of the engine that is about curations.

    Where `curation` is None the active one is meant. `writer` is the number of a workbench, as
    `workbench_slot` gives it, or 0 for anybody else: each undoes its own steps alone. Changes are committed
    when a call returns. An unknown curation is a UsageError that names those that exist.
    """

    def _curations(self) -> CurationsStore:
        from ctxsmith_tui.store.curations_store import CurationsStore

        return CurationsStore(self._database)

    # --- one curation --------------------------------------------------------------------------------

    @answering
    def curation(self, name: str | None = None, *, look: bool = True) -> Curation:
        """A curation, its decisions where their code is now; without `look` where it was when the work tree
        was looked at last, which takes milliseconds.
        """
        return self._placed(self._curations().get(name), look=look)

    def _placed(self, stored: StoredCuration, *, look: bool = False) -> Curation:
        from ctxsmith_tui.kept.curations import curation_from, decisions_of

        if not decisions_of(stored):
            return curation_from(stored, [], self._defaults)
        return self._with_curations(
            lambda curations: curation_from(stored, curations.placements(stored), self._defaults), look=look
        )

    def _with_curations(self, use: Callable[[Curations], Answer], *, look: bool = False) -> Answer:
        from ctxsmith_tui.kept.curations import Curations

        store = self._curations()
        return self._with_files(lambda files, reader: use(Curations(store, files, reader)), look=look)

    @answering
    def decide(
        self,
        action: Action | None,
        spec: str | Spec,
        *,
        level: Level = Level.FULL,
        writer: int = 0,
        curation: str | None = None,
        label: str = "",
        proposed_by: str = "",
    ) -> Curation:
        """Pin or exclude a place, or, with None, take back what was decided about it.

        Names the place as it is now, by a SPEC; an exclusion may name a folder or a glob. Raises UsageError
        for a place that is none, blank, or too long to be found again.
        """
        from ctxsmith_tui.kept.curations import Wish

        detail = f" as {level.value}" if action is Action.PIN and level is not Level.FULL else ""
        label = label or f"{action.value if action else 'automatic'} {spec}{detail}"
        return self._decide([Wish(action, spec, level, proposed_by)], label, writer, curation)

    @answering
    def decide_all(
        self,
        decisions: Iterable[tuple[Action | None, str | Spec] | tuple[Action | None, str | Spec, Level]],
        *,
        writer: int = 0,
        curation: str | None = None,
        label: str = "",
    ) -> Curation:
        """Decide about several places in one step: all, or with an error none; like `decide`."""
        from ctxsmith_tui.kept.curations import Wish

        wishes = [Wish(*each) for each in decisions]
        return self._decide(wishes, label or f"decide about {len(wishes):,} places", writer, curation)

    def _decide(self, wishes: Sequence[Wish], label: str, writer: int, name: str | None) -> Curation:
        stored = self._curations().get(name)

        def prepare(curations: Curations) -> Changes:
            return curations.deciding(wishes, stored)

        try:
            changes = self._with_curations(prepare)
        except UsageError:  # what is not there may have been written since the work tree was looked at
            changes = self._with_curations(prepare, look=True)
        return self._change(changes, label=label, writer=writer, name=stored.name)

    @answering
    def clear_decisions(self, writer: int = 0, *, curation: str | None = None) -> Curation:
        """Take back every decision, in one step."""
        from ctxsmith_tui.kept.curations import clearing

        return self._change(clearing, label="clear all decisions", writer=writer, name=curation)

    @answering
    def set_curation(
        self,
        *,
        task: str | None = None,
        budget: int | Literal["auto"] | None = None,
        format: str | None = None,
        tokenizer: str | None = None,
        scope: Sequence[str] | None = None,
        weights: Mapping[str, float] | None = None,
        settings: Mapping[str, str] | None = None,
        label: str = "",
        writer: int = 0,
        undoable: bool = True,
        curation: str | None = None,
    ) -> Curation:
        """Set what is not None, in one step.

        `weights` and `settings` set the names in them and leave the others: a factor of 1 and an empty text
        take one back, empty `weights` all factors. Raises UsageError for a value that is none.
        """
        from ctxsmith_tui.kept.curations import label_of, setting

        given = {
            "task": task,
            "budget": budget,
            "format": format,
            "tokenizer": tokenizer,
            "scope": scope,
            "weights": weights,
            "settings": settings,
        }
        changes = setting(
            task=task,
            budget=budget,
            format=format,
            tokenizer=tokenizer,
            scope=scope,
            weights=weights,
            settings=settings,
        )
        label = label or label_of(given)
        return self._change(changes, label=label, writer=writer, name=curation, undoable=undoable)

    def _change(
        self, changes: Changes, *, label: str, writer: int, name: str | None, undoable: bool = True
    ) -> Curation:
        store = self._curations()
        return self._placed(store.change(changes, label=label, writer=writer, name=name, undoable=undoable))

    def undo(self, writer: int = 0) -> Undone | None:
        """Take back the last step of a writer in the active curation; None when there is none."""
        return self._curations().undo(writer)

    def redo(self, writer: int = 0) -> Undone | None:
        """Make the step again that a writer took back last; None when there is none."""
        return self._curations().redo(writer)

    # --- for answers ---------------------------------------------------------------------------------

    def curation_notices(self, curation: InUse = None) -> tuple[str, ...]:
        """What of a curation is in force in a ranking, in sentences; none when nothing is."""
        return self._in_force(curation).notices()

    def _in_force(
        self, curation: InUse, scope: Sequence[str] = (), weights: Weights | None = None
    ) -> InForce:
        """Weights and scope of an answer; most repositories have no curation, which costs nothing."""
        if curation is False or (curation is None and not self._database.has_curations()):
            return InForce(weights or SHIPPED, tuple(scope))
        from ctxsmith_tui.kept.settling import in_force

        return in_force(self._curations().get(curation), scope, weights)

    def _settled(self, used: InForce, given: Decided, files: WorkFiles, reader: IndexReader) -> Settled:
        """Decisions of the curation in use together with those given."""
        if used.curation is None:
            return Settled(given)
        from ctxsmith_tui.kept.curations import Curations
        from ctxsmith_tui.kept.settling import settle

        placements = Curations(self._curations(), files, reader).placements(used.curation)
        return settle(used, placements, given)

    # --- all curations -------------------------------------------------------------------------------

    def curations(self) -> tuple[CurationSummary, ...]:
        """Every curation, by name; the unnamed one ('') is there once something was decided in it."""
        from ctxsmith_tui.kept.curations import summaries

        return summaries(*self._curations().all())

    @answering
    def save_curation(self, name: str, *, overwrite: bool = False) -> Curation:
        """Copy the active curation under a name and make the copy active; returns it.

        Raises UsageError for a name that is none, or taken unless `overwrite` is set.
        """
        store = self._curations()
        store.save(name, overwrite=overwrite)
        return self._placed(store.get(name))

    @answering
    def open_curation(self, name: str) -> Curation:
        """Make a curation the active one, '' for the unnamed one; returns it."""
        store = self._curations()
        store.open(name)
        return self._placed(store.get(name))

    def delete_curation(self, name: str) -> None:
        """Delete a curation with its steps; the unnamed one becomes active when it was."""
        self._curations().delete(name)

    # --- what a workbench remembers ------------------------------------------------------------------

    def curation_version(self) -> int:
        """A number that rises when anybody but this engine changes curations or notes; microseconds."""
        return self._database.version()

    def workbench_slot(self) -> AbstractContextManager[int]:
        """Hold the lowest number, from 1, that no other running workbench of this repository holds."""
        from ctxsmith_tui.store.lock import workbench_slot

        return workbench_slot(self.root)

    def task_history(self, limit: int = MOST_TASKS_SHOWN) -> tuple[str, ...]:
        """Earlier tasks, the newest first."""
        return self._curations().tasks(limit)

    def remember_task(self, text: str) -> None:
        """Make a task the newest of the earlier ones. Raises UsageError when it is longer than a megabyte."""
        self._curations().remember_task(text)

    def view(self, key: str) -> bytes | None:
        """What was kept under a key with `keep_view`, None for nothing."""
        return self._curations().view(key)

    def keep_view(self, key: str, data: bytes) -> None:
        """Keep what is to be shown first next time; of more than a few keys the oldest are forgotten."""
        self._curations().keep_view(key, data)

    def exported(self, curation: str | None = None) -> dict[str, str]:
        """What was handed over last from a curation: the content hash of each item."""
        return self._curations().exported(curation)

    def keep_exported(self, curation: str | None, hashes: Mapping[str, str]) -> None:
        """Remember what was handed over from a curation, instead of what was before."""
        self._curations().keep_exported(curation, hashes)
