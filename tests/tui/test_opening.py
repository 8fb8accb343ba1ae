"""What a workbench shows first, and what it shows once it has asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Curation
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.store.curations_store import CurationsStore
from ctxsmith_tui.store.json_values import Value
from ctxsmith_tui.store.user_database import UserDatabase
from ctxsmith_tui.tui.opening import first_snapshot
from ctxsmith_tui.tui.state import Phase

if TYPE_CHECKING:
    from tests.tui.conftest import Desk, Drive

MINE = UserSettings(budget=3_000, format="xml", tokenizer="o200k_base")


def layout(curation: Curation) -> tuple[object, ...]:
    return curation.budget, curation.format, curation.tokenizer


@pytest.mark.parametrize("kept", [{}, {"task": "paint it"}, {"format": "plain"}])
def test_settings_fill_in_what_a_curation_leaves_open(
    make_engine: Callable[..., Engine], drive: Drive, kept: dict[str, str]
) -> None:
    engine = make_engine({"app.py": "def paint():\n    return 1\n"})
    engine.index()
    if kept:
        engine.set_curation(**kept)
    expected = (3_000, kept.get("format", "xml"), "o200k_base")
    assert layout(first_snapshot(engine.root, MINE).curation) == expected

    async def script(desk: Desk) -> None:
        assert layout(desk.state.curation) == expected

    drive(engine, script, settings=MINE)


@pytest.mark.parametrize(
    ("decision", "wrong"),
    [
        ({"action": "paint", "order": 1}, "paint"),
        ({"order": 1}, "action"),
        ("pin", ""),
        ({"action": "pin", "level": "most", "order": 1}, "most"),
    ],
)
def test_a_decision_that_cannot_be_read_is_said_and_nothing_else_happens(
    make_engine: Callable[..., Engine], decision: Value, wrong: str
) -> None:
    root = make_engine({"app.py": "x = 1\n"}).root
    items = {"task": "paint it", "decision/app.py": decision}
    CurationsStore(UserDatabase(root)).change(lambda current: items, label="put", writer=1)
    first = first_snapshot(root)
    assert first.phase is Phase.FAILED
    assert "tui-notes.db holds a value that cannot be read" in first.error
    assert wrong in first.error
