"""Throw-away git repositories that do not see the settings of whoever runs the tests."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

Files = Mapping[str, "str | bytes"]
_NONE: Files = MappingProxyType({})


class Repo:
    """A git repository at `path`."""

    def __init__(self, path: Path, files: Files) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self.git("-c", "init.defaultBranch=main", "init", "-q")
        if files:
            self.commit("start", files)

    def git(self, *args: str, stdin: bytes | None = None) -> str:
        process = subprocess.run(["git", "-C", str(self.path), *args], input=stdin, capture_output=True)
        assert process.returncode == 0, process.stderr
        return process.stdout.decode().strip()

    def write(self, files: Files) -> None:
        for name, content in files.items():
            place = self.path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode() if isinstance(content, str) else content)

    def commit(self, message: str, files: Files = _NONE) -> str:
        self.write(files)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-F", "-", stdin=message.encode())
        return self.git("rev-parse", "HEAD")


MakeRepo = Callable[..., Repo]


@pytest.fixture(autouse=True)
def _nobodys_settings(nobodys_settings: Path) -> None:
    """No test here depends on who runs it."""


@pytest.fixture
def make_repo(tmp_path: Path) -> MakeRepo:
    """Make a repository with one commit of `files`, or with none: `make_repo(files, name)`."""

    def make(files: Files = _NONE, name: str = "repo") -> Repo:
        return Repo(tmp_path / name, files)

    return make


@pytest.fixture
def global_config(tmp_path: Path) -> Path:
    """The git settings of the user."""
    return tmp_path / "home" / "gitconfig"
