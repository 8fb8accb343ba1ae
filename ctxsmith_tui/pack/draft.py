"""A pack in the making: pieces of files, a map, and their document; every change gives a new count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b

from ctxsmith_tui.model import Omitted
from ctxsmith_tui.model.document import (
    Block,
    Diff,
    Document,
    FileBlocks,
    Instructions,
    MapEntry,
    Outlined,
    PackNote,
)
from ctxsmith_tui.pack.notes import REPOSITORY, ChosenNotes, NoteShelf
from ctxsmith_tui.pack.ranges import Range, overlaps, subtract
from ctxsmith_tui.pack.request import Sources

REMEMBERED_GISTS = 4_096
NEAR_LINES = 2  # blank lines between two pieces that are shown as one block


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines of a file chosen for the pack. `position` is its candidate's, -1 for a pin."""

    path: str
    start_line: int
    end_line: int
    symbol: str
    symbol_lines: Range
    score: float
    position: int

    @property
    def pinned(self) -> bool:
        """Whether a person asked for it."""
        return self.position < 0


@dataclass(slots=True)
class Draft:
    """What is in the pack so far. `pieces` are in the order in which they were chosen.

    They change through `add` and `drop_last` alone, which keep account of where they are from. `excluded`
    maps a path to lines that must not appear, `closed` to lines that a person wants to see less of than their
    code: no more of them is added. `shelf` has the notes, None where none may be shown.
    """

    sources: Sources
    excluded: Mapping[str, Sequence[Range]] = field(default_factory=dict)
    closed: Mapping[str, Sequence[Range]] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    entries: tuple[MapEntry, ...] = ()
    pieces: list[Piece] = field(default_factory=list)
    omitted: Omitted | None = None
    shelf: NoteShelf | None = None
    says_notes_left_out: bool = False
    diff: Diff | None = None
    instructions: Instructions | None = None
    _of_file: dict[str, list[Piece]] = field(default_factory=dict)
    _shown: dict[str, list[Range]] = field(default_factory=dict)
    _holders: dict[bytes, list[str]] = field(default_factory=dict)  # gist of code -> paths
    _code: dict[tuple[str, int, int], str] = field(default_factory=dict)
    _blocks_of: dict[str, tuple[tuple[PackNote, ...], FileBlocks]] = field(default_factory=dict)

    def add(self, pieces: Iterable[Piece]) -> None:
        """Take pieces into the pack, after all that are in it."""
        for piece in pieces:
            self.pieces.append(piece)
            self._of_file.setdefault(piece.path, []).append(piece)
            self._shown.setdefault(piece.path, []).append((piece.start_line, piece.end_line))
            self._holders.setdefault(self._gist(piece), []).append(piece.path)
            self._blocks_of.pop(piece.path, None)

    def drop_last(self) -> Piece:
        """Take out the piece that came last."""
        piece = self.pieces.pop()
        self._of_file[piece.path].pop()
        self._shown[piece.path].pop()
        if not self._of_file[piece.path]:
            del self._of_file[piece.path], self._shown[piece.path]
        self._holders[self._gist(piece)].pop()
        self._blocks_of.pop(piece.path, None)
        return piece

    def code(self, path: str, start: int, end: int) -> str:
        """Lines of a file as one text."""
        place = (path, start, end)
        if place not in self._code:
            self._code[place] = "\n".join(self.sources.lines(path)[start - 1 : end]) + "\n"
        return self._code[place]

    def has_copy(self, piece: Piece) -> bool:
        """Whether the pack has the same code from another file, spacing and `export` aside."""
        return any(holder != piece.path for holder in self._holders.get(self._gist(piece), ()))

    def _gist(self, piece: Piece) -> bytes:
        return _gist(self.code(piece.path, piece.start_line, piece.end_line))

    def pieces_of(self, path: str) -> Sequence[Piece]:
        """The pieces of a file, in the order in which they were chosen."""
        return self._of_file.get(path, ())

    def shown(self, path: str) -> Sequence[Range]:
        """Ranges of a file that are in the pack."""
        return self._shown.get(path, ())

    def holes(self, path: str) -> list[Range]:
        """Ranges of a file that are excluded, closed or in the pack."""
        return [*self.excluded.get(path, ()), *self.closed.get(path, ()), *self.shown(path)]

    def free(self, path: str, lines: Range) -> list[Range]:
        """The parts of a range that the file has, and that are neither excluded, closed nor in the pack."""
        return subtract((lines[0], min(lines[1], len(self.sources.lines(path)))), self.holes(path))

    def document(self) -> Document:
        """The document of this draft, files in reading order."""
        chosen = self.chosen_notes()
        return Document(
            self.title,
            self.source,
            self.visible_entries(),
            self._files(chosen),
            self.omitted,
            chosen.of_file(REPOSITORY),
            chosen.left_out if self.says_notes_left_out else 0,
            diff=self.diff,
            instructions=self.instructions,
        )

    def chosen_notes(self) -> ChosenNotes:
        """The notes about what is in the pack, as far as they have room."""
        return ChosenNotes() if self.shelf is None else self.notes_from(self.shelf)

    def notes_from(self, shelf: NoteShelf) -> ChosenNotes:
        """The notes of a shelf about what is in the pack, as far as they have room."""
        return shelf.choose(self._of_file.keys(), self._shown_in_blocks)

    def _shown_in_blocks(self, path: str) -> list[Range]:
        """Ranges of a file that are in the pack, with the blank lines between pieces that are one block."""
        groups = merged(self._of_file[path], self.sources.lines(path))
        return [(group[0].start_line, group[-1].end_line) for group in groups]

    def visible_entries(self) -> tuple[MapEntry, ...]:
        """The map without what is shown as code anyway, unless a person asked for it."""
        visible = [entry if entry.pinned else self._unshown(entry) for entry in self.entries]
        return tuple(
            each for each in visible if each.pinned or each.outlined or each.path not in self._of_file
        )

    def _unshown(self, entry: MapEntry) -> MapEntry:
        return replace(
            entry, outlined=tuple(each for each in entry.outlined if not self._is_shown(entry.path, each))
        )

    def _is_shown(self, path: str, symbol: Outlined) -> bool:
        return overlaps((symbol.line, symbol.end_line), self.shown(path))

    def _files(self, chosen: ChosenNotes) -> tuple[FileBlocks, ...]:
        return tuple(self._file(path, chosen) for path in _reading_order(self._of_file, self.sources))

    def _file(self, path: str, chosen: ChosenNotes) -> FileBlocks:
        """The blocks of a file; made again only when its pieces or notes changed."""
        notes = chosen.notes.get(path, ())
        known = self._blocks_of.get(path)
        if known is not None and known[0] == notes:
            return known[1]
        blocks = tuple(self._blocks(path, self._of_file[path], chosen))
        made = FileBlocks(path, blocks, chosen.of_file(path))
        self._blocks_of[path] = (notes, made)
        return made

    def _blocks(self, path: str, pieces: Sequence[Piece], chosen: ChosenNotes) -> list[Block]:
        lines = self.sources.lines(path)
        blocks: list[Block] = []
        for group in merged(pieces, lines):
            start, end = group[0].start_line, group[-1].end_line
            symbols = tuple(dict.fromkeys(piece.symbol for piece in group if piece.symbol))
            owners = {piece.symbol_lines for piece in group if piece.symbol}
            part_of = None
            if len(owners) == 1 and (owner := owners.pop()) and (owner[0] < start or owner[1] > end):
                part_of = owner
            blocks.append(
                Block(
                    path,
                    start,
                    end,
                    tuple(lines[start - 1 : end]),
                    self.sources.language(path),
                    symbols,
                    part_of,
                    chosen.of_lines(
                        path, [(each.start_line, each.end_line) for each in blocks], (start, end)
                    ),
                )
            )
        return blocks


@lru_cache(REMEMBERED_GISTS)
def _gist(code: str) -> bytes:
    return blake2b(words_of(code).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def words_of(code: str) -> str:
    """What two copies of code have in common, spacing and `export` aside."""
    words = code.split()
    return " ".join(word for word in words if word != "export") if "export" in words else " ".join(words)


def merged(pieces: Sequence[Piece], lines: Sequence[str]) -> list[list[Piece]]:
    """Pieces of one file in line order, those with only a few blank lines between them together."""
    groups: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda each: each.start_line):
        if groups:
            between = lines[groups[-1][-1].end_line : piece.start_line - 1]
            if len(between) <= NEAR_LINES and not any(line.strip() for line in between):
                groups[-1].append(piece)
                continue
        groups.append([piece])
    return groups


def _reading_order(by_path: Mapping[str, Sequence[Piece]], sources: Sources) -> list[str]:
    """Most relevant file first; what it imports comes last, its most relevant import at the very end.

    Models read the middle of a long context worst (Liu et al., "Lost in the Middle", 2023).
    """

    def importance(path: str) -> tuple[bool, float, str]:
        pieces = by_path[path]
        return (not any(piece.pinned for piece in pieces), -max(piece.score for piece in pieces), path)

    ordered = sorted(by_path, key=importance)
    if len(ordered) < 3:
        return ordered
    imported = sources.imports(ordered[0])
    dependencies = [path for path in ordered[1:] if path in imported]
    others = [path for path in ordered if path not in dependencies]
    return others + dependencies[::-1]
