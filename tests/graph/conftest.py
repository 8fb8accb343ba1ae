"""Small programs and the edges between their symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from ctxsmith_tui.graph.edges import EDGE_KINDS, build_edges
from ctxsmith_tui.graph.meaning import CERTAINTIES
from ctxsmith_tui.graph.program import Program


@dataclass(frozen=True)
class Resolved:
    """The edges of a program as lines, such as `a.py::f -> b.py::g call exact`, and its open calls."""

    lines: frozenset[str]
    open_calls: Mapping[str, Mapping[str, int]]

    def __contains__(self, line: str) -> bool:
        return " ".join(line.split()) in self.lines

    def into(self, target: str) -> set[str]:
        """The edges into a symbol."""
        return {line for line in self.lines if f"-> {target} " in line}

    def out_of(self, source: str) -> set[str]:
        """The edges out of a symbol."""
        return {line for line in self.lines if line.startswith(f"{source} -> ")}


Resolve = Callable[[Mapping[str, str]], Resolved]


@pytest.fixture
def resolve(make_engine) -> Resolve:
    """Resolve all references of a program, given as its files."""

    def made(files: Mapping[str, str]) -> Resolved:
        with make_engine(files) as engine:
            context = engine.task_ranking("anything").context
            program = Program(context.reader, context.catalog)
            edges = build_edges(program)

        def name(node: int) -> str:
            symbol, path = program.symbol_of(node), context.catalog.paths[program.row_of(node)]
            return f"{path}::{symbol.qualname}" if symbol else path

        lines = (
            f"{name(int(edges.sources[k]))} -> {name(int(edges.targets[k]))}"
            f" {EDGE_KINDS[edges.kinds[k]]} {CERTAINTIES[edges.certainties[k]].value}"
            for k in range(len(edges))
        )
        return Resolved(frozenset(lines), {family: each for family, each in edges.open_calls.items() if each})

    return made
