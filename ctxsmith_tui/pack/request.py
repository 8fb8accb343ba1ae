"""What the packer is given: candidates best first, what a person decided, and how to look at files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ctxsmith_tui.model import ChangedFile, Level, RankedUnit, Symbol
from ctxsmith_tui.model.document import Instructions, PackNote
from ctxsmith_tui.pack.diff import DiffPart
from ctxsmith_tui.pack.ranges import Range
from ctxsmith_tui.pack.tokens import Tokenizer


class Candidates(Protocol):
    """Units of code, best first; each is made only when it is looked at."""

    @property
    def further_files(self) -> int:
        """Files ranked below those that the candidates are from."""
        ...

    def __len__(self) -> int:
        """How many there are."""
        ...

    def unit(self, position: int) -> RankedUnit:
        """The candidate at a position."""
        ...

    def reason(self, position: int) -> str:
        """Why it has its score, in a few words."""
        ...


@dataclass(frozen=True, slots=True)
class Pin:
    """Lines of a file that must be shown, at the level asked for; `symbol` is '' for a file or bare lines."""

    path: str
    lines: Range
    symbol: str
    level: Level

    @property
    def is_limit(self) -> bool:
        """Whether it asks for less than the whole code, so that ranking adds no more of it."""
        return self.level is not Level.FULL


@dataclass(frozen=True, eq=False)
class Sources:
    """How the packer looks at files: their lines as on disk, language, symbols, and what they import."""

    lines: Callable[[str], Sequence[str]]
    language: Callable[[str], str]
    symbols: Callable[[str], Sequence[Symbol]]
    imports: Callable[[str], frozenset[str]]


@dataclass(frozen=True, eq=False)
class Request:
    """One pack to be made. `files` are the ranked paths, best first; `source` says where the code is from.

    `line_value` tells how much a line says about the task, for the choice of what to show of a long passage.
    `excluded` maps a path to line ranges that must not appear; an excluded file has one
    range, from 1 to `LAST_LINE`. `notes` maps a path to the notes about it, '' to those about the repository.
    `instructions` are in the text whole or not at all. `changed_files` are named, and of `diff_parts` the
    most valuable are shown as a diff.
    """

    title: str
    source: str
    budget: int
    format: str
    tokenizer: Tokenizer
    files: Sequence[str]
    candidates: Candidates
    sources: Sources
    pins: Sequence[Pin] = ()
    excluded: Mapping[str, Sequence[Range]] = field(default_factory=dict)
    notes: Mapping[str, Sequence[PackNote]] = field(default_factory=dict)
    instructions: Instructions | None = None
    further_files: int = 0  # ranked below those that the candidates are from
    changed_files: Sequence[ChangedFile] = ()
    diff_parts: Sequence[DiffPart] = ()
    line_value: Callable[[str], float] = lambda line: 0.0
