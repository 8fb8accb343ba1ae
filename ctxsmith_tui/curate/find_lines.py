"""Finding lines again in the files that they were in, or in one to which they moved."""

from __future__ import annotations

from collections.abc import Sequence

from ctxsmith_tui.curate.likeness import squeeze
from ctxsmith_tui.curate.spans import SpanText, find_span
from ctxsmith_tui.curate.whereabouts import (
    MOST_FILES,
    SHORTEST_MOVED,
    Repository,
    Spot,
    Whereabouts,
    current_at,
    enclosing,
    known_paths,
    stale_at,
)
from ctxsmith_tui.store.notes_store import Anchor, Sighting


def find_lines(anchor: Anchor, seen: Sighting, now: Repository) -> Whereabouts | None:
    """Where lines are now; None when they are gone."""
    wanted = SpanText(anchor.code, seen.start_line or anchor.start_line, anchor.before, anchor.after)
    known = known_paths(anchor, seen, now)
    changed: Spot | None = None
    for path in known:
        found = find_span(wanted, now.lines(path))
        if found is None:
            continue
        place = Spot(path, enclosing(now.symbols(path), *found.lines), found.lines)
        if found.same:
            return current_at(anchor, place, now)
        changed = changed or place
    if changed is not None:
        return stale_at(anchor, changed, now)
    return _lines_elsewhere(anchor, wanted, known, now)


def _lines_elsewhere(
    anchor: Anchor, wanted: SpanText, known: Sequence[str], now: Repository
) -> Whereabouts | None:
    """Lines that moved to another file, or whose file has another name now.

    Without their old neighbours few words say too little, and only one place is no guess.
    """
    twins = now.files_with(anchor.file_hash)
    same: list[Spot] = []
    changed: list[Spot] = []
    for path in dict.fromkeys((*twins, *now.files_like(anchor.code)[:MOST_FILES])):
        found = None if path in known else find_span(wanted, now.lines(path))
        if found is None or not (found.sure or len(squeeze(anchor.code)) >= SHORTEST_MOVED):
            continue
        place = Spot(path, enclosing(now.symbols(path), *found.lines), found.lines)
        if found.same and (found.sure or path in twins):
            return current_at(anchor, place, now)
        (same if found.same else changed).append(place)
    if len(same) == 1:
        return current_at(anchor, same[0], now)
    if not same and len(changed) == 1 and not known:
        return stale_at(anchor, changed[0], now)
    return None
