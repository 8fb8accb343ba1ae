"""From the text of one file to its symbols and references, with tree-sitter.

What to look for is written in `queries/<language>.scm`, in one vocabulary for all languages:

- `@definition.<kind>`: a symbol, with `@name`, and optionally `@body` (the signature ends before it) and
  `@owner` (what stands before the name and becomes part of the qualified name). Kinds: function, method,
  class, interface, struct, enum, trait, type, constant, module, macro. When several patterns name the same
  thing, the first in the file decides what it is. A function directly in a type is a method.
- `@scope` with `@name`: gives its name to what it encloses, and is no symbol itself (Rust's `impl`).
- `@span` with `@name`: a wider node that belongs to the definition of that name, unless it goes on behind it:
  it adds decorators, `export`, `const`.
- `@leading`: a comment, attribute or annotation that belongs to the definition right after it.
- `@comment`: is left out of signatures, as `@leading` is. `@docstring`: the string that opens a `@body`.
- `@call`, `@inherit`: the last identifier of a callee or base class; the whole expression begins where
  `@target` begins, if that is captured. `@component`: a call if it is in upper case (an HTML element is not).
- `@import`: a statement that `imports.py` reads.

A first line `; inherits: a, b` puts those query files before the file. `outline.py` makes symbols of the
captures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from time import monotonic
from typing import NamedTuple, cast

import tree_sitter
from tree_sitter import Node, Parser, Query, QueryCursor
from tree_sitter_language_pack import SupportedLanguage, get_language

from ctxsmith_tui.index.imports import IMPORTS, Binding
from ctxsmith_tui.index.languages import grammar_of
from ctxsmith_tui.index.outline import Definition, Found, Mention, Outline
from ctxsmith_tui.model import ParsedFile
from ctxsmith_tui.text.lines import line_starts

_CHUNK = 65_536
_MAX_DEPTH = 2_000
_DEPTH_STEP = 512  # of all nodes in document order, every so many is looked at for its depth
"""Levels of the tree that are searched. Deeper ones cost time with the square of the depth."""
_MAX_MATCHES = 50_000
"""Unfinished matches that the query keeps; real code stays far below."""
_MAX_TANGLE = 10**9
"""Sum of the squared sizes of error nodes: the time that the query would spend in them."""

_ROLES = ("scope", "span", "call", "component", "inherit", "import", "leading", "comment", "docstring")
_INHERITS = re.compile(r"; inherits: (.+)")
_LONE_CR = re.compile(rb"\r(?!\n)")
_NOTHING: list[Node] = []

_Match = tuple[int, dict[str, list[Node]]]
"""The pattern that matched and its captures."""


class ParseTimeout(Exception):  # noqa: N818 - it says what happened, it is nobody's mistake
    """The file took longer to parse than the caller allowed."""


def parse(language: str, source: bytes, *, timeout: float = 10.0) -> ParsedFile:
    """Symbols and references of `source`, valid UTF-8, in document order.

    `language` is a name from `languages.py` with a grammar, else KeyError. Raises ParseTimeout when
    the grammar needs more than `timeout` seconds. Text that the grammar cannot read makes the result
    `broken`; text that it gets lost in makes it empty as well.
    """
    grammar = _grammar(language)
    # Grammars do not know the lone CR as a line end; the byte offsets stay the same.
    text = _LONE_CR.sub(b"\n", source) if b"\r" in source else source
    deadline = monotonic() + timeout
    root = _tree(grammar, text, deadline).root_node
    broken = root.has_error
    if broken and _tangled(root):
        return ParsedFile((), (), True)
    if monotonic() > deadline:
        raise ParseTimeout(language)
    matches, complete = _matches(grammar.query, root)
    outline = Outline(text, line_starts(text), _collect(language, grammar.roles, matches, text))
    return ParsedFile(outline.symbols, outline.references, broken or not complete)


class _Grammar(NamedTuple):
    language: tree_sitter.Language
    query: Query
    roles: dict[int, str]
    """The capture that says what a match of the pattern is, by pattern, filled as patterns match."""


@cache
def _grammar(language: str) -> _Grammar:
    name = grammar_of(language)
    if name is None:
        raise KeyError(language)
    grammar = get_language(cast(SupportedLanguage, name))
    return _Grammar(grammar, Query(grammar, query_text(language)), {})


def query_text(language: str) -> str:
    """The query of `language`, with what it inherits in front of it."""
    text = resources.files(__package__).joinpath("queries", f"{language}.scm").read_text("utf-8")
    inherits = _INHERITS.match(text)
    parents = inherits[1].split(", ") if inherits else []
    return "\n".join([*map(query_text, parents), text])


def _tree(grammar: _Grammar, text: bytes, deadline: float) -> tree_sitter.Tree:
    def read(offset: int, _point: object) -> bytes:
        return text[offset : offset + _CHUNK]

    def late(_offset: int, _broken: bool) -> bool:
        return monotonic() > deadline

    try:
        # A time limit needs a reader; it is ignored for bytes.
        return Parser(grammar.language).parse(read, progress_callback=late)
    except ValueError as error:
        raise ParseTimeout(grammar.language.name) from error


def _tangled(root: Node) -> bool:
    """Whether the query would get stuck: it visits an error node's children in quadratic time."""
    waiting, cost = [root], 0
    while waiting:
        node = waiting.pop()
        if node.is_error:
            cost += node.child_count**2
            if cost > _MAX_TANGLE:
                return True
        waiting.extend(child for child in node.children if child.has_error)
    return False


def _matches(query: Query, root: Node) -> tuple[list[_Match], bool]:
    """The matches, and whether none was given up: for their number, or for lying too deep in the tree."""
    cursor = QueryCursor(query, match_limit=_MAX_MATCHES)
    cursor.set_max_start_depth(_MAX_DEPTH)
    # No progress_callback: with tree-sitter 0.26 it crashes the process.
    matches = cursor.matches(root)
    return matches, not cursor.did_exceed_match_limit and not _is_deep(root)


def _is_deep(root: Node) -> bool:
    """Whether the tree has a part below the depth that is queried; a very small one may be missed."""
    cursor = root.walk()
    for index in range(_DEPTH_STEP, root.descendant_count, _DEPTH_STEP):
        cursor.goto_descendant(index)
        if cursor.depth > _MAX_DEPTH:
            return True
    return False


def _role(captures: dict[str, list[Node]]) -> str:
    for name in captures:
        if name.startswith("definition."):
            return name
    for name in _ROLES:
        if name in captures:
            return name
    raise ValueError(f"a pattern without a role: {sorted(captures)}")


def _collect(language: str, roles: dict[int, str], matches: list[_Match], text: bytes) -> Found:
    """Sort the query's matches by what they are."""
    found = Found({}, [], [], {}, [])
    spans: list[tuple[int, Node]] = []
    statements: list[Node] = []
    for pattern, captures in matches:
        role = roles.get(pattern)
        if role is None:
            role = roles[pattern] = _role(captures)
        node = captures[role][0]
        match role:
            case "call" | "inherit":
                _mention(found.mentions, role, node, captures)
            case "component":
                if text[node.start_byte : node.start_byte + 1].isupper():
                    _mention(found.mentions, "call", node, captures)
            case "comment":
                found.cuts.append(node.byte_range)
            case "leading":
                found.cuts.append(node.byte_range)
                found.leading.append(node.byte_range)
            case "docstring":
                found.docstrings[node.start_byte] = node.end_byte
            case "import":
                statements.append(node)
            case "span":
                spans.append((captures["name"][0].start_byte, node))
            case _:
                _define(found.definitions, role, pattern, node, captures)
    for site, node in spans:
        definition = found.definitions.get(site)
        if definition is not None and not text[definition.end : node.end_byte].strip(b"; \t\r\n"):
            definition.widen(node.start_byte, node.end_byte)
    _import(language, statements, text, found)
    return found


def _mention(mentions: list[Mention], kind: str, node: Node, captures: dict[str, list[Node]]) -> None:
    site, end = node.byte_range
    if site < end:
        target = captures.get("target")
        mentions.append((site, kind, target[0].start_byte if target else site, end, None))


def _define(
    definitions: dict[int, Definition],
    role: str,
    pattern: int,
    node: Node,
    captures: dict[str, list[Node]],
) -> None:
    name = captures["name"][0]
    site, start, end = name.start_byte, node.start_byte, node.end_byte
    if name.end_byte == site:
        return  # the grammar missed a name here and made one up
    known = definitions.get(site)
    if known is not None:
        known.widen(start, end)
        if known.pattern <= pattern:
            return
        start, end = known.start, known.end
    body = captures.get("body", _NOTHING)
    owner = captures.get("owner", _NOTHING)
    definitions[site] = Definition(
        kind=role.removeprefix("definition.") if role != "scope" else "",
        pattern=pattern,
        name=(site, name.end_byte),
        owner=owner[0].byte_range if owner else None,
        body=body[0].start_byte if body else None,
        start=start,
        end=end,
    )


def _import(language: str, statements: list[Node], text: bytes, found: Found) -> None:
    """Read the import statements; a variable that only holds an imported module is no constant."""
    reader = IMPORTS[language]
    owners: dict[int, int] = {}
    for node in statements:
        for binding in _once(reader(node, text), node.id, owners):
            if not binding.name:
                continue
            found.mentions.append((binding.site, "import", 0, 0, binding))
            definition = found.definitions.get(binding.site)
            if definition is not None and definition.kind == "constant":
                del found.definitions[binding.site]


def _once(bindings: Iterator[Binding], owner: int, owners: dict[int, int]) -> Iterator[Binding]:
    """The bindings of modules that no earlier statement has read: `const a = require("m")` is two."""
    return (binding for binding in bindings if owners.setdefault(binding.module, owner) == owner)
