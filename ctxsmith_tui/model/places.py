"""Places that a person names, and what is decided about them."""

from __future__ import annotations

from dataclasses import dataclass

from ctxsmith_tui.model.code import Level


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
