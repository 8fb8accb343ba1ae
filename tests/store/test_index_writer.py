"""What is written comes back through a reader, also after replacing, removing and merging."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from ctxsmith_tui.model import Commit, Reference, Role, Skipped, Symbol
from ctxsmith_tui.store import index_writer
from ctxsmith_tui.store.database import open_readonly, open_writable
from ctxsmith_tui.store.index_reader import DEAD, IndexReader
from ctxsmith_tui.store.index_writer import IndexWriter
from ctxsmith_tui.store.postings import Field, Segment, build_segment, segment_sizes
from ctxsmith_tui.store.records import Batch, FileRecord, FileStamp, pack_references
from ctxsmith_tui.store.schema import MIGRATIONS


class Index:
    """A writer and a reader of the same file."""

    def __init__(self, path: Path) -> None:
        self.db = open_writable(path, MIGRATIONS)
        self.writer = IndexWriter(self.db)
        self.reader = IndexReader(open_readonly(path))

    def add(self, files: Mapping[str, Sequence[str]]) -> None:
        """Add files given as the words of their units, one batch a file."""
        self.writer.add_batches([batch(path, units) for path, units in files.items()])

    def holding(self, word: str) -> dict[tuple[str, int], int]:
        """(path, unit) -> how often a word is in it."""
        catalog = self.reader.catalog()
        found = {}
        for document, count in zip(*self._lookup(Field.BODY, word), strict=True):
            if (row := int(catalog.unit_row[document])) != DEAD:
                file = int(catalog.unit_file[row])
                found[catalog.paths[file], row - int(catalog.first_unit_row[file])] = count
        return found

    def named(self, word: str) -> set[str]:
        """Paths that hold a word."""
        catalog = self.reader.catalog()
        rows = [int(catalog.file_row[document]) for document in self._lookup(Field.PATH, word)[0]]
        return {catalog.paths[row] for row in rows if row != DEAD}

    def _lookup(self, field: Field, word: str) -> tuple[list[int], list[int]]:
        found = self.reader.lookup(field, [word])
        if word not in found:
            return [], []
        ids, counts = found[word]
        assert ids.tolist() == sorted(set(ids.tolist()))
        return ids.tolist(), counts.tolist()


def batch(path: str, units: Sequence[str], symbols: Sequence[Symbol] = ()) -> Batch:
    lines = [(k + 1, k + 1, -1, len(unit.split())) for k, unit in enumerate(units)]
    record = FileRecord(
        path=path,
        stamp=FileStamp(len("".join(units)), 1, b"hash"),
        language="python",
        role=Role.SOURCE,
        encoding="utf-8",
        rule="",
        detail="",
        lines=len(units),
        units=np.array(lines, dtype=np.int32).reshape(-1, 4),
        symbols=tuple(symbols),
        references=pack_references([Reference("call", "f", "f", "", 1, None)]),
    )
    body = segment([(word, k) for k, unit in enumerate(units) for word in unit.split()])
    names = segment([(symbol.name, 0) for symbol in symbols])
    return Batch((record,), {Field.BODY: body, Field.NAME: names, Field.DOC: segment([])}, {})


def segment(occurrences: Sequence[tuple[str, int]]) -> Segment:
    vocabulary = sorted({word for word, _ in occurrences})
    return build_segment(
        vocabulary,
        np.array([vocabulary.index(word) for word, _ in occurrences], dtype=np.int64),
        np.array([unit for _, unit in occurrences], dtype=np.int64),
    )


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    made = Index(tmp_path / "index.db")
    yield made
    made.db.close()


def symbol(name: str) -> Symbol:
    return Symbol("function", name, name, None, 1, 1, f"def {name}()", "")


def commit(sha: str, message: str, *paths: str) -> Commit:
    return Commit(sha, 1, message, paths)


def test_words_are_found_in_their_units(index: Index) -> None:
    index.add({"a.py": ["one two", "two two"], "b.py": ["two"]})
    assert index.holding("two") == {("a.py", 0): 1, ("a.py", 1): 2, ("b.py", 0): 1}
    assert index.holding("one") == {("a.py", 0): 1}


def test_a_replaced_file_keeps_nothing_of_what_it_was(index: Index) -> None:
    index.writer.add_batches([batch("a.py", ["old word", "old"], [symbol("gone")])])
    index.writer.add_batches([batch("a.py", ["new word"], [symbol("came")])])
    assert index.holding("old") == {}
    assert index.holding("word") == {("a.py", 0): 1}
    assert index.reader.definitions(["gone"]) == []
    assert [name for name, _, _ in index.reader.definitions(["came"])] == ["came"]
    assert index.named("py") == {"a.py"}
    assert index.reader.totals()[:3] == (1, 1, 1)


def test_a_removed_file_is_found_by_nothing(index: Index) -> None:
    index.writer.add_batches([batch("a.py", ["word"], [symbol("f")]), batch("b.py", ["word"])])
    index.writer.remove_files(["a.py", "never.py"])
    assert index.holding("word") == {("b.py", 0): 1}
    assert index.named("py") == {"b.py"}
    assert index.reader.definitions(["f"]) == []
    assert list(index.reader.stamps()) == ["b.py"]


def test_the_newest_file_of_all_can_be_removed(index: Index) -> None:
    index.add({"a.py": ["word"], "z.py": ["word"]})
    index.writer.remove_files(["z.py"])
    assert index.named("py") == {"a.py"}
    index.writer.remove_files(["a.py"])
    assert index.named("py") == set()
    assert index.holding("word") == {}


def test_a_file_without_units_between_others(index: Index) -> None:
    index.add({"a.py": ["word"], "empty.py": [], "z.py": ["x", "word"]})
    assert index.holding("word") == {("a.py", 0): 1, ("z.py", 1): 1}
    assert index.reader.catalog().first_unit_row.tolist() == [0, 1, 1, 3]


def test_any_path_comes_back_as_it_was(index: Index) -> None:
    paths = ["café.py", "new\nline.py", os.fsdecode(b"bad\xff.py"), "b.py"]
    index.add({path: ["word"] for path in paths})
    assert sorted(index.reader.stamps()) == sorted(paths)
    catalog = index.reader.catalog()
    assert list(catalog.paths) == sorted(paths, key=os.fsencode)


def test_merging_segments_changes_no_answer(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_writer, "MOST_SEGMENTS", 2)
    for step in range(12):
        index.add({f"f{step % 5}.py": [f"word w{step}", "word"], f"made/{step}.py": [f"v{step}"]})
        index.writer.remove_files([f"made/{step - 2}.py"])
        index.writer.compact()
        live = range(max(0, step - 4), step + 1)
        assert index.holding("word") == {(f"f{k % 5}.py", unit): 1 for k in live for unit in (0, 1)}
        for k in range(step + 1):
            assert index.holding(f"w{k}") == ({(f"f{k % 5}.py", 0): 1} if k in live else {})
        assert index.named("made") == {f"made/{k}.py" for k in (step - 1, step) if k >= 0}
        for field in Field:
            assert len(segment_sizes(index.db, field)) <= 2


def test_merging_drops_the_dead(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_writer, "MOST_SEGMENTS", 2)
    for step in range(20):
        index.add({"a.py": [f"word w{step}"]})
        index.writer.compact()
    assert sum(segment_sizes(index.db, Field.BODY).values()) <= 3 * 2


def test_numbers_are_not_used_twice_after_clearing(index: Index) -> None:
    index.add({"a.py": ["word", "word"]})
    index.writer.replace_history("1" * 40, ["1" * 40], [commit("1" * 40, "word", "a.py")])
    generation = index.reader.generation()
    index.writer.clear()
    assert index.reader.totals() == (0, 0, 0, 0)
    assert index.holding("word") == {}
    assert index.reader.head() == ""
    assert index.reader.generation() > generation
    index.add({"b.py": ["word"]})
    assert index.holding("word") == {("b.py", 0): 1}
    assert index.named("py") == {"b.py"}


def test_new_stamps_do_not_publish(index: Index) -> None:
    index.add({"a.py": ["word"]})
    generation = index.reader.generation()
    index.writer.restamp_files({"a.py": FileStamp(4, 99, b"hash")})
    assert index.reader.stamps()["a.py"].mtime_ns == 99
    assert index.reader.generation() == generation


def test_the_ledger_names_files_and_places_by_path(index: Index) -> None:
    index.writer.replace_unlisted([Skipped("z-link", "symlink", "/etc"), Skipped("b", "nested repository")])
    assert [entry.path for entry in index.reader.ledger()] == ["b", "z-link"]
    index.writer.replace_unlisted([Skipped("b", "nested repository")])
    assert index.reader.ledger() == [Skipped("b", "nested repository")]


def test_history_is_exactly_what_is_wanted(index: Index) -> None:
    one, two = commit("1" * 40, "first fix", "a.py", "b.py"), commit("2" * 40, "second fix", "a.py")
    index.writer.replace_history(one.sha, [one.sha], [one])
    index.writer.replace_history(two.sha, [two.sha, one.sha], [two])
    assert [each for _, each in index.reader.commits()] == [one, two]
    assert index.reader.head() == two.sha
    index.writer.replace_history(one.sha, [one.sha], [])
    assert [each for _, each in index.reader.commits()] == [one]
    assert index.writer.known_commits() == {one.sha}
    live = {number for number, _ in index.reader.commits()}
    assert live <= set(index.reader.lookup(Field.COMMIT, ["first"])["first"][0].tolist())


def test_an_index_is_complete_only_after_a_finished_run(index: Index) -> None:
    assert not index.reader.is_complete()
    index.writer.set_complete(True)
    assert index.reader.is_complete()
    index.writer.set_complete(False)
    assert not index.reader.is_complete()
