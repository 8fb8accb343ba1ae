"""Small repositories to ask questions about, free of the git settings of whoever runs the tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from ctxsmith_tui import Engine

Files = Mapping[str, "str | bytes"]
Commits = Sequence[tuple[str, Files]]
MakeEngine = Callable[..., Engine]

_SETTINGS = {"user.name": "Someone", "user.email": "someone@example.org", "init.defaultBranch": "main"}
_OPTIONS = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]


def _write(root: Path, files: Files) -> None:
    for name, content in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)


def _git(root: Path, *args: str, second: int = 0) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    date = f"{1_700_000_000 + second} +0000"
    env |= {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_DATE": date,
        "GIT_COMMITTER_DATE": date,
    }
    subprocess.run(["git", *_OPTIONS, *args], cwd=root, env=env, check=True, capture_output=True)


@pytest.fixture(scope="session")
def make_engine(tmp_path_factory: pytest.TempPathFactory) -> MakeEngine:
    """Make a folder of `files` and open it; with `commits`, (message, files) pairs, it is a repository.

    `files` are written last and belong to the last commit of a repository, under the message "start".
    """

    def make(files: Files = {}, commits: Commits = (), *, is_git: bool = False) -> Engine:  # noqa: B006
        root = tmp_path_factory.mktemp("repo")
        if commits or is_git:
            _git(root, "init", "-q")
        for second, (message, changed) in enumerate([*commits, *([("start", files)] if commits else [])]):
            _write(root, changed)
            _git(root, "add", "-A")
            _git(root, "commit", "-q", "--allow-empty", "-m", message, second=second)
        _write(root, files)
        return Engine(root)

    return make


@pytest.fixture
def nobodys_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home with git settings of nobody in particular; returns the file that holds these."""
    home = tmp_path / "home"
    home.mkdir()
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name in ("HOME", "XDG_CONFIG_HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    config = home / "gitconfig"
    config.write_text(
        "[user]\n\tname = Someone\n\temail = someone@example.org\n"
        '[protocol "file"]\n\tallow = always\n[init]\n\tdefaultBranch = main\n'
    )
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    return config
