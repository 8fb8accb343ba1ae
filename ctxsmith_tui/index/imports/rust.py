"""Rust's `use`, `mod` and `extern crate`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, path_of, text_of


def rust(node: Node, source: bytes) -> Iterator[Binding]:
    """The names that a statement brings in."""
    if node.type == "use_declaration":
        argument = node.child_by_field_name("argument")
        return _use(argument, source) if argument else iter(())
    return _crate_or_module(node, source)


def _crate_or_module(node: Node, source: bytes) -> Iterator[Binding]:
    found = node.child_by_field_name("name")
    if found is None:
        return
    name = text_of(found, source)
    alias = node.child_by_field_name("alias")
    target = name if node.type == "extern_crate_declaration" else f"self::{name}"
    yield Binding(name, target, text_of(alias, source) if alias else name, found.start_byte, node.start_byte)


def _use(argument: Node, source: bytes) -> Iterator[Binding]:
    """The leaves of a tree of `use` lists, in the order of the source, without recursion."""
    waiting: list[tuple[Node, str]] = [(argument, "")]
    while waiting:
        node, prefix = waiting.pop()
        match node.type:
            case "use_list":
                waiting.extend((child, prefix) for child in reversed(node.named_children))
            case "scoped_use_list":
                path, inner = node.child_by_field_name("path"), node.child_by_field_name("list")
                if path is not None:
                    prefix = _clip(f"{prefix}{path_of(path, source)}::")
                if inner is not None:
                    waiting.append((inner, prefix))
            case "use_as_clause":
                path, alias = node.child_by_field_name("path"), node.child_by_field_name("alias")
                if path is not None and alias is not None:
                    yield _leaf(prefix + path_of(path, source), text_of(alias, source), node.start_byte)
            case "use_wildcard":
                yield _leaf(prefix + path_of(node, source), "", node.start_byte)
            case "identifier" | "scoped_identifier" | "self" | "crate" | "super":
                yield _leaf(prefix + path_of(node, source), None, node.start_byte)


def _leaf(target: str, alias: str | None, site: int) -> Binding:
    target = target.removesuffix("::self")
    name = target.rpartition("::")[2]
    return Binding(name, target, name if alias is None else alias, site, site)


def _clip(prefix: str) -> str:
    """Hostile nesting would make the prefixes grow with the square of the source."""
    return prefix[-1000:]
