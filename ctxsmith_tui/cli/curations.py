"""`pin`, `exclude`, `auto` and `curations`: what a person decided, and the curations that hold it."""

from __future__ import annotations

import dataclasses
import time
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from ctxsmith_tui.cli.arguments import AsJson, CurationName
from ctxsmith_tui.cli.opening import opened, user_settings
from ctxsmith_tui.cli.output import Paint, clip, note, plural, to_json, write_text
from ctxsmith_tui.cli.settings import Settings, with_settings
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine
    from ctxsmith_tui.model import Action, Curation, CurationSummary, Level, PlacedDecision

_DECIDE_EXAMPLES = """\b
Examples:
  ctxsmith-tui pin src/cache.py::Cache.key src/app.py@outline
  ctxsmith-tui exclude tests "**/*.min.js"
  ctxsmith-tui auto src/app.py

\b
SPEC is path, path:120-140 or path::Class.method; to pin, optionally with @full, @slice,
@signature, @outline or @path behind it; to exclude, also a folder or a glob.
"""
_EXAMPLES = """\b
Examples:
  ctxsmith-tui curations
  ctxsmith-tui curations save "login bug"
  ctxsmith-tui curations open "login bug"
  ctxsmith-tui context --curation "login bug"
"""
_WIDEST_TASK = 60  # columns of a task in a list

Specs = Annotated[list[str], typer.Argument(metavar="SPEC", help="The places; see below.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The curation; '' is the one without a name.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (pin, exclude, auto):
        app.command(epilog=_DECIDE_EXAMPLES)(command)
    group = typer.Typer(
        help="Curations: list, show, open, save and delete them.",
        epilog=_EXAMPLES,
        invoke_without_command=True,
        rich_markup_mode=None,
    )
    group.callback()(list_curations)
    for command in (show, save, delete):
        group.command()(command)
    group.command("open")(open_curation)
    app.add_typer(group, name="curations")


# --- deciding ----------------------------------------------------------------------------------------


@with_settings
def pin(settings: Settings, specs: Specs, curation: CurationName = None, json: AsJson = False) -> None:
    """Show these places in every pack."""
    from ctxsmith_tui.curate.specs import split_level
    from ctxsmith_tui.model import Action

    _decide(settings, [(Action.PIN, *split_level(spec)) for spec in specs], curation, json)


@with_settings
def exclude(settings: Settings, specs: Specs, curation: CurationName = None, json: AsJson = False) -> None:
    """Show these places in no pack."""
    from ctxsmith_tui.model import Action, Level

    _decide(settings, [(Action.EXCLUDE, spec, Level.FULL) for spec in specs], curation, json)


@with_settings
def auto(settings: Settings, specs: Specs, curation: CurationName = None, json: AsJson = False) -> None:
    """Take back what was decided about these places."""
    from ctxsmith_tui.model import Level

    _decide(settings, [(None, spec, Level.FULL) for spec in specs], curation, json)


def _decide(
    settings: Settings, decisions: list[tuple[Action | None, str, Level]], name: str | None, json: bool
) -> None:
    with _opened(settings) as engine:
        _show(engine.decide_all(decisions, curation=name), settings, json)


def _opened(settings: Settings) -> AbstractContextManager[Engine]:
    """An engine whose curations have what the user set where they set nothing themselves."""
    return opened(settings, defaults=user_settings().pack_defaults)


# --- curations ---------------------------------------------------------------------------------------


@with_settings
def list_curations(settings: Settings, json: AsJson = False) -> None:
    """Curations: list, show, open, save and delete them."""
    context = settings.context
    if context is not None and context.invoked_subcommand is not None:
        return
    with opened(settings) as engine:
        found = engine.curations()
    if json:
        write_text(to_json({"curations": [each._asdict() for each in found]}))
        return
    paint = Paint(settings.color)
    for each in found:
        _print_summary(each, paint)
    if not found:
        note("nothing was decided yet; ctxsmith-tui pin SPEC pins a place to every pack")


@with_settings
def show(
    settings: Settings,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="The curation; the active one when none is given."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Print a curation: its task, settings, and decisions with the state of their code."""
    with _opened(settings) as engine:
        _show(engine.curation(name), settings, json)


@with_settings
def open_curation(settings: Settings, name: Name, json: AsJson = False) -> None:
    """Make a curation the active one, which every command uses."""
    with _opened(settings) as engine:
        _show(engine.open_curation(name), settings, json)


@with_settings
def save(
    settings: Settings,
    name: Name,
    replace: Annotated[bool, typer.Option("--replace", help="Replace the curation of that name.")] = False,
    json: AsJson = False,
) -> None:
    """Copy the active curation under a name; the copy becomes active."""
    with _opened(settings) as engine:
        _show(engine.save_curation(name, overwrite=replace), settings, json)


@with_settings
def delete(settings: Settings, name: Name, json: AsJson = False) -> None:
    """Delete a curation with its decisions."""
    with opened(settings) as engine:
        engine.delete_curation(name)
    if json:
        write_text(to_json({"deleted": name}))
    else:
        note(f"deleted {_named(name)}")


# --- showing -----------------------------------------------------------------------------------------


def _named(name: str) -> str:
    return printable(name) or "(unnamed)"


def _print_summary(one: CurationSummary, paint: Paint) -> None:
    mark = "*" if one.active else " "
    counts = f"{plural(one.pins, 'pin')}, {plural(one.exclusions, 'exclusion')}"
    edited = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.edited))
    print(f"{mark} {paint.bold(_named(one.name))}  {counts}  {paint.dim(edited)}")
    if one.task.strip():
        print(f"    {_first_line(one.task)}")


def _first_line(task: str) -> str:
    line, _, rest = task.strip().partition("\n")
    return clip(printable(line + (" …" if rest else "")), _WIDEST_TASK)


def _show(one: Curation, settings: Settings, json: bool) -> None:
    if json:
        write_text(to_json(dataclasses.asdict(one)))
        return
    paint = Paint(settings.color)
    print(paint.bold(_named(one.name)))
    weights = ", ".join(f"{printable(name)} x{factor:g}" for name, factor in one.weights.items())
    budget = one.budget if one.budget == "auto" else f"{one.budget:,}"
    rows = [
        ("task", _first_line(one.task)),
        ("budget", f"{budget} tokens ({printable(one.tokenizer)}), {printable(one.format)}"),
        ("scope", ", ".join(map(printable, one.scope))),
        ("weights", weights),
        *((printable(name), printable(value)) for name, value in sorted(one.settings.items())),
    ]
    for title, text in rows:
        if text:
            print(f"  {title:8} {text}")
    for decision in one.decisions:
        print(f"  {_decision_line(decision, paint)}")


def _decision_line(one: PlacedDecision, paint: Paint) -> str:
    level = f"@{one.level.value}" if one.action.value == "pin" and one.level.value != "full" else ""
    state = one.state.value
    shown_state = paint.good(state) if state == "current" else paint.bad(state)
    change = f"  ({printable(one.change)})" if one.change else ""
    by = f"  proposed by {printable(one.proposed_by)}" if one.proposed_by else ""
    return f"{one.action.value:8} {shown_state}  {printable(str(one.spec))}{level}{change}{by}"
