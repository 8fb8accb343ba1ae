"""Choosing what a pack shows. What counts is the exact number of tokens of the final rendered text.

Two stages: breadth, a map of the best files with symbols worth looking up, within a fifth of the budget;
then depth, units in the order of score - `COST_SHARE` x ln(length), without any discount for coming from
the same file. A unit too long for what is left is shown as a slice around its best lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import nsmallest
from itertools import islice

from ctxsmith_tui.errors import PinTooLargeError, PromptTooLargeError
from ctxsmith_tui.model import LeftOut, Omitted, PackItem, RankedUnit
from ctxsmith_tui.model.document import Diff, Document, MapEntry, Outlined
from ctxsmith_tui.pack.diff import SHARE as DIFF_SHARE
from ctxsmith_tui.pack.diff import DiffShelf
from ctxsmith_tui.pack.draft import Draft, Piece
from ctxsmith_tui.pack.formats import renderer
from ctxsmith_tui.pack.formats.parts import Rendered
from ctxsmith_tui.pack.items import items_of
from ctxsmith_tui.pack.notes import NoteShelf
from ctxsmith_tui.pack.pins import take_pins
from ctxsmith_tui.pack.ranges import LAST_LINE, overlaps, subtract
from ctxsmith_tui.pack.request import Request
from ctxsmith_tui.pack.slices import best_run

MAP_FILES = 12
MAP_SYMBOLS = 3  # of each file
MAP_SHARE = 0.2  # of the budget
TITLE_CHARACTERS = 120
COST_SHARE = 0.8
BLOCK_TOKENS = 14  # what heading and fence of a block cost, roughly; the whole text is counted in the end
BLOCK_WORDS = 80  # keeps scraps of a few words from going before whole functions
FEWEST_SLICE_LINES = 6
FEWEST_COPIED_LINES = 5
GIVE_UP_AFTER = 60  # candidates in a row that do not fit
WORTH_FILLING = 40  # tokens
LEAST_FOR_NOTE_COUNT = 400  # tokens of budget with which a pack says how many notes it has no room for
FILL_ROUNDS = 4  # each counts the whole text
MOST_LEFT_OUT = 50  # candidates without room that are named


@dataclass(frozen=True, slots=True)
class Packed:
    """A finished pack: its text, the exact count of that text, and what it is made of."""

    text: str
    tokens: int
    items: tuple[PackItem, ...]
    omitted: Omitted
    left_out: tuple[LeftOut, ...] = ()
    document: Document = Document()  # noqa: RUF009 - frozen
    notes_left_out: int = 0
    diff: Diff | None = None
    diff_tokens: int = 0


def pack(request: Request) -> Packed:
    """Make the best pack within the budget; an empty text when nothing at all fits.

    Raises PinTooLargeError when what a person pinned does not fit, PromptTooLargeError when the instructions
    do not.
    """
    return _Packer(request).run()


class _Packer:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.render = renderer(request.format)
        self.count = lru_cache(maxsize=4096)(request.tokenizer.count)
        self.draft = Draft(request.sources, request.excluded)
        self.shelf = NoteShelf(request.notes, request.budget, request.tokenizer)
        self.diffs = DiffShelf(request.changed_files, request.diff_parts, request.tokenizer)
        self.diff_room = int(request.budget * DIFF_SHARE)
        self.units = [request.candidates.unit(k) for k in range(len(request.candidates))]
        self.units_of_file: dict[str, list[RankedUnit]] = {}
        for unit in self.units:
            self.units_of_file.setdefault(unit.path, []).append(unit)
        worth = [-_worth(unit) for unit in self.units]
        self.order = sorted(range(len(worth)), key=worth.__getitem__)  # stable: ties go by score
        self.place = {k: place for place, k in enumerate(self.order)}
        self.left_out: set[int] = set()  # places in `order` of what found no room
        self.document: Document | None = None
        self.rendered = Rendered()  # of `document`
        self.counted = 0  # tokens of `rendered`
        self.pinned: tuple[MapEntry, ...] = ()

    def run(self) -> Packed:
        self._take_instructions()
        self._take_pins()
        if self.request.notes:
            self.draft.shelf = self.shelf
            self.draft.says_notes_left_out = self.request.budget >= LEAST_FOR_NOTE_COUNT
        self._take_diff()
        self._take_frame()
        self._take_units()
        self._settle_map()
        self._shrink_until_it_fits()
        self._fill()
        return self._finished()

    # --- counting ------------------------------------------------------------------------------------

    def _tokens(self) -> int:
        """Exact count of the rendered draft."""
        document = self.draft.document()
        if document != self.document:
            self.document, self.rendered = document, self.render(document)
            self.counted = self.request.tokenizer.count_lines(self.rendered.strings())
        return self.counted

    def _fits(self) -> bool:
        return self._tokens() <= self.request.budget

    # --- instructions and pins -----------------------------------------------------------------------

    def _take_instructions(self) -> None:
        """Instructions are never cut."""
        if self.request.instructions is None:
            return
        self.draft.instructions = self.request.instructions
        if (needed := self._tokens()) > self.request.budget:
            raise PromptTooLargeError(
                f"the instructions alone need {needed:,} tokens and the budget is {self.request.budget:,}: "
                f"raise the budget well above {needed:,}, or choose shorter ones"
            )

    def _take_pins(self) -> None:
        """Pins come first and whole; nothing else is in the pack while they are measured."""
        take_pins(self.request, self.draft)
        self.pinned = self.draft.entries
        if (self.draft.pieces or self.draft.entries) and (needed := self._tokens()) > self.request.budget:
            named = ", ".join(dict.fromkeys(pin.path for pin in self.request.pins))
            what = f"the pins ({named}){' and the instructions' if self.draft.instructions else ''}"
            raise PinTooLargeError(
                f"{what} need {needed:,} tokens and the budget is {self.request.budget:,}: "
                f"raise the budget to {needed:,}, pin fewer lines, or pin at a lower level (SPEC@outline)",
                needed,
            )

    # --- the diff ------------------------------------------------------------------------------------

    def _take_diff(self) -> None:
        """What changed, as far as it stays within its share, counted."""
        if not self.request.changed_files:
            return
        without, room = self._tokens(), self.diff_room
        while room > 0:
            self.draft.diff = self.diffs.choose(room)
            over = self._tokens() - without - self.diff_room
            if over <= 0:
                return
            room -= over
        self.draft.diff = None

    def _drop_diff(self) -> None:
        """Show half as much of the diff, in the end nothing."""
        self.diff_room //= 2
        self.draft.diff = self.diffs.choose(self.diff_room)

    # --- breadth -------------------------------------------------------------------------------------

    def _take_frame(self) -> None:
        """Title, source and a provisional map, as far as they stay within their share."""
        spent = self._tokens()
        room = int(self.request.budget * MAP_SHARE)
        title = _shortened(self.request.title)
        for frame in ((title, self.request.source), ("", self.request.source), ("", "")):
            self.draft.title, self.draft.source = frame
            if self._tokens() - spent <= room // 2:
                break
        files = [path for path in self.request.files if not self._is_excluded(path)][:MAP_FILES]
        taken = {entry.path for entry in self.pinned}
        listed = [path for path in files if path not in taken]
        for symbols in (MAP_SYMBOLS, 1, 0):
            for count in range(len(listed), 0, -1 if symbols == 0 else -4):
                self.draft.entries = (
                    *self.pinned,
                    *(self._entry(path, symbols) for path in listed[:count]),
                )
                if self._tokens() - spent <= room:
                    return
        self.draft.entries = self.pinned

    def _entry(self, path: str, most_symbols: int) -> MapEntry:
        """A file with its best symbols that are not shown as code."""
        shown, excluded = self.draft.shown(path), self.request.excluded.get(path, ())
        named: dict[str, Outlined] = {}
        for unit in self.units_of_file.get(path, ()):
            if len(named) >= most_symbols:
                break
            first, last = unit.symbol_lines
            if unit.symbol and not overlaps((first, first), excluded) and not overlaps((first, last), shown):
                named.setdefault(unit.symbol, Outlined(unit.symbol, first, last))
        return MapEntry(path, tuple(named.values()))

    def _settle_map(self) -> None:
        """Once the code is chosen, the map names only what is not shown."""
        chosen = self.draft.entries[len(self.pinned) :]
        self.draft.entries = (
            *self.pinned,
            *(self._entry(entry.path, len(entry.outlined)) for entry in chosen),
        )
        self.draft.omitted = self._omitted()

    # --- depth ---------------------------------------------------------------------------------------

    def _take_units(self) -> None:
        left = (
            self.request.budget - self._tokens() - self.count("Left out: 1,000 candidates, nearest 1,000.\n")
        )
        paths = {piece.path for piece in self.draft.pieces}
        failures = 0
        for place, k in enumerate(self.order):
            if left < BLOCK_TOKENS or failures >= GIVE_UP_AFTER:
                rest = range(place, len(self.order))
                self.left_out.update(each for each in rest if self._has_lines(self.units[self.order[each]]))
                break
            unit = self.units[k]
            pieces = self._pieces(unit, k)
            if not pieces:
                continue
            cost = sum(self._cost(piece) for piece in pieces)
            if unit.path not in paths:
                cost += self.count(f"## {unit.path}\n\n")
            if cost <= left:
                self.draft.add(pieces)
                paths.add(unit.path)
                left -= cost
                failures = 0
            else:
                self.left_out.add(place)
                failures += 1

    def _pieces(self, unit: RankedUnit, k: int) -> list[Piece]:
        """What of a unit can be shown: its lines without those that are excluded or in the pack already."""
        pieces = (
            Piece(unit.path, start, end, unit.symbol, unit.symbol_lines, unit.score, k)
            for start, end in self.draft.free(unit.path, (unit.start_line, unit.end_line))
        )
        return [piece for piece in pieces if not self._is_copy(piece)]

    def _has_lines(self, unit: RankedUnit) -> bool:
        """Whether some line of a unit is neither excluded nor in the pack; does not look at its file."""
        holes = self.draft.holes(unit.path)
        return not holes or bool(subtract((unit.start_line, unit.end_line), holes))

    def _is_copy(self, piece: Piece) -> bool:
        """Whether the pack has this code from another file already, as of a build or a vendored copy."""
        return piece.end_line - piece.start_line + 1 >= FEWEST_COPIED_LINES and self.draft.has_copy(piece)

    def _cost(self, piece: Piece) -> int:
        notes = self.shelf.cost(piece.path, (piece.start_line, piece.end_line))
        return (
            BLOCK_TOKENS + notes + self.count(self.draft.code(piece.path, piece.start_line, piece.end_line))
        )

    def _is_excluded(self, path: str) -> bool:
        """Whether no line of a file may appear."""
        holes = self.request.excluded.get(path)
        if holes is None:
            return False
        if not subtract((1, LAST_LINE), holes):
            return True  # without reading it: perhaps a whole folder of such files is excluded
        return not subtract((1, max(1, len(self.request.sources.lines(path)))), holes)

    # --- making it fit -------------------------------------------------------------------------------

    def _shrink_until_it_fits(self) -> None:
        """Drop the latest choices, then the frame, until the counted text is within the budget."""
        while (over := self._tokens() - self.request.budget) > 0:
            if not self._drop_pieces(over) and not self._drop_frame():
                return

    def _drop_pieces(self, tokens: int) -> bool:
        dropped = False
        while tokens > 0 and self.draft.pieces and not self.draft.pieces[-1].pinned:
            piece = self.draft.drop_last()
            self.left_out.add(self.place[piece.position])
            tokens -= self._cost(piece)
            dropped = True
        if dropped:
            self._count_omitted()
        return dropped

    def _drop_frame(self) -> bool:
        draft = self.draft
        pinned = len(self.pinned)
        if draft.says_notes_left_out:
            draft.says_notes_left_out = False
        elif draft.shelf is not None:
            draft.shelf = None
        elif any(entry.outlined for entry in draft.entries[pinned:]):
            draft.entries = (*draft.entries[:pinned], *(MapEntry(e.path) for e in draft.entries[pinned:]))
        elif draft.title:
            draft.title = ""
        elif draft.diff is not None:
            self._drop_diff()
        elif draft.source:
            draft.source = ""
        elif len(draft.entries) > max(pinned, 1):
            draft.entries = draft.entries[:-1]
        elif draft.omitted is not None:
            draft.omitted = None
        elif len(draft.entries) > pinned:
            draft.entries = draft.entries[:-1]
        else:
            return False
        return True

    def _fill(self) -> None:
        """Use what is left: shorter candidates that were skipped, then a slice, then more of the map."""
        if not self.draft.pieces and not self.draft.entries and self.draft.diff is None:
            self._fall_back_to_paths()
            return
        for _ in range(FILL_ROUNDS):
            added = self._add_affordable(self.request.budget - self._tokens())
            while added and not self._fits():
                self.left_out.add(self.place[self.draft.drop_last().position])
                added -= 1
                self._count_omitted()
            if not added:
                return

    def _add_affordable(self, left: int) -> int:
        """Add candidates as far as a guess of their tokens allows; returns the number of pieces added."""
        added = 0
        for place in nsmallest(GIVE_UP_AFTER, self.left_out):
            if left < WORTH_FILLING:
                break
            k = self.order[place]
            pieces = self._pieces(self.units[k], k)
            cost = sum(self._cost(piece) for piece in pieces)
            if cost > left:
                piece = self._slice(pieces, left - 2 * BLOCK_TOKENS)
                pieces = [piece] if piece else []
                cost = sum(self._cost(piece) for piece in pieces)
            if pieces:
                self.draft.add(pieces)
                self.left_out.discard(place)
                added += len(pieces)
                left -= cost
        if added:
            self._count_omitted()
        return added

    def _count_omitted(self) -> None:
        if self.draft.omitted is not None:
            self.draft.omitted = self._omitted()

    def _slice(self, pieces: Sequence[Piece], room: int) -> Piece | None:
        """The run of lines within the longest piece that says most about the task and fits `room` tokens."""
        piece = max(pieces, key=lambda each: each.end_line - each.start_line)
        lines = self.draft.code(piece.path, piece.start_line, piece.end_line).split("\n")[:-1]
        costs = [self.count(line + "\n") for line in lines]
        run = best_run(costs, [self.request.line_value(line) for line in lines], room)
        if run is None or run[1] - run[0] + 1 < FEWEST_SLICE_LINES:
            return None
        return replace(piece, start_line=piece.start_line + run[0], end_line=piece.start_line + run[1])

    def _fall_back_to_paths(self) -> None:
        """A budget too small for any code still holds the names of the best files."""
        omitted, self.draft.omitted = self.draft.omitted, None
        for path in [path for path in self.request.files if not self._is_excluded(path)][:MAP_FILES]:
            self.draft.entries = (*self.draft.entries, MapEntry(path))
            if not self._fits():
                self.draft.entries = self.draft.entries[:-1]
                break
        self.draft.omitted = omitted
        if not self._fits():
            self.draft.omitted = None

    # --- the result ----------------------------------------------------------------------------------

    def _omitted(self) -> Omitted:
        needs = (self._pieces(self.units[k], k) for k in map(self.order.__getitem__, sorted(self.left_out)))
        nearest = next((sum(map(self._cost, pieces)) for pieces in needs if pieces), None)
        return Omitted(len(self.left_out) + self.request.further_files, nearest)

    def _named_left_out(self) -> Iterator[LeftOut]:
        """Candidates that found no room, best first."""
        for k in sorted(map(self.order.__getitem__, self.left_out)):
            if pieces := self._pieces(unit := self.units[k], k):
                tokens = sum(map(self._cost, pieces))
                yield LeftOut(unit.path, unit.symbol, unit.start_line, unit.end_line, tokens, unit.score)

    def _finished(self) -> Packed:
        if self.draft.omitted is not None and self.draft.omitted.count == 0:
            self.draft.omitted = None
        if not self._fits():  # an empty document of a format may still have a frame
            self.rendered = Rendered()
            self.draft = Draft(self.request.sources, self.request.excluded)
        text = self.rendered.text
        return Packed(
            text=text,
            tokens=self.request.tokenizer.count(text),
            items=tuple(items_of(self.draft, self.rendered, self.count, self.request.candidates.reason)),
            omitted=self._omitted(),
            left_out=tuple(islice(self._named_left_out(), MOST_LEFT_OUT)),
            document=self.draft.document(),
            notes_left_out=self._notes_left_out(),
            diff=self.draft.diff,
            diff_tokens=self._tokens_of_diff(),
        )

    def _tokens_of_diff(self) -> int:
        """Tokens of the diff alone."""
        if self.draft.diff is None:
            return 0
        return self.request.tokenizer.count(self.render(Document(diff=self.draft.diff)).text)

    def _notes_left_out(self) -> int:
        """How many notes are about what is shown without being shown."""
        chosen = self.draft.notes_from(self.shelf)
        without = 0 if self.draft.shelf else sum(map(len, chosen.notes.values()))
        return chosen.left_out + without


def _worth(unit: RankedUnit) -> float:
    """What a unit is worth for its length: score - `COST_SHARE` x ln(words), a block of its own included."""
    return round(unit.score - COST_SHARE * math.log(unit.words + BLOCK_WORDS), 6)


def _shortened(title: str) -> str:
    title = " ".join(title.split())
    return title if len(title) <= TITLE_CHARACTERS else title[: TITLE_CHARACTERS - 1].rstrip() + "…"
