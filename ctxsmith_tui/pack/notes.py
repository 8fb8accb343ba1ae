"""Notes in a pack: which are shown, beside which code, and how long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ctxsmith_tui.model import Note, NoteKind, NoteState
from ctxsmith_tui.model.document import PackNote
from ctxsmith_tui.pack.ranges import Range, overlaps
from ctxsmith_tui.pack.tokens import Tokenizer
from ctxsmith_tui.text.printable import printable, printable_block

SHARE = 0.1  # of the budget, for all notes together
MOST_CHARACTERS, FEWEST_CHARACTERS = 600, 80  # of one note
_CHARACTERS_A_TOKEN = 0.25  # of the budget that one note may have at most
_FRAME_TOKENS = 4  # what a format puts around a note, roughly; the whole text is counted in the end
REPOSITORY = ""  # the path of notes about the whole repository


@dataclass(frozen=True, slots=True)
class ChosenNotes:
    """Notes that are shown, by path, and how many belong to what is shown but found no room."""

    notes: Mapping[str, tuple[PackNote, ...]] = field(default_factory=dict)
    left_out: int = 0

    def of_file(self, path: str) -> tuple[PackNote, ...]:
        """Notes about a whole file."""
        return tuple(note for note in self.notes.get(path, ()) if note.lines is None)

    def of_lines(self, path: str, earlier: Sequence[Range], lines: Range) -> tuple[PackNote, ...]:
        """Notes about lines of a file that are not about lines of an earlier block."""
        return tuple(
            note
            for note in self.notes.get(path, ())
            if note.lines is not None and overlaps(note.lines, [lines]) and not overlaps(note.lines, earlier)
        )


class NoteShelf:
    """The notes of a repository as they may be shown, and what they cost."""

    def __init__(self, notes: Mapping[str, Sequence[PackNote]], budget: int, tokenizer: Tokenizer) -> None:
        self.room = int(budget * SHARE)
        self._notes = notes
        self._tokens = {
            note.number: tokenizer.count(f"note {note.number} {note.status}: {note.text}\n") + _FRAME_TOKENS
            for each in notes.values()
            for note in each
        }

    def cost(self, path: str, lines: Range) -> int:
        """Tokens that the notes about some lines need, as far as there may be room for them."""
        about = _notes_about(self._notes.get(path, ()), [lines])
        return min(self.room, sum(self._tokens[note.number] for note in about))

    def choose(self, paths: Collection[str], shown: Callable[[str], Sequence[Range]]) -> ChosenNotes:
        """Notes about the lines that are `shown` of some files, the closest first, as far as they stay
        within their share.
        """
        chosen: dict[str, list[PackNote]] = {}
        room, left_out = self.room, 0
        for path, note in self._about(paths, shown):
            if self._tokens[note.number] <= room:
                room -= self._tokens[note.number]
                chosen.setdefault(path, []).append(note)
            else:
                left_out += 1
        return ChosenNotes({path: tuple(notes) for path, notes in chosen.items()}, left_out)

    def _about(
        self, paths: Collection[str], shown: Callable[[str], Sequence[Range]]
    ) -> Iterator[tuple[str, PackNote]]:
        """Notes about what is shown: those about few lines first, then about files, then about all."""
        about = [
            (path, note)
            for path in paths
            if path in self._notes
            for note in _notes_about(self._notes[path], shown(path))
        ]
        yield from sorted(about, key=lambda each: (_extent(each[1]), each[1].number))
        if paths:
            yield from ((REPOSITORY, note) for note in self._notes.get(REPOSITORY, ()))


def _extent(note: PackNote) -> int:
    return note.lines[1] - note.lines[0] if note.lines is not None else sys.maxsize


def _notes_about(notes: Iterable[PackNote], ranges: Sequence[Range]) -> Iterator[PackNote]:
    return (note for note in notes if note.lines is None or overlaps(note.lines, ranges))


def pack_notes(notes: Iterable[Note], budget: int) -> dict[str, list[PackNote]]:
    """Notes by path as a pack of a budget shows them; lost ones have no code to stand beside."""
    found: dict[str, list[PackNote]] = {}
    for note in sorted(notes, key=lambda note: (note.start_line, note.id)):
        if note.state is not NoteState.LOST:
            has_lines = note.kind in (NoteKind.SYMBOL, NoteKind.SPAN)
            lines = (note.start_line, note.end_line) if has_lines else None
            shown = PackNote(note.id, _status(note), _shortened(note.text, note.id, budget), lines)
            found.setdefault(note.path, []).append(shown)
    return found


def _status(note: Note) -> str:
    return printable(f"stale: {note.change}") if note.state is NoteState.STALE else ""


def _shortened(text: str, number: int, budget: int) -> str:
    text = printable_block(text.strip())
    most = max(FEWEST_CHARACTERS, min(MOST_CHARACTERS, int(budget * _CHARACTERS_A_TOKEN)))
    return text if len(text) <= most else f"{text[:most].rstrip()}… (the rest: note {number})"
