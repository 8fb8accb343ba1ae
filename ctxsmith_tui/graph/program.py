"""The symbols and references of all files as one numbered whole, read as they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from operator import sub

from ctxsmith_tui.graph.filescope import FileScope
from ctxsmith_tui.graph.modules import package_of
from ctxsmith_tui.graph.scoping import SCOPING, Scoping
from ctxsmith_tui.model import Reference, Symbol
from ctxsmith_tui.store.index_reader import Catalog, IndexReader

CONSTRUCTORS = frozenset({"__init__", "__new__", "constructor", "init", "initialize", "new", "__construct"})
TYPES = frozenset({"class", "interface", "struct", "enum", "trait", "type"})
KINDS = ("call", "import", "inherit", "type", "export", "dynamic")
_CALLS = ("call", "dynamic")
_UNKNOWN = Scoping("")
_OPENS_NAMESPACE = re.compile(r"(?<!inline )\bnamespace (\w+)(?: \{|$)")
_DECLARED_PACKAGES = frozenset({"kotlin", "csharp"})


class Program:
    """Every file is a node, followed by one node for each of its symbols in document order.

    The node of a file stands for its module-level code. Files are rows of the catalog.
    """

    def __init__(self, reader: IndexReader, catalog: Catalog) -> None:
        self.reader = reader
        self.catalog = catalog
        counts = reader.symbol_counts()
        sizes = (counts.get(file_id, 0) + 1 for file_id in catalog.file_ids.tolist())
        self.first = [0, *accumulate(sizes)]
        """The node of each file, and the number of all nodes."""
        self._row_of = [
            row for row, size in enumerate(map(sub, self.first[1:], self.first)) for _ in range(size)
        ]
        self.scoping = [SCOPING.get(language, _UNKNOWN) for language in catalog.languages]
        """How the language of each file finds names."""
        self._symbols: dict[int, tuple[Symbol, ...]] = {}
        self._references: dict[int, dict[str, tuple[Reference, ...]]] | None = None
        self._of_kind: dict[tuple[int, str], tuple[Reference, ...]] = {}
        self._named: dict[str, tuple[int, ...]] = {}
        self._all_named = False
        self._of_node: list[Symbol | None] | None = None
        self._scopes: dict[int, FileScope] = {}
        self._owned: dict[str, dict[str, list[int]]] = {}
        self._offering: dict[str, frozenset[int]] = {}

    def load(self) -> None:
        """Read everything at once, for questions that will look at most of it."""
        if self._references is not None:
            return
        self._references = self.reader.all_references(KINDS)
        row_of = {file_id: row for row, file_id in enumerate(self.catalog.file_ids.tolist())}
        for file_id, symbols in self.reader.all_symbols().items():
            self._symbols[row_of[file_id]] = symbols
        named: dict[str, list[int]] = {}
        for row in range(len(self.catalog.paths)):
            first = self.first[row] + 1
            for ordinal, symbol in enumerate(self.symbols(row)):
                named.setdefault(symbol.name, []).append(first + ordinal)
        self._named = {name: tuple(nodes) for name, nodes in named.items()}
        self._all_named = True
        self._of_node = [
            each for row in range(len(self.catalog.paths)) for each in (None, *self.symbols(row))
        ]

    def symbols(self, row: int) -> tuple[Symbol, ...]:
        """The symbols of a file in document order."""
        found = self._symbols.get(row)
        if found is None:
            has_any = self.first[row + 1] - self.first[row] > 1
            found = self.reader.symbols(int(self.catalog.file_ids[row])) if has_any else ()
            self._symbols[row] = found
        return found

    def references(self, row: int, kind: str) -> tuple[Reference, ...]:
        """The references of one kind in a file, in document order."""
        file_id = int(self.catalog.file_ids[row])
        if self._references is not None:
            return self._references.get(file_id, {}).get(kind, ())
        key = (row, kind)
        if key not in self._of_kind:
            self._of_kind[key] = self.reader.references(file_id, kind)
        return self._of_kind[key]

    def named(self, name: str) -> tuple[int, ...]:
        """The nodes of all symbols with a name."""
        found = self._named.get(name)
        if found is None:
            if self._all_named:
                return ()
            places = self.reader.places_of_name(name)
            rows = self.catalog.file_row
            found = tuple(sorted(self.first[int(rows[file])] + 1 + ordinal for file, ordinal in places))
            self._named[name] = found
        return found

    def owned(self, owner: str, name: str) -> Sequence[int]:
        """The nodes of all symbols with a name that stand directly in something called as the owner is."""
        if name not in self._owned:
            by_owner: dict[str, list[int]] = {}
            for node in self.named(name):
                symbol = self.symbol_of(node)
                if symbol is not None and (before := symbol.qualname.removesuffix(name).rstrip(".")):
                    by_owner.setdefault(before.rpartition(".")[2], []).append(node)
            self._owned[name] = by_owner
        return self._owned[name].get(owner.rpartition(".")[2], ())

    def node(self, row: int, ordinal: int | None) -> int:
        """The node of a symbol of a file, or of the file itself."""
        return self.first[row] + (0 if ordinal is None else ordinal + 1)

    def standing(self, row: int, ordinal: int | None) -> int:
        """Like `node`, but overloads and redefinitions of a symbol in a file are one."""
        if ordinal is None:
            return self.first[row]
        return self.node(row, self.scope(row).standing[self.symbols(row)[ordinal].qualname])

    def row_of(self, node: int) -> int:
        """The file of a node."""
        return self._row_of[node]

    def place_of(self, node: int) -> tuple[int, int | None]:
        """The file of a node and the position of its symbol, None for the file itself."""
        row = self._row_of[node]
        ordinal = node - self.first[row] - 1
        return row, ordinal if ordinal >= 0 else None

    def symbol_of(self, node: int) -> Symbol | None:
        """The symbol of a node; None for a file."""
        if self._of_node is not None:
            return self._of_node[node]
        row, ordinal = self.place_of(node)
        return None if ordinal is None else self.symbols(row)[ordinal]

    def name_of(self, node: int) -> str:
        """The name of a symbol; '' for a file."""
        symbol = self.symbol_of(node)
        return symbol.name if symbol is not None else ""

    def kind_of(self, node: int) -> str:
        """The kind of a symbol; '' for a file."""
        symbol = self.symbol_of(node)
        return symbol.kind if symbol is not None else ""

    def family(self, row: int, nodes: Iterable[int]) -> list[int]:
        """The nodes in files whose language sees the symbols of the language of a file."""
        family, scoping, row_of = self.scoping[row].family, self.scoping, self._row_of
        return [node for node in nodes if scoping[row_of[node]].family == family]

    def package(self, row: int) -> str:
        """The package or namespace of a file, with `/`: as it declares itself, else its folder."""
        declared = self.scope(row).namespaces if self.catalog.languages[row] in _DECLARED_PACKAGES else ()
        return declared[0].replace(".", "/") if declared else package_of(self.catalog.paths[row])

    def rows_of_package(self, name: str) -> tuple[int, ...]:
        """The files of a package or namespace, by its dotted name."""
        plain = name.strip(".*_")
        if (declared := self._rows_of_namespace.get(plain)) is not None:
            return declared
        tail = f"/{plain.replace('.', '/')}"
        folders = self.catalog.rows_of_folder
        return tuple(row for folder, rows in folders.items() if f"/{folder}".endswith(tail) for row in rows)

    @cached_property
    def _rows_of_namespace(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, dict[int, None]] = {}
        for row, each in self._everywhere("export"):
            if each.name == each.alias:
                found.setdefault(each.name, {})[row] = None
        return {name: tuple(rows) for name, rows in found.items()}

    def rows_offering(self, name: str) -> frozenset[int]:
        """The files that may give something under a name: they define it, or bind or export it so."""
        if name not in self._offering:
            defining = (self.row_of(node) for node in self.named(name))
            self._offering[name] = frozenset((*defining, *self._rows_naming.get(name, ())))
        return self._offering[name]

    @cached_property
    def macro_namespaces(self) -> frozenset[str]:
        """The namespaces that C++ macros open, which the names of what is in them lack."""
        return frozenset(
            name
            for row, scoping in enumerate(self.scoping)
            if scoping.family == "c"
            for symbol in self.symbols(row)
            if symbol.kind == "constant"
            for name in _OPENS_NAMESPACE.findall(symbol.signature)
        )

    @cached_property
    def _rows_naming(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for kind in ("import", "export"):
            for row, each in self._everywhere(kind):
                if each.alias:
                    found.setdefault(each.alias, set()).add(row)
        return found

    @cached_property
    def inherited_apart(self) -> dict[str, list[tuple[int, Reference]]]:
        """Name of a type -> what other files than its own say that it inherits, with those files."""
        found: dict[str, list[tuple[int, Reference]]] = {}
        for row, each in self._everywhere("inherit"):
            if each.alias:
                found.setdefault(each.alias.rpartition(".")[2], []).append((row, each))
        return found

    def _everywhere(self, kind: str) -> Iterator[tuple[int, Reference]]:
        """All references of a kind, with their files."""
        packed = self._references if self._references is not None else self.reader.all_references((kind,))
        for row, file_id in enumerate(self.catalog.file_ids.tolist()):
            for each in packed.get(file_id, {}).get(kind, ()):
                yield row, each

    def ends_with(self, node: int, qualname: str) -> bool:
        """Whether a symbol's qualified name is a name, or ends in it."""
        symbol = self.symbol_of(node)
        return symbol is not None and f".{symbol.qualname}".endswith(f".{qualname}")

    def ending(self, nodes: Iterable[int], qualname: str) -> list[int]:
        """The symbols of that qualified name, or else those whose name ends so."""
        found = [node for node in nodes if self.ends_with(node, qualname)]
        return [node for node in found if self._is_called(node, qualname)] or found

    def _is_called(self, node: int, qualname: str) -> bool:
        symbol = self.symbol_of(node)
        return symbol is not None and symbol.qualname == qualname

    def scope(self, row: int) -> FileScope:
        """The names of a file."""
        found = self._scopes.get(row)
        if found is None:
            references = {kind: self.references(row, kind) for kind in KINDS if kind not in _CALLS}
            found = self._scopes[row] = FileScope(self.symbols(row), references)
        return found
