"""Scala's `import` and `export` clauses."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, text_of

_RENAMED = ("arrow_renamed_identifier", "as_renamed_identifier")


def scala(node: Node, source: bytes) -> Iterator[Binding]:
    """The names that a statement brings in; `a.b, c.d` has several paths in a row."""
    path: list[Node] = []
    for child in node.children:
        match child.type:
            case "identifier" | "operator_identifier":
                path.append(child)
            case "namespace_selectors":
                yield from _selected(child, path, source)
                path = []
            case "namespace_wildcard" | "arrow_renamed_identifier" | "as_renamed_identifier":
                yield from _selector(child, path, source)
                path = []
            case ",":
                yield from _last(path, source)
                path = []
    yield from _last(path, source)


def _last(path: list[Node], source: bytes) -> Iterator[Binding]:
    """The import of a path that ends in a name."""
    if path:
        name = text_of(path[-1], source)
        yield Binding(name, _joined(path, source), name, path[-1].start_byte, path[0].start_byte)


def _selected(selectors: Node, path: list[Node], source: bytes) -> Iterator[Binding]:
    """What stands in braces; several wildcards (`given`, `*`) are one."""
    whole = False
    for child in selectors.named_children:
        if child.type == "namespace_wildcard":
            if whole:
                continue
            whole = True
        yield from _selector(child, path, source)


def _selector(node: Node, path: list[Node], source: bytes) -> Iterator[Binding]:
    site = node.start_byte
    where = path[0].start_byte if path else site
    prefix = _joined(path, source) + "." if path else ""
    if node.type == "namespace_wildcard":
        yield Binding("*", prefix + "*", "", site, where)
    elif node.type in _RENAMED:
        renamed, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        # `a => _` hides the name from a wildcard beside it.
        if renamed is not None and alias is not None and alias.type != "wildcard":
            name = text_of(renamed, source)
            yield Binding(name, prefix + name, text_of(alias, source), site, where)
    elif node.type in ("identifier", "operator_identifier"):
        name = text_of(node, source)
        yield Binding(name, prefix + name, name, site, where)


def _joined(path: list[Node], source: bytes) -> str:
    return ".".join(text_of(part, source) for part in path)
