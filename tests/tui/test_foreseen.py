"""What is shown of a change before it is kept is what is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action, Level, Spec
from ctxsmith_tui.tui.foreseen import changed, decided


@pytest.mark.parametrize(
    "changes",
    [
        {"budget": 900, "scope": ("shop/",)},
        {"settings": {"prompt": "plan"}},
        {"settings": {"prompt": "", "base": "main"}},
        {"settings": {"base": ""}},
        {"weights": {"title": 2.0}},
        {"weights": {"title": 1.0, "words": 0.0}},
    ],
)
def test_settings_are_as_they_will_be_kept(shop: Path, changes: dict[str, Any]) -> None:
    with Engine(shop) as engine:
        engine.refresh()
        before = engine.set_curation(
            settings={"prompt": "review", "base": "work tree"}, weights={"title": 3.0}
        )
        kept = engine.set_curation(**changes)
        shown = changed(before, **changes)
        for name in ("budget", "scope", "settings", "weights"):
            assert getattr(shown, name) == getattr(kept, name), name


@pytest.mark.parametrize("action", [Action.PIN, Action.EXCLUDE, None])
def test_decisions_are_as_they_will_be_kept(shop: Path, action: Action | None) -> None:
    prices, customer = Spec("shop/prices.py"), Spec("shop/customer.py", symbol="Customer")
    with Engine(shop) as engine:
        engine.refresh()
        engine.decide(Action.PIN, customer)
        before = engine.decide(Action.PIN, prices, level=Level.SLICE)
        kept = engine.decide(action, prices, level=Level.OUTLINE)
        shown = decided(before, action, prices, Level.OUTLINE)
        assert {(d.action, d.level, d.spec) for d in shown.decisions} == {
            (d.action, d.level, d.spec) for d in kept.decisions
        }
