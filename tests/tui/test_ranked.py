"""Names of functions in the ranked list."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from ctxsmith_tui.model import RankedUnit
from ctxsmith_tui.tui.widgets.ranked import unit_name


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (42, "  SessionInterface.get_cookie_path 187-193"),
        (26, "  get_cookie_path 187-193"),
        (22, "  get_cookie_path 187"),
        (16, "  get_cooki… 187"),
    ],
)
def test_a_function_keeps_its_name_and_first_line_longest(room: int, shown: str) -> None:
    unit = RankedUnit("a.py", 187, 193, "SessionInterface.get_cookie_path", "method", "", (187, 193), 9, 1.0)
    name = unit_name(unit, room)
    assert name.rstrip() == shown
    assert cell_len(name) == room
