"""Finding lines again in a file that has changed: by their text, by what stands around them, by likeness."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, pairwise
from typing import NamedTuple

from ctxsmith_tui.curate.likeness import likeness, squeezed_lines

Range = tuple[int, int]
Look = Callable[[Sequence[str], int], tuple[str, ...]]

CONTEXT_LINES = 3  # on either side
BORDER = ""  # stands for the beginning or the end of the file among the lines around a span
SHORTEST_ALONE = 8  # characters: shorter text must be the only one, or between the lines that were around
ALIKE_BETWEEN = 0.35  # likeness asked of lines that stand where they stood
ALIKE_ELSEWHERE = 0.6  # and of lines that may stand there by chance
NEAR = 100  # lines up and down that are compared one by one
MOST_GROWTH = 3  # times as many lines as before, and a few more
SURE = 3  # of the lines around: as many must be where they were to tell that a place is the old one
_LETTER = re.compile(r"\w")
_MOST_PLACES = 8  # of lines around that occur often


class Found(NamedTuple):
    """Lines that were looked for: whether they are unchanged, and whether they stand where they stood."""

    lines: Range
    same: bool
    sure: bool


class SpanText(NamedTuple):
    """Lines to look for, where they were, and the lines around them, nearest first."""

    lines: Sequence[str]
    start_line: int
    before: Sequence[str]
    after: Sequence[str]


def around(lines: Sequence[str], span: Range) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Lines before and after a span, nearest first, without blank ones; BORDER where the file ends."""
    return _before(lines, span[0]), _after(lines, span[1])


def _before(lines: Sequence[str], start: int) -> tuple[str, ...]:
    return _nearest(lines, range(start - 2, -1, -1))


def _after(lines: Sequence[str], end: int) -> tuple[str, ...]:
    return _nearest(lines, range(end, len(lines)))


def _nearest(lines: Sequence[str], numbers: range) -> tuple[str, ...]:
    kept: list[str] = []
    for number in numbers:
        if len(kept) == CONTEXT_LINES:
            break
        if lines[number].strip():
            kept.append(lines[number])
    return (*kept, BORDER)[:CONTEXT_LINES]


def _bare(lines: Iterable[str]) -> list[str]:
    """Squeezed lines without the commas at their ends, which depend on what follows."""
    return [line.removesuffix(",") for line in squeezed_lines(lines)]


def find_span(wanted: SpanText, lines: Sequence[str]) -> Found | None:
    """Where the wanted lines are in a file, unchanged or changed; None when they are not.

    Unchanged lines between their old neighbours come first, then changed ones there, then unchanged ones
    elsewhere, and lines that are `ALIKE_ELSEWHERE`. When the neighbours have met, the lines were deleted.
    """
    squeezed, bare = squeezed_lines(lines), _bare(lines)
    wanted = wanted._replace(before=_bare(wanted.before), after=_bare(wanted.after))
    text = "".join(squeezed_lines(wanted.lines)).removesuffix(",")
    places = exact_places(text, squeezed)
    by_neighbours = [(_agreement(wanted, bare, place), place) for place in places]
    settled = [(agreement, place) for agreement, place in by_neighbours if agreement]
    if settled:
        agreement, best = max(settled, key=lambda each: (each[0], -abs(each[1][0] - wanted.start_line)))
        return Found(best, True, agreement >= SURE)
    sure, between = _between_neighbours(wanted, bare)
    if between is not None:
        trimmed = _trimmed(squeezed, between)
        if trimmed and likeness(wanted.lines, lines[trimmed[0] - 1 : trimmed[1]]) >= ALIKE_BETWEEN:
            return Found(trimmed, False, sure)
    is_short = len(text) < SHORTEST_ALONE
    if places and not (is_short and (len(places) > 1 or not _LETTER.search(text))):
        return Found(min(places, key=lambda place: abs(place[0] - wanted.start_line)), True, False)
    if sure or is_short:
        return None  # what stands there now is something else, or what is like it says nothing
    alike = _most_alike(wanted, lines, squeezed)
    return None if alike is None else Found(alike, False, False)


def exact_places(text: str, squeezed: Sequence[str]) -> list[Range]:
    """Every run of whole lines whose squeezed text is `text`."""
    if not text:
        return []
    whole = "".join(squeezed)
    ends = list(accumulate(map(len, squeezed)))
    borders = {0, *ends}
    found: list[Range] = []
    at = whole.find(text)
    while at >= 0:
        end = at + len(text)
        if end not in borders and whole[end : end + 1] == ",":
            end += 1
        if at in borders and end in borders:
            first = bisect_left(ends, at + 1) + 1
            found.append((first, bisect_left(ends, end) + 1))
        at = whole.find(text, at + 1)
    return found


def _agreement(wanted: SpanText, bare: Sequence[str], place: Range) -> int:
    """How many lines next to a place are those that were next to the span."""
    before = _common(wanted.before, _before(bare, place[0]))
    return before + _common(wanted.after, _after(bare, place[1]))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines two sequences begin with alike."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _between_neighbours(wanted: SpanText, bare: Sequence[str]) -> tuple[bool, Range | None]:
    """The lines between those that stood before and after the span, and whether that is surely the place.

    The range is empty when the neighbours have met, None when they are not found near each other.
    """
    if not wanted.before or not wanted.after:
        return False, None
    heads = _places_of(wanted.before, bare, wanted.start_line - 1, _before, +1)
    last = wanted.start_line + len(wanted.lines)
    tails = _places_of(wanted.after, bare, last, _after, -1)
    longest = MOST_GROWTH * len(wanted.lines) + 10
    pairs = [
        (
            before + after,
            -abs(tail - head - 1 - len(wanted.lines)),
            -abs(head - wanted.start_line),
            head,
            tail,
        )
        for before, head in heads
        for after, tail in tails
        if head < tail and tail - head - 1 <= longest
    ]
    if not pairs:
        return False, None
    agreement, *_, head, tail = max(pairs)
    return agreement >= SURE, (head + 1, tail - 1)


def _places_of(
    context: Sequence[str], bare: Sequence[str], near: int, look: Look, step: int
) -> list[tuple[int, int]]:
    """(agreement, line) of lines that may be the neighbour, the best first."""
    wanted = context[0]
    if wanted == BORDER:
        return [(1, 0 if step > 0 else len(bare) + 1)]
    found = [
        (_common(context, look(bare, number + step)), number)
        for number, line in enumerate(bare, start=1)
        if line == wanted
    ]
    return sorted(found, key=lambda each: (-each[0], abs(each[1] - near)))[:_MOST_PLACES]


def _trimmed(squeezed: Sequence[str], lines: Range) -> Range | None:
    """A range without blank lines at its ends; None when all of it is blank."""
    full = [number for number in range(lines[0], lines[1] + 1) if squeezed[number - 1]]
    return (full[0], full[-1]) if full else None


def _most_alike(wanted: SpanText, lines: Sequence[str], squeezed: Sequence[str]) -> Range | None:
    """The lines most like the wanted ones, of those that hold some of them or are near their old place."""
    best: tuple[float, int, Range] | None = None
    for place in (*_by_common_lines(wanted, squeezed), *_nearby(wanted, len(lines))):
        trimmed = _trimmed(squeezed, place)
        if trimmed is None:
            continue
        alike = likeness(wanted.lines, lines[trimmed[0] - 1 : trimmed[1]])
        rated = (alike, -abs(trimmed[0] - wanted.start_line), trimmed)
        if alike >= ALIKE_ELSEWHERE and (best is None or rated > best):
            best = rated
    return best[2] if best else None


def _by_common_lines(wanted: SpanText, squeezed: Sequence[str]) -> list[Range]:
    """Where the longest run of wanted lines stands, as far as the span would reach around it."""
    own = squeezed_lines(wanted.lines)
    matcher = SequenceMatcher(None, own, list(squeezed), autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if any(own[block.a : block.a + block.size])]
    if not blocks or len(own) < 2:
        return []
    longest = max(blocks, key=lambda block: (sum(map(len, own[block.a : block.a + block.size])), -block.b))
    first = max(1, longest.b - longest.a + 1)
    ranges = [(first, min(len(squeezed), first + len(own) - 1))]
    limit = MOST_GROWTH * len(own) + 10
    if all(two.b - one.b <= limit for one, two in pairwise(blocks)):
        low, high = blocks[0], blocks[-1]
        start = max(1, low.b - low.a + 1)
        end = min(len(squeezed), high.b + high.size + (len(own) - high.a - high.size))
        if start <= end and end - start < limit:
            ranges.append((start, end))
    return ranges


def _nearby(wanted: SpanText, count: int) -> list[Range]:
    """Ranges as long as the span around its old place, when it is short: many would take long."""
    size = len(wanted.lines)
    if size > 5:
        return []
    first, last = max(1, wanted.start_line - NEAR), min(count - size + 1, wanted.start_line + NEAR)
    return [(start, start + size - 1) for start in range(first, last + 1)]
