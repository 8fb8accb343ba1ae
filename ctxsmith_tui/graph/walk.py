"""Walking edges against their direction: what a change reaches, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
    """All that was reached from `seeds`, nearest first, each node once; `ambiguous` counts uses of these
    that have several meanings, from symbols that were not reached. `asked` are the nodes whose users were
    looked for; `walked` has the node from which each of these, and each that would be next, was reached,
    -1 for a seed.
    """

    seeds: tuple[int, ...]
    steps: tuple[Step, ...]
    ambiguous: int
    asked: tuple[int, ...]
    walked: dict[int, int]

    def path_to(self, step: Step) -> list[int]:
        """The nodes from a seed to what was reached, both included."""
        found, at = [step.node], step.came_from
        while at >= 0:
            found.append(at)
            at = self.walked[at]
        return found[::-1]


def reach(program: Program, edges: Edges, targets: Iterable[int], depth: int) -> Reach:
    """Who uses the targets, who uses those, and so on, over at most `depth` steps.

    An import is a use that goes no further: importing runs nothing of what is imported. What is inside a
    function is reached through it, too: whoever gets hold of an inner function called the outer one.
    """
    seeds = tuple(dict.fromkeys(_seeds(program, targets)))
    walked = dict.fromkeys(seeds, -1)
    known = set(seeds)
    steps: list[Step] = []
    frontier = [(node, True) for node in seeds]
    kinds, certainties, sources = edges.kinds.tolist(), edges.certainties.tolist(), edges.sources.tolist()
    ambiguous: set[int] = set()
    asked: list[int] = []
    for distance in range(1, depth + 1):
        asked += (node for node, _ in frontier)
        reached: dict[int, Step] = {}
        further: dict[int, Step] = {}
        for node, exact in frontier:
            for edge in edges.into(node):
                user, is_import = sources[edge], kinds[edge] == _IMPORT
                if user in walked or (is_import and distance > 1):
                    continue
                if certainties[edge] == _AMBIGUOUS:
                    ambiguous.add(user)
                    continue
                step = Step(user, distance, node, exact and certainties[edge] == _EXACT)
                _take(reached, step)
                if not is_import:
                    _take(further, step)
        for user in list(further):
            for outer in _outer_functions(program, user):
                if outer in walked or outer in further:
                    break
                further[outer] = Step(outer, distance, user, False)
                reached.setdefault(outer, further[outer])
                user = outer
        steps.extend(sorted(step for node, step in reached.items() if node not in known))
        known.update(reached)
        walked.update((node, step.came_from) for node, step in further.items())
        frontier = [(node, step.exact) for node, step in further.items()]
        if not frontier:
            break
    return Reach(seeds, tuple(steps), len(ambiguous - known), tuple(asked), walked)


def _take(found: dict[int, Step], step: Step) -> None:
    """Keep the first way to a node, or the first one that is exact."""
    before = found.get(step.node)
    if before is None or (step.exact and not before.exact):
        found[step.node] = step


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
        elif symbol.parent is not None and is_constructor(symbol):
            yield program.standing(row, symbol.parent)


def is_constructor(symbol: Symbol) -> bool:
    """Whether a method makes the instances of its type."""
    return symbol.name in CONSTRUCTORS or symbol.qualname.endswith(f"{symbol.name}.{symbol.name}")


def _outer_functions(program: Program, node: int) -> Iterator[int]:
    """The functions around a symbol, innermost first."""
    row, ordinal = program.place_of(node)
    symbols = program.symbols(row)
    while ordinal is not None:
        ordinal = symbols[ordinal].parent
        if ordinal is not None and symbols[ordinal].kind in ("function", "method"):
            yield program.standing(row, ordinal)
