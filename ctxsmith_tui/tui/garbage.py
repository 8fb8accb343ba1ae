"""When the garbage collector runs: what was loaded to stay is not searched for garbage between two keys."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 10_000, 10, 100
"""Objects, then collections of the generation before, until the next generation is searched."""


def collect_seldom() -> None:
    """Let collections be rare. Looking through everything that an index brings along takes 50 ms."""
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def keep_loaded() -> None:
    """Never look again through what is there now: code, styles, widgets and the index."""
    gc.freeze()
