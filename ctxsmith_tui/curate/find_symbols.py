"""Finding a function or class again: by its name, by its content under another name, by its neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ctxsmith_tui.curate.likeness import likeness, nameless_digest, squeeze
from ctxsmith_tui.curate.whereabouts import (
    ALIKE,
    MOST_FILES,
    REPLACED,
    SHORTEST_MOVED,
    Repository,
    Spot,
    Whereabouts,
    current_at,
    known_paths,
    stale_at,
)
from ctxsmith_tui.model import Symbol
from ctxsmith_tui.store.notes_store import Anchor, Sighting

SHORTEST_RENAMED = 18  # squeezed characters: shorter code under another name may be alike by chance
MOST_NEIGHBOURS = 5  # symbols on either side whose names are kept: they cannot be the symbol renamed
MOST_NAMESAKES = 40  # symbols of one name in other files that are looked at
MOST_GROWTH = 3  # times as many lines as before, and a few more, are compared


def find_symbol(anchor: Anchor, seen: Sighting, now: Repository) -> Whereabouts | None:
    """Where a symbol is now; None when it is gone."""
    known = known_paths(anchor, seen, now)
    names = [(path, name) for path in known for name in dict.fromkeys((anchor.symbol, seen.symbol))]
    named = [place for path, name in names for place in _of_qualname(path, name, now)]
    if same := [place for place in named if _is_same(anchor, place, now)]:
        return current_at(anchor, _nearest(anchor, same), now)
    renamed = _unchanged_in(known, anchor, now)
    if named:
        best = max(named, key=lambda place: (_likeness_at(anchor, place, now), named.index(place)))
        if renamed and _likeness_at(anchor, best, now) < REPLACED:
            return current_at(anchor, _nearest(anchor, renamed), now)
        return stale_at(anchor, best, now)
    if renamed:
        return current_at(anchor, _nearest(anchor, renamed), now)
    return _symbol_elsewhere(anchor, seen, known, now)


def _symbol_elsewhere(
    anchor: Anchor, seen: Sighting, known: Sequence[str], now: Repository
) -> Whereabouts | None:
    """A symbol that no longer has its name in its file."""
    others = [place for place in _of_same_name(anchor, seen, now) if place.path not in known]
    own_name = [place for place in others if place.symbol in (anchor.symbol, seen.symbol)]
    size = len(squeeze(anchor.code))
    for places, least in ((own_name, 0), (others, SHORTEST_MOVED)):
        same = [place for place in places if size >= least and _is_same(anchor, place, now)]
        if len(same) == 1:
            return current_at(anchor, same[0], now)
    if size >= SHORTEST_MOVED:
        files = [path for path in now.files_like(anchor.code)[:MOST_FILES] if path not in known]
        same = _unchanged_in(files, anchor, now)
        if len(same) == 1:
            return current_at(anchor, same[0], now)
    least_alike = REPLACED if len(own_name) == 1 else ALIKE
    written_alike = [place for place in own_name if _suffix(place.path) == _suffix(anchor.path)]
    edited = [place for place in written_alike if _likeness_at(anchor, place, now) >= least_alike]
    if len(edited) == 1:
        return stale_at(anchor, edited[0], now)
    alike = [(_likeness_at(anchor, place, now), place) for place in _in_its_stead(anchor, known, now)]
    score, best = max(alike, default=(0.0, None))
    return stale_at(anchor, best, now) if best is not None and score >= ALIKE else None


def _suffix(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2]


def _in_its_stead(anchor: Anchor, paths: Sequence[str], now: Repository) -> Iterator[Spot]:
    """Symbols that stand where the anchor's stood, before or after the same neighbour."""
    for path in paths:
        for place in _newcomers(anchor, path, now):
            sides = zip(
                neighbours(now.symbols(path), place.lines), (anchor.before, anchor.after), strict=True
            )
            same = [side[:1] for side, old in sides if side[:1] == old[:1]]
            if len(same) == 2 or any(name for side in same for name in side):
                yield place


def _newcomers(anchor: Anchor, path: str, now: Repository) -> Iterator[Spot]:
    """Symbols of a file without those that stood beside the anchor's and so cannot be it."""
    beside = {*anchor.before, *anchor.after} if path == anchor.path else set()
    return (place for place in _all(path, now) if place.symbol.rpartition(".")[2] not in beside)


def _unchanged_in(paths: Iterable[str], anchor: Anchor, now: Repository) -> list[Spot]:
    """Symbols of files that have the content of an anchor, under any name, if that says enough."""
    if len(squeeze(anchor.code)) < SHORTEST_RENAMED:
        return []
    return [
        place for path in paths for place in _newcomers(anchor, path, now) if _is_same(anchor, place, now)
    ]


def _is_same(anchor: Anchor, place: Spot, now: Repository) -> bool:
    """Whether a place has the content of an anchor, the symbol's name aside."""
    lines = now.lines(place.path)[place.lines[0] - 1 : place.lines[1]]
    longer, shorter = sorted((len(lines), anchor.end_line - anchor.start_line + 1), reverse=True)
    if longer > 6 * shorter + 20:
        return False  # no formatter stretches code so much: spare the digest
    return nameless_digest(lines, place.symbol.rpartition(".")[2]) == anchor.nameless


def _all(path: str, now: Repository) -> Iterator[Spot]:
    for symbol in now.symbols(path):
        yield Spot(path, symbol.qualname, (symbol.start_line, symbol.end_line))


def _of_qualname(path: str, qualname: str, now: Repository) -> list[Spot]:
    return [place for place in _all(path, now) if place.symbol == qualname]


def _of_same_name(anchor: Anchor, seen: Sighting, now: Repository) -> list[Spot]:
    """Symbols of the anchor's name anywhere, those as long as it was first."""
    length = anchor.end_line - anchor.start_line
    found = {
        Spot(path, symbol.qualname, (symbol.start_line, symbol.end_line))
        for name in {each.rpartition(".")[2] for each in (anchor.symbol, seen.symbol)}
        for path, symbol in now.named(name)
    }
    owned = (anchor.symbol, seen.symbol)
    by_length = sorted(
        found, key=lambda each: (each.symbol not in owned, abs(each.lines[1] - each.lines[0] - length), each)
    )
    return by_length[:MOST_NAMESAKES]


def _likeness_at(anchor: Anchor, place: Spot, now: Repository) -> float:
    lines = now.lines(place.path)[place.lines[0] - 1 : place.lines[1]]
    return likeness(anchor.code, lines[: MOST_GROWTH * len(anchor.code) + 10])


def _nearest(anchor: Anchor, places: Sequence[Spot]) -> Spot:
    """Of places with the same content the one in the old file, of the old name, nearest the old lines."""
    own_name = anchor.symbol.rpartition(".")[2]
    return min(
        places,
        key=lambda place: (
            place.path != anchor.path,
            place.symbol != anchor.symbol,
            place.symbol.rpartition(".")[2] != own_name,
            abs(place.lines[0] - anchor.start_line),
            place,
        ),
    )


def neighbours(symbols: Sequence[Symbol], lines: tuple[int, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the symbols that begin before one and after its end, nearest first, '' where they end."""
    before = [each.name for each in symbols if each.start_line < lines[0]]
    after = [each.name for each in symbols if each.start_line > lines[1]]
    return (*before[::-1], "")[:MOST_NEIGHBOURS], (*after, "")[:MOST_NEIGHBOURS]
