"""Plain text: no markup at all, a ruled line before each block."""

from __future__ import annotations

from collections.abc import Iterator

from ctxsmith_tui.model.document import Document, PackNote
from ctxsmith_tui.pack.formats.wording import heading, map_line, note_text, notes_omission, omission
from ctxsmith_tui.text.printable import printable


def render(document: Document) -> str:
    """The document as plain text; '' for an empty one."""
    parts = list(_parts(document))
    return "\n".join(parts) + "\n" if parts else ""


def _parts(document: Document) -> Iterator[str]:
    instructions = document.instructions
    yield from document.remarks
    if instructions and instructions.before:
        yield f"{instructions.text}\n"
    if document.title:
        yield f"Context for: {printable(document.title)}"
    if document.source:
        yield document.source
    for entry in document.entries:
        yield f"  {map_line(entry)}"
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
            yield from map(_indented, block.notes)
            yield f"==== {printable(file.path)}:{heading(block)}"
            yield from block.lines
    if instructions and not instructions.before:
        yield f"\n{instructions.text}"


def _indented(note: PackNote) -> str:
    """A note whose further lines are indented: none can pass for the head of a block."""
    return note_text(note).replace("\n", "\n    ")
