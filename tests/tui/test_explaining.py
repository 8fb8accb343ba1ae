"""What is said of decisions whose code has changed or gone."""

from __future__ import annotations

import pytest

from ctxsmith_tui.model import Action, Curation, Level, NoteState, PlacedDecision, Spec
from ctxsmith_tui.tui.explaining import trouble
from ctxsmith_tui.tui.state import Snapshot

FUNCTION = Spec("a.py", symbol="C.f")


def snapshot(state: NoteState, change: str = "") -> Snapshot:
    pin = PlacedDecision("a.py::C.f", Action.PIN, Level.FULL, FUNCTION, state, change)
    return Snapshot(Curation("", "a task", (pin,), {}, (), 8_000, "markdown", "cl100k_base", {}, 1))


@pytest.mark.parametrize("spec", [FUNCTION, Spec("a.py")])
def test_a_function_and_its_file_say_what_became_of_a_pin(spec: Spec) -> None:
    assert trouble(spec, snapshot(NoteState.CURRENT)) == ""
    assert trouble(spec, snapshot(NoteState.STALE, "1 line changed")) == (
        "The pin of a.py::C.f is stale, its code has changed: 1 line changed."
    )
    assert "is lost: its code is gone; a on the file" in trouble(spec, snapshot(NoteState.LOST))


@pytest.mark.parametrize("spec", [Spec("a.py", symbol="C.g"), Spec("b.py")])
def test_other_places_say_nothing_of_it(spec: Spec) -> None:
    assert trouble(spec, snapshot(NoteState.LOST)) == ""
