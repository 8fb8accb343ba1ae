"""Line ranges against sets of lines."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.pack.ranges import LAST_LINE, overlaps, size, subtract

ranges = st.tuples(st.integers(1, 30), st.integers(1, 30)).map(lambda pair: (min(pair), max(pair)))


def lines(*parts: tuple[int, int]) -> set[int]:
    return {line for start, end in parts for line in range(start, end + 1)}


@given(whole=ranges, holes=st.lists(ranges, max_size=6))
def test_what_is_left_are_the_lines_outside_of_every_hole(
    whole: tuple[int, int], holes: list[tuple[int, int]]
) -> None:
    parts = subtract(whole, holes)
    assert lines(*parts) == lines(whole) - lines(*holes)
    assert size(parts) == len(lines(*parts))
    assert all(start <= end for start, end in parts)
    assert all(one[1] + 1 < other[0] for one, other in pairwise(parts)), "in order, and not cut needlessly"


@given(one=ranges, others=st.lists(ranges, max_size=4))
def test_ranges_overlap_when_they_share_a_line(one: tuple[int, int], others: list[tuple[int, int]]) -> None:
    assert overlaps(one, others) == bool(lines(one) & lines(*others))


def test_nothing_is_left_of_an_empty_range_or_an_excluded_file() -> None:
    assert subtract((5, 4), [(1, 2)]) == []
    assert subtract((1, 10**9), [(1, LAST_LINE)]) == []
