"""All edges of a repository as arrays, each edge from the symbol that uses to the symbol that is used."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ctxsmith_tui.graph.meaning import CERTAINTIES, Meaning
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.graph.resolving import Resolver
from ctxsmith_tui.model import Certainty

Ints = npt.NDArray[np.int32]

_COLUMNS = ("sources", "targets", "kinds", "certainties", "lines")
REPORT_EACH = 100  # files
EDGE_KINDS = ("call", "import", "inherit", "override")
VERSION = b"3"  # raised whenever the same references yield other edges: stored ones are then made anew


@dataclass(frozen=True, eq=False)
class Edges:
    """Parallel arrays, in the order of the source's file and line.

    `kinds` and `certainties` are places in EDGE_KINDS and CERTAINTIES. `open_calls` tells for each family of
    languages how many calls of a name could not be resolved and may mean a symbol of the repository.
    """

    sources: Ints
    targets: Ints
    kinds: Ints
    certainties: Ints
    lines: Ints
    open_calls: Mapping[str, Mapping[str, int]]

    def __len__(self) -> int:
        return len(self.sources)

    def packed(self) -> dict[str, bytes]:
        """The edges as parts that the store can keep."""
        columns = {name: getattr(self, name).astype("<i4").tobytes() for name in _COLUMNS}
        return columns | {"open_calls": json.dumps(self.open_calls).encode(), "version": VERSION}

    @classmethod
    def unpacked(cls, parts: Mapping[str, bytes]) -> Edges | None:
        """What `packed` made the parts of; None without any, and for those of another version."""
        if parts.get("version") != VERSION:
            return None
        columns = {name: np.frombuffer(parts[name], dtype="<i4") for name in _COLUMNS}
        return cls(**columns, open_calls=json.loads(parts["open_calls"]))

    @cached_property
    def _by_target(self) -> _Grouped:
        return _group(self.targets)

    @cached_property
    def _by_source(self) -> _Grouped:
        return _group(self.sources)

    def into(self, node: int) -> list[int]:
        """The edges that use a node."""
        return _members(self._by_target, node)

    def out_of(self, node: int) -> list[int]:
        """The edges from a node to what it uses."""
        return _members(self._by_source, node)


_Grouped = tuple[list[int], list[int]]
"""Where the edges of each node begin, and the edges node by node."""


def _group(nodes: Ints) -> _Grouped:
    order = np.argsort(nodes, kind="stable")
    count = int(nodes.max()) + 1 if len(nodes) else 0
    return np.searchsorted(nodes[order], np.arange(count + 1)).tolist(), order.tolist()


def _members(grouped: _Grouped, node: int) -> list[int]:
    starts, order = grouped
    return order[starts[node] : starts[node + 1]] if node + 1 < len(starts) else []


def build_edges(program: Program, report: Callable[[int], None] = lambda done: None) -> Edges:
    """Resolve every reference of the repository; `report` is told now and then how many files are done."""
    report(0)
    program.load()
    resolver = Resolver(program)
    rows: list[tuple[int, int, int, int, int]] = []
    open_calls: dict[str, Counter[str]] = {}
    for row in range(len(program.catalog.paths)):
        counter = open_calls.setdefault(program.scoping[row].family, Counter())
        rows.extend(_edges_of_file(resolver, row, counter))
        if row % REPORT_EACH == 0:
            report(row)
    rows.extend(_overrides(resolver))
    table = np.array(rows, dtype=np.int32).reshape(-1, 5)
    sources, targets, kinds, certainties, lines = (np.ascontiguousarray(table[:, k]) for k in range(5))
    return Edges(sources, targets, kinds, certainties, lines, open_calls)


def _edges_of_file(
    resolver: Resolver, row: int, open_calls: Counter[str]
) -> Iterator[tuple[int, int, int, int, int]]:
    program = resolver.program
    known: dict[tuple[int | None, str, str], Meaning] = {}
    for kind, resolve in (
        ("import", resolver.imported),
        ("inherit", resolver.inherit),
        ("call", resolver.call),
    ):
        number = EDGE_KINDS.index(kind)
        known.clear()
        for reference in program.references(row, kind):
            key = (reference.symbol, reference.target, reference.name)
            meaning = known.get(key)
            if meaning is None or kind == "import":
                meaning = known[key] = resolve(row, reference)
            if meaning.open:
                open_calls[reference.name] += 1
            source = program.standing(row, reference.symbol)
            if kind == "inherit" and reference.alias:
                source = resolver.types.heir(row, reference) or source
            certainty = CERTAINTIES.index(meaning.certainty)
            for target in meaning.nodes:
                if target != source or kind == "call":
                    yield source, target, number, certainty, reference.line


def _overrides(resolver: Resolver) -> Iterator[tuple[int, int, int, int, int]]:
    """From a method to those that override it: who calls the one may get the other."""
    program = resolver.program
    number, likely = EDGE_KINDS.index("override"), CERTAINTIES.index(Certainty.LIKELY)
    for row in range(len(program.catalog.paths)):
        for ordinal, symbol in enumerate(program.symbols(row)):
            if symbol.kind == "method":
                node = program.node(row, ordinal)
                for overridden in resolver.types.overridden(node):
                    yield overridden, node, number, likely, symbol.start_line
