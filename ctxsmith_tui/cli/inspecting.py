"""`index`, `overview`, `coverage` and `doctor`: what is indexed, what is not, and whether all is well."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ctxsmith_tui.cli import reports
from ctxsmith_tui.cli.arguments import AsJson
from ctxsmith_tui.cli.errors import FAILED
from ctxsmith_tui.cli.opening import opened
from ctxsmith_tui.cli.output import Paint, note, to_json, write_text
from ctxsmith_tui.cli.settings import Settings, with_settings

if TYPE_CHECKING:
    from ctxsmith_tui.model import Skipped

_INDEX_EXAMPLES = """\b
Examples:
  ctxsmith-tui index
  ctxsmith-tui index -C ~/src/project --rebuild --json
"""
_COVERAGE_EXAMPLES = """\b
Examples:
  ctxsmith-tui coverage
  ctxsmith-tui coverage --rule binary --json
"""
_DOCTOR_EPILOG = "Ends with exit code 1 when something needs fixing."


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command(epilog=_INDEX_EXAMPLES)(index)
    app.command()(overview)
    app.command(epilog=_COVERAGE_EXAMPLES)(coverage)
    app.command(epilog=_DOCTOR_EPILOG)(doctor)


@with_settings
def index(
    settings: Settings,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Forget the old index and read everything.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Build the index of a repository, or refresh it."""
    with opened(settings) as engine:
        report = engine.index(rebuild=rebuild)
    if json:
        write_text(to_json(dataclasses.asdict(report)))
    else:
        reports.print_index(report)


@with_settings
def overview(settings: Settings, json: AsJson = False) -> None:
    """Show languages, size, central and busiest files."""
    with opened(settings) as engine:
        found = engine.overview()
    if json:
        write_text(to_json(dataclasses.asdict(found)))
    else:
        reports.print_overview(found, Paint(settings.color))


@with_settings
def coverage(
    settings: Settings,
    rule: Annotated[
        str | None, typer.Option("--rule", metavar="RULE", help="Only files that this rule left out.")
    ] = None,
    json: AsJson = False,
) -> None:
    """List every file that is not fully searchable, and why."""
    with opened(settings) as engine:
        ledger = engine.coverage()
    chosen = [entry for entry in ledger if rule is None or entry.rule == rule]
    if json:
        write_text(to_json({"files": [entry._asdict() for entry in chosen]}))
    elif chosen:
        reports.print_ledger(chosen, Paint(settings.color))
    else:
        note(_nothing_left_out(ledger, rule))


def _nothing_left_out(ledger: list[Skipped], rule: str | None) -> str:
    if not ledger:
        return "every file is fully searchable"
    rules = ", ".join(sorted({entry.rule for entry in ledger}))
    return f"no file was left out by the rule {rule!r}; rules that apply here: {rules}"


@with_settings
def doctor(settings: Settings, json: AsJson = False) -> None:
    """Check the installation, git and the index."""
    from ctxsmith_tui.doctor import checks

    found = checks(Path(settings.root))
    if json:
        write_text(to_json({"checks": [dataclasses.asdict(check) for check in found]}))
    else:
        reports.print_checks(found, Paint(settings.color))
    if not all(check.ok for check in found):
        raise typer.Exit(FAILED)
