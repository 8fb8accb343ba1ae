"""Fit the weights of the signals to rows of real issues, always leaving one repository out.

    python bench/fit_weights.py rows.jsonl [more.jsonl] --trees trees --out weights.json
    python bench/score.py rows.jsonl --trees trees --weights weights.json

Rows and work trees are those of `score.py`. The score stays additive: a listwise softmax, fitted with L2,
maximises the mean log share that exp(score) of the gold files (or units) has among all candidates. Signals
that speak for a file may not get a negative weight. `weights.json` holds one table for each repository,
fitted on all the others, and the table "*" fitted on all rows; `score.py` uses each for its own rows.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from score import gold, read_jsonl

from ctxsmith_tui import Engine
from ctxsmith_tui.rank.files import is_evidence
from ctxsmith_tui.rank.units import UNIT_SIGNALS, score_units
from ctxsmith_tui.rank.weights import FILE_WEIGHTS, UNIT_WEIGHTS, Weights

FILE_SIGNALS = tuple(FILE_WEIGHTS)
FILES = 80  # candidates of each row
UNITS = 250
UNIT_FILES = 30
FREE_UNIT_SIGNALS = {"length", "module-level", "role-test", "role-doc", "role-generated"}
HAND_SET = {
    "role-generated": -2.0,
    "role-data": -2.0,
    "target": 3.0,
    "neighbour": 1.5,
}  # issues hardly touch such files, or name their target: there is nothing to fit
Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass
class Example:
    """Candidates of one row: their signals, and which are gold; units know their file among the files."""

    repo: str
    files: Array
    gold_files: Array
    units: Array
    gold_units: Array
    unit_file: np.ndarray[Any, np.dtype[np.int64]]
    gold_total: int


def example(row: Mapping[str, Any], trees: Path) -> Example | None:
    """The signals of one row's candidates; None when no gold file is among them."""
    engine = Engine(trees / row["instance_id"])
    engine.index()
    wanted, hunks = gold(dict(row))
    ranking = engine.task_ranking(row["problem_statement"])
    catalog = ranking.context.catalog
    rows = list(ranking.rows[:FILES])
    rows += [
        catalog.row_of_path[path]
        for path in sorted(wanted)
        if catalog.row_of_path.get(path) not in (None, *rows)
    ]
    values = np.stack([ranking.files.features[name].values[rows] for name in FILE_SIGNALS], axis=1)
    gold_files = np.array([catalog.paths[file] in wanted for file in rows], dtype=float)
    units = score_units(ranking.context, ranking.files, rows[:UNIT_FILES], UNIT_WEIGHTS)
    lines = {(path, line) for path, hunk in hunks for line in hunk}
    places = {file: place for place, file in enumerate(rows)}
    chosen = units.order[:UNITS]
    unit_rows = units.rows[chosen]
    gold_units = np.array(
        [
            any(
                (catalog.paths[catalog.unit_file[unit]], line) in lines
                for line in range(catalog.unit_start[unit], catalog.unit_end[unit] + 1)
            )
            for unit in unit_rows.tolist()
        ],
        dtype=float,
    )
    return Example(
        row["repo"],
        values,
        gold_files,
        units.values[chosen],
        gold_units,
        np.array([places[int(catalog.unit_file[unit])] for unit in unit_rows.tolist()]),
        len(wanted),
    )


def fit(
    lists: Sequence[tuple[Array, Array]], start: Array, lowest: Array, l2: float, steps: int = 500
) -> Array:
    """Weights that maximise the mean log share of gold, by projected Adam from `start`."""
    lists = [(values, wanted) for values, wanted in lists if wanted.any() and not wanted.all()]
    bounds = np.cumsum([0, *(len(values) for values, _ in lists)])[:-1]
    owner = np.repeat(np.arange(len(lists)), [len(values) for values, _ in lists])
    values = np.concatenate([each for each, _ in lists])
    wanted = np.concatenate([each for _, each in lists])
    wanted = wanted / np.add.reduceat(wanted, bounds)[owner]
    weights, first, second = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, steps + 1):
        scores = values @ weights
        scores = np.exp(scores - np.maximum.reduceat(scores, bounds)[owner])
        share = scores / np.add.reduceat(scores, bounds)[owner]
        gradient = (share - wanted) @ values / len(lists) + l2 * weights
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        rate = 0.1 if step < steps * 0.6 else 0.02
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        weights = np.maximum(weights, lowest)
    return weights


def lowest_weights(names: Sequence[str], is_free: Callable[[str], bool]) -> Array:
    """No bound for priors, zero for signals that speak for something."""
    return np.array([-np.inf if is_free(name) else 0.0 for name in names])


def fit_tables(examples: Sequence[Example], l2: float) -> Weights:
    """File weights first, then unit weights with the file signal that these give."""
    file_weights = fit(
        [(each.files, each.gold_files) for each in examples],
        np.ones(len(FILE_SIGNALS)),
        lowest_weights(FILE_SIGNALS, lambda name: not is_evidence(name)),
        l2,
    )
    unit_weights = fit(
        [(with_file_scores(each, file_weights), each.gold_units) for each in examples],
        np.ones(len(UNIT_SIGNALS)),
        lowest_weights(UNIT_SIGNALS, lambda name: name in FREE_UNIT_SIGNALS),
        l2,
    )
    return Weights(_table(FILE_SIGNALS, file_weights), _table(UNIT_SIGNALS, unit_weights))


def _table(names: Sequence[str], weights: Array) -> dict[str, float]:
    return {
        name: HAND_SET.get(name, round(float(weight), 2)) for name, weight in zip(names, weights, strict=True)
    }


def with_file_scores(each: Example, weights: Array) -> Array:
    """The units' signals with the file signal as these file weights make it."""
    scores = np.maximum(each.files @ weights, 0.0)
    units = each.units.copy()
    units[:, UNIT_SIGNALS.index("file")] = (scores / max(float(scores.max()), 1e-9))[each.unit_file]
    rank = np.empty(len(scores))
    rank[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    units[:, UNIT_SIGNALS.index("file-rank")] = 1.0 / (1.0 + rank[each.unit_file])
    return units


def recalls(examples: Sequence[Example], tables: Mapping[str, Weights]) -> str:
    """R@1/3/5/10 of gold files, and of gold units among the first 10 and 20, each row by its own table."""
    found: list[list[float]] = []
    for each in examples:
        table = tables[each.repo]
        weights = np.array([table.files[name] for name in FILE_SIGNALS])
        order = np.argsort(-(each.files @ weights), kind="stable")
        row = [float(each.gold_files[order[:k]].sum()) / each.gold_total for k in (1, 3, 5, 10)]
        if each.gold_units.any():
            scores = with_file_scores(each, weights) @ np.array([table.units[name] for name in UNIT_SIGNALS])
            order = np.argsort(-scores, kind="stable")
            row += [float(each.gold_units[order[:k]].sum() / each.gold_units.sum()) for k in (10, 20)]
        else:
            row += [0.0, 0.0]
        found.append(row)
    return "  ".join(f"{100 * value:5.1f}" for value in np.mean(found, axis=0))


def main() -> None:
    """Fit, print what each table is worth on what it has not seen, write the tables."""
    parser = argparse.ArgumentParser(description="Fit the weights of the signals.")
    parser.add_argument("rows", type=Path, nargs="+", help="JSON lines")
    parser.add_argument("--trees", type=Path, required=True, help="work trees, as score.py makes them")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--l2", type=float, nargs="+", default=[0.003])
    parser.add_argument(
        "--examples", type=Path, help="keep the signals of all rows here, or take them from it"
    )
    parser.add_argument("--out", type=Path, help="write the tables here")
    args = parser.parse_args()
    sets: dict[str, list[Example]] = {}
    if args.examples and args.examples.exists():
        sets = pickle.loads(args.examples.read_bytes())
    for path in args.rows if not sets else ():
        rows = [
            row for row in read_jsonl(path) if (args.trees / row["instance_id"]).is_dir() and gold(row)[0]
        ]
        with ProcessPoolExecutor(args.jobs) as pool:
            made = pool.map(partial(example, trees=args.trees), rows)
            sets[path.stem] = [each for each in made if each is not None]
    if args.examples:
        args.examples.write_bytes(pickle.dumps(sets))
    examples = [each for group in sets.values() for each in group]
    repos = sorted({each.repo for each in examples})
    shipped = Weights(FILE_WEIGHTS, UNIT_WEIGHTS)
    print("                            R@1    R@3    R@5   R@10  U@10   U@20")
    for name, group in sets.items():
        print(f"{name:24}  {recalls(group, dict.fromkeys(repos, shipped))}  as shipped")
    tables: dict[str, Weights] = {}
    for l2 in args.l2:
        others = [[each for each in examples if each.repo != repo] for repo in repos]
        with ProcessPoolExecutor(args.jobs) as pool:
            tables = dict(zip(repos, pool.map(partial(fit_tables, l2=l2), others), strict=True))
        for name, group in sets.items():
            print(f"{name:24}  {recalls(group, tables)}  fitted without the repository, L2 {l2}")
    tables["*"] = fit_tables(examples, args.l2[-1])
    print(json.dumps({"files": tables["*"].files, "units": tables["*"].units}, indent=1))
    if args.out:
        plain = {repo: {"files": dict(t.files), "units": dict(t.units)} for repo, t in tables.items()}
        args.out.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
