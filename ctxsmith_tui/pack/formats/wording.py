"""Phrases that the formats for readers share."""

from __future__ import annotations

from ctxsmith_tui.model import IndexState, Omitted
from ctxsmith_tui.model.document import Block, Diff, MapEntry, PackNote
from ctxsmith_tui.pack.targets import NO_TARGET, Target
from ctxsmith_tui.text.printable import printable


def heading(block: Block) -> str:
    """`120-140 Flask.run` or `140-180 of Flask.run (120-260)`."""
    several = block.end_line > block.start_line
    lines = f"{block.start_line}-{block.end_line}" if several else str(block.start_line)
    names = ", ".join(printable(name) for name in block.symbols)
    if block.part_of is not None and names:
        return f"{lines} of {names} ({block.part_of[0]}-{block.part_of[1]})"
    return f"{lines} {names}".rstrip()


def map_line(entry: MapEntry) -> str:
    """`src/app.py: Flask.run 120, Flask.test_client 300`; what a person pinned has a line for each symbol."""
    if entry.pinned and entry.outlined:
        lines = (f"{symbol.line} {printable(symbol.name)}" for symbol in entry.outlined)
        return "\n    ".join([f"{printable(entry.path)} (pinned):", *lines])
    names = ", ".join(f"{printable(symbol.name)} {symbol.line}" for symbol in entry.outlined)
    return f"{printable(entry.path)}: {names}" if names else printable(entry.path)


def omission(omitted: Omitted) -> str:
    """What did not fit, and how much more the nearest of it needs."""
    candidates = "1 more candidate" if omitted.count == 1 else f"{omitted.count:,} more candidates"
    if omitted.nearest_tokens is None:
        return f"Left out: {candidates}."
    return f"Left out: {candidates}, the nearest needs {omitted.nearest_tokens:,} tokens."


def more_files_changed(diff: Diff) -> str:
    """How many changed files are not named."""
    files = (
        "1 more changed file" if diff.files_left_out == 1 else f"{diff.files_left_out:,} more changed files"
    )
    return f"Not named: {files}."


def note_text(note: PackNote) -> str:
    """`note 7 (stale: 2 lines changed): what it says`, in as many lines as it has."""
    status = f" ({note.status})" if note.status else ""
    return f"note {note.number}{status}: {note.text}"


def notes_omission(count: int) -> str:
    """How many notes about the code of a pack it has no room for."""
    return f"Notes left out: {count:,}."


def source_line(state: IndexState, budget: int, tokenizer: str, target: Target = NO_TARGET) -> str:
    """Where the code of a pack is from, and what its budget was, also in tokens of its target."""
    place = printable(state.root.rpartition("/")[2])
    at = f" at {state.head[:10]}" if state.head else ""
    estimate = f", {target.phrase(budget)}" if target.label else ""
    return f"Code of {place}{at}, at most {budget:,} tokens ({tokenizer}){estimate}."
