"""The one door that every face goes through; each module here answers one kind of question."""

from __future__ import annotations

from ctxsmith_tui.engine.finding import FindingCalls
from ctxsmith_tui.engine.packing import PackingCalls
from ctxsmith_tui.engine.reviews import ReviewCalls

__all__ = ["Engine"]


class Engine(PackingCalls, FindingCalls, ReviewCalls):
    """A repository and its index. Opening one is cheap; the first question indexes what is missing.

    `path` may be any folder inside the repository: the nearest `.git` upward is its root, and without one
    the folder itself. `report` is called with the progress of indexing. An answer within `fresh_seconds` of
    the last look at the work tree does not look again; with `math.inf` only `refresh` looks, and a question
    where there is no index yet. A curation that sets no budget, format or tokenizer of its own has those of
    `defaults`. One engine belongs to one thread.
    Raises UsageError for a folder that does not exist, and for the home folder or a filesystem root
    unless `force` is set.
    """
