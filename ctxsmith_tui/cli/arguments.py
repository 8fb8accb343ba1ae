"""Arguments that several commands share, and how their values are read."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from ctxsmith_tui.errors import UsageError

Task = Annotated[
    str, typer.Argument(metavar="TASK", help="What you want to do, in plain words; - reads it from stdin.")
]
OptionalTask = Annotated[
    str,
    typer.Argument(
        metavar="[TASK]",
        help="As elsewhere; without it, and without --from or --diff, the curation's task.",
        show_default=False,
    ),
]
Scope = Annotated[
    list[str] | None,
    typer.Option("--scope", metavar="GLOB", help="Only files that match, such as 'src/**'; repeatable."),
]
CurationName = Annotated[
    str | None,
    typer.Option(
        "--curation", metavar="NAME", help="Use the decisions of this curation, not of the active one."
    ),
]
NoCuration = Annotated[bool, typer.Option("--no-curation", help="Use no decisions but those given here.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]


def read_task(argument: str) -> str:
    """The words of the task. Raises UsageError when there are none."""
    if argument == "-":
        text = sys.stdin.buffer.read().decode("utf-8", "replace") if sys.stdin else ""
    else:  # bytes that are no text in the locale come as surrogates
        text = argument.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if not text.strip():
        raise UsageError("nothing is asked; say in plain words what you are looking for")
    return text


def read_curation(name: str | None, none: bool) -> str | Literal[False] | None:
    """The curation to use, as the engine takes it. Raises UsageError for one and none at once."""
    if name is not None and none:
        raise UsageError("give --curation or --no-curation, not both")
    return False if none else name
