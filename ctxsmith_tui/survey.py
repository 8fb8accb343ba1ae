"""What a repository is made of: languages, roles, the files others import, and the files people change."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ctxsmith_tui.index import git
from ctxsmith_tui.model import Reference, Role
from ctxsmith_tui.rank.history import History
from ctxsmith_tui.store.index_reader import ENTRY_STEMS, Catalog, IndexReader

LONGEST_LIST = 10  # central and busiest files
MOST_TARGETS = 12  # an import that fits more files than this names none
_SOURCE_FOLDERS = ("", "src/", "lib/", "python/")
_CODE = (Role.SOURCE, Role.TEST)

Key = TypeVar("Key", bound=str)


@dataclass(frozen=True, slots=True)
class LanguageShare:
    """How much of the repository is in one language; `language` is '' for files of none."""

    language: str
    files: int
    lines: int


@dataclass(frozen=True, slots=True)
class RoleShare:
    """How many files have a role."""

    role: Role
    files: int


@dataclass(frozen=True, slots=True)
class CentralFile:
    """A source file and how many files import it, as far as their imports could be resolved by name."""

    path: str
    imported_by: int


@dataclass(frozen=True, slots=True)
class BusyFile:
    """A source or test file and the indexed commits that touched it; sweeping commits do not count."""

    path: str
    commits: int


@dataclass(frozen=True, slots=True)
class Overview:
    """A repository at a glance; every list begins with the largest."""

    root: str
    branch: str
    head: str
    files: int
    lines: int
    commits: int
    languages: tuple[LanguageShare, ...]
    roles: tuple[RoleShare, ...]
    central_files: tuple[CentralFile, ...]
    busiest_files: tuple[BusyFile, ...]


def survey(
    root: Path, reader: IndexReader, catalog: Catalog, history: History, *, longest: int = LONGEST_LIST
) -> Overview:
    """Describe the indexed repository at `root`; lists of files hold at most `longest`."""
    return Overview(
        root=str(root),
        branch=git.branch(root),
        head=catalog.head,
        files=len(catalog.paths),
        lines=int(catalog.lines.sum()),
        commits=reader.totals().commits,
        languages=_languages(catalog),
        roles=tuple(RoleShare(role, count) for role, count in _counted(catalog.roles)),
        central_files=tuple(_central_files(reader, catalog))[:longest],
        busiest_files=tuple(_busiest_files(catalog, history))[:longest],
    )


def _counted(keys: Iterable[Key]) -> list[tuple[Key, int]]:
    return sorted(Counter(keys).items(), key=lambda item: (-item[1], item[0]))


def _languages(catalog: Catalog) -> tuple[LanguageShare, ...]:
    lines: Counter[str] = Counter()
    for language, count in zip(catalog.languages, catalog.lines.tolist(), strict=True):
        lines[language] += count
    shares = [LanguageShare(name, files, lines[name]) for name, files in _counted(catalog.languages)]
    return tuple(sorted(shares, key=lambda share: (-share.lines, share.language)))


def _busiest_files(catalog: Catalog, history: History) -> Iterator[BusyFile]:
    counts = history.commits_of_file.astype(int).tolist()
    for row in sorted(range(len(counts)), key=lambda row: (-counts[row], row)):
        if counts[row] and catalog.roles[row] in _CODE:
            yield BusyFile(catalog.paths[row], counts[row])


def _central_files(reader: IndexReader, catalog: Catalog) -> Iterator[CentralFile]:
    importers: dict[int, int] = defaultdict(int)
    resolver = _Imports(catalog)
    for row, file_id in enumerate(catalog.file_ids.tolist()):
        if catalog.roles[row] in _CODE:
            for target in resolver.targets(row, reader.references(file_id, "import")):
                importers[target] += 1
    for row in sorted(importers, key=lambda row: (-importers[row], row)):
        yield CentralFile(catalog.paths[row], importers[row])


class _Imports:
    """Finds the files that import statements name, without running anything: by path and by name."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._by_stem: dict[str, list[int]] = defaultdict(list)  # path without suffix -> rows
        self._by_folder: dict[str, list[int]] = defaultdict(list)
        for row, path in enumerate(catalog.paths):
            if catalog.roles[row] is Role.SOURCE:
                self._by_stem[posixpath.splitext(path)[0]].append(row)
                self._by_folder[posixpath.dirname(path)].append(row)

    def targets(self, row: int, references: Iterable[Reference]) -> set[int]:
        """Source files that a file imports, itself not among them."""
        folder = posixpath.dirname(self._catalog.paths[row])
        language = self._catalog.languages[row]
        found: set[int] = set()
        for reference in dict.fromkeys((each.target, each.name) for each in references):
            rows = self._resolve(folder, language, *reference)
            if len(rows) <= MOST_TARGETS:
                found.update(rows)
        return found - {row}

    def _resolve(self, folder: str, language: str, target: str, name: str) -> list[int]:
        if language == "go":
            return self._go_package(target)
        if language == "rust":
            return self._longest(_rust_module(folder, target), shortest=1)
        if target.startswith("."):
            if "/" in target or not target.strip("."):
                return self._script(folder, target) or self._relative(folder, target)
            return self._relative(folder, target)
        parts = re.split(r"[./]", target)
        return self._named(parts) if language == "python" or len(parts) > 1 else []

    def _at(self, path: str) -> list[int]:
        """The module at a path without suffix: a file, or the file that stands for a folder."""
        found = self._by_stem.get(path)
        for entry in ENTRY_STEMS:
            found = found or self._by_stem.get(posixpath.join(path, entry))
        return found or []

    def _script(self, folder: str, target: str) -> list[int]:
        """`./a/b.js` from JavaScript and its kin; the suffix may be missing, or that of compiled code."""
        path = posixpath.normpath(posixpath.join(folder, target))
        row = self._catalog.row_of_path.get(path)
        if row is not None and self._catalog.roles[row] is Role.SOURCE:
            return [row]
        return self._at(path) or self._at(posixpath.splitext(path)[0])

    def _relative(self, folder: str, target: str) -> list[int]:
        """`..a.b` from Python: each dot after the first is one folder up."""
        name = target.lstrip(".")
        for _ in range(len(target) - len(name) - 1):
            folder = posixpath.dirname(folder)
        parts = [part for part in folder.split("/") if part]
        return self._longest([*parts, *name.split(".")], shortest=max(1, len(parts)))

    def _named(self, parts: list[str]) -> list[int]:
        """`package.module.Name`: from a folder where sources begin, else from anywhere below."""
        for place in _SOURCE_FOLDERS:
            if found := self._longest(
                [*place.rstrip("/").split("/"), *parts] if place else parts, shortest=1
            ):
                return found
        for end in range(len(parts), 1, -1):
            found = self._catalog.rows_of_module("/".join(parts[:end]))
            if found := [row for row in found if self._catalog.roles[row] is Role.SOURCE]:
                return found
        return []

    def _longest(self, parts: list[str], shortest: int) -> list[int]:
        """The module at the longest leading part of a path: what follows are names inside it."""
        for end in range(len(parts), shortest - 1, -1):
            if found := self._at("/".join(parts[:end])):
                return found
        return []

    def _go_package(self, target: str) -> list[int]:
        """A Go package is a folder; an import path from a host ends in the folder's path."""
        parts = target.split("/")
        if "." not in parts[0]:
            return []
        folders = ("/".join(parts[start:]) for start in range(1, len(parts)))
        return next((self._by_folder[folder] for folder in folders if folder in self._by_folder), [])


def _rust_module(folder: str, target: str) -> list[str]:
    """`crate::a::b` as a path: `crate` is the nearest `src` above, `self` and `super` are folders."""
    first, *rest = target.split("::")
    parts = [part for part in folder.split("/") if part]
    if first == "crate":
        while parts and parts[-1] != "src":
            parts.pop()
    elif first == "super":
        parts = parts[:-1]
    elif first != "self":
        return []
    return [*parts, *rest]
