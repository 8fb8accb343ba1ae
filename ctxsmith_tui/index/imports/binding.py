"""What a reader of import statements yields, and how it reads their text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tree_sitter import Node


class Binding(NamedTuple):
    """One imported name. `site` is the byte where the name stands, `module` where its module stands.

    Two nodes that import the same module at the same place are one import (see `parse.py`).
    """

    name: str
    target: str
    alias: str
    site: int
    module: int


Reader = Callable[[Node, bytes], Iterator[Binding]]


def text_of(node: Node, source: bytes) -> str:
    """The text of a node."""
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def path_of(node: Node, source: bytes) -> str:
    """The text of a dotted path, which may be spread over lines."""
    return "".join(text_of(node, source).split())


def unquoted(text: str) -> str:
    """A string literal without its quotes."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`" else text
