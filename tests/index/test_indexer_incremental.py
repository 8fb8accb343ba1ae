"""An index that went through edits, deletions, renames, commits, branches, interruptions and merges of its
segments answers byte for byte as one that is built from nothing.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from ctxsmith_tui.engine import Engine
from ctxsmith_tui.index import indexer, pool
from ctxsmith_tui.index.indexer import WorkTree, index_path, refresh
from ctxsmith_tui.model import Progress
from ctxsmith_tui.store import index_writer
from ctxsmith_tui.store.database import open_readonly
from ctxsmith_tui.store.index_reader import IndexReader
from ctxsmith_tui.store.postings import Field, segment_sizes

WORDS = "session cookie token parser request response cache index budget render signal user account".split()
FOLDERS = ["", "src/", "src/core/", "tests/", "docs/"]
TASKS = [
    "The session cookie is lost when the parser handles a request",
    "render_budget() raises in src/core while the cache index of the user account is built",
    "test that token response signal works",
]


class World:
    """A repository and one random change after another."""

    def __init__(self, repo, seed: int) -> None:
        self.repo = repo
        self.root: Path = repo.path
        self.random = random.Random(seed)
        self.branches = ["main"]
        self.count = 0
        for _ in range(12):
            self.add()
        self.commit()

    def step(self) -> None:
        actions = [
            *[
                self.add,
                self.edit,
                self.edit,
                self.append,
                self.delete,
                self.rename,
                self.commit,
                self.commit,
            ],
            *[self.branch, self.switch, self.spoil, self.touch, self.sweep, self.link],
        ]
        self.random.choice(actions)()

    def files(self) -> list[str]:
        found = [path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink()]
        names = (path.relative_to(self.root).as_posix() for path in found)
        return sorted(name for name in names if not name.startswith((".git/", ".contextsmith/")))

    def word(self) -> str:
        return self.random.choice(WORDS)

    def content(self, name: str) -> str:
        if name.endswith(".md"):
            return "".join(
                f"## {self.word()}\n\nThe {self.word()} and the {self.word()}.\n" for _ in range(4)
            )
        lines = [f'"""About {self.word()}."""\n', f"from src.core import {self.word()}\n"]
        for _ in range(self.random.randint(1, 5)):
            lines.append(f"\n\ndef {self.word()}_{self.word()}({self.word()}):\n")
            lines.append(f'    """Does {self.word()} {self.word()}."""\n')
            lines += [f"    {self.word()}({self.word()}.{self.word()})\n"] * self.random.randint(1, 30)
        return "".join(lines)

    def add(self) -> None:
        self.count += 1
        suffix = self.random.choice(["py", "py", "py", "md"])
        name = f"{self.random.choice(FOLDERS)}{self.word()}_{self.count % 9}.{suffix}"
        self.repo.write({name: self.content(name)})

    def some_file(self) -> str:
        return self.random.choice(self.files())

    def edit(self) -> None:
        name = self.some_file()
        self.repo.write({name: self.content(name)})

    def append(self) -> None:
        with (self.root / self.some_file()).open("a") as file:
            file.write(f"\n{self.word()}\n")

    def delete(self) -> None:
        if len(self.files()) > 5:
            (self.root / self.some_file()).unlink()

    def rename(self) -> None:
        old = self.some_file()
        new = self.root / f"{self.random.choice(FOLDERS)}{self.word()}_{self.word()}{Path(old).suffix}"
        new.parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).replace(new)

    def commit(self) -> None:
        self.repo.commit(f"Fix {self.word()} of {self.word()}\n\nThe {self.word()} was wrong.")

    def branch(self) -> None:
        self.commit()
        self.branches.append(f"b{len(self.branches)}")
        self.repo.git("checkout", "-q", "-b", self.branches[-1])

    def switch(self) -> None:
        self.commit()
        self.repo.git("checkout", "-q", self.random.choice(self.branches))

    def spoil(self) -> None:
        """Make a file binary, minified, broken or badly encoded."""
        kinds = [b"\x00\x01", b"x = 1;" * 600, b"def broken(:\n  ((\n", "name = 'Müller'\n".encode("latin-1")]
        (self.root / self.some_file()).write_bytes(self.random.choice(kinds))

    def touch(self) -> None:
        place = self.root / self.some_file()
        os.utime(place, ns=(1, place.stat().st_mtime_ns - 1_000_000_000))

    def sweep(self) -> None:
        """Move everything of one folder, or rewrite many files, and commit."""
        for name in self.files()[:9]:
            self.repo.write({name: self.content(name)})
        self.commit()

    def link(self) -> None:
        place = self.root / f"link_{self.word()}.py"
        if place.is_symlink():
            place.unlink()
        else:
            place.symlink_to(self.some_file())


def answers(root: Path) -> list[object]:
    """All that a face shows of some tasks, from a new engine."""
    engine = Engine(root)
    found: list[object] = [engine.coverage()]
    for task in TASKS:
        found.append(engine.rank(task, limit=100).files)
        packed = engine.context(task, 1200)
        found += [packed.text, packed.items, packed.omitted]
    reader = IndexReader(open_readonly(index_path(root)))
    found.append(reader.totals())
    found.append({commit.sha for _, commit in reader.commits()})
    return found


def answers_of_a_fresh_index(root: Path, aside: Path) -> list[object]:
    folder = index_path(root).parent
    folder.rename(aside)
    try:
        return answers(root)
    finally:
        shutil.rmtree(folder)
        aside.rename(folder)


def stop_at_once(progress: Progress) -> None:
    if progress.phase == "indexing files" and progress.done:
        raise KeyboardInterrupt


@pytest.mark.parametrize("seed", range(4))
def test_an_updated_index_answers_as_a_fresh_one(
    make_repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(index_writer, "MOST_SEGMENTS", 2)
    monkeypatch.setattr(indexer, "FLUSH_SECONDS", 0)
    monkeypatch.setenv("GIT_AUTHOR_DATE", "1700000000 +0000")  # all at once: order must not come from time
    world = World(make_repo(), seed)
    for round_ in range(4):
        for _ in range(6):
            world.step()
            if world.random.random() < 0.2:
                try:
                    refresh(WorkTree(world.root, True), stop_at_once)
                except KeyboardInterrupt:
                    continue
            elif world.random.random() < 0.6:
                Engine(world.root).index()
        assert answers(world.root) == answers_of_a_fresh_index(world.root, tmp_path / "aside"), (seed, round_)
    assert Engine(world.root).index().read == 0
    connection = open_readonly(index_path(world.root))
    assert connection.pragma("integrity_check") == "ok"
    segments = sum(len(segment_sizes(connection, field)) for field in Field)
    ((written,),) = connection.execute("SELECT value FROM meta WHERE key = 'next_segment'")
    assert segments * 2 < written, "most were merged"


def test_workers_and_one_process_make_the_same_index(
    make_repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(make_repo(), 11)
    one = answers(world.root)
    monkeypatch.setattr(pool, "SMALL_WORK_BYTES", 0)
    monkeypatch.setattr(pool, "BATCH_FILES", 2)
    assert answers_of_a_fresh_index(world.root, tmp_path / "aside") == one


def test_a_copy_elsewhere_answers_the_same(make_repo, tmp_path: Path) -> None:
    world = World(make_repo(), 12)
    for _ in range(8):
        world.step()
    world.commit()
    copy = tmp_path / "elsewhere" / world.root.name
    shutil.copytree(world.root, copy, ignore=shutil.ignore_patterns(".contextsmith"), symlinks=True)
    for path in copy.rglob("*"):
        os.utime(path, ns=(1, 1), follow_symlinks=False)
    assert answers(copy) == answers(world.root)
