"""What ranking and searching answer."""

from __future__ import annotations

from dataclasses import dataclass

from ctxsmith_tui.model.code import Role
from ctxsmith_tui.model.indexing import IndexState
from ctxsmith_tui.model.notes import Note


@dataclass(frozen=True, slots=True)
class Contribution:
    """One signal's share of a score, in points, with the evidence for it."""

    signal: str
    points: float
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RankedFile:
    """A file with its score: exactly the sum of its contributions' points."""

    rank: int
    path: str
    role: Role
    score: float
    contributions: tuple[Contribution, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class RankedUnit:
    """A function, a gap between functions or a window of a long one, with its score.

    `symbol` is the qualified name of the symbol it belongs to ('' at module level), `symbol_lines` that
    symbol's first and last line; `words` is its length, from which its tokens can be guessed. Where
    `contributions` are given, the score is exactly the sum of their points.
    """

    path: str
    start_line: int
    end_line: int
    symbol: str
    kind: str
    signature: str
    symbol_lines: tuple[int, int]
    words: int
    score: float
    contributions: tuple[Contribution, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """The files that matter for a task, best first, of how many candidates."""

    task: str
    files: tuple[RankedFile, ...]
    candidates: int
    index: IndexState
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A definition or passage found by its name or words; `symbol` is '' for a passage.

    A hit of the kind `note` is a note found by its words, with its beginning as signature; `notes` are
    those about the lines of any hit.
    """

    path: str
    start_line: int
    end_line: int
    kind: str
    symbol: str
    signature: str
    score: float
    notes: tuple[Note, ...] = ()
