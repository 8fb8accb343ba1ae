"""A desktop without a screen, programs that only pretend, and what a terminal was sent."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from ctxsmith_tui.handout.clipboard import Copied, copy

Needs = Callable[[str], str]
Pretend = Callable[[str, str], None]
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


@pytest.fixture(scope="session")
def display(needs: Needs) -> Iterator[str]:
    """DISPLAY of an X server of our own."""
    needs("xclip")  # it looks into the clipboard for the tests
    reading, writing = os.pipe()
    command = [needs("Xvfb"), "-displayfd", str(writing), "-screen", "0", "64x64x8", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as ready:
        number = ready.readline().strip()  # written once it accepts clients
    try:
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def x_clipboard(display: str) -> bytes:
    """What a person would paste at this display, who tries again when nothing comes."""
    command = ["xclip", "-out", "-selection", "clipboard"]
    try:
        return subprocess.run(command, env=at(display), capture_output=True, check=True, timeout=5).stdout
    except subprocess.TimeoutExpired:
        return subprocess.run(command, env=at(display), capture_output=True, check=True, timeout=10).stdout


def put_into(display: str, content: bytes) -> None:
    """Something that the person copied before."""
    command = ["xclip", "-in", "-selection", "clipboard"]
    subprocess.run(command, env=at(display), input=content, stdout=subprocess.DEVNULL, check=True, timeout=10)


def at(display: str) -> dict[str, str]:
    """The environment of a person at this display."""
    return {"PATH": SYSTEM_PATH, "DISPLAY": display, "TERM": "xterm-256color"}


@pytest.fixture(scope="session")
def needs() -> Needs:
    """Absolute path of a program, without which the test is skipped."""

    def find(name: str) -> str:
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"{name} is not installed")
        return found

    return find


@pytest.fixture
def pretend(tmp_path: Path) -> Pretend:
    """Put a shell script of this name into the folder `bin`."""
    (tmp_path / "bin").mkdir()

    def make(name: str, script: str) -> None:
        place = tmp_path / "bin" / name
        place.write_text(f"#!/bin/sh\n{script}\n")
        place.chmod(0o755)

    return make


class Desk:
    """Someone who copies: `sent` is what the terminal got, `fallback` the file of last resort."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fallback = folder / "out" / "pack.md"
        self.sent: list[str] = []

    def copy(self, text: str, environment: Mapping[str, str], *, terminal: bool = True) -> Copied:
        writer = self.sent.append if terminal else None
        return copy(text, environment=environment, write_terminal=writer, fallback=self.fallback)

    def pretending(self, **variables: str) -> dict[str, str]:
        """An environment whose programs are the pretended ones, then those of a bare system."""
        return {"PATH": f"{self.folder / 'bin'}:/usr/bin:/bin", "TERM": "xterm-256color", **variables}

    def bare(self, **variables: str) -> dict[str, str]:
        """An environment without any program."""
        return {"PATH": str(self.folder / "nothing"), "TERM": "xterm-256color", **variables}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)
