"""Text in a dialect that a grammar does not know, written as the grammar knows it.

Every byte that matters keeps its place, so what is found in the text that is parsed is in the source, too.
"""

from __future__ import annotations

import re

_BATS_TEST = re.compile(rb"""^([ \t]*)@test([ \t]+)(["'])([^\r\n]+)\3[ \t]([ \t]*\{)""", re.MULTILINE)

# The scanner of Bash's grammar looks characters up in a table of ASCII: others let the process crash.
_ASCII = bytes(code if code < 128 else ord("_") for code in range(256))

_DART_LIBRARY = re.compile(rb"^library[ \t]*;", re.MULTILINE)

# `class Foo`, and on the next lines annotations and `constructor(`: taken for one more constructor around it.
_KOTLIN_CONSTRUCTOR = re.compile(
    rb"\bclass[ \t]+[^\s(){}:<>]+(?:<[^\r\n(){}]{0,200}>)?"
    rb"(?:\s+(?:@[\w.:]+(?:\([^()\r\n]*\))?|internal|private|protected|public))*\s+constructor\b"
)
_LINE_END = re.compile(rb"[\r\n]")
# `class Foo : Bar by bar {`: taken for a call of `bar` with the body of the class.
_KOTLIN_DELEGATION = re.compile(
    rb"(^[^\r\n{}]{0,300}?(?:\b(?:class|object)\b|\)[ \t]*:)[^\r\n{}]{0,300}?)"
    rb"([ \t]by[ \t]+[\w.@]+)(?=[ \t]*\{)",
    re.MULTILINE,
)


def readable(language: str, text: bytes) -> bytes:
    """`text` as the grammar of `language` can read it, in as many bytes."""
    if language == "shell":
        text = text if text.isascii() else text.translate(_ASCII)
        return _BATS_TEST.sub(_bats_test, text) if b"@test" in text else text
    if language == "dart" and b"library" in text:
        return _DART_LIBRARY.sub(lambda nameless: b" " * len(nameless[0]), text)
    if language == "kotlin":
        return _kotlin(text)
    return text


def _kotlin(text: bytes) -> bytes:
    if b"constructor" in text:
        text = _KOTLIN_CONSTRUCTOR.sub(lambda header: _LINE_END.sub(b" ", header[0]), text)
    if b" by " in text:
        text = _KOTLIN_DELEGATION.sub(lambda header: header[1] + b" " * len(header[2]), text)
    return text


def _bats_test(test: re.Match[bytes]) -> bytes:
    """`@test "a name" {` as `unset ;______() {`: a function in the place of its name."""
    indent, space, _, name, brace = test.groups()
    return indent + b"unset" + space + b";" + b"_" * len(name) + b"()" + brace
