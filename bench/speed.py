"""Measure indexing, answering and memory on one repository, and set a peer beside it.

    python bench/speed.py REPO --runs 5 --out speed.json
    python bench/speed.py REPO --peer-python PEER/bin/python --peer-repo COPY_OF_REPO

The peer is contextsmith (`pip install contextsmith "tree-sitter-language-pack<1"` into an environment of its
own). It counts tokens exactly only where tiktoken finds its ranks: offline, set TIKTOKEN_CACHE_DIR. With
--peer-repo it works on its own copy; without, both keep their index in the same `.contextsmith`, under other
names. Every measure alternates between the two: both meet the same machine in the same minute.

  cold index    a whole process, without an index before
  no-op index   a whole process, nothing changed since
  context       a whole process that answers one task within 8,000 tokens
  help          a whole process that prints its help
  memory        peak resident memory of the largest process of a command, MB
  answer        rank and pack in one warm process, 8,000 tokens, each task asked once per run
  refresh       the check for changed files, alone, in that process

Figures are medians over the runs (answers: median and 95th percentile over all tasks of all runs). The tasks
are drawn from REPO itself, by rule, evenly spaced over sorted lists: a third are sentences of its
documentation, a third are names that it defines put into FORMS, and a third are such a title with nine
sentences of the documentation, as long as a bug report. The same repository gives the same tasks.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BUDGET = 8000
TASKS = 30
FORMS = (
    "{name} returns the wrong result when its input is empty",
    "where is {name} implemented and who calls it",
    "add an optional argument to {name} and keep the old behaviour",
    "{name} raises an exception that hides the cause",
    "make {name} faster for large inputs",
)
DEFINITION = re.compile(r"\b(?:def|class|func|fn|function|struct|trait|interface|module) +([A-Za-z]\w{7,})")
SENTENCE = re.compile(r"^ *([A-Z][a-z]+(?: [\w'-]+,?){7,20})\.$", re.MULTILINE)
DOCUMENTS = {".md", ".rst", ".txt"}

# Run by either interpreter: it knows nothing but an Engine with index(), context() and perhaps refresh().
WARM = """
import importlib, json, sys, time
package, repo, budget, tasks = json.load(sys.stdin)
Engine = importlib.import_module(package).Engine
engine = Engine(repo)
engine.index()
engine.context("where does the program start", budget=budget)
def milliseconds(call):
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000
answers = [milliseconds(lambda: engine.context(task, budget=budget)) for task in tasks]
fresh = Engine(repo)
refresh = [milliseconds(fresh.refresh)] if hasattr(fresh, "refresh") else []
json.dump({"answer": answers, "refresh": refresh}, sys.stdout)
"""


@dataclass(frozen=True)
class Tool:
    """A program under measure: how it is called, and which files of `.contextsmith` are its index."""

    package: str
    python: str
    repo: Path
    index_files: str
    cold: tuple[str, ...]
    again: tuple[str, ...]
    context: Callable[[str], tuple[str, ...]]

    def command(self, *arguments: str) -> list[str]:
        """Its command line."""
        return [self.python, "-m", self.package, *arguments]

    def forget(self) -> None:
        """Remove its index and nothing else."""
        for path in sorted((self.repo / ".contextsmith").rglob(self.index_files)):
            if path.is_file():
                path.unlink()


def ours(repo: Path) -> Tool:
    """This project, in the interpreter that runs this script."""
    at = ("-C", str(repo))
    return Tool(
        "ctxsmith_tui",
        sys.executable,
        repo,
        "tui-index*",
        (*at, "index", "--rebuild"),
        (*at, "index"),
        lambda task: (*at, "context", task, "-b", str(BUDGET)),
    )


def contextsmith(repo: Path, python: str) -> Tool:
    """The peer, in its own interpreter."""
    return Tool(
        "contextsmith",
        python,
        repo,
        "index.db*",
        ("index", str(repo)),
        ("index", str(repo)),
        lambda task: ("context", task, "-b", str(BUDGET), "-p", str(repo)),
    )


def draw_tasks(repo: Path, count: int = TASKS) -> list[str]:
    """Tasks about the repository, a third each: a sentence, a name in a form, a name and many sentences."""
    listing = subprocess.run(["git", "-C", str(repo), "ls-files", "-z"], check=True, capture_output=True)
    names: set[str] = set()
    sentences: set[str] = set()
    for name in os.fsdecode(listing.stdout).split("\0"):
        path = repo / name
        if not path.is_file() or path.is_symlink() or path.stat().st_size > 1_000_000:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix in DOCUMENTS:
            sentences.update(SENTENCE.findall(text))
        elif "test" not in name.lower():
            names.update(DEFINITION.findall(text))
    third, long = count // 3, 9
    told = spaced(sorted(sentences), third * long)
    named = spaced(sorted(names), 2 * third)
    asked = [FORMS[at % len(FORMS)].format(name=name) for at, name in enumerate(named)]
    reports = [". ".join([asked[at], *told[at // 2 * long :][:long]]) for at in range(1, len(asked), 2)]
    return told[::long] + asked[::2] + reports


def spaced(values: Sequence[str], count: int) -> list[str]:
    """At most `count` of the values, evenly spaced."""
    count = min(count, len(values))
    return [values[at * len(values) // count] for at in range(count)]


def run(command: Sequence[str], given: str = "") -> tuple[str, float, float]:
    """Run a process: what it prints, its seconds, and the peak memory of its largest process in MB."""
    with (
        tempfile.TemporaryFile() as entry,
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
    ):
        entry.write(given.encode())
        entry.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=entry, stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            raise SystemExit(f"{command} failed:\n{errors.read().decode(errors='replace')}")
        output.seek(0)
        text = output.read().decode(errors="replace")
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return text, seconds, usage.ru_maxrss / unit


def measure(tools: Sequence[Tool], tasks: Sequence[str], runs: int) -> dict[str, dict[str, list[float]]]:
    """Per measure and tool the figure of every run; the tools take turns."""
    figures: dict[str, dict[str, list[float]]] = {}

    def note(name: str, tool: Tool, *values: float) -> None:
        figures.setdefault(name, {}).setdefault(tool.package, []).extend(values)

    def processes(name: str, arguments: Callable[[Tool], Sequence[str]], fresh: bool = False) -> None:
        for _ in range(runs):
            for tool in tools:
                if fresh:
                    tool.forget()
                _, seconds, memory = run(tool.command(*arguments(tool)))
                note(f"{name} s", tool, seconds)
                note(f"{name} memory MB", tool, memory)

    processes("cold index", lambda tool: tool.cold, fresh=True)
    processes("no-op index", lambda tool: tool.again)
    processes("context", lambda tool: tool.context(tasks[0]))
    processes("help", lambda tool: ["--help"])
    for _ in range(runs):
        for tool in tools:
            given = json.dumps([tool.package, str(tool.repo), BUDGET, tasks])
            text, _, memory = run([tool.python, "-c", WARM], given)
            times = json.loads(text)
            note("answer ms", tool, *times["answer"])
            note("answer memory MB", tool, memory)
            if times["refresh"]:
                note("refresh ms", tool, *times["refresh"])
    return figures


def table(figures: dict[str, dict[str, list[float]]]) -> str:
    """One line per measure: ours, the peer's, and ours as a share of the peer's."""
    lines = [f"{'':24}{'ctxsmith-tui':>14}{'contextsmith':>14}{'ratio':>8}"]

    def line(label: str, values: dict[str, list[float]], figure: Callable[[list[float]], float]) -> str:
        mine, theirs = (values.get(package, []) for package in ("ctxsmith_tui", "contextsmith"))
        cells = [f"{figure(v):14.2f}" if v else f"{'-':>14}" for v in (mine, theirs)]
        ratio = f"{figure(mine) / figure(theirs):8.2f}" if mine and theirs else f"{'-':>8}"
        return f"{label:24}{''.join(cells)}{ratio}"

    for name, values in figures.items():
        lines.append(line(name, values, statistics.median))
        if name == "answer ms":
            lines.append(line("answer ms, p95", values, lambda v: sorted(v)[int(0.95 * (len(v) - 1))]))
    return "\n".join(lines)


def main() -> None:
    """Measure, print the table and write the figures."""
    parser = argparse.ArgumentParser(description="Measure speed and memory on one repository.")
    parser.add_argument("repo", type=Path, help="a git work tree")
    parser.add_argument("--peer-python", help="an interpreter that has contextsmith")
    parser.add_argument("--peer-repo", type=Path, help="the peer's own copy of the repository")
    parser.add_argument("--runs", type=int, default=5, help="runs of every measure")
    parser.add_argument("--out", type=Path, help="write all figures as JSON")
    args = parser.parse_args()

    repo: Path = args.repo.resolve()
    tools = [ours(repo)]
    if args.peer_python:
        tools.append(contextsmith((args.peer_repo or repo).resolve(), args.peer_python))
    tasks = draw_tasks(repo)
    if not tasks:
        parser.error("the repository has neither definitions nor sentences to ask about")
    figures = measure(tools, tasks, args.runs)
    print(table(figures))
    if args.out:
        machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
        report: dict[str, Any] = {"repo": repo.name, "machine": machine, "python": platform.python_version()}
        report |= {"budget": BUDGET, "runs": args.runs, "tasks": tasks, "figures": figures}
        args.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
