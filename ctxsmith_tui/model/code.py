"""Files and what parsing finds in them."""

from __future__ import annotations

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
