"""How long the call graph takes: to resolve all references, to be read again, and to answer.

    python bench/graph_speed.py REPOSITORY --out graph_speed.json

  resolve        all references of an indexed repository, in one process, seconds
  first answer   `impact` of a hub in a process that has just opened an index with a stored graph, ms
  impact         of a hub in a process that has answered before, ms: median over `--runs` of each hub

The hubs are the symbols that most symbols use by calls.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from pathlib import Path

from ctxsmith_tui import Engine
from ctxsmith_tui.graph.edges import EDGE_KINDS, build_edges
from ctxsmith_tui.graph.program import Program

HUBS = 5


def main() -> None:
    """Print a table as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    engine = Engine(options.repository)
    engine.index()
    now = engine._current()
    reader, catalog = now.reader, now.catalog
    program = Program(reader, catalog)
    started = time.perf_counter()
    edges = build_edges(program)
    resolve = time.perf_counter() - started
    calls = edges.kinds == EDGE_KINDS.index("call")
    used = Counter(edges.targets[calls].tolist())
    hubs = [node for node, _ in sorted(used.items(), key=lambda item: (-item[1], item[0]))[:HUBS]]
    names = [
        f"{catalog.paths[program.row_of(n)]}::{program.symbols(program.row_of(n))[o].qualname}"
        for n in hubs
        if (o := program.place_of(n)[1]) is not None
    ]
    engine.impact(names[0])  # keeps the graph
    engine.close()
    fresh = Engine(options.repository)
    fresh.refresh()
    first = milliseconds(fresh, names[0])
    rows = []
    for name in names:
        times = [milliseconds(fresh, name) for _ in range(options.runs)]
        found = fresh.impact(name)
        rows.append({"hub": name, "reached": len(found.reached), "ms": round(statistics.median(times), 1)})
    result = {
        "files": len(catalog.paths),
        "edges": len(edges),
        "resolve_s": round(resolve, 2),
        "first_answer_ms": round(first, 1),
        "impact": rows,
    }
    print(json.dumps(result, indent=1))
    if options.out:
        options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def milliseconds(engine: Engine, name: str) -> float:
    """How long one question takes, the look at the work tree not included."""
    engine._checked = time.monotonic()
    started = time.perf_counter()
    engine.impact(name)
    return 1000 * (time.perf_counter() - started)


if __name__ == "__main__":
    main()
