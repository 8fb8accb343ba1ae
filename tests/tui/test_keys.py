"""One registry of actions: every key means one thing, and everything in it works."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ctxsmith_tui.tui.app import Workbench
from ctxsmith_tui.tui.commands import all_commands
from ctxsmith_tui.tui.keys import ACTION_OF, ACTIONS, Action, keymap_complaints, shown_keys
from ctxsmith_tui.tui.opening import NOTHING_YET
from ctxsmith_tui.tui.screens.help import help_entries, help_lines

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


def test_help_has_every_action_with_its_keys() -> None:
    entries = help_entries()
    for action in ACTIONS:
        assert (shown_keys(action.keys), action.label, action.help) in entries


def test_help_has_the_keys_that_a_person_chose() -> None:
    assert ("F5", "Pin", ACTION_OF["pin"].help) in help_entries({"pin": "f5"})


@pytest.mark.parametrize("width", [40, 74, 96])
def test_help_fits_and_loses_no_word(width: int) -> None:
    lines = [text for _, text in help_lines(help_entries(), width)]
    assert all(len(line) <= width for line in lines)
    said = " ".join(" ".join(lines).split())
    for action in ACTIONS:
        assert action.help.split()[-1] in said


def test_few_keys_stand_in_the_last_line() -> None:
    assert sorted(action.footer for action in ACTIONS if action.footer) == list(range(1, 10))


@pytest.mark.parametrize(
    ("keys", "shown"),
    [("ctrl+d,pagedown", "Ctrl+D PgDn"), ("left_square_bracket", "["), ("U,ctrl+r", "U Ctrl+R"), ("g", "g")],
)
def test_keys_are_shown_as_on_the_keyboard(keys: str, shown: str) -> None:
    assert shown_keys(keys) == shown


def test_a_keymap_that_cannot_work_is_complained_about() -> None:
    assert keymap_complaints({}) == []
    assert keymap_complaints({"pin": "f5"}) == []
    (unknown,) = keymap_complaints({"nosuch": "f5"})
    assert "nosuch" in unknown
    (twice,) = keymap_complaints({"pin": "x"})
    assert "x means pin and exclude" in twice
