"""Source text that a grammar cannot read, made readable without moving a byte.

A grammar reads one program; code behind `#if` is several, and some grammars lack a construct that is common
in real code. What stands in the way is overwritten with blanks, so that all offsets stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ctxsmith_tui.index import preprocessor
from ctxsmith_tui.index.dialects import readable

_NOT_LINE_END = re.compile(rb"[^\r\n]")


def mended(language: str, source: bytes) -> bytes | None:
    """Another version of `source` to parse, as long, where the grammar failed; None if there is none."""
    mend = _MENDERS.get(language)
    if mend is None:
        return None
    text = mend(source)
    return text if text != source else None


def _blank(text: bytes) -> bytes:
    return _NOT_LINE_END.sub(b" ", text)


# --- C#: one version of the program, that in which the first branch of every condition is taken ---------

_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\r\n]*", re.MULTILINE)


def _first_branches(source: bytes) -> bytes:
    pieces: list[bytes] = []
    position = left_out = 0
    later: list[bool] = []  # of each condition around, whether a later branch has begun
    for found in _CONDITION.finditer(source):
        word = found[1]
        passed = source[position : found.start()]
        pieces.append(_blank(passed) if left_out else passed)
        pieces.append(b" " * len(found[0]))
        position = found.end()
        if word == b"if":
            later.append(False)
        elif later and word == b"endif":
            left_out -= later.pop()
        elif later and not later[-1]:
            later[-1] = True
            left_out += 1
    pieces.append(source[position:])
    return b"".join(pieces)


# --- Swift: every branch of a condition is whole declarations, so all can be read together ----------------

_SWIFT_DIRECTIVE = re.compile(
    rb"^[ \t]*#(?:if|elseif|else|endif|error|warning|sourceLocation)\b[^\r\n]*", re.MULTILINE
)


# Kept is what stands before it: `throws(Error)`, `nonisolated(unsafe)`, `@Option()`, `.success(())`.
_SWIFT_DETAIL = re.compile(
    rb"(\b(?:throws|nonisolated))(\([\w.]+\))|((?<![\w.)])@\w+)(\(\))"
    rb"|(\()(\(\))(?=\))|()(=[ \t]*#_sourceLocation\b)"
)


def _plain_swift(source: bytes) -> bytes:
    text = _SWIFT_DIRECTIVE.sub(lambda found: b" " * len(found[0]), source)
    return _SWIFT_DETAIL.sub(_kept, text)


def _kept(found: re.Match[bytes]) -> bytes:
    """The first group of the branch that matched, and blanks for the rest."""
    kept = next(group for group in found.groups() if group is not None)
    return kept + b" " * (len(found[0]) - len(kept))


# --- Kotlin ---------------------------------------------------------------------------------------------

# `@Foo("x")` on a line of its own above a class: that is taken for an expression.
_ANNOTATION_ARGUMENTS = re.compile(
    rb"^([ \t]*@[\w.:]+)(\([^()\r\n]*\))"
    rb"(?=[ \t]*\r?\n(?:[ \t]*@[^\r\n]*\r?\n){0,9}[ \t]*(?:[a-z]+[ \t]+){0,5}(?:class|interface|object)\b)",
    re.MULTILINE,
)
_BINARY = re.compile(rb"\b0[bB](?=[01])")


def _plain_kotlin(source: bytes) -> bytes:
    text = _ANNOTATION_ARGUMENTS.sub(_kept, readable("kotlin", source))
    return _BINARY.sub(b"0x", text)


# --- Zig: `const a, const b = pair;` declares one name, and a `switch` has no label --------------------

_PLACE = rb"(?:(?:const|var)[ \t]+)?\w[\w.]*(?:[ \t]*:[^,=;{}()\r\n]+)?"
_DESTRUCTURED = re.compile(
    rb"^(?=[^=\r\n]{0,200}\b(?:const|var)[ \t])([ \t]*%s)(?:,[ \t]*%s)+(?=[ \t]*=[^=>])" % (_PLACE, _PLACE),
    re.MULTILINE,
)
_SWITCH_LABEL = re.compile(rb"((?:=|\breturn\b|\{)[ \t]*)\w+:(?=[ \t]*switch\b)")


def _plain_zig(source: bytes) -> bytes:
    return _SWITCH_LABEL.sub(_kept, _DESTRUCTURED.sub(_kept, source))


_MENDERS: dict[str, Callable[[bytes], bytes]] = {
    "c": preprocessor.readable,
    "cpp": preprocessor.readable,
    "zig": _plain_zig,
    "csharp": _first_branches,
    "swift": _plain_swift,
    "kotlin": _plain_kotlin,
}
