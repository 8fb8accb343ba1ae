"""When two pieces of code are the same, how alike they are, and how one became the other.

The same means: without white space, with one kind of quotes, without a comma or semicolon before a closing
bracket, and without a semicolon at the end of a line. So a formatter, which indents, wraps lines and puts
these, changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, unified_diff
from hashlib import blake2b

MOST_WORDS = 400  # of both; beyond them likeness is that of lines
_WORD = re.compile(r"\w+|[^\w\s]")
_WORDS_AND_GAPS = re.compile(r"(\w+)")
_LAST_COMMA = re.compile(r"[,;]+(?=[)\]}])")
_CLOSING = (")", "]", "}")
_NO_NAME = "\0"


def squeezed_lines(lines: Iterable[str]) -> list[str]:
    """Each line without what a formatter may change; blank lines are ''."""
    plain = ("".join(line.split()).replace("'", '"').rstrip(";") for line in lines)
    squeezed = [_LAST_COMMA.sub("", line) for line in plain]
    comma = -1  # the line that ends in a comma, as long as only blank ones follow
    for number, line in enumerate(squeezed):
        if comma >= 0 and line.startswith(_CLOSING):
            squeezed[comma] = squeezed[comma][:-1]
        if line:
            comma = number if line.endswith(",") else -1
    return squeezed


def squeeze(lines: Iterable[str]) -> str:
    """The lines as one text without what a formatter may change."""
    return "".join(squeezed_lines(lines)).removesuffix(",")


def digest(lines: Iterable[str]) -> str:
    """What lines have in common exactly with those that are the same; '' for blank ones."""
    return _digest(squeeze(lines))


def nameless_digest(lines: Iterable[str], name: str) -> str:
    """The digest of the lines of a symbol whatever its name, wherever they use it."""
    if not name:
        return digest(lines)
    return _digest(squeeze(_without(name, line) if name in line else line for line in lines))


def _without(name: str, line: str) -> str:
    """A line with a mark for every word that is the name."""
    words = _WORDS_AND_GAPS.split(line)
    return "".join(_NO_NAME if word == name else word for word in words)


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest() if text else ""


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """How much of two pieces of code is the same, 0 to 1: of their words, or of the lines of long ones."""
    left, right = (_WORD.findall("\n".join(lines).replace("'", '"')) for lines in (one, other))
    if len(left) + len(right) > MOST_WORDS:
        left, right = (list(filter(None, squeezed_lines(lines))) for lines in (one, other))
    return SequenceMatcher(None, left, right, autojunk=False).ratio() if left and right else 0.0


def described_change(old: Sequence[str], new: Sequence[str]) -> str:
    """`3 lines changed, 1 added`: what was done to get from one piece of code to another."""
    before, after = (list(filter(None, squeezed_lines(lines))) for lines in (old, new))
    changed = added = removed = 0
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            both = min(i2 - i1, j2 - j1)
            changed, added, removed = changed + both, added + j2 - j1 - both, removed + i2 - i1 - both
    counts = [(changed, "changed"), (added, "added"), (removed, "removed")]
    parts: list[str] = []
    for count, verb in counts:
        if count:
            noun = "" if parts else (" line" if count == 1 else " lines")
            parts.append(f"{count:,}{noun} {verb}")
    return ", ".join(parts)


def diff(old: Sequence[str], new: Sequence[str], name: str) -> str:
    """The unified diff between two pieces of code; '' when there is none."""
    return "\n".join(unified_diff(old, new, f"{name} (noted)", f"{name} (now)", lineterm=""))
