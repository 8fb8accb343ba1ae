"""What packing answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from ctxsmith_tui.model.code import Level
from ctxsmith_tui.model.document import Document, Omitted
from ctxsmith_tui.model.indexing import IndexState


@dataclass(frozen=True, slots=True)
class PackItem:
    """One block of a pack; `tokens` counts its own text, the pack's total counts the whole text.

    `notes` are the numbers of the notes that stand beside its code. `text_lines` are the first and last line
    of the pack's text that it takes, with its heading, notes and fence, and `code_line` is the line of the
    text where its `start_line` stands: 0 where a format has no lines for it, or no code is shown. `digest` is
    a hash of what is shown: of the lines of code, or of the line in the map.
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
    text_lines: tuple[int, int] = (0, 0)
    code_line: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A candidate that found no room, and the tokens that what is not shown of it needs."""

    path: str
    symbol: str
    start_line: int
    end_line: int
    tokens: int
    score: float


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

    `diff` is None where none was asked for or none fits. `left_out` are the best of the candidates that found
    no room, best first. `prompt` names the instructions in it ('' without any), `target` the model it is for;
    one token of `tokenizer` is about `margin` tokens of that model. `document` is what `text` says, before
    `format` worded it.
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
    left_out: tuple[LeftOut, ...] = ()
    format: str = "markdown"
    prompt: str = ""
    target: str = "none"
    margin: float = 1.0
    document: Document = field(default_factory=Document, repr=False, compare=False)
