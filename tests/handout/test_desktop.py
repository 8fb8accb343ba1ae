"""A real X clipboard: what was copied is what can be pasted, and it stays when the app is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from .conftest import Desk, Needs, at, put_into, x_clipboard

TEXTS = {
    "one line": "def f(): ...",
    "trailing newlines": "a\nb\n\n",
    "other line ends": "a\r\nb\rc\n\r",
    "emoji and accents": "😀 e\u0301 é 漢字 \u202e",
    "markup and escapes": "[bold]x[/bold] \x1b[31m",
}
APP = """
import sys
from pathlib import Path
from ctxsmith_tui.handout.clipboard import copy
print(copy("kept", write_terminal=None, fallback=Path("/nonexistent/x")).backend, flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=["xclip", "xsel"])
def tool(request: pytest.FixtureRequest, needs: Needs, desk: Desk) -> str:
    """The only clipboard program of this desk."""
    name: str = request.param
    (desk.folder / "bin").mkdir()
    (desk.folder / "bin" / name).symlink_to(needs(name))
    return name


@pytest.fixture
def sitting(display: str, desk: Desk, tool: str) -> dict[str, str]:
    """The environment of someone who has only this program."""
    return {"PATH": str(desk.folder / "bin"), "DISPLAY": display, "HOME": str(desk.folder)}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_copy_can_be_pasted(
    display: str, desk: Desk, tool: str, sitting: dict[str, str], text: str
) -> None:
    put_into(display, b"before")
    copied = desk.copy(text, sitting)
    assert (copied.backend, copied.verified) == (tool, True)
    assert copied.message.endswith(f" with {tool}, verified by reading it back")
    assert (copied.characters, copied.bytes) == (len(text), len(text.encode()))
    assert x_clipboard(display) == text.encode()
    assert desk.sent == []


def test_half_a_megabyte(display: str, desk: Desk, tool: str, sitting: dict[str, str]) -> None:
    text = "0123456789abcde\n" * 31_250
    copied = desk.copy(text, sitting)
    assert (copied.backend, copied.bytes) == (tool, 500_000)
    assert copied.verified or tool == "xsel"  # xsel 1.2 may hang on long texts when the machine is busy
    assert not copied.verified or x_clipboard(display) == text.encode()


def test_a_zero_byte_is_kept_or_the_loss_is_noticed(
    display: str, desk: Desk, sitting: dict[str, str]
) -> None:
    copied = desk.copy("a\0b", sitting)
    assert copied.verified == (x_clipboard(display) == b"a\0b")


def test_a_copy_outlives_the_app_and_lets_go_of_its_streams(
    display: str, tool: str, sitting: dict[str, str]
) -> None:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", APP]
    with subprocess.Popen(
        command, env=sitting, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
    ) as app:
        assert app.stdout is not None
        assert app.stdout.readline() == f"{tool}\n".encode()
        os.killpg(app.pid, signal.SIGHUP)  # what closing the terminal does
        assert app.communicate(timeout=10) == (b"", b"")  # waits for whoever holds the streams
    assert x_clipboard(display) == b"kept"


def test_a_display_that_is_not_there(needs: Needs, desk: Desk) -> None:
    needs("xclip")
    copied = desk.copy("text", at(":54321"), terminal=False)
    assert copied.backend == "file"
    assert "xclip: Error: Can't open display: " in copied.message


@pytest.mark.parametrize("name", ["SSH_CONNECTION", "SSH_TTY"])
def test_over_ssh_a_live_display_is_left_alone(display: str, desk: Desk, name: str) -> None:
    put_into(display, b"of the wrong machine")
    copied = desk.copy("text", {**at(display), name: "10.0.0.1 50000 10.0.0.2 22"})
    assert (copied.backend, copied.verified, len(desk.sent)) == ("OSC 52", False, 1)
    assert x_clipboard(display) == b"of the wrong machine"
