"""What the workbench shows at one moment. It is replaced as a whole; nothing else is shared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxsmith_tui.model import Curation, IndexState, Note, Pack, Progress, RankedFile


class Phase(StrEnum):
    """What is going on; the panes keep showing what they have."""

    OPENING = "opening"
    CHECKING = "checking"
    INDEXING = "indexing"
    RANKING = "ranking"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """One state. `restored` says that list and pack are those of the last session, not yet checked.

    `stopped` says that a person stopped indexing, so that list and pack are of a part of the repository.
    `pack_error` says why the pack is not of the present decisions, with the tokens they would need.
    """

    curation: Curation
    files: tuple[RankedFile, ...] = ()
    candidates: int = 0
    pack: Pack | None = None
    index: IndexState | None = None
    branch: str = ""
    phase: Phase = Phase.OPENING
    progress: Progress | None = None
    stopped: bool = False
    error: str = ""
    pack_error: str = ""
    needed: int = 0
    restored: bool = False
    notes: tuple[Note, ...] = ()
    kept: int = 0  # rises when notes, review notes or marks of a review may be other ones
    changed: frozenset[str] = frozenset()  # files edited since the workbench was opened
    news: str = ""
    rank_ms: float = 0.0
    pack_ms: float = 0.0
