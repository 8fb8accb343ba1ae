"""Commands about the place of the cursor."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Spec
from ctxsmith_tui.tui.commands.places import add_note, run_editor


def test_an_editor_that_fails_is_named_and_nothing_is_raised() -> None:
    assert run_editor([sys.executable, "-c", ""]) == ""
    assert "ended with 3" in run_editor([sys.executable, "-c", "raise SystemExit(3)"])
    assert "set EDITOR" in run_editor(["/nowhere/editor", "a.py"])
    assert "set EDITOR" in run_editor(["a\0b"])


@pytest.mark.parametrize(
    ("place", "kind"),
    [(Spec("a.py"), "file"), (Spec("a.py", symbol="f"), "symbol"), (Spec("a.py", 2, 2), "span")],
)
def test_a_note_is_on_the_place_and_can_be_undone(
    make_engine: Callable[..., Engine], place: Spec, kind: str
) -> None:
    engine = make_engine({"a.py": "def f():\n    return 1\n"})
    assert add_note(engine, "why", place, 1).kind == kind
    assert engine.undo(1) is not None
    assert engine.notes() == ()
