"""Calls in text that the grammar leaves as a list of tokens, as Rust's macros do with their arguments."""

from __future__ import annotations

_REACH = 200
_PLAIN = frozenset(b"_.:?!") | frozenset(range(128, 256))
_SPACE = frozenset(b" \t\r\n")
_PAIRS = {b")"[0]: b"("[0], b"]"[0]: b"["[0], b">"[0]: b"<"[0]}


def callee_start(text: bytes, site: int, end: int) -> int | None:
    """Where the callee begins whose last name stands from `site` to `end`; None when it is not called.

    It reaches back over names, dots, colons and what stands in brackets: `a::b(1).c[2].name`.
    """
    if text[end : end + 1] != b"(" and (text[end : end + 1] != b"!" or text[end + 1 : end + 2] == b"="):
        return None
    at, least = site, max(0, site - _REACH)
    while at > least:
        byte = text[at - 1]
        if text[at - 2 : at] == b"..":
            break
        if byte in _PLAIN or text[at - 1 : at].isalnum():
            at -= 1
        elif byte in b")]" or (byte in b">" and text[at : at + 2] == b"::"):
            at = _opening(text, at - 1, least)
        elif byte in _SPACE and text[at : at + 1] == b".":
            at = least + len(text[least:at].rstrip())
        else:
            break
    if text[least:at].split()[-1:] == [b"fn"] and text[at - 1] in _SPACE:
        return None
    while at < site and text[at] in b"!?: \t\r\n":
        at += 1
    return at


def _opening(text: bytes, closing: int, least: int) -> int:
    """Where the bracket begins that ends at `closing`."""
    close, depth = text[closing], 0
    for at in range(closing, least, -1):
        if text[at] == close:
            depth += 1
        elif text[at] == _PAIRS[close]:
            depth -= 1
            if depth == 0:
                return at
    return least
