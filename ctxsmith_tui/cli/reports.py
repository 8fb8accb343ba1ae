"""What the commands about the index and the machine print for people."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ctxsmith_tui.cli.output import Paint, columns, plural, wrap
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.answers.survey import Overview
    from ctxsmith_tui.doctor import Check
    from ctxsmith_tui.model import IndexReport, Skipped

MOST_LANGUAGES = 10


def print_index(report: IndexReport) -> None:
    """What the index holds, what this run did, and what is not fully searchable."""
    print(
        f"{plural(report.files, 'file')}, {plural(report.symbols, 'symbol')}, "
        f"{plural(report.edges, 'reference')}, {plural(report.commits, 'commit')}"
    )
    if report.read or report.removed:
        print(f"read {report.read:,}, removed {report.removed:,} in {report.seconds:.2f} s")
    else:
        print(f"nothing has changed; looked in {report.seconds:.2f} s")
    if report.pending:
        print(f"{plural(report.pending, 'file')} still to be read by another process")
    if report.skipped:
        rules = ", ".join(f"{count:,} {printable(rule)}" for rule, count in report.rules.items())
        print(f"{report.skipped:,} not fully searchable ({rules}); `ctxsmith-tui coverage` lists them")


def print_overview(found: Overview, paint: Paint) -> None:
    """A repository on one screen."""
    head = f" at {printable(found.head[:10])}" if found.head else ""
    branch = f"  {printable(found.branch)}" if found.branch else ""
    print(f"{paint.bold(printable(found.root))}{branch}{head}")
    print(
        f"{plural(found.files, 'file')}, {plural(found.lines, 'line')}, "
        f"{plural(found.commits, 'commit')} indexed"
    )
    print(", ".join(f"{share.files:,} {share.role.value}" for share in found.roles))
    languages = [
        (printable(share.language) or "other", f"{share.files:>7,}", f"{share.lines:>9,}")
        for share in found.languages[:MOST_LANGUAGES]
    ]
    if languages:
        print()
        title, *lines = columns([("Language", f"{'files':>7}", f"{'lines':>9}"), *languages])
        _print_section(title, lines, paint)
    for title, rows in (
        ("Imported by most files", [(file.imported_by, file.path) for file in found.central_files]),
        ("Changed by most commits", [(file.commits, file.path) for file in found.busiest_files]),
    ):
        if rows:
            print()
            _print_section(title, [f"{count:>5,}  {printable(path)}" for count, path in rows], paint)


def _print_section(title: str, lines: Iterable[str], paint: Paint) -> None:
    print(paint.bold(title))
    for line in lines:
        print(line)


def print_ledger(ledger: Sequence[Skipped], paint: Paint) -> None:
    """Files that are not fully searchable, rule by rule."""
    by_rule = sorted(ledger, key=lambda entry: (entry.rule, entry.path))
    for number, (rule, group) in enumerate(groupby(by_rule, key=lambda entry: entry.rule)):
        entries = list(group)
        if number:
            print()
        print(f"{paint.bold(printable(rule))}: {plural(len(entries), 'file')}")
        for entry in entries:
            detail = f"  {paint.dim(printable(entry.detail))}" if entry.detail else ""
            print(f"  {printable(entry.path)}{detail}")


def print_checks(found: Sequence[Check], paint: Paint) -> None:
    """One line a check, and below those that fail what to do."""
    margin = max(len(check.name) for check in found) + 7
    room = max(20, shutil.get_terminal_size().columns - margin)
    for check in found:
        mark = paint.good("ok  ") if check.ok else paint.bad("FAIL")
        first, *rest = wrap(printable(check.detail), room)
        print(f"{mark} {check.name:{margin - 7}}  {first}")
        fix = [f"fix: {check.fix}"] if check.fix else []
        for line in (*rest, *fix):
            print(" " * margin + line)
