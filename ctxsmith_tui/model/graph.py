"""What the call graph answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxsmith_tui.model.code import Role
from ctxsmith_tui.model.indexing import IndexState


class Certainty(StrEnum):
    """How sure an edge between two symbols is.

    EXACT follows from scopes, imports and declared types; LIKELY is the only symbol of that name that could
    be meant; AMBIGUOUS is one of a few.
    """

    EXACT = "exact"
    LIKELY = "likely"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class SymbolPlace:
    """A symbol and where it stands; `qualname` and `kind` are '' for the module level of a file."""

    path: str
    qualname: str
    kind: str
    start_line: int
    end_line: int
    role: Role

    @property
    def spec(self) -> str:
        """How a person names it: `path::Qual.name`, or the path of a file."""
        return f"{self.path}::{self.qualname}" if self.qualname else self.path


@dataclass(frozen=True, slots=True)
class Use:
    """One symbol that uses another, or is used by it: how, on which lines of the user, how surely.

    `kind` is call, import, inherit or override.
    """

    place: SymbolPlace
    kind: str
    certainty: Certainty
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Uses:
    """The callers or callees of what was asked about.

    `possible` are uses that are ambiguous, `open_calls` counts calls of the same name that could not be
    resolved and may mean it too. An empty answer with neither says that there is none.
    """

    targets: tuple[SymbolPlace, ...]
    uses: tuple[Use, ...]
    possible: tuple[Use, ...]
    open_calls: int
    index: IndexState


@dataclass(frozen=True, slots=True)
class SymbolReport:
    """All about one symbol: what it is, what it holds and inherits, and how much it is used.

    `possible` counts further callers that are ambiguous, `open_calls` is as in `Uses`.
    """

    place: SymbolPlace
    signature: str
    doc: str
    members: tuple[SymbolPlace, ...]
    bases: tuple[SymbolPlace, ...]
    derived: tuple[SymbolPlace, ...]
    callers: int
    callees: int
    possible: int
    open_calls: int


@dataclass(frozen=True, slots=True)
class Reached:
    """A symbol that a change may reach, over how many steps, how surely, and by which symbols, nearest last.

    `path` leads from what is changed to here, both included, as SPECs; `entry` says why it is an entry point
    ('' when it is none).
    """

    place: SymbolPlace
    depth: int
    certainty: Certainty
    path: tuple[str, ...]
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change of the targets may reach.

    `bound` is "exact" when nothing was left to guess, else "at least": `likely` of the reached hang on likely
    edges, `ambiguous` further uses have several meanings, `open_calls` calls could not be resolved, and
    `other_uses` files mention a target in no call, import or definition: as a value, a type, in a comment.
    """

    targets: tuple[SymbolPlace, ...]
    bound: str
    reached: tuple[Reached, ...]
    files: int
    tests: int
    entry_points: int
    likely: int
    ambiguous: int
    open_calls: int
    other_uses: int
    depth: int
    index: IndexState


@dataclass(frozen=True, slots=True)
class RelatedFile:
    """A file related to another: which imports it or is imported, and the commits that changed both."""

    path: str
    imports: bool
    imported_by: bool
    commits: int
