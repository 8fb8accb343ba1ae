"""Options whose value may be left out, which Typer does not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import typer
from typer.core import TyperCommand

WITH_OPTIONAL_VALUE = frozenset({"--diff", "--review"})


class OptionalValueCommand(TyperCommand):
    """A command in which some options may stand alone, before a task in quotes, or before their value."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Parse the arguments with every value in its option's own word."""
        parent: Any = super()
        rest: list[str] = parent.parse_args(ctx, list(with_values(args)))
        return rest


def with_values(arguments: Sequence[str]) -> Iterator[str]:
    """`--diff=VALUE` for `--diff VALUE`, and `--diff=` where none follows.

    What begins with a dash is no value, nor what has a space in it: no commit is called so, but a task is.
    """
    waiting = ""
    for place, argument in enumerate(arguments):
        if waiting:
            is_value = not argument.startswith("-") and not any(map(str.isspace, argument)) and argument
            yield f"{waiting}={argument if is_value else ''}"
            waiting = ""
            if is_value:
                continue
        if argument == "--":
            yield from arguments[place:]
            return
        if argument in WITH_OPTIONAL_VALUE:
            waiting = argument
        else:
            yield argument
    if waiting:
        yield f"{waiting}="
