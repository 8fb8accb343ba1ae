"""Where pins and exclusions meet: whoever decided later is heard, and no pack fails for it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.curate.places import Place
from ctxsmith_tui.kept.curations import Placement
from ctxsmith_tui.kept.decided import Decided
from ctxsmith_tui.kept.in_force import InForce
from ctxsmith_tui.kept.settling import settle
from ctxsmith_tui.model import Action, Level, NoteState, PlacedDecision, Spec
from ctxsmith_tui.pack.ranges import subtract
from ctxsmith_tui.pack.request import Pin
from ctxsmith_tui.rank.weights import SHIPPED
from ctxsmith_tui.store.curations_store import StoredCuration

USED = InForce(SHIPPED, (), StoredCuration(1))
RANGES = st.tuples(st.integers(1, 9), st.integers(0, 4)).map(lambda pair: (pair[0], pair[0] + pair[1]))
PATHS = st.sampled_from(["a.py", "b.py"])


def placement(action: Action, path: str, lines: tuple[int, int]) -> Placement:
    spec = Spec(path, *lines)
    decision = PlacedDecision(str(spec), action, Level.FULL, spec, NoteState.CURRENT, "")
    return Placement(decision, (Place(path, lines, ""),))


PLACEMENTS = st.lists(st.builds(placement, st.sampled_from(Action), PATHS, RANGES), max_size=8)


@given(PLACEMENTS, st.lists(st.builds(Pin, PATHS, RANGES, st.just(""), st.just(Level.PATH)), max_size=2))
def test_no_pin_that_holds_is_wholly_excluded_and_none_is_dropped_unsaid(
    placements: list[Placement], pins: list[Pin]
) -> None:
    settled = settle(USED, placements, Decided(tuple(pins)))
    excluded = settled.decided.excluded
    assert settled.decided.pins[len(settled.decided.pins) - len(pins) :] == tuple(pins)
    assert all(subtract(pin.lines, excluded.get(pin.path, ())) for pin in settled.decided.pins)
    given_places = {(pin.path, pin.lines) for pin in pins}
    wanted = [each.places[0] for each in placements if each.decision.action is Action.PIN]
    own = [place for place in wanted if (place.path, place.lines) not in given_places]
    dropped = sum("it is left out" in notice for notice in settled.notices)
    assert len(own) == len(settled.decided.pins) - len(pins) + dropped


@given(PLACEMENTS)
def test_the_last_decision_holds(placements: list[Placement]) -> None:
    if not placements:
        return
    last = placements[-1]
    path, lines, _ = last.places[0]
    decided = settle(USED, placements, Decided()).decided
    if last.decision.action is Action.EXCLUDE:
        assert not subtract(lines, decided.excluded.get(path, ()))
    else:
        assert any((pin.path, pin.lines) == (path, lines) for pin in decided.pins)
