"""Opening a repository and its index, and the state of the index that answers are made from."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from ctxsmith_tui.answers.workfiles import ReadFiles, StaleFileError, WorkFiles
from ctxsmith_tui.engine.answering import Answering, answering
from ctxsmith_tui.engine.generations import Generations
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.content import LARGEST_PARSED
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.index.indexer import Outcome, WorkTree, has_index, index_path, refresh
from ctxsmith_tui.model import IndexReport, IndexState, Progress, Skipped
from ctxsmith_tui.pack.defaults import BUILT_IN, PackDefaults
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.history import History, load_history
from ctxsmith_tui.rank.query import Query
from ctxsmith_tui.rank.ranking import TaskRanking
from ctxsmith_tui.rank.search import search_query
from ctxsmith_tui.rank.weights import Weights
from ctxsmith_tui.store.database import open_readonly
from ctxsmith_tui.store.index_reader import Catalog, IndexReader
from ctxsmith_tui.store.user_database import UserDatabase

if TYPE_CHECKING:
    from ctxsmith_tui.answers.callgraph import CallGraph
    from ctxsmith_tui.answers.finding import Finder

ATTEMPTS = 3  # at answering while files change under our hands
FRESH_SECONDS = 1.0  # an answer within this time of the last look at the work tree does not look again

Answer = TypeVar("Answer")

Asked = tuple[str | Query, tuple[str, ...], Weights]
"""What a ranking answers: task, scope and weights."""


@dataclass(eq=False, slots=True)
class Current:
    """One state of the index: what reads it, its files, its commits; with it goes what was made of it for
    earlier answers. Of the `rankings` the newest is the first.
    """

    reader: IndexReader
    catalog: Catalog
    history: History
    rankings: list[tuple[Asked, TaskRanking]] = field(default_factory=list)
    graph: CallGraph | None = None
    finder: Finder | None = None


def _ignore(progress: Progress) -> None:
    """Report nothing."""


class IndexCalls(Answering):
    """The part of the engine that is about the index, which all others stand on; made as `Engine` says."""

    def __init__(
        self,
        path: str | Path = ".",
        *,
        force: bool = False,
        report: Callable[[Progress], None] = _ignore,
        fresh_seconds: float = FRESH_SECONDS,
        defaults: PackDefaults = BUILT_IN,
    ) -> None:
        start = Path(path)
        if not start.is_dir():
            raise UsageError(f"{path} is not a folder; give the folder of a repository")
        self.root, self.is_git = git.find_root(start.resolve())
        git.check_root(self.root, force)
        self.report = report
        self._tree = WorkTree(self.root, self.is_git)
        self._reader: IndexReader | None = None
        self._file = (0, 0)  # device and inode that the reader has open
        self._now: Current | None = None
        self._generations = Generations()
        self._database = UserDatabase(self.root)
        self._fresh_seconds = fresh_seconds
        self._defaults = defaults  # of curations
        self._checked = -math.inf
        self._pending = 0
        self._read_files = ReadFiles(self.root)

    def _report_newest(self, progress: Progress) -> None:
        """To whoever listens now: a graph is resolved by a later question than the one that opened it."""
        self.report(progress)

    @answering
    def refresh(self) -> Outcome:
        """Look at the work tree and index what changed."""
        return self._refresh()

    def _refresh(self, suspects: Collection[str] = (), *, rebuild: bool = False) -> Outcome:
        outcome = refresh(self._tree, self.report, suspects=suspects, rebuild=rebuild)
        self._checked, self._pending = time.monotonic(), outcome.pending
        return outcome

    @answering
    def index(self, *, rebuild: bool = False) -> IndexReport:
        """Build the index or bring it up to date; returns what it holds and what this run did."""
        started = time.perf_counter()
        outcome = self._refresh(rebuild=rebuild)
        reader = self._open()
        rules: dict[str, int] = {}
        for entry in reader.ledger():
            rules[entry.rule] = rules.get(entry.rule, 0) + 1
        return IndexReport(
            *reader.totals(),
            skipped=sum(rules.values()),
            seconds=round(time.perf_counter() - started, 3),
            read=outcome.read,
            removed=outcome.removed,
            pending=outcome.pending,
            rules=dict(sorted(rules.items(), key=lambda item: (-item[1], item[0]))),
        )

    @answering
    def coverage(self) -> list[Skipped]:
        """The ledger: every listed file that is not, or not fully, searchable, with the rule."""
        return self._current().reader.ledger()

    def _open(self) -> IndexReader:
        """The reader of the file that is there now: another process may have replaced a damaged one."""
        path = index_path(self.root)
        status = path.stat()
        file = status.st_dev, status.st_ino
        if self._reader is None or self._file != file:
            if self._reader is not None:
                self._reader.close()
            self._reader, self._file = IndexReader(open_readonly(path)), file
        self._reader.pin()
        return self._reader

    def close(self) -> None:
        """Let go of the index; the next question looks at the work tree and opens it again."""
        if self._reader is not None:
            self._reader.close()
        self._database.close()
        self._reader = self._now = None
        self._generations.forget()
        self._checked = -math.inf

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _release(self) -> None:
        if self._reader is not None:
            self._reader.unpin()

    def _current(self, *, look: bool = True) -> Current:
        """The index, no older than `fresh_seconds`; without `look` as it is, if one is open."""
        if (look or self._reader is None) and self._must_look():
            self._refresh()
        reader = self._open()
        now = self._now
        if now is None or now.reader is not reader or now.catalog.generation != reader.generation():
            catalog = reader.catalog()
            if now is not None:
                self._generations.step(now.catalog, catalog)
            now = self._now = Current(reader, catalog, load_history(reader, catalog))
        return now

    def _must_look(self) -> bool:
        if math.isinf(self._fresh_seconds):
            return self._reader is None and not has_index(self.root)
        return time.monotonic() - self._checked >= self._fresh_seconds

    @answering
    def state(self) -> IndexState:
        """What answers are computed from."""
        return self._state_of(self._current().catalog)

    @answering
    def generation(self) -> int:
        """A number that changes whenever the index does."""
        return self._current().catalog.generation

    @answering
    def changed_since(self, generation: int) -> tuple[str, ...]:
        """The files that were added, removed or changed since a `generation` that this engine answered from,
        whoever indexed them; in the order of their paths. None for any other generation.
        """
        self._current()
        return tuple(sorted(self._generations.changed_since(generation)))

    def _state_of(self, catalog: Catalog) -> IndexState:
        return IndexState(str(self.root), catalog.head, len(catalog.paths), self._pending)

    def _context(self, query: Query, current: Current | None = None) -> Context:
        now = current or self._current()
        return Context(now.reader, now.catalog, now.history, query, self._read_text)

    def _with_files(self, use: Callable[[WorkFiles, IndexReader], Answer], *, look: bool = True) -> Answer:
        """What `use` makes of the files as the index knows them; without `look` the work tree is not looked
        at when an index is open.
        """
        for attempt in range(ATTEMPTS):
            context = self._context(search_query(""), self._current(look=look))
            files = WorkFiles(context, self._read_files, trusting=attempt == ATTEMPTS - 1)
            try:
                return use(files, context.reader)
            except StaleFileError:
                self._refresh(files.changed)
        raise AssertionError("the last attempt takes files as they are")

    def _read_text(self, path: str) -> str:
        """The text of a file as it is on disk; '' when it cannot be read."""
        try:
            return decode(read_bytes(self.root, path, LARGEST_PARSED)).text
        except OSError:
            return ""
