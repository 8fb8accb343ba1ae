"""What the indexer hands to the store, and what the store remembers about a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ctxsmith_tui.model import Reference, Role, Symbol
from ctxsmith_tui.store.postings import Field, Segment

Units = npt.NDArray[np.int32]  # rows of (start line, end line, symbol ordinal or -1, length in words)
UNIT_COLUMNS = 4


class FileStamp(NamedTuple):
    """What tells whether a file changed: size in bytes and modification time, then the content's hash."""

    size: int
    mtime_ns: int
    hash: bytes


class PackedReferences(NamedTuple):
    """All references of one kind in one file, in document order: how many, and their rows as JSON."""

    kind: str
    total: int
    rows: str


def pack_references(references: Iterable[Reference]) -> tuple[PackedReferences, ...]:
    """References as the store keeps them: they are many, and only ever read file by file."""
    rows: dict[str, list[tuple[object, ...]]] = {}
    for reference in references:
        rows.setdefault(reference.kind, []).append(reference[1:])
    return tuple(PackedReferences(kind, len(rows[kind]), _JSON.encode(rows[kind])) for kind in sorted(rows))


def unpack_references(kind: str, rows: str) -> tuple[Reference, ...]:
    """What `pack_references` made `rows` of."""
    return tuple(Reference(kind, *row) for row in json.loads(rows))


_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


class FileRecord(NamedTuple):
    """All that the index keeps of one file. `rule` is '' for a fully searchable one."""

    path: str
    stamp: FileStamp
    language: str
    role: Role
    encoding: str
    rule: str
    detail: str
    lines: int
    units: Units
    symbols: tuple[Symbol, ...]
    references: tuple[PackedReferences, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """Files read together: unit documents are numbered from 0, in the order of records and their units.

    `unchanged` holds new stamps of files whose content is as the index knows it.
    """

    records: tuple[FileRecord, ...]
    segments: Mapping[Field, Segment]
    unchanged: Mapping[str, FileStamp]
