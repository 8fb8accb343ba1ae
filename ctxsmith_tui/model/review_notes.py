"""Notes of a review: remarks on lines of either side of a diff."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxsmith_tui.model.notes import NoteState
from ctxsmith_tui.model.places import Spec


class Side(StrEnum):
    """The two sides of a diff."""

    OLD = "old"
    NEW = "new"


class ReviewState(StrEnum):
    """Whether something is still to be done about a review note."""

    OPEN = "open"
    RESOLVED = "resolved"


@dataclass(frozen=True, slots=True)
class ReviewNote:
    """A remark on lines of a diff, with the place where they are now.

    `written` is the place as it was then, in the commit `commit` ('' for the work tree), and `quoted` its
    lines without their ends. Of the new side `path` and lines say where that code is in the work tree now,
    of a lost one where it was last; an old side stays as it is. `code` says whether the code is unchanged.
    `base` is what was compared with, '' for the work tree against HEAD, and `branch` the branch that was
    compared. `author` is '' for the person, else the name of an agent. Times are unix seconds.
    """

    id: int
    uid: str
    text: str
    side: Side
    path: str
    start_line: int
    end_line: int
    code: NoteState
    written: Spec
    commit: str
    quoted: tuple[str, ...]
    base: str
    branch: str
    state: ReviewState
    author: str
    created: int
    edited: int

    @property
    def is_open(self) -> bool:
        """Whether something is still to be done about it."""
        return self.state is ReviewState.OPEN
