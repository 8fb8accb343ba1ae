"""Elixir's `alias`, `import`, `use` and `require`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, path_of, text_of


def elixir(node: Node, source: bytes) -> Iterator[Binding]:
    """The names that a call of one of these macros brings in."""
    word, arguments = node.child_by_field_name("target"), node.named_children[-1]
    if word is None or arguments.type != "arguments" or not arguments.named_children:
        return
    macro, path = text_of(word, source), arguments.named_children[0]
    options = _options(arguments, source)
    for inner, module in _modules(path, source):
        name, site = module.rpartition(".")[2], inner.start_byte
        renamed = options.get("as")
        if macro in ("import", "use"):
            only = options.get("only") if macro == "import" else None
            names = _options(only, source) if only is not None else {}
            for function, arity in names.items():
                where = arity.start_byte
                yield Binding(function, f"{module}.{function}", function, where, where)
            if not names:
                yield Binding("*", module, "", site, site)
        elif renamed is not None:
            yield Binding(name, module, text_of(renamed, source), site, site)
        else:
            yield Binding(name, module, name if macro == "alias" else module, site, site)


def _modules(path: Node, source: bytes) -> Iterator[tuple[Node, str]]:
    """The modules of `A.B`, `__MODULE__.B` or `A.{B, C}`."""
    if path.type == "alias":
        yield path, path_of(path, source)
    elif path.type == "dot":
        left, right = path.child_by_field_name("left"), path.child_by_field_name("right")
        if left is None or right is None or left.type not in ("alias", "identifier"):
            return
        for inner in right.named_children if right.type == "tuple" else [right]:
            if inner.type == "alias":
                yield inner, f"{path_of(left, source)}.{path_of(inner, source)}"


def _options(node: Node, source: bytes) -> dict[str, Node]:
    """The values of the keywords below a node."""
    found = {}
    for keywords in node.named_children:
        for pair in keywords.named_children if keywords.type == "keywords" else ():
            key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
            if key is not None and value is not None:
                found[text_of(key, source).strip().rstrip(":")] = value
    return found
