"""Notes on code: kept in the user's own database, found again wherever their code went."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol
from weakref import WeakKeyDictionary

import numpy as np

from ctxsmith_tui.curate.anchors import (
    MOST_CHARACTERS,
    MOST_LINES,
    anchor_to,
    find_anchor,
)
from ctxsmith_tui.curate.notes_text import LONGEST_TEXT, read, written
from ctxsmith_tui.curate.places import locate, locate_file
from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.curate.whereabouts import Whereabouts, sighting_of
from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.graph.resolving import Resolver
from ctxsmith_tui.model import ImportReport, Note, NoteKind, NoteState, Symbol
from ctxsmith_tui.naming import Naming
from ctxsmith_tui.store.index_reader import DEAD, Catalog, IndexReader
from ctxsmith_tui.store.notes_store import Anchor, NotesStore, Sighting, StoredNote, new_note
from ctxsmith_tui.store.postings import Field
from ctxsmith_tui.text.printable import printable
from ctxsmith_tui.text.terms import terms_of

MOST_NAMED = 10  # notes in a message
_RAREST_TERMS = 12  # of code that is looked for in the whole repository
_FOUND: WeakKeyDictionary[Catalog, dict[tuple[Anchor, Sighting], Whereabouts]] = WeakKeyDictionary()
_LINES_ALONE = re.compile(r"\d+(?:-\d+)?")


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


class Notes:
    """The notes of a repository, placed in its files as they are now.

    Whatever looks at files raises what `files` raises. What is wrong with the request is a UsageError, a
    database that cannot be used a CtxsmithError.
    """

    def __init__(self, files: Files, reader: IndexReader) -> None:
        self._files = files
        self._reader = reader
        self._now = _IndexedRepository(files, reader)
        self._store = NotesStore(files.root)

    def all(self) -> tuple[Note, ...]:
        """Every note with its place, in the order in which they were written."""
        stored = self._store.notes()
        found = [(note, self._find(note)) for note in stored]
        self._remember(found)
        return tuple(_placed(note, whereabouts) for note, whereabouts in found)

    def _find(self, note: StoredNote) -> Whereabouts:
        """Where a note is; looked for once in each state of the repository: a lost one takes a while."""
        known = _FOUND.setdefault(self._files.catalog, {})
        key = note.anchor, note.seen
        if key in known:
            return known[key]
        found = find_anchor(*key, self._now)
        if not self._files.changed:
            known[key] = found
        return found

    def _remember(self, found: Iterable[tuple[StoredNote, Whereabouts]]) -> None:
        """Note down where code went, so that it is found from there when it is edited next.

        An answer does not fail because this is not possible.
        """
        moved = [
            (note, now.place)
            for note, now in found
            if now.state is NoteState.CURRENT
            and note.anchor.kind is not NoteKind.REPOSITORY
            and now.place != note.seen
            and now.place.path not in self._files.changed
        ]
        if moved:
            with suppress(CtxsmithError):
                self._store.remember(moved)

    def add(self, text: str, *, file: str | None, symbol: str | None, span: str | None) -> Note:
        """Keep a note about a place; without one, about the repository."""
        text = _checked(text)
        anchor = self._anchor(file, symbol, span)
        return self._shown(self._store.add(new_note(text, anchor, sighting_of(anchor))))

    def edit(
        self,
        number: int,
        text: str | None,
        *,
        here: bool,
        file: str | None,
        symbol: str | None,
        span: str | None,
    ) -> Note:
        """Give a note another text, another place, or (`here`) its code as it is now."""
        text = None if text is None else _checked(text)
        anchor: Anchor | None = None
        if file is not None or symbol is not None or span is not None:
            if here:
                raise UsageError("give a new place or --here, not both")
            anchor = self._anchor(file, symbol, span)
        elif here:
            anchor = self._anchor_of(self._note(number))
        elif text is None:
            self._note(number)
            raise UsageError("nothing to change: give a text, a place, or --here")

        before = self._note(number) if here else None

        def change(note: StoredNote) -> StoredNote:
            if before is not None and note.anchor != before.anchor:
                raise UsageError(f"note {number} was given another place meanwhile; look at it again")
            placed = note if anchor is None else replace(note, anchor=anchor, seen=sighting_of(anchor))
            return placed if text is None else replace(placed, text=text)

        edited = self._store.edit(number, change)
        if edited is None:
            raise self._unknown([number])
        return self._shown(edited)

    def remove(self, numbers: Sequence[int]) -> None:
        """Remove notes: all of them, or none when one is unknown."""
        if unknown := self._store.remove(numbers):
            raise self._unknown(unknown)

    def exported(self) -> str:
        """All notes as plain text; '' when there are none."""
        return written(self._store.notes())

    def take(self, text: str) -> ImportReport:
        """Take in exported notes."""
        return self._store.merge(read(text))

    # --- single notes --------------------------------------------------------------------------------

    def _note(self, number: int) -> StoredNote:
        found = next((note for note in self._store.notes() if note.id == number), None)
        if found is None:
            raise self._unknown([number])
        return found

    def _unknown(self, numbers: Sequence[int]) -> UsageError:
        there = [str(note.id) for note in self._store.notes()]
        listed = ", ".join(there[:MOST_NAMED]) + (", …" if len(there) > MOST_NAMED else "")
        named = ", ".join(map(str, numbers))
        hint = f"there are: {listed}" if there else "there are no notes yet"
        return UsageError(f"no note {named}; {hint}")

    def _shown(self, note: StoredNote) -> Note:
        return _placed(note, self._find(note))

    def _anchor_of(self, note: StoredNote) -> Anchor:
        """The anchor of a note at the place where its code is now."""
        now = self._find(note)
        if now.state is NoteState.LOST:
            raise UsageError(
                f"note {note.id} is lost, there is no place to take; give --file, --symbol or --span"
            )
        place = now.place
        return anchor_to(
            note.anchor.kind, place.path, (place.start_line, place.end_line), place.symbol, self._now
        )

    # --- places --------------------------------------------------------------------------------------

    def _anchor(self, file: str | None, symbol: str | None, span: str | None) -> Anchor:
        if symbol is not None and span is not None:
            raise UsageError("a note has one place; give --symbol or --span, not both")
        if symbol is not None:
            return self._anchor_at(symbol if "::" in symbol else self._spec_of_name(symbol, file))
        if span is not None:
            return self._anchor_at(f"{file}:{span}" if file and _LINES_ALONE.fullmatch(span) else span)
        if file is not None:
            path = locate_file(file, self._files.root, self._files.catalog)
            return anchor_to(NoteKind.FILE, path, (0, 0), "", self._now)
        return Anchor(NoteKind.REPOSITORY)

    def _anchor_at(self, text: str) -> Anchor:
        spec, files = parse_spec(text), self._files
        if spec.symbol is None and spec.start_line is None:
            return self._anchor(spec.path, None, None)
        path, lines, symbol = locate(spec, files.root, files.catalog, files.symbols)
        kind = NoteKind.SYMBOL if symbol else NoteKind.SPAN
        anchor = anchor_to(kind, path, lines, symbol, self._now)
        if not anchor.digest:
            raise UsageError(f"{printable(str(spec))} is blank; a note needs something to hold on to")
        if kind is NoteKind.SPAN and len(anchor.code) <= lines[1] - lines[0]:
            raise UsageError(
                f"{printable(str(spec))} is too long to be found again line by line; note a symbol or "
                f"the file, or at most {MOST_LINES} lines of {MOST_CHARACTERS:,} characters"
            )
        return anchor

    def _spec_of_name(self, name: str, file: str | None) -> str:
        """The SPEC of the one symbol that a bare or dotted name means."""
        if file is not None:
            return f"{file}::{name}"
        program = Program(self._reader, self._files.catalog)
        naming = Naming(self._files.root, program, Resolver(program).types)
        (node,) = naming.only(name)
        return naming.place(node).spec


def _checked(text: str) -> str:
    """The text as it is kept: with a lone surrogate as U+FFFD. Raises UsageError for none, or too much."""
    text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    if not text.strip():
        raise UsageError("the note is empty; say in plain words what there is to know")
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"the note has {len(text):,} characters; {LONGEST_TEXT:,} are the most")
    return text


def _placed(note: StoredNote, now: Whereabouts) -> Note:
    kind, place = note.anchor.kind, now.place
    return Note(
        id=note.id,
        text=note.text,
        kind=kind,
        path=place.path,
        start_line=place.start_line,
        end_line=place.end_line,
        symbol=place.symbol if kind is NoteKind.SYMBOL else "",
        state=now.state,
        change=now.change,
        diff=now.diff,
        created=note.created,
        edited=note.edited,
        uid=note.uid,
    )


class _IndexedRepository:
    """The repository as anchors look at it, through the index as far as that will do."""

    def __init__(self, files: Files, reader: IndexReader) -> None:
        self._files = files
        self._reader = reader
        self._paths_of_hash: dict[str, list[str]] | None = None
        self._likely: dict[tuple[str, ...], list[str]] = {}

    def file_hash(self, path: str) -> str:
        row = self._files.catalog.row_of_path.get(path)
        return "" if row is None else self._files.catalog.hashes[row].hex()

    def line_count(self, path: str) -> int:
        return int(self._files.catalog.lines[self._files.catalog.row_of_path[path]])

    def lines(self, path: str) -> Sequence[str]:
        return self._files.lines(path)

    def symbols(self, path: str) -> Sequence[Symbol]:
        return self._files.symbols(path)

    def named(self, name: str) -> list[tuple[str, Symbol]]:
        catalog = self._files.catalog
        rows = [
            (int(catalog.file_row[file_id]), symbol)
            for _, file_id, symbol in self._reader.definitions([name])
        ]
        return [(catalog.paths[row], symbol) for row, symbol in rows if row != DEAD]

    def files_with(self, file_hash: str) -> Sequence[str]:
        if self._paths_of_hash is None:
            self._paths_of_hash = {}
            catalog = self._files.catalog
            for path, each in zip(catalog.paths, catalog.hashes, strict=True):
                self._paths_of_hash.setdefault(each.hex(), []).append(path)
        return self._paths_of_hash.get(file_hash, [])

    def files_like(self, lines: Sequence[str]) -> list[str]:
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
