"""`changes`: what differs from the last commit, or from where HEAD left another branch."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ctxsmith_tui.cli.arguments import AsJson
from ctxsmith_tui.cli.opening import opened
from ctxsmith_tui.cli.output import Paint, note, plural, to_json, write_text
from ctxsmith_tui.cli.settings import Settings, with_settings
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.model import ChangedFile, Hunk

_EXAMPLES = """\b
Examples:
  ctxsmith-tui changes
  ctxsmith-tui changes main --json
"""
_MARKS = {"added": "A", "removed": "D", "changed": "M"}


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command(epilog=_EXAMPLES)(changes)


@with_settings
def changes(
    settings: Settings,
    base: Annotated[
        str,
        typer.Argument(
            metavar="[BASE]",
            help="HEAD against where it left this branch, tag or commit; else the work tree against HEAD.",
            show_default=False,
        ),
    ] = "",
    json: AsJson = False,
) -> None:
    """List files, hunks and symbols that changed."""
    with opened(settings) as engine:
        found = engine.changes(base)
    if json:
        write_text(to_json(dataclasses.asdict(found)))
        return
    paint = Paint(settings.color)
    for file in found.files:
        print(_heading(file, paint))
        for hunk in file.hunks:
            print(f"    {_place(hunk)}")
    note(
        f"{found.title}, from {found.base_commit[:10]}: {plural(len(found.files), 'file')}, "
        f"+{found.added:,} -{found.removed:,} lines"
    )


def _heading(file: ChangedFile, paint: Paint) -> str:
    counts = f"+{file.added:,} -{file.removed:,}" if file.added or file.removed else ""
    about = ", ".join(filter(None, (counts, printable(file.note))))
    return f"{_MARKS[file.status]} {paint.bold(printable(file.path))}" + (f"  {about}" if about else "")


def _place(hunk: Hunk) -> str:
    """Where a hunk is on the new side, what it did there, and in which symbol."""
    lines = list(_numbers(hunk))
    place = f"{lines[0]}-{lines[-1]}" if lines[0] != lines[-1] else f"{lines[0]}"
    kinds = [line.kind for line in hunk.lines]
    counts = f"+{kinds.count('+'):,} -{kinds.count('-'):,}"
    return f"{place:>13}  {counts:<10}  {printable(hunk.symbol)}".rstrip()


def _numbers(hunk: Hunk) -> Iterator[int]:
    """First and last lines that changed or lost some, in order."""
    ranges: list[Any] = sorted([*hunk.changed, *((max(before, 1),) * 2 for before, _ in hunk.gaps)])
    yield ranges[0][0]
    yield max(each[1] for each in ranges)
