"""XML: a `document` element a block with its path and lines; well-formed whatever the code holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from ctxsmith_tui.model.document import Block, Document, FileDiff, PackNote
from ctxsmith_tui.pack.formats.parts import REMEMBERED_BLOCKS, Part, Rendered
from ctxsmith_tui.pack.formats.wording import more_files_changed, notes_omission, omission
from ctxsmith_tui.text.printable import printable

# XML 1.0 cannot hold these characters in any form.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(document: Document) -> Rendered:
    """The document as XML; '' for an empty one."""
    parts = tuple(_parts(document))
    return Rendered(("<context>", *parts, "</context>")) if parts else Rendered()


def _parts(document: Document) -> Iterator[str | Part]:
    instructions = document.instructions
    yield from (f"<remark>{_text(remark)}</remark>" for remark in document.remarks)
    if instructions and instructions.before:
        yield f"<instructions>{_text(instructions.text)}</instructions>"
    if document.title:
        yield f"<task>{_text(document.title)}</task>"
    if document.source:
        yield f"<source>{_text(document.source)}</source>"
    if document.diff is not None:
        yield from map(_changed, document.diff.files)
        if document.diff.files_left_out:
            yield f"<omitted>{more_files_changed(document.diff)}</omitted>"
    if document.entries:
        yield "<map>"
        for entry in document.entries:
            names = ", ".join(f"{symbol.name} {symbol.line}" for symbol in entry.outlined)
            path = _attribute(entry.path)
            element = f"<file path={path}>{_text(names)}</file>" if names else f"<file path={path}/>"
            yield Part(element, (entry.path, 0))
        yield "</map>"
    if document.omitted is not None:
        yield f"<omitted>{_text(omission(document.omitted))}</omitted>"
    if document.notes_left_out:
        yield f"<omitted>{notes_omission(document.notes_left_out)}</omitted>"
    yield from (_note(note, "") for note in document.notes)
    for file in document.files:
        yield from (_note(note, file.path) for note in file.notes)
        yield from map(_block, file.blocks)
    if instructions and not instructions.before:
        yield f"<instructions>{_text(instructions.text)}</instructions>"


def _changed(file: FileDiff) -> str:
    """A changed file with its diff, of which further attributes tell what it does not show."""
    attributes = [f"path={_attribute(file.path)}", f'status="{file.status}"', f'added="{file.added}"']
    attributes.append(f'removed="{file.removed}"')
    if file.note:
        attributes.append(f"note={_attribute(file.note)}")
    if file.lines_left_out:
        attributes.append(f'lines-left-out="{file.lines_left_out}"')
    hunks = _text("\n".join(line for hunk in file.hunks for line in hunk))
    head = " ".join(attributes)
    return f"<diff {head}>\n{hunks}\n</diff>" if hunks else f"<diff {head}/>"


@lru_cache(REMEMBERED_BLOCKS)
def _block(block: Block) -> Part:
    attributes = [f"path={_attribute(block.path)}", f'lines="{block.start_line}-{block.end_line}"']
    if block.symbols:
        attributes.append(f"symbol={_attribute(', '.join(block.symbols))}")
    if block.part_of is not None:
        attributes.append(f'part-of="{block.part_of[0]}-{block.part_of[1]}"')
    notes = [_note(note, block.path) for note in block.notes]
    before = "\n".join([*notes, f"<document {' '.join(attributes)}>", ""])
    code = _text("\n".join(block.lines))
    return Part(f"{before}{code}\n</document>", (block.path, block.start_line), before.count("\n"))


def _note(note: PackNote, path: str) -> str:
    attributes = [f'number="{note.number}"']
    if path:
        attributes.append(f"path={_attribute(path)}")
    if note.lines is not None:
        attributes.append(f'lines="{note.lines[0]}-{note.lines[1]}"')
    if note.status:
        attributes.append(f"status={_attribute(note.status)}")
    return f"<note {' '.join(attributes)}>{_text(note.text)}</note>"


def _text(value: str) -> str:
    # A carriage return would be normalised away by every reader; as a reference it survives.
    return escape(_FORBIDDEN.sub("\ufffd", value), {"\r": "&#13;"})


def _attribute(value: str) -> str:
    return quoteattr(_FORBIDDEN.sub("\ufffd", printable(value)))
