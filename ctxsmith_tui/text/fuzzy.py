"""Which of many labels a few typed letters mean, as finders of editors understand them.

A word means a label that holds its letters in that order, ASCII case aside. It means it the more, the fewer
gaps there are, the more of its letters begin a part of the label (`sS` in `session.Send`, `send_soon`), and
the more of them stand in the name at the label's end.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

MATCH, NEXT = 16.0, 8.0  # points of a letter, and more where it follows the one before without a gap
PART, HUMP = 8.0, 7.0  # more for the first letter of a part: behind a separator, or a capital in a word
IN_NAME = 3.0  # more for a letter in the name
OPEN, GAP = 3.0, 1.0  # points that a gap costs: for its first byte, and for each further one
LONG_NAME, LONG_LABEL = 0.5, 0.05  # points that a byte of name or label costs
CLOSELY = 400  # labels that are looked at closely, those with the shortest gaps
WIDEST = 200  # bytes of a label that are looked at closely, at its end

Rows = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float32]


class Labels:
    """Labels to be found. Each ends with its name: the part that people mostly type."""

    def __init__(self, labels: Sequence[str], names: Sequence[str]) -> None:
        encoded = [label.encode("utf-8", "surrogatepass") for label in labels]
        joined = b"".join(encoded)
        self._bytes = np.frombuffer(joined, dtype=np.uint8)
        self._low = np.frombuffer(joined.lower(), dtype=np.uint8)
        self._length = np.array([len(each) for each in encoded], dtype=np.int64)
        self._end = np.cumsum(self._length)
        self._start = self._end - self._length
        self._name = np.array([len(name.encode("utf-8", "surrogatepass")) for name in names], dtype=np.int64)
        self._places: dict[int, Rows] = {}

    def find(self, words: Sequence[str]) -> tuple[Rows, Scores]:
        """The labels that all words mean, in no order, with points; of very many those with short gaps."""
        typed = [word.encode("utf-8", "surrogatepass").lower() for word in words if word]
        rows = np.arange(len(self._length), dtype=np.int64)
        extent = np.zeros(len(rows), dtype=np.int64)
        for word in typed:
            held, span = self._held(word, rows)
            rows, extent = rows[held], extent[held] + span
        if len(rows) > CLOSELY:
            nearest = extent * (WIDEST + 1) + np.minimum(self._length[rows], WIDEST)
            rows = np.sort(rows[np.argpartition(nearest, CLOSELY)[:CLOSELY]])
        return rows, self._points(rows, typed)

    # --- all labels, roughly -------------------------------------------------------------------------

    def _held(self, word: bytes, rows: Rows) -> tuple[npt.NDArray[np.bool_], Rows]:
        """Which of some labels hold a word's letters in order, and over how many bytes these spread.

        Letters are sought from the end, where names are; a label that holds the whole word has no gaps.
        """
        kept = np.arange(len(rows), dtype=np.int64)
        at = last = self._end[rows]
        for k, letter in enumerate(reversed(word)):
            places = self._places_of(letter)
            before = np.searchsorted(places, at) - 1
            found = np.flatnonzero(before >= 0)
            found = found[places[before[found]] >= self._start[rows[kept[found]]]]
            at, kept, last = places[before[found]], kept[found], last[found]
            if k == 0:
                last = at + 1
        held = np.zeros(len(rows), dtype=np.bool_)
        held[kept] = True
        return held, np.where(self._with_whole(word)[rows[kept]], len(word), last - at)

    def _with_whole(self, word: bytes) -> npt.NDArray[np.bool_]:
        """Which labels hold a word as it is."""
        places = self._places_of(word[0])
        places = places[places <= len(self._low) - len(word)]
        for k, letter in enumerate(word[1:], 1):
            places = places[self._low[places + k] == letter]
        rows = np.searchsorted(self._end, places, side="right")
        whole = np.zeros(len(self._end), dtype=np.bool_)
        whole[rows[places + len(word) <= self._end[rows]]] = True
        return whole

    def _places_of(self, letter: int) -> Rows:
        if letter not in self._places:
            self._places[letter] = np.flatnonzero(self._low == letter)
        return self._places[letter]

    # --- a few labels, closely -----------------------------------------------------------------------

    def _points(self, rows: Rows, words: Sequence[bytes]) -> Scores:
        length = np.minimum(self._length[rows], WIDEST)
        points = -LONG_NAME * self._name[rows] - LONG_LABEL * self._length[rows]
        if not words or not len(rows):
            return points.astype(np.float32)
        columns = np.arange(length.max())
        place = (self._end[rows] - length)[:, None] + columns
        inside = columns < length[:, None]
        place[~inside] = 0
        low = np.where(inside, self._low[place], 0)
        bonus = self._bonus(place, inside, rows)
        for word in words:
            points = points + best_alignment(low, bonus, word)
        return points.astype(np.float32)

    def _bonus(self, place: Rows, inside: npt.NDArray[np.bool_], rows: Rows) -> Scores:
        """The points of each byte beyond those of any match."""
        before = self._bytes[np.maximum(place - 1, 0)]
        here = self._bytes[place]
        first = place == self._start[rows][:, None]
        part = first | ~_is_letter(before)
        hump = ~part & (_is_capital(here) & ~_is_capital(before) | (_is_digit(here) & ~_is_digit(before)))
        in_name = place >= (self._end - self._name)[rows][:, None]
        bonus = PART * part + HUMP * hump + IN_NAME * in_name
        return np.where(inside & _is_letter(here), bonus, 0.0).astype(np.float32)


def best_alignment(low: npt.NDArray[np.uint8], bonus: Scores, word: bytes) -> Scores:
    """The points of the best way to find a word's letters in each row of bytes; 0 where there is none."""
    count, width = low.shape
    columns = np.arange(width, dtype=np.float32)
    never = np.float32(-1e9)
    ending = np.zeros((count, width), dtype=np.float32)  # points of the letters so far, the last one here
    for k, letter in enumerate(word):
        reached = np.zeros((count, width), dtype=np.float32)
        if k:
            reached[:] = never
            reached[:, 1:] = ending[:, :-1] + np.float32(NEXT)
            before = np.maximum.accumulate(ending + np.float32(GAP) * columns, axis=1)
            gapped = before[:, :-2] - np.float32(GAP) * (columns[2:] - 2) - np.float32(OPEN)
            np.maximum(reached[:, 2:], gapped, out=reached[:, 2:])
        ending = np.where(low == letter, reached + bonus + np.float32(MATCH), never)
    best = ending.max(axis=1, initial=never)
    return np.where(best < never / 2, np.float32(0), best).astype(np.float32)


def _is_letter(byte: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    low = byte | 32
    return ((low >= ord("a")) & (low <= ord("z"))) | _is_digit(byte) | (byte >= 128)


def _is_capital(byte: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    return (byte >= ord("A")) & (byte <= ord("Z"))


def _is_digit(byte: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    return (byte >= ord("0")) & (byte <= ord("9"))
