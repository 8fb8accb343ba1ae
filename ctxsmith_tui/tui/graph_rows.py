"""The graph pane as lines of cells: pure functions from an answer to what stands where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Literal

from ctxsmith_tui.graph.wording import (
    VERBS,
    count_of,
    doubts_of,
    doubts_of_impact,
    none_found,
    reach_of,
    way_back,
)
from ctxsmith_tui.model import (
    Certainty,
    Pack,
    PackItem,
    PlacedDecision,
    Reached,
    Role,
    Spec,
    SymbolPlace,
    Use,
    Uses,
)
from ctxsmith_tui.text.amounts import plural
from ctxsmith_tui.tui.graphing import GraphAnswer, RowKey, Step
from ctxsmith_tui.tui.rows import letter_of, matches, overlap
from ctxsmith_tui.tui.text import one_line, wrapped

Section = Literal["callers", "callees", "impact"]
SECTIONS: tuple[Section, ...] = ("callers", "callees", "impact")
TWO_COLUMNS = 60  # from which callers stand beside callees
MOST_LINES = 6  # of one user

MARK_OF_CERTAINTY = {Certainty.EXACT: "=", Certainty.LIKELY: "-", Certainty.AMBIGUOUS: "?"}
MARK_OF_KIND = {"call": " ", "inherit": "h", "import": "i", "override": "o"}
TEST = "t"
GRAPH_LEGEND = {
    "=": "exact: follows from scopes, imports and declared types",
    "-": "likely: the only symbol of that name that could be meant",
    "?": "ambiguous: one of several symbols of that name",
    TEST: "in a test",
    "h i o": "not a call: inherits, imports, is overridden",
}
"""What the marks of a row of the graph mean, behind the letter that it shares with the list."""


@dataclass(frozen=True, slots=True)
class GraphRow:
    """A caller, a callee or what a change reaches. Of many rows few are seen: what they say is made then."""

    section: Section
    found: Use | Reached

    @property
    def place(self) -> SymbolPlace:
        """The symbol."""
        return self.found.place

    @property
    def kind(self) -> str:
        """How one uses the other, '' in an impact."""
        return self.found.kind if isinstance(self.found, Use) else ""

    @property
    def line(self) -> int:
        """Where to look: where a caller uses the subject, else where the symbol begins."""
        if isinstance(self.found, Use) and self.section == "callers" and self.kind != "override":
            return next(iter(self.found.lines), self.place.start_line)
        return self.place.start_line

    @property
    def how(self) -> str:
        """`calls 12, 40`; in an impact the way there."""
        if isinstance(self.found, Use):
            return f"{VERBS[self.kind]} {self.lines}"
        way = way_back(self.found.path)
        return ", ".join(filter(None, (self.found.entry, f"via {way}" if way else "")))

    @property
    def lines(self) -> str:
        """The lines of a use."""
        lines = self.found.lines if isinstance(self.found, Use) else ()
        more = f" and {len(lines) - MOST_LINES} more" if len(lines) > MOST_LINES else ""
        return ", ".join(map(str, lines[:MOST_LINES])) + more

    @property
    def spec(self) -> Spec:
        """The symbol, or the file at whose module level it is."""
        return Spec(self.place.path, symbol=self.place.qualname or None)

    @property
    def key(self) -> RowKey:
        """By which it is found again."""
        return self.section, self.place.spec

    @property
    def is_sure(self) -> bool:
        """Whether it is exact or likely."""
        return self.found.certainty is not Certainty.AMBIGUOUS

    @property
    def marks(self) -> str:
        """Certainty, test and kind, one character each."""
        test = TEST if self.place.role is Role.TEST else " "
        return MARK_OF_CERTAINTY[self.found.certainty] + test + MARK_OF_KIND.get(self.kind, " ")


@dataclass(frozen=True, slots=True)
class Label:
    """Text that is no row, with the name of its style."""

    style: str
    text: str
    section: Section | None = None


Cell = GraphRow | Label | None
Line = tuple[Cell, ...]
"""One cell for the whole width, or two: callers left, callees right."""


class Letters:
    """The decision letter of any symbol."""

    def __init__(self, pack: Pack | None, decisions: Iterable[PlacedDecision]) -> None:
        self._items: dict[str, list[PackItem]] = defaultdict(list)
        for item in pack.items if pack else ():
            self._items[item.path].append(item)
        self._decisions: dict[str, list[PlacedDecision]] = defaultdict(list)
        for decision in decisions:
            self._decisions[decision.spec.path].append(decision)

    def of(self, place: SymbolPlace) -> str:
        """The letter that the list would show."""
        items, decisions = self._items.get(place.path, []), self._decisions.get(place.path, [])
        if not place.qualname:
            return letter_of(decisions, items, whole_file=True)
        lines = place.start_line, place.end_line
        own = [each for each in decisions if _covers(each.spec, place)]
        return letter_of(own, [each for each in items if overlap(each.shown, lines)], whole_file=False)


def _covers(spec: Spec, place: SymbolPlace) -> bool:
    if spec.symbol is not None:
        return f"{place.qualname}.".startswith(f"{spec.symbol}.")
    if spec.start_line is None or spec.end_line is None:
        return True
    return spec.start_line <= place.end_line and place.start_line <= spec.end_line


# --- rows ------------------------------------------------------------------------------------------------


def graph_rows(answer: GraphAnswer, filter: str = "") -> dict[Section, list[GraphRow]]:
    """The rows of each section: sure ones before ambiguous ones, sources before tests, nearest first.

    `filter` holds words that must stand in path, name, certainty, kind or role; `!word` must not.
    """
    found: dict[Section, tuple[Use | Reached, ...]] = {
        "callers": answer.callers.uses + answer.callers.possible,
        "callees": answer.callees.uses + answer.callees.possible,
        "impact": answer.impact.reached,
    }
    rows = {section: [GraphRow(section, each) for each in given] for section, given in found.items()}
    if filter.strip():
        return {section: [row for row in given if _matches(row, filter)] for section, given in rows.items()}
    return rows


def _matches(row: GraphRow, filter: str) -> bool:
    place = row.place
    words = (place.path, place.qualname, row.found.certainty.value, row.kind, place.role.value)
    return matches(" ".join(words), filter)


def detail_of(row: GraphRow) -> str:
    """What a row says, in a sentence."""
    found = row.found
    certainty = "" if found.certainty is Certainty.EXACT else f" ({found.certainty.value})"
    if isinstance(found, Reached):
        how = f" {row.how}" if row.how else ""
        return f"Reached after {plural(found.depth, 'step')}{how}{certainty}."
    if row.kind == "override":
        return f"Overridden by the subject{certainty}."
    if row.section == "callers":
        return f"{VERBS[row.kind].capitalize()} the subject, line {row.lines}{certainty}."
    return f"The subject {VERBS[row.kind]} it, line {row.lines}{certainty}."


# --- lines -----------------------------------------------------------------------------------------------


def graph_lines(
    answer: GraphAnswer, rows: dict[Section, list[GraphRow]], width: int, trail: Sequence[Step] = ()
) -> list[Line]:
    """All lines for a width: the subject, callers and callees, and the impact of a change."""
    lines: list[Line] = [(label,) for label in _subject(answer, trail, width)]
    two = width >= TWO_COLUMNS
    room = (column_widths(width)[0] if two else width) - 2
    callers = list(_column("callers", answer.callers, rows["callers"], room))
    callees = list(_column("callees", answer.callees, rows["callees"], room))
    lines.append((Label("", ""),))
    if two:
        lines += zip_longest(callers, callees)
    else:
        lines += [(cell,) for cell in (*callers, Label("", ""), *callees)]
    lines.append((Label("", ""),))
    lines += [(cell,) for cell in _impact(answer, rows["impact"], width - 2)]
    return lines


def column_widths(width: int) -> tuple[int, int]:
    """Of the two columns, with one cell between them."""
    left = (width - 1) // 2
    return left, width - 1 - left


def _subject(answer: GraphAnswer, trail: Sequence[Step], width: int) -> Iterator[Label]:
    report, subject = answer.report, answer.subject
    if report is not None:
        place = report.place
        where = f"{one_line(place.path)}:{place.start_line}-{place.end_line}"
        yield Label("row--head", f"{one_line(place.qualname)}  {place.kind}  {where}")
        if report.signature:
            yield Label("", one_line(" ".join(report.signature.split())))
        is_type = bool(report.members) or place.kind not in ("function", "method")
        for relation, places in (
            ("inherits" if is_type else "overrides", report.bases),
            ("inherited by" if is_type else "overridden by", report.derived),
        ):
            if places:
                names = ", ".join(one_line(each.qualname or each.path) for each in places)
                yield Label("row--quiet", f"{relation} {names}")
    elif subject.start_line is not None:
        yield Label("row--head", f"{one_line(str(subject))}  module level")
    else:
        symbols = sum(1 for each in answer.callers.targets if each.qualname)
        yield Label("row--head", f"{one_line(subject.path)}  file, {plural(symbols, 'symbol')}")
        if not symbols:
            text = "The graph knows functions, classes and imports of code, of which this file has none."
            next_step = "Choose a file of code in the list, or find one with o."
            for line in (*wrapped(text, width - 2), *wrapped(next_step, width - 2)):
                yield Label("row--quiet", line)
    if trail:
        names = " > ".join(one_line(_short(step.subject)) for step in trail)
        yield Label("row--note", f"walked from {names}")


def _short(spec: Spec) -> str:
    return spec.symbol or str(spec).rpartition("/")[2]


def _column(section: Section, found: Uses, rows: Sequence[GraphRow], room: int) -> Iterator[Cell]:
    """The cells of callers or callees: heading, what is not sure, and the rows."""
    callees, total = section == "callees", len(found.uses) + len(found.possible)
    shown = f"{len(rows):,} of {plural(total, 'row')}" if len(rows) < total else count_of(found)
    yield Label("row--head", f"{section.capitalize()}  {shown}".rstrip(), section)
    if not total:
        for line in wrapped(f"{none_found(callees=callees)}", room):
            yield Label("row--quiet", line, section)
    for doubt in doubts_of(found, callees=callees):
        for line in wrapped(doubt, room):
            yield Label("row--quiet", line, section)
    sure = [row for row in rows if row.is_sure]
    yield from sure
    if len(sure) < len(rows):
        yield Label("row--quiet", "ambiguous", section)
        yield from rows[len(sure) :]


def _impact(answer: GraphAnswer, rows: Sequence[GraphRow], room: int) -> Iterator[Cell]:
    found = answer.impact
    first = reach_of(found) or none_found(callees=False)
    head, *rest = wrapped(f"Impact  a change reaches {first}" if found.reached else f"Impact  {first}", room)
    yield Label("row--head", head, "impact")
    for line in rest:
        yield Label("row--head", line, "impact")
    for line in wrapped("; ".join(doubts_of_impact(found)), room) if doubts_of_impact(found) else ():
        yield Label("row--quiet", line, "impact")
    if len(rows) < len(found.reached):
        yield Label("row--quiet", f"{len(rows):,} of {len(found.reached):,} match the filter", "impact")
    for depth, group in groupby(rows, key=_depth):
        yield Label("row--quiet", f"after {plural(depth, 'step')}", "impact")
        yield from group


def _depth(row: GraphRow) -> int:
    return row.found.depth if isinstance(row.found, Reached) else 0
