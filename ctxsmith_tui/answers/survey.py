"""What a repository is made of: languages, roles, the files others import, and the files people change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ctxsmith_tui.graph.modules import imported_sources
from ctxsmith_tui.index import git
from ctxsmith_tui.model import Role
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.history import History
from ctxsmith_tui.store.index_reader import Catalog

LONGEST_LIST = 10  # central and busiest files
_WRITTEN_BY_HAND = (Role.SOURCE, Role.TEST)

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


def survey(root: Path, context: Context, *, longest: int = LONGEST_LIST) -> Overview:
    """Describe the indexed repository at `root`; lists of files hold at most `longest`.

    Of the context it takes what the index holds, whatever the query.
    """
    catalog = context.catalog
    return Overview(
        root=str(root),
        branch=git.branch(root),
        head=catalog.head,
        files=len(catalog.paths),
        lines=int(catalog.lines.sum()),
        commits=context.reader.totals().commits,
        languages=_languages(catalog),
        roles=tuple(RoleShare(role, count) for role, count in _counted(catalog.roles)),
        central_files=tuple(_central_files(context))[:longest],
        busiest_files=tuple(_busiest_files(catalog, context.history))[:longest],
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
        if counts[row] and catalog.roles[row] in _WRITTEN_BY_HAND:
            yield BusyFile(catalog.paths[row], counts[row])


def _central_files(context: Context) -> Iterator[CentralFile]:
    roles, paths = context.catalog.roles, context.catalog.paths
    importers: Counter[int] = Counter()
    for row in range(len(paths)):
        if roles[row] in _WRITTEN_BY_HAND:
            importers.update(imported_sources(context.reader, context.catalog, row))
    for row, count in sorted(importers.items(), key=lambda item: (-item[1], item[0])):
        yield CentralFile(paths[row], count)
