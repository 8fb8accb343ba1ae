"""Notes on code: kept in the user's own database, found again wherever their code went."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from ctxsmith_tui.curate.anchors import (
    anchor_to,
)
from ctxsmith_tui.curate.indexed_repository import Files, IndexedRepository
from ctxsmith_tui.curate.naming import Naming
from ctxsmith_tui.curate.notes_text import checked_text, read, written
from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.curate.whereabouts import Whereabouts, sighting_of
from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.graph.resolving import Resolver
from ctxsmith_tui.model import ImportReport, Note, NoteKind, NoteState, Spec
from ctxsmith_tui.store.index_reader import IndexReader
from ctxsmith_tui.store.notes_store import Anchor, NotesStore, StoredNote, new_note

MOST_NAMED = 10  # notes in a message
_LINES_ALONE = re.compile(r"\d+(?:-\d+)?")
_HINT = "say in plain words what there is to know"  # for an empty note


class Notes:
    """The notes of a repository, placed in its files as they are now.

    Whatever looks at files raises what `files` raises. What is wrong with the request is a UsageError, a
    database that cannot be used a CtxsmithError.
    """

    def __init__(self, store: NotesStore, files: Files, reader: IndexReader) -> None:
        self._files = files
        self._reader = reader
        self._now = IndexedRepository(files, reader)
        self._store = store

    def all(self) -> tuple[Note, ...]:
        """Every note with its place, in the order in which they were written."""
        stored = self._store.notes()
        found = [(note, self._find(note)) for note in stored]
        self._remember(found)
        return tuple(_placed(note, whereabouts) for note, whereabouts in found)

    def _find(self, note: StoredNote) -> Whereabouts:
        return self._now.find(note.anchor, note.seen)

    def _remember(self, found: Iterable[tuple[StoredNote, Whereabouts]]) -> None:
        """Note down where code went. An answer does not fail because this is not possible."""
        moved = [(note, now.place) for note, now in found if self._now.has_moved(note.anchor, note.seen, now)]
        if moved:
            with suppress(CtxsmithError):
                self._store.remember(moved)

    def add(self, text: str, *, file: str | None, symbol: str | None, span: str | None) -> Note:
        """Keep a note about a place; without one, about the repository."""
        text = checked_text(text, _HINT)
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
        text = None if text is None else checked_text(text, _HINT)
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
            return self._now.anchor(
                parse_spec(symbol if "::" in symbol else self._spec_of_name(symbol, file))
            )
        if span is not None:
            text = f"{file}:{span}" if file and _LINES_ALONE.fullmatch(span) else span
            return self._now.anchor(parse_spec(text))
        if file is not None:
            return self._now.anchor(Spec(file))
        return Anchor(NoteKind.REPOSITORY)

    def _spec_of_name(self, name: str, file: str | None) -> str:
        """The SPEC of the one symbol that a bare or dotted name means."""
        if file is not None:
            return f"{file}::{name}"
        program = Program(self._reader, self._files.catalog)
        naming = Naming(self._files.root, program, Resolver(program).types)
        (node,) = naming.only(name)
        return naming.place(node).spec


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
