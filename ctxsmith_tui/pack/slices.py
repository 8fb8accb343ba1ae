"""Which lines of a long passage to show when not all of them fit."""

from __future__ import annotations

from collections.abc import Sequence

LINE_VALUE = 1e-3  # of a line without any word of the task: more context is better than less


def best_run(costs: Sequence[int], values: Sequence[float], room: int) -> tuple[int, int] | None:
    """The most valuable run of lines whose costs stay within `room`, as (first, last) counted from 0.

    Of runs that are worth the same the earliest; None when not even one line fits.
    """
    best: tuple[int, int] | None = None
    best_value = worth = 0.0
    cost, first = 0, 0
    for last, (line_cost, line_value) in enumerate(zip(costs, values, strict=True)):
        cost, worth = cost + line_cost, worth + line_value + LINE_VALUE
        while cost > room:
            cost, worth = cost - costs[first], worth - values[first] - LINE_VALUE
            first += 1
        if first <= last and worth > best_value + 1e-9:
            best, best_value = (first, last), worth
    return best
