"""Walking edges against their direction: what a change reaches, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ctxsmith_tui.graph.edges import EDGE_KINDS, Edges
from ctxsmith_tui.graph.meaning import CERTAINTIES
from ctxsmith_tui.graph.program import CONSTRUCTORS, TYPES, Program
from ctxsmith_tui.model import Certainty, Symbol

_IMPORT = EDGE_KINDS.index("import")
_EXACT = CERTAINTIES.index(Certainty.EXACT)
_AMBIGUOUS = CERTAINTIES.index(Certainty.AMBIGUOUS)


class Step(NamedTuple):
    """A node that was reached: in how many steps, from which node, and whether all the way is exact."""

    node: int
    depth: int
    came_from: int
    exact: bool


@dataclass(frozen=True, eq=False)
class Reach:
    """All that was reached from `seeds`, nearest first; `ambiguous` counts uses of these that have several
    meanings, from symbols that were not reached.
    """

    seeds: tuple[int, ...]
    steps: tuple[Step, ...]
    ambiguous: int

    def path_to(self, step: Step) -> list[int]:
        """The nodes from a seed to what was reached, both included."""
        found, at = [step.node], step.came_from
        while at >= 0:
            found.append(at)
            came_from = self._by_node.get(at)
            at = came_from.came_from if came_from is not None else -1
        return found[::-1]

    @cached_property
    def _by_node(self) -> dict[int, Step]:
        return {step.node: step for step in self.steps}


def reach(program: Program, edges: Edges, targets: Iterable[int], depth: int) -> Reach:
    """Who uses the targets, who uses those, and so on, over at most `depth` steps.

    An import is a use that goes no further: importing runs nothing of what is imported. What is inside a
    function is reached through it, too: whoever gets hold of an inner function called the outer one.
    """
    seeds = tuple(dict.fromkeys(_seeds(program, targets)))
    known = bytearray(program.first[-1])
    for node in seeds:
        known[node] = True
    steps: list[Step] = []
    frontier = [(node, True) for node in seeds]
    kinds, certainties, sources = edges.kinds.tolist(), edges.certainties.tolist(), edges.sources.tolist()
    ambiguous: set[int] = set()
    for distance in range(1, depth + 1):
        reached: dict[int, Step] = {}
        further: dict[int, bool] = {}
        for node, exact in frontier:
            for edge in edges.into(node):
                user = sources[edge]
                if known[user] or (distance > 1 and kinds[edge] == _IMPORT):
                    continue
                if certainties[edge] == _AMBIGUOUS:
                    ambiguous.add(user)
                    continue
                is_exact = exact and certainties[edge] == _EXACT
                before = reached.get(user)
                if before is None or (is_exact and not before.exact):
                    reached[user] = Step(user, distance, node, is_exact)
                if kinds[edge] != _IMPORT:
                    further[user] = further.get(user, False) or is_exact
        for user in list(further):
            outer = _outer_function(program, user)
            if outer is not None and not known[outer] and outer not in reached:
                reached[outer] = Step(outer, distance, user, False)
                further[outer] = False
        for user in reached:
            known[user] = True
        steps.extend(sorted(reached.values()))
        frontier = list(further.items())
        if not frontier:
            break
    return Reach(seeds, tuple(steps), sum(1 for user in ambiguous if not known[user]))


def _seeds(program: Program, targets: Iterable[int]) -> Iterator[int]:
    """The targets with what changes along: members of a type, and the type of a constructor."""
    for target in targets:
        yield target
        row, ordinal = program.place_of(target)
        if ordinal is None:
            continue
        symbols = program.symbols(row)
        symbol = symbols[ordinal]
        if symbol.kind in TYPES or symbol.kind == "module":
            prefix = f"{symbol.qualname}."
            for place, each in enumerate(symbols):
                if each.qualname.startswith(prefix):
                    yield program.node(row, place)
        elif symbol.parent is not None and _is_constructor(symbol):
            yield program.node(row, symbol.parent)


def _is_constructor(symbol: Symbol) -> bool:
    return symbol.name in CONSTRUCTORS or symbol.qualname.endswith(f"{symbol.name}.{symbol.name}")


def _outer_function(program: Program, node: int) -> int | None:
    row, ordinal = program.place_of(node)
    if ordinal is None:
        return None
    symbols = program.symbols(row)
    parent = symbols[ordinal].parent
    if parent is None or symbols[parent].kind not in ("function", "method"):
        return None
    return program.node(row, parent)
