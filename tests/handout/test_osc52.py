"""The exact bytes that reach a terminal, and how many it takes."""

from __future__ import annotations

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.handout.osc52 import DEFAULT_LIMIT, limit_of, sequence, through_screen, through_tmux


def test_the_sequence_is_base64_of_utf8_between_introducer_and_bell() -> None:
    assert sequence("hé\r\n😀".encode()) == "\x1b]52;c;aMOpDQrwn5iA\x07"


def test_the_default_limit_fills_a_sequence_of_100_000_bytes() -> None:
    assert len(sequence(b"x" * DEFAULT_LIMIT)) == 100_000
    assert len(sequence(b"x" * (DEFAULT_LIMIT + 1))) > 100_000


@pytest.mark.parametrize(
    ("variables", "limit"),
    [
        ({}, DEFAULT_LIMIT),
        ({"TERM": "xterm-256color"}, DEFAULT_LIMIT),
        ({"TERM": "xterm-256color", "WT_SESSION": "1"}, DEFAULT_LIMIT),
        ({"TERM": "linux"}, 0),
        ({"TERM": "dumb"}, 0),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, 0),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600", "KITTY_WINDOW_ID": "1"}, 0),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, 0),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Tabby"}, 1_000),
        ({"TERM": "xterm-256color", "TERMUX_VERSION": "0.118"}, 6_000),
        ({"TERM": "xterm-kitty"}, 6_000_000),
        ({"TERM": "xterm-ghostty"}, 6_000_000),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, 6_000_000),
    ],
)
def test_the_limit_of_a_terminal(variables: dict[str, str], limit: int) -> None:
    assert limit_of(variables) == limit


def test_tmux_passthrough_doubles_every_escape() -> None:
    assert through_tmux("\x1b]52;c;aGk=\x07") == "\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\"


@given(st.binary(max_size=3_000))
def test_screen_gets_pieces_that_make_up_the_sequence(content: bytes) -> None:
    pieces = re.findall(r"\x1bP(.*?)\x1b\\", through_screen(sequence(content)), re.DOTALL)
    assert all(len(piece) <= 240 for piece in pieces)
    joined = "".join(pieces)
    assert joined == sequence(content)
    assert base64.b64decode(joined.removeprefix("\x1b]52;c;").removesuffix("\x07")) == content
