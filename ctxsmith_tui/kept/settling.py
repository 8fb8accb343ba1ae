"""What a curation means for one pack: whose decisions hold where they meet, and how that is said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ctxsmith_tui.kept.curations import Placement, decisions_of, factors_of, scope_of
from ctxsmith_tui.kept.decided import Decided
from ctxsmith_tui.kept.in_force import InForce, Settled
from ctxsmith_tui.model import Action, NoteState
from ctxsmith_tui.pack.ranges import Range, subtract
from ctxsmith_tui.pack.request import Pin
from ctxsmith_tui.rank.weights import SHIPPED, Weights, adjusted
from ctxsmith_tui.store.curations_store import StoredCuration
from ctxsmith_tui.text.printable import printable

MOST_NAMED = 10  # decisions in a notice

Ranges = dict[str, list[Range]]


def in_force(stored: StoredCuration, scope: Sequence[str], weights: Weights | None) -> InForce:
    """Weights and scope of an answer that uses a curation, where those given replace its own."""
    factors = factors_of(stored) if weights is None else {}
    own_scope = () if scope else scope_of(stored)
    if not (factors or own_scope or decisions_of(stored)):
        return InForce(weights or SHIPPED, tuple(scope))
    return InForce(
        weights or adjusted(factors),
        own_scope or tuple(scope),
        stored,
        changed_weights=len(factors),
        has_own_scope=bool(own_scope),
    )


def settle(used: InForce, placements: Sequence[Placement], given: Decided) -> Settled:
    """Put a curation's decisions and those given with the request together.

    Where a pin lies wholly in what is excluded the later of the two holds; what is given comes last.
    """
    exclusions = [_ranges(each) for each in placements]  # nothing for a pin
    notices: list[str] = []
    kept: list[Pin] = []
    given_places = {(pin.path, pin.lines, pin.symbol) for pin in given.pins}
    for number, placement in enumerate(placements):
        decision = placement.decision
        if decision.action is not Action.PIN:
            continue
        for path, lines, symbol in placement.places:
            if (path, lines, symbol) in given_places:
                continue
            pin = Pin(path, lines, symbol, decision.level)
            later = [*exclusions[number + 1 :], given.excluded]
            if not _remains(pin, later):
                notices.append(
                    f"{printable(str(decision.spec))} is pinned, and excluded since: it is left out"
                )
                continue
            if not _remains(pin, [*exclusions[:number], *later]):
                _carve(pin, exclusions[:number])
                notices.append(f"{printable(str(decision.spec))} is excluded, and pinned since: it is shown")
            kept.append(pin)
    for pin in given.pins:
        if not _remains(pin, [*exclusions, given.excluded]):
            _carve(pin, exclusions)
    excluded = sum(1 for each in placements if _is_in_force(each))
    said = used.sentence(pins=len(kept), exclusions=excluded)
    return Settled(
        Decided((*kept, *given.pins), _merged([*exclusions, given.excluded])),
        source=said,
        notices=(*([said.rstrip(".")] if said else []), *_lost(placements), *notices),
        pinned_by=used.title if kept else "",
    )


def _is_in_force(placement: Placement) -> bool:
    """Whether something is excluded, or would be as soon as there is a file of that name."""
    decision = placement.decision
    return decision.action is Action.EXCLUDE and decision.state is not NoteState.LOST


def _ranges(placement: Placement) -> Ranges:
    if placement.decision.action is not Action.EXCLUDE:
        return {}
    return {place.path: [place.lines] for place in placement.places}


def _remains(pin: Pin, excluded: Iterable[Mapping[str, Sequence[Range]]]) -> bool:
    """Whether any line of a pin lies outside of all that is excluded."""
    return bool(subtract(pin.lines, [lines for each in excluded for lines in each.get(pin.path, ())]))


def _carve(pin: Pin, exclusions: Iterable[Ranges]) -> None:
    """Take the lines of a pin out of what is excluded."""
    for each in exclusions:
        if pin.path in each:
            each[pin.path] = [part for lines in each[pin.path] for part in subtract(lines, [pin.lines])]


def _merged(exclusions: Iterable[Mapping[str, Sequence[Range]]]) -> Ranges:
    merged: Ranges = {}
    for each in exclusions:
        for path, lines in each.items():
            if lines:
                merged.setdefault(path, []).extend(lines)
    return merged


def _lost(placements: Sequence[Placement]) -> list[str]:
    notices = []
    for action, what in ((Action.PIN, "pinned"), (Action.EXCLUDE, "excluded")):
        lost = [
            printable(each.decision.key)
            for each in placements
            if each.decision.action is action and each.decision.state is NoteState.LOST
        ]
        if lost:
            more = f" and {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""
            notices.append(f"{what} code is lost: {', '.join(lost[:MOST_NAMED])}{more}; see curations show")
    return notices
