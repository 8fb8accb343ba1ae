"""The graph that the index keeps: never older than the code, never needed, never in the way."""

from __future__ import annotations

import dataclasses
import os
import random
import shutil
import time
from pathlib import Path
from unittest import mock

import apsw
import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.answers import callgraph
from ctxsmith_tui.answers.callgraph import CallGraph
from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.index.indexer import index_path
from ctxsmith_tui.rank.history import load_history
from ctxsmith_tui.store.database import folder_of, open_readonly
from ctxsmith_tui.store.index_reader import IndexReader
from ctxsmith_tui.store.lock import indexer_lock

FILES = {
    "a.py": "def f(): pass\n\ndef g():\n    f()\n",
    "b.py": "from a import g\n\ndef h():\n    g()\n",
}


def answers(root: Path) -> dict[str, object]:
    """Everything that can be asked about every symbol and file of a folder, from a new engine."""
    found: dict[str, object] = {}
    with Engine(root) as engine:
        now = engine._current()
        reader, catalog = now.reader, now.catalog
        specs = [
            f"{path}::{symbol.qualname}"
            for path, file_id in zip(catalog.paths, catalog.file_ids.tolist(), strict=True)
            for symbol in reader.symbols(file_id)
        ]
        for spec in [*catalog.paths, *specs]:
            callers, callees, impact = engine.callers(spec), engine.callees(spec), engine.impact(spec)
            found[spec] = [
                dataclasses.astuple(dataclasses.replace(each, index=callers.index))[:-1]
                for each in (callers, callees, impact)
            ]
        found |= {f"symbol {spec}": engine.symbol(spec) for spec in specs}
        found |= {f"related {path}": engine.related_files(path) for path in catalog.paths}
    return found


class Editor:
    """Small random changes of a few files that import each other."""

    NAMES = ("load", "store", "render", "special", "launch")

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = random.Random(seed)
        for k in range(5):
            self.write(f"m{k}.py")

    def write(self, name: str) -> None:
        place = self.root / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(self.content())

    def content(self) -> str:
        pick, names = self.random.choice, self.NAMES
        lines = [
            f"from m{self.random.randrange(6)} import {pick(names)}",
            f"import pkg.m{pick('01')} as other",
        ]
        lines += [f"from m{self.random.randrange(6)} import *"] * self.random.randrange(2)
        for name in self.random.sample(names, 3):
            base = pick(["", "(Base)", f"(other.{pick(names).title()})"])
            kind = pick([f"def {name}(x):", f"class {name.title()}{base}:\n    def {name}(self, x):"])
            indent = "    " if kind.startswith("def") else "        "
            lines.append(kind)
            lines += [f"{indent}{pick(['', 'x.', 'other.', 'self.'])}{pick(names)}(x)" for _ in range(2)]
        return "\n".join(lines) + "\n"

    def files(self) -> list[str]:
        return sorted(str(path.relative_to(self.root)) for path in self.root.rglob("*.py"))

    def step(self) -> None:
        action = self.random.choice(["add", "edit", "edit", "rename", "delete", "swap"])
        some = self.random.choice(self.files())
        if action == "add" or len(self.files()) < 3:
            self.write(self.random.choice(["m5.py", "pkg/m0.py", "pkg/m1.py", "tests/test_m.py"]))
        elif action == "edit":
            self.write(some)
        elif action == "rename":
            (self.root / some).replace(self.root / f"m{self.random.randrange(6)}.py")
        elif action == "delete":
            (self.root / some).unlink()
        else:
            old, new = self.random.sample(self.NAMES, 2)
            (self.root / some).write_text((self.root / some).read_text().replace(old, new))


@pytest.mark.parametrize("seed", range(3))
def test_an_updated_index_has_the_graph_of_a_fresh_one(tmp_path: Path, seed: int) -> None:
    editor = Editor(tmp_path / "repo", seed)
    edges = 0
    for _ in range(7):
        updated = answers(editor.root)
        kept = folder_of(editor.root).rename(tmp_path / "kept")
        assert answers(editor.root) == updated
        shutil.rmtree(folder_of(editor.root))
        kept.rename(folder_of(editor.root))
        edges += sum(len(each[0][1]) for each in updated.values() if isinstance(each, list))  # type: ignore[index]
        editor.step()
    assert edges > 50, "there was something to compare"


def no_building() -> object:
    return mock.patch.object(callgraph, "build_edges", side_effect=AssertionError("it was stored"))


def test_a_stored_graph_is_read_by_whoever_asks_next(make_engine) -> None:
    engine = make_engine(FILES)
    before = engine.callers("f")
    assert [use.place.spec for use in before.uses] == ["a.py::g"]
    with no_building():  # type: ignore[attr-defined]
        assert Engine(engine.root).callers("f") == before
        assert engine.impact("f").reached[-1].place.spec == "b.py::h"


def test_an_edit_is_seen_by_the_next_question(make_engine, monkeypatch) -> None:
    engine = make_engine(FILES)
    monkeypatch.setattr(engine, "_fresh_seconds", 0.0)
    assert len(engine.callers("f").uses) == 1
    (engine.root / "b.py").write_text("from a import f\n\ndef h():\n    f()\n\ndef i():\n    f()\n")
    later = time.time_ns() + 5_000_000_000
    os.utime(engine.root / "b.py", ns=(later, later))
    assert [use.place.qualname for use in engine.callers("f").uses] == ["g", "", "h", "i"]
    (engine.root / "b.py").unlink()
    assert [use.place.qualname for use in engine.callers("f").uses] == ["g"]


def graph_of(root: Path) -> tuple[IndexReader, CallGraph]:
    """A reader that holds on to the state of now, and its graph, which is not made yet."""
    reader = IndexReader(open_readonly(index_path(root)))
    reader.pin()
    catalog = reader.catalog()
    return reader, CallGraph(
        root, reader, catalog, load_history(reader, catalog), lambda progress: None, lambda path: ""
    )


def users(graph: CallGraph, name: str) -> set[str]:
    (node,) = graph.naming.target(name)
    return {graph.naming.place(int(graph.edges.sources[edge])).spec for edge in graph.edges.into(node)}


def test_no_reader_sees_the_graph_of_another_generation(make_engine) -> None:
    engine = make_engine(FILES)
    engine.index()
    old_reader, old = graph_of(engine.root)
    (engine.root / "b.py").write_text("from a import f\n\ndef longer():\n    f()\n")
    Engine(engine.root).index()
    new_reader, new = graph_of(engine.root)
    assert new.generation > old.generation
    assert users(new, "f") == {"a.py::g", "b.py", "b.py::longer"}
    assert old_reader.graph() == {}
    assert users(old, "f") == {"a.py::g"}, "made of the old state, and not kept in place of the new one"
    for reader in (old_reader, new_reader):
        reader.close()
    again_reader, again = graph_of(engine.root)
    with no_building():  # type: ignore[attr-defined]
        assert users(again, "f") == users(new, "f")
    again_reader.close()


def test_a_graph_of_the_last_generation_is_not_used_for_the_next(make_engine) -> None:
    engine = make_engine(FILES)
    engine.callers("f")
    (engine.root / "b.py").unlink()
    Engine(engine.root).index()
    reader, graph = graph_of(engine.root)
    assert reader.graph() == {}
    assert users(graph, "g") == set()
    reader.close()


def test_a_question_does_not_wait_for_the_indexer(make_engine) -> None:
    engine = make_engine(FILES)
    engine.index()
    with indexer_lock(folder_of(engine.root), 0.0) as held:
        assert held
        started = time.monotonic()
        assert len(engine.callers("f").uses) == 1
        assert time.monotonic() - started < 2
        reader, _ = graph_of(engine.root)
        assert reader.graph() == {}, "not kept: the index belongs to whoever holds the lock"
        reader.close()
    assert len(Engine(engine.root).callers("f").uses) == 1
    with no_building():  # type: ignore[attr-defined]
        assert len(Engine(engine.root).callers("f").uses) == 1


@pytest.mark.parametrize(
    ("what", "error"),
    [
        ("open_writable", apsw.ReadOnlyError("attempt to write a readonly database")),
        ("open_writable", apsw.FullError("database or disk is full")),
        ("indexer_lock", PermissionError(13, "Permission denied")),
        ("ensure_folder", CtxsmithError("cannot write the folder")),
    ],
)
def test_a_graph_that_cannot_be_kept_is_used_all_the_same(make_engine, what: str, error: Exception) -> None:
    engine = make_engine(FILES)
    engine.index()
    with mock.patch.object(callgraph, what, side_effect=error):
        assert len(engine.callers("f").uses) == 1
        assert engine.impact("f").files == 2
