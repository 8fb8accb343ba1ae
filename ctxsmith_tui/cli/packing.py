"""`context`: the pack for a task, on stdout or in a file."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from ctxsmith_tui.cli.arguments import (
    AsJson,
    CurationName,
    NoCuration,
    OptionalTask,
    Scope,
    read_curation,
    read_task,
)
from ctxsmith_tui.cli.opening import opened, user_settings
from ctxsmith_tui.cli.optional import OptionalValueCommand
from ctxsmith_tui.cli.output import STDOUT, note, plural, to_json, write_text
from ctxsmith_tui.cli.settings import Settings, with_settings
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.handout.files import check_target, part_places, write_file
from ctxsmith_tui.text.amounts import read_budget

if TYPE_CHECKING:
    from ctxsmith_tui.model import Omitted, Pack

_EXAMPLES = """\b
Examples:
  ctxsmith-tui context "sessions lose their cookie behind a proxy" -b 8k
  ctxsmith-tui context "rename the cache key" --pin src/cache.py::Cache.key@full --out pack.md
  ctxsmith-tui context --from Session.send --hops 2
  ctxsmith-tui context "is every caller told?" --diff main
  ctxsmith-tui context --curation "login bug" --out pack.md
  ctxsmith-tui context "add a timeout" --prompt plan --target claude -b 20k
  ctxsmith-tui context "add a timeout" -b 40k --part-tokens 10000 --out pack.md
  git log -1 --format=%B | ctxsmith-tui context - --format xml | less

\b
SPEC is path, path:120-140 or path::Class.method, for --pin optionally with
@full, @slice, @signature, @outline or @path behind it.
"""


_NO_TASK = "there is no TASK; say in plain words what you want to do, name code with --from, or use --diff"


class Format(StrEnum):
    """The formats of a pack."""

    MARKDOWN = "markdown"
    XML = "xml"
    JSON = "json"
    PLAIN = "plain"


class TargetName(StrEnum):
    """The models that a budget can be for."""

    CLAUDE = "claude"
    GPT = "gpt"
    GEMINI = "gemini"
    NONE = "none"


class Layout(NamedTuple):
    """How a pack is to be laid out, and what stands beside its code."""

    budget: int | Literal["auto"]
    format: str
    tokenizer: str
    target: str
    prompt: str


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command(cls=OptionalValueCommand, epilog=_EXAMPLES)(context)


@with_settings
def context(
    settings: Settings,
    task: OptionalTask = "",
    budget: Annotated[
        str | None,
        typer.Option("-b", "--budget", metavar="N", help="Most tokens of the text: 8000, 8k or auto."),
    ] = None,
    format: Annotated[Format | None, typer.Option("--format", "-f", help="How the text is laid out.")] = None,
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
    prompt: Annotated[
        str, typer.Option("--prompt", metavar="NAME", help="Add these instructions, see `prompts`.")
    ] = "",
    accept_prompt: Annotated[
        bool, typer.Option("--accept-prompt", help="Accept the repository's own instructions, once read.")
    ] = False,
    tokenizer: Annotated[
        str | None, typer.Option("--tokenizer", metavar="NAME", help="Whose tokens are counted.")
    ] = None,
    target: Annotated[
        TargetName | None, typer.Option("--target", help="Whose tokens the budget means, by an estimate.")
    ] = None,
    part_tokens: Annotated[
        int | None, typer.Option("--part-tokens", metavar="N", help="Split it into parts of N tokens.")
    ] = None,
    curation: CurationName = None,
    no_curation: NoCuration = False,
    json: AsJson = False,
) -> None:
    """Print the code that matters for a task, in at most N tokens."""
    from ctxsmith_tui.handout.parts import split_pack
    from ctxsmith_tui.pack.targets import find_target

    in_use = read_curation(curation, no_curation)
    has_task = bool(task or start or diff is not None)
    if not has_task and in_use is False:
        raise UsageError(_NO_TASK)
    words = read_task(task) if task else ""
    tokens = None if budget is None else read_budget(budget)
    if part_tokens is not None and part_tokens < 1:
        raise UsageError(f"parts of {part_tokens} tokens are none; give 1 or more")
    if out != STDOUT:
        check_target(out)
    mine = user_settings()
    aim = target.value if target else None
    with opened(settings, tokenizer or mine.tokenizer, mine.pack_defaults) as engine:
        if has_task:
            kept = Layout(mine.budget, mine.format, mine.tokenizer, mine.target, "")
        else:
            from ctxsmith_tui.kept.curations import diff_of

            curated = engine.curation(in_use or None)
            words, diff = curated.task, diff_of(curated)
            kept = Layout(
                curated.budget,
                curated.format,
                curated.tokenizer,
                curated.settings.get("target", mine.target),
                curated.settings.get("prompt", ""),
            )
            if not words.strip() and diff is None:
                raise UsageError(_NO_TASK)
        layout = Layout(
            tokens or kept.budget,
            format.value if format else kept.format,
            tokenizer or kept.tokenizer,
            aim or kept.target,
            prompt or kept.prompt,
        )
        if layout.prompt and accept_prompt:
            _accept(engine.root, layout.prompt)
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
            prompt=layout.prompt,
            target=find_target(layout.target, mine.margins, layout.tokenizer),
        )
    parts = split_pack(pack, part_tokens) if part_tokens else (pack.text,)
    if json:
        _write(out, to_json(_shape(pack) | ({"parts": parts} if part_tokens else {})))
        places = [out]
    else:
        places = [out] * len(parts) if out == STDOUT else part_places(out, len(parts))
        for place, text in zip(places, parts, strict=True):
            _write(place, text)
    _report(pack, places, len(parts), part_tokens or 0)


def _accept(root: Path, name: str) -> None:
    """Show a repository's instructions, and remember that the user wants them."""
    from ctxsmith_tui.personal.prompts import accept_prompt, find_prompt, is_accepted

    prompt = find_prompt(root, name)
    if not is_accepted(prompt):
        accept_prompt(prompt)
        note(f"accepted {prompt.path}, which says:")
        for line in prompt.text.split("\n"):
            note(f"| {line}")


def _shape(pack: Pack) -> dict[str, Any]:
    """A pack for scripts: its document says what its text says, and is none of their business."""
    from ctxsmith_tui.model.document import Document

    shape = dataclasses.asdict(dataclasses.replace(pack, document=Document()))
    del shape["document"]
    return shape


def _write(place: str, text: str) -> None:
    if place == STDOUT:
        write_text(text)
    else:
        write_file(place, text)


def _report(pack: Pack, places: Sequence[str], parts: int, part_tokens: int) -> None:
    from ctxsmith_tui.pack.targets import Target

    for notice in pack.notices:
        note(f"note: {notice}")
    if not pack.items and not pack.omitted.count:
        note("nothing in this repository matches the task")
        return
    out, *others = places
    last = f" to {others[-1]}" if others and out != STDOUT else ""
    place = "" if out == STDOUT else f"wrote {out}{last}: "
    aim = Target(pack.target, pack.margin)
    estimate = f", {aim.phrase(pack.tokens)}" if aim.label else ""
    split = f", in {parts} parts of at most {part_tokens:,} tokens" if parts > 1 else ""
    files = plural(len(pack.files), "file")
    size = f"{pack.tokens:,} of {pack.budget:,} tokens ({pack.tokenizer}){estimate}, {files}{split}"
    note(place + size + _left_out(pack.omitted))


def _left_out(omitted: Omitted) -> str:
    if not omitted.count:
        return ""
    candidates = plural(omitted.count, "more candidate")
    if omitted.nearest_tokens is None:
        return f"; {candidates} left out"
    return f"; {candidates} left out, the nearest needs {omitted.nearest_tokens:,} tokens"
