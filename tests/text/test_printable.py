from __future__ import annotations

import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.text.printable import printable, printable_block

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()))  # lone surrogates among them


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain café 語 🎉", "plain café 語 🎉"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\x9b31m", "\\x9b31m"),  # CSI in one character
        ("\x07\x00\x7f", "\\x07\\x00\\x7f"),
        ("a\nb\tc\rd", "a\\x0ab\\x09c\\x0dd"),
        ("user\u202egpj.exe", "user\\u202egpj.exe"),
        ("\u2066a\u2069\u200f\u061c", "\\u2066a\\u2069\\u200f\\u061c"),
        ("a\u2028b\u2029c", "a\\u2028b\\u2029c"),
        (os.fsdecode(b"bad\xff.py"), "bad\\xff.py"),
        ("\ud800", "\\ud800"),
    ],
)
def test_one_line_shows_what_would_act_on_a_terminal(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_block_keeps_tabs_and_line_feeds_only() -> None:
    assert printable_block("a\n\tb\r\n\x1b]52;c;x\x07\x0c") == "a\n\tb\\x0d\n\\x1b]52;c;x\\x07\\x0c"


@given(ANY_TEXT)
def test_what_is_shown_is_encodable_and_without_control(text: str) -> None:
    for shown, kept in ((printable(text), ""), (printable_block(text), "\t\n")):
        shown.encode()
        assert all(unicodedata.category(c) != "Cc" or c in kept for c in shown)
        assert not any(unicodedata.bidirectional(c) in BIDI_CONTROLS for c in shown)


BIDI_CONTROLS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(ANY_TEXT)
def test_showing_twice_changes_nothing(text: str) -> None:
    assert printable(printable(text)) == printable(text)
    assert printable_block(printable_block(text)) == printable_block(text)


@given(ANY_TEXT)
def test_one_line_stays_one_line(text: str) -> None:
    assert len(printable(text).splitlines()) <= 1
