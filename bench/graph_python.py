"""Compare call edges with what jedi, an independent static analyser, says of the same calls.

    python bench/graph_python.py flask=~/src/flask requests=~/src/requests --calls 600

A sample of the calls in every repository is put to jedi (`pip install jedi`). A call that jedi resolves to a
function or class of the repository is a true edge. See graph_truth.py for what is counted.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import graph_truth
import jedi
from graph_truth import Call, Truth

from ctxsmith_tui.graph.program import Program

_STUBS = Path(jedi.__file__).parent / "third_party/django-stubs"


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


def answer(program: Program, root: Path, project: Any, call: Call) -> Truth:
    """Where jedi says that a call leads."""
    path = root / program.catalog.paths[call.row]
    text = path.read_text("utf-8")
    line = text.split("\n")[call.line - 1]
    column = len(line.encode()[: call.column].decode())
    try:
        names = jedi.Script(text, path=path, project=project).goto(
            call.line, column, follow_imports=True, follow_builtin_imports=True
        )
    except Exception:  # jedi has bugs of its own
        return Truth(frozenset(), False)
    callables = [name for name in names if name.type in ("function", "class", "property")]
    inside = [
        (name.module_path.relative_to(root).as_posix(), name.line, name.name)
        for name in callables
        if name.module_path is not None and name.module_path.is_relative_to(root) and name.line is not None
    ]
    nodes = graph_truth.nodes_at(program, inside)
    # Where jedi stops at an import of the repository, or has stubs of its own for it, it does not know.
    stopped = bool(inside) and not nodes
    stubbed = any(_STUBS in (name.module_path or _STUBS.parent).parents for name in callables)
    return Truth(nodes, bool(callables) and not stopped and not stubbed)


def compare(root: Path, options: argparse.Namespace) -> Counter[str]:
    """Judge a sample of one repository's calls."""
    program = graph_truth.load(root)
    # The repository and the standard library alone: an installed copy of it must not answer.
    standard = [path for path in sys.path if path and "site-packages" not in path]
    project = jedi.Project(root, sys_path=[str(root / "src"), str(root), *standard], smart_sys_path=False)
    calls = calls_of(program, root)
    return graph_truth.judge(program, calls, lambda call: answer(program, root, project, call), options)


def main() -> None:
    """Print a table as JSON."""
    options = graph_truth.arguments(__doc__).parse_args()
    graph_truth.report(options, lambda root: compare(root, options))


if __name__ == "__main__":
    main()
