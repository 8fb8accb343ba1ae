"""Questions about the call graph: who uses what a person names, what it uses, and what it reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ctxsmith_tui.curate.places import locate
from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.errors import AmbiguousNameError, UsageError
from ctxsmith_tui.graph.cone import Near, cone
from ctxsmith_tui.graph.edges import EDGE_KINDS, Edges, build_edges
from ctxsmith_tui.graph.meaning import CERTAINTIES
from ctxsmith_tui.graph.modules import imported_files
from ctxsmith_tui.graph.program import TYPES, Program
from ctxsmith_tui.graph.resolving import Resolver
from ctxsmith_tui.graph.walk import Reach, Step, reach
from ctxsmith_tui.index.indexer import index_path
from ctxsmith_tui.model import (
    Certainty,
    Impact,
    IndexState,
    Reached,
    RelatedFile,
    Role,
    Symbol,
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
from ctxsmith_tui.store.schema import MIGRATIONS
from ctxsmith_tui.text.printable import printable

_CALLER_KINDS = ("call", "inherit", "override", "import")
_CALLEE_KINDS = ("call", "inherit", "import")
_MAIN = frozenset({"main", "Main", "__main__"})
_SCRIPTS = frozenset({"__main__.py", "manage.py", "setup.py"})


class CallGraph:
    """One generation's graph. Building it takes a while the first time; the index keeps it."""

    def __init__(self, root: Path, reader: IndexReader, catalog: Catalog, history: History) -> None:
        self.generation = catalog.generation
        self._root = root
        self.catalog = catalog
        self._history = history
        self._reader = reader
        self.program = Program(reader, catalog)
        self._places: dict[int, SymbolPlace] = {}
        self._edges: Edges | None = None
        self._resolver: Resolver | None = None

    @property
    def edges(self) -> Edges:
        """All edges, from the index or made now."""
        if self._edges is None:
            parts = self._reader.graph()
            self._edges = Edges.unpacked(parts) if parts else self._build()
        return self._edges

    def _build(self) -> Edges:
        edges = build_edges(self.program)
        with indexer_lock(ensure_folder(self._root), 0.0) as held:
            if held:  # else whoever indexes now will have moved on from this generation
                connection = open_writable(index_path(self._root), MIGRATIONS)
                try:
                    IndexWriter(connection).write_graph(self.catalog.generation, edges.packed())
                finally:
                    connection.close()
        return edges

    @property
    def resolver(self) -> Resolver:
        """Resolves single references, without the whole graph."""
        if self._resolver is None:
            self._resolver = Resolver(self.program)
        return self._resolver

    # --- from what a person names to nodes -----------------------------------------------------------

    def find(self, text: str) -> list[int]:
        """The symbols that a name means: all of that name, or of that end of a qualified name.

        Raises UsageError when there is none.
        """
        wanted = text.strip().replace("::", ".").replace("#", ".").removesuffix("()")
        named = self.program.named(wanted.rpartition(".")[2])
        found = self.resolver.types.standing(node for node in named if self.program.ends_with(node, wanted))
        if not found:
            raise UsageError(f"no symbol {text!r} in this repository{self._near(wanted)}")
        by_role = {Role.SOURCE: 0, Role.TEST: 1}
        roles = self.catalog.roles
        return sorted(found, key=lambda node: (by_role.get(roles[self.program.row_of(node)], 2), node))

    def _near(self, name: str) -> str:
        from difflib import get_close_matches

        last = name.rpartition(".")[2]
        alike = {symbol.qualname for _, symbol in self._reader.symbols_like(last[: max(3, len(last) - 2)])}
        near = get_close_matches(name, sorted(alike), n=3, cutoff=0.3)
        return (
            f"; did you mean {', '.join(near)}?" if near else "; `ctxsmith-tui search` finds parts of names"
        )

    def symbols(self, text: str) -> list[int]:
        """The symbols that a name or a SPEC means. Raises UsageError when there is none."""
        try:
            nodes = list(self.target(text))
        except AmbiguousNameError:
            nodes = self.find(text)
        symbols = [node for node in nodes if self.program.symbol_of(node) is not None]
        if not symbols:
            raise UsageError(f"{text} holds no symbol; name one, or lines that hold one")
        return symbols

    def target(self, text: str) -> tuple[int, ...]:
        """The nodes that a name or a SPEC means.

        Raises AmbiguousNameError when several symbols have the name, UsageError when none has.
        """
        spec = parse_spec(text)
        is_place = spec.symbol is not None or spec.start_line is not None
        if is_place or text in self.catalog.row_of_path or ("/" in text and "." in text):
            place = locate(spec, self._root, self.catalog, self._symbols_of)
            row = self.catalog.row_of_path[place.path]
            if place.symbol:
                return self.resolver.types.standing([self._node_of(row, place.symbol)])
            if spec.start_line is None:
                return (self.program.node(row, None), *self._within(row, (1, place.lines[1])))
            return self._within(row, place.lines) or (self.program.node(row, None),)
        found = self.find(text)
        if len(found) > 1:
            raise AmbiguousNameError(text, [self.place(node).spec for node in found])
        return (found[0],)

    def _symbols_of(self, path: str) -> Sequence[Symbol]:
        return self.program.symbols(self.catalog.row_of_path[path])

    def _node_of(self, row: int, qualname: str) -> int:
        return self.program.node(row, self.program.scope(row).standing[qualname])

    def _within(self, row: int, lines: tuple[int, int]) -> tuple[int, ...]:
        """The symbols that begin in some lines, or the innermost one around them."""
        symbols = self.program.symbols(row)
        inside = [k for k, each in enumerate(symbols) if lines[0] <= each.start_line <= lines[1]]
        around = [k for k, each in enumerate(symbols) if each.start_line < lines[0] <= each.end_line]
        chosen = ([max(around, key=lambda k: symbols[k].start_line)] if around else []) + inside
        return tuple(self.program.node(row, k) for k in chosen)

    def cone(
        self, names: Sequence[str], hops: int, in_scope: Callable[[str], bool] | None = None
    ) -> list[Near]:
        """What is around what is named, see `graph.cone`; errors as in `target`."""
        seeds = dict.fromkeys(node for name in names for node in self.target(name))
        found = cone(self.program, self.edges, seeds, hops)
        if in_scope is None:
            return found
        paths = self.catalog.paths
        return [near for near in found if near.hop == 0 or in_scope(paths[self.program.row_of(near.node)])]

    def spec(self, name: str) -> str:
        """How to name without doubt what a name means."""
        return (
            printable(self.place(self.target(name)[0]).spec) if "::" not in name and ":" not in name else name
        )

    # --- answers -------------------------------------------------------------------------------------

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

    def report(self, node: int) -> SymbolReport:
        """All about one symbol."""
        types = self.resolver.types
        symbol = self.program.symbol_of(node)
        assert symbol is not None
        is_type = symbol.kind in TYPES or symbol.kind == "module"
        members = self._members(node) if is_type else []
        bases = types.bases(node)[0] if is_type else types.overridden(node)
        derived = self._users((node,), ("inherit",)) if is_type else self._used((node,), ("override",))
        return SymbolReport(
            place=self.place(node),
            signature=symbol.signature,
            doc=symbol.doc,
            members=tuple(map(self.place, members)),
            bases=tuple(map(self.place, bases)),
            derived=tuple(use.place for use in derived),
            callers=len({use.place for use in self._users((node,), ("call",))}),
            callees=len({use.place for use in self._used((node,))}),
            open_calls=self.edges.open_calls.get(symbol.name, 0),
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

    def callees(self, nodes: tuple[int, ...], state: IndexState) -> Uses:
        """What the targets use."""
        open_calls = 0
        for node in nodes:
            row, ordinal = self.program.place_of(node)
            for reference in self.program.references(row, "call"):
                if reference.symbol == ordinal and self.resolver.call(row, reference).open:
                    open_calls += 1
        return self._answer(nodes, self._used(nodes), open_calls, state)

    def _answer(
        self, nodes: tuple[int, ...], uses: Sequence[Use], open_calls: int, state: IndexState
    ) -> Uses:
        sure = tuple(use for use in uses if use.certainty is not Certainty.AMBIGUOUS)
        possible = tuple(use for use in uses if use.certainty is Certainty.AMBIGUOUS)
        return Uses(tuple(map(self.place, nodes)), sure, possible, open_calls, state)

    def _open_calls(self, nodes: Iterable[int]) -> int:
        symbols = map(self.program.symbol_of, nodes)
        return sum(self.edges.open_calls.get(name, 0) for name in {s.name for s in symbols if s is not None})

    def _users(self, nodes: tuple[int, ...], kinds: Sequence[str]) -> list[Use]:
        edges = self.edges
        return self._grouped(
            (int(edges.sources[edge]), edge)
            for node in nodes
            for edge in edges.into(node)
            if EDGE_KINDS[edges.kinds[edge]] in kinds
        )

    def _used(self, nodes: tuple[int, ...], kinds: Sequence[str] = _CALLEE_KINDS) -> list[Use]:
        edges = self.edges
        return self._grouped(
            (int(edges.targets[edge]), edge)
            for node in nodes
            for edge in edges.out_of(node)
            if EDGE_KINDS[edges.kinds[edge]] in kinds
        )

    def _grouped(self, found: Iterable[tuple[int, int]]) -> list[Use]:
        """One use for each node, kind and certainty, with all its lines."""
        edges = self.edges
        lines: dict[tuple[int, int, int], dict[int, None]] = {}
        for node, edge in found:
            key = (int(edges.kinds[edge]), int(edges.certainties[edge]), node)
            lines.setdefault(key, {})[int(edges.lines[edge])] = None
        uses = [
            Use(self.place(node), EDGE_KINDS[kind], CERTAINTIES[certainty], tuple(sorted(each)))
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
        open_calls = self._open_calls(nodes)
        likely = sum(1 for each in reached if each.certainty is Certainty.LIKELY)
        guessed = likely or found.ambiguous or open_calls
        return Impact(
            targets=tuple(map(self.place, nodes)),
            bound="at least" if guessed else "exact",
            reached=tuple(reached),
            files=len({each.place.path for each in reached}),
            tests=sum(1 for each in reached if each.place.role is Role.TEST),
            entry_points=sum(1 for each in reached if each.entry),
            likely=likely,
            ambiguous=found.ambiguous,
            open_calls=open_calls,
            depth=depth,
            index=state,
        )

    def _reached(self, found: Reach, step: Step) -> Reached:
        place = self.place(step.node)
        return Reached(
            place,
            step.depth,
            Certainty.EXACT if step.exact else Certainty.LIKELY,
            tuple(self.place(node).spec for node in found.path_to(step)),
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
        if place.kind in ("function", "method") and not self.edges.into(node):
            return "not called here"
        return ""

    def related(self, path: str) -> tuple[RelatedFile, ...]:
        """Files that a file imports, that import it, or that the same commits changed, most related first."""
        row = self.catalog.row_of_path[path]
        imports = set(imported_files(self._reader, self.catalog, row)) - {row}
        imported_by = set(self._importers(row))
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

    def _importers(self, row: int) -> set[int]:
        edges, first = self.edges, self.program.first
        number = EDGE_KINDS.index("import")
        return {
            self.program.row_of(int(edges.sources[edge]))
            for node in range(first[row], first[row + 1])
            for edge in edges.into(node)
            if edges.kinds[edge] == number
        } - {row}
