"""The options that every command shares, accepted before and after the command's name."""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from ctxsmith_tui.cli.errors import reader_left

Command = Callable[..., None]


@dataclass(slots=True)
class Settings:
    """What the shared options say; each command finds them in its first argument."""

    root: str = "."
    force: bool = False
    debug: bool = False
    no_color: bool = False
    context: typer.Context | None = None  # of the command that runs

    def update(self, root: str | None, force: bool, debug: bool, no_color: bool) -> None:
        """Take over the options given at one of the two places."""
        self.root = self.root if root is None else root
        self.force |= force
        self.debug |= debug
        self.no_color |= no_color

    @property
    def color(self) -> bool:
        """Whether stdout is a terminal that should get colour (https://no-color.org)."""
        plain = self.no_color or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return sys.stdout.isatty() and not plain


def _shared(
    root: Annotated[
        str | None,
        typer.Option(
            "-C",
            "--root",
            metavar="DIR",
            help="Repository to use, from the nearest .git at or above DIR.",
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Allow the home folder or the root of a file system.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the full traceback of an error.")] = False,
    no_color: Annotated[
        bool, typer.Option("--no-color", help="Print without colour, like NO_COLOR=1.")
    ] = False,
) -> None:
    """Only its signature is of use."""


def with_settings(function: Command) -> Command:
    """Add the shared options to a command; it gets the `Settings` as its first argument."""
    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    shared = list(inspect.signature(_shared, eval_str=True).parameters.values())
    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)

    @functools.wraps(function)
    def command(context: typer.Context, **given: Any) -> None:
        settings: Settings = context.obj
        settings.context = context
        settings.update(**{option.name: given.pop(option.name) for option in shared})
        try:
            function(settings, **given)
            sys.stdout.flush()
        except BrokenPipeError:  # Typer would end with exit code 1
            raise typer.Exit(reader_left()) from None

    keyword = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*own, *shared)]
    command.__signature__ = inspect.Signature([context, *keyword])  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in (context, *keyword)}
    return command
