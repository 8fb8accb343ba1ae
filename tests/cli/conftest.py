"""Runs the real command line, as a process, on a small repository that is indexed once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

COMMAND = [sys.executable, "-m", "ctxsmith_tui"]

SESSIONS = '''"""Sessions live in a signed cookie."""


class SessionStore:
    """Opens and saves the session of a request."""

    def open_session(self, cookie):
        """Read the session from the cookie."""
        if cookie is None:
            return {}
        return decode(cookie)

    def save_session(self, session, expires):
        """Write the session back into the cookie."""
        return encode(session, expires)
'''

SIGNING = """from app.sessions import SessionStore


def sign(value, key):
    return value + key
"""

MAIN = """from app.sessions import SessionStore
from app.signing import sign

store = SessionStore()
"""

TEST = """from app.sessions import SessionStore


def test_cookie():
    assert SessionStore().open_session(None) == {}
"""

FILES: Mapping[str, str | bytes] = {
    "app/sessions.py": SESSIONS,
    "app/signing.py": SIGNING,
    "app/main.py": MAIN,
    "tests/test_sessions.py": TEST,
    "README.md": "# Demo\n\nHow the session cookie is signed.\n",
    "logo.bin": b"\x00\x01\x02" * 50,
}


@dataclass(frozen=True)
class Ran:
    """What a run of the command line left."""

    code: int
    stdout: bytes
    stderr: str

    @property
    def text(self) -> str:
        return self.stdout.decode()

    @property
    def json(self) -> Any:
        self.stdout.decode("ascii")
        return json.loads(self.stdout)

    @property
    def error(self) -> str:
        """The one line on stderr."""
        assert "Traceback" not in self.stderr
        lines = self.stderr.splitlines()
        assert lines, "nothing on stderr"
        assert lines[-1].startswith("error: ")
        return lines[-1]


class Cli:
    """Runs commands in a folder, with an environment that nobody's settings reach."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self._answers: dict[tuple[str, ...], Ran] = {}
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("GIT_", "TYPER_", "PYTEST_", "CTXSMITH_", "XDG_"))
            and name not in ("NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR")
        }
        self.env = inherited | {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}

    def __call__(
        self,
        *args: str | bytes | Path,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Ran:
        done = subprocess.run(
            [*COMMAND, *args],
            input=stdin,
            capture_output=True,
            cwd=cwd or self.folder,
            env=self.env | dict(env or {}),
            timeout=60,
        )
        return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "backslashreplace"))

    def ask(self, *args: str) -> Ran:
        """The answer to a question that changes nothing; asked again, it is remembered."""
        if args not in self._answers:
            self._answers[args] = self(*args)
        return self._answers[args]

    def start(self, *args: str, **options: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen([*COMMAND, *args], cwd=self.folder, env=self.env, **options)


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)


def git(folder: Path, env: Mapping[str, str], *args: str) -> None:
    identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    subprocess.run(["git", *identity, *args], cwd=folder, env=env, check=True, capture_output=True)


def commit_all(cli: Cli, messages: Sequence[str]) -> None:
    git(cli.folder, cli.env, "-c", "init.defaultBranch=main", "init", "-q")
    for message in messages:
        git(cli.folder, cli.env, "add", "-A")
        git(cli.folder, cli.env, "commit", "-q", "--allow-empty", "-m", message)


@pytest.fixture(scope="session")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """The command line in a repository with an index."""
    base = tmp_path_factory.mktemp("cli")
    (base / "home").mkdir()
    made = Cli(base / "repo", base / "home")
    made.folder.mkdir()
    write(made.folder, FILES)
    commit_all(made, ["Keep the session in a cookie"])
    assert made("index").code == 0
    return made


@pytest.fixture
def fresh(tmp_path: Path) -> Cli:
    """The command line in an empty folder outside any repository."""
    (tmp_path / "home").mkdir()
    (tmp_path / "work").mkdir()
    return Cli(tmp_path / "work", tmp_path / "home")
