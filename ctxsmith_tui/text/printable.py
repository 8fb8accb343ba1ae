"""What may reach a terminal: no control character, no lone surrogate of an undecodable file name."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_UNPRINTABLE_IN_LINE = re.compile(_UNPRINTABLE.pattern[:-1] + "\t\n]")


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # os.fsdecode's mark for the undecodable byte code - 0xDC00
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def printable(text: str) -> str:
    """`text` as one safe line: control, bidirectional and surrogate characters become visible escapes."""
    return _UNPRINTABLE_IN_LINE.sub(_escape, text)


def printable_block(text: str) -> str:
    """Like `printable`, for text of many lines: tabs and line feeds stay."""
    return _UNPRINTABLE.sub(_escape, text)
