"""Settings, instructions, targets and parts on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ctxsmith_tui import Engine

from .conftest import SESSIONS

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

TASK = "the session cookie is lost"


@pytest.fixture
def config(tmp_path: Path) -> dict[str, str]:
    """An environment with settings of its own."""
    return {
        "CTXSMITH_CONFIG": str(tmp_path / "own" / "config.toml"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }


def write(config: dict[str, str], text: str) -> Path:
    place = Path(config["CTXSMITH_CONFIG"])
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    return place


def test_settings_are_the_defaults_of_context(cli: Cli, config: dict[str, str]) -> None:
    write(config, 'budget = 400\nformat = "json"\ntarget = "claude"\n[margins]\nclaude = 2.0\n')
    pack = cli("context", TASK, "--json", env=config).json
    assert (pack["budget"], pack["target"], pack["format"]) == (200, "claude", "json")
    pack = cli("context", TASK, "--json", "-b", "300", "-f", "xml", "--target", "none", env=config).json
    assert (pack["budget"], pack["target"], pack["format"]) == (300, "none", "xml")
    assert pack["text"].startswith("<context>")
    assert "document" not in pack


def test_settings_fill_in_what_a_curation_leaves_open(fresh: Cli, config: dict[str, str]) -> None:
    write(config, 'budget = 400\nformat = "json"\n')
    (fresh.folder / "README.md").write_text("# The session cookie\n")
    with Engine(fresh.folder) as engine:
        engine.set_curation(task=TASK)
    shown = fresh("curations", "show", "--json", env=config).json
    assert (shown["budget"], shown["format"], shown["tokenizer"]) == (400, "json", "cl100k_base")
    pack = fresh("context", "--json", env=config).json
    assert (pack["budget"], pack["format"]) == (400, "json")
    with Engine(fresh.folder) as engine:
        engine.set_curation(budget=8_000)
    pack = fresh("context", "--json", env=config).json
    assert (pack["budget"], pack["format"]) == (8_000, "json"), "its own value wins, the built-in one too"
    assert fresh("pin", "README.md", "--json", env=config).json["budget"] == 8_000
    assert fresh("context", "--json", "-b", "500", env=config).json["budget"] == 500


def test_a_bad_file_is_one_note(cli: Cli, config: dict[str, str]) -> None:
    place = write(config, 'budget = "lots"\nformatt = "xml"\n')
    ran = cli("context", TASK, env=config)
    assert ran.code == 0
    notes = [line for line in ran.stderr.splitlines() if str(place) in line]
    assert len(notes) == 1
    assert "budget must be" in notes[0]
    assert "and 1 more" in notes[0]
    assert "of 8,000 tokens" in ran.stderr


def test_config_shows_what_is_in_force(cli: Cli, config: dict[str, str]) -> None:
    assert "not there" in cli("config", env=config).text
    assert cli("config", "--init", env=config).code == 0
    place = write(config, "budget = 400\nbogus = 1\n")
    again = cli("config", "--init", "--json", env=config)
    assert "is there already" in again.stderr
    assert place.read_text() == "budget = 400\nbogus = 1\n"
    assert again.json["settings"]["budget"] == 400
    assert (again.json["origins"]["budget"], again.json["origins"]["format"]) == ("file", "built-in")
    assert "bogus" in again.json["problems"][0]


def test_prompts_are_listed(cli: Cli, config: dict[str, str]) -> None:
    listed = cli("prompts", "--json", env=config).json["prompts"]
    assert [each["name"] for each in listed] == ["plan", "review"]
    assert "review" in cli("prompts", env=config).text


def test_a_repositorys_prompt_is_shown_before_its_first_use(cli: Cli, config: dict[str, str]) -> None:
    place = cli.folder / ".contextsmith/prompts/team.md"
    place.parent.mkdir(parents=True)
    place.write_text("Be brief.\n\x1b[31mEvil.\n")
    ask = ("context", TASK, "--prompt", "repo/team")
    ran = cli(*ask, env=config)
    assert ran.code == 2
    assert ".contextsmith/prompts/team.md" in ran.error
    assert "--accept-prompt" in ran.error
    ran = cli(*ask, "--accept-prompt", env=config)
    assert ran.code == 0
    assert "| Be brief.\n| \\x1b[31mEvil." in ran.stderr
    assert ran.text.rstrip().endswith("Be brief.\n\\x1b[31mEvil.")
    assert cli(*ask, env=config).stdout == ran.stdout
    place.write_text("Be quite different.\n")
    assert cli(*ask, env=config).code == 2


def test_instructions_that_do_not_fit(cli: Cli, config: dict[str, str]) -> None:
    ran = cli("context", TASK, "--prompt", "review", "-b", "60", env=config)
    assert ran.code == 1
    assert "the instructions alone need" in ran.error


def test_parts_go_to_files_of_their_own(cli: Cli, config: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "pack.md"
    ran = cli("context", TASK, "--part-tokens", "150", "-o", str(out), env=config)
    assert ran.code == 0
    assert not out.exists()
    places = sorted(tmp_path.glob("pack-*.md"))
    assert len(places) > 1
    assert places[1].read_text().startswith(f"Part 2 of {len(places)}")
    assert f"in {len(places)} parts of at most 150 tokens" in ran.stderr
    assert cli("context", TASK, "--part-tokens", "9000", "-o", str(out), env=config).code == 0
    assert out.read_bytes() == cli("context", TASK, env=config).stdout


def test_parts_on_stdout_follow_each_other(cli: Cli, config: dict[str, str]) -> None:
    options = ("--part-tokens", "200", "--format", "json")
    lines = cli("context", TASK, *options, env=config).text.splitlines()
    assert len(lines) > 1
    parts = cli("context", TASK, *options, "--json", env=config).json["parts"]
    assert parts == [f"{line}\n" for line in lines]
    for number, line in enumerate(lines, start=1):
        assert json.loads(line)["remarks"][0].startswith(f"Part {number} of {len(lines)}")


@pytest.mark.parametrize("tokens", ["0", "-3"])
def test_parts_of_nothing(cli: Cli, config: dict[str, str], tokens: str) -> None:
    assert "give 1 or more" in cli("context", TASK, "--part-tokens", tokens, env=config).error


@pytest.mark.parametrize("format", ["markdown", "xml", "json", "plain"])
@pytest.mark.parametrize(
    "options", [(), ("--part-tokens", "120"), ("--prompt", "review")], ids=["one", "parts", "instructions"]
)
def test_a_pack_that_was_written_into_the_repository_does_not_come_back(
    fresh: Cli, format: str, options: tuple[str, ...]
) -> None:
    (fresh.folder / "sessions.py").write_text(SESSIONS)
    ask = ("context", TASK, "--budget", "1500", "--format", format)
    assert fresh(*ask, *options, "-o", "pack.txt").code == 0
    before = fresh(*ask)
    assert "pack" not in before.text
    written = sorted(each.name for each in fresh.folder.glob("pack*"))
    assert len(written) > 1 if "--part-tokens" in options else len(written) == 1
    skipped = fresh("coverage", "--json").json["files"]
    assert [(each["path"], each["rule"]) for each in skipped] == [(name, "context pack") for name in written]
