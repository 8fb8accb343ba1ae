"""Places that a person names, and what is decided about them."""

from __future__ import annotations

from dataclasses import dataclass

from ctxsmith_tui.model.code import Level, Symbol


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


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A file ("file"), lines of one ("lines") or a symbol (its kind), with its lines, 0 of an empty file."""

    spec: Spec
    kind: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file as it is on disk.

    `language` is '' and `symbols` are none where the index does not know the file; they are of its last
    indexed state. `note` says why there are no lines to show, '' when there are.
    """

    path: str
    lines: tuple[str, ...]
    language: str
    symbols: tuple[Symbol, ...]
    note: str = ""
