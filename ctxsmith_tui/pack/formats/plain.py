"""Plain text: no markup at all, a ruled line before each block."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ctxsmith_tui.model.document import Block, Document, PackNote
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


def render(document: Document) -> Rendered:
    """The document as plain text; '' for an empty one."""
    return Rendered(tuple(_parts(document)))


def _parts(document: Document) -> Iterator[str | Part]:
    instructions = document.instructions
    yield from document.remarks
    if instructions and instructions.before:
        yield f"{instructions.text}\n"
    if document.title:
        yield f"Context for: {printable(document.title)}"
    if document.source:
        yield document.source
    if document.diff is not None:
        yield "Changed files:"
        yield from (f"  {summary(changed)}" for changed in document.diff.files)
        if document.diff.files_left_out:
            yield more_files_changed(document.diff)
        yield from document.diff.lines
    for entry in document.entries:
        yield Part(f"  {map_line(entry)}", (entry.path, 0))
    if document.omitted is not None:
        yield omission(document.omitted)
    if document.notes_left_out:
        yield notes_omission(document.notes_left_out)
    yield from map(_indented, document.notes)
    for file in document.files:
        for note in file.notes:
            yield f"\n{printable(file.path)}: {_indented(note)}"
        for block in file.blocks:
            yield ""
            yield _block(block)
    if instructions and not instructions.before:
        yield f"\n{instructions.text}"


@lru_cache(REMEMBERED_BLOCKS)
def _block(block: Block) -> Part:
    notes = [_indented(note) for note in block.notes]
    before = "\n".join([*notes, f"==== {printable(block.path)}:{heading(block)}", ""])
    return Part(before + "\n".join(block.lines), (block.path, block.start_line), before.count("\n"))


def _indented(note: PackNote) -> str:
    """A note whose further lines are indented: none can pass for the head of a block."""
    return note_text(note).replace("\n", "\n    ")
