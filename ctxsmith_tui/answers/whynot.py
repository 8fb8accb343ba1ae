"""Why a file, or a part of one, is not in a pack: one sentence that says only what is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ctxsmith_tui.answers.workfiles import WorkFiles
from ctxsmith_tui.curate.places import Place
from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.model import Pack, RankedUnit
from ctxsmith_tui.pack.draft import words_of
from ctxsmith_tui.pack.packer import BLOCK_TOKENS, FEWEST_COPIED_LINES
from ctxsmith_tui.pack.ranges import Range, overlaps, subtract
from ctxsmith_tui.pack.request import Pin
from ctxsmith_tui.pack.tokens import Tokenizer
from ctxsmith_tui.rank.ranking import TaskRanking, UnitsOfTask
from ctxsmith_tui.text.printable import printable

MOST_RANGES = 4  # named of what is in the pack after all


@dataclass(frozen=True, eq=False)
class Absence:
    """What is asked: why a place is not in a pack that a ranking led to.

    `holes` of its file are excluded, and `limits` are pins in it at a level below full.
    """

    ranking: TaskRanking
    pack: Pack
    place: Place
    holes: Sequence[Range]
    limits: Sequence[Pin]
    scope: Sequence[str]
    files: WorkFiles
    tokenizer: Tokenizer

    def sentence(self) -> str:
        """The reason, or that the place is in the pack after all. Raises StaleFileError like `WorkFiles`."""
        return self._by_decision() or self._by_ranking() or self._by_room()

    @property
    def _name(self) -> str:
        path, lines, symbol = self.place
        if symbol:
            return f"{printable(path)}::{printable(symbol)}"
        is_whole = lines == (1, self.files.catalog.lines[self.files.catalog.row_of_path[path]])
        return printable(path) if is_whole else f"{printable(path)}:{lines[0]}-{lines[1]}"

    def _by_decision(self) -> str:
        path, lines = self.place.path, self.place.lines
        shown = [each for item in self.pack.items if item.path == path for each in item.shown]
        if here := [f"{start}-{end}" for start, end in sorted(shown) if overlaps((start, end), [lines])]:
            more = f" and {len(here) - MOST_RANGES:,} more passages" if len(here) > MOST_RANGES else ""
            return f"{self._name} is in the pack: lines {', '.join(here[:MOST_RANGES])}{more}."
        if not subtract(lines, self.holes):
            return f"{self._name} is excluded."
        for pin in self.limits:
            if not subtract(lines, [*self.holes, pin.lines]):
                return f"{self._name} is pinned as {pin.level.value}, so no more of its code is shown."
        if self.scope and not scope_filter(self.scope)(path):
            return f"{self._name} is outside of the scope {printable(', '.join(self.scope))}."
        return ""

    def _by_ranking(self) -> str:
        """Why no part of it was looked at."""
        row = self.files.catalog.row_of_path[self.place.path]
        if row not in self.ranking.rows:
            return f"Nothing in the task speaks for {printable(self.place.path)}."
        if self._units:
            return ""
        standing = self._standing(row)
        if any(self._all.unit(k).path == self.place.path for k in range(len(self._all))):
            return f"Nothing in the task speaks for {self._name} itself; {standing}."
        if row in self.ranking.rows[self._looked_at :]:
            return (
                f"{self._name} is too far down: {standing}, and with a budget of {self.pack.budget:,} tokens "
                f"the parts of the best {self._looked_at:,} are compared."
            )
        return f"Nothing in the task speaks for a part of {self._name}; {standing}."

    def _by_room(self) -> str:
        """Why the best of its parts that were looked at found no place."""
        position, best = self._units[0]
        lines = f"lines {best.start_line}-{best.end_line}"
        if holder := self._holder(best):
            return f"The code of {self._name} ({lines}) is in the pack already, from {printable(holder)}."
        left, tokens = self.pack.budget - self.pack.tokens, self._tokens(best)
        standing = f"The best part of {self._name} ({lines}) is number {position + 1:,} of {len(self._all):,}"
        if tokens > left:
            return f"{standing} and needs about {tokens:,} tokens while {left:,} are left."
        return (
            f"{standing} and was not taken, though its {tokens:,} tokens or so are left; pin it to have it."
        )

    @property
    def _closed(self) -> list[Range]:
        """Lines of the file that a ranking cannot add."""
        return [*self.holes, *(pin.lines for pin in self.limits)]

    @cached_property
    def _all(self) -> UnitsOfTask:
        return self.ranking.units(self.pack.budget)

    @property
    def _looked_at(self) -> int:
        return len(self.ranking.rows) - self._all.further_files

    @cached_property
    def _units(self) -> list[tuple[int, RankedUnit]]:
        """The candidates in the place of which ranking can add a part, best first, with their positions."""
        every = ((k, self._all.unit(k)) for k in range(len(self._all)))
        return [
            (k, unit)
            for k, unit in every
            if unit.path == self.place.path
            and overlaps((unit.start_line, unit.end_line), [self.place.lines])
            and subtract((unit.start_line, unit.end_line), self._closed)
        ]

    def _standing(self, row: int) -> str:
        number, count = self.ranking.rows.index(row) + 1, len(self.ranking.rows)
        return f"the file is number {number:,} of {count:,}"

    def _holder(self, unit: RankedUnit) -> str:
        """The file of the pack that shows the same words; '' when none does, or when they are few lines."""
        if unit.end_line - unit.start_line + 1 < FEWEST_COPIED_LINES:
            return ""
        wanted = words_of(self._code(unit.path, (unit.start_line, unit.end_line)))
        for item in self.pack.items:
            if item.path != unit.path and any(
                f" {wanted} " in f" {words_of(self._code(item.path, lines))} " for lines in item.shown
            ):
                return item.path
        return ""

    def _tokens(self, unit: RankedUnit) -> int:
        for left in self.pack.left_out:
            if (left.path, left.start_line, left.end_line) == (unit.path, unit.start_line, unit.end_line):
                return left.tokens
        parts = subtract((unit.start_line, unit.end_line), self._closed)
        return sum(BLOCK_TOKENS + self.tokenizer.count(self._code(unit.path, part)) for part in parts)

    def _code(self, path: str, lines: Range) -> str:
        return "\n".join(self.files.lines(path)[lines[0] - 1 : lines[1]]) + "\n"
