"""Which panes are on screen at a size: three designed layouts, and what is too small for any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Pane = Literal["ranked", "pack", "why", "graph", "changes", "notes"]
PANES: tuple[Pane, ...] = ("ranked", "pack", "why", "graph", "changes", "notes")

SMALLEST = (60, 16)  # columns and lines
WIDE, ULTRA = 100, 160  # columns from which there are two panes, and three
TALL = 30  # lines from which the task has more room

# Of the width, for list, pack and pane: callers beside callees need room, and code is read where its diff is.
_SHARES: dict[Pane, tuple[int, int, int]] = {"graph": (5, 6, 6), "changes": (4, 5, 8)}


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The panes from left to right with their shares of the width, and the lines of what is around them."""

    panes: tuple[tuple[Pane, int], ...]
    strip: int  # lines that explain the row of the cursor, 0 where a whole pane does
    task: int

    @property
    def shown(self) -> tuple[Pane, ...]:
        """The panes on screen."""
        return tuple(pane for pane, _ in self.panes)


def is_too_small(width: int, height: int) -> bool:
    """Whether nothing useful fits."""
    return width < SMALLEST[0] or height < SMALLEST[1]


def arrange(width: int, height: int, active: Pane, side: Pane, *, zoomed: bool) -> Arrangement:
    """The layout for a size. `side` is the pane beside the list that was looked at last."""
    task = 3 if height >= TALL else 2
    if zoomed:
        return Arrangement(((active, 1),), 0, task)
    if width < WIDE:
        strip = 0 if active == "why" else 4 if height >= 22 else 2
        return Arrangement(((active, 1),), strip, task)
    if width < ULTRA:
        shown = side if active == "ranked" else active
        return Arrangement((("ranked", 9), (shown, 11)), 0 if shown == "why" else 5, task)
    third = side if side not in ("ranked", "pack") else "why"
    shown = active if active not in ("ranked", "pack") else third
    panes: tuple[Pane, ...] = ("ranked", "pack", shown)
    shares = _SHARES.get(shown, (5, 7, 5))
    return Arrangement(tuple(zip(panes, shares, strict=True)), 0 if shown == "why" else 5, task)
