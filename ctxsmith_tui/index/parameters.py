"""The names of a function's parameters, as far as its signature shows that they may be called."""

from __future__ import annotations

import re
from functools import lru_cache

from ctxsmith_tui.index.typenames import split_at

_MODIFIERS = "(?:(?:mut|ref|inout|vararg|crossinline|noinline|public|protected|private|readonly)\\s+)*"
_NAMED = re.compile(rf"[*&.\s]*{_MODIFIERS}(\w+)\s*(?:[:=?].*)?", re.DOTALL)
_GO_FUNCTION = re.compile(r"(\w+)\s+(?:\.\.\.)?func\(")
_OPENING = "([{<"
_CLOSING = ")]}>"


@lru_cache(maxsize=1_024)
def parameter_names(signature: str, function: str) -> frozenset[str]:
    """The parameters of `function` that its `signature` names.

    Where the type stands before the name, none are found: there a parameter is not called like a function.
    """
    names = set()
    for parameter in split_at(_list_of(signature, function), ","):
        match = _NAMED.fullmatch(parameter) or _GO_FUNCTION.match(parameter.strip())
        if match is not None:
            names.add(match[1])
    return frozenset(names)


def _list_of(signature: str, function: str) -> str:
    """What stands in the first round brackets behind the name, without those of type parameters."""
    named = re.search(rf"(?<!\w){re.escape(function)}(?!\w)", signature)
    depth, begin = 0, -1
    for at in range(named.end() if named else 0, len(signature)):
        character = signature[at]
        if character in _OPENING:
            if character == "(" and depth == 0:
                begin = at + 1
            depth += 1
        elif character in _CLOSING and not (character == ">" and signature[at - 1] in "-="):
            depth -= 1
            if depth == 0 and begin >= 0:
                return signature[begin:at]
    return signature[begin:] if begin >= 0 else ""
