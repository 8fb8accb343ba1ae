"""Score ranking and packing on rows of real issues, SWE-bench style.

A row is a JSON line with `repo`, `instance_id`, `base_commit`, `problem_statement`, `patch` and, optionally,
`gold_files` and `fetch` (`github:owner/name`, if it is spelled unlike `repo`). Make one work tree a row, from
clones that lie in one folder as `owner+name/repo` (bare) or `owner+name`, then score:

    python bench/score.py rows.jsonl --trees trees --prepare --mirrors mirrors
    python bench/score.py rows.jsonl --trees trees --fresh --out scores.jsonl --peer peer.jsonl

A work tree has HEAD at the base commit and no other ref: the fix itself cannot be seen. Indexes stay between
runs; --fresh removes them first, so that index_s means a cold index. Use --jobs 1 when times matter.

Gold files are `gold_files`, or else the files of the patch that exist at the base commit and are not tests.
  recall@k  share of the gold files among the first k ranked files
  file@b    share of the gold files that a pack of b tokens mentions, at any level of detail
  code@b    share of the gold files of which it shows code, in a body or a slice
  lines@b   share of the gold hunks (hunks in gold files) of which it shows a line as code: a removed line or,
            for a hunk that only inserts, a line before or after an insertion; no hunk of a new file counts
Every figure is a share per row, then the mean over rows. Times are medians, in a process that has answered
before: rank_ms ranks only, pack_ms is a whole answer (it ranks too) at the largest budget.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

KS = (1, 3, 5, 10)
Row = dict[str, Any]  # of the data, or of the results
Hunk = tuple[str, frozenset[int]]  # a path, and the pre-fix lines of which any may be shown
HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
TEST_FOLDERS = {"test", "tests", "__tests__", "spec", "specs"}
TEST_NAME = re.compile(r"(test_.*|.*[_.-](test|tests|spec)|conftest|[A-Za-z0-9]*(Test|Tests|TestCase|Spec))")


@dataclass
class FileChange:
    """One file of a patch: its path before the fix (None: new), and per hunk the pre-fix lines that count."""

    path: str | None
    hunks: list[frozenset[int]] = field(default_factory=list)


def parse_patch(patch: str) -> list[FileChange]:
    """Read a git patch. The counts in a hunk's header say where it ends: `--- a` may be a removed line."""
    changes: list[FileChange] = []
    lines = patch.split("\n")  # not splitlines(): a form feed is part of a line
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("diff --git "):
            both = line.removeprefix("diff --git ")  # "a/x b/x"; a rename tells its old name below
            changes.append(FileChange(_name(both[: len(both) // 2]).removeprefix("a/")))
        elif line.startswith("rename from "):
            changes[-1].path = _name(line.removeprefix("rename from "))
        elif line.startswith(("new file mode ", "copy from ")):
            changes[-1].path = None
        elif header := HUNK.match(line):
            body = list(_hunk_body(lines[at:], int(header[2] or 1), int(header[4] or 1)))
            after = header[2] == "0"  # "-5,0" means after line 5
            changes[-1].hunks.append(hunk_lines(int(header[1]) + after, body))
            at += len(body)
    return changes


def _hunk_body(lines: Sequence[str], old: int, new: int) -> Iterator[str]:
    """The lines of a hunk of `old` and `new` lines; blank context at the patch's end may be stripped."""
    for line in lines:
        if old <= 0 and new <= 0 and not line.startswith("\\"):
            return
        if line[:1] not in ("", " ", "+", "-", "\\"):
            raise ValueError(f"not a line of a hunk: {line!r}")
        old -= line[:1] in ("", " ", "-")
        new -= line[:1] in ("", " ", "+")
        yield line


def hunk_lines(start: int, body: Iterable[str]) -> frozenset[int]:
    """The pre-fix lines of a hunk: those removed or, if none is, those before and after each insertion."""
    removed: set[int] = set()
    beside: set[int] = set()
    at = start
    for line in body:
        if line.startswith("+"):
            beside |= {at - 1, at}
        elif line.startswith("-"):
            removed.add(at)
        at += not line.startswith(("+", "\\"))
    return frozenset(removed or beside - {0})


def _name(text: str) -> str:
    """A path as git writes it: in quotes, its bytes escaped, where it has unusual characters."""
    if not text.startswith('"'):
        return text
    return text[1:-1].encode().decode("unicode_escape").encode("latin-1").decode(errors="surrogateescape")


def is_test(path: str) -> bool:
    """Whether a path is a test's: in a folder of tests, or named like a test."""
    file = PurePosixPath(path)
    return not TEST_FOLDERS.isdisjoint(file.parent.parts) or bool(TEST_NAME.fullmatch(file.stem))


def gold(row: Row) -> tuple[frozenset[str], list[Hunk]]:
    """The gold files of a row, and its gold hunks."""
    changes = [(change.path, change.hunks) for change in parse_patch(row["patch"]) if change.path is not None]
    files = frozenset(row.get("gold_files") or [path for path, _ in changes if not is_test(path)])
    return files, [(path, lines) for path, hunks in changes if path in files for lines in hunks]


def recall(found: Iterable[str], wanted: frozenset[str]) -> float:
    """The share of the wanted files that was found."""
    return len(wanted.intersection(found)) / len(wanted)


def shown_ranges(items: Iterable[Any]) -> dict[str, list[tuple[int, int]]]:
    """Per file the line ranges that a pack prints as code; a slice's elided lines are not in `shown`."""
    ranges: dict[str, list[tuple[int, int]]] = {}
    for item in items:
        if item.level in ("full", "slice"):
            ranges.setdefault(item.path, []).extend(
                getattr(item, "shown", [(item.start_line, item.end_line)])
            )
    return {path: spans for path, spans in ranges.items() if spans}


def lines_in_pack(hunks: Sequence[Hunk], shown: Mapping[str, Sequence[tuple[int, int]]]) -> float | None:
    """The share of gold hunks of which a line is shown; None where there is no hunk to show."""
    hits = [any(a <= n <= b for a, b in shown.get(path, ()) for n in lines) for path, lines in hunks]
    return sum(hits) / len(hits) if hits else None


def score_row(row: Row, trees: Path, budgets: Sequence[int], fresh: bool, tables: Row) -> Row:
    """Index, rank and pack for one row, in its own work tree, with the weights for its repository."""
    from ctxsmith_tui import Engine
    from ctxsmith_tui.rank.weights import SHIPPED, Weights

    tree = trees / row["instance_id"]
    if fresh:
        shutil.rmtree(tree / ".contextsmith", ignore_errors=True)
    files, hunks = gold(row)
    task = row["problem_statement"]
    engine = Engine(tree)
    _, index_ms = timed(engine.index)
    table = tables.get(row["repo"])
    weights = Weights(table["files"], table["units"]) if table else SHIPPED
    engine.context("where does the program start", budget=budgets[0])  # the first answer loads things
    ranking, rank_ms = timed(lambda: engine.rank(task, weights=weights))
    ranked = [file.path for file in ranking.files]
    ranks = {path: ranked.index(path) + 1 if path in ranked else None for path in sorted(files)}
    result: Row = {"instance_id": row["instance_id"], "repo": row["repo"], "gold": ranks, "top": ranked[:10]}
    result |= {"index_s": round(index_ms / 1000, 3), "rank_ms": round(rank_ms, 1)}
    result |= {f"recall@{k}": recall(ranked[:k], files) for k in KS}
    for budget in budgets:
        pack, pack_ms = timed(partial(engine.context, task, budget=budget, weights=weights))
        shown = shown_ranges(pack.items)
        result["pack_ms"] = round(pack_ms, 1)
        result[f"tokens@{budget}"] = pack.tokens
        result[f"file@{budget}"] = recall({item.path for item in pack.items}, files)
        result[f"code@{budget}"] = recall(shown, files)
        result[f"lines@{budget}"] = lines_in_pack(hunks, shown)
    return result


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """What a call returns, and the milliseconds it took."""
    start = time.perf_counter()
    value = call()
    return value, (time.perf_counter() - start) * 1000


def prepare(row: Row, trees: Path, mirrors: Path) -> str:
    """Make the work tree of a row from its mirror's objects; returns what is wrong with it, or nothing."""
    tree, commit = trees / row["instance_id"], row["base_commit"]
    if _git(tree, "rev-parse", "HEAD").stdout.strip() == commit:
        return ""
    name = str(row.get("fetch", row["repo"])).removeprefix("github:").replace("/", "+")
    objects = [(mirrors / name / place / "objects").resolve() for place in ("repo", ".git", ".")]
    objects = [folder for folder in objects if folder.is_dir()]
    if not objects:
        return f"no mirror {mirrors / name}"
    subprocess.run(["git", "init", "--quiet", tree], check=True)
    (tree / ".git/objects/info/alternates").write_text(f"{objects[0]}\n", encoding="utf-8")
    if _git(tree, "read-tree", commit).returncode:
        shutil.rmtree(tree)
        return f"no commit {commit} in {objects[0].parent}"
    # A mirror may lack large blobs: `checkout-index` leaves out what it cannot read and goes on.
    lost = _git(tree, "checkout-index", "--all", "--force", "--quiet").stderr.count("unable to read")
    _git(tree, "update-ref", "--no-deref", "HEAD", commit)
    _git(tree, "update-index", "--refresh", "-q")
    return f"{lost} files lack their blob" if lost else ""


def _git(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    safe = ["git", "-C", str(tree), "--git-dir=.git", "--work-tree=.", "-c", "core.hooksPath=/dev/null"]
    return subprocess.run([*safe, *command], capture_output=True, text=True, errors="replace")


def peer_results(path: Path, strategy: str, budgets: Sequence[int], ids: set[str]) -> list[Row]:
    """A peer's results on the rows with these ids, its measures named as ours."""
    ours = {"query_ms": "rank_ms"}
    for budget in budgets:
        ours |= {f"budget_recall@{budget}": f"file@{budget}", f"hunk_recall@{budget}": f"lines@{budget}"}
    return [
        {"repo": row["repo"], "index_s": row["index_s"]}
        | {ours.get(name, name): value for name, value in row["strategies"][strategy].items()}
        for row in read_jsonl(path)
        if row["instance_id"] in ids
    ]


def table(results: Sequence[Row], peer: Sequence[Row], budgets: Sequence[int]) -> str:
    """One line per repository and one over all rows; the peer's line, on the same rows, below each."""
    shares = [f"recall@{k}" for k in KS] + [f"{m}@{b}" for m in ("file", "code", "lines") for b in budgets]
    times = ["rank_ms", "pack_ms", "index_s"]

    def cell(name: str, rows: Sequence[Row]) -> str:
        values = [row[name] for row in rows if row.get(name) is not None]
        scale, digits, average = (100, 1, statistics.mean) if name in shares else (1, 2, statistics.median)
        return f"{scale * average(values):11.{digits}f}" if values else f"{'-':>11}"

    def line(label: str, rows: Sequence[Row]) -> str:
        return f"{label:28}{len(rows):5}" + "".join(cell(name, rows) for name in shares + times)

    out = [f"{'':28}{'rows':>5}" + "".join(f"{name:>11}" for name in shares + times)]
    for repo in [*sorted({row["repo"] for row in results}), ""]:
        out.append(line(repo or "all", [row for row in results if repo in ("", row["repo"])]))
        if peer:
            out.append(line("  peer", [row for row in peer if repo in ("", row["repo"])]))
    return "\n".join(out)


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def main() -> None:
    """Prepare the work trees, or score the rows."""
    parser = argparse.ArgumentParser(description="Score ranking and packing on rows of real issues.")
    parser.add_argument("rows", type=Path, help="JSON lines")
    parser.add_argument("--trees", type=Path, required=True, help="folder of the work trees, one a row")
    parser.add_argument("--prepare", action="store_true", help="make the work trees and stop")
    parser.add_argument("--mirrors", type=Path, help="folder of the clones to make them from")
    parser.add_argument("--budgets", default="4000,8000", help="token budgets")
    parser.add_argument("--limit", type=int, help="only the first N rows")
    parser.add_argument("--repos", help="only these repositories: owner/name,owner/name")
    parser.add_argument("--jobs", type=int, default=1, help="rows at a time")
    parser.add_argument("--fresh", action="store_true", help="remove each row's index first")
    parser.add_argument("--weights", type=Path, help="weights for each repository, from fit_weights.py")
    parser.add_argument("--out", type=Path, help="write one JSON line a row")
    parser.add_argument("--peer", type=Path, help="a peer's results on the same rows")
    parser.add_argument("--strategy", default="lexical", help="which of the peer's strategies")
    args = parser.parse_args()

    rows = [row for row in read_jsonl(args.rows) if not args.repos or row["repo"] in args.repos.split(",")]
    rows = rows[: args.limit]
    if args.prepare:
        mirrors = args.mirrors or parser.error("--prepare needs --mirrors")
        with ThreadPoolExecutor(args.jobs) as threads:
            problems = threads.map(partial(prepare, trees=args.trees, mirrors=mirrors), rows)
            for row, problem in zip(rows, problems, strict=True):
                print(row["instance_id"], problem or "ok", flush=True)
        return

    usable = [row for row in rows if (args.trees / row["instance_id"]).is_dir() and gold(row)[0]]
    print(f"{len(rows) - len(usable)} rows left out: no work tree, or no gold file", file=sys.stderr)
    budgets = sorted(int(budget) for budget in args.budgets.split(","))
    tables = json.loads(args.weights.read_text(encoding="utf-8")) if args.weights else {}
    score = partial(score_row, trees=args.trees, budgets=budgets, fresh=args.fresh, tables=tables)
    results: list[Row] = []
    with ProcessPoolExecutor(args.jobs) as processes:
        for result in processes.map(score, usable):
            results.append(result)
            print(f"{len(results)}/{len(usable)} {result['instance_id']}", file=sys.stderr, flush=True)
    if args.out:
        args.out.write_text("".join(json.dumps(result) + "\n" for result in results), encoding="utf-8")
    ids = {row["instance_id"] for row in usable}
    peer = peer_results(args.peer, args.strategy, budgets, ids) if args.peer else []
    print(table(results, peer, budgets))


if __name__ == "__main__":
    main()
