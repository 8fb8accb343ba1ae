"""From the text of one file to its symbols and references, with tree-sitter.

What to look for is written in `queries/<language>.scm`, in one vocabulary for all languages:

- `@definition.<kind>`: a symbol, with `@name`, and optionally `@body` (the signature ends before it) and
  `@owner` (what stands before the name and becomes part of the qualified name). Kinds: function, method,
  class, interface, struct, enum, trait, type, constant, module, macro. When several patterns name the same
  thing, the first in the file decides what it is. A function directly in a type is a method. A definition or
  a name of several nodes reaches from the first to the last.
  `@clause`: anything, where definitions of one name in a row are one symbol (Haskell's equations).
- `@scope` with `@name`: gives its name to what it encloses, and is no symbol itself (Rust's `impl`).
- `@span` with `@name`: a wider node that belongs to the definition of that name, unless it goes on behind it:
  it adds decorators, `export`, `const`.
- `@leading`: a comment, attribute or annotation that belongs to the definition right after it.
- `@comment`: is left out of signatures, as `@leading` is. `@docstring`: the string that opens a `@body`, or
  that is about the one captured with it. `@ignore`: what stands in it is no reference.
- `@call`, `@inherit`: the last identifier of a callee or base class; the whole expression begins where
  `@target` begins, if that is captured. `@component`: a call if it is in upper case (an HTML element is not).
  `@tokens`: anything, when the callee is no node of the tree; it is looked for in the text (a Rust macro).
- `@bare`: a name alone, which is a call unless a variable of the same symbol has it: `@local` is where one
  begins.
- `@closure`: a local variable that may hold a function; a call of it, or of a parameter, is dynamic, as is
  that of a `@dynamic` expression without a name.
- `@import`: a statement that brings names in; `imports/` says how it is read.
- `@variable` with `@type`: a variable, parameter or field and its declared type, or what is called to make
  its value: the last identifier, with `@target` as above, or all, from which `typenames.py` takes the path.
  `@made`: what is called, if it is in upper case and the type says nothing. `@returns` with `@type`: the same
  for the result of the definition around it.
- `@declarator`, in place of the `@name` of a definition or of `@variable`: what C wraps around the name,
  which `declarators.py` takes out of it, with the owner.
- `@export` with `@alias`: a name of this file and the name that others import it by; with `@module` in place
  of `@alias`, the namespace that the name is in (PHP's `A\\B` and `C` are exported as `A\\B\\C`).
- `@path`: anything, when `@name`, `@call` or `@inherit` is a path, whose last part is the name.

A first line `; inherits: a, b` puts those query files before the file. `outline.py` makes symbols of the
captures.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import accumulate
from time import monotonic
from typing import NamedTuple, cast

import tree_sitter
from tree_sitter import Node, Parser, Query, QueryCursor
from tree_sitter_language_pack import SupportedLanguage, get_language

from ctxsmith_tui.index.declarators import declared
from ctxsmith_tui.index.dialects import readable
from ctxsmith_tui.index.imports import READERS, Binding, captured
from ctxsmith_tui.index.languages import grammar_of
from ctxsmith_tui.index.mending import mended
from ctxsmith_tui.index.outline import MAX_TARGET, Definition, Found, Mention, Outline
from ctxsmith_tui.index.tokens import callee_start
from ctxsmith_tui.index.typenames import type_path
from ctxsmith_tui.model import ParsedFile
from ctxsmith_tui.text.lines import line_starts

_CHUNK = 65_536
_WORD = 64
"""Bytes that are read of the source at once: to parse it, and to look at one name in it."""
_MAX_DEPTH = 2_000
_DEPTH_STEP = 512  # of all nodes in document order, every so many is looked at for its depth
"""Levels of the tree that are searched. Deeper ones cost time with the square of the depth."""
_MAX_MATCHES = 50_000
"""Unfinished matches that the query keeps; real code stays far below."""
_MAX_TANGLE = 10**9
"""Sum of the squared sizes of error nodes: the time that the query would spend in them."""

_ROLES = (
    *(
        "scope",
        "span",
        "call",
        "bare",
        "dynamic",
        "local",
        "closure",
        "component",
        "inherit",
        "import",
        "variable",
        "returns",
        "export",
        "declarator",
    ),
    *("leading", "comment", "docstring", "ignore"),
)
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
    root = _tree(grammar, readable(language, text), deadline).root_node
    errors = _errors(root)
    if errors and (plainer := mended(language, text)) is not None:
        other = _tree(grammar, plainer, deadline).root_node
        if (left := _errors(other)) < errors:
            root, errors = other, left
    broken = errors > 0
    if broken and _tangled(root):
        return ParsedFile((), (), True)
    if monotonic() > deadline:
        raise ParseTimeout(language)
    matches, complete = _matches(grammar.query, root)
    outline = Outline(text, line_starts(source), _collect(language, grammar.roles, matches, text))
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
    size = _CHUNK

    def read(offset: int, _point: object) -> bytes:
        return text[offset : offset + size]

    def late(_offset: int, _broken: bool) -> bool:
        return monotonic() > deadline

    try:
        # A time limit needs a reader; it is ignored for bytes.
        tree = Parser(grammar.language).parse(read, progress_callback=late)
    except ValueError as error:
        raise ParseTimeout(grammar.language.name) from error
    size = _WORD  # from now on it is asked for the words that a query compares
    return tree


def _errors(root: Node) -> int:
    """How many pieces the grammar could not fit in; a semicolon that it misses makes nothing unreadable."""
    waiting, count = [root] if root.has_error else [], 0
    while waiting:
        node = waiting.pop()
        count += 1 + node.child_count if node.is_error else node.is_missing and node.type != ";"
        waiting.extend(child for child in node.children if child.has_error)
    return count


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
    ignored: list[Node] = []
    reader = READERS.get(language)
    for pattern, captures in matches:
        role = roles.get(pattern)
        if role is None:
            role = roles[pattern] = _role(captures)
        node = captures[role][0]
        match role:
            case "call" | "inherit" | "bare" | "local" | "closure" | "dynamic":
                _mention(found.mentions, role, node, captures, text)
            case "component":
                if text[node.start_byte : node.start_byte + 1].isupper():
                    _mention(found.mentions, "call", node, captures, text)
            case "comment":
                found.cuts.append(node.byte_range)
            case "leading":
                found.cuts.append(node.byte_range)
                found.leading.append(node.byte_range)
            case "docstring":
                found.docstrings[captures.get("body", captures[role])[0].start_byte] = node.byte_range
            case "ignore":
                ignored.append(node)
            case "import":
                if reader is not None:
                    statements.append(node)
                elif (binding := captured(captures, text)) is not None:
                    _bind(found, binding)
            case "variable" | "returns":
                _type(found.mentions, role, node, captures, text)
            case "declarator":
                variable = declared(node)
                if variable is not None and not variable.function:
                    _type(found.mentions, "variable", variable.last, captures, text)
            case "export":
                name, site = _text(node, text), node.start_byte
                named = captures.get("alias")
                alias = _text(named[0], text) if named else f"{_text(captures['module'][0], text)}\\{name}"
                if name:  # the grammar makes one up where it misses one
                    found.mentions.append((site, "export", 0, 0, Binding(name, name, alias, site, site)))
            case "span":
                if (place := _place(captures, text)) is not None:
                    spans.append((place[0][0], node))
            case _:
                _define(found.definitions, role, pattern, captures, text)
    for site, node in spans:
        definition = found.definitions.get(site)
        if definition is not None and not text[definition.end : node.end_byte].strip(b"; \t\r\n"):
            definition.widen(node.start_byte, node.end_byte)
    if reader is not None:
        owners: dict[int, int] = {}
        for node in statements:
            for binding in _once(reader(node, text), node.id, owners):
                _bind(found, binding)
    if ignored:
        found.mentions[:] = _outside(found.mentions, ignored)
    return found


def _outside(mentions: list[Mention], ignored: list[Node]) -> list[Mention]:
    """The mentions that stand in none of the ignored nodes."""
    ranges = sorted(node.byte_range for node in ignored)
    starts = [start for start, _ in ranges]
    reach = [0, *accumulate((end for _, end in ranges), max)]
    return [mention for mention in mentions if reach[bisect_right(starts, mention[0])] <= mention[0]]


def _mention(
    mentions: list[Mention], kind: str, node: Node, captures: dict[str, list[Node]], text: bytes
) -> None:
    start, end = node.byte_range
    if start < end:
        site = _last_part(start, end, text) if "path" in captures else start
        if "tokens" in captures:
            begin = callee_start(text, start, end)
        else:
            begin = captures["target"][0].start_byte if "target" in captures else start
        if begin is not None:
            mentions.append((site, kind, begin, end, None))


def _last_part(start: int, end: int, text: bytes) -> int:
    """Where the last part of a path begins."""
    return max(text.rfind(b".", start, end), text.rfind(b"\\", start, end), start - 1) + 1


def _type(
    mentions: list[Mention], role: str, node: Node, captures: dict[str, list[Node]], text: bytes
) -> None:
    name = target = ""
    where = node
    for capture in ("type", "made"):
        if capture not in captures:
            continue
        where = captures[capture][0]
        written = _text(where, text)
        if outer := captures.get("target"):
            whole = text[outer[0].start_byte : where.end_byte].decode("utf-8", "replace")
            name, target = written, " ".join(whole.split())
        else:
            name, target = type_path(written)
        if capture == "made" and not name.lstrip("_")[:1].isupper():
            return
        if name:
            break
    if not name or len(target) > MAX_TARGET:
        return
    if role == "returns":
        mentions.append((where.start_byte, "type", 0, 0, Binding(name, target, "", where.start_byte, 0)))
    elif (variable := _text(node, text)) and len(variable) <= MAX_TARGET:
        mentions.append((node.start_byte, "type", 0, 0, Binding(name, target, variable, node.start_byte, 0)))


def _text(node: Node, text: bytes) -> str:
    return text[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _define(
    definitions: dict[int, Definition], role: str, pattern: int, captures: dict[str, list[Node]], text: bytes
) -> None:
    place = _place(captures, text)
    if place is None:
        return
    name, owner = place
    site = name[0]
    start, end = captures[role][0].start_byte, captures[role][-1].end_byte
    known = definitions.get(site)
    if known is not None:
        known.widen(start, end)
        if known.pattern <= pattern:
            return
        start, end = known.start, known.end
    body = captures.get("body", _NOTHING)
    definitions[site] = Definition(
        kind=role.removeprefix("definition.") if role != "scope" else "",
        pattern=pattern,
        name=name,
        owner=owner,
        body=body[0].start_byte if body else None,
        start=start,
        end=end,
        clause="clause" in captures,
    )


def _place(
    captures: dict[str, list[Node]], text: bytes
) -> tuple[tuple[int, int], tuple[int, int] | None] | None:
    """The bytes of a definition's name and of its owner; None for a name that the grammar made up."""
    names, owners = captures.get("name", _NOTHING), captures.get("owner", _NOTHING)
    if not names:
        found = declared(captures["declarator"][0])
        if found is None:
            return None
        names, owners = [found.first, found.last], [found.owner] if found.owner is not None else _NOTHING
    start, end = names[0].start_byte, names[-1].end_byte
    if start == end:
        return None
    if "path" in captures:
        last = _last_part(start, end, text)
        return (last, end), (start, last - 1) if last > start else None
    return (start, end), (owners[0].start_byte, min(owners[0].end_byte, start)) if owners else None


def _bind(found: Found, binding: Binding) -> None:
    """Take in an import; a variable that only holds an imported module is no constant."""
    if not binding.name:
        return
    found.mentions.append((binding.site, "import", 0, 0, binding))
    definition = found.definitions.get(binding.site)
    if definition is not None and definition.kind == "constant":
        del found.definitions[binding.site]


def _once(bindings: Iterator[Binding], owner: int, owners: dict[int, int]) -> Iterator[Binding]:
    """The bindings of modules that no earlier statement has read: `const a = require("m")` is two."""
    return (binding for binding in bindings if owners.setdefault(binding.module, owner) == owner)
