"""Line ranges: 1-based, inclusive pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Range = tuple[int, int]
LAST_LINE = 2**31 - 1  # no file has as many


def subtract(whole: Range, holes: Iterable[Range]) -> list[Range]:
    """The parts of a range that no hole covers, in order."""
    parts: list[Range] = []
    start, end = whole
    for hole_start, hole_end in sorted(holes):
        if hole_end < start or hole_start > end:
            continue
        if hole_start > start:
            parts.append((start, hole_start - 1))
        start = hole_end + 1
    if start <= end:
        parts.append((start, end))
    return parts


def size(ranges: Iterable[Range]) -> int:
    """Number of lines in disjoint ranges."""
    return sum(end - start + 1 for start, end in ranges)


def overlaps(one: Range, others: Sequence[Range]) -> bool:
    """Whether a range shares a line with any of the others."""
    return any(one[0] <= end and start <= one[1] for start, end in others)
