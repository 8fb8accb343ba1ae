"""What the commands about the call graph print for people."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ctxsmith_tui.cli.output import Paint, clip, columns, note, plural
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.model import Impact, Reached, RelatedFile, SymbolPlace, SymbolReport, Use, Uses

MOST_REPORTS = 12  # symbols of one name that are shown with all that is known of them
MOST_MEMBERS = 40
MOST_IN_A_FILE = 12  # symbols of one file that a step of an impact lists
MOST_RELATED = 40
MOST_LINES = 4  # of one user
_VERBS = {"call": "calls", "inherit": "inherits", "import": "imports", "override": "overridden by it"}


def print_symbols(found: Sequence[SymbolReport], paint: Paint) -> None:
    """Every symbol of a name; a long list is cut to one line each."""
    for number, report in enumerate(found):
        if number >= MOST_REPORTS:
            print(_place(report.place, paint))
            continue
        if number:
            print()
        _print_symbol(report, paint)


def _print_symbol(report: SymbolReport, paint: Paint) -> None:
    print(_place(report.place, paint))
    if report.signature:
        print(f"    {printable(report.signature)}")
    if report.doc:
        print(paint.dim(f"    {printable(report.doc)}"))
    open_calls = f", {report.open_calls:,} calls of this name are not resolved" if report.open_calls else ""
    print(f"    {plural(report.callers, 'caller')}, {plural(report.callees, 'callee')}{open_calls}")
    is_type = bool(report.members) or report.place.kind not in ("function", "method")
    _print_names("inherits" if is_type else "overrides", report.bases)
    _print_names("inherited by" if is_type else "overridden by", report.derived)
    members = [
        f"{each.start_line:>6}  {each.kind:9} {printable(each.qualname.rpartition('.')[2])}"
        for each in report.members
    ]
    for line in members[:MOST_MEMBERS]:
        print(paint.dim(line))
    if len(members) > MOST_MEMBERS:
        print(paint.dim(f"        {len(members) - MOST_MEMBERS:,} more members"))


def _print_names(relation: str, places: Sequence[SymbolPlace]) -> None:
    if places:
        names = ", ".join(f"{printable(each.qualname or each.path)}" for each in places[:8])
        more = f" and {len(places) - 8:,} more" if len(places) > 8 else ""
        print(f"    {relation} {names}{more}")


def _place(place: SymbolPlace, paint: Paint) -> str:
    where = f"{printable(place.path)}:{place.start_line}-{place.end_line}"
    return f"{where}  {place.kind} {paint.bold(printable(place.qualname))}".rstrip()


def print_uses(found: Uses, relation: str, paint: Paint) -> None:
    """Who uses the targets, or what they use, file by file; then what may be and what is not known."""
    _print_files(found.uses, paint)
    if found.possible:
        if found.uses:
            print()
        print(paint.bold("ambiguous: one of several symbols of the same name"))
        _print_files(found.possible, paint)
    targets = ", ".join(printable(each.spec) for each in found.targets[:3])
    more = f" and {len(found.targets) - 3:,} more" if len(found.targets) > 3 else ""
    sure = plural(len(found.uses), "symbol")
    possible = (
        f", perhaps by {len(found.possible):,} more" if found.possible and relation == "used by" else ""
    )
    note(f"{targets}{more}: {relation} {sure}{possible}{_unresolved(found.open_calls, relation)}")


def _unresolved(count: int, relation: str) -> str:
    if not count:
        return ""
    if relation == "uses":
        return f"; {plural(count, 'more call')} could not be resolved"
    return f"; {plural(count, 'call')} of this name could not be resolved and may mean it"


def _print_files(uses: Sequence[Use], paint: Paint) -> None:
    for path, group in groupby(uses, key=lambda use: use.place.path):
        print(paint.bold(printable(path)))
        rows = [_use_row(use) for use in group]
        for line in columns(rows):
            print(f"  {line}".rstrip())


def _use_row(use: Use) -> tuple[str, ...]:
    lines = ", ".join(str(line) for line in use.lines[:MOST_LINES])
    if len(use.lines) > MOST_LINES:
        lines += f" and {len(use.lines) - MOST_LINES} more"
    certainty = "" if use.certainty.value == "exact" else use.certainty.value
    return (printable(use.place.qualname) or "(module level)", _VERBS[use.kind], lines, certainty)


def print_impact(found: Impact, paint: Paint) -> None:
    """What is reached, step by step and file by file, with the way to it; the sum goes to stderr."""
    for depth, group in groupby(found.reached, key=lambda each: each.depth):
        print(paint.bold(f"after {plural(depth, 'step')}"))
        for path, same_file in groupby(group, key=lambda each: each.place.path):
            print(f"  {printable(path)}")
            _print_reached(list(same_file), paint)
    targets = ", ".join(printable(each.spec) for each in found.targets[:3])
    symbols = plural(len(found.reached), "symbol")
    files, tests = plural(found.files, "file"), plural(found.tests, "test")
    entries = plural(found.entry_points, "entry point")
    note(
        f"a change of {targets} reaches {_bound(found)}{symbols} in {files}, {tests} and {entries} among them"
        f", within {plural(found.depth, 'step')}{_doubts(found)}"
    )


def _bound(found: Impact) -> str:
    return "exactly " if found.bound == "exact" else "at least "


def _doubts(found: Impact) -> str:
    doubts = []
    if found.likely:
        doubts.append(f"{found.likely:,} of them are likely, not exact")
    if found.ambiguous:
        doubts.append(f"{plural(found.ambiguous, 'further use')} are ambiguous")
    if found.open_calls:
        doubts.append(f"{plural(found.open_calls, 'call')} of the name could not be resolved")
    return f"; {', '.join(doubts)}" if doubts else ""


def _print_reached(reached: Sequence[Reached], paint: Paint) -> None:
    room = max(40, shutil.get_terminal_size().columns) - 4
    for each in reached[:MOST_IN_A_FILE]:
        name = printable(each.place.qualname) or "(module level)"
        marks = [] if each.certainty.value == "exact" else [each.certainty.value]
        marks += [each.entry] if each.entry else []
        way = f"  via {_way(each.path)}" if each.depth > 1 else ""
        suffix = f"  ({', '.join(marks)})" if marks else ""
        print(f"    {clip(f'{each.place.start_line:>5} {name}{suffix}{way}', room)}")
    if len(reached) > MOST_IN_A_FILE:
        print(paint.dim(f"          {len(reached) - MOST_IN_A_FILE:,} more"))


def _way(path: Iterable[str]) -> str:
    """The symbols between the change and what is reached, from here back to the change."""
    between = list(path)[1:-1]
    return " < ".join(printable(spec.rpartition("::")[2]) for spec in reversed(between))


def print_related(found: Sequence[RelatedFile], paint: Paint) -> None:
    """Related files, the most related first."""
    if not found:
        note("no file imports it, is imported by it, or was changed together with it")
        return
    rows: list[tuple[str, ...]] = [
        (
            "imports" if each.imports else "",
            "imported by" if each.imported_by else "",
            f"{plural(each.commits, 'commit')}" if each.commits else "",
            paint.bold(printable(each.path)),
        )
        for each in found[:MOST_RELATED]
    ]
    for line in columns(rows):
        print(line)
    if len(found) > MOST_RELATED:
        note(f"{MOST_RELATED} of {len(found):,} related files; --json lists all")
