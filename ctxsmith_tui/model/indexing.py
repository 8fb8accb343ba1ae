"""What indexing reports, and the state of the index that an answer is from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class IndexState:
    """What an answer was computed from: `pending` files changed on disk and are not indexed yet."""

    root: str
    head: str
    files: int
    pending: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a phase of indexing is; `total` is 0 while it is not known yet."""

    phase: str
    done: int
    total: int
    seconds: float


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a run of the indexer left behind: totals of the index, and how much this run read."""

    files: int
    symbols: int
    edges: int
    commits: int
    skipped: int
    seconds: float
    read: int = 0
    removed: int = 0
    pending: int = 0
    rules: Mapping[str, int] = field(default_factory=dict)
