"""Go's `import` specs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, text_of, unquoted

_VERSION = re.compile(r"[/.]v\d+$")


def go(node: Node, source: bytes) -> Iterator[Binding]:
    """The names that a statement brings in."""
    path = node.child_by_field_name("path")
    if path is None:
        return
    target = unquoted(text_of(path, source))
    name = _VERSION.sub("", target).rpartition("/")[2]
    alias = node.child_by_field_name("name")
    yield Binding(name, target, text_of(alias, source) if alias else name, node.start_byte, path.start_byte)
