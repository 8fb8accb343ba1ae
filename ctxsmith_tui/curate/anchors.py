"""Where the code of a note is now: anchored by content, found again after edits, moves and renames.

An anchor is *current* where its content stands unchanged, *stale* where what it names stands changed, and
*lost* when neither is found. What it names comes before its content: a copy elsewhere does not draw a note
away from a function that was edited, unless hardly anything of that is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ctxsmith_tui.curate.find_files import find_file
from ctxsmith_tui.curate.find_lines import find_lines
from ctxsmith_tui.curate.find_symbols import find_symbol, neighbours
from ctxsmith_tui.curate.likeness import digest, nameless_digest
from ctxsmith_tui.curate.spans import around
from ctxsmith_tui.curate.whereabouts import Repository, Whereabouts, current, enclosing, lost, sighting_of
from ctxsmith_tui.model import NoteKind, NoteState
from ctxsmith_tui.store.notes_store import Anchor, Sighting

MOST_LINES, MOST_CHARACTERS = 200, 20_000  # of the content that is kept


def anchor_to(kind: NoteKind, path: str, lines: tuple[int, int], symbol: str, now: Repository) -> Anchor:
    """The anchor of a place as it is now; `symbol` is '' for files and spans."""
    if kind is NoteKind.REPOSITORY:
        return Anchor(kind)
    text = now.lines(path)
    start, end = (0, 0) if kind is NoteKind.FILE else lines
    content = text if kind is NoteKind.FILE else text[start - 1 : end]
    name = symbol.rpartition(".")[2]
    before, after = around(text, (start, end)) if kind is NoteKind.SPAN else ((), ())
    if kind is NoteKind.SYMBOL:
        before, after = neighbours(now.symbols(path), lines)
    return Anchor(
        kind=kind,
        path=path,
        symbol=symbol if kind is NoteKind.SYMBOL else enclosing(now.symbols(path), start, end),
        start_line=start,
        end_line=end,
        digest=digest(content),
        nameless=nameless_digest(content, name) if kind is NoteKind.SYMBOL else "",
        file_hash=now.file_hash(path),
        code=_bounded(content),
        before=before,
        after=after,
    )


def _bounded(lines: Sequence[str]) -> tuple[str, ...]:
    kept: list[str] = []
    room = MOST_CHARACTERS
    for line in lines[:MOST_LINES]:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return tuple(kept)


def find_anchor(anchor: Anchor, seen: Sighting, now: Repository) -> Whereabouts:
    """Where the code of an anchor is now; `seen` is where it was found unchanged last."""
    if anchor.kind is NoteKind.REPOSITORY:
        return Whereabouts(NoteState.CURRENT, Sighting())
    for place in (sighting_of(anchor), seen):  # where it was written comes first: a branch may come back
        same_file = place.file_hash and now.file_hash(place.path) == place.file_hash
        if same_file and place.end_line <= now.line_count(place.path):
            return current(anchor, place)
    find: Callable[[Anchor, Sighting, Repository], Whereabouts | None] = {
        NoteKind.FILE: find_file,
        NoteKind.SYMBOL: find_symbol,
        NoteKind.SPAN: find_lines,
    }[anchor.kind]
    return find(anchor, seen, now) or lost(anchor, seen)
