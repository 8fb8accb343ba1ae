"""Compare call edges with what the type checker of the TypeScript compiler says of the same calls.

    npm install --prefix /tmp/tsc typescript@5.9
    python bench/graph_typescript.py --typescript /tmp/tsc axios=~/src/axios ky=~/src/ky --calls 600

Every call and every `new` in the JavaScript and TypeScript files is put to the compiler, which follows
imports, re-exports and objects that only pass a function on. The packages of a repository need not be
installed: calls into them are not known, and not judged. See graph_truth.py for what is counted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections import Counter
from pathlib import Path

import graph_truth
from graph_truth import Call, Truth

_LANGUAGES = ("javascript", "typescript", "tsx")
_SCRIPT = Path(__file__).with_suffix(".mjs")


def compare(root: Path, options: argparse.Namespace) -> Counter[str]:
    """Judge a sample of one repository's calls."""
    program = graph_truth.load(root)
    catalog = program.catalog
    files = [path for row, path in enumerate(catalog.paths) if catalog.languages[row] in _LANGUAGES]
    asked = json.dumps({"typescript": str(options.typescript), "root": str(root), "files": files})
    command = [options.node, "--max-old-space-size=8192", str(_SCRIPT)]
    told = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout
    answers: dict[Call, Truth] = {}
    for path, line, column, name, known, places in json.loads(told):
        call = Call(catalog.row_of_path[path], line, column, name)
        answers[call] = Truth(graph_truth.nodes_at(program, places), known)
    return graph_truth.judge(program, answers, answers.__getitem__, options)


def main() -> None:
    """Print a table as JSON."""
    parser = graph_truth.arguments(__doc__)
    parser.add_argument("--typescript", type=Path, required=True, help="where typescript was installed")
    parser.add_argument("--node", default="node")
    options = parser.parse_args()
    graph_truth.report(options, lambda root: compare(root, options))


if __name__ == "__main__":
    main()
