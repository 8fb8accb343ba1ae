"""The real application in a real terminal: killed, told to end, crashed, suspended."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action, Progress
from ctxsmith_tui.tui.app import Workbench
from ctxsmith_tui.tui.state import Phase
from ctxsmith_tui.tui.widgets.task_input import TaskInput
from tests.tui.conftest import Desk, Drive
from tests.tui.shop import TASK
from tests.tui.terminal import PATIENCE, Terminal, foreign_sequences

COMMITTED = 0.1  # seconds from a letter on the screen to its decision on disk, as promised
DRAFTED = 1.0  # seconds from a key in the task to its draft on disk, as promised


def decisions(root: Path) -> list[tuple[Action, str]]:
    with Engine(root) as engine:
        return [(each.action, str(each.spec)) for each in engine.curation().decisions]


def task(root: Path) -> str:
    with Engine(root) as engine:
        return engine.curation().task


def ready(terminal: Terminal) -> None:
    terminal.until("nothing left out")


def test_a_decision_that_is_on_the_screen_survives_a_kill(root: Path) -> None:
    with Terminal(root) as terminal:
        ready(terminal)
        before = terminal.press(" ")
        terminal.until("1P 0x", since=before)
        time.sleep(COMMITTED)  # the promise itself
        terminal.process.kill()
        assert terminal.process.wait() == -signal.SIGKILL
    assert decisions(root) == [(Action.PIN, "shop/prices.py")]


def test_a_draft_of_a_second_ago_survives_a_kill(root: Path) -> None:
    with Terminal(root) as terminal:
        ready(terminal)
        before = terminal.press("tand cents")  # all at once, as a slow line brings it
        terminal.until("and cents", since=before)
        time.sleep(DRAFTED)  # the promise itself
        terminal.process.kill()
        terminal.process.wait()
    assert task(root) == f"and cents{TASK}"
    assert decisions(root) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_everything_saved(number: signal.Signals, root: Path) -> None:
    """The draft is younger than what is kept by itself, and the decision too."""
    with Terminal(root) as terminal:
        ready(terminal)
        before = terminal.press(" ")
        terminal.until("1P 0x", since=before)
        before = terminal.press("tand cents")
        terminal.until("and cents", since=before)
        terminal.process.send_signal(number)
        assert terminal.ended() == 128 + number
        assert terminal.is_restored()
    assert decisions(root) == [(Action.PIN, "shop/prices.py")]
    assert "and cents" in task(root)


def test_a_terminal_that_is_gone_ends_it_with_everything_saved(root: Path) -> None:
    with Terminal(root) as terminal:
        ready(terminal)
        before = terminal.press(" ")
        terminal.until("1P 0x", since=before)
        os.killpg(terminal.process.pid, signal.SIGHUP)
        assert terminal.process.wait(PATIENCE) == 128 + signal.SIGHUP
    assert decisions(root) == [(Action.PIN, "shop/prices.py")]


def test_a_mere_look_at_the_work_tree_is_not_stopped(
    root: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is under way every few seconds: a key must not end the watch by chance."""
    begun, go_on = threading.Event(), threading.Event()
    refresh = Engine.refresh

    def slow(engine: Engine) -> object:
        begun.set()
        assert go_on.wait(PATIENCE)
        return refresh(engine)

    async def script(desk: Desk) -> None:
        monkeypatch.setattr(Engine, "refresh", slow)
        desk.app.session.spawn(desk.app.session.tree.look())
        await desk.until(begun.is_set)
        assert desk.app.session.stop() is False
        go_on.set()
        (root / "shop/late.py").write_text("def late_delivery(): pass\n")
        await desk.until(lambda: "shop/late.py" in desk.state.changed)

    drive(root, script)


def test_ctrl_c_never_quits_and_q_does(root: Path) -> None:
    with Terminal(root) as terminal:
        ready(terminal)
        before = terminal.press("\x03\x03\x03")
        terminal.until("q quits", since=before)
        before = terminal.press("t\x03")
        terminal.until("q quits", since=before)
        assert terminal.process.poll() is None
        terminal.press("\x11")
        assert terminal.ended() == 0
        assert terminal.is_restored()
        assert foreign_sequences(terminal.output) == []


BROKEN = """
import sys
from ctxsmith_tui.tui import run
from ctxsmith_tui.tui.widgets.pack_view import PackView

def row(self, y, width):
    if self.app.panes.active == "pack":
        raise ZeroDivisionError("a bug in a pane")
    return real(self, y, width)

real, PackView.row = PackView.row, row
sys.exit(run("."))
"""


def test_a_bug_in_a_pane_restores_the_terminal_and_keeps_the_decisions(root: Path) -> None:
    with Terminal(root, "-c", BROKEN) as terminal:
        ready(terminal)
        before = terminal.press(" ")
        terminal.until("1P 0x", since=before)
        terminal.press("2")
        assert terminal.ended() == 1
        assert terminal.is_restored()
        left = terminal.output.rfind(b"\x1b[?1049l")
        assert b"a bug in a pane" in terminal.output[left:]
    assert decisions(root) == [(Action.PIN, "shop/prices.py")]


# --- Ctrl-Z and Ctrl-C without a terminal --------------------------------------------------------------


def test_ctrl_z_in_the_task_undoes_typing(root: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[int] = []
    monkeypatch.setattr(Workbench, "action_suspend_process", lambda self: suspended.append(1))

    async def script(desk: Desk) -> None:
        await desk.press("t", "end", *" cents")
        box = desk.app.screen.query_one(TaskInput)
        assert box.text == f"{TASK} cents"
        await desk.press("ctrl+z")
        assert box.text == TASK
        assert not suspended
        await desk.press("escape", "ctrl+z")
        assert suspended == [1]

    drive(root, script)


def test_ctrl_c_in_the_task_copies_the_selection(
    root: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(Workbench, "copy_to_clipboard", lambda self, text: copied.append(text))

    async def script(desk: Desk) -> None:
        await desk.press("t", "ctrl+c")
        assert copied == []
        await desk.press("ctrl+home", *["shift+right"] * 5, "ctrl+c")
        assert copied == [TASK[:5]]

    drive(root, script)


def test_ctrl_c_stops_what_runs(root: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    go_on = threading.Event()
    refresh = Engine.refresh

    def slow(engine: Engine) -> object:
        engine.report(Progress("indexing files", 1, 1_000, 1.0))
        assert go_on.wait(PATIENCE)
        return refresh(engine)

    monkeypatch.setattr(Workbench, "say", lambda self, text, **kwargs: said.append(text))

    async def script(desk: Desk) -> None:
        monkeypatch.setattr(Engine, "refresh", slow)
        desk.app.session.spawn(desk.app.session.tree.look())
        await desk.until(lambda: desk.state.phase is Phase.INDEXING)
        await desk.pilot.press("ctrl+c")  # the look itself goes on until it has something to tell
        await desk.until(lambda: bool(said) and said[-1].startswith("stopped; R goes on with it"))
        go_on.set()
        await desk.until(lambda: not desk.app.session.tree.is_looking)
        await desk.press("ctrl+c")
        assert said[-1].startswith("q quits")

    drive(root, script)


# --- Ctrl-Z with a shell -------------------------------------------------------------------------------


class Tmux:
    """A shell in tmux, with a server of its own."""

    def __init__(self, root: Path) -> None:
        self.socket = str(root.parent / "tmux")
        self.root = root
        shell = f"env -u TMUX TERM=screen-256color CTXSMITH_CONFIG={root.parent}/none bash --norc --noprofile"
        self("-f", os.devnull, "new-session", "-d", "-x", "100", "-y", "30", "-c", str(root), shell)

    def __call__(self, *arguments: str) -> str:
        done = subprocess.run(["tmux", "-S", self.socket, *arguments], check=True, capture_output=True)
        return done.stdout.decode()

    def keys(self, *keys: str) -> None:
        """Type."""
        self("send-keys", *keys)

    def screen(self) -> str:
        """What is on the screen."""
        return self("capture-pane", "-p")

    def until(self, text: str, *, gone: str = "") -> None:
        """Wait until a text is on the screen, and another is not."""
        deadline = time.monotonic() + PATIENCE
        while text not in (shown := self.screen()) or (gone and gone in shown):
            assert time.monotonic() < deadline, shown
            time.sleep(0.02)


@pytest.mark.skipif(not shutil.which("tmux") or not shutil.which("bash"), reason="needs tmux and bash")
def test_ctrl_z_gives_the_shell_back_and_fg_repaints(root: Path) -> None:
    tmux = Tmux(root)
    try:
        tmux.keys("PS1='$ '; clear", "Enter")
        tmux.keys(f"{sys.executable} -m ctxsmith_tui", "Enter")
        tmux.until("nothing left out")
        tmux.keys("Space")
        tmux.until("1P 0x")
        tmux.keys("C-z")
        tmux.until("Stopped", gone="1 Ranked")
        tmux.keys("echo a sane $((40+2)) shell", "Enter")
        tmux.until("a sane 42 shell")
        tmux.keys("fg", "Enter")
        tmux.until("1P 0x", gone="a sane 42 shell")
        tmux.until("[1 Ranked]")  # a screen can be caught while it is being painted
        tmux.keys("x")
        tmux.until("0P 1x")
        tmux.keys("q")
        tmux.until("a sane 42 shell", gone="1 Ranked")
        tmux.keys("echo left with $?", "Enter")
        tmux.until("left with 0")
    finally:
        tmux("kill-server")
    assert decisions(root) == [(Action.EXCLUDE, "shop/prices.py")]
