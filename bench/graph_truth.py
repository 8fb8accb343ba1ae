"""What the checks of the call graph share: our answers beside those of a ground truth, counted and printed.

A ground truth says, for a call, to which symbols of the repository it leads, and whether it knows at all
where the call leads. A call that it does not know is not judged. A call that it resolves to something outside
of the repository, or to a parameter, is judged: any edge of ours is wrong there.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from ctxsmith_tui import Engine
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.graph.resolving import Resolver


class Call(NamedTuple):
    """Where a called name stands: row of the file, 1-based line, 0-based column, the name."""

    row: int
    line: int
    column: int
    name: str


class Truth(NamedTuple):
    """The symbols of the repository that a call leads to, and whether it is known where it leads at all."""

    nodes: frozenset[int]
    known: bool


Answer = Callable[[Call], Truth]


def load(root: Path) -> Program:
    """The symbols and references of a repository, indexed anew."""
    engine = Engine(root)
    engine.index(rebuild=True)
    now = engine._current()
    reader, catalog = now.reader, now.catalog
    program = Program(reader, catalog)
    program.load()
    return program


def symbol_at(program: Program, row: int, line: int, name: str) -> int | None:
    """The symbol of a name whose definition holds a line, the innermost; it stands for its overloads.

    A constant is meant only where nothing else of that name is.
    """
    scope = program.scope(row)
    found = constant = None
    for ordinal, symbol in enumerate(scope.symbols):
        if symbol.name == name and symbol.start_line <= line <= symbol.end_line:
            if symbol.kind == "constant":
                constant = ordinal
            else:
                found = ordinal
    chosen = constant if found is None else found
    return None if chosen is None else scope.standing[scope.symbols[chosen].qualname]


def nodes_at(program: Program, places: Iterable[tuple[str, int, str]]) -> frozenset[int]:
    """The symbols that are defined at places: (path, line, name)."""
    nodes = set()
    for path, line, name in places:
        row = program.catalog.row_of_path.get(path)
        ordinal = None if row is None else symbol_at(program, row, line, name)
        if row is not None and ordinal is not None:
            nodes.add(program.node(row, ordinal))
    return frozenset(nodes)


def describe(program: Program, node: int) -> str:
    """`path::Qual.name`."""
    symbol = program.symbol_of(node)
    return f"{program.catalog.paths[program.row_of(node)]}::{symbol.qualname if symbol else ''}"


def ours(program: Program, rows: Iterable[int]) -> dict[tuple[int, int, str], dict[int, str]]:
    """(row, line, called name) -> target -> certainty, of our call edges in some files."""
    resolver = Resolver(program)
    found: dict[tuple[int, int, str], dict[int, str]] = {}
    for row in sorted(rows):
        for reference in program.references(row, "call"):
            meaning = resolver.call(row, reference)
            edges = found.setdefault((row, reference.line, reference.name), {})
            edges.update(dict.fromkeys(meaning.nodes, meaning.certainty.value))
    return found


def judge(
    program: Program, calls: Iterable[Call], answer: Answer, options: argparse.Namespace
) -> Counter[str]:
    """Count how a sample of calls compares, and show as many disagreements as asked for.

    Our calls have lines and no columns, so that all calls of one name on one line are one.
    """
    places: dict[tuple[int, int, str], list[Call]] = {}
    for call in calls:
        places.setdefault((call.row, call.line, call.name), []).append(call)
    sample = list(places)
    random.Random(options.seed).shuffle(sample)
    del sample[options.calls :]
    by_call = ours(program, {row for row, _, _ in sample})
    tally: Counter[str] = Counter()
    shown = 0

    def show(*words: object) -> None:
        nonlocal shown
        shown += 1
        if shown <= options.show:
            print(*words)

    for key in sample:
        truths = [answer(call) for call in places[key]]
        nodes = frozenset[int]().union(*(truth.nodes for truth in truths))
        known = all(truth.known for truth in truths)
        found = by_call.get(key, {})
        row, line, name = key
        place = f"{program.catalog.paths[row]}:{line} {name}"
        truth = ", ".join(describe(program, node) for node in sorted(nodes)) or "elsewhere"
        tally["calls"] += 1
        tally["true"] += len(nodes)
        for node in nodes:
            tally[f"found {found.get(node, 'not')}"] += 1
        for node, certainty in found.items():
            verdict = "right" if node in nodes else "wrong" if known else "unjudged"
            tally[f"{verdict} {certainty}"] += 1
            if verdict == "wrong" and certainty != "ambiguous":
                show("WRONG", certainty, place, "->", describe(program, node), "| truth:", truth)
        if nodes and not nodes & found.keys():
            show("MISSED", place, "| truth:", truth)
    return tally


def shares(tallies: Iterable[Counter[str]]) -> dict[str, Any]:
    """Precision of the certainties and recall, over some repositories.

    Precision of a certainty: of our edges of that certainty whose call is judged, the share that leads where
    the truth leads. Recall: the share of true edges found with that certainty or a better one.
    """
    total: Counter[str] = Counter()
    for tally in tallies:
        total.update(tally)
    found: dict[str, Any] = {"calls": total["calls"], "true edges": total["true"]}
    for certainty in ("exact", "likely"):
        right, wrong = total[f"right {certainty}"], total[f"wrong {certainty}"]
        found[f"precision {certainty}"] = round(right / (right + wrong), 4) if right + wrong else None
        found[f"judged {certainty}"] = right + wrong
    for name, parts in (
        ("exact", ("exact",)),
        ("exact or likely", ("exact", "likely")),
        ("with ambiguous", ("exact", "likely", "ambiguous")),
    ):
        hits = sum(total[f"found {part}"] for part in parts)
        found[f"recall {name}"] = round(hits / total["true"], 4) if total["true"] else None
    return found


def commit_of(root: Path) -> str | None:
    """The commit that a repository stands at."""
    command = ["git", "-C", str(root), "rev-parse", "HEAD"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout.strip() or None


def arguments(description: str | None) -> argparse.ArgumentParser:
    """The options that all checks have."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--calls", type=int, default=600, help="most calls of each repository")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N disagreements of each")
    parser.add_argument("--out", type=Path)
    return parser


def report(options: argparse.Namespace, compare: Callable[[Path], Counter[str]]) -> None:
    """Judge every repository and print a table as JSON."""
    tallies: dict[str, Counter[str]] = {}
    repositories = []
    for name, _, folder in (each.partition("=") for each in options.repositories):
        root = Path(folder).expanduser().resolve()
        tally = tallies[name] = compare(root)
        counts = dict(sorted(tally.items()))
        repositories.append(
            {"repository": name, "commit": commit_of(root), **shares([tally]), "counts": counts}
        )
    text = json.dumps({"all": shares(tallies.values()), "repositories": repositories}, indent=1)
    print(text)
    if options.out:
        options.out.write_text(text + "\n", "utf-8")
