"""The first paragraph of a docstring or doc comment, as one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MAX_DOC = 400
"""Characters that a doc line has at most."""

_QUOTES = re.compile(r"~?[a-zA-Z]*(\"\"\"|'''|\"|')")
_LINE = re.compile(r"\r\n|\n|\r")
_BLOCK = re.compile(r"/\*|\{-[-\s]*[|^]?|--\[=*\[-*")
_BLOCK_END = re.compile(r"(\*/|-\}|-*\]=*\])\Z")
_LINE_MARKER = re.compile(r"\s*(?://+!?|--+\s*[|^]?|#+|;+|%+)")
_NOTE = re.compile(rf"@\w+\s+{_QUOTES.pattern}")
_WORD = re.compile(r"\w")
_INLINE = re.compile(r"\{@\w+ ([^{}]*)\}")
_XML_REFERENCE = re.compile(r"<(?:see|paramref|typeparamref)\s+\w+=\"(?:\w:)?([^\"]*)\"\s*/>")
_XML_MARK = re.compile(r"</?(?:summary|para|c|see|inheritdoc)\b[^<>]*>")
_TAG = re.compile(
    r"@\w|<(?:param|typeparam|returns|remarks|exception|value|example)\b|- (?:Parameters?|Returns|Throws)\b"
)
_TOOL = re.compile(
    r"(go:|\+build |nolint\b|lint:|eslint[- ]|@ts-|istanbul |prettier-|tslint:|c8 |v8 |noinspection "
    r"|shellcheck |luacheck:|ignore: |ignore_for_file: |!/)"
)


def docstring_line(literal: str) -> str:
    """First paragraph of a string literal, quotes and prefix stripped."""
    opening = _QUOTES.match(literal)
    if opening is None:
        return _paragraph([literal])
    return _paragraph(_LINE.split(literal[opening.end() :].removesuffix(opening[1])))


def comment_line(comments: Sequence[str]) -> str:
    """First paragraph of the comments in front of a definition, markers and tool directives stripped.

    Doc comments (`/**`, `///`, Elixir's `@doc`) are preferred to plain ones.
    """
    blocks = [comment for comment in comments if comment.startswith("/**")]
    lines = [comment for comment in comments if comment.startswith("///")]
    notes = [comment for comment in comments if comment.startswith("@")]
    chosen = blocks[-1:] or lines or notes or comments
    return _INLINE.sub(r"\1", _paragraph(text for comment in chosen for text in _content(comment)))


def is_comment(head: bytes) -> bool:
    """Whether what begins with these bytes, ten at least, is a comment, not an attribute or annotation."""
    if head[:1] in (b"/", b"#", b";", b"%"):
        return head[:2] != b"#["
    return head.startswith((b"--", b"{-", b"@doc ", b"@typedoc "))


def _content(comment: str) -> list[str]:
    """The lines of a comment without its markers."""
    if comment.startswith("@"):
        note = _NOTE.match(comment)
        return _LINE.split(comment[note.end() :].removesuffix(note[1])) if note else []
    block = _BLOCK.match(comment)
    if block is None:
        lines = [_LINE_MARKER.sub("", line) for line in _LINE.split(comment)]
        return [_XML_MARK.sub("", _XML_REFERENCE.sub(r"\1", line)) for line in lines]
    inner = _BLOCK_END.sub("", comment[block.end() :])
    return [line.strip().lstrip("*") for line in _LINE.split(inner)]


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
