"""What the engine offers about ranking: the files and units that matter for a task, and why."""

from __future__ import annotations

from collections.abc import Sequence

from ctxsmith_tui.curate.places import locate_file
from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.engine.answering import answering
from ctxsmith_tui.engine.changes import ChangeCalls
from ctxsmith_tui.engine.curations import InUse
from ctxsmith_tui.engine.notes import NoteCalls
from ctxsmith_tui.engine.opening import Current
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.kept.in_force import InForce
from ctxsmith_tui.model import RankedFile, RankedUnit, Ranking
from ctxsmith_tui.pack.defaults import DEFAULT_BUDGET
from ctxsmith_tui.rank.files import with_notes
from ctxsmith_tui.rank.query import Query, parse_task
from ctxsmith_tui.rank.ranking import TaskRanking, rank_task
from ctxsmith_tui.rank.weights import Weights

REMEMBERED_RANKINGS = 4  # so that pins, exclusions, budgets and formats change without ranking again


class RankingCalls(ChangeCalls, NoteCalls):
    """The part of the engine that ranks."""

    @answering
    def rank(
        self,
        task: str = "",
        *,
        limit: int = 20,
        scope: Sequence[str] = (),
        weights: Weights | None = None,
        diff: str | None = None,
        curation: InUse = None,
    ) -> Ranking:
        """The best `limit` files for a task, each with its whole reckoning.

        With `diff`, '' for the work tree or the name of a BASE, what changed helps; without a task it is the
        task. Weights and scope that are not given are those of `curation`, see `context`.
        """
        used = self._in_force(curation, scope, weights)
        ranking = self._ranking_with(task, diff, used)
        state = self._state_of(ranking.context.catalog)
        files = with_notes(ranking.explained_files(limit), self._notes_in(ranking.context))
        return Ranking(task, files, len(ranking.rows), state, used.notices())

    @answering
    def why(self, task: str, path: str, *, diff: str | None = None, curation: InUse = None) -> RankedFile:
        """The whole reckoning of any file of the index; its rank is 0 when nothing in the task speaks for
        it, or when it lies outside the scope of `curation`, see `context`; `diff` is as in `rank`.

        Raises UsageError when the file is not in the index, saying why.
        """
        ranking = self._ranking_with(task, diff, self._in_force(curation))
        found = ranking.explained_file(locate_file(path, self.root, ranking.context.catalog))
        assert found is not None
        return with_notes([found], self._notes_in(ranking.context))[0]

    @answering
    def ranked_units(
        self,
        task: str,
        path: str,
        *,
        budget: int = DEFAULT_BUDGET,
        scope: Sequence[str] = (),
        weights: Weights | None = None,
        diff: str | None = None,
        curation: InUse = None,
    ) -> tuple[RankedUnit, ...]:
        """All functions and passages of any file of the index, best first, each with its whole reckoning.

        Their scores are those of a pack of `budget` tokens; `diff` is as in `rank`. Raises UsageError like
        `why`.
        """
        ranking = self._ranking_with(task, diff, self._in_force(curation, scope, weights))
        catalog = ranking.context.catalog
        row = catalog.row_of_path[locate_file(path, self.root, catalog)]
        return ranking.units_of_file(row, budget)

    @answering
    def task_ranking(
        self,
        task: str,
        *,
        scope: Sequence[str] = (),
        weights: Weights | None = None,
        curation: InUse = None,
    ) -> TaskRanking:
        """All scores of a task, for callers that look closer than `rank` does.

        Weights and scope that are not given are those of `curation`, see `context`. Raises UsageError for an
        empty task, and for a scope that is none or holds no file.
        """
        return self._task_ranking(task, self._in_force(curation, scope, weights))

    def _ranking_with(self, task: str, diff: str | None, used: InForce) -> TaskRanking:
        """The scores of a task that a diff may be part of."""
        if diff is None:
            return self._task_ranking(task, used)
        current = self._current()
        review = self._review(self._found_changes(current, diff), task, used.scope)
        return self._task_ranking(task if review is None else review.query, used, current)

    def _task_ranking(self, task: str | Query, used: InForce, current: Current | None = None) -> TaskRanking:
        """The ranking of a task; the last few are kept, as decisions and budgets change none of them."""
        if isinstance(task, str) and not task.strip():
            raise UsageError("the task is empty; say in a few words what you are working on")
        current = current or self._current()
        asked = (task, used.scope, used.weights)
        for known, ranking in current.rankings:
            if known == asked:
                return ranking
        query = parse_task(task) if isinstance(task, str) else task
        ranking = self._ranked(query, used, current)
        current.rankings = [(asked, ranking), *current.rankings[: REMEMBERED_RANKINGS - 1]]
        return ranking

    def _ranked(self, query: Query, used: InForce, current: Current) -> TaskRanking:
        context = self._context(query, current)
        if not used.scope:
            return rank_task(context, weights=used.weights)
        in_scope = scope_filter(used.scope)
        if not any(map(in_scope, context.catalog.paths)):
            named = f"{', '.join(used.scope)}{used.scope_origin}"
            raise UsageError(f"no file lies in the scope {named}; globs start at the root")
        return rank_task(context, in_scope=in_scope, weights=used.weights)
