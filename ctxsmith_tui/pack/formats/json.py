"""JSON: one object; the budget binds the whole document."""

from __future__ import annotations

import json
from typing import Any

from ctxsmith_tui.model.document import Block, Document, FileDiff, PackNote
from ctxsmith_tui.pack.formats.parts import Rendered
from ctxsmith_tui.text.printable import printable


def render(document: Document) -> Rendered:
    """The document as one line of JSON, in which nothing has lines of its own; '' for an empty one."""
    value: dict[str, Any] = {}
    instructions = document.instructions
    if document.remarks:
        value["remarks"] = list(document.remarks)
    if instructions and instructions.before:
        value["instructions"] = instructions.text
    if document.title:
        value["task"] = printable(document.title)
    if document.source:
        value["source"] = document.source
    if document.diff is not None:
        value["changed"] = list(map(_changed, document.diff.files))
        if document.diff.files_left_out:
            value["changed_left_out"] = document.diff.files_left_out
    if document.entries:
        value["map"] = {
            printable(entry.path): [[symbol.name, symbol.line] for symbol in entry.outlined]
            for entry in document.entries
        }
    if document.omitted is not None:
        value["omitted"] = {
            "count": document.omitted.count,
            "nearest_tokens": document.omitted.nearest_tokens,
        }
    if document.notes_left_out:
        value["notes_left_out"] = document.notes_left_out
    if document.notes:
        value["notes"] = [_note(note) for note in document.notes]
    if of_files := {
        printable(file.path): list(map(_note, file.notes)) for file in document.files if file.notes
    }:
        value["file_notes"] = of_files
    if document.files:
        value["blocks"] = [_block(block) for file in document.files for block in file.blocks]
    if instructions and not instructions.before:
        value["instructions"] = instructions.text
    # Lone surrogates cannot be encoded; they come from file names and tasks, which are printable by now.
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Rendered((text,)) if value else Rendered()


def _changed(file: FileDiff) -> dict[str, Any]:
    value: dict[str, Any] = {
        "path": printable(file.path),
        "status": file.status.value,
        "added": file.added,
        "removed": file.removed,
    }
    if file.note:
        value["note"] = printable(file.note)
    if file.hunks:
        value["diff"] = "\n".join(line for hunk in file.hunks for line in hunk)
    if file.lines_left_out:
        value["lines_left_out"] = file.lines_left_out
    return value


def _block(block: Block) -> dict[str, Any]:
    value: dict[str, Any] = {
        "path": printable(block.path),
        "start_line": block.start_line,
        "end_line": block.end_line,
    }
    if block.symbols:
        value["symbol"] = ", ".join(block.symbols)
    if block.part_of is not None:
        value["part_of"] = list(block.part_of)
    if block.notes:
        value["notes"] = [_note(note) for note in block.notes]
    value["code"] = "\n".join(block.lines)
    return value


def _note(note: PackNote) -> dict[str, Any]:
    status = {"status": note.status} if note.status else {}
    return {"note": note.number, **status, "text": note.text}
