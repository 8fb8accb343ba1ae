"""Ranking a task: files by their signals, then the units of the best files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np

from ctxsmith_tui.model import Contribution, RankedFile, RankedUnit
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.files import FileScores, explain_file, score_files
from ctxsmith_tui.rank.matches import Ints, weights_of
from ctxsmith_tui.rank.target import Target, find_target
from ctxsmith_tui.rank.units import UnitScores, explain_unit, main_reason, score_units
from ctxsmith_tui.rank.weights import SHIPPED, Weights
from ctxsmith_tui.text.terms import terms_of

REMEMBERED_LINES = 8_192  # whose value a ranking keeps
REMEMBERED_UNITS = 4  # sets of files whose scored units a ranking keeps
FEWEST_UNIT_FILES = 30  # units of at least so many of the best files are scored
WORDS_A_TOKEN = (
    1.0  # and of as many more as hold this many words for each token of the budget: twice its size
)


@dataclass(frozen=True, eq=False)
class TaskRanking:
    """The scores of one task. Explanations are made only for what is asked about."""

    context: Context
    files: FileScores
    rows: Sequence[int]  # candidates in scope, best first
    weights: Weights
    _units: dict[tuple[int, ...], UnitsOfTask] = field(default_factory=dict)  # by rows of their files

    def explained_files(self, limit: int) -> tuple[RankedFile, ...]:
        """The best files with their contributions."""
        return tuple(
            explain_file(self.context, self.files, row, rank)
            for rank, row in enumerate(self.rows[:limit], start=1)
        )

    def explained_file(self, path: str) -> RankedFile | None:
        """Any file of the index, whatever its rank (0: nothing in the task speaks for it)."""
        row = self.context.catalog.row_of_path.get(path)
        if row is None:
            return None
        rank = self.rows.index(row) + 1 if row in self.rows else 0
        return explain_file(self.context, self.files, row, rank)

    @property
    def target(self) -> Target | None:
        """The symbol that the task is about, if it names one beside an action."""
        return self.context.once(find_target)

    @cached_property
    def line_value(self) -> Callable[[str], float]:
        """How much a line of code says about the task: the weighted idf of its terms."""
        body = self.context.unit_body
        gains = weights_of(body, self.context.query.terms) * body.idf
        gain_of: dict[str, float] = dict(zip(body.terms, gains.tolist(), strict=True))

        @lru_cache(REMEMBERED_LINES)
        def value(line: str) -> float:
            return sum(gain_of.get(term, 0.0) for term in sorted(set(terms_of(line))))

        return value

    def units(self, budget: int) -> UnitsOfTask:
        """The units of the best files, of more files the larger the token budget."""
        return self._units_of(self._files_for(budget))

    def _files_for(self, budget: int) -> tuple[int, ...]:
        words = np.cumsum(self.context.catalog.file_length[self.rows]) if self.rows else np.empty(0)
        enough = int(np.searchsorted(words, WORDS_A_TOKEN * budget)) + 1
        rows = list(self.rows[: max(FEWEST_UNIT_FILES, enough)])
        if (target := self.target) is not None:  # whatever the rank of these files
            near = (target.row, *(each.row for each in target.neighbours))
            rows += [row for row in dict.fromkeys(near) if row not in rows and row in self.rows]
        return tuple(rows)

    def _units_of(self, rows: tuple[int, ...]) -> UnitsOfTask:
        if rows not in self._units:
            while len(self._units) >= REMEMBERED_UNITS:
                del self._units[next(iter(self._units))]
            scored = score_units(self.context, self.files, rows, self.weights.units)
            self._units[rows] = UnitsOfTask(self.context, scored, len(self.rows) - len(rows))
        return self._units[rows]

    def units_of_file(self, row: int, budget: int) -> tuple[RankedUnit, ...]:
        """All units of a file, with the scores that they have in `units` of that budget, best first.

        Those of a file further down are scored beside them, as if it came right after the best.
        """
        rows = self._files_for(budget)
        return self._units_of(rows if row in rows else (*rows, row)).explained(row)


@dataclass(frozen=True, eq=False)
class UnitsOfTask:
    """Scored units, best first; position k is the k-th best. `further_files` were ranked below theirs."""

    context: Context
    scored: UnitScores
    further_files: int
    _reasons: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.scored.order)

    def row(self, position: int) -> int:
        """The row of the catalog of the unit at a position."""
        return int(self.scored.rows[int(self.scored.order[position])])

    def unit(self, position: int) -> RankedUnit:
        """The unit at a position."""
        return self._every[position]

    @cached_property
    def _every(self) -> list[RankedUnit]:
        return units_at(self.context, self.scored, self.scored.order)

    def reason(self, position: int) -> str:
        """What speaks most for the unit at a position, in a few words."""
        if position not in self._reasons:
            place = int(self.scored.order[position])
            self._reasons[position] = main_reason(self.context, self.scored, place)
        return self._reasons[position]

    def contributions(self, position: int) -> tuple[Contribution, ...]:
        """Why the unit at a position has its score, largest share first."""
        return explain_unit(self.context, self.scored, int(self.scored.order[position]))

    def explained(self, file: int) -> tuple[RankedUnit, ...]:
        """All units of one of the files, best first, with contributions: candidates or not."""
        scores = self.scored.scores
        places = np.flatnonzero(self.context.catalog.unit_file[self.scored.rows] == file)
        best = places[np.argsort(-scores[places], kind="stable")]
        return tuple(
            replace(unit, contributions=explain_unit(self.context, self.scored, k))
            for k, unit in zip(best.tolist(), units_at(self.context, self.scored, best), strict=True)
        )


def units_at(context: Context, scored: UnitScores, places: Ints) -> list[RankedUnit]:
    """The units at some places of `scored`."""
    catalog, rows = context.catalog, scored.rows[places]
    columns = (
        catalog.unit_file,
        catalog.unit_symbol,
        catalog.unit_start,
        catalog.unit_end,
        catalog.unit_length,
    )
    values = zip(*(column[rows].tolist() for column in columns), scored.scores[places].tolist(), strict=True)
    return [_unit(context, *each) for each in values]


def unit_at(context: Context, row: int, score: float) -> RankedUnit:
    """A unit, by its row of the catalog, with a score."""
    catalog = context.catalog
    columns = (
        catalog.unit_file,
        catalog.unit_symbol,
        catalog.unit_start,
        catalog.unit_end,
        catalog.unit_length,
    )
    file, ordinal, start, end, words = (int(column[row]) for column in columns)
    return _unit(context, file, ordinal, start, end, words, score)


def _unit(
    context: Context, file: int, ordinal: int, start: int, end: int, words: int, score: float
) -> RankedUnit:
    symbol = context.symbols(file)[ordinal] if ordinal >= 0 else None
    return RankedUnit(
        path=context.catalog.paths[file],
        start_line=start,
        end_line=end,
        symbol=symbol.qualname if symbol else "",
        kind=symbol.kind if symbol else "",
        signature=symbol.signature if symbol else "",
        symbol_lines=(symbol.start_line, symbol.end_line) if symbol else (start, end),
        words=words,
        score=score,
    )


def rank_task(
    context: Context,
    *,
    in_scope: Callable[[str], bool] | None = None,
    weights: Weights = SHIPPED,
) -> TaskRanking:
    """Score every file for the context's query; `in_scope` tells which paths may be ranked."""
    scored = score_files(context, weights.files)
    rows = scored.order.tolist()
    if in_scope is not None:
        paths = context.catalog.paths
        rows = [row for row in rows if in_scope(paths[row])]
    return TaskRanking(context, scored, rows, weights)
