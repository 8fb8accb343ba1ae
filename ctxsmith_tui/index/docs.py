"""The first paragraph of a docstring or doc comment, as one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MAX_DOC = 400
"""Characters that a doc line has at most."""

_QUOTES = re.compile(r"[a-zA-Z]*(\"\"\"|'''|\"|')")
_LINE = re.compile(r"\r\n|\n|\r")
_WORD = re.compile(r"\w")
_INLINE = re.compile(r"\{@\w+ ([^{}]*)\}")
_TAG = re.compile(r"@\w")
_TOOL = re.compile(
    r"(go:|\+build |nolint\b|lint:|eslint[- ]|@ts-|istanbul |prettier-|tslint:|c8 |v8 |noinspection )"
)


def docstring_line(literal: str) -> str:
    """First paragraph of a Python string literal, quotes and prefix stripped."""
    opening = _QUOTES.match(literal)
    if opening is None:
        return _paragraph([literal])
    return _paragraph(_LINE.split(literal[opening.end() :].removesuffix(opening[1])))


def comment_line(comments: Sequence[str]) -> str:
    """First paragraph of the comments in front of a definition, markers and tool directives stripped.

    Doc comments (`/**`, `///`) are preferred to plain ones.
    """
    blocks = [comment for comment in comments if comment.startswith("/**")]
    lines = [comment for comment in comments if comment.startswith("///")]
    chosen = blocks[-1:] or lines or comments
    return _INLINE.sub(r"\1", _paragraph(text for comment in chosen for text in _content(comment)))


def _content(comment: str) -> list[str]:
    """The lines of a comment without its markers."""
    if comment.startswith("//"):
        return [comment.lstrip("/").removeprefix("!")]
    return [line.strip().lstrip("*") for line in _LINE.split(comment[2:].removesuffix("*/"))]


def _paragraph(lines: Iterable[str]) -> str:
    """The first lines up to an empty one, a rule or a tag, joined and cut to MAX_DOC."""
    words: list[str] = []
    for line in lines:
        text = line.strip()
        if _TOOL.match(text):
            continue
        if words and (not _WORD.search(text) or _TAG.match(text)):
            break
        if _WORD.search(text):
            words.extend(text.split())
    return shorten(" ".join(words), MAX_DOC)


def shorten(text: str, limit: int) -> str:
    """`text`, or its beginning with an ellipsis: at most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
