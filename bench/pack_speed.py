"""Measure how fast a warm engine answers a decision or an edit of the task, as a workbench asks it to.

    python bench/pack_speed.py REPOSITORY --budgets 8000,128000

One process, one engine that does not look at the work tree by itself; the index is up to date before.

  pin    100 different functions are pinned one after the other, three of them at a time
  edit   100 edits of 25 tasks: a word less, another word, a word more, a sentence more; what a task is like
         before its first edit is not measured
  task   100 tasks that have little in common, as when one is pasted over another

Each event is a whole `Engine.context`, and leads to a pack of at most so many tokens. The tasks are drawn as
in speed.py. Figures are milliseconds, median and 95th percentile, on the clock and of processor time: the
second is what the first would be if nothing else ran on the machine.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from speed import draw_tasks

from ctxsmith_tui import Engine

EVENTS = 100
EDITS = 4  # of each task
PINNED = 3  # at a time
LONGEST_PIN = 60  # lines
SHARES = (0.5, 0.95)


def edited(task: str) -> Iterator[str]:
    """Four texts that a task may become while it is typed."""
    words = task.split()
    yield " ".join(words[:-1])
    yield " ".join([*words[:-1], "option"])
    yield " ".join([*words[:-1], "option", "again"])
    yield f"{task}. It worked in the version before"


def places(engine: Engine, task: str, budget: int) -> list[str]:
    """SPECs of functions, from the best of the task to the last that was looked at, evenly spaced."""
    units = engine.task_ranking(task).units(budget)
    found = (units.unit(k) for k in range(len(units)))
    short = [unit for unit in found if unit.symbol and unit.end_line - unit.start_line < LONGEST_PIN]
    specs = [f"{unit.path}:{unit.start_line}-{unit.end_line}" for unit in short]
    return [specs[at * len(specs) // EVENTS] for at in range(min(EVENTS, len(specs)))]


class Took(NamedTuple):
    """Milliseconds that a question took, on the clock and of processor time."""

    clock: float
    processor: float


def took(ask: Callable[[], object]) -> Took:
    """How long a question takes."""
    clock, processor = time.perf_counter(), time.process_time()
    ask()
    return Took((time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000)


def after_pins(engine: Engine, task: str, budget: int) -> list[Took]:
    """Times of packs after a pin."""
    specs = places(engine, task, budget)
    engine.context(task, budget)
    return [
        took(lambda: engine.context(task, budget, pins=specs[max(0, at - PINNED + 1) : at + 1]))  # noqa: B023
        for at in range(len(specs))
    ]


def after_edits(engine: Engine, tasks: Sequence[str], budget: int) -> list[Took]:
    """Times of packs after an edit of the task."""
    times: list[Took] = []
    for task in tasks[: EVENTS // EDITS]:
        engine.context(task, budget)
        times += [took(lambda text=text: engine.context(text, budget)) for text in edited(task)]  # type: ignore[misc]
    return times


def report(event: str, budget: int, times: Sequence[Took]) -> None:
    """One line of the table."""
    columns = [sorted(column) for column in zip(*times, strict=True)]
    figures = [
        f"{column[math.ceil(share * len(column)) - 1]:10.0f}" for column in columns for share in SHARES
    ]
    print(f"{budget:8,} {event:5} {len(times):4}{''.join(figures)}", flush=True)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description="Measure answers to decisions and to edits of a task.")
    parser.add_argument("repo", type=Path, help="a git work tree")
    parser.add_argument("--budgets", default="8000,128000", help="tokens, separated by commas")
    args = parser.parse_args()

    tasks = draw_tasks(args.repo.resolve(), 120)
    spread = [tasks[at * len(tasks) // EVENTS] for at in range(EVENTS)]
    mixed = spread[::4] + spread[1::4] + spread[2::4] + spread[3::4]
    engine = Engine(args.repo, fresh_seconds=math.inf)
    engine.refresh()
    print(f"{'budget':>8} {'event':5} {'n':>4}{'p50':>10}{'p95':>10}{'p50 cpu':>10}{'p95 cpu':>10}")
    for budget in map(int, args.budgets.split(",")):
        report("pin", budget, after_pins(engine, mixed[0], budget))
        report("edit", budget, after_edits(engine, mixed, budget))
        report("task", budget, [took(lambda: engine.context(task, budget)) for task in mixed])  # noqa: B023


if __name__ == "__main__":
    main()
