"""`changes`, and `context --diff`, as processes on a real repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxsmith_tui.cli.optional import with_values

from .conftest import SESSIONS, Cli, commit_all, git, write


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """A branch with a commit of its own, and changes that are not committed."""
    base = tmp_path_factory.mktemp("changed")
    (base / "home").mkdir()
    cli = Cli(base / "repo", base / "home")
    cli.folder.mkdir()
    write(cli.folder, {"app/sessions.py": SESSIONS, "old.py": "x = 1\n", "README.md": "# Demo\n"})
    commit_all(cli, ["Keep the session in a cookie"])
    git(cli.folder, cli.env, "checkout", "-q", "-b", "topic")
    write(cli.folder, {"app/sessions.py": SESSIONS.replace("return {}", "return None")})
    git(cli.folder, cli.env, "add", "-A")
    git(cli.folder, cli.env, "-c", "user.name=S", "-c", "user.email=s@e.org", "commit", "-q", "-m", "None")
    (cli.folder / "old.py").unlink()
    write(cli.folder, {"new\x1b[31m.py": "def fresh():\n    return 1\n"})
    assert cli("index").code == 0
    return cli


def test_changes_lists_files_hunks_and_symbols(changed: Cli) -> None:
    ran = changed.ask("changes")
    assert ran.code == 0
    assert ran.text.splitlines() == [
        "A new\\x1b[31m.py  +2 -0",
        "              1-2  +2 -0       fresh",
        "D old.py  +0 -1",
        "                1  +0 -1",
    ]
    assert "Review of the working tree, from " in ran.stderr
    assert "2 files, +2 -1 lines" in ran.stderr


def test_changes_of_a_branch_as_json(changed: Cli) -> None:
    found = changed.ask("changes", "main", "--json").json
    assert found["base"] == "main"
    assert found["title"] == "Review of main...HEAD"
    (file,) = found["files"]
    assert (file["path"], file["status"], file["added"], file["removed"]) == (
        "app/sessions.py",
        "changed",
        1,
        1,
    )
    assert file["hunks"][0]["symbol"] == "SessionStore.open_session"
    assert ["-", 10, 0, "            return {}"] in file["hunks"][0]["lines"]


def test_an_unknown_base_is_wrong_usage(changed: Cli) -> None:
    for args in (("changes", "nowhere"), ("context", "--diff", "nowhere")):
        ran = changed.ask(*args)
        assert ran.code == 2
        assert "no commit 'nowhere' here" in ran.error


def test_outside_a_repository_the_fix_is_named(fresh: Cli) -> None:
    write(fresh.folder, {"a.py": "x = 1\n"})
    ran = fresh("changes")
    assert ran.code == 2
    assert "`git init`" in ran.error


@pytest.mark.parametrize(
    ("args", "title"),
    [
        (("--diff",), "Review of the working tree"),
        (("--diff", "-b", "2k"), "Review of the working tree"),
        (("--diff", "main"), "Review of main...HEAD"),
        (("--diff=main",), "Review of main...HEAD"),
        (("is it safe", "--diff"), "is it safe"),
        (("--diff", "is it safe"), "is it safe"),
        (("is it safe", "--diff", "main"), "is it safe"),
        (("--diff=main", "is it safe"), "is it safe"),
        (("--diff", "main", "is it safe"), "is it safe"),
        (("--diff", "--", "safe"), "safe"),
    ],
)
def test_diff_may_stand_alone_or_name_a_base(changed: Cli, args: tuple[str, ...], title: str) -> None:
    ran = changed.ask("context", *args)
    assert ran.code == 0
    assert ran.text.startswith(f"# Context for: {title}\n")
    is_branch = any("main" in each for each in args)
    assert ("+            return None" in ran.text) == is_branch
    assert ("- old.py: removed, -1" in ran.text) != is_branch


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([], []),
        (["--diff"], ["--diff="]),
        (["--diff", "main"], ["--diff=main"]),
        (["--diff", "--json"], ["--diff=", "--json"]),
        (["--diff", "two words"], ["--diff=", "two words"]),
        (["--diff", ""], ["--diff=", ""]),
        (["--diff", "-"], ["--diff=", "-"]),
        (["--diff", "--diff"], ["--diff=", "--diff="]),
        (["--diff=x", "main"], ["--diff=x", "main"]),
        (["--", "--diff"], ["--", "--diff"]),
        (["--diff", "--", "--diff"], ["--diff=", "--", "--diff"]),
    ],
)
def test_the_value_goes_into_the_word_of_the_option(given: list[str], meant: list[str]) -> None:
    assert list(with_values(given)) == meant


def test_help_tells_of_the_optional_value(changed: Cli, tmp_path: Path) -> None:
    text = changed.ask("context", "--help").text
    assert "--diff [BASE]" in text
    assert "changes" in changed.ask("--help").text
