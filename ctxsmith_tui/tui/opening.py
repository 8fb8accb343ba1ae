"""What is shown before anything was asked: the curation, list and pack of the last session."""

from __future__ import annotations

from pathlib import Path

from ctxsmith_tui.index import git
from ctxsmith_tui.model import Curation
from ctxsmith_tui.tui.state import Phase, Snapshot

NO_CURATION = Curation("", "", (), {}, (), 8_000, "markdown", "cl100k_base", {}, 0)
NOTHING_YET = Snapshot(NO_CURATION)


def first_snapshot(root: Path) -> Snapshot:
    """The first state of a workbench on `root`."""
    return Snapshot(NO_CURATION, branch=git.branch(root), phase=Phase.OPENING)
