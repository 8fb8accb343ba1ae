"""What is around some symbols: what they use and what uses them, hop by hop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctxsmith_tui.graph.edges import EDGE_KINDS, Edges
from ctxsmith_tui.graph.meaning import CERTAINTIES
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.model import Certainty, Role

MOST_OF_A_HOP = 400  # nodes

_AMBIGUOUS = CERTAINTIES.index(Certainty.AMBIGUOUS)
_USED = {"call": "called by", "inherit": "base of", "import": "imported by", "override": "overrides"}
_USING = {"call": "calls", "inherit": "inherits", "import": "imports", "override": "overridden by"}


class Near(NamedTuple):
    """A node of the cone: `relation` says how it is tied to `via`, a node that is one hop nearer.

    `via` is -1, and `relation` is '', for what the cone begins with.
    """

    node: int
    hop: int
    exact: bool
    used: bool  # rather than using
    relation: str
    via: int
    line: int = 0  # of the edge


def cone(program: Program, edges: Edges, seeds: Iterable[int], hops: int) -> list[Near]:
    """The seeds and what is at most `hops` edges away, in either direction, nearest and surest first.

    Ambiguous edges are not followed. What is used comes before what uses, tests come last.
    """
    found = {node: Near(node, 0, True, True, "", -1) for node in seeds}
    frontier = list(found)
    for hop in range(1, hops + 1):
        reached: dict[int, Near] = {}
        for node in frontier:
            for near in _neighbours(edges, node, hop):
                known = reached.get(near.node)
                if near.node not in found and (
                    known is None or _order(program, near) < _order(program, known)
                ):
                    reached[near.node] = near
        nearest = sorted(reached.values(), key=lambda near: _order(program, near))[:MOST_OF_A_HOP]
        found.update((near.node, near) for near in nearest)
        frontier = [near.node for near in nearest if program.symbol_of(near.node) is not None]
    return list(found.values())


def _neighbours(edges: Edges, node: int, hop: int) -> Iterator[Near]:
    for edge in edges.out_of(node):
        certainty, kind = int(edges.certainties[edge]), EDGE_KINDS[edges.kinds[edge]]
        if certainty != _AMBIGUOUS:
            line = int(edges.lines[edge])
            yield Near(int(edges.targets[edge]), hop, certainty == 0, True, _USED[kind], node, line)
    for edge in edges.into(node):
        certainty, kind = int(edges.certainties[edge]), EDGE_KINDS[edges.kinds[edge]]
        if certainty != _AMBIGUOUS:
            line = int(edges.lines[edge])
            yield Near(int(edges.sources[edge]), hop, certainty == 0, False, _USING[kind], node, line)


def _order(program: Program, near: Near) -> tuple[bool, bool, bool, bool, int]:
    is_test = program.catalog.roles[program.row_of(near.node)] is Role.TEST
    is_import = near.relation in (_USED["import"], _USING["import"])  # which says less than a call does
    return is_test, not near.exact, not near.used, is_import, near.node
