"""The user's settings: what a good file sets, and what is said about a bad one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from ctxsmith_tui.pack.targets import MARGINS
from ctxsmith_tui.personal.settings import (
    TEMPLATE,
    VARIABLE,
    UserSettings,
    config_path,
    load_settings,
    settings_shape,
    write_template,
)


def load(folder: Path, text: str | bytes) -> tuple[UserSettings, tuple[str, ...]]:
    place = folder / "config.toml"
    place.write_bytes(text.encode() if isinstance(text, str) else text)
    return load_settings(place)


def test_no_file_gives_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "nothing.toml") == (UserSettings(), ())


def test_a_good_file_sets_what_it_names(tmp_path: Path) -> None:
    found, wrong = load(
        tmp_path,
        'theme = "light"\nbudget = "auto"\ntarget = "claude"\npart_tokens = 9000\neditor = "code --wait"\n'
        '[margins]\nclaude = 1.26\n[keymap]\ncopy = "y,ctrl+y"\n',
    )
    assert wrong == ()
    assert (found.theme, found.budget, found.target, found.part_tokens) == ("light", "auto", "claude", 9_000)
    assert found.editor == "code --wait"
    assert found.margins == {**MARGINS, "claude": 1.26}
    assert found.keymap == {"copy": "y,ctrl+y"}
    assert found.format == "markdown"
    assert "format" not in found.given
    assert "budget" in found.given


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("budget = 0", 'budget must be a whole number from 1 to 1000000, or "auto"'),
        ("budget = true", "budget must be"),
        ("budget = 8.5", "budget must be"),
        ('format = "word"', "format must be one of markdown, xml, json, plain"),
        ("format = [1]", "format must be one of"),
        ('theme = "pink"', "theme must be one of dark, light"),
        ("tokenizer = 3", "tokenizer must be the name of a tokenizer"),
        ('editor = "a\\u001bb"', "editor must be a command"),
        ("part_tokens = -1", "part_tokens must be a whole number from 1 to"),
        ('margins = "x"', "margins must be a table: a line [margins]"),
        ("[margins]\nclaude = nan", "margins.claude must be a number from 0.5 to 3.0"),
        ("[margins]\nllama = 1.0", "margins.llama must be the margin of a target, which are claude"),
        ("[keymap]\nquit = 3", 'keymap.quit must be keys with commas between them, such as "ctrl+p,p"'),
        ('[signal_groups]\nX = ["words"]', "there is no setting 'signal_groups'"),
        ("budgett = 3", "there is no setting 'budgett'; did you mean 'budget'?"),
        ("zzz = 3", "there is no setting 'zzz'; the settings are theme, keymap, budget"),
    ],
)
def test_a_bad_value_is_named_and_has_its_default(tmp_path: Path, text: str, said: str) -> None:
    found, wrong = load(tmp_path, text)
    assert len(wrong) == 1
    assert wrong[0].startswith(f"{tmp_path / 'config.toml'}: ")
    assert said in wrong[0]
    assert "\n" not in wrong[0]
    assert settings_shape(found) == settings_shape(UserSettings())


def test_what_is_right_beside_it_counts(tmp_path: Path) -> None:
    found, wrong = load(tmp_path, 'budget = "x"\nformat = "xml"\n[margins]\ngpt = 9\nclaude = 1.3\n')
    assert len(wrong) == 2
    assert (found.budget, found.format) == (8_000, "xml")
    assert found.margins == {**MARGINS, "claude": 1.3}


@pytest.mark.parametrize(
    ("text", "said"),
    [("a = \nb = 1", "line 1"), (b"# fine\nx = '\xff'", "line 2 is not UTF-8"), ("x = " + "[" * 9_000, ": ")],
)
def test_a_file_that_is_no_toml(tmp_path: Path, text: str | bytes, said: str) -> None:
    found, wrong = load(tmp_path, text)
    assert found == UserSettings()
    assert len(wrong) == 1
    assert said in wrong[0]
    assert wrong[0].endswith("the defaults are used")


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    _, wrong = load_settings(tmp_path)
    assert "cannot be read" in wrong[0]


def test_the_template_names_every_setting_with_its_default(tmp_path: Path) -> None:
    place = tmp_path / "new" / "config.toml"
    assert write_template(place)
    assert load_settings(place) == (UserSettings(), ())
    lines = (line.removeprefix("# ") for line in TEMPLATE.split("\n"))
    bare = "\n".join(line for line in lines if " = " in line or line.startswith("["))
    table = tomllib.loads(bare)
    table.pop("keymap")
    shape = settings_shape(UserSettings())
    assert table == {name: value for name, value in shape.items() if name != "keymap"}


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    place = tmp_path / "config.toml"
    place.write_text("mine")
    assert not write_template(place)
    assert place.read_text() == "mine"


def test_the_environment_names_another_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "x.toml"))
    assert config_path() == tmp_path / "x.toml"
    monkeypatch.delenv(VARIABLE)
    assert config_path().name == "config.toml"
