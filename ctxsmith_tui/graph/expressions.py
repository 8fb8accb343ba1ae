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

_MARK = r"(?:!|\?(?!\.))?"  # of a name in Ruby; `?.` is a way to a member
_PLAIN = re.compile(rf"[\w$@\\]+{_MARK}(?:(?:\.|::|->|\?\.)[\w$]+{_MARK})*")
_SEPARATOR = re.compile(r"\?\.|!!?\.|&\.|\?->|->|::|\.|:")
_NAME = re.compile(r"[\w$@\\]+(?:[!?](?![.:>=-]))?")
_LEADING = re.compile(r"(?:new|await|typeof|not|try|yield)\s+|[&*!~\-+]+")
_OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_QUOTES = "\"'`"
_BRACKET_OR_QUOTE = re.compile(r"[()\[\]{}<>\"'`]")
_MOST_NESTED = 4  # brackets around an expression

_BEFORE_NAME = re.compile(r"(?:\?\.|!!?\.|&\.|\?->|->|::|\.|:)\s*$")


def receiver(target: str, name: str) -> tuple[Step, ...]:
    """The steps before the called name; () for a bare name."""
    before = target.removesuffix(name)
    if before == target or _NAME.match(before[-1:]):  # `App\Cart` is one name
        return chain(target)[:-1]
    before = before.rstrip()
    shortened = _BEFORE_NAME.sub("", before)
    if shortened != before:
        return chain(shortened) or (OPAQUE,)
    return chain(before[_end_of_leading(target) :])  # what is left is the left side of an operator


@lru_cache(maxsize=65_536)
def chain(target: str) -> tuple[Step, ...]:
    """The steps of an expression, the called name last; parts that are no names are OPAQUE or LITERAL."""
    return _chain(target, 0)


def _chain(target: str, nested: int) -> tuple[Step, ...]:
    if _PLAIN.fullmatch(target) and not target[0].isdigit():
        return tuple(Step(part) for part in _SEPARATOR.split(target))
    if nested > _MOST_NESTED or target.startswith("…"):  # a long one, of which the beginning was cut off
        return (OPAQUE,)
    steps: list[Step] = []
    position = _end_of_leading(target)
    is_apart = False  # from the step before: by an operator that is a word, or behind a cast
    while position < len(target):
        character = target[position]
        if character.isspace():
            position += 1
            continue
        if match := _SEPARATOR.match(target, position):
            position = match.end()
            is_apart = False
            continue
        if match := _NAME.match(target, position):
            is_number = match[0][0].isdigit()
            if is_apart:
                steps = [OPAQUE]
            steps.append(LITERAL if is_number and not steps else Step(match[0]))
            position = match.end()
        elif character in _OPENING:
            end = _closing(target, position)
            _group(steps, character, target[position + 1 : end], nested)
            position = end + 1
        elif character in _QUOTES:
            position = _end_of_string(target, position) + 1
            steps = [LITERAL]
        else:
            steps = [OPAQUE]
            position += 1
        is_apart = bool(steps)
    return tuple(steps)


def _end_of_leading(target: str) -> int:
    position = 0
    while match := _LEADING.match(target, position):
        position = match.end()
    return position


def _group(steps: list[Step], opening: str, inside: str, nested: int) -> None:
    """Take in a bracketed part: arguments of a call, type arguments, an index, or an expression."""
    if opening == "(" and steps:
        steps[-1] = steps[-1]._replace(called=True)
    elif opening == "(":
        steps.extend(_chain(inside, nested + 1) if inside else (LITERAL,))
    elif opening == "[":
        steps[:] = [OPAQUE] if steps else [LITERAL]
    elif opening == "{" and not steps:
        steps.append(LITERAL)


def _closing(text: str, start: int) -> int:
    """Where the bracket at `start` closes; the end of the text when it does not."""
    waiting = [_OPENING[text[start]]]
    position = start + 1
    while match := _BRACKET_OR_QUOTE.search(text, position):
        character, position = match[0], match.end()
        if character == waiting[-1]:
            waiting.pop()
            if not waiting:
                return position - 1
        elif character in "([{" or (character == "<" and waiting[-1] == ">"):
            waiting.append(_OPENING[character])
        elif character in _QUOTES:
            position = _end_of_string(text, position - 1) + 1
    return len(text)


def _end_of_string(text: str, start: int) -> int:
    position = start + 1
    while position < len(text) and text[position] != text[start]:
        position += 2 if text[position] == "\\" else 1
    return position
