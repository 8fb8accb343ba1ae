"""What an import statement brings in: one small function per language.

Each takes the node that its query captured as `@import` and yields a `Binding` for every name:

| statement                       | name      | target        | alias  |
|---------------------------------|-----------|---------------|--------|
| `import a.b`                    | `b`       | `a.b`         | `a`    |
| `import a.b as c`               | `b`       | `a.b`         | `c`    |
| `from a import b as c`          | `b`       | `a.b`         | `c`    |
| `from . import b`               | `b`       | `.b`          | `b`    |
| `from ..a import *`             | `*`       | `..a.*`       |        |
| `import a.b.C` (Java)           | `C`       | `a.b.C`       | `C`    |
| `import static a.C.*` (Java)    | `*`       | `a.C.*`       |        |
| `import c "a/b"` (Go)           | `b`       | `a/b`         | `c`    |
| `use a::{b as c, d::*}` (Rust)  | `b`, `*`  | `a::b`, `a::d::*` | `c`, |
| `use a::b::{self}` (Rust)       | `b`       | `a::b`        | `b`    |
| `mod a;` (Rust)                 | `a`       | `self::a`     | `a`    |
| `import {a as b} from "m"` (JS) | `a`       | `m`           | `b`    |
| `import a from "m"`             | `default` | `m`           | `a`    |
| `import * as a from "m"`        | `*`       | `m`           | `a`    |
| `import "m"`, `require("m")`    | `*`       | `m`           |        |
| `const {a: b} = require("m")`   | `a`       | `m`           | `b`    |
| `export {a as b} from "m"`      | `a`       | `m`           | `b`    |

So `target` is the full path of what is imported; only in JavaScript and TypeScript, where a module is a file
and not part of a name, it is the module alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tree_sitter import Node


class Binding(NamedTuple):
    """One imported name. `site` is the byte where the name stands, `module` where its module stands.

    Two nodes that import the same module at the same place are one import (see `parse.py`).
    """

    name: str
    target: str
    alias: str
    site: int
    module: int


Reader = Callable[[Node, bytes], Iterator[Binding]]


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _path(node: Node, source: bytes) -> str:
    """The text of a dotted path, which may be spread over lines."""
    return "".join(_text(node, source).split())


# --- Python ------------------------------------------------------------------------------------------


def _python(node: Node, source: bytes) -> Iterator[Binding]:
    where = node.start_byte
    prefix = _python_module(node, source)
    for item in node.children_by_field_name("name"):
        alias = item.child_by_field_name("alias")
        dotted = (item.child_by_field_name("name") or item) if alias else item
        path = _path(dotted, source)
        bound = path if prefix else path.partition(".")[0]
        local = _text(alias, source) if alias else bound
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
    path = _path(module, source)
    return path if path.endswith(".") else path + "."


# --- JavaScript, TypeScript --------------------------------------------------------------------------


def _javascript(node: Node, source: bytes) -> Iterator[Binding]:
    match node.type:
        case "import_alias":
            return _import_alias(node, source)
        case "variable_declarator" | "call_expression":
            return _require(node, source)
    return _module_statement(node, source)


def _import_alias(node: Node, source: bytes) -> Iterator[Binding]:
    alias, path = node.named_children[0], node.named_children[-1]
    target = _path(path, source)
    name = target.rpartition(".")[2]
    yield Binding(name, target, _text(alias, source), alias.start_byte, path.start_byte)


def _module_statement(node: Node, source: bytes) -> Iterator[Binding]:
    clauses = [child for child in node.named_children if child.type != "comment"]
    where = node.child_by_field_name("source")
    for clause in clauses:
        if clause.type == "import_require_clause":
            where = clause.child_by_field_name("source")
    if where is None:
        return
    module = _unquote(_text(where, source))
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
                    yield "default", _text(child, source), child.start_byte
                else:
                    yield from _clause(child, source)
        case "import_require_clause" | "namespace_import" | "namespace_export":
            for child in clause.named_children[:1]:
                yield "*", _unquote(_text(child, source)), child.start_byte
        case "named_imports" | "export_clause":
            for item in clause.named_children:
                name = item.child_by_field_name("name")
                if name is not None:
                    alias = item.child_by_field_name("alias") or name
                    yield _unquote(_text(name, source)), _unquote(_text(alias, source)), item.start_byte


def _require(node: Node, source: bytes) -> Iterator[Binding]:
    pattern = node.child_by_field_name("name")
    call = node.child_by_field_name("value") if pattern else node
    if call is not None and call.type == "await_expression":
        call = call.named_children[0]
    function = call.child_by_field_name("function") if call else None
    arguments = call.child_by_field_name("arguments") if call else None
    if function is None or arguments is None or _text(function, source) not in ("require", "import"):
        return
    where = arguments.named_children[0]
    module = _unquote(_text(where, source))
    for name, alias, site in _destructured(pattern, source) if pattern else [("*", "", node.start_byte)]:
        yield Binding(name, module, alias, site, where.start_byte)


def _destructured(pattern: Node, source: bytes) -> Iterator[tuple[str, str, int]]:
    if pattern.type == "identifier":
        yield "*", _text(pattern, source), pattern.start_byte
    elif pattern.type == "object_pattern":
        for item in pattern.named_children:
            key = item.child_by_field_name("key") or item
            value = item.child_by_field_name("value") or key
            if key.type in ("shorthand_property_identifier_pattern", "property_identifier"):
                yield _text(key, source), _text(value, source), key.start_byte


def _unquote(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`" else text


# --- Java, Go ----------------------------------------------------------------------------------------


def _java(node: Node, source: bytes) -> Iterator[Binding]:
    words = [child for child in node.named_children if child.type in ("scoped_identifier", "identifier")]
    if not words:
        return
    path = _path(words[0], source)
    site = words[0].start_byte
    if any(child.type == "asterisk" for child in node.named_children):
        yield Binding("*", path + ".*", "", site, site)
    else:
        name = path.rpartition(".")[2]
        yield Binding(name, path, name, site, site)


def _go(node: Node, source: bytes) -> Iterator[Binding]:
    path = node.child_by_field_name("path")
    if path is None:
        return
    target = _unquote(_text(path, source))
    name = target.rpartition("/")[2]
    alias = node.child_by_field_name("name")
    yield Binding(name, target, _text(alias, source) if alias else name, node.start_byte, path.start_byte)


# --- Rust --------------------------------------------------------------------------------------------


def _rust(node: Node, source: bytes) -> Iterator[Binding]:
    if node.type == "use_declaration":
        argument = node.child_by_field_name("argument")
        return _use(argument, source) if argument else iter(())
    return _crate_or_module(node, source)


def _crate_or_module(node: Node, source: bytes) -> Iterator[Binding]:
    found = node.child_by_field_name("name")
    if found is None:
        return
    name = _text(found, source)
    alias = node.child_by_field_name("alias")
    target = name if node.type == "extern_crate_declaration" else f"self::{name}"
    yield Binding(name, target, _text(alias, source) if alias else name, found.start_byte, node.start_byte)


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
                    prefix = _clip(f"{prefix}{_path(path, source)}::")
                if inner is not None:
                    waiting.append((inner, prefix))
            case "use_as_clause":
                path, alias = node.child_by_field_name("path"), node.child_by_field_name("alias")
                if path is not None and alias is not None:
                    yield _leaf(prefix + _path(path, source), _text(alias, source), node.start_byte)
            case "use_wildcard":
                yield _leaf(prefix + _path(node, source), "", node.start_byte)
            case "identifier" | "scoped_identifier" | "self" | "crate" | "super":
                yield _leaf(prefix + _path(node, source), None, node.start_byte)


def _leaf(target: str, alias: str | None, site: int) -> Binding:
    target = target.removesuffix("::self")
    name = target.rpartition("::")[2]
    return Binding(name, target, name if alias is None else alias, site, site)


def _clip(prefix: str) -> str:
    """Hostile nesting would make the prefixes grow with the square of the source."""
    return prefix[-1000:]


IMPORTS: dict[str, Reader] = {
    "python": _python,
    "javascript": _javascript,
    "typescript": _javascript,
    "tsx": _javascript,
    "java": _java,
    "go": _go,
    "rust": _rust,
}
