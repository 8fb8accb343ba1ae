"""Haskell's `import` declarations."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, path_of, text_of


def haskell(node: Node, source: bytes) -> Iterator[Binding]:
    """The names that a declaration brings in, and the name that stands for the module before a dot."""
    found = node.child_by_field_name("module")
    if found is None:
        return
    module, site = path_of(found, source), found.start_byte
    words = {child.type for child in node.children}
    alias = node.child_by_field_name("alias")
    qualified = "qualified" in words
    if alias is not None or qualified:
        yield Binding(_last(module), module, path_of(alias or found, source), site, site)
    names = node.child_by_field_name("names")
    if names is None or "hiding" in words:
        if not qualified:
            yield Binding("*", f"{module}.*", "", site, site)
        return
    listed = [] if qualified else [name for name in map(_name, names.named_children) if name is not None]
    for name in listed:
        text = text_of(name, source)
        yield Binding(text, f"{module}.{text}", text, name.start_byte, site)
    if not listed and alias is None and not qualified:
        # Only the instances come in.
        yield Binding(_last(module), module, "", site, site)


def _name(item: Node) -> Node | None:
    """The name in an item of the list: `T` of `T(..)`, an operator without its parentheses."""
    for field in ("variable", "type", "operator"):
        found = item.child_by_field_name(field)
        if found is not None:
            return found.named_children[0] if found.type == "prefix_id" and found.named_children else found
    return None


def _last(module: str) -> str:
    return module.rpartition(".")[2]
