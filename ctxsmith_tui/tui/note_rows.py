"""Notes and review notes as rows, those that want attention first: pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ctxsmith_tui.model import Note, NoteKind, NoteState, ReviewNote, Side, Spec
from ctxsmith_tui.tui.rows import LOST, NOTED, STALE, matches
from ctxsmith_tui.tui.text import one_line, wrapped

TEXT_COLUMNS = 100  # at which texts are wrapped
MOST_LINES = 12  # of a text; the rest is counted
OPEN, RESOLVED = "o", "r"

_MARKS = {NoteState.LOST: LOST, NoteState.STALE: STALE}
_ORDER = {NoteState.LOST: 0, NoteState.STALE: 1, NoteState.CURRENT: 2}


@dataclass(frozen=True, slots=True)
class NoteRow:
    """One row: a heading of several notes, the place of a note (`part` 0), or a line of its text."""

    text: str
    note: Note | ReviewNote | None = None
    part: int = 0
    mark: str = " "
    about: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """What stays the same when the notes are read anew."""
        return (self.note.uid if self.note is not None else self.text, self.part)


def note_rows(notes: Iterable[Note], reviews: Iterable[ReviewNote], filter: str = "") -> list[NoteRow]:
    """The rows: notes whose code changed or is gone, what agents wrote, open review notes, all others."""
    shown = [note for note in notes if matches(f"{note.path} {note.symbol} {note.text}", filter)]
    reviewed = [note for note in reviews if matches(f"{note.path} {note.base} {note.text}", filter)]
    by_place = sorted(shown, key=lambda note: (_ORDER[note.state], note.path, note.start_line, note.id))
    by_file = sorted(reviewed, key=lambda note: (_ORDER[note.code], note.base, note.path, note.start_line))
    theirs = [note for note in by_file if note.author and note.is_open]
    own = [note for note in by_file if note.is_open and not note.author]
    astray: list[Note | ReviewNote] = [note for note in by_place if note.state is not NoteState.CURRENT]
    astray += [note for note in own if note.code is not NoteState.CURRENT]
    astray.sort(key=lambda note: _ORDER[_state(note)])
    sections: list[tuple[str, Sequence[Note | ReviewNote]]] = [
        ("Their code changed or is gone", astray),
        ("Written by agents, unreviewed", theirs),
        ("Open review notes", [note for note in own if note.code is NoteState.CURRENT]),
        ("Notes", [note for note in by_place if note.state is NoteState.CURRENT]),
        ("Resolved review notes", [note for note in by_file if not note.is_open]),
    ]
    return [row for title, found in sections if found for row in _section(title, found)]


def noted_lines(notes: Iterable[Note], reviews: Iterable[ReviewNote]) -> dict[str, list[tuple[int, int]]]:
    """The lines that have a note, by path: those of notes that are not lost, and of open review notes."""
    noted: dict[str, list[tuple[int, int]]] = {}
    for note in notes:
        if note.path and note.state is not NoteState.LOST:
            noted.setdefault(note.path, []).append((note.start_line, note.end_line))
    for each in reviews:
        if each.is_open and each.side is Side.NEW and each.code is not NoteState.LOST:
            noted.setdefault(each.path, []).append((each.start_line, each.end_line))
    return noted


def _section(title: str, notes: Sequence[Note | ReviewNote]) -> Iterator[NoteRow]:
    yield NoteRow(f"{title}  {len(notes):,}")
    for note in notes:
        yield NoteRow(one_line(place_of(note)), note, 0, mark_of(note), one_line(about(note)))
        lines = [part for each in note.text.strip().split("\n") for part in wrapped(each, TEXT_COLUMNS)]
        more = len(lines) - MOST_LINES
        for part, text in enumerate(lines[:MOST_LINES], start=1):
            yield NoteRow(text, note, part)
        if more > 0:
            yield NoteRow(f"… {more:,} more lines", note, MOST_LINES + 1)


def _state(note: Note | ReviewNote) -> NoteState:
    return note.code if isinstance(note, ReviewNote) else note.state


def mark_of(note: Note | ReviewNote) -> str:
    """The letter of a note: lost or stale first, else what kind of note it is."""
    if isinstance(note, ReviewNote):
        return RESOLVED if not note.is_open else _MARKS.get(note.code, OPEN)
    return _MARKS.get(note.state, NOTED)


def place_of(note: Note | ReviewNote) -> str:
    """Where the code of a note is, as a person writes it."""
    if isinstance(note, Note) and note.kind is NoteKind.REPOSITORY:
        return "the repository"
    if isinstance(note, Note) and note.symbol:
        return f"{note.path}::{note.symbol}"
    if not note.start_line:
        return note.path
    if note.start_line == note.end_line:
        return f"{note.path}:{note.start_line}"
    return str(Spec(note.path, note.start_line, note.end_line))


def about(note: Note | ReviewNote) -> str:
    """What is to be known beside place and text."""
    if isinstance(note, Note):
        return f"note {note.id}" + (f", {note.state.value}: {note.change}" if note.change else "")
    parts = [f"review note {note.id}", f"{note.base}...HEAD" if note.base else "work tree"]
    if note.side is Side.OLD:
        parts.append("as it was")
    if note.code is not NoteState.CURRENT:
        parts.append(note.code.value)
    if note.author:
        parts.append(f"{note.author}, agent, unreviewed")
    return ", ".join(parts)


def position_of(rows: Sequence[NoteRow], wanted: NoteRow | None, at: int) -> int:
    """Where the cursor goes in rows that are new: to the same note, else where it was."""
    keys = {row.key: k for k, row in enumerate(rows)}
    if wanted is not None:
        for key in (wanted.key, (wanted.key[0], 0)):
            if key in keys:
                return keys[key]
    first = next((k for k, row in enumerate(rows) if row.note is not None), 0)
    return max(first, min(at, len(rows) - 1))
