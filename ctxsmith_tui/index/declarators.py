"""Where the name is in a declarator of C and C++, which wraps it in stars, brackets and parameters."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

_NAMES = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "primitive_type",
        "operator_name",
        "destructor_name",
    }
)
_NAMED_INSIDE = frozenset(
    {"qualified_identifier", "template_function", "template_method", "template_type", "dependent_name"}
)


class Declared(NamedTuple):
    """A declared name: it reaches from `first` to `last`, which are one node but for `operator bool`.

    `owner` begins with what is written before the name: `ns::Shop::` in `ns::Shop::open`. `function` says
    that it has parameters: it names a function or a pointer to one.
    """

    first: Node
    last: Node
    owner: Node | None
    function: bool


def declared(declarator: Node) -> Declared | None:
    """The name that `declarator` declares; None where the grammar found none."""
    owner: Node | None = None
    function = False
    node: Node | None = declarator
    while node is not None:
        kind = node.type
        if kind in _NAMES:
            return Declared(node, node, owner, function) if node.start_byte < node.end_byte else None
        if kind == "operator_cast":
            target = node.child_by_field_name("type")
            return Declared(node.children[0], target, owner, True) if target is not None else None
        if kind == "qualified_identifier" and owner is None:
            owner = node
        function = function or kind == "function_declarator"
        node = node.child_by_field_name("name" if kind in _NAMED_INSIDE else "declarator") or _last(node)
    return None


def _last(node: Node) -> Node | None:
    """What a node without such a field is about: references and parentheses have it last."""
    children = node.named_children
    return children[-1] if children else None
