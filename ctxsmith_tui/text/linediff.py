"""Which lines of two texts are the same, fast also where thousands of them differ.

Lines that occur once on each side are the anchors (patience diff, Bram Cohen); what lies between them is
compared line by line as long as it is short. A long stretch without anchors counts as replaced.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

MOST_COMPARED = 100_000  # pairs of lines of a stretch without anchors
DEEPEST = 40  # stretches inside of stretches


class Replaced(NamedTuple):
    """Old lines old_start to old_end became new lines new_start to new_end: counted from 0, ends excluded.

    `coarse` says that they were too many to be compared one by one.
    """

    old_start: int
    old_end: int
    new_start: int
    new_end: int
    coarse: bool = False


def replaced(old: Sequence[str], new: Sequence[str]) -> list[Replaced]:
    """What to replace in `old`, in order, to get `new`; stretches that touch each other are one."""
    joined: list[Replaced] = []
    for each in _replaced(old, new, 0, len(old), 0, len(new), 0):
        last = joined[-1] if joined else None
        if last is not None and (last.old_end, last.new_end) == (each.old_start, each.new_start):
            joined[-1] = Replaced(
                last.old_start, each.old_end, last.new_start, each.new_end, last.coarse or each.coarse
            )
        else:
            joined.append(each)
    return joined


def _replaced(
    old: Sequence[str], new: Sequence[str], i: int, i_end: int, j: int, j_end: int, depth: int
) -> Iterator[Replaced]:
    while i < i_end and j < j_end and old[i] == new[j]:
        i, j = i + 1, j + 1
    while i < i_end and j < j_end and old[i_end - 1] == new[j_end - 1]:
        i_end, j_end = i_end - 1, j_end - 1
    if i == i_end or j == j_end:
        if i < i_end or j < j_end:
            yield Replaced(i, i_end, j, j_end)
        return
    anchors = _anchors(old, new, i, i_end, j, j_end) if depth < DEEPEST else []
    if anchors:
        for old_line, new_line in anchors:
            yield from _replaced(old, new, i, old_line, j, new_line, depth + 1)
            i, j = old_line + 1, new_line + 1
        yield from _replaced(old, new, i, i_end, j, j_end, depth + 1)
    elif (i_end - i) * (j_end - j) <= MOST_COMPARED:
        matcher = SequenceMatcher(None, old[i:i_end], new[j:j_end], autojunk=False)
        for kind, i1, i2, j1, j2 in matcher.get_opcodes():
            if kind != "equal":
                yield Replaced(i + i1, i + i2, j + j1, j + j2)
    else:
        yield Replaced(i, i_end, j, j_end, coarse=True)


def _anchors(
    old: Sequence[str], new: Sequence[str], i: int, i_end: int, j: int, j_end: int
) -> list[tuple[int, int]]:
    """Pairs of equal lines, each unique on both sides: the longest chain that ascends on both."""
    at_old, at_new = _unique(old, i, i_end), _unique(new, j, j_end)
    pairs = [(at_old[line], at) for line, at in at_new.items() if line in at_old]  # ascending in `new`
    tails: list[int] = []  # the smallest old line that ends a chain of each length
    ends: list[int] = []  # which pair that is
    before: list[int] = []
    for number, (old_line, _) in enumerate(pairs):
        length = bisect_left(tails, old_line)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [old_line]
        ends[length : length + 1] = [number]
    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _unique(lines: Sequence[str], start: int, end: int) -> dict[str, int]:
    """Each line that occurs once in a stretch -> its place, in order."""
    places: dict[str, int] = {}
    for at in range(start, end):
        line = lines[at]
        places[line] = -1 if line in places else at
    return {line: at for line, at in places.items() if at >= 0}
