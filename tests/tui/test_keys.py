"""One registry of actions: every key means one thing, and everything in it works."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ctxsmith_tui.tui.app import Workbench
from ctxsmith_tui.tui.commands import all_commands
from ctxsmith_tui.tui.keys import ACTIONS, Action, shown_keys
from ctxsmith_tui.tui.opening import NOTHING_YET
from ctxsmith_tui.tui.screens.help import help_lines

# Legacy terminals send these as backspace, tab, line feed and enter, or stop their output.
UNSENDABLE = {"ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+s"}


def test_no_key_has_two_meanings() -> None:
    keys = Counter(key for action in ACTIONS for key in action.keys.split(","))
    assert [key for key, count in keys.items() if count > 1] == []


def test_every_key_can_be_sent() -> None:
    assert not UNSENDABLE & {key for action in ACTIONS for key in action.keys.split(",")}


@pytest.mark.parametrize("action", [each for each in ACTIONS if each.home == "app"], ids=lambda each: each.id)
def test_every_action_is_done_by_exactly_one_command(action: Action) -> None:
    app = Workbench(Path(), NOTHING_YET)
    found = [each for each in all_commands(app) if each.handler(action.id)]
    assert len(found) == 1


def test_help_names_every_action_and_its_keys() -> None:
    text = "\n".join(line for _, line in help_lines())
    for action in ACTIONS:
        assert action.help in text
        assert shown_keys(action.keys) in text


def test_few_keys_stand_in_the_last_line() -> None:
    assert sorted(action.footer for action in ACTIONS if action.footer) == list(range(1, 10))


@pytest.mark.parametrize(
    ("keys", "shown"),
    [("ctrl+d,pagedown", "Ctrl+D PgDn"), ("left_square_bracket", "["), ("U,ctrl+r", "U Ctrl+R"), ("g", "g")],
)
def test_keys_are_shown_as_on_the_keyboard(keys: str, shown: str) -> None:
    assert shown_keys(keys) == shown
