"""`context`: the pack for a task, on stdout or in a file."""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from ctxsmith_tui.cli.arguments import (
    AsJson,
    CurationName,
    NoCuration,
    OptionalTask,
    Scope,
    read_budget,
    read_curation,
    read_task,
)
from ctxsmith_tui.cli.opening import opened
from ctxsmith_tui.cli.optional import OptionalValueCommand
from ctxsmith_tui.cli.output import STDOUT, check_target, note, plural, to_json, write_file, write_text
from ctxsmith_tui.cli.settings import Settings, with_settings
from ctxsmith_tui.errors import UsageError

if TYPE_CHECKING:
    from ctxsmith_tui.model import Omitted, Pack

_EXAMPLES = """\b
Examples:
  ctxsmith-tui context "sessions lose their cookie behind a proxy" -b 8k
  ctxsmith-tui context "rename the cache key" --pin src/cache.py::Cache.key@full --out pack.md
  ctxsmith-tui context --from Session.send --hops 2
  ctxsmith-tui context "is every caller told?" --diff main
  ctxsmith-tui context --curation "login bug" --out pack.md
  git log -1 --format=%B | ctxsmith-tui context - --format xml | less

\b
SPEC is path, path:120-140 or path::Class.method, for --pin optionally with
@full, @slice, @signature, @outline or @path behind it.
"""


_BUDGET = "8000"
_TOKENIZER = "cl100k_base"
_NO_TASK = "there is no TASK; say in plain words what you want to do, name code with --from, or use --diff"


class Format(StrEnum):
    """The formats of a pack."""

    MARKDOWN = "markdown"
    XML = "xml"
    JSON = "json"
    PLAIN = "plain"


class Layout(NamedTuple):
    """How a pack is to be laid out: its budget in tokens, its format, whose tokens are counted."""

    budget: int | Literal["auto"]
    format: str
    tokenizer: str


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command(cls=OptionalValueCommand, epilog=_EXAMPLES)(context)


@with_settings
def context(
    settings: Settings,
    task: OptionalTask = "",
    budget: Annotated[
        str | None,
        typer.Option(
            "-b",
            "--budget",
            metavar="N",
            help="Most tokens of the text: 8000, 8k or auto.",
            show_default=_BUDGET,
        ),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option("--format", "-f", help="How the text is laid out.", show_default=Format.MARKDOWN.value),
    ] = None,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Write to this file, whole or not at all.")
    ] = STDOUT,
    pin: Annotated[
        list[str] | None,
        typer.Option("--pin", metavar="SPEC", help="Show this place in any case; repeatable."),
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option("--exclude", metavar="SPEC", help="Never show this place; repeatable.")
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="NAME", help="Pack this and what is around it; repeatable."),
    ] = None,
    hops: Annotated[int, typer.Option("--hops", min=0, metavar="N", help="How far around, with --from.")] = 1,
    diff: Annotated[
        str | None,
        typer.Option(
            "--diff",
            metavar="[BASE]",
            help="Show first what changed: in the work tree, or in HEAD since it left BASE.",
            show_default=False,
        ),
    ] = None,
    scope: Scope = None,
    tokenizer: Annotated[
        str | None,
        typer.Option(
            "--tokenizer", metavar="NAME", help="Whose tokens are counted.", show_default=_TOKENIZER
        ),
    ] = None,
    curation: CurationName = None,
    no_curation: NoCuration = False,
    json: AsJson = False,
) -> None:
    """Print the code that matters for a task, in at most N tokens."""
    in_use = read_curation(curation, no_curation)
    has_task = bool(task or start or diff is not None)
    if not has_task and in_use is False:
        raise UsageError(_NO_TASK)
    words = read_task(task) if task else ""
    tokens = None if budget is None else read_budget(budget)
    if out != STDOUT:
        check_target(out)
    with opened(settings, tokenizer or _TOKENIZER) as engine:
        layout = Layout(tokens or read_budget(_BUDGET), format or Format.MARKDOWN, tokenizer or _TOKENIZER)
        if not has_task:
            kept = engine.curation(in_use or None)
            words = kept.task
            layout = Layout(tokens or kept.budget, format or kept.format, tokenizer or kept.tokenizer)
            if not words.strip():
                raise UsageError(_NO_TASK)
        pack = engine.context(
            words,
            layout.budget,
            format=layout.format,
            tokenizer=layout.tokenizer,
            curation=in_use,
            scope=scope or (),
            pins=pin or (),
            exclude=exclude or (),
            start=start or (),
            hops=hops,
            diff=diff,
        )
    text = to_json(dataclasses.asdict(pack)) if json else pack.text
    if out == STDOUT:
        write_text(text)
    else:
        write_file(out, text)
    _report(pack, out)


def _report(pack: Pack, out: str) -> None:
    for notice in pack.notices:
        note(f"note: {notice}")
    if not pack.items and not pack.omitted.count:
        note("nothing in this repository matches the task")
        return
    place = "" if out == STDOUT else f"wrote {out}: "
    size = f"{pack.tokens:,} of {pack.budget:,} tokens ({pack.tokenizer}), {plural(len(pack.files), 'file')}"
    note(place + size + _left_out(pack.omitted))


def _left_out(omitted: Omitted) -> str:
    if not omitted.count:
        return ""
    candidates = plural(omitted.count, "more candidate")
    if omitted.nearest_tokens is None:
        return f"; {candidates} left out"
    return f"; {candidates} left out, the nearest needs {omitted.nearest_tokens:,} tokens"
