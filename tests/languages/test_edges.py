"""The edges of every fixture against those written by hand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.graph.edges import EDGE_KINDS, build_edges
from ctxsmith_tui.graph.meaning import CERTAINTIES
from ctxsmith_tui.graph.program import Program

HERE = Path(__file__).parent
LANGUAGES = sorted(path.parent.name for path in HERE.glob("*/edges.txt"))


def found(root: Path) -> set[str]:
    """All edges of a repository as lines, a pair as sure as its surest use, without overrides."""
    with Engine(root) as engine:
        now = engine._current()
        reader, catalog = now.reader, now.catalog
        program = Program(reader, catalog)
        edges = build_edges(program)

    def name(node: int) -> str:
        symbol = program.symbol_of(node)
        path = catalog.paths[program.row_of(node)]
        return f"{path}::{symbol.qualname}" if symbol else path

    surest: dict[tuple[int, int, str], int] = {}
    for k in range(len(edges)):
        key = (int(edges.sources[k]), int(edges.targets[k]), EDGE_KINDS[edges.kinds[k]])
        surest[key] = min(int(edges.certainties[k]), surest.get(key, len(CERTAINTIES)))
    return {
        f"{name(source)} -> {name(target)}  {kind} {CERTAINTIES[certainty].value}"
        for (source, target, kind), certainty in surest.items()
        if kind != "override"
    }


def written(path: Path) -> set[str]:
    lines = (line.partition(" # ")[0] for line in path.read_text("utf-8").splitlines())
    spaced = (line.split() for line in lines if line.strip() and not line.startswith("#"))
    return {f"{' '.join(words[:-2])}  {words[-2]} {words[-1]}" for words in spaced}


@pytest.mark.parametrize("language", LANGUAGES)
def test_edges_are_those_written_by_hand(language: str, tmp_path: Path) -> None:
    root = tmp_path / "repo"
    shutil.copytree(HERE / language / "repo", root)
    expected, got = written(HERE / language / "edges.txt"), found(root)
    missing, surplus = sorted(expected - got), sorted(got - expected)
    assert not missing and not surplus, "\n".join(  # noqa: PT018 - both are shown
        [*(f"missing  {line}" for line in missing), *(f"surplus  {line}" for line in surplus)]
    )
