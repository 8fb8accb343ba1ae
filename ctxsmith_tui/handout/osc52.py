"""OSC 52: the escape sequence that hands a text to the terminal, over any number of connections."""

from __future__ import annotations

import base64
from collections.abc import Mapping

# Bytes of text. The first holds where nothing better is known: as base64, between its introducer and BEL,
# it makes a sequence of 100,000 bytes, the least that the terminals without a special case take (hterm).
DEFAULT_LIMIT = 74_994
_MANY = 6_000_000  # kitty and Ghostty stop at 8 MB of base64, Alacritty and WezTerm do not stop

# Variable, beginning of its value, bytes of text that the terminal takes. The first that matches counts.
_LIMITS: tuple[tuple[str, str, int], ...] = (
    ("TERM", "linux", 0),
    ("TERM", "dumb", 0),
    ("VTE_VERSION", "", 0),
    ("TERM_PROGRAM", "Apple_Terminal", 0),
    ("TERM_PROGRAM", "Tabby", 1_000),
    ("TERMUX_VERSION", "", 6_000),
    ("KITTY_WINDOW_ID", "", _MANY),
    ("TERM", "xterm-kitty", _MANY),
    ("TERM", "xterm-ghostty", _MANY),
    ("TERM", "alacritty", _MANY),
    ("TERM", "wezterm", _MANY),
    ("TERM_PROGRAM", "ghostty", _MANY),
    ("TERM_PROGRAM", "WezTerm", _MANY),
)

_SCREEN_CHUNK = 240  # GNU screen drops longer device control strings; its oldest limit was 256


def limit_of(environment: Mapping[str, str]) -> int:
    """Bytes of text that the terminal of this environment takes at once; 0 when it takes none."""
    for name, beginning, limit in _LIMITS:
        value = environment.get(name, "")
        if value and value.startswith(beginning):
            return limit
    return DEFAULT_LIMIT


def sequence(content: bytes) -> str:
    """What makes a terminal put UTF-8 text into the clipboard."""
    return f"\x1b]52;c;{base64.b64encode(content).decode()}\x07"


def through_tmux(text: str) -> str:
    """A sequence in tmux's passthrough, which tmux before 3.3 always lets through."""
    return "\x1bPtmux;" + text.replace("\x1b", "\x1b\x1b") + "\x1b\\"


def through_screen(text: str) -> str:
    """A sequence in pieces that GNU screen hands on to its terminal."""
    pieces = (text[start : start + _SCREEN_CHUNK] for start in range(0, len(text), _SCREEN_CHUNK))
    return "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)
