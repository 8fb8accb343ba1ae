"""What packing answers."""

from __future__ import annotations

from dataclasses import dataclass

from ctxsmith_tui.model.code import Level
from ctxsmith_tui.model.indexing import IndexState


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
class PackedDiff:
    """The diff in a pack: its tokens, the files it names, the changed lines that it shows and leaves out.

    A new file is shown as code, not as diff: its lines are neither.
    """

    tokens: int
    files: tuple[str, ...]
    lines: int
    lines_left_out: int


@dataclass(frozen=True, slots=True)
class Pack:
    """The exported text and what it is made of. `tokens` never exceeds `budget`.

    `diff` is None where none was asked for or none fits.
    """

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
    diff: PackedDiff | None = None
