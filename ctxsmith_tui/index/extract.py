"""From the bytes of files to what the index keeps of them: role, symbols, units and terms."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ctxsmith_tui.index import notebook
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.index.languages import has_grammar, language_of
from ctxsmith_tui.index.parse import ParseTimeout, parse
from ctxsmith_tui.index.roles import is_minified, refine_role, role_of
from ctxsmith_tui.index.units import Unit, cut_units
from ctxsmith_tui.model import ParsedFile, Role
from ctxsmith_tui.store.postings import Field, Segment, build_segment
from ctxsmith_tui.store.records import UNIT_COLUMNS, Batch, FileRecord, FileStamp, Units
from ctxsmith_tui.text.lines import split_lines
from ctxsmith_tui.text.terms import WORD, split_word

LARGEST_PARSED = 1_000_000  # bytes; a larger file is listed and searchable by name and head only
HEAD_BYTES = 4_096  # what is searchable of data, and of files over the limit
PARSE_SECONDS = 10.0

_NOTHING = ParsedFile((), (), False)
_NO_UNITS: Units = np.empty((0, UNIT_COLUMNS), dtype=np.int32)
_CODE = (Role.SOURCE, Role.TEST, Role.GENERATED)


def content_hash(data: bytes) -> bytes:
    """The hash by which a file's content is known (16 bytes of BLAKE2b)."""
    return hashlib.blake2b(data, digest_size=16).digest()


class FileToRead(NamedTuple):
    """A listed file, with the hash of the content that the index knows ('' for none)."""

    path: str
    size: int
    mtime_ns: int
    known_hash: bytes = b""


def extract_batch(root: Path, files: Iterable[FileToRead], *, with_parser: bool = True) -> Batch:
    """Read and cut up files. An unreadable one keeps a record that says so; an unchanged one only its stamp.

    `with_parser` is false for files over which the parser process died.
    """
    words = _Words()
    records: list[FileRecord] = []
    unchanged: dict[str, FileStamp] = {}
    for file in files:
        stamp = FileStamp(file.size, file.mtime_ns, b"")
        try:
            data = read_bytes(root, file.path, None if file.size <= LARGEST_PARSED else HEAD_BYTES)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            records.append(
                _record(_Source(file.path, stamp, role_of(file.path), rule="unreadable", detail=reason))
            )
            continue
        stamp = stamp._replace(hash=content_hash(data))
        if stamp.hash == file.known_hash:
            unchanged[file.path] = stamp
            continue
        source = _inspect(file.path, stamp, data)
        parsed = _NOTHING
        if not source.head_only:
            source, parsed = _parse(source) if with_parser else (source.noting("parser crashed"), _NOTHING)
        searched = _searched_lines(source)
        units = words.add_file(searched, cut_units(searched, parsed.symbols), parsed)
        records.append(_record(source, units, parsed))
    return Batch(tuple(records), words.segments(), unchanged)


@dataclass(frozen=True, slots=True)
class _Source:
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
        return self if self.rule else replace(self, rule=rule, detail=detail)


def _inspect(path: str, stamp: FileStamp, data: bytes) -> _Source:
    """Decide what a file is and how much of it is searchable."""
    role = role_of(path)
    decoded = decode(data)
    if decoded.binary:
        return _Source(path, stamp, role, rule="binary")
    source = _Source(
        path,
        stamp,
        refine_role(role, path, stamp.size, data[:HEAD_BYTES]),
        language_of(path, data[:256]),
        decoded.encoding,
        decoded.text,
    )
    if stamp.size > LARGEST_PARSED:
        return source.noting("over the size limit", f"{stamp.size:,} bytes, searchable by name and head")
    if source.role is Role.DATA:
        return source.noting("data", "searchable by name and head")
    if source.role in _CODE and is_minified(source.text):
        return replace(source, role=Role.DATA).noting("minified", "searchable by name and head")
    if decoded.encoding != "utf-8":
        source = source.noting(f"decoded as {decoded.encoding}", "not valid UTF-8")
    return replace(source, head_only=False)


def _parse(source: _Source) -> tuple[_Source, ParsedFile]:
    """The structure of a source, and the source with a ledger line when it has none or not all."""
    if not has_grammar(source.language):
        return (source.noting("no grammar") if source.role in _CODE else source), _NOTHING
    try:
        parsed = parse(source.language, source.text.encode(), timeout=PARSE_SECONDS)
    except ParseTimeout:
        return source.noting(f"parse over {PARSE_SECONDS:.0f} s"), _NOTHING
    return (source.noting("parse error", "symbols may be missing") if parsed.broken else source), parsed


def _searched_lines(source: _Source) -> list[str]:
    """The lines that are searchable, at their places in the file."""
    lines = split_lines(source.text[:HEAD_BYTES] if source.head_only else source.text)
    return notebook.source_lines(lines) if source.language == "notebook" else lines


def _record(source: _Source, units: Units = _NO_UNITS, parsed: ParsedFile = _NOTHING) -> FileRecord:
    return FileRecord(
        source.path,
        source.stamp,
        source.language,
        source.role,
        source.encoding,
        source.rule,
        source.detail,
        len(split_lines(source.text)),
        units,
        parsed.symbols,
        parsed.references,
    )


class _Numbering(dict[str, int]):
    """Gives each new key the next number."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        return number


class _Words:
    """Collects the words of a batch by field, as numbers, each with its unit; makes segments of them."""

    def __init__(self) -> None:
        self._numbers = _Numbering()
        self._unit = 0
        self._words: dict[Field, list[int]] = {Field.BODY: [], Field.NAME: [], Field.DOC: []}
        self._runs: dict[Field, list[tuple[int, int]]] = {field: [] for field in self._words}

    def add_file(self, lines: Sequence[str], units: Sequence[Unit], parsed: ParsedFile) -> Units:
        """Take in a file's units; returns them as the store keeps them, with their lengths in words."""
        table = np.empty((len(units), UNIT_COLUMNS), dtype=np.int32)
        symbols, position = parsed.symbols, 0
        for row, unit in enumerate(units):
            length = self._add(Field.BODY, "\n".join(lines[unit.start_line - 1 : unit.end_line]))
            defined = [] if unit.symbol < 0 else [symbols[unit.symbol]]
            while position < len(symbols) and symbols[position].start_line <= unit.end_line:
                if position != unit.symbol:
                    defined.append(symbols[position])
                position += 1
            if defined:
                self._add(Field.NAME, " ".join(symbol.name for symbol in defined))
                if docs := " ".join(symbol.doc for symbol in defined if symbol.doc):
                    self._add(Field.DOC, docs)
            table[row] = (*unit, length)
            self._unit += 1
        return table

    def _add(self, field: Field, text: str) -> int:
        found = WORD.findall(text)
        self._words[field].extend(map(self._numbers.__getitem__, found))
        self._runs[field].append((self._unit, len(found)))
        return len(found)

    def segments(self) -> dict[Field, Segment]:
        """One segment a field, over all units taken in so far."""
        terms = _Numbering()
        parts = [[terms[term] for term in split_word(word)] for word in self._numbers]
        sizes = np.array([len(part) for part in parts] or [0], dtype=np.int64)
        starts = np.append(0, np.cumsum(sizes))
        flat = np.array([number for part in parts for number in part], dtype=np.int64)
        vocabulary = list(terms)
        result = {}
        for field, numbers in self._words.items():
            words = np.array(numbers, dtype=np.int64)
            runs = np.array(self._runs[field], dtype=np.int64).reshape(-1, 2)
            documents = np.repeat(runs[:, 0], runs[:, 1])
            repeats = sizes[words] if len(words) else words
            within = np.arange(repeats.sum()) - np.repeat(np.cumsum(repeats) - repeats, repeats)
            result[field] = build_segment(
                vocabulary, flat[np.repeat(starts[words], repeats) + within], np.repeat(documents, repeats)
            )
        return result
