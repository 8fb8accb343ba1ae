"""The units around chosen code as candidates for a pack: hop by hop, then what a task finds beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ctxsmith_tui.graph.cone import Near
from ctxsmith_tui.graph.program import TYPES, Program
from ctxsmith_tui.model import RankedUnit, Role
from ctxsmith_tui.rank.ranking import TaskRanking, UnitsOfTask, unit_at
from ctxsmith_tui.rank.units import score_units

FIRST = 1_000.0  # score of what a cone begins with: far above any score of a task
A_HOP = 100.0
EXACT, USED, TEST = 4.0, 2.0, -8.0  # beside the score that the task gives


@dataclass(frozen=True, eq=False)
class ConeUnits:
    """Units of the cone, best first, followed by those of the task, if there is one."""

    ranking: TaskRanking
    rows: Sequence[tuple[int, float, str]]  # row of the unit, score, reason
    of_task: UnitsOfTask | None
    task_positions: Sequence[int]  # of its units, those that are not in the cone

    @property
    def further_files(self) -> int:
        """Files whose units were not looked at."""
        return self.of_task.further_files if self.of_task is not None else 0

    def __len__(self) -> int:
        return len(self.rows) + len(self.task_positions)

    def unit(self, position: int) -> RankedUnit:
        """The unit at a position."""
        if position < len(self.rows):
            row, score, _ = self.rows[position]
            return unit_at(self.ranking.context, row, score)
        assert self.of_task is not None
        return self.of_task.unit(self.task_positions[position - len(self.rows)])

    def reason(self, position: int) -> str:
        """How the unit at a position is tied to what the cone begins with."""
        if position < len(self.rows):
            return self.rows[position][2]
        assert self.of_task is not None
        return self.of_task.reason(self.task_positions[position - len(self.rows)])

    @cached_property
    def words(self) -> int:
        """Length of the whole cone."""
        lengths = self.ranking.context.catalog.unit_length
        return int(sum(lengths[row] for row, _, _ in self.rows))


def cone_units(
    ranking: TaskRanking, program: Program, cone: Sequence[Near], *, budget: int, with_task: bool
) -> ConeUnits:
    """Candidates for a pack around the beginning of a cone; the task orders what is equally near."""
    files = dict.fromkeys(program.row_of(near.node) for near in cone)
    found: dict[int, tuple[float, str]] = {}
    near_units(ranking, program, cone, scores_of_task(ranking, files) if with_task else {}, found)
    return followed_by_task(ranking, found, budget) if with_task else _alone(ranking, found)


def scores_of_task(ranking: TaskRanking, files: Iterable[int]) -> dict[int, float]:
    """Row of the unit -> the score that the task gives it, for all units of some files."""
    scored = score_units(ranking.context, ranking.files, list(files), ranking.weights.units)
    return dict(zip(scored.rows.tolist(), scored.scores.tolist(), strict=True))


def near_units(
    ranking: TaskRanking,
    program: Program,
    cone: Sequence[Near],
    score_of: Mapping[int, float],
    found: dict[int, tuple[float, str]],
) -> None:
    """Add the units of a cone to those that are found already: row -> score and reason."""
    for near in cone:
        score, reason = _score(program, near), _reason(program, near)
        for row in _rows_of(ranking, program, near):
            if row not in found:
                found[row] = (score + score_of.get(row, 0.0), reason)


def followed_by_task(ranking: TaskRanking, found: Mapping[int, tuple[float, str]], budget: int) -> ConeUnits:
    """What was found, best first, then what the task finds beside it."""
    of_task = ranking.units(budget)
    others = [k for k in range(len(of_task)) if of_task.row(k) not in found]
    return ConeUnits(ranking, _ordered(found), of_task, others)


def _alone(ranking: TaskRanking, found: Mapping[int, tuple[float, str]]) -> ConeUnits:
    return ConeUnits(ranking, _ordered(found), None, ())


def _ordered(found: Mapping[int, tuple[float, str]]) -> list[tuple[int, float, str]]:
    return sorted(((row, *each) for row, each in found.items()), key=lambda each: (-each[1], each[0]))


def _score(program: Program, near: Near) -> float:
    is_test = program.catalog.roles[program.row_of(near.node)] is Role.TEST
    return FIRST - A_HOP * near.hop + EXACT * near.exact + USED * near.used + TEST * is_test


def _reason(program: Program, near: Near) -> str:
    if near.via < 0:
        return "asked for"
    symbol = program.symbol_of(near.via)
    name = symbol.qualname if symbol is not None else program.catalog.paths[program.row_of(near.via)]
    return f"{near.relation} {name}"


def _rows_of(ranking: TaskRanking, program: Program, near: Near) -> list[int]:
    """The units of a node: all of a symbol's own lines; of a type that is only a neighbour, its head; of a
    file what is outside of its symbols, or, if it is a neighbour that uses something, the lines around that.
    """
    catalog = ranking.context.catalog
    row, ordinal = program.place_of(near.node)
    first, last = int(catalog.first_unit_row[row]), int(catalog.first_unit_row[row + 1])
    if ordinal is None and near.hop == 0:
        return (np.flatnonzero(catalog.unit_symbol[first:last] < 0) + first).tolist()
    if ordinal is None:
        holds_line = (catalog.unit_start[first:last] <= near.line) & (
            catalog.unit_end[first:last] >= near.line
        )
        is_call = not near.used and near.relation != "imports"
        return (np.flatnonzero(holds_line) + first).tolist() if is_call else []
    symbol = program.symbols(row)[ordinal]
    overlapping = (catalog.unit_start[first:last] <= symbol.end_line) & (
        catalog.unit_end[first:last] >= symbol.start_line
    )
    rows = (np.flatnonzero(overlapping) + first).tolist()
    is_neighbour = near.hop > 0 and (symbol.kind in TYPES or symbol.kind == "module")
    return rows[:1] if is_neighbour else rows
