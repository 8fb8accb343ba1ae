"""What every signal counts for, as rows: pure functions from the factors of a curation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ctxsmith_tui.rank.signal_help import SIGNAL_HELP
from ctxsmith_tui.rank.weights import FILE_WEIGHTS, UNIT_WEIGHTS
from ctxsmith_tui.tui.groups import Group, group_of

FACTORS = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0)
"""What the keys go through; others can be typed."""


@dataclass(frozen=True, slots=True)
class WeightRow:
    """A signal with its shipped weights for files and for functions (None where it has none)."""

    signal: str
    group: Group
    file_weight: float | None
    unit_weight: float | None
    factor: float

    @property
    def is_changed(self) -> bool:
        """Whether it counts for other than as shipped."""
        return self.factor != 1.0

    @property
    def points(self) -> float:
        """The larger of its weights as it counts now."""
        weights = [each for each in (self.file_weight, self.unit_weight) if each is not None]
        return self.factor * max(weights, key=abs)

    @property
    def help(self) -> str:
        """What it means."""
        return SIGNAL_HELP[self.signal]


def weight_rows(factors: Mapping[str, float]) -> list[WeightRow]:
    """Every signal, group by group; within a group those of files first, in the order of their tables."""
    signals = dict.fromkeys((*FILE_WEIGHTS, *UNIT_WEIGHTS))
    rows = [
        WeightRow(
            signal,
            group_of(signal),
            FILE_WEIGHTS.get(signal),
            UNIT_WEIGHTS.get(signal),
            factors.get(signal, 1.0),
        )
        for signal in signals
    ]
    order = list(Group)
    return sorted(rows, key=lambda row: order.index(row.group))


def changed_weights(factors: Mapping[str, float]) -> dict[str, float]:
    """The factors that are not as shipped."""
    return {signal: factor for signal, factor in factors.items() if factor != 1.0}


def next_factor(factor: float, step: int) -> float:
    """The next of `FACTORS` above (+1) or below (-1) a factor; itself beyond the last."""
    if step > 0:
        return next((each for each in FACTORS if each > factor), factor)
    return next((each for each in reversed(FACTORS) if each < factor), factor)


def read_factor(text: str) -> float:
    """A factor as people write it, such as `1.5` or `x2`. Raises ValueError for what is none."""
    return float(text.strip().lower().removeprefix("x"))
