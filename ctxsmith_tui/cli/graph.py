"""`symbol`, `callers`, `callees`, `impact` and `related`: what is around a piece of code."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ctxsmith_tui.cli import calls
from ctxsmith_tui.cli.arguments import AsJson
from ctxsmith_tui.cli.errors import WRONG_USAGE
from ctxsmith_tui.cli.opening import opened
from ctxsmith_tui.cli.output import Paint, to_json, write_text
from ctxsmith_tui.cli.settings import Settings, with_settings
from ctxsmith_tui.errors import AmbiguousNameError

if TYPE_CHECKING:
    from ctxsmith_tui.model import Impact, Uses

_NAMES = """\b
NAME is a name, Class.name, path::Class.name, a file, or lines of one: path:120-140.
"""
_SYMBOL_EXAMPLES = """\b
Examples:
  ctxsmith-tui symbol Session.send
  ctxsmith-tui symbol src/http/retry.py:40
"""
_CALLERS_EXAMPLES = """\b
Examples:
  ctxsmith-tui callers Session.send
  ctxsmith-tui callers src/http/retry.py::RetryLoop.run --json
"""
_CALLEES_EXAMPLES = """\b
Example:
  ctxsmith-tui callees src/http/retry.py:40-60
"""
_IMPACT_EXAMPLES = """\b
Examples:
  ctxsmith-tui impact Session.send
  ctxsmith-tui impact src/http/retry.py --depth 2
"""
_RELATED_EXAMPLES = """\b
Example:
  ctxsmith-tui related src/http/retry.py
"""

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="A name, path::Class.name, or lines: path:120-140.")
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command(epilog=_SYMBOL_EXAMPLES)(symbol)
    app.command(epilog=_CALLERS_EXAMPLES)(callers)
    app.command(epilog=_CALLEES_EXAMPLES)(callees)
    app.command(epilog=_IMPACT_EXAMPLES)(impact)
    app.command(epilog=_RELATED_EXAMPLES)(related)


@with_settings
def symbol(settings: Settings, name: Name, json: AsJson = False) -> None:
    """Show what a name is: signature, members, bases, uses."""
    with opened(settings) as engine:
        found = engine.symbol(name)
    if json:
        write_text(to_json({"name": name, "symbols": [dataclasses.asdict(each) for each in found]}))
    else:
        calls.print_symbols(found, Paint(settings.color))


@with_settings
def callers(settings: Settings, name: Name, json: AsJson = False) -> None:
    """List who uses a function, class or span, and how surely."""
    with opened(settings) as engine:
        found = _named(name, json, lambda: engine.callers(name))
    _show_uses(found, "used by", settings, json)


@with_settings
def callees(settings: Settings, name: Name, json: AsJson = False) -> None:
    """List what a function, class or span uses."""
    with opened(settings) as engine:
        found = _named(name, json, lambda: engine.callees(name))
    _show_uses(found, "uses", settings, json)


@with_settings
def impact(
    settings: Settings,
    name: Name,
    depth: Annotated[
        int, typer.Option("--depth", "-d", min=1, metavar="N", help="How many steps to follow.")
    ] = 5,
    json: AsJson = False,
) -> None:
    """Show what a change may break, step by step."""
    with opened(settings) as engine:
        found: Impact = _named(name, json, lambda: engine.impact(name, depth=depth))
    if json:
        write_text(to_json(dataclasses.asdict(found)))
    else:
        calls.print_impact(found, Paint(settings.color))


@with_settings
def related(
    settings: Settings,
    path: Annotated[str, typer.Argument(metavar="FILE", help="A file, or lines of one.")],
    json: AsJson = False,
) -> None:
    """List files that import a file, are imported, or change with it."""
    with opened(settings) as engine:
        found = engine.related_files(path)
    if json:
        write_text(to_json({"path": path, "files": [dataclasses.asdict(each) for each in found]}))
    else:
        calls.print_related(found, Paint(settings.color))


def _show_uses(found: Uses, relation: str, settings: Settings, json: bool) -> None:
    if json:
        write_text(to_json(dataclasses.asdict(found)))
    else:
        calls.print_uses(found, relation, Paint(settings.color))


def _named(name: str, json: bool, ask: Callable[[], Any]) -> Any:
    """An answer about a name; that it is ambiguous is said as JSON too, where that was asked for."""
    try:
        return ask()
    except AmbiguousNameError as error:
        if not json:
            raise
        write_text(to_json({"name": name, "ambiguous": True, "candidates": list(error.candidates)}))
        raise typer.Exit(WRONG_USAGE) from error
