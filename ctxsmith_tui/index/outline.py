"""From what a query found in a file to its symbols and references: nesting, lines, signatures, docs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from ctxsmith_tui.index.docs import comment_line, docstring_line, shorten
from ctxsmith_tui.index.imports import Binding
from ctxsmith_tui.model import Reference, Symbol

MAX_SIGNATURE = 300
MAX_CONSTANT = 120
"""Characters that a constant's signature has at most: its value is data, not interface."""
MAX_QUALNAME = 300
MAX_TARGET = 200

_WINDOW = 1_500
"""Bytes that are decoded for a signature or a doc: enough for the longest in any script."""
_MAX_GAP = 500
"""Bytes of white space between a comment and what it is about."""

_TYPES = frozenset({"class", "interface", "struct", "enum", "trait"})
_HOLDERS = _TYPES | {""}
_PADDING = re.compile(r"([(\[]) |,? ([)\]])| (?=,)")
_PLAIN = re.compile(r"[\w$.#]+")
_TRANSPARENT = frozenset({"module", "exports", "this", "prototype"})


class Mention(NamedTuple):
    """A reference as found: the byte of its name, its kind, the bytes of the whole expression."""

    site: int
    kind: str
    start: int
    end: int
    binding: Binding | None = None


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

    def widen(self, start: int, end: int) -> None:
        """Make the definition cover these bytes too."""
        self.start = min(self.start, start)
        self.end = max(self.end, end)


class Found(NamedTuple):
    """What the query found. Definitions go by the first byte of their name, docstrings by their own."""

    definitions: dict[int, Definition]
    leading: list[tuple[int, int]]
    cuts: list[tuple[int, int]]
    docstrings: dict[int, int]
    mentions: list[Mention]


class _Frame(NamedTuple):
    start: int
    end: int
    number: int | None
    qualname: str
    kind: str


class Outline:
    """The symbols and references of one file; call `symbols` first."""

    def __init__(self, source: bytes, starts: list[int], found: Found) -> None:
        self._source = source
        self._starts = starts
        self._found = found
        self._frames: list[_Frame] = []
        self._cuts = sorted(found.cuts)
        # The text of a line comment may end with its line end.
        leading = sorted((self._trimmed(start, end), start) for start, end in found.leading)
        self._leading_ends = [end for end, _ in leading]
        self._leading_starts = [start for _, start in leading]
        self._heads: dict[int, tuple[int, str]] = {}

    def symbols(self) -> tuple[Symbol, ...]:
        """All definitions in document order; spans nest, and a parent comes before its children."""
        symbols: list[Symbol] = []
        stack: list[_Frame] = []
        entries = [(*self._head(d.start), d) for d in self._found.definitions.values()]
        entries.sort(key=lambda entry: (entry[0], -entry[2].end))
        for start, doc, definition in entries:
            end = self._trimmed(definition.start, definition.end)
            while stack and (
                stack[-1].end <= definition.start or (stack[-1].start, stack[-1].end) == (start, end)
            ):
                passed = stack.pop()
                if start < passed.end <= definition.start:
                    start = definition.start
            parent = stack[-1] if stack else None
            if parent is not None:
                end = min(end, parent.end)
            frame = self._frame(definition, start, end, parent, len(symbols))
            stack.append(frame)
            self._frames.append(frame)
            if frame.kind:
                symbols.append(self._symbol(definition, frame, parent, doc))
        return tuple(symbols)

    def references(self) -> tuple[Reference, ...]:
        """All calls, imports and base classes in document order, each with its innermost symbol."""
        references: list[Reference] = []
        stack: list[_Frame] = []
        frames = iter(self._frames)
        coming = next(frames, None)
        types = {
            frame.qualname: frame.number for frame in reversed(self._frames) if frame.kind in _TYPES - {""}
        }
        for mention in sorted(self._found.mentions, key=lambda mention: mention.site):
            while coming is not None and coming.start <= mention.site:
                stack.append(coming)
                coming = next(frames, None)
            while stack and stack[-1].end <= mention.site:
                stack.pop()
            symbol = stack[-1].number if stack else None
            if mention.kind == "inherit" and stack and not stack[-1].kind:
                symbol = types.get(stack[-1].qualname, symbol)
            references.append(self._reference(mention, symbol))
        return tuple(references)

    def _frame(
        self, definition: Definition, start: int, end: int, parent: _Frame | None, index: int
    ) -> _Frame:
        kind = definition.kind
        if kind == "function" and parent is not None and parent.kind in _HOLDERS:
            kind = "method"
        names = [parent.qualname] if parent is not None else []
        if definition.owner is not None:
            owner = _owner(self._text(*definition.owner))
            if owner:
                names.append(owner)
                kind = "method" if kind == "function" else kind
        names.append(_name(self._text(*definition.name)))
        qualname = ".".join(names)
        if len(qualname) > MAX_QUALNAME:
            qualname = "…" + qualname[1 - MAX_QUALNAME :]
        number = index if kind else parent.number if parent is not None else None
        return _Frame(start, end, number, qualname, kind)

    def _symbol(self, definition: Definition, frame: _Frame, parent: _Frame | None, doc: str) -> Symbol:
        docstring_end = self._found.docstrings.get(definition.body) if definition.body is not None else None
        if docstring_end is not None and definition.body is not None:
            doc = docstring_line(self._text(definition.body, docstring_end))
        return Symbol(
            kind=frame.kind,
            name=_name(self._text(*definition.name)),
            qualname=frame.qualname,
            parent=parent.number if parent is not None else None,
            start_line=self._line(frame.start),
            end_line=self._line(max(frame.start, frame.end - 1)),
            signature=self._signature(definition, frame.kind),
            doc=doc,
        )

    def _reference(self, mention: Mention, symbol: int | None) -> Reference:
        line = self._line(mention.site)
        if mention.binding is not None:
            name, target, alias, *_ = mention.binding
            return Reference("import", name, target, alias, line, symbol)
        name = self._text(mention.site, mention.end)
        target = name
        if mention.start < mention.site:
            start = max(mention.start, mention.end - _WINDOW)
            target = " ".join(self._source[start : mention.end].decode("utf-8", "ignore").split())
            if len(target) > MAX_TARGET or start > mention.start:
                target = "…" + target[1 - MAX_TARGET :]
        return Reference(mention.kind, name, target, "", line, symbol)

    # --- lines and text ------------------------------------------------------------------------------

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _text(self, start: int, end: int) -> str:
        return self._source[start:end].decode("utf-8", "replace")

    def _trimmed(self, start: int, end: int) -> int:
        """`end` without the white space before it: some nodes end with the line end after them."""
        source = self._source
        while end > start and source[end - 1] <= 32:
            end -= 1
        return end

    # --- what stands before a definition -------------------------------------------------------------

    def _head(self, start: int) -> tuple[int, str]:
        """Where the comments and attributes attached before `start` begin, and what the comments say."""
        known = self._heads.get(start)
        if known is None:
            known = self._heads[start] = self._attached(start)
        return known

    def _attached(self, start: int) -> tuple[int, str]:
        comments: list[str] = []
        while (at := bisect_right(self._leading_ends, start) - 1) >= 0:
            end = self._leading_ends[at]
            begin = self._leading_starts[at]
            if not self._touch(begin, end, start):
                break
            if self._source[begin : begin + 1] == b"/":
                comments.append(self._source[begin : min(end, begin + _WINDOW)].decode("utf-8", "ignore"))
            start = begin
        comments.reverse()
        return start, comment_line(comments) if comments else ""

    def _touch(self, begin: int, end: int, start: int) -> bool:
        """Whether nothing but white space, and no empty line, is between a comment and a definition."""
        if start - end > _MAX_GAP:
            return False
        gap = self._source[end:start]
        if gap and not gap.isspace():
            return False
        line = self._line(end - 1)
        below = self._line(start) - line
        if below == 0:
            return True
        # A comment after code is about that code, not about the next line.
        first = self._line(begin)
        return below == 1 and not self._source[self._starts[first - 1] : begin].strip()

    def _signature(self, definition: Definition, kind: str) -> str:
        position = definition.start
        end = definition.end if definition.body is None else max(definition.body, position)
        pieces: list[bytes] = []
        room = _WINDOW
        for at in range(bisect_left(self._cuts, (position, 0)), len(self._cuts)):
            cut_start, cut_end = self._cuts[at]
            if cut_start >= end or room <= 0:
                break
            if cut_start > position:
                pieces.append(self._source[position : min(cut_start, position + room)])
                room -= cut_start - position
            position = max(position, cut_end)
        if position < end and room > 0:
            pieces.append(self._source[position : min(end, position + room)])
        text = " ".join(b" ".join(pieces).decode("utf-8", "ignore").split())
        text = text.rstrip(" :;,{")
        if kind == "constant":
            return shorten(text, MAX_CONSTANT)
        return shorten(_PADDING.sub(r"\1\2", text), MAX_SIGNATURE)


def _name(text: str) -> str:
    """A name as one line, without the quotes of a string."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        text = text[1:-1]
    return " ".join(text.split()) if not text.isidentifier() else text


def _owner(text: str) -> str:
    """The type or object before a name: `Foo` for `Foo.prototype`, '' where it says nothing."""
    if not _PLAIN.fullmatch(text):
        return ""
    return ".".join(part for part in text.split(".") if part not in _TRANSPARENT)
