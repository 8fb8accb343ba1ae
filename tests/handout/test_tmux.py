"""Inside a real tmux with default options, used by terminals that come and go."""

from __future__ import annotations

import base64
import os
import pty
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from ctxsmith_tui.handout.seat import environment_of

from .conftest import SYSTEM_PATH, Desk, Needs, put_into, x_clipboard

SSH = "10.0.0.1 50000 10.0.0.2 22"
_OSC_52 = re.compile(rb"\x1b\]52;[a-z]*;([A-Za-z0-9+/=]+)(?:\x07|\x1b\\)")
_PANE = "#{socket_path},#{pid},0 #{pane_id}"


class Terminal:
    """A terminal with tmux in it; what tmux draws there is kept."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self._seen = b""
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with suppress(OSError):  # the other side is closed
            while chunk := os.read(self._ours, 65_536):
                with self._more:
                    self._seen += chunk
                    self._more.notify()

    def clipboard(self) -> bytes:
        """What tmux told this terminal to put into its clipboard; waits for it."""
        with self._more:
            assert self._more.wait_for(lambda: _OSC_52.search(self._seen), timeout=10), self._seen[-500:]
            found = _OSC_52.search(self._seen)
        assert found is not None
        return base64.b64decode(found[1])

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        os.close(self._ours)


class Tmux:
    """A server of our own with the options that tmux comes with."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._terminals: list[Terminal] = []

    def _command(self, *args: str) -> list[str]:
        return ["tmux", "-S", f"{self._folder}/s", "-f", "/dev/null", *args]

    def run(self, *args: str, environment: dict[str, str] | None = None) -> str:
        environment = environment or {"PATH": SYSTEM_PATH, "TERM": "xterm-256color"}
        command = self._command(*args)
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, timeout=10
        )
        return done.stdout.strip()

    def start(self, **variables: str) -> dict[str, str]:
        """Start a session in an environment; returns the environment of a program in its pane."""
        born = {"PATH": SYSTEM_PATH, "TERM": "xterm-256color", **variables}
        self.run("new-session", "-d", "-x", "80", "-y", "24", "cat", environment=born)
        self.run("set-hook", "-g", "client-attached", "wait-for -S attached")
        server, pane = self.run("display-message", "-p", _PANE).split()
        return {**born, "TERM": "screen", "TMUX": server, "TMUX_PANE": pane}

    def attach(self, *options: str, term: str = "xterm-256color", **variables: str) -> Terminal:
        """Attach a terminal that has these variables."""
        surroundings = {"PATH": SYSTEM_PATH, "TERM": term, **variables}
        terminal = Terminal(self._command(*options, "attach"), surroundings)
        self._terminals.append(terminal)
        self.run("wait-for", "attached")
        return terminal

    def close(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self.run("kill-server")
        for terminal in self._terminals:
            terminal.close()


@pytest.fixture
def tmux(needs: Needs) -> Iterator[Tmux]:
    needs("tmux")
    folder = tempfile.mkdtemp()  # the path of a socket must be short
    server = Tmux(folder)
    yield server
    server.close()
    shutil.rmtree(folder)


def test_over_ssh_tmux_hands_it_to_its_terminal(tmux: Tmux, display: str, desk: Desk) -> None:
    put_into(display, b"of the wrong machine")
    pane = tmux.start(DISPLAY=display, SSH_CONNECTION=SSH)
    terminal = tmux.attach(DISPLAY=display, SSH_CONNECTION=SSH)
    text = "é\r\n😀\n" * 6_000
    copied = desk.copy(text, pane)
    assert copied.message == "sent 54 KB through tmux to the terminal, not verifiable"
    assert (copied.backend, copied.verified, desk.sent) == ("tmux", False, [])
    assert terminal.clipboard() == text.encode()
    assert x_clipboard(display) == b"of the wrong machine"


def test_a_pane_older_than_the_connection(tmux: Tmux, display: str, desk: Desk) -> None:
    put_into(display, b"of the wrong machine")
    pane = tmux.start(DISPLAY=display)
    terminal = tmux.attach(SSH_CONNECTION=SSH)
    assert desk.copy("text", pane).backend == "tmux"
    assert terminal.clipboard() == b"text"
    assert x_clipboard(display) == b"of the wrong machine"


def test_a_pane_of_an_ended_connection(tmux: Tmux, display: str, desk: Desk) -> None:
    pane = tmux.start(DISPLAY=":54321", SSH_CONNECTION=SSH, SSH_TTY="/dev/pts/1")
    tmux.attach(DISPLAY=display)
    copied = desk.copy("text", pane)
    assert (copied.backend, copied.verified) == ("xclip", True)
    assert x_clipboard(display) == b"text"


def test_locally_without_a_desktop_tmux_hands_it_to_its_terminal(tmux: Tmux, desk: Desk) -> None:
    pane = tmux.start()
    terminal = tmux.attach()
    assert desk.copy("text", pane).backend == "tmux"
    assert terminal.clipboard() == b"text"


def test_two_terminals_leave_a_doubt(tmux: Tmux, display: str, desk: Desk) -> None:
    pane = tmux.start()
    tmux.attach(SSH_CONNECTION=SSH)
    tmux.attach(DISPLAY=display)
    copied = desk.copy("text", pane)
    assert (copied.backend, copied.verified) == ("xclip", False)
    assert copied.message.endswith("may not be yours: 2 terminals are attached to this tmux session")


def test_more_than_the_terminal_outside_takes(tmux: Tmux, desk: Desk) -> None:
    pane = tmux.start()
    tmux.attach()
    copied = desk.copy("x" * 500_000, pane)
    assert (copied.backend, copied.place) == ("file", desk.fallback)
    assert "tmux: this terminal takes at most 75 KB" in copied.message


def test_a_terminal_that_has_no_clipboard(tmux: Tmux, desk: Desk) -> None:
    pane = tmux.start()
    tmux.attach(term="linux")
    assert "tmux: this terminal takes no text" in desk.copy("text", pane).message


def test_nobody_attached_means_nothing_sent(tmux: Tmux, desk: Desk) -> None:
    copied = desk.copy("text", tmux.start(SSH_CONNECTION=SSH))
    assert copied.backend == "file"
    assert "tmux: no terminals are attached to this tmux session" in copied.message


def test_a_terminal_that_draws_the_panes_itself(tmux: Tmux, desk: Desk) -> None:
    pane = tmux.start()
    tmux.attach("-C", SSH_CONNECTION=SSH)
    assert environment_of(pane).remote
    assert desk.copy("text", pane).backend == "OSC 52"
    assert len(desk.sent) == 1
