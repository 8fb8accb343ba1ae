"""Imports and requires of JavaScript and TypeScript."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, path_of, text_of, unquoted


def javascript(node: Node, source: bytes) -> Iterator[Binding]:
    """The names that a statement brings in."""
    match node.type:
        case "import_alias":
            return _import_alias(node, source)
        case "variable_declarator" | "call_expression":
            return _require(node, source)
    return _module_statement(node, source)


def _import_alias(node: Node, source: bytes) -> Iterator[Binding]:
    alias, path = node.named_children[0], node.named_children[-1]
    target = path_of(path, source)
    name = target.rpartition(".")[2]
    yield Binding(name, target, text_of(alias, source), alias.start_byte, path.start_byte)


def _module_statement(node: Node, source: bytes) -> Iterator[Binding]:
    clauses = [child for child in node.named_children if child.type != "comment"]
    where = node.child_by_field_name("source")
    for clause in clauses:
        if clause.type == "import_require_clause":
            where = clause.child_by_field_name("source")
    if where is None:
        return
    module = unquoted(text_of(where, source))
    found = False
    for clause in clauses:
        for name, alias, site in _clause(clause, source):
            found = True
            yield Binding(name, module, alias, site, where.start_byte)
    if not found:
        yield Binding("*", module, "", where.start_byte, where.start_byte)


def _clause(clause: Node, source: bytes) -> Iterator[tuple[str, str, int]]:
    match clause.type:
        case "import_clause":
            for child in clause.named_children:
                if child.type == "identifier":
                    yield "default", text_of(child, source), child.start_byte
                else:
                    yield from _clause(child, source)
        case "import_require_clause" | "namespace_import" | "namespace_export":
            for child in clause.named_children[:1]:
                yield "*", unquoted(text_of(child, source)), child.start_byte
        case "named_imports" | "export_clause":
            for item in clause.named_children:
                name = item.child_by_field_name("name")
                if name is not None:
                    alias = item.child_by_field_name("alias") or name
                    yield unquoted(text_of(name, source)), unquoted(text_of(alias, source)), item.start_byte


def _require(node: Node, source: bytes) -> Iterator[Binding]:
    pattern = node.child_by_field_name("name")
    call = node.child_by_field_name("value") if pattern else node
    if call is not None and call.type == "await_expression":
        call = call.named_children[0]
    function = call.child_by_field_name("function") if call else None
    arguments = call.child_by_field_name("arguments") if call else None
    if function is None or arguments is None or text_of(function, source) not in ("require", "import"):
        return
    where = arguments.named_children[0]
    module = unquoted(text_of(where, source))
    for name, alias, site in _destructured(pattern, source) if pattern else [("*", "", node.start_byte)]:
        yield Binding(name, module, alias, site, where.start_byte)


def _destructured(pattern: Node, source: bytes) -> Iterator[tuple[str, str, int]]:
    if pattern.type == "identifier":
        yield "*", text_of(pattern, source), pattern.start_byte
    elif pattern.type == "object_pattern":
        for item in pattern.named_children:
            key = item.child_by_field_name("key") or item
            value = item.child_by_field_name("value") or key
            if key.type in ("shorthand_property_identifier_pattern", "property_identifier"):
                yield text_of(key, source), text_of(value, source), key.start_byte
