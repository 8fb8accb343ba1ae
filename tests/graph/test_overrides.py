"""Which methods may run where another one is called: overrides, and Go's interfaces."""

from __future__ import annotations

from pathlib import Path

from ctxsmith_tui import Engine
from ctxsmith_tui.graph.edges import EDGE_KINDS, build_edges
from ctxsmith_tui.graph.program import Program

_GO = """package p

type Teller interface {
	Named
	Tell(what string, times int) error
}
type Named interface{ Name() string }

type Clerk struct{ Badge }
type Badge struct{}

func (b Badge) Name() string { return "" }
func (c *Clerk) Tell(what string, _ int) error { return nil }

type Mute struct{ Badge }

func (m Mute) Tell() error { return nil }
"""


def test_a_go_type_implements_an_interface_by_having_its_methods(tmp_path: Path) -> None:
    (tmp_path / "p.go").write_text(_GO, "utf-8")
    assert overrides(tmp_path) == {("Teller.Tell", "Clerk.Tell"), ("Named.Name", "Badge.Name")}


def overrides(root: Path) -> set[tuple[str, str]]:
    with Engine(root) as engine:
        now = engine._current()
        reader, catalog = now.reader, now.catalog
        program = Program(reader, catalog)
        edges = build_edges(program)
    names = [symbol.qualname for row in range(len(catalog.paths)) for symbol in program.symbols(row)]
    return {
        (names[edges.sources[k] - 1], names[edges.targets[k] - 1])
        for k in range(len(edges))
        if EDGE_KINDS[edges.kinds[k]] == "override"
    }
