"""`rank`, `why` and `search`: what matters, and the reckoning behind it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ctxsmith_tui.cli.arguments import AsJson, CurationName, NoCuration, Scope, Task, read_curation, read_task
from ctxsmith_tui.cli.opening import opened
from ctxsmith_tui.cli.output import Paint, note, plural, to_json, write_text
from ctxsmith_tui.cli.reckoning import print_file, print_files, print_notes
from ctxsmith_tui.cli.settings import Settings, with_settings
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.model import RankedFile

_RANK_EXAMPLES = """\b
Examples:
  ctxsmith-tui rank "add a timeout to the retry loop"
  ctxsmith-tui rank "flaky login test" -n 5 --scope "src/**"
"""
_WHY_EXAMPLES = """\b
Example:
  ctxsmith-tui why "add a timeout to the retry loop" src/http/retry.py
"""
_SEARCH_EXAMPLES = """\b
Examples:
  ctxsmith-tui search SessionInterface
  ctxsmith-tui search "parse cookie header" -n 5
"""

Limit = Annotated[int, typer.Option("-n", "--limit", min=1, metavar="N", help="How many to show at most.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command(epilog=_RANK_EXAMPLES)(rank)
    app.command(epilog=_WHY_EXAMPLES)(why)
    app.command(epilog=_SEARCH_EXAMPLES)(search)


@with_settings
def rank(
    settings: Settings,
    task: Task,
    limit: Limit = 20,
    scope: Scope = None,
    curation: CurationName = None,
    no_curation: NoCuration = False,
    json: AsJson = False,
) -> None:
    """List the files that matter for a task, with the evidence."""
    words, in_use = read_task(task), read_curation(curation, no_curation)
    with opened(settings) as engine:
        ranking = engine.rank(words, limit=limit, scope=scope or (), curation=in_use)
    for notice in ranking.notices:
        note(f"note: {notice}")
    if json:
        files = [_file_shape(file) for file in ranking.files]
        index = dataclasses.asdict(ranking.index)
        shape = {"task": words, "files": files, "candidates": ranking.candidates, "index": index}
        write_text(to_json(shape | {"notices": ranking.notices}))
    else:
        print_files(ranking.files, Paint(settings.color))
        _say_how_many(len(ranking.files), ranking.candidates)


def _say_how_many(shown: int, candidates: int) -> None:
    if not candidates:
        note("nothing in this repository matches the task")
    elif shown < candidates:
        note(f"{shown:,} of {plural(candidates, 'candidate')}; -n shows more")


@with_settings
def why(
    settings: Settings,
    task: Task,
    path: Annotated[str, typer.Argument(metavar="PATH", help="A file, relative to the root.")],
    curation: CurationName = None,
    no_curation: NoCuration = False,
    json: AsJson = False,
) -> None:
    """Explain the score of one file for a task, to the last point."""
    words, in_use = read_task(task), read_curation(curation, no_curation)
    with opened(settings) as engine:
        file = engine.why(words, path, curation=in_use)
        notices = engine.curation_notices(in_use)
    for notice in notices:
        note(f"note: {notice}")
    if json:
        write_text(to_json(_file_shape(file)))
    else:
        print_file(file, Paint(settings.color))


def _file_shape(file: RankedFile) -> dict[str, Any]:
    contributions = [dataclasses.asdict(each) for each in file.contributions]
    return {
        "rank": file.rank,
        "path": file.path,
        "role": file.role.value,
        "score": file.score,
        "contributions": contributions,
        "notes": [dataclasses.asdict(each) for each in file.notes],
    }


@with_settings
def search(
    settings: Settings,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words, or a name or a part of one.")],
    limit: Limit = 20,
    json: AsJson = False,
) -> None:
    """Find functions, classes and notes by words or by name."""
    words = read_task(query)
    with opened(settings) as engine:
        hits = engine.search(words, limit=limit)
    if json:
        symbols = [dataclasses.asdict(hit) for hit in hits]
        write_text(to_json({"query": words, "symbols": symbols}))
        return
    paint = Paint(settings.color)
    for hit in hits:
        place = f"{hit.path}:{hit.start_line}-{hit.end_line}" if hit.start_line else hit.path
        print(f"{printable(place)}  {printable(hit.kind)} {paint.bold(printable(hit.symbol))}".strip())
        if hit.signature and hit.kind != "note":
            print(paint.dim(f"    {printable(hit.signature)}"))
        print_notes(hit.notes, paint)
    if not hits:
        note("nothing matches; try other words or a shorter part of the name")
