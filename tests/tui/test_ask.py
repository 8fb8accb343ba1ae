"""Questions: wrong answers are said while one types, and what is shown cannot harm the screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxsmith_tui.handout.files import wrong_place
from ctxsmith_tui.tui.screens.ask import AskRead, AskText, AskYes, Choose, TextLines
from tests.tui.conftest import Desk, Drive

NAME = "look \x1b[31m\x1b]0;owned\x07\u202e[b].md"
INSTRUCTIONS = "".join(f"{number}. Look at everything once more. \x1b[2J\n" for number in range(1, 101))


def strips(desk: Desk) -> str:
    """The screen as text; nothing in it is a control character, or turns text around."""
    frame = desk.frame()
    assert not [c for c in frame if c != "\n" and unicodedata.category(c) in ("Cc", "Cs")]
    assert "\u202e" not in frame
    return frame


async def answer(desk: Desk, text: str) -> None:
    """Put an answer into the line, and press Enter."""
    box = desk.app.screen.query_one("Input")
    box.value = text  # type: ignore[attr-defined]
    await desk.press("enter")


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        ("~nosuchuser/x", "home directory"),
        ("x" * 300, "too long"),
        ("nowhere/x.md", "there is no folder nowhere"),
        (".", "is a folder"),
    ],
)
def test_a_place_that_cannot_be_written_is_said(place: str, wrong: str) -> None:
    assert wrong in wrong_place(place)


@pytest.mark.parametrize(("place", "wrong"), [("~nosuchuser/x", "home directory"), ("x" * 300, "too long")])
def test_a_pack_is_not_written_to_a_place_that_is_none(
    root: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str, wrong: str
) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(desk: Desk) -> None:
        await desk.press("w")
        await desk.until(lambda: isinstance(desk.app.screen, AskText))
        await answer(desk, place)
        assert isinstance(desk.app.screen, AskText)
        assert wrong in strips(desk)
        await answer(desk, "pack.md")
        await desk.until((tmp_path / "pack.md").exists)

    drive(root, script, size=(200, 50))


def test_a_line_is_a_number_that_there_can_be(root: Path, drive: Drive) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("2", "colon")
        for typed in ("9" * 5_000, "0", "-1", "x", "²"):
            await answer(desk, typed)
            assert isinstance(desk.app.screen, AskText)
            assert "give the number of a line" in strips(desk)
        await answer(desk, "3")
        assert desk.app.view().cursor == 2

    drive(root, script)


def test_instructions_of_the_repository_are_read_before_they_are_accepted(
    root: Path, drive: Drive, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its name and text are out to break the screen."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = root / ".contextsmith" / "prompts"
    folder.mkdir()
    (folder / NAME).write_text(INSTRUCTIONS)

    async def ask(desk: Desk) -> None:
        await desk.press("p")
        await desk.until(lambda: isinstance(desk.app.screen, Choose))
        await desk.press(*"repo/look")
        assert "repo/look \\x1b[31m" in strips(desk)
        await desk.press("enter")
        await desk.until(lambda: isinstance(desk.app.screen, AskRead))
        await desk.until(lambda: desk.app.screen.query_one(TextLines).count >= 100)

    def chosen(desk: Desk) -> str:
        return str(desk.state.curation.settings.get("prompt", ""))

    async def script(desk: Desk) -> None:
        await ask(desk)
        frame = strips(desk)
        assert "The repository brings .contextsmith/prompts/look" in frame
        assert r"\x1b[31m\x1b]0;owned\x07\u202e[b].md. Use it from now on?" in frame
        assert "1. Look at everything" in frame
        assert "100. Look" not in frame
        await desk.press("y", "enter", "y")
        assert isinstance(desk.app.screen, AskRead)
        await desk.press("n")
        await desk.until(lambda: len(desk.app.screen_stack) == 1)
        assert chosen(desk) == ""
        await ask(desk)
        await desk.press("G")
        assert "100. Look at everything" in strips(desk)
        await desk.press("y")
        await desk.until(lambda: chosen(desk) == f"repo/{NAME.removesuffix('.md')}")
        await desk.settle()
        strips(desk)

    drive(root, script)


@pytest.mark.parametrize(
    "make",
    [
        lambda text: AskText(text, text, hint=text, check=lambda typed: text),
        lambda text: AskYes(text, text),
        lambda text: AskRead(text, text),
    ],
    ids=["text", "yes", "read"],
)
def test_no_question_lets_a_sequence_through(
    root: Path, drive: Drive, make: Callable[[str], AskText | AskYes | AskRead]
) -> None:
    async def script(desk: Desk) -> None:
        desk.app.push_screen(make("who \x1b[31m\x1b]0;owned\x07\u202e[b]?"))
        await desk.settle()
        assert strips(desk).count("who \\x1b[31m\\x1b]0;owned\\x07\\u202e[b]?") >= 2

    drive(root, script)
