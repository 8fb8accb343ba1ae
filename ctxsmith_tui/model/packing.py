"""What packing answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from ctxsmith_tui.model.code import Level
from ctxsmith_tui.model.document import Document, Omitted
from ctxsmith_tui.model.indexing import IndexState


@dataclass(frozen=True, slots=True)
class PackItem:
    """One block of a pack; `tokens` counts its own text, the pack's total counts the whole text.

    `notes` are the numbers of the notes that stand beside its code. `digest` is a hash of what is shown: of
    the lines of code, or of the line in the map.
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
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """The exported text and what it is made of. `tokens` never exceeds `budget`.

    `prompt` names the instructions in it ('' without any), `target` the model it is for; one token of
    `tokenizer` is about `margin` tokens of that model. `document` is what `text` says, before `format`
    worded it.
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
    format: str = "markdown"
    prompt: str = ""
    target: str = "none"
    margin: float = 1.0
    document: Document = field(default_factory=Document, repr=False, compare=False)
