"""What the engine offers about packs: making one, and why something is not in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from ctxsmith_tui.answers.workfiles import StaleFileError, WorkFiles
from ctxsmith_tui.curate.places import locate
from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.engine.answering import answering
from ctxsmith_tui.engine.curations import InUse
from ctxsmith_tui.engine.opening import ATTEMPTS, Current
from ctxsmith_tui.engine.ranking import RankingCalls
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.kept.decided import decide
from ctxsmith_tui.model import Decision, Pack
from ctxsmith_tui.pack.defaults import DEFAULT_BUDGET, DEFAULT_FORMAT, DEFAULT_TOKENIZER
from ctxsmith_tui.pack.formats import renderer
from ctxsmith_tui.pack.targets import NO_TARGET, Target, find_target
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.rank.weights import Weights

if TYPE_CHECKING:
    from ctxsmith_tui.answers.packing import Around
    from ctxsmith_tui.personal.prompts import Prompt


class PackingCalls(RankingCalls):
    """The part of the engine that packs."""

    @answering
    def context(
        self,
        task: str = "",
        budget: int | Literal["auto"] = DEFAULT_BUDGET,
        *,
        format: str = DEFAULT_FORMAT,
        tokenizer: str = DEFAULT_TOKENIZER,
        scope: Sequence[str] = (),
        pins: Sequence[str | Decision] = (),
        exclude: Sequence[str | Decision] = (),
        weights: Weights | None = None,
        start: Sequence[str] = (),
        hops: int = 1,
        diff: str | None = None,
        curation: InUse = None,
        prompt: str = "",
        target: str | Target = NO_TARGET,
    ) -> Pack:
        """The pack for a task: text of at most `budget` tokens, counted with the named tokenizer.

        `pins` and `exclude` are SPECs (`path`, `path:120-140`, `path::Class.method`; a pin may end in
        `@level`). With `start`, names or SPECs, the pack is made of these and what they use and what uses
        them, over `hops` edges of the call graph; the task may then be empty. With `diff`, '' for the
        work tree or the name of a BASE, what changed is shown first, as a diff and as code, and helps the
        ranking; without a task it is the task. `prompt` names instructions that stand before or after the
        code. With a `target` the budget counts its tokens, by an estimated margin.

        Decisions, weights and scope come from the curation of that name, None for the active one, False for
        none. Pins and exclusions that are given win over its own for the same place, a scope or weights
        replace its own. Raises PinTooLargeError when what is pinned does not fit, PromptTooLargeError when
        the instructions do not, UsageError for a bad argument or a repository's instructions nobody accepted.
        """
        if start and diff is not None:
            raise UsageError("a pack is about some code or about a diff; give only one of the two")
        if start and hops < 0:
            raise UsageError(f"{hops} hops are none; give 0 or more")
        if budget != "auto" and budget < 1:
            raise UsageError(f"a budget of {budget} tokens is none; give 1 or more, or 'auto'")
        renderer(format)
        counter = load_tokenizer(tokenizer)
        aim = target if isinstance(target, Target) else find_target(target, tokenizer=tokenizer)
        chosen = self._prompt(prompt)
        from ctxsmith_tui.answers.packing import Question, make_pack

        used = self._in_force(curation, scope, weights)
        for attempt in range(ATTEMPTS):
            current = self._current()  # what is around and what is ranked are of one state of the index
            around = self._around(current, start, hops, used.scope, with_task=bool(task.strip()))
            found = self._found_changes(current, diff) if diff is not None else None
            if found is not None and found.stale and attempt < ATTEMPTS - 1:
                self._refresh(found.stale)
                continue
            review = self._review(found, task, used.scope)
            words = task if task.strip() or around is None else around.title
            query = review.query if review is not None else words
            ranking = self._task_ranking(query, used, current)
            files = WorkFiles(ranking.context, self._read_files, trusting=attempt == ATTEMPTS - 1)
            decided = decide(files, pins, exclude, review.removed if review is not None else ())
            settled = self._settled(used, decided, files, current.reader)
            if review is not None:
                graph, _ = self._graph(current)
                review = review.bounded(settled.decided.excluded, graph)
            try:
                question = Question(
                    ranking=ranking,
                    around=around,
                    review=review,
                    settled=settled,
                    notes=self._notes_in(ranking.context, files),
                    state=self._state_of(ranking.context.catalog),
                    budget=budget,
                    format=format,
                    tokenizer=counter,
                    target=aim,
                    prompt=chosen,
                )
                return make_pack(question, files)
            except StaleFileError:  # a file changed since the work tree was looked at, or kept its time
                self._refresh(files.changed)
        raise AssertionError("the last attempt takes files as they are")

    @answering
    def why_not(
        self,
        task: str,
        path: str,
        pack: Pack,
        *,
        scope: Sequence[str] = (),
        pins: Sequence[str | Decision] = (),
        exclude: Sequence[str | Decision] = (),
        weights: Weights | None = None,
        curation: InUse = None,
    ) -> str:
        """In a sentence, why a file or a part of one (`path` is a SPEC) is not in a pack.

        `pack` is the answer of `context` to the same task, scope, pins, exclusions, weights and curation.
        Raises UsageError for a pack of another task, one made with `start` included, and for what is not in
        the index.
        """
        if pack.task != task:
            raise UsageError("the pack is not of this task; make one for it and ask again")
        tokenizer = load_tokenizer(pack.tokenizer)
        from ctxsmith_tui.answers.whynot import Absence

        used = self._in_force(curation, scope, weights)
        for attempt in range(ATTEMPTS):
            ranking = self._task_ranking(task, used)
            files = WorkFiles(ranking.context, self._read_files, trusting=attempt == ATTEMPTS - 1)
            place = locate(parse_spec(path), self.root, files.catalog, files.symbols)
            settled = self._settled(used, decide(files, pins, exclude), files, ranking.context.reader)
            holes = settled.decided.excluded.get(place.path, ())
            limits = [pin for pin in settled.decided.pins if pin.path == place.path and pin.is_limit]
            try:
                return Absence(ranking, pack, place, holes, limits, used.scope, files, tokenizer).sentence()
            except StaleFileError:
                self._refresh(files.changed)
        raise AssertionError("the last attempt takes files as they are")

    def _prompt(self, name: str) -> Prompt | None:
        """The instructions of a name, None for no name."""
        if not name:
            return None
        from ctxsmith_tui.personal.prompts import trusted_prompt

        return trusted_prompt(self.root, name)

    def _around(
        self, current: Current, start: Sequence[str], hops: int, scope: Sequence[str], *, with_task: bool
    ) -> Around | None:
        """The surroundings of what is named, None when nothing is."""
        if not start:
            return None
        from ctxsmith_tui.answers.packing import Around

        graph, _ = self._graph(current)
        return Around(
            program=graph.program,
            cone=graph.cone(start, hops, scope_filter(scope) if scope else None),
            title=f"{', '.join(graph.naming.spec(name) for name in start)} and what is around it",
            hops=hops,
            with_task=with_task,
        )
