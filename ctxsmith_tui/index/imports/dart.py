"""Dart's `import`, `export` and `part` directives."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, text_of, unquoted

_DEPTH = 3
"""Levels below the directive at which its parts are."""


def dart(node: Node, source: bytes) -> Iterator[Binding]:
    """The names that a directive brings in, from a file: parts of a library share all their names."""
    parts = list(_parts(node, _DEPTH))
    uri = next((part for part in parts if part.type == "uri"), None)
    if uri is None:
        return
    path, site = unquoted(text_of(uri, source)), uri.start_byte
    shown = [name for part in parts if part.type == "combinator" for name in _shown(part)]
    alias = next((part for part in parts if part.type == "identifier"), None)
    if alias is not None:
        yield Binding("*", path, text_of(alias, source), site, site)
        return
    for name in shown:
        text = text_of(name, source)
        yield Binding(text, path, text, name.start_byte, site)
    if not shown:
        yield Binding("*", path, "", site, site)


def _parts(node: Node, depth: int) -> Iterator[Node]:
    """What a directive is made of; the name after `as` is its only identifier."""
    for child in node.named_children:
        if child.type in ("uri", "combinator", "identifier"):
            yield child
        elif depth > 0 and child.type != "configuration_uri":
            yield from _parts(child, depth - 1)


def _shown(combinator: Node) -> list[Node]:
    if not combinator.children or combinator.children[0].type != "show":
        return []
    return [child for child in combinator.named_children if child.type == "identifier"]
