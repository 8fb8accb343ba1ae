"""Options that all commands share, values as people write them, and what is said about wrong ones."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from ctxsmith_tui import __version__
from ctxsmith_tui.cli.packing import Format, TargetName
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.pack.defaults import DEFAULT_TOKENIZER
from ctxsmith_tui.pack.formats import FORMATS
from ctxsmith_tui.pack.targets import TARGETS
from ctxsmith_tui.text.amounts import read_budget

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Cli


@pytest.mark.parametrize(
    "order", ["-C {root} rank session", "rank -C {root} session", "rank session --root {root}"]
)
def test_the_repository_is_chosen_before_or_after_the_command(cli: Cli, tmp_path: Path, order: str) -> None:
    ran = cli(*order.format(root=cli.folder).split(), "--json", cwd=tmp_path)
    assert ran.code == 0
    assert ran.json["index"]["root"] == str(cli.folder)


def test_the_nearest_repository_upward_is_the_default(cli: Cli) -> None:
    assert cli("rank", "session", "--json", cwd=cli.folder / "app").json["index"]["root"] == str(cli.folder)


def test_the_option_after_the_command_wins(cli: Cli) -> None:
    assert cli("-C", "/nowhere", "rank", "session", "-C", ".").code == 0


def test_a_folder_that_is_none(cli: Cli) -> None:
    ran = cli("rank", "session", "-C", "nowhere")
    assert ran.code == 2
    assert "nowhere" in ran.error


def test_the_home_folder_needs_force(fresh: Cli) -> None:
    home = fresh.env["HOME"]
    ran = fresh("index", "-C", home)
    assert ran.code == 2
    assert "--force" in ran.error
    assert fresh("index", "-C", home, "--force").code == 0


def test_the_task_can_come_from_stdin(cli: Cli) -> None:
    task = "the session cookie\nis lost – ünïcode"
    ran = cli("rank", "-", "--json", stdin=task.encode() + b" \xff")
    assert ran.json["task"] == task + " \ufffd"


@pytest.mark.parametrize("command", ["context", "rank"])
def test_an_empty_task_is_refused(cli: Cli, command: str) -> None:
    for ran in (cli(command, " \n"), cli(command, "-", stdin=b"\n")):
        assert ran.code == 2
        assert "nothing is asked" in ran.error


@pytest.mark.parametrize(
    ("written", "tokens"),
    [
        ("8000", 8000),
        ("8k", 8000),
        ("8K", 8000),
        ("8_000", 8000),
        ("8,000", 8000),
        ("1", 1),
        ("auto", "auto"),
    ],
)
def test_budgets_as_people_write_them(written: str, tokens: int | str) -> None:
    assert read_budget(written) == tokens


@pytest.mark.parametrize("written", ["0", "-1", "1000001", "1001k", "8.5k", "", "many", "8,00", "٣"])
def test_budgets_that_are_none(written: str) -> None:
    with pytest.raises(UsageError, match="such as 8000 or 8k, or auto"):
        read_budget(written)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["context", "x", "-b", "none"], "is no budget"),
        (["context", "x", "--tokenizer", "nope"], "unknown tokenizer"),
        (["context", "x", "--format", "yaml"], "markdown"),
        (["context", "x", "--pin", "nowhere.py"], "nowhere.py"),
        (["context", "fix", "the", "bug"], "in quotes"),
        (["context"], "TASK"),
        (["rank", "x", "-n", "0"], "--limit"),
        (["rank", "x", "--bogus"], "--bogus"),
        (["explode"], "explode"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli(*arguments)
    assert (ran.code, ran.stdout) == (2, b"")
    assert says in ran.error
    assert "; " in ran.error
    assert len(ran.stderr.splitlines()) == 1


def test_debug_shows_where(cli: Cli) -> None:
    ran = cli("context", "x", "--tokenizer", "nope", "--debug")
    assert ran.code == 2
    assert "Traceback" in ran.stderr
    assert ran.stderr.splitlines()[-1].startswith("error: unknown tokenizer")


def test_version_and_help(cli: Cli) -> None:
    assert cli("--version").text == f"ctxsmith-tui {__version__}\n"
    overview = cli().text
    assert overview == cli("-h").text == cli("--help").text
    for command in ("context", "rank", "why", "search", "index", "overview", "coverage", "config", "prompts"):
        assert f"  {command} " in overview
    assert "..." not in overview.partition("Commands:")[2]
    assert "Examples:\n" in cli("context", "-h").text


def test_help_does_not_load_what_only_commands_need() -> None:
    program = (
        "import sys\n"
        "from ctxsmith_tui.cli.app import run\n"
        "run(['--help'])\n"
        "heavy = 'numpy apsw tiktoken tree_sitter textual mcp rich pydantic ctxsmith_tui.engine'.split()\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stderr == "[]\n"


def test_completion_is_available(cli: Cli) -> None:
    ran = cli("--show-completion", "bash", env={"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"})
    assert "complete" in ran.text
    words = {"COMP_WORDS": "ctxsmith-tui ove", "COMP_CWORD": "1"}
    ran = cli(env={"_CTXSMITH_TUI_COMPLETE": "complete_bash", **words})
    assert "overview" in ran.text


def test_names_that_are_repeated_for_speed_agree() -> None:
    assert [format.value for format in Format] == list(FORMATS)
    assert [target.value for target in TargetName] == list(TARGETS)
    assert DEFAULT_TOKENIZER == "cl100k_base"
