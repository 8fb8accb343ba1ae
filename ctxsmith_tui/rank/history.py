"""The commits of the index, joined with the files of the catalog."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ctxsmith_tui.model import Commit
from ctxsmith_tui.rank.matches import Floats, Ints
from ctxsmith_tui.store.index_reader import DEAD, Catalog, IndexReader
from ctxsmith_tui.text.terms import WORD

LARGEST_COMMIT = 20  # files; a larger commit is a sweep and tells nothing about any of them


@dataclass(frozen=True, eq=False)
class History:
    """Commits small enough to tell something, newest first; `files` holds rows of the catalog."""

    commits: tuple[Commit, ...]
    files: tuple[Ints, ...]
    row_of_document: Ints
    file_count: int

    @cached_property
    def lengths(self) -> Floats:
        """Words in each message."""
        return np.array([len(WORD.findall(commit.message)) for commit in self.commits], dtype=np.float64)

    @cached_property
    def commits_of_file(self) -> Floats:
        """How many of the commits touched each file."""
        touched = np.concatenate(self.files) if self.files else np.empty(0, dtype=np.int64)
        return np.bincount(touched, minlength=self.file_count).astype(np.float64)

    @cached_property
    def _commits_by_file(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for commit, files in enumerate(self.files):
            for file in files.tolist():
                found.setdefault(file, []).append(commit)
        return found

    def files_of(self, files: Iterable[int]) -> list[Ints]:
        """For each commit that touched any of these files, newest first, all the files that it touched."""
        commits = {commit for file in files for commit in self._commits_by_file.get(file, ())}
        return [self.files[commit] for commit in sorted(commits)]


def load_history(reader: IndexReader, catalog: Catalog) -> History:
    """Join commits with the files that still exist."""
    rows = catalog.row_of_path
    numbered = [
        (number, commit) for number, commit in reader.commits() if 0 < len(commit.paths) <= LARGEST_COMMIT
    ]
    numbered.sort(key=lambda each: (-each[1].time, each[1].sha))
    row_of_document = np.full(reader.last_commit_document() + 1, DEAD, dtype=np.int64)
    for row, (number, _) in enumerate(numbered):
        row_of_document[number] = row
    return History(
        commits=tuple(commit for _, commit in numbered),
        files=tuple(
            np.array([rows[path] for path in commit.paths if path in rows], dtype=np.int64)
            for _, commit in numbered
        ),
        row_of_document=row_of_document,
        file_count=len(catalog.paths),
    )
