"""Imports of Zig: `const a = @import("a.zig").b;`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, text_of, unquoted


def zig(node: Node, source: bytes) -> Iterator[Binding]:
    """What a declaration takes from a file: all of it, or the last name of what follows the call.

    The path of a package (`@import("std")`) has no `.zig`.
    """
    builtin, parts = _value(node)
    if builtin is None or not parts or text_of(builtin, source) != "@import":
        return
    path = unquoted(text_of(parts[0], source)[1:-1].strip())
    if not path:
        return
    last = parts[-1].named_children[:1] if len(parts) > 1 else []
    local = next((child for child in node.named_children if child.type == "IDENTIFIER"), None)
    name = text_of(last[0], source) if last else "*"
    alias = text_of(local, source) if local is not None else ""
    site = local.start_byte if local is not None else builtin.start_byte
    yield Binding(name, path, alias, site, builtin.start_byte)


def _value(node: Node) -> tuple[Node | None, list[Node]]:
    """The builtin that the value of a declaration begins with, and what follows it."""
    for expression in reversed(node.named_children):
        for suffix in expression.named_children:
            parts = suffix.named_children
            if parts and parts[0].type == "BUILTINIDENTIFIER":
                return parts[0], parts[1:]
    return None, []
