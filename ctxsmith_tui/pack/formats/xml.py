"""XML: a `document` element a block with its path and lines; well-formed whatever the code holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from ctxsmith_tui.model.document import Block, Document, PackNote
from ctxsmith_tui.pack.formats.wording import notes_omission, omission
from ctxsmith_tui.text.printable import printable

# XML 1.0 cannot hold these characters in any form.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(document: Document) -> str:
    """The document as XML; '' for an empty one."""
    parts = list(_parts(document))
    return "\n".join(["<context>", *parts, "</context>"]) + "\n" if parts else ""


def _parts(document: Document) -> Iterator[str]:
    instructions = document.instructions
    yield from (f"<remark>{_text(remark)}</remark>" for remark in document.remarks)
    if instructions and instructions.before:
        yield f"<instructions>{_text(instructions.text)}</instructions>"
    if document.title:
        yield f"<task>{_text(document.title)}</task>"
    if document.source:
        yield f"<source>{_text(document.source)}</source>"
    if document.entries:
        yield "<map>"
        for entry in document.entries:
            names = ", ".join(f"{symbol.name} {symbol.line}" for symbol in entry.outlined)
            path = _attribute(entry.path)
            yield f"<file path={path}>{_text(names)}</file>" if names else f"<file path={path}/>"
        yield "</map>"
    if document.omitted is not None:
        yield f"<omitted>{_text(omission(document.omitted))}</omitted>"
    if document.notes_left_out:
        yield f"<omitted>{notes_omission(document.notes_left_out)}</omitted>"
    yield from (_note(note, "") for note in document.notes)
    for file in document.files:
        yield from (_note(note, file.path) for note in file.notes)
        for block in file.blocks:
            yield from (_note(note, file.path) for note in block.notes)
            yield _element(block)
    if instructions and not instructions.before:
        yield f"<instructions>{_text(instructions.text)}</instructions>"


def _element(block: Block) -> str:
    attributes = [f"path={_attribute(block.path)}", f'lines="{block.start_line}-{block.end_line}"']
    if block.symbols:
        attributes.append(f"symbol={_attribute(', '.join(block.symbols))}")
    if block.part_of is not None:
        attributes.append(f'part-of="{block.part_of[0]}-{block.part_of[1]}"')
    code = _text("\n".join(block.lines))
    return f"<document {' '.join(attributes)}>\n{code}\n</document>"


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
