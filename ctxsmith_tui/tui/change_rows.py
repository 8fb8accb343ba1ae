"""Changes as rows: pure functions from what differs, and what was noted about it, to what a row says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ctxsmith_tui.model import (
    ChangedFile,
    Changes,
    DiffLine,
    FileStatus,
    Hunk,
    NoteState,
    ReachingTests,
    ReviewNote,
    Side,
    Spec,
)
from ctxsmith_tui.tui.text import one_line, wrapped

NOTE_COLUMNS = 88  # at which the text of a note is wrapped
MOST_TESTS = 3  # that are named
HunkKey = tuple[str, int]
"""Path of a file and position of a hunk in it."""


class Kind(StrEnum):
    """What a row is."""

    FILE = "file"
    ABOUT = "about"
    HUNK = "hunk"
    LINE = "line"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of one side of a file."""

    path: str
    side: Side
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One row. `hunk` and `line` are positions in the file and in the hunk, -1 where there is none.

    `text` is what a row about a file says, or one of the lines of a note, which `part` counts.
    """

    kind: Kind
    path: str
    file: ChangedFile | None = None
    hunk: int = -1
    line: int = -1
    note: ReviewNote | None = None
    text: str = ""
    part: int = 0
    is_open: bool = False

    @property
    def the_hunk(self) -> Hunk | None:
        """The hunk that the row is, or is in."""
        return self.file.hunks[self.hunk] if self.file is not None and self.hunk >= 0 else None

    @property
    def the_line(self) -> DiffLine | None:
        """The line of a hunk that the row is, or that its note stands on."""
        hunk = self.the_hunk
        return hunk.lines[self.line] if hunk is not None and self.line >= 0 else None

    @property
    def key(self) -> tuple[object, ...]:
        """What stays the same when the changes are read anew: the content, not the position."""
        line = self.the_line
        hunk = self.the_hunk
        content = (line.kind, line.text) if line is not None else ()
        return (
            self.kind,
            self.path,
            (hunk.symbol, hunk.old_start) if hunk is not None else (),
            content,
            self.note.uid if self.note is not None else self.text,
            self.part,
        )


@dataclass(frozen=True, slots=True)
class ChangeInputs:
    """All that the rows are made of. Of `opened` files the hunks are shown, but for `closed` ones."""

    changes: Changes
    notes: Sequence[ReviewNote] = ()
    viewed: Collection[str] = ()
    opened: Collection[str] = ()
    closed: Collection[HunkKey] = ()
    tests: Mapping[str, ReachingTests] = field(default_factory=dict)


def change_rows(inputs: ChangeInputs) -> list[ChangeRow]:
    """The rows: files in path order, below those that are open their hunks, lines and notes.

    Notes that stand on nothing that is shown come first below their file, and those on files that do not
    differ any more at the end.
    """
    notes: dict[str, list[tuple[Place | None, ReviewNote]]] = defaultdict(list)
    for note in inputs.notes:
        place = place_in(note, inputs.changes)
        notes[place.path if place is not None else note.written.path].append((place, note))
    rows: list[ChangeRow] = []
    for file in inputs.changes.files:
        is_open = file.path in inputs.opened
        rows.append(ChangeRow(Kind.FILE, file.path, file, is_open=is_open))
        if is_open:
            rows += _below(file, notes.get(file.path, ()), inputs)
    shown = {file.path for file in inputs.changes.files}
    gone = [note for path, placed in sorted(notes.items()) if path not in shown for _, note in placed]
    if gone:
        rows.append(ChangeRow(Kind.ABOUT, "", text="Notes on files that do not differ any more:"))
        rows += [row for note in gone for row in _note_rows(None, note)]
    return rows


def _below(
    file: ChangedFile, notes: Iterable[tuple[Place | None, ReviewNote]], inputs: ChangeInputs
) -> Iterator[ChangeRow]:
    if file.note or not file.hunks:
        yield ChangeRow(Kind.ABOUT, file.path, file, text=one_line(file.note or "no line differs"))
    if (tests := inputs.tests.get(file.path)) is not None:
        yield ChangeRow(Kind.ABOUT, file.path, file, text=reached_by(tests))
    at_line: dict[tuple[Side, int], list[ReviewNote]] = defaultdict(list)
    shown = set(_numbers(file))
    for place, note in notes:
        if place is not None and (place.side, place.end_line) in shown:
            at_line[place.side, place.end_line].append(note)
        else:
            yield from _note_rows(file, note)
    for k, hunk in enumerate(file.hunks):
        is_open = (file.path, k) not in inputs.closed
        yield ChangeRow(Kind.HUNK, file.path, file, k, is_open=is_open)
        if not is_open:
            continue
        for n, line in enumerate(hunk.lines):
            yield ChangeRow(Kind.LINE, file.path, file, k, n)
            for side, number in _sides(line):
                for note in at_line.get((side, number), ()):
                    yield from _note_rows(file, note, k, n)


def _numbers(file: ChangedFile) -> Iterator[tuple[Side, int]]:
    for hunk in file.hunks:
        for line in hunk.lines:
            yield from _sides(line)


def _sides(line: DiffLine) -> Iterator[tuple[Side, int]]:
    """The numbers of a line on the sides where it is."""
    if line.old:
        yield Side.OLD, line.old
    if line.new:
        yield Side.NEW, line.new


def _note_rows(
    file: ChangedFile | None, note: ReviewNote, hunk: int = -1, line: int = -1
) -> Iterator[ChangeRow]:
    path = file.path if file is not None else note.written.path
    texts = [part for each in note.text.strip().split("\n") for part in wrapped(each, NOTE_COLUMNS)]
    said = note_state(note, is_placed=line >= 0)
    for part, text in enumerate([said, *texts]):
        yield ChangeRow(Kind.NOTE, path, file, hunk, line, note, text, part)


def note_state(note: ReviewNote, *, is_placed: bool = True) -> str:
    """`note 3, line 12-14`, and what is to be known beside the text."""
    lines = f"{note.start_line}" if note.end_line == note.start_line else f"{note.start_line}-{note.end_line}"
    parts = [f"note {note.id}, line{'s' if '-' in lines else ''} {lines}"]
    if note.side is Side.OLD:
        parts.append("as it was")
    if note.code is NoteState.STALE:
        parts.append("its code changed since")
    elif note.code is NoteState.LOST:
        parts.append("its code is gone")
    elif not is_placed:
        parts.append("outside of this diff")
    if not note.is_open:
        parts.append("resolved")
    if note.author:
        parts.append(f"{one_line(note.author)}, agent, unreviewed")
    return ", ".join(parts)


def place_in(note: ReviewNote, changes: Changes) -> Place | None:
    """Where a note stands in a comparison, None when its lines are not part of it."""
    written = (note.written.path, note.side, note.written.start_line or 1, note.written.end_line or 1)
    if note.side is Side.OLD:
        return Place(*written) if note.commit == changes.base_commit else None
    if changes.base and note.commit == changes.head_commit:
        return Place(*written)
    if note.code is NoteState.LOST:
        return None
    return Place(note.path, note.side, note.start_line, note.end_line)


def reached_by(tests: ReachingTests) -> str:
    """`tests that reach it: at least 12: tests/test_a.py::test_x, ...`."""
    if not tests.tests:
        return "tests that reach it: none is known" if tests.bound != "exact" else "tests that reach it: none"
    count = f"{len(tests.tests):,}" if tests.bound == "exact" else f"at least {len(tests.tests):,}"
    named = ", ".join(one_line(spec) for spec in tests.specs[:MOST_TESTS])
    more = ", …" if len(tests.tests) > MOST_TESTS else ""
    return f"tests that reach it: {count}: {named}{more}"


# --- what rows are about -------------------------------------------------------------------------------


def target_of(rows: Sequence[ChangeRow]) -> tuple[Place, tuple[str, ...]] | None:
    """The lines that a note on some rows is about, with their code; None when they are no lines of a file.

    Removed lines alone are of the old side; of a mixed range the new side's lines count. A hunk stands for
    its changed lines.
    """
    if len(rows) == 1 and rows[0].kind is Kind.HUNK and rows[0].the_hunk is not None:
        hunk = rows[0].the_hunk
        lines = [line for line in hunk.lines if line.kind == "+"]
        lines = lines or [line for line in hunk.lines if line.kind == "-"]
    else:
        lines = [row.the_line for row in rows if row.kind is Kind.LINE and row.the_line is not None]
    if not lines or len({row.path for row in rows}) > 1:
        return None
    new = [line.new for line in lines if line.new]
    side = Side.NEW if new else Side.OLD
    numbers = new or [line.old for line in lines]
    start, end = min(numbers), max(numbers)
    return Place(rows[0].path, side, start, end), _code(rows[0].file, side, start, end)


def _code(file: ChangedFile | None, side: Side, start: int, end: int) -> tuple[str, ...]:
    """The lines of a side from one number to another; empty when some of them are between hunks."""
    at = {
        (line.new if side is Side.NEW else line.old): line.text
        for hunk in (file.hunks if file is not None else ())
        for line in hunk.lines
    }
    if any(number not in at for number in range(start, end + 1)):
        return ()
    return tuple(at[number] for number in range(start, end + 1))


def spec_of(row: ChangeRow) -> Spec | None:
    """The place that a decision about a row is about: a file, or the function or changed lines of a hunk.

    None for what is no more.
    """
    if row.file is None or row.file.status is FileStatus.REMOVED:
        return None
    hunk = row.the_hunk
    if hunk is None:
        return Spec(row.path)
    if hunk.symbol:
        return Spec(row.path, symbol=hunk.symbol)
    ranges = [*hunk.changed, *((max(before, 1), max(before, 1)) for before, _ in hunk.gaps)]
    return Spec(row.path, min(each[0] for each in ranges), max(each[1] for each in ranges))


def new_line(row: ChangeRow) -> int:
    """The line of the new side at a row, or about where it would be; 0 for a whole file."""
    hunk = row.the_hunk
    if hunk is None:
        return row.note.start_line if row.note is not None and row.note.side is Side.NEW else 0
    if row.line < 0:
        return hunk.changed[0][0] if hunk.changed else max(hunk.new_start, 1)
    before = [line.new for line in hunk.lines[: row.line + 1] if line.new]
    return before[-1] if before else max(hunk.new_start, 1)


def hunk_beside(
    inputs: ChangeInputs, opened: Collection[str], here: ChangeRow | None, step: int
) -> HunkKey | None:
    """The hunk before (-1) or behind (+1) a row, None when there is none.

    Files that were viewed are passed over, unless they are open. Before comes first the hunk that the row is
    in, if it is not its heading.
    """
    files = inputs.changes.files
    order = [
        (n, k)
        for n, file in enumerate(files)
        if file.path not in inputs.viewed or file.path in opened
        for k in range(len(file.hunks))
    ]
    number = next((n for n, file in enumerate(files) if here and file.path == here.path), len(files))
    at = (number, here.hunk if here is not None else -1)
    if step > 0:
        found = [each for each in order if each > at][:1]
    else:
        is_inside = here is not None and here.kind in (Kind.LINE, Kind.NOTE)
        found = [each for each in order if each < at or (is_inside and each == at)][-1:]
    return (files[found[0][0]].path, found[0][1]) if found else None


def position_of(
    rows: Sequence[ChangeRow], wanted: ChangeRow | None, before: Sequence[ChangeRow], at: int
) -> int:
    """Where the cursor goes in rows that are new: to the same row, else to its hunk or file."""
    if wanted is None:
        return 0
    same = [k for k, row in enumerate(rows) if row.key == wanted.key]
    twins = [k for k, row in enumerate(before) if row.key == wanted.key]
    if at in twins and len(twins) == len(same):  # lines that say the same, blank ones above all
        return same[twins.index(at)]
    if not same and wanted.the_hunk is not None:
        same = [k for k, row in enumerate(rows) if _is_hunk_of(row, wanted)]
    if not same:
        same = [k for k, row in enumerate(rows) if row.path == wanted.path and row.kind is Kind.FILE]
    return min(same, key=lambda k: abs(k - at), default=min(at, max(0, len(rows) - 1)))


def _is_hunk_of(row: ChangeRow, wanted: ChangeRow) -> bool:
    """Whether a row is the heading of the hunk that another one was in, by symbol, else by position."""
    if row.kind is not Kind.HUNK or row.path != wanted.path or not (row.the_hunk and wanted.the_hunk):
        return False
    symbol = wanted.the_hunk.symbol
    return row.the_hunk.symbol == symbol if symbol else row.hunk == wanted.hunk


def summary(changes: Changes, viewed: Collection[str]) -> str:
    """`main...HEAD  20 files +310 -120, 7 viewed`."""
    name = f"{one_line(changes.base.removesuffix('...HEAD'))}...HEAD" if changes.base else "work tree"
    count = len(changes.files)
    files = "1 file" if count == 1 else f"{count:,} files"
    counted = f"{name}  {files} +{changes.added:,} -{changes.removed:,}"
    return f"{counted}, {len(viewed):,} viewed" if viewed else counted
