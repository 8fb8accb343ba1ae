"""Markdown: a heading a file, a fence a block, each fence longer than any run of backticks inside.

Notes are quotes, which end whatever markup is open in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ctxsmith_tui.model.document import Block, Diff, Document, Instructions, PackNote
from ctxsmith_tui.pack.diff import summary
from ctxsmith_tui.pack.formats.parts import REMEMBERED_BLOCKS, Part, Rendered
from ctxsmith_tui.pack.formats.wording import (
    heading,
    map_line,
    more_files_changed,
    note_text,
    notes_omission,
    omission,
)
from ctxsmith_tui.text.printable import printable

_BACKTICKS = re.compile(r"`{3,}")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")


def render(document: Document) -> Rendered:
    """The document as Markdown; '' for an empty one."""
    return Rendered(tuple(_parts(document)))


def _parts(document: Document) -> Iterator[str | Part]:
    instructions = document.instructions
    yield from (f"{remark}\n" for remark in document.remarks)
    if instructions and instructions.before:
        yield _closed(instructions)
    if document.title:
        yield f"# Context for: {printable(document.title)}\n"
    if document.source:
        yield f"{document.source}\n"
    if document.diff is not None:
        yield from _diff(document.diff)
    if document.entries:
        has_symbols = any(entry.outlined for entry in document.entries)
        yield "More relevant files, with symbols worth looking up:" if has_symbols else "More files:"
        for entry in document.entries:
            yield Part(f"- {map_line(entry)}", (entry.path, 0))
        yield ""
    if document.omitted is not None:
        yield f"{omission(document.omitted)}\n"
    if document.notes_left_out:
        yield f"{notes_omission(document.notes_left_out)}\n"
    yield from map(_quoted, document.notes)
    for file in document.files:
        yield f"## {printable(file.path)}\n"
        yield from map(_quoted, file.notes)
        for block in file.blocks:
            yield _block(block)
            yield ""
    if instructions and not instructions.before:
        yield _closed(instructions)


def _closed(instructions: Instructions) -> str:
    """The instructions as they are; a fence that they leave open is closed, or it would swallow the code."""
    opened = ""
    for line in instructions.text.split("\n"):
        fence = _FENCE.match(line)
        if fence and not opened:
            opened = fence[1]
        elif fence and fence[1].startswith(opened) and not line[fence.end() :].strip():
            opened = ""
    return f"{instructions.text}\n{opened}\n" if opened else f"{instructions.text}\n"


def _diff(diff: Diff) -> Iterator[str]:
    yield "Changed files:"
    for file in diff.files:
        yield f"- {summary(file)}"
    yield ""
    if diff.files_left_out:
        yield f"{more_files_changed(diff)}\n"
    if diff.lines:
        code = "\n".join(diff.lines)
        fence = _fence(code)
        yield f"{fence}diff\n{code}\n{fence}\n"


def _quoted(note: PackNote) -> str:
    """A quote and the blank line without which the next line would belong to it."""
    return "".join(f"> {line}".rstrip() + "\n" for line in note_text(note).split("\n"))


@lru_cache(REMEMBERED_BLOCKS)
def _block(block: Block) -> Part:
    code = "\n".join(block.lines)
    fence = _fence(code)
    notes = [_quoted(note) for note in block.notes]
    before = "\n".join([*notes, heading(block), f"{fence}{block.language}", ""])
    return Part(f"{before}{code}\n{fence}", (block.path, block.start_line), before.count("\n"))


def _fence(code: str) -> str:
    """Longer than any run of backticks inside."""
    return "`" * max(3, 1 + max((len(run) for run in _BACKTICKS.findall(code)), default=0))
