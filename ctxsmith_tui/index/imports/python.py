"""Python's `import` statements."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, path_of, text_of


def python(node: Node, source: bytes) -> Iterator[Binding]:
    """The names that a statement brings in."""
    where = node.start_byte
    prefix = _python_module(node, source)
    for item in node.children_by_field_name("name"):
        alias = item.child_by_field_name("alias")
        dotted = (item.child_by_field_name("name") or item) if alias else item
        path = path_of(dotted, source)
        bound = path if prefix else path.partition(".")[0]
        local = text_of(alias, source) if alias else bound
        yield Binding(path.rpartition(".")[2], prefix + path, local, item.start_byte, where)
    for child in node.named_children:
        if child.type == "wildcard_import":
            yield Binding("*", prefix + "*", "", child.start_byte, where)


def _python_module(node: Node, source: bytes) -> str:
    """What stands before the imported names in their full path, '' for a plain `import`."""
    if node.type == "future_import_statement":
        return "__future__."
    module = node.child_by_field_name("module_name")
    if module is None:
        return ""
    path = path_of(module, source)
    return path if path.endswith(".") else path + "."
