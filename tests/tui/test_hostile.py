"""A repository that is out to break the screen: its names, code, commits, notes and tasks."""

from __future__ import annotations

import os
import re
import subprocess
import unicodedata
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action, Spec
from ctxsmith_tui.tui.screens.reply import ReplyScreen
from ctxsmith_tui.tui.screens.source import SourceScreen
from tests.tui.conftest import Desk, Drive
from tests.tui.terminal import Terminal, foreign_sequences, text_of

# Markup, colours, titles, clipboard, screen; right to left; joined, combining, wide and invisible characters.
POISON = (
    "[bold]B[/bold] [/x] [red on blue][link=http://x] $var {0} %s "
    "\x1b[31mred\x1b[0m \x1b]0;owned\x07 \x1b]52;c;b3duZWQ=\x07 \x1b[2J\x1b[H \x9b31m "
    "\x1bP0;1|17/ab\x1b\\ \x08\x7f\x00"
    "\u202egnp.exe\u202c \u2066x\u2069 \u200e "
    "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 é e\u0301 a\u0300\u0301\u0302 漢字 ｆｕｌｌ \u200b\u2060\ufeff \u00ad ﷽ \tT"
)
# The same for a name: no slash, no NUL, and bytes that are no text.
NAME = "[b]m[~x] \x1b[31m\x1b]0;t\x07\u202e\u0301é👩‍👧漢\t[x].py"
UNDECODABLE = os.fsdecode(b"caf\xe9-\xff\xfe[b].py")
LONG = "long.py"  # has a line of ten thousand characters
NEW_LINES = "two\nlines\r.py"
SIZES = ((80, 24), (120, 36), (200, 50))


def code(number: int, *, repeated: int = 1) -> str:
    quoted = POISON.replace("\x00", "").replace("\n", " ")
    return (
        f'"""cookie {quoted}"""\n\n\ndef cookie_{number}(jar):\n\t# {quoted}\n\treturn "{quoted}"\n\n\n'
        f"def other_{number}():\n    return cookie_{number}('{'x[/b]漢' * repeated}')\n"
    )


def git(root: Path, *args: str) -> None:
    identity = ("-c", "user.name=[b]\x1b[31mSomeone", "-c", "user.email=x@example.org")
    env = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", *identity, *args], cwd=root, env=env, check=True, capture_output=True)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile") / "[b]repo\x1b[31m\u202e"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    for number, name in enumerate((NAME, UNDECODABLE, NEW_LINES, "plain.py", LONG)):
        (root / name).write_text(code(number, repeated=1_500 if name == LONG else 1))
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", f"cookie {POISON}".replace("\x00", ""))
    for name in (NAME, "plain.py", LONG):
        place = root / name
        place.write_text(place.read_text() + f"# changed {POISON}\n".replace("\x00", ""))
    with Engine(root) as engine:
        engine.set_curation(task=f"cookie {POISON}")
        engine.add_note(f"note {POISON}", file="plain.py")
        engine.add_note(f"note {POISON}", file=NAME)
        engine.add_review_note(f"review {POISON}", "plain.py", (4, 5))
        engine.remember_task(f"earlier {POISON}")
        engine.decide(Action.PIN, Spec("plain.py", symbol="cookie_3"))
        engine.decide(Action.EXCLUDE, Spec(UNDECODABLE))
        engine.save_curation("[b]name[/b] 漢é")
    return root


def check(desk: Desk) -> str:
    """Every cell of the screen is printable, and every line as wide as the screen; returns the frame."""
    screen = desk.app.screen
    width, height = desk.app.size
    strips = screen._compositor.render_strips(desk.app.size)
    assert len(strips) == height
    for strip in strips:
        assert strip.cell_length == width, repr(strip.text)
        assert sum(cell_len(segment.text) for segment in strip) == width, repr(strip.text)
        bad = [c for c in strip.text if unicodedata.category(c) in ("Cc", "Cs") or c in BIDI]
        assert not bad, (bad, repr(strip.text))
        for segment in strip:
            assert segment.control is None
            assert not segment.style or not segment.style.link
    return "\n".join(strip.text for strip in strips)


BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def test_every_pane_shows_it_as_text(root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("escape", "1")
        assert "[x].py" in check(desk)
        await desk.press("l")
        await desk.until(lambda: len(desk.app.panes._units) == 1)
        await desk.press("j", "j", "j")
        check(desk)
        for key, pane in (("2", "pack"), ("3", "why"), ("4", "graph"), ("5", "changes"), ("6", "notes")):
            await desk.press(key)
            view = desk.view(pane)
            await desk.until(lambda view=view: view.count > 0)  # type: ignore[misc]
            for keys in (("n", "j"), ("l", "l"), ("G",)):
                await desk.press(*keys)
                check(desk)
            for size in SIZES:
                await desk.resize(*size)
                check(desk)
            assert desk.app.focused is view

    drive(root, script, size=SIZES[0])


def test_every_dialog_shows_it_as_text(root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("escape", "1")
        for keys in (
            *(("T",), ("C",), ("B",), ("p",), ("f",), ("b",), ("s",), ("colon",), ("M",), ("w",)),
            *(("question_mark",), ("ctrl+p",), ("o",), ("r",), ("D",), ("W",)),
        ):
            await desk.press(*keys)
            check(desk)
            while len(desk.app.screen_stack) > 1:
                await desk.press("escape")
            check(desk)

    drive(root, script, size=(80, 24))


async def paste(desk: Desk, text: str) -> None:
    """Paste as a terminal does it, into whatever has the focus."""
    desk.app.post_message(events.Paste(text))
    await desk.settle()


def test_pasting_it_is_pasting_text(root: Path, drive: Drive) -> None:
    """Into the filter, the searches, the finder, the palette, a note and a reply."""

    async def script(desk: Desk) -> None:
        await desk.press("escape", "1")
        for keys in (("slash",), ("2", "slash"), ("o",), ("ctrl+p",), ("s",), ("M",), ("r",), ("colon",)):
            await desk.press(*keys)
            await paste(desk, POISON)
            check(desk)
            await desk.press("escape", "escape")
            assert len(desk.app.screen_stack) == 1
        await desk.press("o")
        await paste(desk, "m[")
        await desk.until(lambda: desk.app.view().count > 0)
        check(desk)
        await desk.press("escape", "r")
        await paste(desk, f"see plain.py and nowhere[/b].py and {POISON}")
        await desk.press("f2")
        await desk.until(lambda: isinstance(desk.app.screen, ReplyScreen))
        assert "In the reply" in check(desk)

    drive(root, script, size=(80, 24))


@pytest.mark.parametrize(
    "name", [NAME, UNDECODABLE, NEW_LINES, LONG], ids=["marked", "undecodable", "lines", "long"]
)
def test_a_file_opens_under_any_name(name: str, root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        desk.app.open_place(Spec(name), 4)
        await desk.until(lambda: isinstance(desk.app.screen, SourceScreen) and desk.app.view().count > 0)
        await desk.settle()
        for keys in (("j", "j"), ("l", "l"), ("G",), ("v", "k"), ("escape",), ("n",), ("h", "h")):
            await desk.press(*keys)
            check(desk)
        await desk.press("space")
        await desk.until(lambda: any(each.spec.path == name for each in desk.state.curation.decisions))
        await desk.press("u")
        check(desk)

    drive(root, script, size=(80, 24))


def test_messages_show_it_as_text(root: Path, drive: Drive) -> None:
    """Toasts, too: they are switched on for once."""

    async def script(desk: Desk) -> None:
        desk.app.say(POISON)
        desk.app.say(POISON, wrong=True)
        await desk.settle()
        check(desk)
        assert "[bold]B[/bold] [/x]" in " ".join(re.sub(r"[▌▎│┃]", " ", check(desk)).split())

    drive(root, script, size=(120, 36), toasts=True)


def test_a_hostile_task_is_shown_as_text_and_kept_as_it_is(make_engine, drive: Drive) -> None:
    engine = make_engine({"plain.py": code(1)}, [("cookie", {})])
    task = f"cookie {POISON}"
    engine.set_curation(task=task)

    async def script(desk: Desk) -> None:
        check(desk)
        await desk.press("t", "enter")
        assert desk.state.curation.task == task
        await desk.press("t", "f7", "delete")
        await paste(desk, f"jar\r\n{POISON}\nother_1")
        check(desk)
        await desk.press("enter")
        check(desk)
        assert desk.state.curation.task.startswith("jar\n[bold]B[/bold]")
        assert desk.state.curation.task.endswith("\tT\nother_1")
        assert desk.state.files

    drive(engine, script)


def test_no_sequence_of_the_repository_reaches_the_terminal(root: Path) -> None:
    with Terminal(root, size=(120, 36)) as terminal:
        terminal.until("4 Graph")
        terminal.until("tokens")
        for keys, text in (("1l", "cookie_"), ("2", "[2 Pack]"), ("3", "[3 Why]"), ("5", "[5 Changes]")):
            before = terminal.press(keys)
            terminal.until(text, since=before)
        before = terminal.press("nj6")
        terminal.until("[6 Notes]", since=before)
        before = terminal.press("1")
        terminal.until("[1 Ranked]", since=before)
        before = terminal.press("\r")
        terminal.until("Backspace returns", since=before)
        terminal.press("\x11")
        assert terminal.ended() == 0
        output = terminal.output
        assert b"[bold]B[/bold]" in text_of(output)
        assert foreign_sequences(output) == []
