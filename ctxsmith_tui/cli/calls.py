"""What the commands about the call graph print for people."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from ctxsmith_tui.cli.output import Paint, cells, clip, columns, note, plural, wrap
from ctxsmith_tui.graph.wording import (
    VERBS,
    count_of,
    doubts_of,
    doubts_of_impact,
    may_mean,
    name_of,
    none_found,
    reach_of,
    targets_named,
    way_back,
)
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.model import Impact, Reached, RelatedFile, SymbolPlace, SymbolReport, Use, Uses

MOST_REPORTS = 12  # symbols of one name that are shown with all that is known of them
MOST_PLACES = 40  # further symbols of that name
MOST_MEMBERS = 40
MOST_DOC_LINES = 2
MOST_FILES = 40  # with uses
MOST_FILES_OF_A_STEP = 20  # of an impact
MOST_IN_A_FILE = 12  # symbols of one file that a step of an impact lists
MOST_RELATED = 40
MOST_LINES = 4  # of one user
NARROWEST = 40  # columns
_CALLED = ("function", "method", "macro")
_NO_CODE = frozenset({"heading", "constant"})  # what is not called and calls nothing

Item = TypeVar("Item")


def _width() -> int:
    return max(NARROWEST, shutil.get_terminal_size().columns)


def _cut(items: Sequence[Item], most: int) -> tuple[Sequence[Item], int]:
    """The first items, and how many are left out: never just one, whose line tells more than its absence."""
    shown = items if len(items) <= most + 1 else items[:most]
    return shown, len(items) - len(shown)


def print_symbols(found: Sequence[SymbolReport], paint: Paint) -> None:
    """Every symbol of a name; a long list is cut to one line each."""
    for number, report in enumerate(found[:MOST_REPORTS]):
        if number:
            print()
        _print_symbol(report, paint)
    places, further = _cut(found[MOST_REPORTS:], MOST_PLACES)
    if places:
        print()
    for report in places:
        print(_place(report.place, paint))
    if further:
        note(f"{further:,} more symbols of that name; --json lists all")


def _print_symbol(report: SymbolReport, paint: Paint) -> None:
    print(_place(report.place, paint))
    room = _width() - 4
    for line in wrap(printable(report.signature), room):
        print(f"    {line}")
    doc = wrap(printable(report.doc), room)
    if len(doc) > MOST_DOC_LINES:
        doc = [*doc[: MOST_DOC_LINES - 1], clip(" ".join(doc[MOST_DOC_LINES - 1 :]), room)]
    for line in doc:
        print(paint.dim(f"    {line}"))
    if report.place.kind not in _NO_CODE or report.callers or report.callees:
        _print_counts(report)
    is_type = bool(report.members) or report.place.kind not in ("function", "method")
    _print_names("inherits" if is_type else "overrides", report.bases)
    _print_names("inherited by" if is_type else "overridden by", report.derived)
    members, further = _cut(report.members, MOST_MEMBERS)
    for each in members:
        name = printable(each.qualname.rpartition(".")[2])
        print(paint.dim(f"{each.start_line:>6}  {each.kind:9} {name}"))
    if further:
        print(paint.dim(f"        {further:,} more members"))


def _print_counts(report: SymbolReport) -> None:
    perhaps = f" and perhaps {report.possible:,} more" if report.possible else ""
    print(f"    {plural(report.callers, 'caller')}{perhaps}, {plural(report.callees, 'callee')}")
    if report.open_calls:
        print(f"    {may_mean(report.open_calls)}")
    if report.place.kind not in _CALLED:
        print("    uses as a type or a value, and those of its members, are not counted")


def _print_names(relation: str, places: Sequence[SymbolPlace]) -> None:
    if places:
        shown, further = _cut(places, 8)
        names = ", ".join(printable(each.qualname or each.path) for each in shown)
        more = f" and {further:,} more" if further else ""
        for line in wrap(f"{relation} {names}{more}", _width() - 4):
            print(f"    {line}")


def _place(place: SymbolPlace, paint: Paint) -> str:
    where = f"{printable(place.path)}:{place.start_line}-{place.end_line}"
    return f"{where}  {place.kind} {paint.bold(printable(place.qualname))}".rstrip()


def print_uses(found: Uses, relation: str, paint: Paint) -> None:
    """Who uses the targets, or what they use, file by file; then what may be and what is not known."""
    further = _print_files(found.uses, paint)
    if found.possible:
        if found.uses:
            print()
        print(paint.bold("ambiguous: one of several symbols of the same name"))
        further += _print_files(found.possible, paint)
    if further:
        note(f"{plural(further, 'more file')} with uses; --json lists all")
    count, callees = count_of(found), relation == "uses"
    sure = f"{relation} {count}" if count else none_found(callees=callees)
    note("; ".join([f"{targets_named(found.targets)}: {sure}", *doubts_of(found, callees=callees)]))


def _print_files(uses: Sequence[Use], paint: Paint) -> int:
    """Uses file by file; returns how many files are left out."""
    groups = [(path, list(group)) for path, group in groupby(uses, key=lambda use: use.place.path)]
    shown, further = _cut(groups, MOST_FILES)
    for path, group in shown:
        print(paint.bold(printable(path)))
        for line in _aligned([_use_row(use) for use in group], _width() - 2):
            print(f"  {line}")
    return further


def _use_row(use: Use) -> tuple[str, str]:
    """The name of a user, and how it uses the target."""
    lines = ", ".join(str(line) for line in use.lines[:MOST_LINES])
    if len(use.lines) > MOST_LINES:
        lines += f" and {len(use.lines) - MOST_LINES} more"
    certainty = "  likely" if use.certainty.value == "likely" else ""
    return name_of(use.place), f"{VERBS[use.kind]}  {lines}{certainty}"


def _aligned(rows: Sequence[tuple[str, str]], room: int) -> list[str]:
    """Names and what is said of them in columns; a long name has a line of its own."""
    longest = max(8, room - 2 - max(cells(said) for _, said in rows))
    width = max((cells(name) for name, _ in rows if cells(name) <= longest), default=0)
    lines = []
    for name, said in rows:
        if cells(name) > longest:
            lines += [name, f"    {said}"]
        else:
            lines.append(f"{name}{' ' * (width - cells(name))}  {said}")
    return lines


def print_impact(found: Impact, paint: Paint) -> None:
    """What is reached, step by step and file by file, with the way to it; the sum goes to stderr."""
    for depth, group in groupby(found.reached, key=lambda each: each.depth):
        print(paint.bold(f"after {plural(depth, 'step')}"))
        files = [(path, list(each)) for path, each in groupby(group, key=lambda each: each.place.path)]
        shown, further = _cut(files, MOST_FILES_OF_A_STEP)
        for path, reached in shown:
            print(f"  {printable(path)}")
            _print_reached(reached, paint)
        if further:
            rest = sum(len(reached) for _, reached in files[len(shown) :])
            print(paint.dim(f"  {rest:,} more in {plural(further, 'file')}; --json lists all"))
    note(_sum_of(found))


def _sum_of(found: Impact) -> str:
    targets = targets_named(found.targets)
    reached = f"a change of {targets} reaches {reach_of(found)}" if found.reached else ""
    sure = reached or f"{targets}: {none_found(callees=False)}"
    return "; ".join([sure, *doubts_of_impact(found)])


def _print_reached(reached: Sequence[Reached], paint: Paint) -> None:
    room = _width() - 4
    shown, further = _cut(reached, MOST_IN_A_FILE)
    for each in shown:
        marks = [] if each.certainty.value == "exact" else [each.certainty.value]
        marks += [each.entry] if each.entry else []
        name = f"{each.place.start_line:>5} {name_of(each.place)}"
        way = f"via {way_back(each.path)}" if len(each.path) > 2 else ""
        said = "  ".join(filter(None, (f"({', '.join(marks)})" if marks else "", way)))
        if cells(name) + cells(said) + 2 <= room:
            print(f"    {name}  {said}".rstrip())
            continue
        print(f"    {name}")
        for line in wrap(said, room - 8):
            print(f"            {line}")
    if further:
        print(paint.dim(f"          {further:,} more"))


def print_related(found: Sequence[RelatedFile], paint: Paint) -> None:
    """Related files, the most related first."""
    if not found:
        note("no file imports it, is imported by it, or was changed together with it")
        return
    linked = [each for each in found if each.imports or each.imported_by]
    together = [each for each in found if not (each.imports or each.imported_by)]
    for title, files in (("linked by imports", linked), ("changed by the same commits", together)):
        shown, further = _cut(files, MOST_RELATED)
        if shown:
            print(paint.bold(title))
        for line in columns([_related_row(each) for each in shown]):
            print(f"  {line}")
        if further:
            print(paint.dim(f"  {further:,} more; --json lists all"))


def _related_row(file: RelatedFile) -> tuple[str, ...]:
    ways = ("imports" if file.imports else "", "imported by" if file.imported_by else "")
    commits = plural(file.commits, "commit") if file.commits else ""
    return (*(ways if any(ways) else ()), commits, printable(file.path))
