"""Compare call edges with what jedi, an independent static analyser, says of the same calls.

    python bench/graph_python.py flask=~/src/flask requests=~/src/requests --calls 600

A sample of the calls in every repository is put to jedi (`pip install jedi`). A call that jedi resolves to a
function or class of the repository is a true edge. Precision of a certainty: of our edges of that certainty
whose call jedi resolves at all, the share that leads where jedi leads. Recall: the share of true edges found
with that certainty or better.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jedi

from ctxsmith_tui import Engine
from ctxsmith_tui.graph.edges import EDGE_KINDS, Edges, build_edges
from ctxsmith_tui.graph.meaning import CERTAINTIES
from ctxsmith_tui.graph.program import Program


class Call(NamedTuple):
    """Where a called name stands: row of the file, 1-based line, 0-based column, the name."""

    row: int
    line: int
    column: int
    name: str


def calls_of(program: Program, root: Path) -> Iterator[Call]:
    """Every call of a name or attribute in the Python files of a repository."""
    for row, path in enumerate(program.catalog.paths):
        if program.catalog.languages[row] != "python":
            continue
        try:
            tree = ast.parse((root / path).read_bytes())
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            match node.func:
                case ast.Name(id=name):
                    yield Call(row, node.func.lineno, node.func.col_offset, name)
                case ast.Attribute(attr=name):
                    line, end = node.func.end_lineno, node.func.end_col_offset
                    assert line is not None
                    assert end is not None
                    yield Call(row, line, end - len(name.encode()), name)


def answers(program: Program, root: Path, project: Any, call: Call) -> tuple[set[int], bool]:
    """(nodes of the repository that a call leads to, whether jedi knows where it leads at all)."""
    path = root / program.catalog.paths[call.row]
    text = path.read_text("utf-8")
    line = text.split("\n")[call.line - 1]
    column = len(line.encode()[: call.column].decode())
    try:
        names = jedi.Script(text, path=path, project=project).goto(
            call.line, column, follow_imports=True, follow_builtin_imports=True
        )
    except Exception:  # jedi has bugs of its own
        return set(), False
    nodes: set[int] = set()
    for name in names:
        if name.module_path is None or not name.module_path.is_relative_to(root):
            continue
        row = program.catalog.row_of_path.get(name.module_path.relative_to(root).as_posix())
        if row is None or name.line is None:
            continue
        ordinal = symbol_at(program, row, name.line, name.name)
        if ordinal is not None:
            nodes.add(program.node(row, ordinal))
    known = any(name.type in ("function", "class", "property") for name in names)
    return nodes, known


def symbol_at(program: Program, row: int, line: int, name: str) -> int | None:
    """The symbol of a name whose definition holds a line, the innermost; it stands for its overloads."""
    scope = program.scope(row)
    found = None
    for ordinal, symbol in enumerate(scope.symbols):
        if symbol.name == name and symbol.start_line <= line <= symbol.end_line and symbol.kind != "constant":
            found = ordinal
    return None if found is None else scope.standing[scope.symbols[found].qualname]


def ours(edges: Edges, program: Program) -> dict[tuple[int, int, str], dict[int, str]]:
    """(row, line, name) -> target node -> certainty, of our call edges."""
    found: dict[tuple[int, int, str], dict[int, str]] = {}
    for k in range(len(edges)):
        if EDGE_KINDS[edges.kinds[k]] != "call":
            continue
        symbol = program.symbol_of(int(edges.targets[k]))
        assert symbol is not None
        row = program.row_of(int(edges.sources[k]))
        key = (row, int(edges.lines[k]), symbol.name)
        found.setdefault(key, {})[int(edges.targets[k])] = CERTAINTIES[edges.certainties[k]].value
    return found


def compare(name: str, root: Path, most: int, seed: int, show: int) -> dict[str, Any]:
    """Judge a sample of one repository's calls."""
    engine = Engine(root)
    engine.index()
    reader, catalog, _ = engine._current()
    program = Program(reader, catalog)
    edges = build_edges(program)
    by_call = ours(edges, program)
    calls = list(calls_of(program, root))
    random.Random(seed).shuffle(calls)
    # The repository and the standard library alone: an installed copy of it must not answer.
    standard = [path for path in sys.path if path and "site-packages" not in path]
    project = jedi.Project(root, sys_path=[str(root / "src"), str(root), *standard], smart_sys_path=False)
    tally: Counter[str] = Counter()
    shown = 0
    for call in calls[:most]:
        nodes, known = answers(program, root, project, call)
        found = by_call.get((call.row, call.line, call.name), {})
        tally["calls"] += 1
        tally["true"] += len(nodes)
        for node in nodes:
            tally[f"found {found.get(node, 'not')}"] += 1
        for node, certainty in found.items():
            if not known:
                tally[f"unjudged {certainty}"] += 1
            else:
                right = node in nodes
                tally[f"{'right' if right else 'wrong'} {certainty}"] += 1
                if not right and certainty in ("exact", "likely") and shown < show:
                    shown += 1
                    print(
                        "WRONG",
                        certainty,
                        catalog.paths[call.row],
                        call.line,
                        call.name,
                        "->",
                        describe(program, node),
                        "| jedi:",
                        [describe(program, n) for n in nodes],
                    )
        if show and nodes and not (nodes & found.keys()) and shown < show:
            shown += 1
            print(
                "MISSED", catalog.paths[call.row], call.line, call.name, [describe(program, n) for n in nodes]
            )
    return {"repository": name, **tally}


def describe(program: Program, node: int) -> str:
    """`path::Qual.name`."""
    symbol = program.symbol_of(node)
    return f"{program.catalog.paths[program.row_of(node)]}::{symbol.qualname if symbol else ''}"


def summary(tallies: list[dict[str, Any]]) -> dict[str, Any]:
    """Precision and recall over all repositories."""
    total: Counter[str] = Counter()
    for tally in tallies:
        total.update({key: value for key, value in tally.items() if isinstance(value, int)})
    shares: dict[str, Any] = {}
    for certainty in ("exact", "likely"):
        right, wrong = total[f"right {certainty}"], total[f"wrong {certainty}"]
        shares[f"precision {certainty}"] = round(right / (right + wrong), 4) if right + wrong else None
        shares[f"judged {certainty}"] = right + wrong
    true = total["true"]
    for name, parts in (
        ("exact", ("exact",)),
        ("exact or likely", ("exact", "likely")),
        ("with ambiguous", ("exact", "likely", "ambiguous")),
    ):
        shares[f"recall {name}"] = round(sum(total[f"found {part}"] for part in parts) / true, 4)
    return {"calls": total["calls"], "true edges": true, **shares}


def main() -> None:
    """Print a table as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--calls", type=int, default=600, help="most calls of each repository")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N disagreements")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    tallies = [
        compare(name, Path(folder).expanduser().resolve(), options.calls, options.seed, options.show)
        for name, _, folder in (each.partition("=") for each in options.repositories)
    ]
    result = {"all": summary(tallies), "repositories": tallies}
    text = json.dumps(result, indent=1)
    print(text)
    if options.out:
        options.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
