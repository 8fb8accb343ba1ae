"""What looking for an anchor is about: the repository as it is now, and what is said of a spot in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from ctxsmith_tui.curate.likeness import described_change, diff, digest, squeeze
from ctxsmith_tui.model import NoteKind, NoteState, Symbol
from ctxsmith_tui.store.notes_store import Anchor, Sighting

MOST_COMPARED = 2_000  # lines of what a stale note is about now
MOST_DIFF = 10_000  # characters
ALIKE = 0.6  # likeness that makes changed code of another name or place the same code
REPLACED = 0.5  # below this likeness, code of the same name is other code
SHORTEST_MOVED = 30  # squeezed characters: shorter code in another file may be alike by chance
MOST_FILES = 8  # looked at for content that moved


class Repository(Protocol):
    """The repository as it is now. Only paths that `file_hash` knows are asked for."""

    def file_hash(self, path: str) -> str:
        """The hash of a file's bytes, '' for a path that is no file of the repository."""
        ...

    def line_count(self, path: str) -> int:
        """How many lines a file has."""
        ...

    def lines(self, path: str) -> Sequence[str]:
        """Lines of a file."""
        ...

    def symbols(self, path: str) -> Sequence[Symbol]:
        """Symbols of a file in document order."""
        ...

    def named(self, name: str) -> Iterable[tuple[str, Symbol]]:
        """(path, symbol) of every symbol of a name."""
        ...

    def files_with(self, file_hash: str) -> Sequence[str]:
        """Files whose bytes have a hash."""
        ...

    def files_like(self, lines: Sequence[str]) -> Sequence[str]:
        """Files that have the rarest words of some lines, the likeliest first."""
        ...


class Whereabouts(NamedTuple):
    """Where an anchor is now, or, lost, where it was last; `change` says what happened to it, if anything."""

    state: NoteState
    place: Sighting
    change: str = ""
    diff: str = ""


class Spot(NamedTuple):
    """Lines of a file, (0, 0) for all of it; `symbol` is the qualified name of the symbol they are in."""

    path: str
    symbol: str
    lines: tuple[int, int]


def sighting_of(anchor: Anchor) -> Sighting:
    """The place where an anchor was made."""
    return Sighting(anchor.path, anchor.symbol, anchor.start_line, anchor.end_line, anchor.file_hash)


def enclosing(symbols: Sequence[Symbol], start: int, end: int) -> str:
    """The qualified name of the innermost symbol around some lines, '' at module level."""
    around_it = [each for each in symbols if each.start_line <= start and end <= each.end_line and start]
    return min(around_it, key=lambda each: each.end_line - each.start_line).qualname if around_it else ""


def current(anchor: Anchor, place: Sighting) -> Whereabouts:
    """The anchor is unchanged at a place."""
    return Whereabouts(NoteState.CURRENT, place, _origin(anchor, place.path, place.symbol))


def current_at(anchor: Anchor, place: Spot, now: Repository) -> Whereabouts:
    """The anchor is unchanged at a place that was found just now."""
    return current(anchor, Sighting(place.path, place.symbol, *place.lines, now.file_hash(place.path)))


def stale_at(anchor: Anchor, place: Spot, now: Repository) -> Whereabouts:
    """The anchor is at a place, changed."""
    content = now.lines(place.path)
    if anchor.kind is not NoteKind.FILE:
        content = content[place.lines[0] - 1 : place.lines[1]]
    change = ""
    if digest(anchor.code) != anchor.digest:  # only its beginning was kept
        content = content[: len(anchor.code)]
        change = f"changed below its first {len(anchor.code)} lines" if anchor.code else ""
    change = described_change(anchor.code, content[:MOST_COMPARED]) or change or "changed"
    changes = [change, _signature_change(anchor, content), _origin(anchor, place.path, place.symbol)]
    return Whereabouts(
        NoteState.STALE,
        Sighting(place.path, place.symbol, *place.lines),
        ", ".join(filter(None, changes)),
        diff(anchor.code, content[:MOST_COMPARED], place.path)[:MOST_DIFF],
    )


def _signature_change(anchor: Anchor, content: Sequence[str]) -> str:
    """Whether the first line that is not blank, a decorator or a comment, differs."""
    if anchor.kind is not NoteKind.SYMBOL:
        return ""
    old, new = (squeeze([_first_line(lines)]) for lines in (anchor.code, content))
    return "signature changed" if old != new else ""


def _first_line(lines: Sequence[str]) -> str:
    return next((line for line in lines if line.strip() and not line.lstrip().startswith(("@", "#"))), "")


def _origin(anchor: Anchor, path: str, symbol: str) -> str:
    """`renamed from run, moved from app/old.py`."""
    parts = []
    if anchor.kind is NoteKind.SYMBOL and symbol != anchor.symbol:
        parts.append(f"renamed from {anchor.symbol}")
    if path != anchor.path:
        parts.append(f"moved from {anchor.path}")
    return ", ".join(parts)


def lost(anchor: Anchor, seen: Sighting) -> Whereabouts:
    """The anchor is nowhere; this is where it was last."""
    last = seen if seen.path and seen.start_line else sighting_of(anchor)
    return Whereabouts(
        NoteState.LOST, replace(last, file_hash=""), "neither its place nor its content is found"
    )


def known_paths(anchor: Anchor, seen: Sighting, now: Repository) -> list[str]:
    """Files that the anchor has been in and that still exist."""
    return [path for path in dict.fromkeys((anchor.path, seen.path)) if path and now.file_hash(path)]
