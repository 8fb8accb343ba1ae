"""What a workbench shows first, and what it shows once it has asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Curation
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.tui.opening import first_snapshot

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
