"""The one door that every face goes through: open a repository, index it, rank, explain and pack."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.index.indexer import Outcome, WorkTree, index_path, refresh
from ctxsmith_tui.model import IndexReport, IndexState, Pack, Progress, Ranking, Symbol
from ctxsmith_tui.pack.packer import pack
from ctxsmith_tui.pack.request import Request, Sources
from ctxsmith_tui.pack.tokens import DEFAULT as DEFAULT_TOKENIZER
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.history import History, load_history
from ctxsmith_tui.rank.query import parse_task
from ctxsmith_tui.rank.ranking import TaskRanking, rank_task
from ctxsmith_tui.rank.signals.tests import imported_files
from ctxsmith_tui.rank.weights import SHIPPED, Weights
from ctxsmith_tui.store.database import open_readonly
from ctxsmith_tui.store.index_reader import Catalog, IndexReader
from ctxsmith_tui.text.lines import split_lines
from ctxsmith_tui.text.printable import printable

DEFAULT_BUDGET = 8_000  # tokens
FRESH_SECONDS = 1.0  # an answer within this time of the last look at the work tree does not look again


def _ignore(progress: Progress) -> None:
    """Report nothing."""


class Engine:
    """A repository and its index. Opening one is cheap; the first question indexes what is missing.

    `path` may be any folder inside the repository: the nearest `.git` upward is its root, and without one
    the folder itself. `report` is called with the progress of indexing. One engine belongs to one thread.
    Raises UsageError for a folder that does not exist, and for the home folder or a filesystem root
    unless `force` is set.
    """

    def __init__(
        self, path: str | Path = ".", *, force: bool = False, report: Callable[[Progress], None] = _ignore
    ) -> None:
        start = Path(path)
        if not start.is_dir():
            raise UsageError(f"{path} is not a folder; give the folder of a repository")
        self.root, self.is_git = git.find_root(start.resolve())
        git.check_root(self.root, force)
        self._report = report
        self._tree = WorkTree(self.root, self.is_git)
        self._reader: IndexReader | None = None
        self._catalog: Catalog | None = None
        self._history: History | None = None
        self._checked = -FRESH_SECONDS
        self._pending = 0

    # --- the index -----------------------------------------------------------------------------------

    def refresh(self) -> Outcome:
        """Look at the work tree and index what changed."""
        outcome = refresh(self._tree, self._report)
        self._checked, self._pending = time.monotonic(), outcome.pending
        return outcome

    def index(self, *, rebuild: bool = False) -> IndexReport:
        """Build the index or bring it up to date; returns what it holds and what this run did."""
        started = time.perf_counter()
        outcome = refresh(self._tree, self._report, rebuild=rebuild)
        self._checked, self._pending = time.monotonic(), outcome.pending
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

    def _open(self) -> IndexReader:
        if self._reader is None:
            self._reader = IndexReader(open_readonly(index_path(self.root)))
        return self._reader

    def _current(self) -> tuple[IndexReader, Catalog, History]:
        """The index, no older than `FRESH_SECONDS`."""
        if time.monotonic() - self._checked >= FRESH_SECONDS:
            self.refresh()
        reader = self._open()
        if self._catalog is None or self._catalog.generation != reader.generation():
            self._catalog = reader.catalog()
            self._history = load_history(reader, self._catalog)
        assert self._history is not None
        return reader, self._catalog, self._history

    def state(self) -> IndexState:
        """What answers are computed from."""
        _, catalog, _ = self._current()
        return IndexState(str(self.root), catalog.head, len(catalog.paths), self._pending)

    # --- ranking -------------------------------------------------------------------------------------

    def task_ranking(
        self,
        task: str,
        *,
        scope: Sequence[str] = (),
        weights: Weights = SHIPPED,
    ) -> TaskRanking:
        """All scores of a task, for callers that look closer than `rank` does."""
        reader, catalog, history = self._current()
        context = Context(reader, catalog, history, parse_task(task), self._read_text)
        return rank_task(context, weights=weights)

    def rank(
        self, task: str, *, limit: int = 20, scope: Sequence[str] = (), weights: Weights = SHIPPED
    ) -> Ranking:
        """The best `limit` files for a task, each with its whole reckoning."""
        ranking = self.task_ranking(task, scope=scope, weights=weights)
        return Ranking(task, ranking.explained_files(limit), len(ranking.rows), self.state())

    # --- packing -------------------------------------------------------------------------------------

    def context(
        self,
        task: str,
        budget: int = DEFAULT_BUDGET,
        *,
        format: str = "markdown",
        tokenizer: str = DEFAULT_TOKENIZER,
        scope: Sequence[str] = (),
        weights: Weights = SHIPPED,
    ) -> Pack:
        """The pack for a task: text of at most `budget` tokens, counted with the named tokenizer."""
        counter = load_tokenizer(tokenizer)
        ranking = self.task_ranking(task, scope=scope, weights=weights)
        state = self.state()
        files = _Files(self, ranking)
        packed = pack(
            Request(
                task=task,
                title=ranking.context.query.title,
                source=_source(state, budget, tokenizer),
                budget=budget,
                format=format,
                tokenizer=counter,
                files=[ranking.context.catalog.paths[row] for row in ranking.rows],
                candidates=ranking.units(budget),
                sources=Sources(files.lines, files.language, files.symbols, files.imports),
            )
        )
        return Pack(
            task=task,
            budget=budget,
            tokens=packed.tokens,
            tokenizer=tokenizer,
            text=packed.text,
            items=packed.items,
            omitted=packed.omitted,
            files=tuple(dict.fromkeys(item.path for item in packed.items)),
            index=state,
        )

    def _read_text(self, path: str) -> str:
        """The text of a file as it is on disk; '' when it cannot be read."""
        try:
            return decode(read_bytes(self.root, path)).text
        except OSError:
            return ""


class _Files:
    """How the packer looks at the files of one ranking; each is read once, as it is on disk."""

    def __init__(self, engine: Engine, ranking: TaskRanking) -> None:
        self._context = ranking.context
        self._read_text = engine._read_text
        self._lines: dict[str, list[str]] = {}

    def lines(self, path: str) -> list[str]:
        if path not in self._lines:
            self._lines[path] = split_lines(self._read_text(path))
        return self._lines[path]

    def language(self, path: str) -> str:
        row = self._context.catalog.row_of_path.get(path)
        return "" if row is None else self._context.catalog.languages[row]

    def symbols(self, path: str) -> tuple[Symbol, ...]:
        row = self._context.catalog.row_of_path.get(path)
        return () if row is None else self._context.symbols(row)

    def imports(self, path: str) -> frozenset[str]:
        row = self._context.catalog.row_of_path.get(path)
        if row is None:
            return frozenset()
        return frozenset(self._context.catalog.paths[file] for file in imported_files(self._context, row))


def _source(state: IndexState, budget: int, tokenizer: str) -> str:
    """Where the code is from, in one line of a pack."""
    place = Path(state.root).name
    at = f" at {state.head[:10]}" if state.head else ""
    return f"Code of {printable(place)}{at}, at most {budget:,} tokens ({tokenizer})."
