"""Edges as arrays and walks along them, on random graphs, against the plainest way to find the same."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.graph.edges import EDGE_KINDS, Edges
from ctxsmith_tui.graph.meaning import CERTAINTIES
from ctxsmith_tui.graph.walk import Reach, reach
from ctxsmith_tui.model import Certainty, Symbol

NODES = 9
IMPORT, CALL = EDGE_KINDS.index("import"), EDGE_KINDS.index("call")
EXACT, AMBIGUOUS = CERTAINTIES.index(Certainty.EXACT), CERTAINTIES.index(Certainty.AMBIGUOUS)

Edge = tuple[int, int, int, int]  # source, target, kind, certainty

EDGES = st.lists(
    st.tuples(
        st.integers(0, NODES - 1),
        st.integers(0, NODES - 1),
        st.integers(0, len(EDGE_KINDS) - 1),
        st.integers(0, len(CERTAINTIES) - 1),
    ),
    max_size=30,
)
PARENTS = st.lists(st.none() | st.integers(0, NODES - 2), min_size=NODES - 1, max_size=NODES - 1).map(
    lambda parents: [
        parent if parent is not None and parent < k else None for k, parent in enumerate(parents)
    ]
)
FLAT: list[int | None] = [None] * (NODES - 1)


def packed(rows: Iterable[Edge]) -> Edges:
    table = np.array([(*row, 1) for row in rows], dtype=np.int32).reshape(-1, 5)
    return Edges(*(np.ascontiguousarray(table[:, k]) for k in range(5)), open_calls={})


class OneFile:
    """A program of one file whose symbols are functions; node 0 is the file."""

    def __init__(self, parents: list[int | None], kinds: list[str] | None = None) -> None:
        kinds = kinds or ["function"] * len(parents)
        self.first = [0, len(parents) + 1]
        self._symbols = tuple(
            Symbol(kinds[k], f"f{k}", f"f{k}", parent, 1, 1, "", "") for k, parent in enumerate(parents)
        )
        self.catalog = SimpleNamespace(paths=("a.py",))

    def place_of(self, node: int) -> tuple[int, int | None]:
        return 0, node - 1 if node else None

    def symbols(self, row: int) -> tuple[Symbol, ...]:
        return self._symbols

    def node(self, row: int, ordinal: int | None) -> int:
        return 0 if ordinal is None else ordinal + 1

    standing = node


def walk(rows: list[Edge], seeds: list[int], depth: int, parents: list[int | None] = FLAT) -> Reach:
    return reach(OneFile(parents), packed(rows), seeds, depth)  # type: ignore[arg-type]


# --- arrays ------------------------------------------------------------------------------------------


@given(EDGES)
def test_the_edges_of_a_node_are_those_that_name_it(rows: list[Edge]) -> None:
    edges = packed(rows)
    assert len(edges) == len(rows)
    for node in range(NODES + 3):
        assert edges.into(node) == [k for k, row in enumerate(rows) if row[1] == node]
        assert edges.out_of(node) == [k for k, row in enumerate(rows) if row[0] == node]


@given(EDGES, st.dictionaries(st.text(max_size=3), st.dictionaries(st.text(), st.integers(1, 9))))
def test_packed_edges_come_back(rows: list[Edge], open_calls: dict[str, dict[str, int]]) -> None:
    edges = packed(rows)
    edges = Edges(
        edges.sources, edges.targets, edges.kinds, edges.certainties, edges.lines, open_calls=open_calls
    )
    back = Edges.unpacked(edges.packed())
    assert back is not None
    for name in ("sources", "targets", "kinds", "certainties", "lines"):
        assert getattr(back, name).tolist() == getattr(edges, name).tolist()
    assert back.open_calls == open_calls
    assert [back.into(node) for node in range(NODES)] == [edges.into(node) for node in range(NODES)]


def test_parts_of_another_version_are_not_read() -> None:
    parts = packed([(0, 1, 0, 0)]).packed()
    assert Edges.unpacked({}) is None
    assert Edges.unpacked(parts | {"version": b"0"}) is None
    assert Edges.unpacked({name: part for name, part in parts.items() if name != "version"}) is None


# --- walks -------------------------------------------------------------------------------------------


def plainly(rows: list[Edge], seeds: set[int], depth: int) -> dict[int, int]:
    """Node -> the fewest steps in which it is reached, by trying every walk."""
    found: dict[int, int] = {}
    frontier = set(seeds)
    for distance in range(1, depth + 1):
        usable = [row for row in rows if row[1] in frontier and row[3] != AMBIGUOUS]
        users = {source for source, _, kind, _ in usable if kind != IMPORT or distance == 1}
        for user in users - seeds:
            found.setdefault(user, distance)
        frontier = {source for source, _, kind, _ in usable if kind != IMPORT}
    return found


SEEDS = st.lists(st.integers(0, NODES - 1), min_size=1, max_size=3)


@given(EDGES, SEEDS, st.integers(1, 12))
def test_all_that_uses_a_target_is_reached_in_the_fewest_steps(
    rows: list[Edge], seeds: list[int], depth: int
) -> None:
    found = walk(rows, seeds, depth)
    assert {step.node: step.depth for step in found.steps} == plainly(rows, set(seeds), depth)
    assert len(found.steps) == len({step.node for step in found.steps})
    assert [step.depth for step in found.steps] == sorted(step.depth for step in found.steps)


@given(EDGES, SEEDS, st.integers(1, 8), PARENTS)
def test_one_step_more_only_adds(
    rows: list[Edge], seeds: list[int], depth: int, parents: list[int | None]
) -> None:
    less, more = walk(rows, seeds, depth, parents), walk(rows, seeds, depth + 1, parents)
    assert more.steps[: len(less.steps)] == less.steps
    assert all(step.depth == depth + 1 for step in more.steps[len(less.steps) :])
    assert set(less.asked) <= set(more.asked)


@given(EDGES, SEEDS, st.integers(1, 8), PARENTS)
def test_every_way_is_one_of_edges_and_as_sure_as_it_says(
    rows: list[Edge], seeds: list[int], depth: int, parents: list[int | None]
) -> None:
    found = walk(rows, seeds, depth, parents)
    for step in found.steps:
        path = found.path_to(step)
        assert path[0] in seeds
        assert path[-1] == step.node
        around = 0
        for used, user in pairwise(path):
            is_import_taken = used == path[0] and user == path[-1]
            usable = [
                row
                for row in rows
                if row[:2] == (user, used) and row[3] != AMBIGUOUS and (row[2] != IMPORT or is_import_taken)
            ]
            is_around = used > 0 and parents[used - 1] is not None and parents[used - 1] == user - 1
            around += is_around
            assert usable or is_around
            assert not step.exact or any(row[3] == EXACT for row in usable)
        assert len(path) - 1 - around <= step.depth <= len(path) - 1


@given(EDGES, SEEDS, st.integers(1, 12))
def test_ambiguous_uses_are_counted_and_not_walked(rows: list[Edge], seeds: list[int], depth: int) -> None:
    found = walk(rows, seeds, depth)
    without = walk([row for row in rows if row[3] != AMBIGUOUS], seeds, depth)
    assert found.steps == without.steps
    assert without.ambiguous == 0
    reached = {step.node for step in found.steps} | set(seeds)
    imported = {row[0] for row in rows if row[2] == IMPORT and row[1] in seeds and row[3] == AMBIGUOUS}
    used = {row[0] for row in rows if row[2] != IMPORT and row[1] in found.asked and row[3] == AMBIGUOUS}
    assert found.ambiguous == len((imported | used) - reached)


def test_an_import_is_the_end_of_a_walk_but_no_wall() -> None:
    rows = [(1, 0, IMPORT, EXACT), (2, 1, CALL, EXACT)]
    assert [step.node for step in walk(rows, [0], 9).steps] == [1]
    rows += [(3, 0, CALL, EXACT), (1, 3, CALL, EXACT)]  # the importer calls what it imports, later
    found = walk(rows, [0], 9)
    assert {step.node: step.depth for step in found.steps} == {1: 1, 3: 1, 2: 3}
    assert found.path_to(found.steps[-1]) == [0, 3, 1, 2]


def test_an_exact_way_is_preferred_to_one_as_long() -> None:
    likely = CERTAINTIES.index(Certainty.LIKELY)
    rows = [
        (1, 0, CALL, likely),
        (2, 0, CALL, EXACT),
        (3, 1, CALL, EXACT),
        (3, 2, CALL, EXACT),
        (4, 3, CALL, EXACT),
    ]
    found = walk([*rows, (5, 1, CALL, EXACT)], [0], 9)
    assert {step.node: step.exact for step in found.steps} == {1: False, 2: True, 3: True, 4: True, 5: False}
    assert found.path_to(found.steps[-1]) == [0, 2, 3, 4]


def test_an_inner_function_leads_to_all_around_it() -> None:
    parents: list[int | None] = [None, 0, 1, None, None, None, None, None]
    rows = [(3, 5, CALL, EXACT), (4, 1, CALL, EXACT)]  # 4 calls the outermost, whose innermost calls 5
    found = walk(rows, [5], 9, parents)
    assert [(s.node, s.depth, s.exact) for s in found.steps] == [
        (1, 1, False),
        (2, 1, False),
        (3, 1, True),
        (4, 2, False),
    ]
    assert found.path_to(found.steps[-1]) == [5, 3, 2, 1, 4]
    importing = [*rows, (1, 5, IMPORT, EXACT)]  # inside the outermost function
    assert [step.node for step in walk(importing, [5], 9, parents).steps] == [1, 2, 3, 4]


def test_a_class_inside_a_function_leads_to_it() -> None:
    program = OneFile([None, 0, 1, None], ["function", "class", "method", "function"])
    found = reach(program, packed([(3, 4, CALL, EXACT)]), [4], 1)  # type: ignore[arg-type]
    assert [step.node for step in found.steps] == [1, 3]
