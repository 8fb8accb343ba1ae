"""The repository as anchors look at it: making them and finding them again, through the index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol
from weakref import WeakKeyDictionary

import numpy as np

from ctxsmith_tui.curate.anchors import MOST_CHARACTERS, MOST_LINES, anchor_to, find_anchor
from ctxsmith_tui.curate.places import locate, locate_file
from ctxsmith_tui.curate.whereabouts import Whereabouts
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import NoteKind, NoteState, Spec, Symbol
from ctxsmith_tui.store.index_reader import DEAD, Catalog, IndexReader
from ctxsmith_tui.store.notes_store import Anchor, Sighting
from ctxsmith_tui.store.postings import Field
from ctxsmith_tui.text.printable import printable
from ctxsmith_tui.text.terms import terms_of

_RAREST_TERMS = 12  # of code that is looked for in the whole repository
_FOUND: WeakKeyDictionary[Catalog, dict[tuple[Anchor, Sighting], Whereabouts]] = WeakKeyDictionary()


class Files(Protocol):
    """The files of the repository as they are now; `changed` are those that the index knows otherwise."""

    catalog: Catalog
    root: Path
    changed: list[str]

    def lines(self, path: str) -> Sequence[str]:
        """Lines of a file of the catalog."""
        ...

    def symbols(self, path: str) -> Sequence[Symbol]:
        """Symbols of a file of the catalog."""
        ...


class IndexedRepository:
    """The repository as anchors look at it, through the index as far as that will do.

    Whatever looks at files raises what `files` raises.
    """

    def __init__(self, files: Files, reader: IndexReader) -> None:
        self._files = files
        self._reader = reader
        self._paths_of_hash: dict[str, list[str]] | None = None
        self._likely: dict[tuple[str, ...], list[str]] = {}

    def anchor(self, spec: Spec) -> Anchor:
        """The anchor of the file, symbol or lines that a SPEC names.

        Raises UsageError when they are not there, are blank, or are too long to be found again.
        """
        files = self._files
        if spec.symbol is None and spec.start_line is None:
            path = locate_file(spec.path, files.root, files.catalog)
            return anchor_to(NoteKind.FILE, path, (0, 0), "", self)
        path, lines, symbol = locate(spec, files.root, files.catalog, files.symbols)
        kind = NoteKind.SYMBOL if symbol else NoteKind.SPAN
        anchor = anchor_to(kind, path, lines, symbol, self)
        if not anchor.digest:
            raise UsageError(f"{printable(str(spec))} is blank; name lines with something to hold on to")
        if kind is NoteKind.SPAN and len(anchor.code) <= lines[1] - lines[0]:
            raise UsageError(
                f"{printable(str(spec))} is too long to be found again line by line; name a symbol or "
                f"the file, or at most {MOST_LINES} lines of {MOST_CHARACTERS:,} characters"
            )
        return anchor

    def find(self, anchor: Anchor, seen: Sighting) -> Whereabouts:
        """Where an anchor is; looked for once in each state of the repository: a lost one takes a while."""
        known = _FOUND.setdefault(self._files.catalog, {})
        key = anchor, seen
        if key in known:
            return known[key]
        found = find_anchor(anchor, seen, self)
        if not self._files.changed:
            known[key] = found
        return found

    def has_moved(self, anchor: Anchor, seen: Sighting, now: Whereabouts) -> bool:
        """Whether an anchor is unchanged at another place than it was seen last, which is worth keeping:
        it is found from there when it is edited next.
        """
        return (
            now.state is NoteState.CURRENT
            and anchor.kind is not NoteKind.REPOSITORY
            and now.place != seen
            and now.place.path not in self._files.changed
        )

    def file_hash(self, path: str) -> str:
        """The hash of a file's bytes, '' for a path that is no file of the repository."""
        row = self._files.catalog.row_of_path.get(path)
        return "" if row is None else self._files.catalog.hashes[row].hex()

    def line_count(self, path: str) -> int:
        """How many lines a file has."""
        return int(self._files.catalog.lines[self._files.catalog.row_of_path[path]])

    def lines(self, path: str) -> Sequence[str]:
        """Lines of a file."""
        return self._files.lines(path)

    def symbols(self, path: str) -> Sequence[Symbol]:
        """Symbols of a file in document order."""
        return self._files.symbols(path)

    def named(self, name: str) -> list[tuple[str, Symbol]]:
        """(path, symbol) of every symbol of a name."""
        catalog = self._files.catalog
        rows = [
            (int(catalog.file_row[file_id]), symbol)
            for _, file_id, symbol in self._reader.definitions([name])
        ]
        return [(catalog.paths[row], symbol) for row, symbol in rows if row != DEAD]

    def files_with(self, file_hash: str) -> Sequence[str]:
        """Files whose bytes have a hash."""
        if self._paths_of_hash is None:
            self._paths_of_hash = {}
            catalog = self._files.catalog
            for path, each in zip(catalog.paths, catalog.hashes, strict=True):
                self._paths_of_hash.setdefault(each.hex(), []).append(path)
        return self._paths_of_hash.get(file_hash, [])

    def files_like(self, lines: Sequence[str]) -> list[str]:
        """Files that have the rarest words of some lines, the likeliest first."""
        key = tuple(lines)
        if key not in self._likely:
            self._likely[key] = self._files_with_terms(set(terms_of("\n".join(lines))))
        return self._likely[key]

    def _files_with_terms(self, terms: set[str]) -> list[str]:
        """Files that hold the rarest of some terms, those with most of them first."""
        catalog = self._files.catalog
        documents = self._reader.lookup(Field.BODY, sorted(terms))
        rows_of_term: list[list[int]] = []
        for _, (ids, _) in sorted(documents.items(), key=lambda item: (len(item[1][0]), item[0])):
            units = catalog.unit_row[ids]
            files = np.unique(catalog.unit_file[units[units != DEAD]]).tolist()
            if files:
                rows_of_term.append(files)
            if len(rows_of_term) == _RAREST_TERMS:
                break
        points: dict[int, float] = {}
        for files in rows_of_term:
            for row in files:
                points[row] = points.get(row, 0.0) + 1.0 / len(files)
        best = sorted(points, key=lambda row: (-round(points[row], 6), row))
        return [catalog.paths[row] for row in best]
