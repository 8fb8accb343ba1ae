"""What a person names in the call graph: names of any language's spelling, SPECs, files and lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from ctxsmith_tui.curate.places import locate, locate_file
from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.errors import AmbiguousNameError, UsageError
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.graph.types import Types
from ctxsmith_tui.graph.walk import is_constructor
from ctxsmith_tui.model import Role, Spec, Symbol, SymbolPlace
from ctxsmith_tui.text.printable import printable

_SEPARATOR = re.compile(r"::|[#:]")
_KEYWORD = re.compile(r"^\s*(?:struct|class|enum|interface|trait|union|func|fn|def|function)\s+")
_MOST_DOTS = 20  # in a name that is looked for
_LONGEST_NAME = 200  # to which similar ones are looked for


class Naming:
    """From what a person writes to nodes of the program, and back."""

    def __init__(self, root: Path, program: Program, types: Types) -> None:
        self._root = root
        self.program = program
        self.catalog = program.catalog
        self._reader = program.reader
        self._types = types
        self._places: dict[int, SymbolPlace] = {}

    # --- from names to nodes -------------------------------------------------------------------------

    def find(self, text: str) -> list[int]:
        """The symbols that a name means: all of that name, or of that end of a qualified name.

        Raises UsageError when there is none.
        """
        found = self._named(text) or self._inherited(text)
        if not found:
            raise UsageError(f"no symbol {text!r} in this repository{self._near(_encodable(text))}")
        by_role = {Role.SOURCE: 0, Role.TEST: 1}
        roles = self.catalog.roles
        return sorted(found, key=lambda node: (by_role.get(roles[self.program.row_of(node)], 2), node))

    def _named(self, text: str) -> tuple[int, ...]:
        """The symbols that a name means, written with the separator of any language."""
        text = _KEYWORD.sub("", _encodable(text))
        plain = _SEPARATOR.sub(".", text)
        spellings = (text, plain, plain.removesuffix("()"), plain.rpartition("\\")[2])
        return self._without_constructors(next(filter(None, map(self._ending_in, spellings)), ()))

    def _without_constructors(self, found: tuple[int, ...]) -> tuple[int, ...]:
        """Without constructors that are called as their type, which is among the found."""
        owner_of = self._types.owner_of
        return tuple(node for node in found if owner_of(node) not in found or not self._is_constructor(node))

    def _is_constructor(self, node: int) -> bool:
        symbol = self.program.symbol_of(node)
        return symbol is not None and is_constructor(symbol)

    def _inherited(self, text: str) -> tuple[int, ...]:
        """The member that a type has from somewhere else, as `Engine.GET` from what it embeds."""
        owner, _, name = _SEPARATOR.sub(".", _encodable(text)).removesuffix("()").rpartition(".")
        types = self._types
        owners = filter(types.is_type, self._ending_in(owner)) if owner and name else ()
        return types.standing(member for each in owners for member in types.member(each, name))

    def _ending_in(self, wanted: str) -> tuple[int, ...]:
        """The symbols of a qualified name, or of that end of one; a name may hold dots."""
        parts = wanted.rsplit(".", _MOST_DOTS)
        named = (node for k in range(len(parts)) for node in self.program.named(".".join(parts[k:])))
        return self._types.standing(node for node in named if self.program.ends_with(node, wanted))

    def _near(self, name: str) -> str:
        from difflib import get_close_matches

        name = _SEPARATOR.sub(".", name)[-_LONGEST_NAME:]
        last = name.rpartition(".")[2]
        for length in (len(last) - 2, len(last) // 2):
            like = self._reader.symbols_like(last[: max(3, length)])
            alike = sorted({symbol.qualname for _, symbol in like})
            if near := get_close_matches(name, alike, n=3, cutoff=0.3):
                return f"; did you mean {', '.join(near)}?"
        return "; `ctxsmith-tui search` finds parts of names"

    def symbols(self, text: str) -> list[int]:
        """The symbols that a name or a SPEC means. Raises UsageError when there is none."""
        spec = self._place_named(text)
        if spec is None:
            return self.find(text)
        if spec.start_line is not None:
            place = locate(spec, self._root, self.catalog, self._symbols_of)
            row = self.catalog.row_of_path[place.path]
            if inside := [self.program.node(row, k) for k in self._within(row, place.lines)]:
                return inside
        try:
            nodes = self.target(text)
        except AmbiguousNameError as error:
            nodes = tuple(node for each in error.candidates for node in self.target(each))
        symbols = [node for node in nodes if self.program.symbol_of(node) is not None]
        if not symbols:
            raise UsageError(f"{text} holds no symbol; name one, or lines that hold one")
        return symbols

    def target(self, text: str) -> tuple[int, ...]:
        """The nodes that a name or a SPEC means.

        Raises AmbiguousNameError when several symbols have the name, UsageError when none has.
        """
        spec = self._place_named(text)
        if spec is not None:
            return self.nodes_at(spec)
        return self.only(text)

    def only(self, name: str) -> tuple[int]:
        """The one symbol that a name means; code comes before headings. Errors as in `target`."""
        found = self.find(name)
        code = [node for node in found if self.program.kind_of(node) != "heading"] or found
        if len(code) > 1:
            raise AmbiguousNameError(name, [self.place(node).spec for node in code])
        return (code[0],)

    def _place_named(self, text: str) -> Spec | None:
        """The place that a text names; None when it is rather a name, such as `Cart::add` or `Cart.add`."""
        spec, files = parse_spec(text), self.catalog.row_of_path
        is_path = spec.path in files or ("/" in spec.path and "." in spec.path)
        if is_path or spec.start_line is not None:
            return spec
        if ("." not in text and spec.symbol is None) or self._named(text):
            return None
        with suppress(UsageError):  # from the working directory, or escaped as in our own output
            locate_file(spec.path, self._root, self.catalog)
            return spec
        is_file = spec.path.rpartition("/")[2] in self.catalog.rows_of_name
        return spec if is_file else None

    def nodes_at(self, spec: Spec) -> tuple[int, ...]:
        """The nodes at a place: a symbol, a file with all its symbols, or what lies in some lines.

        Raises UsageError when there is no such place.
        """
        if spec.symbol is None and spec.start_line is None:
            row = self.catalog.row_of_path[locate_file(spec.path, self._root, self.catalog)]
            return self.program.node(row, None), *self._standing(row, range(len(self.program.symbols(row))))
        place = locate(spec, self._root, self.catalog, self._symbols_of)
        row = self.catalog.row_of_path[place.path]
        if place.symbol:
            return self._types.standing([self._node_of(row, place.symbol)])
        return self._standing(row, self._within(row, place.lines)) or (self.program.node(row, None),)

    def _symbols_of(self, path: str) -> Sequence[Symbol]:
        return self.program.symbols(self.catalog.row_of_path[path])

    def _node_of(self, row: int, qualname: str) -> int:
        return self.program.node(row, self.program.scope(row).standing[qualname])

    def _within(self, row: int, lines: tuple[int, int]) -> list[int]:
        """The symbols that begin in some lines, or the innermost one around them."""
        symbols = self.program.symbols(row)
        inside = [k for k, each in enumerate(symbols) if lines[0] <= each.start_line <= lines[1]]
        around = [k for k, each in enumerate(symbols) if each.start_line < lines[0] <= each.end_line]
        if around and inside:
            innermost = symbols[around[-1]]
            if symbols[inside[0]].start_line == lines[0] or innermost.kind not in ("function", "method"):
                around = []  # no line of its own body is named
        return around[-1:] + inside

    def _standing(self, row: int, ordinals: Iterable[int]) -> tuple[int, ...]:
        """The nodes that stand for symbols of a file."""
        return tuple(dict.fromkeys(self.program.standing(row, ordinal) for ordinal in ordinals))

    def lines_of(self, text: str) -> tuple[int, int] | None:
        """The lines that a text names, None when it names all of something."""
        spec = self._place_named(text)
        return None if spec is None or spec.end_line is None else (spec.start_line or 1, spec.end_line)

    def spec(self, name: str) -> str:
        """How to name without doubt what a name means."""
        return (
            printable(self.place(self.target(name)[0]).spec) if "::" not in name and ":" not in name else name
        )

    # --- from nodes to names -------------------------------------------------------------------------

    def place(self, node: int) -> SymbolPlace:
        """Where a node stands."""
        if node not in self._places:
            self._places[node] = self._place_of(node)
        return self._places[node]

    def _place_of(self, node: int) -> SymbolPlace:
        row, ordinal = self.program.place_of(node)
        path, role = self.catalog.paths[row], self.catalog.roles[row]
        if ordinal is None:
            return SymbolPlace(path, "", "", 1, int(self.catalog.lines[row]), role)
        symbol = self.program.symbols(row)[ordinal]
        return SymbolPlace(path, symbol.qualname, symbol.kind, symbol.start_line, symbol.end_line, role)


def _encodable(name: str) -> str:
    """A name as the index can hold one: without the surrogates of an argument that is not UTF-8."""
    return name.strip().encode("utf-8", "replace").decode()
