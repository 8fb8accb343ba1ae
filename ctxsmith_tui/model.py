"""The values that cross module borders. Frozen, without behaviour beyond what their fields say.

Paths are relative to the repository root, with `/` as separator, as `str` decoded with `os.fsdecode`
(undecodable bytes are kept as surrogates). Lines are 1-based and inclusive. Tokens are counted with the
tokenizer that the value names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What a file is for."""

    SOURCE = "source"
    TEST = "test"
    DOC = "doc"
    CONFIG = "config"
    GENERATED = "generated"  # generated or vendored
    DATA = "data"

    @property
    def is_code(self) -> bool:
        """Whether such files are written in a programming language, by hand or not."""
        return self in (Role.SOURCE, Role.TEST, Role.GENERATED)


class Level(StrEnum):
    """How much of a file or symbol a pack shows, from most to least."""

    FULL = "full"
    SLICE = "slice"
    SIGNATURE = "signature"
    OUTLINE = "outline"
    PATH = "path"


# --- what parsing yields -----------------------------------------------------------------------------


class Symbol(NamedTuple):
    """One definition. `parent` is the position of the enclosing symbol in the same file's sequence."""

    kind: str
    name: str
    qualname: str
    parent: int | None
    start_line: int
    end_line: int
    signature: str
    doc: str


class Reference(NamedTuple):
    """One use of a name: a call, an import, a base class, a type, an export, or a dynamic call of a variable.

    `name` is the last identifier; `target` is the whole expression or module as written; `symbol` is the
    position of the enclosing symbol, None at module level. `alias` is the local name that an import binds,
    the variable that has a type ('' for what the enclosing function returns), the name that an export
    gives to `name`, or the type that inherits where that is not in the file (a Swift extension).
    """

    kind: str
    name: str
    target: str
    alias: str
    line: int
    symbol: int | None


class ParsedFile(NamedTuple):
    """The structure of one file; `broken` says that the grammar met text it could not parse."""

    symbols: tuple[Symbol, ...]
    references: tuple[Reference, ...]
    broken: bool


class Skipped(NamedTuple):
    """A ledger line: a file that is not, or not fully, searchable, and the rule that says so."""

    path: str
    rule: str
    detail: str = ""


class Commit(NamedTuple):
    """One ancestor of HEAD: full hash, author time (unix seconds), message, paths it touched."""

    sha: str
    time: int
    message: str
    paths: tuple[str, ...]


# --- what is asked for -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spec:
    """A place named by a person: `path`, `path:120-140` or `path::Qual.name`."""

    path: str
    start_line: int | None = None
    end_line: int | None = None
    symbol: str | None = None

    def __str__(self) -> str:
        if self.symbol is not None:
            return f"{self.path}::{self.symbol}"
        if self.start_line is not None:
            return f"{self.path}:{self.start_line}-{self.end_line}"
        return self.path


@dataclass(frozen=True, slots=True)
class Decision:
    """A place that a person decided about; `level` is the level of detail that a pin asks for."""

    spec: Spec
    level: Level = Level.FULL


# --- what ranking answers ----------------------------------------------------------------------------


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
    symbol's first and last line; `words` is its length, from which its tokens can be guessed.
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


@dataclass(frozen=True, slots=True)
class Ranking:
    """The files that matter for a task, best first, of how many candidates."""

    task: str
    files: tuple[RankedFile, ...]
    candidates: int
    index: IndexState


@dataclass(frozen=True, slots=True)
class IndexState:
    """What an answer was computed from: `pending` files changed on disk and are not indexed yet."""

    root: str
    head: str
    files: int
    pending: int


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


# --- what packing answers ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackItem:
    """One block of a pack; `tokens` counts its own text, the pack's total counts the whole text.

    `notes` are the numbers of the notes that stand beside its code.
    """

    path: str
    start_line: int
    end_line: int
    level: Level
    symbol: str
    tokens: int
    score: float
    pinned: bool
    reason: str
    shown: tuple[tuple[int, int], ...] = ()  # the ranges of lines printed as code
    notes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Omitted:
    """Candidates left out, and the tokens that the best of them would need (None when none was).

    A file ranked so low that its functions were not looked at one by one counts as one candidate.
    """

    count: int
    nearest_tokens: int | None


@dataclass(frozen=True, slots=True)
class Pack:
    """The exported text and what it is made of. `tokens` never exceeds `budget`."""

    task: str
    budget: int
    tokens: int
    tokenizer: str
    text: str
    items: tuple[PackItem, ...]
    omitted: Omitted
    files: tuple[str, ...]
    index: IndexState
    notices: tuple[str, ...] = ()


# --- what the call graph answers ---------------------------------------------------------------------


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


# --- what indexing reports ---------------------------------------------------------------------------


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


# --- notes -------------------------------------------------------------------------------------------


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
