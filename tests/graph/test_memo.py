"""Answers that hang on themselves: few steps, and the same whatever is asked first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.graph.memo import Memo

Graph = dict[int, list[int]]
GRAPHS = st.dictionaries(
    st.integers(0, 8), st.lists(st.integers(0, 8), max_size=4, unique=True), min_size=9, max_size=9
)


class Reach:
    """Whether a node leads to node 0, the number of steps counted."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.memo: Memo[int, bool] = Memo(False)
        self.steps = 0

    def ask(self, node: int) -> bool:
        return self.memo.once(node, lambda: self._find(node))

    def _find(self, node: int) -> bool:
        self.steps += 1
        return node == 0 or any(map(self.ask, self.graph[node]))


@given(GRAPHS, st.permutations(range(9)))
def test_answers_do_not_hang_on_the_order_of_questions(graph: Graph, order: list[int]) -> None:
    asked_in_order, alone = Reach(graph), {node: Reach(graph).ask(node) for node in graph}
    assert {node: asked_in_order.ask(node) for node in order} == alone


def test_what_all_hang_on_each_other_is_looked_for_once_a_question() -> None:
    graph = {node: [each for each in range(40) if each != node] for node in range(40)}
    reach = Reach({**graph, 0: []})
    assert all(reach.ask(node) for node in graph)
    assert reach.steps <= 40 * 40


def test_a_way_that_is_too_long_is_cut() -> None:
    memo: Memo[int, int] = Memo(-1, most_steps=10)

    def depth(node: int) -> int:
        return memo.once(node, lambda: depth(node + 1) + 1 if node < 1_000 else 0)

    assert depth(0) == 10
    assert memo.cuts == 1
    assert memo.is_idle


def test_an_error_leaves_nothing_open() -> None:
    memo: Memo[int, int] = Memo(0)

    def fail() -> int:
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError, match=r"^$"):
            memo.once(1, fail)
        assert memo.is_idle
    assert memo.once(1, lambda: 7) == 7
