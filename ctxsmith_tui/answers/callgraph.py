"""Questions about the call graph: who uses what a person names, what it uses, and what it reaches."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import apsw
import numpy as np

from ctxsmith_tui.curate.naming import Naming
from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.graph.cone import Near, cone
from ctxsmith_tui.graph.edges import EDGE_KINDS, Edges, build_edges
from ctxsmith_tui.graph.meaning import CERTAINTIES
from ctxsmith_tui.graph.modules import imported_files
from ctxsmith_tui.graph.program import TYPES, Program
from ctxsmith_tui.graph.resolving import Resolver
from ctxsmith_tui.graph.walk import Reach, Step, is_constructor, reach
from ctxsmith_tui.index.indexer import index_path
from ctxsmith_tui.model import (
    Certainty,
    Impact,
    IndexState,
    Progress,
    Reached,
    RelatedFile,
    Role,
    SymbolPlace,
    SymbolReport,
    Use,
    Uses,
)
from ctxsmith_tui.rank.history import History
from ctxsmith_tui.store.database import ensure_folder, open_writable
from ctxsmith_tui.store.index_reader import Catalog, IndexReader
from ctxsmith_tui.store.index_writer import IndexWriter
from ctxsmith_tui.store.lock import indexer_lock
from ctxsmith_tui.store.postings import Field
from ctxsmith_tui.store.schema import MIGRATIONS
from ctxsmith_tui.text.terms import is_compound, terms_of

_CALLER_KINDS = ("call", "inherit", "override", "import")
_CALLEE_KINDS = ("call", "inherit", "import")
MOST_LOOKED_AT = 40  # files that are read to see whether a name stands in them
_MAIN = frozenset({"main", "Main", "__main__"})
_SCRIPTS = frozenset({"__main__.py", "manage.py", "setup.py"})


class CallGraph:
    """One generation's graph. Building it takes a while the first time; the index keeps it."""

    def __init__(
        self,
        root: Path,
        reader: IndexReader,
        catalog: Catalog,
        history: History,
        report: Callable[[Progress], None],
        read_text: Callable[[str], str],
    ) -> None:
        self.generation = catalog.generation
        self._root = root
        self.catalog = catalog
        self._history = history
        self._reader = reader
        self._report = report
        self._read_text = read_text
        self.program = Program(reader, catalog)
        self._edges: Edges | None = None
        self._resolver: Resolver | None = None

    @property
    def edges(self) -> Edges:
        """All edges, from the index or made now."""
        if self._edges is None:
            self._edges = Edges.unpacked(self._reader.graph()) or self._build()
        return self._edges

    def is_at_hand(self, most_references: int) -> bool:
        """Whether the edges are made already, or would be from at most so many references."""
        if self._edges is None:
            self._edges = Edges.unpacked(self._reader.graph())
        return self._edges is not None or self._reader.totals().edges <= most_references

    def _build(self) -> Edges:
        started, total = time.monotonic(), len(self.catalog.paths)

        def resolved(done: int) -> None:
            self._report(Progress("resolving references", done, total, time.monotonic() - started))

        edges = build_edges(self.program, resolved)
        with suppress(OSError, CtxsmithError, apsw.Error):  # the answer does not hang on its being kept
            self._keep(edges)
        return edges

    def _keep(self, edges: Edges) -> None:
        with indexer_lock(ensure_folder(self._root), 0.0) as held:
            if held:  # else whoever indexes now will have moved on from this generation
                connection = open_writable(index_path(self._root), MIGRATIONS)
                try:
                    IndexWriter(connection).write_graph(self.catalog.generation, edges.packed())
                finally:
                    connection.close()

    @cached_property
    def naming(self) -> Naming:
        """What people name."""
        return Naming(self._root, self.program, self.resolver.types)

    @property
    def resolver(self) -> Resolver:
        """Resolves single references, without the whole graph."""
        if self._resolver is None:
            self._resolver = Resolver(self.program)
        return self._resolver

    def cone(
        self, names: Sequence[str], hops: int, in_scope: Callable[[str], bool] | None = None
    ) -> list[Near]:
        """What is around what is named, see `graph.cone`; errors as in `target`."""
        seeds = dict.fromkeys(node for name in names for node in self.naming.target(name))
        found = cone(self.program, self.edges, seeds, hops)
        if in_scope is None:
            return found
        paths = self.catalog.paths
        return [near for near in found if near.hop == 0 or in_scope(paths[self.program.row_of(near.node)])]

    def report(self, node: int) -> SymbolReport:
        """All about one symbol."""
        types, itself = self.resolver.types, node
        symbol = self.program.symbol_of(node)
        assert symbol is not None
        node = types.representative(node)  # of overloads, each of which is a symbol of its own
        is_type = symbol.kind in TYPES or symbol.kind == "module"
        members = self._members(node) if is_type else []
        bases = types.bases(node)[0] if is_type else types.overridden(node)
        derived = self._users((node,), ("inherit",)) if is_type else self._used((node,), ("override",))
        callers = self._users((node,), ("call",))
        return SymbolReport(
            place=self.naming.place(itself),
            signature=symbol.signature,
            doc=symbol.doc,
            members=tuple(map(self.naming.place, members)),
            bases=tuple(map(self.naming.place, bases)),
            derived=tuple(use.place for use in derived),
            callers=_count(callers, ambiguous=False),
            callees=_count(self._used(self._inside((node,))), ambiguous=False),
            possible=_count(callers, ambiguous=True),
            open_calls=self._open_calls((node,)),
        )

    def _members(self, node: int) -> list[int]:
        row, ordinal = self.program.place_of(node)
        symbols, scope = self.program.symbols(row), self.program.scope(row)
        prefix = f"{symbols[ordinal or 0].qualname}."
        inside = (
            self.program.node(row, place)
            for qualname, place in scope.standing.items()
            if qualname.startswith(prefix) and "." not in qualname[len(prefix) :]
        )
        return sorted(inside)

    def callers(self, nodes: tuple[int, ...], state: IndexState) -> Uses:
        """Who calls, inherits or imports the targets, or calls them through a method that they override."""
        return self._answer(nodes, self._users(nodes, _CALLER_KINDS), self._open_calls(nodes), state)

    def callees(self, name: str, state: IndexState) -> Uses:
        """What is used by what a name or a SPEC means: by these lines of a file, by all inside a symbol."""
        nodes, lines = self.naming.target(name), self.naming.lines_of(name)
        inside = self._inside(nodes)
        open_calls = 0
        for row in dict.fromkeys(map(self.program.row_of, inside)):
            for reference in self.program.references(row, "call"):
                is_inside = self.program.standing(row, reference.symbol) in inside
                if is_inside and _is_in(lines, reference.line) and self.resolver.call(row, reference).open:
                    open_calls += 1
            for reference in self.program.references(row, "dynamic"):
                is_inside = self.program.standing(row, reference.symbol) in inside
                open_calls += is_inside and _is_in(lines, reference.line)
        return self._answer(nodes, self._used(inside, lines=lines), open_calls, state)

    def _inside(self, nodes: Iterable[int]) -> dict[int, None]:
        """Nodes with all symbols inside of them."""
        found = dict.fromkeys(nodes)
        for node in list(found):
            row, ordinal = self.program.place_of(node)
            if ordinal is None:
                continue
            scope = self.program.scope(row)
            for declared in scope.declarations[scope.symbols[ordinal].qualname]:
                for each in scope.inside(declared):
                    found.setdefault(self.program.standing(row, each))
        return found

    def _answer(
        self, nodes: tuple[int, ...], uses: Sequence[Use], open_calls: int, state: IndexState
    ) -> Uses:
        sure = tuple(use for use in uses if use.certainty is not Certainty.AMBIGUOUS)
        possible = tuple(use for use in uses if use.certainty is Certainty.AMBIGUOUS)
        return Uses(tuple(map(self.naming.place, nodes)), sure, possible, open_calls, state)

    def _open_calls(self, nodes: Iterable[int]) -> int:
        """Unresolved calls that may mean one of some nodes."""
        symbols = (
            (self.program.scoping[self.program.row_of(n)].family, self.program.symbol_of(n)) for n in nodes
        )
        names = {(family, symbol.name) for family, symbol in symbols if symbol is not None}
        return sum(self.edges.open_calls.get(family, {}).get(name, 0) for family, name in names)

    def _users(self, nodes: Collection[int], kinds: Sequence[str]) -> list[Use]:
        """Who uses some nodes. What these do to each other is no use of them."""
        edges = self.edges
        found = [(edge, node) for node in nodes for edge in edges.into(node) if self._is_of(edge, kinds)]
        for node in nodes:
            for made in self._made_through(node):
                found += [(edge, node) for edge in edges.into(made) if self._is_of(edge, ("call",))]
        sources = ((int(edges.sources[edge]), edge, node) for edge, node in found)
        return self._grouped(
            (source, edge) for source, edge, node in sources if source == node or source not in nodes
        )

    def _made_through(self, node: int) -> list[int]:
        """The types whose instances a constructor makes: calling one of them calls it."""
        symbol, owner = self.program.symbol_of(node), self.resolver.types.owner_of(node)
        if symbol is None or owner is None or symbol.name == "new" or not is_constructor(symbol):
            return []
        found = [owner]
        for made in found:
            for edge in self.edges.into(made):
                heir = int(self.edges.sources[edge])
                if not self._is_of(edge, ("inherit",)) or heir in found:
                    continue
                if not self.resolver.types.own_member(heir, symbol.name):
                    found.append(heir)
        return found

    def _used(
        self,
        nodes: Collection[int],
        kinds: Sequence[str] = _CALLEE_KINDS,
        lines: tuple[int, int] | None = None,
    ) -> list[Use]:
        """What some nodes use, in some lines. What these do to each other is no use of anything."""
        edges = self.edges
        found = (
            (int(edges.targets[edge]), edge, node)
            for node in nodes
            for edge in edges.out_of(node)
            if self._is_of(edge, kinds) and _is_in(lines, edges.lines[edge])
        )
        return self._grouped(
            (target, edge) for target, edge, node in found if target == node or target not in nodes
        )

    def _is_of(self, edge: int, kinds: Sequence[str]) -> bool:
        return EDGE_KINDS[self.edges.kinds[edge]] in kinds

    def _grouped(self, found: Iterable[tuple[int, int]]) -> list[Use]:
        """One use for each node, kind and certainty, with all its lines."""
        edges = self.edges
        lines: dict[tuple[int, int, int], dict[int, None]] = {}
        for node, edge in found:
            key = (int(edges.kinds[edge]), int(edges.certainties[edge]), node)
            is_override = EDGE_KINDS[edges.kinds[edge]] == "override"  # whose line is in the file of the heir
            line = self.naming.place(node).start_line if is_override else int(edges.lines[edge])
            lines.setdefault(key, {})[line] = None
        uses = [
            Use(self.naming.place(node), EDGE_KINDS[kind], CERTAINTIES[certainty], tuple(sorted(each)))
            for (kind, certainty, node), each in lines.items()
        ]
        return sorted(
            uses, key=lambda use: (use.place.role is Role.TEST, use.place.path, use.place.start_line)
        )

    def impact(self, nodes: tuple[int, ...], depth: int, state: IndexState) -> Impact:
        """What a change of the targets may reach."""
        found = reach(self.program, self.edges, nodes, depth)
        reached = [self._reached(found, step) for step in found.steps]
        reached.sort(
            key=lambda each: (
                each.depth,
                each.place.role is Role.TEST,
                each.place.path,
                each.place.start_line,
            )
        )
        open_calls = self._open_calls(found.asked)
        likely = sum(1 for each in reached if each.certainty is Certainty.LIKELY)
        other_uses = self._files_of_other_uses(nodes)
        guessed = likely or found.ambiguous or open_calls or other_uses
        return Impact(
            targets=tuple(map(self.naming.place, nodes)),
            bound="at least" if guessed else "exact",
            reached=tuple(reached),
            files=len({each.place.path for each in reached}),
            tests=sum(1 for each in reached if each.place.role is Role.TEST),
            entry_points=sum(1 for each in reached if each.entry),
            likely=likely,
            ambiguous=found.ambiguous,
            open_calls=open_calls,
            other_uses=other_uses,
            depth=depth,
            index=state,
        )

    def _files_of_other_uses(self, nodes: Iterable[int]) -> int:
        """Files that mention a symbol in no call, import or definition: as a value, a type, a word of a
        comment. What is done with it there is not known.
        """
        rows: set[int] = set()
        for name in {symbol.name for symbol in map(self.program.symbol_of, nodes) if symbol is not None}:
            rows.update(self._rows_of_other_uses(name))
        return len(rows)

    def _rows_of_other_uses(self, name: str) -> Iterator[int]:
        term = next(iter(terms_of(name)), "")
        found = self._reader.lookup(Field.BODY, [term]).get(term)
        if found is None:
            return
        units = self.catalog.unit_row[found[0]]
        alive = units >= 0
        files = self.catalog.unit_file[units[alive]]
        mentions = np.bincount(files, weights=found[1][alive], minlength=len(self.catalog.paths))
        defined = Counter(map(self.program.row_of, self.program.named(name)))
        looked_at = 0
        for row in np.flatnonzero(mentions).tolist():
            known = defined[row] + sum(
                (each.name == name) + (each.alias == name and each.name != name)
                for kind in ("call", "import", "inherit", "dynamic")
                for each in self.program.references(row, kind)
            )
            if mentions[row] <= known:
                continue
            looked_at += 1
            is_sure = is_compound(name) or looked_at > MOST_LOOKED_AT
            if is_sure or self._count_in_text(row, name) > known:  # a plain word is a part of longer names
                yield row

    def _count_in_text(self, row: int, name: str) -> int:
        text = self._read_text(self.catalog.paths[row])
        return len(re.findall(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text))

    def _reached(self, found: Reach, step: Step) -> Reached:
        place = self.naming.place(step.node)
        return Reached(
            place,
            step.depth,
            Certainty.EXACT if step.exact else Certainty.LIKELY,
            tuple(self.naming.place(node).spec for node in found.path_to(step)),
            self._entry(step.node, place),
        )

    def _entry(self, node: int, place: SymbolPlace) -> str:
        """Why a symbol is where a program begins, '' when it is not."""
        if place.role not in (Role.SOURCE, Role.CONFIG):
            return ""
        if not place.qualname:
            return "script" if place.path.rpartition("/")[2] in _SCRIPTS else ""
        if place.qualname.rpartition(".")[2] in _MAIN:
            return "main"
        is_function = place.kind in ("function", "method")
        if is_function and not self.edges.into(node) and not self._open_calls((node,)):
            return "not called here"
        return ""

    def related(self, path: str) -> tuple[RelatedFile, ...]:
        """Files that a file imports, that import it, or that the same commits changed, most related first."""
        row = self.catalog.row_of_path[path]
        imports, imported_by = self._imports_of(row), self._importers(row)
        together: dict[int, int] = {}
        for files in self._history.files_of([row]):
            for each in files.tolist():
                together[each] = together.get(each, 0) + 1
        together.pop(row, None)
        rows = imports | imported_by | together.keys()
        found = [
            RelatedFile(self.catalog.paths[each], each in imports, each in imported_by, together.get(each, 0))
            for each in rows
        ]
        return tuple(sorted(found, key=lambda f: (-(2 * f.imports + 2 * f.imported_by + f.commits), f.path)))

    def _imports_of(self, row: int) -> set[int]:
        """The files that a file imports: those it names, and those that what it names comes from."""
        edges, first = self.edges, self.program.first
        nodes = range(first[row], first[row + 1])
        used = (edge for node in nodes for edge in edges.out_of(node) if self._is_of(edge, ("import",)))
        come_from = {self.program.row_of(int(edges.targets[edge])) for edge in used}
        return come_from.union(imported_files(self._reader, self.catalog, row)) - {row}

    def _importers(self, row: int) -> set[int]:
        edges, first = self.edges, self.program.first
        nodes = range(first[row], first[row + 1])
        uses = (edge for node in nodes for edge in edges.into(node) if self._is_of(edge, ("import",)))
        naming = (
            each
            for each, language in enumerate(self.catalog.languages)
            if language and row in imported_files(self._reader, self.catalog, each)
        )
        return {self.program.row_of(int(edges.sources[edge])) for edge in uses}.union(naming) - {row}


def _is_in(lines: tuple[int, int] | None, line: int) -> bool:
    return lines is None or lines[0] <= line <= lines[1]


def _count(uses: Iterable[Use], *, ambiguous: bool) -> int:
    return len({use.place for use in uses if (use.certainty is Certainty.AMBIGUOUS) is ambiguous})
