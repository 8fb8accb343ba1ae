"""Finding a file again: by its path, by the hash of its bytes, by what it is like."""

from __future__ import annotations

from ctxsmith_tui.curate.likeness import digest, likeness, squeeze
from ctxsmith_tui.curate.whereabouts import (
    ALIKE,
    MOST_FILES,
    SHORTEST_MOVED,
    Repository,
    Spot,
    Whereabouts,
    current_at,
    known_paths,
    stale_at,
)
from ctxsmith_tui.store.notes_store import Anchor, Sighting


def find_file(anchor: Anchor, seen: Sighting, now: Repository) -> Whereabouts | None:
    """Where a file is now; None when it is gone."""

    def at(path: str) -> Spot:
        return Spot(path, "", (0, 0))

    def alike(path: str) -> float:
        return likeness(anchor.code, now.lines(path)[: len(anchor.code) or None])

    known = known_paths(anchor, seen, now)
    for path in known:
        if anchor.digest and digest(now.lines(path)) == anchor.digest:
            return current_at(anchor, at(path), now)
    if known:
        return stale_at(anchor, at(known[-1]), now)
    name = anchor.path.rpartition("/")[2]
    if twins := now.files_with(anchor.file_hash):
        best = min(twins, key=lambda path: (path.rpartition("/")[2] != name, path))
        return current_at(anchor, at(best), now)
    if len(squeeze(anchor.code)) < SHORTEST_MOVED:
        return None
    rated = [(alike(path), path) for path in now.files_like(anchor.code)[:MOST_FILES]]
    score, best = max(rated, default=(0.0, ""))
    if score < ALIKE:
        return None
    if digest(now.lines(best)) == anchor.digest:
        return current_at(anchor, at(best), now)
    return stale_at(anchor, at(best), now)
