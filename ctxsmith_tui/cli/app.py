"""The application: its commands, and one run of it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.main import get_command

from ctxsmith_tui import __version__
from ctxsmith_tui.cli import changes, configuring, curations, graph, inspecting, notes, packing, ranking
from ctxsmith_tui.cli.errors import INTERRUPTED, OK, WRONG_USAGE, exit_code, fail
from ctxsmith_tui.cli.output import prepare_streams
from ctxsmith_tui.cli.settings import Settings, with_settings

NAME = "ctxsmith-tui"

# click's class for wrong arguments, wherever this version of Typer keeps click
_WrongArguments: type[Exception] = typer.BadParameter.__bases__[0]

_EXAMPLES = """\b
Examples:
  ctxsmith-tui                          opens the workbench
  ctxsmith-tui -C ../flask              on another repository
  ctxsmith-tui context "sessions lose their cookie behind a proxy" -b 8k
  ctxsmith-tui rank "add a timeout to the retry loop"
  ctxsmith-tui why "add a timeout to the retry loop" src/http/retry.py
"""

app = typer.Typer(
    name=NAME,
    help=(
        "Given a task and a token budget: which code matters, exactly why, and a pack of it.\n\n"
        "Without a COMMAND, on a terminal, it opens the workbench."
    ),
    epilog=_EXAMPLES,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] [ARGS]...",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"{NAME} {__version__}")
        raise typer.Exit


@app.callback()
@with_settings
def _start(
    settings: Settings,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    context = settings.context
    if context is None or context.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        from ctxsmith_tui.tui import run as run_workbench

        raise typer.Exit(run_workbench(settings.root, force=settings.force))
    else:
        print(context.get_help())


for group in (packing, ranking, curations, graph, changes, notes, inspecting, configuring):
    group.register(app)


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns its exit code. KeyboardInterrupt is the caller's."""
    prepare_streams()
    settings = Settings()
    try:
        code = get_command(app).main(list(arguments), prog_name=NAME, standalone_mode=False, obj=settings)
        return code if isinstance(code, int) else OK
    except typer.Abort:  # how some versions of Typer pass on Ctrl-C
        return INTERRUPTED
    except _WrongArguments as error:
        fail(_advice(error))
        return WRONG_USAGE
    except Exception as error:
        if settings.debug:
            traceback.print_exc()
        return exit_code(error)


def _advice(error: Any) -> str:
    """What is wrong with the arguments and where to look."""
    message = str(error.format_message()).rstrip(".")
    if "extra argument" in message:
        message += ", put a task of several words in quotes"
    if "No such option" in message:
        message += ", put -- before a task that begins with a dash"
    path = error.ctx.command_path if error.ctx else NAME
    return f"{message}; see {path} --help"
