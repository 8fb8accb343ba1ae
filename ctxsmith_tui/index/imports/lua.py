"""Lua's `require`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, text_of


def lua(node: Node, source: bytes) -> Iterator[Binding]:
    """What a call of `require` brings in: a module, or one field of it, under the name it is assigned to."""
    arguments = node.child_by_field_name("arguments")
    string = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    content = string.child_by_field_name("content") if string is not None else None
    if content is None:
        return
    module, where = text_of(content, source), content.start_byte
    value, field = node, ""
    if value.parent is not None and value.parent.type == "dot_index_expression":
        picked = value.parent.child_by_field_name("field")
        if picked is not None and picked.start_byte > value.start_byte:
            value, field = value.parent, text_of(picked, source)
    target = f"{module}.{field}" if field else module
    name = target.replace("/", ".").rpartition(".")[2]
    holder = value.parent
    variable = _variable(holder, value) if holder is not None else None
    if variable is not None:
        yield Binding(name, target, text_of(variable, source), variable.start_byte, where)
    elif holder is not None and holder.type in ("chunk", "block"):
        # A statement of its own: the module sets global names.
        yield Binding("*", f"{module}.*", "", where, where)
    else:
        yield Binding(name, target, "", where, where)


def _variable(values: Node, value: Node) -> Node | None:
    """The variable that is assigned this one of the values."""
    statement = values.parent
    if values.type != "expression_list" or statement is None or statement.type != "assignment_statement":
        return None
    place = next((at for at, child in enumerate(values.named_children) if child == value), 0)
    variables = next((child for child in statement.named_children if child.type == "variable_list"), None)
    if variables is None or place >= variables.named_child_count:
        return None
    variable = variables.named_children[place]
    return variable if variable.type == "identifier" else None
