"""Colours for code: lexed lazily, line by line, only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ctxsmith_tui.tui.text import code_line

FAR = 400  # lines ahead that are lexed on the way; farther, lexing starts anew
BEFORE = 60  # lines before the one that is wanted
LONGEST_LEXED = 400  # characters of a line; what follows has no colours

Run = tuple[str, str]
"""Text and the name of its style, '' for plain."""


class Highlighted:
    """Lines of one file or block, each as runs of text ready for the terminal.

    `excerpt`: the lines were cut out of a file, and may begin in the middle of a docstring.
    """

    def __init__(self, path: str, lines: Sequence[str], *, excerpt: bool = False) -> None:
        self._in_docstring = excerpt and path.endswith((".py", ".pyi")) and begins_in_docstring(lines)
        self._lines = lines
        self._path = path
        self._runs: dict[int, list[Run]] = {}
        self._lexing: Iterator[list[Run]] = iter(())
        self._next = -1  # line that `_lexing` yields next; before the first wish there is none

    def line(self, k: int) -> list[Run]:
        """The runs of a line, by its position."""
        if k in self._runs:
            return self._runs[k]
        if self._next < 0 or not self._next <= k <= self._next + FAR:
            self._next = 0 if k <= FAR else k - BEFORE
            self._lexing = self._lexed_from(self._next)
        while self._next <= k:
            runs = next(self._lexing, None)
            text = code_line(self._lines[self._next])
            self._runs[self._next] = _fitted(runs or [], text)
            self._next += 1
        return self._runs[k]

    def _lexed_from(self, k: int) -> Iterator[list[Run]]:
        if k or not self._in_docstring:
            return _lexed(self._path, self._lines[k:])
        lexing = _lexed(self._path, ['"""', *self._lines])
        next(lexing, None)
        return lexing


def begins_in_docstring(lines: Sequence[str]) -> bool:
    """Whether the first triple quotes of some lines of Python end a string: they stand alone, below text."""
    first = next((k for k, line in enumerate(lines) if '"""' in line), 0)
    if not first or lines[first].strip() != '"""':
        return False
    above = next((line.rstrip() for line in reversed(lines[:first]) if line.strip()), ":")
    return not above.endswith((":", "= (", "="))


def _fitted(runs: list[Run], text: str) -> list[Run]:
    """Runs that make up exactly the text: what they miss is plain, and where they differ all is."""
    joined = "".join(part for part, _ in runs)
    if text.startswith(joined):
        return [*runs, (text[len(joined) :], "")] if len(joined) < len(text) else runs
    return [(text, "")]


def _lexed(path: str, lines: Sequence[str]) -> Iterator[list[Run]]:
    """Runs of each line in turn."""
    lexer = _lexer(path)
    if lexer is None:
        return
    code = "\n".join(code_line(line)[:LONGEST_LEXED] for line in lines) + "\n"
    runs: list[Run] = []
    for _, token, value in lexer.get_tokens_unprocessed(code):
        style = style_of_token(str(token))
        first, *rest = value.split("\n")
        if first:
            runs.append((first, style))
        for part in rest:
            yield runs
            runs = [(part, style)] if part else []
    yield runs


@lru_cache(maxsize=256)
def _lexer(path: str) -> Any:
    from pygments.lexers import find_lexer_class_for_filename

    name = path.rpartition("/")[2]
    if not name.isascii() or not name.isprintable():
        name = "x" + (name[name.rfind(".") :] if "." in name else "")
    try:
        found = find_lexer_class_for_filename(name)
    except Exception:  # a plugin of the user's, or a name that is none
        return None
    return found() if found is not None else None


@lru_cache(maxsize=1024)
def style_of_token(token: str) -> str:
    """The component class for a token of Pygments, by its full name."""
    for beginning, style in (
        ("Token.Comment.Preproc", "code--keyword"),
        ("Token.Comment", "code--comment"),
        ("Token.Literal.String.Doc", "code--comment"),
        ("Token.Literal.String", "code--string"),
        ("Token.Literal.Number", "code--number"),
        ("Token.Keyword", "code--keyword"),
        ("Token.Operator.Word", "code--keyword"),
        ("Token.Name.Function", "code--defined"),
        ("Token.Name.Class", "code--defined"),
        ("Token.Name.Decorator", "code--keyword"),
        ("Token.Name.Tag", "code--keyword"),
        ("Token.Generic.Heading", "code--defined"),
    ):
        if token.startswith(beginning):
            return style
    return ""
