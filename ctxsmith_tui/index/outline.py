"""From what a query found in a file to its symbols and references: nesting, lines, signatures, docs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from ctxsmith_tui.index.docs import docstring_line
from ctxsmith_tui.index.excerpt import WINDOW, Excerpts
from ctxsmith_tui.index.imports import Binding
from ctxsmith_tui.index.parameters import parameter_names
from ctxsmith_tui.model import Reference, Symbol

MAX_QUALNAME = 300
"""Characters that a qualified name has at most; a longer one keeps its end."""
MAX_TARGET = 200
"""Characters that the expression of a call has at most; a longer one keeps its end."""

_TYPES = frozenset({"class", "interface", "struct", "enum", "trait"})
_HOLDERS = _TYPES | {""}
_INHERITING = _TYPES | {"type"}
_CALLABLE = frozenset({"function", "method"})
_PLAIN = re.compile(r"[\w$.#]+")
_ARGUMENTS = re.compile(r"<[^<>]*>")
_TRANSPARENT = frozenset({"module", "exports", "this", "self", "prototype"})


Mention = tuple[int, str, int, int, Binding | None]
"""A reference as found: the byte of its name, its kind, the bytes of the whole expression."""


@dataclass(slots=True)
class Definition:
    """A symbol as found, in bytes. An empty `kind` is a scope: it names what it encloses, no more."""

    kind: str
    pattern: int
    name: tuple[int, int]
    owner: tuple[int, int] | None
    body: int | None
    start: int
    end: int
    clause: bool = False

    def widen(self, start: int, end: int) -> None:
        """Make the definition cover these bytes too."""
        self.start = min(self.start, start)
        self.end = max(self.end, end)


class Found(NamedTuple):
    """What the query found. Definitions go by the first byte of their name, docstrings by their own."""

    definitions: dict[int, Definition]
    leading: list[tuple[int, int]]
    cuts: list[tuple[int, int]]
    docstrings: dict[int, tuple[int, int]]
    mentions: list[Mention]


class _Entry(NamedTuple):
    """A definition with what was read of the source around it."""

    definition: Definition
    name: str
    start: int
    end: int
    doc: str


class _Frame(NamedTuple):
    """A definition in its place. A scope has the number of the symbol around it."""

    start: int
    end: int
    number: int | None
    qualname: str
    kind: str


class Outline:
    """The symbols and references of one file."""

    def __init__(self, source: bytes, starts: list[int], found: Found) -> None:
        self._found = found
        self._excerpts = Excerpts(source, starts, found.leading, found.cuts)
        self._frames: list[_Frame] = []
        self.symbols: tuple[Symbol, ...] = tuple(self._symbols())
        """All definitions in document order; spans nest, and a parent comes before its children."""
        self.references: tuple[Reference, ...] = tuple(self._references())
        """All calls, imports and base classes in document order, each with its innermost symbol."""

    def _symbols(self) -> Iterator[Symbol]:
        stack: list[_Frame] = []
        count = 0
        for entry in self._entries():
            frame, parent = self._place(entry, stack, count)
            if frame.kind == "constant" and parent is not None and parent.kind in _CALLABLE:
                continue  # a local variable
            stack.append(frame)
            self._frames.append(frame)
            if frame.kind:
                count += 1
                yield self._symbol(entry, frame, parent)

    def _entries(self) -> list[_Entry]:
        entries = []
        for definition in self._found.definitions.values():
            name = _name(self._excerpts.text(*definition.name))
            if name:
                start, doc = self._excerpts.head(definition.start)
                end = self._excerpts.trimmed(definition.start, definition.end)
                entries.append(_Entry(definition, name, start, end, doc))
        # Of what one declaration names, a type comes last: what it holds is in the type.
        entries.sort(key=lambda entry: (entry.start, -entry.end, entry.definition.kind in _TYPES))
        return _joined(entries)

    def _place(self, entry: _Entry, stack: list[_Frame], number: int) -> tuple[_Frame, _Frame | None]:
        """The frame of the next definition and the one around it; leaves the frames that end before it."""
        definition, name, start, end, _ = entry
        # What covers exactly the same text is named by the same declaration: a sibling.
        while stack and (stack[-1].end <= definition.start or stack[-1][:2] == (start, end)):
            passed = stack.pop()
            if start < passed.end <= definition.start:
                start = definition.start
        parent = stack[-1] if stack else None
        if parent is not None:
            start, end = max(start, parent.start), min(end, parent.end)
        owner = _owner(self._excerpts.text(*definition.owner)) if definition.owner is not None else ""
        qualname = _qualname(parent.qualname if parent is not None else "", owner, name)
        kind = definition.kind
        if kind == "function" and (owner or (parent is not None and parent.kind in _HOLDERS)):
            kind = "method"
        if not kind:
            return _Frame(start, end, parent.number if parent is not None else None, qualname, kind), parent
        return _Frame(start, end, number, qualname, kind), parent

    def _symbol(self, entry: _Entry, frame: _Frame, parent: _Frame | None) -> Symbol:
        body, doc = entry.definition.body, entry.doc
        docstring = self._found.docstrings.get(body) if body is not None else None
        if docstring is not None:
            doc = docstring_line(self._excerpts.text(*docstring))
        begin = entry.definition.start
        return Symbol(
            kind=frame.kind,
            name=entry.name,
            qualname=frame.qualname,
            parent=parent.number if parent is not None else None,
            start_line=self._excerpts.line(frame.start),
            end_line=self._excerpts.line(max(frame.start, frame.end - 1)),
            signature=self._excerpts.signature(begin, entry.end if body is None else body, frame.kind),
            doc=doc,
        )

    def _references(self) -> Iterator[Reference]:
        text, line = self._excerpts.text, self._excerpts.line
        placed = list(self._placed())
        variables = {
            (number, text(site, end)) for number, (site, kind, _, end, _) in placed if kind == "local"
        }
        closures = {
            (number, text(site, end)) for number, (site, kind, _, end, _) in placed if kind == "closure"
        }
        for number, (site, kind, start, end, binding) in placed:
            if binding is not None:
                yield Reference(kind, binding.name, binding.target, binding.alias, line(site), number)
            elif kind not in ("local", "closure"):
                name = text(site, end)
                if kind == "call" and start == site and self._is_called_here(name, number, closures):
                    kind = "dynamic"
                if kind == "bare":
                    if self._is_variable(name, number, variables):
                        continue
                    kind = "call"
                target = self._target(start, end) if start < site else name
                yield Reference(kind, name, target, "", line(site), number)

    def _is_variable(self, name: str, number: int | None, variables: set[tuple[int | None, str]]) -> bool:
        """Whether a name in a symbol is a variable of this symbol or of one around it."""
        while (number, name) not in variables:
            if number is None:
                return False
            number = self.symbols[number].parent
        return True

    def _is_called_here(self, name: str, number: int | None, closures: set[tuple[int | None, str]]) -> bool:
        """Whether a name in a function is a parameter or a local function, of this or one around it.

        Python's `cls` is one that is known.
        """
        while number is not None and name != "cls":
            symbol = self.symbols[number]
            if symbol.kind in _CALLABLE and (
                (number, name) in closures
                or (name in symbol.signature and name in parameter_names(symbol.signature, symbol.name))
            ):
                return True
            number = symbol.parent
        return False

    def _placed(self) -> Iterator[tuple[int | None, Mention]]:
        """The mentions in document order, each with the number of its innermost symbol."""
        stack: list[_Frame] = []
        frames = iter(self._frames)
        coming = next(frames, None)
        types = {
            frame.qualname: frame.number for frame in reversed(self._frames) if frame.kind in _INHERITING
        }
        for mention in sorted(self._found.mentions, key=itemgetter(0)):
            site, kind = mention[:2]
            while coming is not None and coming.start <= site:
                stack.append(coming)
                coming = next(frames, None)
            while stack and stack[-1].end <= site:
                stack.pop()
            if kind == "call" and site in self._found.definitions:
                continue  # the grammar sees a call in what defines the name
            number = stack[-1].number if stack else None
            if kind == "inherit" and stack and not stack[-1].kind:
                heir = stack[-1].qualname
                if heir not in types:
                    mention = self._inherited_by(heir, mention)
                number = types.get(heir, number)
            yield number, mention

    def _inherited_by(self, heir: str, mention: Mention) -> Mention:
        """An inheritance that is declared apart from the type it is for, with the name of that type."""
        site, kind, start, end, _ = mention
        name = self._excerpts.text(site, end)
        return site, kind, start, end, Binding(name, self._target(start, end), heir, site, site)

    def _target(self, start: int, end: int) -> str:
        """The whole expression of a reference on one line."""
        near = max(start, end - WINDOW)
        target = " ".join(self._excerpts.text(near, end).split())
        return "…" + target[1 - MAX_TARGET :] if len(target) > MAX_TARGET or near > start else target


def _joined(entries: list[_Entry]) -> list[_Entry]:
    """The entries, with clauses of one name in a row as one: a signature and the equations below it."""
    joined: list[_Entry] = []
    around: list[int] = []
    for entry in entries:
        before = None
        while around and joined[around[-1]].end <= entry.definition.start:
            before = around.pop()
        if before is not None and _continues(joined[before], entry):
            first = joined[before].definition
            first.body = first.end if first.body is None else first.body
            first.kind = entry.definition.kind
            joined[before] = joined[before]._replace(end=entry.end)
            around.append(before)
        else:
            around.append(len(joined))
            joined.append(entry)
    return joined


def _continues(before: _Entry, entry: _Entry) -> bool:
    return before.definition.clause and entry.definition.clause and before.name == entry.name


def _name(text: str) -> str:
    """A name as one line, without the quotes of a string or the colon of a symbol."""
    if len(text) > 2 and text[0] == text[-1] and text[0] in "\"'`":
        text = text[1:-1]
    elif len(text) > 1 and text[0] == ":" and text[1] != ":":
        text = text[1:]
    return " ".join(text.split()) if not text.isidentifier() else text


def _qualname(around: str, owner: str, name: str) -> str:
    qualname = ".".join(part for part in (around, owner, name) if part)
    return qualname if len(qualname) <= MAX_QUALNAME else "…" + qualname[1 - MAX_QUALNAME :]


def _owner(text: str) -> str:
    """The type or object before a name: `a.Foo` for `a.Foo.prototype` and `a::Foo<T>::`, '' where it says
    nothing.
    """
    while (plain := _ARGUMENTS.sub("", text)) != text:
        text = plain
    text = "".join(text.split()).replace("::", ".").replace("\\", ".").strip(".")
    if not _PLAIN.fullmatch(text):
        return ""
    return ".".join(part for part in text.split(".") if part not in _TRANSPARENT)
