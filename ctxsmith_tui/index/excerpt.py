"""The pieces of a source file that describe a definition: its lines, signature and leading comments."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from ctxsmith_tui.index.docs import comment_line, is_comment, shorten

MAX_SIGNATURE = 300
"""Characters that a signature has at most."""
MAX_CONSTANT = 120
"""Characters that a constant's signature has at most: its value is data, not interface."""

WINDOW = 1_500
"""Bytes that are decoded for one excerpt: enough for the longest in any script."""
_MAX_GAP = 500
"""Bytes of white space between a comment and what it is about."""

_PADDING = (("( ", "("), ("[ ", "["), (", )", ")"), (", ]", "]"), (" )", ")"), (" ]", "]"), (" ,", ","))


class Excerpts:
    """Reads excerpts of one source, by byte offsets.

    `leading` are the extents of comments, attributes and annotations that may belong to a definition below
    them, `cuts` those of everything that a signature leaves out.
    """

    def __init__(
        self,
        source: bytes,
        starts: list[int],
        leading: list[tuple[int, int]],
        cuts: list[tuple[int, int]],
    ) -> None:
        self._source = source
        self._starts = starts
        self._cuts = sorted(cuts)
        # The text of a line comment may end with its line end.
        by_end = sorted((self.trimmed(start, end), start) for start, end in leading if start < end)
        self._leading_ends = [end for end, _ in by_end]
        self._leading_starts = [start for _, start in by_end]
        self._heads: dict[int, tuple[int, str]] = {}

    def line(self, offset: int) -> int:
        """The line of the byte at `offset`, from 1."""
        return bisect_right(self._starts, offset)

    def text(self, start: int, end: int) -> str:
        """The text from `start` to `end`."""
        return self._source[start:end].decode("utf-8", "replace")

    def trimmed(self, start: int, end: int) -> int:
        """`end` without the white space before it, at least one byte after `start`.

        Some nodes end with the line end after them.
        """
        source = self._source
        while end > start + 1 and source[end - 1] <= 32:
            end -= 1
        return end

    def head(self, start: int) -> tuple[int, str]:
        """Where the comments and attributes attached before `start` begin, and what the comments say."""
        known = self._heads.get(start)
        if known is None:
            known = self._heads[start] = self._attached(start)
        return known

    def _attached(self, start: int) -> tuple[int, str]:
        comments: list[str] = []
        while (at := bisect_right(self._leading_ends, start) - 1) >= 0:
            end = self._leading_ends[at]
            begin = self._leading_starts[at]
            if not self._touch(begin, end, start):
                break
            if is_comment(self._source[begin : begin + 10]):
                comments.append(self._source[begin : min(end, begin + WINDOW)].decode("utf-8", "ignore"))
            start = begin
        comments.reverse()
        return start, comment_line(comments) if comments else ""

    def _touch(self, begin: int, end: int, start: int) -> bool:
        """Whether nothing but white space, and no empty line, is between a comment and a definition."""
        if start - end > _MAX_GAP:
            return False
        gap = self._source[end:start]
        if gap and not gap.isspace():
            return False
        line = self.line(end - 1)
        below = self.line(start) - line
        if below == 0:
            return True
        # A comment after code is about that code, not about the next line.
        first = self.line(begin)
        return below == 1 and not self._source[self._starts[first - 1] : begin].strip()

    def signature(self, start: int, end: int, kind: str) -> str:
        """The text from `start` to `end` on one line, without comments and attributes."""
        position = start
        pieces: list[bytes] = []
        room = WINDOW
        for at in range(bisect_left(self._cuts, (position, 0)), len(self._cuts)):
            cut_start, cut_end = self._cuts[at]
            if cut_start >= end or room <= 0:
                break
            if cut_start > position:
                pieces.append(self._source[position : min(cut_start, position + room)])
                room -= cut_start - position
            position = max(position, cut_end)
        if position < end and room > 0:
            pieces.append(self._source[position : min(end, position + room)])
        text = " ".join(b" ".join(pieces).decode("utf-8", "ignore").split())
        text = text.rstrip(" :;,{=\\")
        if kind == "constant":
            return shorten(text, MAX_CONSTANT)
        for padded, plain in _PADDING:
            text = text.replace(padded, plain)
        return shorten(text, MAX_SIGNATURE)
