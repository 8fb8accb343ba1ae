"""The README and its pages say what is so.

`UPDATE_README=1 pytest tests/test_readme.py` writes their tables of keys anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_command

from ctxsmith_tui.cli.app import app
from ctxsmith_tui.personal.settings import TEMPLATE, load_settings
from ctxsmith_tui.tui.keys import ACTION_OF, ACTIONS, shown_keys

ROOT = Path(__file__).parent.parent
README, SETTINGS = ROOT / "README.md", ROOT / "docs" / "settings.md"
PAGES = (README, *sorted((ROOT / "docs").glob("*.md")))
COMMANDS = set(vars(get_command(app))["commands"])
UPDATE = bool(os.environ.get("UPDATE_README"))


def keys_table() -> str:
    """Every action of the workbench by its keys."""
    rows = ["| keys | action |", "|---|---|"]
    group = ""
    for action in ACTIONS:
        if action.group != group:
            group = action.group
            rows.append(f"| | **{group}** |")
        keys = " ".join(f"`{shown_keys(key)}`" for key in action.keys.split(","))
        rows.append(f"| {keys} | {action.label}: {action.help[0].lower()}{action.help[1:]} |")
    return "\n".join(rows)


def actions_table() -> str:
    """The names of actions that a keymap may have, with the keys that they have without one."""
    rows = [f"| `{action.id}` | `{action.keys}` |" for action in ACTIONS]
    return "\n".join(["| action | keys |", "|---|---|", *rows])


@pytest.mark.parametrize(
    ("page", "name", "table"), [(README, "keys", keys_table), (SETTINGS, "actions", actions_table)]
)
def test_a_table_is_the_registry_of_actions(page: Path, name: str, table: Callable[[], str]) -> None:
    text = page.read_text(encoding="utf-8")
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    before, _, rest = text.partition(begin)
    kept, found, after = rest.partition(end)
    assert found, f"{page.name} has no place for the table of {name}"
    if UPDATE:
        page.write_text(f"{before}{begin}{table()}\n{end}{after}", encoding="utf-8")
    else:
        assert kept == f"{table()}\n", "UPDATE_README=1 pytest tests/test_readme.py writes it anew"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_pages_and_pictures_are_all_linked() -> None:
    text = README.read_text(encoding="utf-8")
    pictures = [f"screenshots/{place.name}" for place in (ROOT / "screenshots").glob("*.png")]
    assert [name for name in pictures if name not in text] == []
    assert [page.name for page in PAGES[1:] if f"(docs/{page.name})" not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_on_a_page_exists(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    used = {found for line in lines for found in re.findall(r"(?:^|`|\$ )ctxsmith-tui ([a-z]+)", line)}
    assert used - COMMANDS == set()


def test_every_command_is_in_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    listed = text[text.index("| command | answers |") : text.index("`-C DIR`")]
    words = set(re.findall(r"[a-z]+", listed))
    assert COMMANDS - words == set()


def test_the_settings_of_the_example_are_settings(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", SETTINGS.read_text(encoding="utf-8"), re.DOTALL)
    assert example
    place = tmp_path / "config.toml"
    place.write_text(example[1], encoding="utf-8")
    found, wrong = load_settings(place)
    assert wrong == ()
    assert found.given == {line.split(" = ")[0] for line in example[1].split("\n\n")[0].splitlines()} | {
        "margins",
        "keymap",
    }
    assert set(found.keymap) <= set(ACTION_OF)


def test_the_keymap_of_the_settings_template_names_an_action() -> None:
    keymap = TEMPLATE[TEMPLATE.index("[keymap]") :]
    assert re.findall(r"^# (\w+) = ", keymap, re.MULTILINE) == ["copy"]
    assert "copy" in ACTION_OF
