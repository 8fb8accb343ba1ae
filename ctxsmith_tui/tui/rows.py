"""The ranked list as rows: pure functions from what is known to what a row says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ctxsmith_tui.model import (
    Action,
    Curation,
    NoteState,
    Pack,
    PackItem,
    PlacedDecision,
    RankedFile,
    RankedUnit,
    Spec,
)
from ctxsmith_tui.tui.groups import group_points

PINNED, PART_PINNED, EXCLUDED, SHOWN, NAMED, LEFT = "P", "p", "x", "+", "~", "."
CHANGED, STALE, LOST, NOTED, PROPOSED, NO_ROOM = "!", "s", "L", "n", "?", "^"

LEGEND = {
    PINNED: "pinned by you",
    PART_PINNED: "a part of it is pinned by you",
    EXCLUDED: "excluded by you",
    SHOWN: "its code is in the pack",
    NAMED: "only named in the pack",
    LEFT: "ranked, not in the pack",
    CHANGED: "changed on disk since the workbench was opened; of a line: not as in HEAD",
    STALE: "a decision's code has changed",
    LOST: "a decision's code is gone",
    NOTED: "has notes",
    PROPOSED: "an agent proposes something",
    NO_ROOM: "would be shown, but does not fit the budget",
}
"""What the letters in the first columns mean."""

STYLE_OF_LETTER = {
    PINNED: "row--pinned",
    PART_PINNED: "row--pinned",
    EXCLUDED: "row--excluded",
    LEFT: "row--quiet",
}
"""The component class of a letter; the others have none of their own."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a file, or below it one of its functions.

    `points` are those of the groups in their order; `spans` are the blocks in the pack and, for files, how
    many functions were looked at (None when that is not known).
    """

    spec: Spec
    letter: str
    marks: str
    score: float
    points: tuple[float, ...]
    tokens: int
    spans: int
    unit: RankedUnit | None = None
    file: RankedFile | None = None
    expanded: bool = False

    @property
    def is_file(self) -> bool:
        """Whether it is a file's row."""
        return self.unit is None

    @property
    def key(self) -> str:
        """What stays the same when the list is ranked anew."""
        if self.unit is None:
            return self.spec.path
        return f"{self.unit.path}:{self.unit.start_line}-{self.unit.symbol}"


@dataclass(frozen=True, slots=True)
class ListedUnit:
    """A function or passage with what its row always shows: worked out once, and not after each key."""

    unit: RankedUnit
    spec: Spec
    points: tuple[float, ...]

    @classmethod
    def of(cls, unit: RankedUnit) -> ListedUnit:
        """A unit, as the list shows it."""
        return cls(unit, unit_spec(unit), group_points(unit.contributions))


@dataclass(frozen=True, slots=True)
class ListInputs:
    """All that the rows are made of."""

    files: Sequence[RankedFile]
    pack: Pack | None
    curation: Curation
    units: Mapping[str, Sequence[ListedUnit]]  # of the files that are expanded
    changed: Collection[str] = ()  # paths
    noted: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)  # lines of notes, by path
    filter: str = ""


def list_rows(inputs: ListInputs) -> list[Row]:
    """The rows, best file first. Files that a person decided about are there whatever their rank."""
    items: dict[str, list[PackItem]] = defaultdict(list)
    for item in inputs.pack.items if inputs.pack else ():
        items[item.path].append(item)
    decisions: dict[str, list[PlacedDecision]] = defaultdict(list)
    for decision in inputs.curation.decisions:
        decisions[decision.spec.path].append(decision)
    no_room = {each.path for each in inputs.pack.left_out} if inputs.pack else set()
    ranked = {file.path: file for file in inputs.files}
    rows: list[Row] = []
    for path in dict.fromkeys([*ranked, *decisions, *items]):
        if matches(path, inputs.filter):
            row = _file_row(path, ranked.get(path), items[path], decisions[path], inputs, path in no_room)
            rows.append(row)
            if row.expanded:
                rows += _unit_rows(path, items[path], decisions[path], inputs)
    return rows


def matches(path: str, filter: str) -> bool:
    """Whether a path has all words of a filter, whatever their order; `!word` must be absent."""
    low = path.lower()
    return all(
        (word[1:] not in low if word.startswith("!") and len(word) > 1 else word in low)
        for word in filter.lower().split()
    )


def _file_row(
    path: str,
    file: RankedFile | None,
    items: Sequence[PackItem],
    decisions: Sequence[PlacedDecision],
    inputs: ListInputs,
    no_room: bool,
) -> Row:
    """A file, which need not be ranked: a decision or the pack may have brought it here."""
    letter = letter_of(decisions, items, whole_file=True)
    return Row(
        spec=Spec(path),
        letter=letter,
        marks=_marks(decisions, path in inputs.changed, path in inputs.noted, no_room and letter == LEFT),
        score=file.score if file else 0.0,
        points=group_points(file.contributions if file else ()),
        tokens=sum(item.tokens for item in items),
        spans=sum(1 for item in items if item.shown),
        file=file,
        expanded=path in inputs.units,
    )


def _unit_rows(
    path: str, items: Sequence[PackItem], decisions: Sequence[PlacedDecision], inputs: ListInputs
) -> list[Row]:
    rows = []
    noted = inputs.noted.get(path, ())
    for listed in inputs.units[path]:
        unit = listed.unit
        first, last = unit.start_line, unit.end_line
        covering = [
            item
            for item in items  # hundreds of rows are made after each key: most are dropped by the first look
            if item.start_line <= last and first <= item.end_line and overlap(item.shown, (first, last))
        ]
        own = [each for each in decisions if _is_about(each.spec, unit)]
        rows.append(
            Row(
                spec=listed.spec,
                letter=letter_of(own, covering, whole_file=False),
                marks=_marks(own, False, overlap(noted, (first, last)), False),
                score=unit.score,
                points=listed.points,
                tokens=sum(_tokens_within(item, first, last) for item in covering),
                spans=len(covering),
                unit=unit,
            )
        )
    return rows


def _tokens_within(item: PackItem, first: int, last: int) -> int:
    """About how many of a block's tokens stand in some lines: a block may show many functions."""
    within = sum(max(0, min(end, last) - max(start, first) + 1) for start, end in item.shown)
    return round(item.tokens * within / sum(end - start + 1 for start, end in item.shown))


def unit_spec(unit: RankedUnit) -> Spec:
    """How a person names a unit: by its symbol when it is all of that, else by its lines."""
    if unit.symbol and (unit.start_line, unit.end_line) == unit.symbol_lines:
        return Spec(unit.path, symbol=unit.symbol)
    return Spec(unit.path, unit.start_line, unit.end_line)


def _is_about(spec: Spec, unit: RankedUnit) -> bool:
    if spec.symbol is not None:
        return spec.symbol == unit.symbol
    if spec.start_line is None or spec.end_line is None:
        return True
    return spec.start_line <= unit.end_line and unit.start_line <= spec.end_line


def overlap(shown: Iterable[tuple[int, int]], lines: tuple[int, int]) -> bool:
    """Whether some ranges of lines and another one meet."""
    return any(start <= lines[1] and lines[0] <= end for start, end in shown)


def letter_of(decisions: Sequence[PlacedDecision], items: Sequence[PackItem], *, whole_file: bool) -> str:
    """A decision about all of it comes first; one about a part shows through what is in the pack."""
    for decision in reversed(decisions):
        is_part = decision.spec.symbol is not None or decision.spec.start_line is not None
        if decision.action is Action.EXCLUDE and not (whole_file and is_part):
            return EXCLUDED
        if decision.action is Action.PIN:
            return PART_PINNED if whole_file and is_part else PINNED
    if any(item.shown for item in items):
        return SHOWN
    return NAMED if items else LEFT


def _marks(decisions: Sequence[PlacedDecision], changed: bool, noted: bool, no_room: bool) -> str:
    if not (decisions or changed or noted or no_room):
        return ""
    states = {decision.state for decision in decisions}
    return "".join(
        mark
        for mark, applies in (
            (LOST, NoteState.LOST in states),
            (STALE, NoteState.STALE in states),
            (CHANGED, changed),
            (NOTED, noted),
            (NO_ROOM, no_room),
        )
        if applies
    )[:2]
