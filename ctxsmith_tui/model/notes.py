"""Notes on code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class NoteState(StrEnum):
    """Whether the code of a note is as it was when the note was written."""

    CURRENT = "current"
    STALE = "stale"  # found, but changed
    LOST = "lost"  # neither its name nor its content is found


class NoteKind(StrEnum):
    """What a note is about."""

    REPOSITORY = "repository"
    FILE = "file"
    SYMBOL = "symbol"
    SPAN = "span"


@dataclass(frozen=True, slots=True)
class Note:
    """What a person wrote about code, with the place where that code is now.

    `path` is '' for the repository, lines are 0 for whole files; of a lost note they tell where it was
    last. `symbol` is the qualified name of the symbol, '' for other kinds. `change` says in a few words
    what happened to the code: how a stale one changed, or where a current one came from; `diff` is the
    unified diff of a stale one. Times are unix seconds; `uid` is the same on every machine.
    """

    id: int
    text: str
    kind: NoteKind
    path: str
    start_line: int
    end_line: int
    symbol: str
    state: NoteState
    change: str
    diff: str
    created: int
    edited: int
    uid: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did: notes that are new, that replaced an older version, and that stay as they are."""

    added: int
    updated: int
    kept: int
