"""The shell's `source` and `.`, and the `load` of Bats."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, text_of

_STATIC = re.compile(r"[^$`\\*?~]+")
_TAIL = re.compile(r"/[^$`\\*?{}()]+$")
_QUOTES = re.compile("[\"']")


def shell(node: Node, source: bytes) -> Iterator[Binding]:
    """The file that a command reads: of a path that begins with an expansion, what is behind it.

    A path from the working folder (`./lib/a.sh`) may begin anywhere.
    """
    argument = node.child_by_field_name("argument")
    if argument is None:
        return
    path = _QUOTES.sub("", text_of(argument, source))
    if not _STATIC.fullmatch(path):
        tail = _TAIL.search(path[_dynamic_end(path) :])
        path = tail[0].lstrip("/") if tail else ""
    path = path.removeprefix("./")
    if path and len(path.split()) == 1:
        yield Binding("*", path, "", argument.start_byte, argument.start_byte)


def _dynamic_end(path: str) -> int:
    """Where the last expansion of a path ends: behind its bracket, or where its name has to end."""
    bracket = max(path.rfind(character) for character in ")}`") + 1
    dollar = path.rfind("$")
    slash = path.find("/", dollar)
    return max(bracket, slash if dollar >= bracket and slash >= 0 else 0)
