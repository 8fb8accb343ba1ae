"""Imports that a query describes in full, for languages whose statements need no function of their own.

Beside `@import` on the statement such a query captures

- `@module`: the path as written (quotes and angle brackets are taken off);
- `@imported`: one name inside the module, where the statement has it apart from the path;
- `@alias`: the local name;
- `@whole`: anything, when the statement brings in all that the module holds (`#include`, a wildcard);
- `@relative`: anything, when the path starts at the file's own folder even if it does not say so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tree_sitter import Node

from ctxsmith_tui.index.imports.binding import Binding, text_of, unquoted

_SEPARATOR = re.compile(r"::|[./\\:]")


def captured(captures: Mapping[str, Sequence[Node]], source: bytes) -> Binding | None:
    """The import that one match of a query describes; None where the grammar found no path."""
    modules = captures.get("module")
    if not modules:
        return None
    where = modules[0].start_byte
    module = _bare(text_of(modules[0], source))
    if not module:
        return None
    if "relative" in captures:
        module = _relative(module)
    imported, alias = captures.get("imported"), captures.get("alias")
    local = text_of(alias[0], source) if alias else ""
    if imported:
        inner = text_of(imported[0], source)
        name = _SEPARATOR.split(inner)[-1]
        target = f"{module}{_separator(module, source[modules[0].end_byte :][:1])}{inner}"
        return Binding(name, target, local or name, imported[0].start_byte, where)
    if "whole" in captures:
        return Binding("*", module, local, where, where)
    name = _SEPARATOR.split(module.rstrip("./\\:"))[-1]
    return Binding(name, module, local or name, where, where)


def _bare(path: str) -> str:
    if len(path) > 1 and path[0] == "<" and path[-1] == ">":
        return path[1:-1]
    bare = unquoted(path)
    return bare if bare != path else "".join(path.split()).removeprefix("\\")


def _relative(path: str) -> str:
    inner = path.lstrip("/")
    return inner if inner.startswith(".") else f"./{inner}"


def _separator(module: str, after: bytes) -> str:
    if "\\" in module or after == b"\\":
        return "" if module.endswith("\\") else "\\"
    return "::" if "::" in module else "."
