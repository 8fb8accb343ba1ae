"""From the bytes of files to what the index keeps of them: role, symbols, units and terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ctxsmith_tui.index import notebook
from ctxsmith_tui.index.content import (
    HEAD_BYTES,
    LARGEST_PARSED,
    UNKNOWN_TIME,
    FileToRead,
    content_hash,
    head_hash,
)
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.index.languages import LANGUAGE_BYTES, language_of
from ctxsmith_tui.index.packs import is_pack
from ctxsmith_tui.index.parse import ParseTimeout
from ctxsmith_tui.index.roles import is_minified, refine_role, role_of
from ctxsmith_tui.index.structure import structure
from ctxsmith_tui.index.units import SECTION, cut_units
from ctxsmith_tui.index.vocabulary import Texts, Vocabulary
from ctxsmith_tui.model import ParsedFile, Role
from ctxsmith_tui.store.postings import Field
from ctxsmith_tui.store.records import UNIT_COLUMNS, Batch, FileRecord, FileStamp, Units, pack_references
from ctxsmith_tui.text.lines import split_lines

PARSE_SECONDS = 10.0

_NOTHING = ParsedFile((), (), False)
_NO_UNITS: Units = np.empty((0, UNIT_COLUMNS), dtype=np.int32)


def extract_batch(
    root: Path,
    files: Iterable[FileToRead],
    *,
    vocabulary: Vocabulary | None = None,
    with_parser: bool = True,
) -> Batch:
    """Read and cut up files. An unreadable one keeps a record that says so; an unchanged one only its stamp.

    A `vocabulary` saves work when it is given again for the next batch. `with_parser` is false for files
    over which the parser process died.
    """
    units = _Units()
    records: list[FileRecord] = []
    unchanged: dict[str, FileStamp] = {}
    for file in files:
        stamp = FileStamp(file.size, file.mtime_ns, b"")
        try:
            data = read_bytes(root, file.path, None if file.size <= LARGEST_PARSED else HEAD_BYTES)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            stamp = stamp._replace(mtime_ns=UNKNOWN_TIME)  # new permissions leave size and time as they are
            source = _Source(file.path, stamp, role_of(file.path), rule="unreadable", detail=reason)
            records.append(_record(source, 0, _NO_UNITS, _NOTHING))
            continue
        known_by = content_hash(data) if file.size <= LARGEST_PARSED else head_hash(data, file.size)
        stamp = stamp._replace(hash=known_by)
        if stamp.hash == file.known_hash:
            unchanged[file.path] = stamp
            continue
        source, parsed = _inspect(file.path, stamp, data), _NOTHING
        if not source.head_only and with_parser:
            source, parsed = _parse(source)
        elif not source.head_only:
            source = source.noting("parser crashed")
        lines = split_lines(source.text)
        in_cells = source.language == "notebook"
        rows = units.add_file(_searched_lines(source, lines), parsed, in_cells=in_cells)
        records.append(_record(source, len(lines), rows, parsed))
    if vocabulary is None:
        vocabulary = Vocabulary()
    return Batch(tuple(records), vocabulary.segments(units.texts), unchanged)


class _Source(NamedTuple):
    """A file as read, before its structure is known."""

    path: str
    stamp: FileStamp
    role: Role
    language: str = ""
    encoding: str = ""
    text: str = ""
    rule: str = ""
    detail: str = ""
    head_only: bool = True

    def noting(self, rule: str, detail: str = "searchable as text") -> _Source:
        """The same source with a ledger line, unless it has one already."""
        return self if self.rule else self._replace(rule=rule, detail=detail)


def _inspect(path: str, stamp: FileStamp, data: bytes) -> _Source:
    """Decide what a file is and how much of it is searchable."""
    role = role_of(path)
    decoded = decode(data)
    if decoded.binary:
        return _Source(path, stamp, role, rule="binary")
    if is_pack(decoded.text):
        return _Source(path, stamp, role, rule="context pack", detail="searchable by name")
    source = _Source(
        path,
        stamp,
        refine_role(role, path, stamp.size, data[:HEAD_BYTES]),
        language_of(path, data[:LANGUAGE_BYTES]),
        decoded.encoding,
        decoded.text,
    )
    if stamp.size > LARGEST_PARSED:
        return source.noting("over the size limit", f"{stamp.size:,} bytes, searchable by name and head")
    if source.role is Role.DATA:
        return source.noting("data", "searchable by name and head")
    if source.role.is_code and is_minified(source.text):
        return source._replace(role=Role.DATA).noting("minified", "searchable by name and head")
    if decoded.encoding != "utf-8":
        source = source.noting(f"decoded as {decoded.encoding}", "not valid UTF-8")
    return source._replace(head_only=False)


def _parse(source: _Source) -> tuple[_Source, ParsedFile]:
    """The structure of a source, and the source with a ledger line when it has none or not all."""
    try:
        parsed = structure(source.language, source.text, timeout=PARSE_SECONDS)
    except ParseTimeout:
        return source.noting(f"parse over {PARSE_SECONDS:.0f} s"), _NOTHING
    if parsed is None:
        return (source.noting("no grammar") if source.role.is_code else source), _NOTHING
    return (source.noting("parse error", "symbols may be missing") if parsed.broken else source), parsed


def _searched_lines(source: _Source, lines: list[str]) -> list[str]:
    """The lines that are searchable, at their places in the file."""
    if source.head_only:
        lines = split_lines(source.text[:HEAD_BYTES])
    return notebook.source_lines(lines) if source.language == "notebook" else lines


def _record(source: _Source, lines: int, units: Units, parsed: ParsedFile) -> FileRecord:
    return FileRecord(
        source.path,
        source.stamp,
        source.language,
        source.role,
        source.encoding,
        source.rule,
        source.detail,
        lines,
        units,
        parsed.symbols,
        pack_references(parsed.references),
    )


class _Units:
    """The units of a batch, numbered in order, with their texts."""

    def __init__(self) -> None:
        self.texts = Texts()
        self._count = 0

    def add_file(self, lines: Sequence[str], parsed: ParsedFile, *, in_cells: bool) -> Units:
        """Take in a file's units; returns them as the store keeps them, with their lengths in words.

        A heading defines nothing: its words are text.
        """
        rows: list[tuple[int, int, int, int]] = []
        symbols, position, add = parsed.symbols, 0, self.texts.add
        for start_line, end_line, symbol in cut_units(lines, symbols, in_cells=in_cells):
            length = add(Field.BODY, self._count, "\n".join(lines[start_line - 1 : end_line]))
            defined = [] if symbol < 0 or symbols[symbol].kind == SECTION else [symbols[symbol]]
            while position < len(symbols) and symbols[position].start_line <= end_line:
                if position != symbol and symbols[position].kind != SECTION:
                    defined.append(symbols[position])
                position += 1
            if defined:
                add(Field.NAME, self._count, " ".join(each.name for each in defined))
                if docs := " ".join(each.doc for each in defined if each.doc):
                    add(Field.DOC, self._count, docs)
            rows.append((start_line, end_line, symbol, length))
            self._count += 1
        return np.array(rows, dtype=np.int32) if rows else _NO_UNITS
