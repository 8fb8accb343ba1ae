"""Taking apart the expression of a call: `self.app(x).send` is `self`, the result of `app`, and `send`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple


class Step(NamedTuple):
    """One name of a chain; `called` when it is the result of calling it that matters."""

    name: str
    called: bool = False


OPAQUE = Step("?")
"""Something that is not a name: an index, an operator, a cast."""
LITERAL = Step('"')
"""A string, a number, a list: nothing of the repository."""

_PLAIN = re.compile(r"[\w$@\\]+[!?]?(?:(?:\.|::|->|\?\.)[\w$]+[!?]?)*")
_SEPARATOR = re.compile(r"\?\.|!!?\.|&\.|\?->|->|::|\.|:")
_NAME = re.compile(r"[\w$@\\]+(?:[!?](?![.:>=-]))?")
_LEADING = re.compile(r"(?:new|await|typeof|not|try|yield)\s+|[&*!~\-+]+")
_OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_QUOTES = "\"'`"


_BEFORE_NAME = re.compile(r"(?:\?\.|!!?\.|&\.|\?->|->|::|\.|:)\s*$")


def receiver(target: str, name: str) -> tuple[Step, ...]:
    """The steps before the called name; () for a bare name."""
    if target.endswith(name):
        before = target[: -len(name)].rstrip()
        shortened = _BEFORE_NAME.sub("", before)
        if shortened != before:
            return chain(shortened) or (OPAQUE,)
        if not before:
            return ()
    return chain(target)[:-1]


@lru_cache(maxsize=65_536)
def chain(target: str) -> tuple[Step, ...]:
    """The steps of an expression, the called name last; parts that are no names are OPAQUE or LITERAL."""
    if _PLAIN.fullmatch(target):
        return tuple(Step(part) for part in _SEPARATOR.split(target))
    steps: list[Step] = []
    position = 0
    while match := _LEADING.match(target, position):
        position = match.end()
    while position < len(target):
        character = target[position]
        if character.isspace():
            position += 1
        elif match := _SEPARATOR.match(target, position):
            position = match.end()
        elif match := _NAME.match(target, position):
            is_number = match[0][0].isdigit()
            steps.append(LITERAL if is_number and not steps else Step(match[0]))
            position = match.end()
        elif character in _OPENING:
            end = _closing(target, position)
            _group(steps, character, target[position + 1 : end])
            position = end + 1
        elif character in _QUOTES:
            position = _end_of_string(target, position) + 1
            steps = [LITERAL]
        else:
            steps = [OPAQUE]
            position += 1
    return tuple(steps)


def _group(steps: list[Step], opening: str, inside: str) -> None:
    """Take in a bracketed part: arguments of a call, type arguments, an index, or an expression."""
    if opening == "(" and steps:
        steps[-1] = steps[-1]._replace(called=True)
    elif opening == "(":
        steps.extend(chain(inside) if inside else (LITERAL,))
    elif opening == "[":
        steps[:] = [OPAQUE] if steps else [LITERAL]
    elif opening == "{" and not steps:
        steps.append(LITERAL)


def _closing(text: str, start: int) -> int:
    """Where the bracket at `start` closes; the end of the text when it does not."""
    waiting = [_OPENING[text[start]]]
    position = start + 1
    while position < len(text):
        character = text[position]
        if character == waiting[-1]:
            waiting.pop()
            if not waiting:
                return position
        elif character in "([{":
            waiting.append(_OPENING[character])
        elif character in _QUOTES:
            position = _end_of_string(text, position)
        position += 1
    return len(text)


def _end_of_string(text: str, start: int) -> int:
    position = start + 1
    while position < len(text) and text[position] != text[start]:
        position += 2 if text[position] == "\\" else 1
    return position
