"""Java's `import` declarations."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, path_of


def java(node: Node, source: bytes) -> Iterator[Binding]:
    """The names that a statement brings in."""
    words = [child for child in node.named_children if child.type in ("scoped_identifier", "identifier")]
    if not words:
        return
    path = path_of(words[0], source)
    site = words[0].start_byte
    if any(child.type == "asterisk" for child in node.named_children):
        yield Binding("*", path + ".*", "", site, site)
    else:
        name = path.rpartition(".")[2]
        yield Binding(name, path, name, site, site)
