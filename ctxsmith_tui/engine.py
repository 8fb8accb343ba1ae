"""The one door that every face goes through: open a repository, index it, rank, explain and pack."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self, TypeVar

from ctxsmith_tui.answering import answering
from ctxsmith_tui.answers.workfiles import ReadFiles, StaleFileError, WorkFiles
from ctxsmith_tui.curate.places import locate, locate_file
from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.content import LARGEST_PARSED
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.index.indexer import Outcome, WorkTree, has_index, index_path, refresh
from ctxsmith_tui.kept.decided import Decided, decide
from ctxsmith_tui.kept.in_force import InForce, Settled
from ctxsmith_tui.model import (
    Changes,
    Decision,
    FoundPlace,
    Impact,
    ImportReport,
    IndexReport,
    IndexState,
    Mentioned,
    Note,
    NoteState,
    Pack,
    Progress,
    RankedFile,
    RankedUnit,
    Ranking,
    ReachingTests,
    RelatedFile,
    SearchHit,
    Skipped,
    SourceText,
    Symbol,
    SymbolReport,
    Uses,
)
from ctxsmith_tui.pack.budget import DEFAULT_BUDGET
from ctxsmith_tui.pack.formats import DEFAULT_FORMAT, renderer
from ctxsmith_tui.pack.targets import NO_TARGET, Target, find_target
from ctxsmith_tui.pack.tokens import DEFAULT as DEFAULT_TOKENIZER
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.personal.prompts import trusted_prompt
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.files import with_notes
from ctxsmith_tui.rank.history import History, load_history
from ctxsmith_tui.rank.query import Query, parse_task
from ctxsmith_tui.rank.ranking import TaskRanking, rank_task
from ctxsmith_tui.rank.search import search, search_query
from ctxsmith_tui.rank.weights import SHIPPED, Weights
from ctxsmith_tui.review_calls import ReviewCalls
from ctxsmith_tui.store.database import open_readonly
from ctxsmith_tui.store.index_reader import Catalog, IndexReader
from ctxsmith_tui.store.user_database import UserDatabase

if TYPE_CHECKING:
    from ctxsmith_tui.answers.callgraph import CallGraph
    from ctxsmith_tui.answers.changes import Found
    from ctxsmith_tui.answers.finding import Finder
    from ctxsmith_tui.answers.packing import Around
    from ctxsmith_tui.answers.review import Review
    from ctxsmith_tui.answers.survey import Overview
    from ctxsmith_tui.kept.notes import Notes

ATTEMPTS = 3  # at packing while files change under our hands
DEFAULT_DEPTH = 5  # steps from a change to what it reaches
FRESH_SECONDS = 1.0  # an answer within this time of the last look at the work tree does not look again

REMEMBERED_RANKINGS = 4  # so that pins, exclusions, budgets and formats change without ranking again

InUse = str | Literal[False] | None
"""The curation that an answer takes decisions, weights and scope from: by name, the active one, or none."""

Current = tuple[IndexReader, Catalog, History]
"""One state of the index: what reads it, its files, its commits."""

Question = tuple[int, str | Query, Sequence[str], Weights]
"""What a ranking answers: the generation of the index, task, scope and weights."""

Answer = TypeVar("Answer")


def _ignore(progress: Progress) -> None:
    """Report nothing."""


class Engine(ReviewCalls):
    """A repository and its index. Opening one is cheap; the first question indexes what is missing.

    `path` may be any folder inside the repository: the nearest `.git` upward is its root, and without one
    the folder itself. `report` is called with the progress of indexing. An answer within `fresh_seconds` of
    the last look at the work tree does not look again; with `math.inf` only `refresh` looks, and a question
    where there is no index yet. One engine belongs to one thread.
    Raises UsageError for a folder that does not exist, and for the home folder or a filesystem root
    unless `force` is set.
    """

    def __init__(
        self,
        path: str | Path = ".",
        *,
        force: bool = False,
        report: Callable[[Progress], None] = _ignore,
        fresh_seconds: float = FRESH_SECONDS,
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
        self._catalog: Catalog | None = None
        self._history: History | None = None
        self._calls: CallGraph | None = None
        self._finder: tuple[Catalog, Finder] | None = None
        self._database = UserDatabase(self.root)
        self._fresh_seconds = fresh_seconds
        self._checked = -math.inf
        self._pending = 0
        self._read_files = ReadFiles(self.root)
        self._rankings: list[tuple[Question, TaskRanking]] = []  # the newest first

    def _report_newest(self, progress: Progress) -> None:
        """To whoever listens now: a graph is resolved by a later question than the one that opened it."""
        self.report(progress)

    # --- the index -----------------------------------------------------------------------------------

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

    def _open(self) -> IndexReader:
        """The reader of the file that is there now: another process may have replaced a damaged one."""
        path = index_path(self.root)
        status = path.stat()
        file = status.st_dev, status.st_ino
        if self._reader is None or self._file != file:
            if self._reader is not None:
                self._reader.close()
            self._reader, self._file = IndexReader(open_readonly(path)), file
            self._catalog = self._calls = None
            self._rankings.clear()
        self._reader.pin()
        return self._reader

    def close(self) -> None:
        """Let go of the index; the next question looks at the work tree and opens it again."""
        if self._reader is not None:
            self._reader.close()
        self._database.close()
        self._reader = self._catalog = self._history = self._calls = None
        self._rankings.clear()
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
        if self._catalog is None or self._catalog.generation != reader.generation():
            self._catalog = reader.catalog()
            self._history = load_history(reader, self._catalog)
        assert self._history is not None
        return reader, self._catalog, self._history

    def _must_look(self) -> bool:
        if math.isinf(self._fresh_seconds):
            return self._reader is None and not has_index(self.root)
        return time.monotonic() - self._checked >= self._fresh_seconds

    @answering
    def state(self) -> IndexState:
        """What answers are computed from."""
        _, catalog, _ = self._current()
        return self._state_of(catalog)

    @answering
    def generation(self) -> int:
        """A number that changes whenever the index does."""
        return self._current()[1].generation

    def _state_of(self, catalog: Catalog) -> IndexState:
        return IndexState(str(self.root), catalog.head, len(catalog.paths), self._pending)

    # --- ranking -------------------------------------------------------------------------------------

    @answering
    def task_ranking(
        self,
        task: str,
        *,
        scope: Sequence[str] = (),
        weights: Weights | None = None,
        curation: InUse = None,
    ) -> TaskRanking:
        """All scores of a task, for callers that look closer than `rank` does.

        Weights and scope that are not given are those of `curation`, see `context`. Raises UsageError for an
        empty task, and for a scope that is none or holds no file.
        """
        return self._task_ranking(task, self._in_force(curation, scope, weights))

    def _task_ranking(self, task: str | Query, used: InForce, current: Current | None = None) -> TaskRanking:
        """The ranking of a task; the last few are kept, as decisions and budgets change none of them."""
        if isinstance(task, str) and not task.strip():
            raise UsageError("the task is empty; say in a few words what you are working on")
        current = current or self._current()
        question = (current[1].generation, task, used.scope, used.weights)
        for asked, ranking in self._rankings:
            if asked == question:
                return ranking
        query = parse_task(task) if isinstance(task, str) else task
        ranking = self._ranked(query, used, current)
        self._rankings = [(question, ranking), *self._rankings[: REMEMBERED_RANKINGS - 1]]
        return ranking

    def _ranked(self, query: Query, used: InForce, current: Current) -> TaskRanking:
        context = self._context(query, current)
        if not used.scope:
            return rank_task(context, weights=used.weights)
        in_scope = scope_filter(used.scope)
        if not any(map(in_scope, context.catalog.paths)):
            named = f"{', '.join(used.scope)}{used.scope_origin}"
            raise UsageError(f"no file lies in the scope {named}; globs start at the root")
        return rank_task(context, in_scope=in_scope, weights=used.weights)

    @answering
    def rank(
        self,
        task: str = "",
        *,
        limit: int = 20,
        scope: Sequence[str] = (),
        weights: Weights | None = None,
        diff: str | None = None,
        curation: InUse = None,
    ) -> Ranking:
        """The best `limit` files for a task, each with its whole reckoning.

        With `diff`, '' for the work tree or the name of a BASE, what changed helps; without a task it is the
        task. Weights and scope that are not given are those of `curation`, see `context`.
        """
        used = self._in_force(curation, scope, weights)
        ranking = self._ranking_with(task, diff, used)
        state = self._state_of(ranking.context.catalog)
        files = with_notes(ranking.explained_files(limit), self._notes_in(ranking.context))
        return Ranking(task, files, len(ranking.rows), state, used.notices())

    @answering
    def why(self, task: str, path: str, *, diff: str | None = None, curation: InUse = None) -> RankedFile:
        """The whole reckoning of any file of the index; its rank is 0 when nothing in the task speaks for
        it, or when it lies outside the scope of `curation`, see `context`; `diff` is as in `rank`.

        Raises UsageError when the file is not in the index, saying why.
        """
        ranking = self._ranking_with(task, diff, self._in_force(curation))
        found = ranking.explained_file(locate_file(path, self.root, ranking.context.catalog))
        assert found is not None
        return with_notes([found], self._notes_in(ranking.context))[0]

    def _ranking_with(self, task: str, diff: str | None, used: InForce) -> TaskRanking:
        """The scores of a task that a diff may be part of."""
        if diff is None:
            return self._task_ranking(task, used)
        current = self._current()
        review = self._review(self._found_changes(current, diff), task, used.scope)
        return self._task_ranking(task if review is None else review.query, used, current)

    def curation_notices(self, curation: InUse = None) -> tuple[str, ...]:
        """What of a curation is in force in a ranking, in sentences; none when nothing is."""
        return self._in_force(curation).notices()

    def _in_force(
        self, curation: InUse, scope: Sequence[str] = (), weights: Weights | None = None
    ) -> InForce:
        """Weights and scope of an answer; most repositories have no curation, which costs nothing."""
        if curation is False or (curation is None and not self._database.has_curations()):
            return InForce(weights or SHIPPED, tuple(scope))
        from ctxsmith_tui.kept.settling import in_force

        return in_force(self._curations().get(curation), scope, weights)

    @answering
    def ranked_units(
        self,
        task: str,
        path: str,
        *,
        budget: int = DEFAULT_BUDGET,
        scope: Sequence[str] = (),
        weights: Weights | None = None,
        diff: str | None = None,
        curation: InUse = None,
    ) -> tuple[RankedUnit, ...]:
        """All functions and passages of any file of the index, best first, each with its whole reckoning.

        Their scores are those of a pack of `budget` tokens; `diff` is as in `rank`. Raises UsageError like
        `why`.
        """
        ranking = self._ranking_with(task, diff, self._in_force(curation, scope, weights))
        catalog = ranking.context.catalog
        row = catalog.row_of_path[locate_file(path, self.root, catalog)]
        return ranking.units_of_file(row, budget)

    @answering
    def search(self, query: str, *, limit: int = 20) -> tuple[SearchHit, ...]:
        """Functions, classes, passages and notes by words or by (part of) a name, best first."""
        if not query.strip():
            raise UsageError("the query is empty; give words or a name")
        context = self._context(search_query(query))
        return tuple(search(context, limit, self._notes_in(context)))

    @answering
    def mentioned(self, text: str) -> Mentioned:
        """The paths, lines and symbols that a text such as a model's reply names, and what does not exist."""
        from ctxsmith_tui.handout.replies import mentioned

        return mentioned(text, self._context(search_query("")))

    @answering
    def coverage(self) -> list[Skipped]:
        """The ledger: every listed file that is not, or not fully, searchable, with the rule."""
        reader, _, _ = self._current()
        return reader.ledger()

    @answering
    def overview(self) -> Overview:
        """The repository at a glance: languages, roles, central and busiest files."""
        from ctxsmith_tui.answers.survey import survey

        return survey(self.root, self._context(search_query("")))

    @answering
    def places(self, query: str, *, limit: int = 50) -> tuple[FoundPlace, ...]:
        """Files and symbols that a few typed letters mean, best first; a SPEC is taken literally as well."""
        from ctxsmith_tui.answers.finding import Finder

        reader, catalog, _ = self._current()
        if self._finder is None or self._finder[0] is not catalog:
            self._finder = catalog, Finder(reader, catalog)
        return self._finder[1].find(query, limit)

    @answering
    def definitions(self, names: Sequence[str]) -> tuple[FoundPlace, ...]:
        """The symbols that have some names, in the order of the names, code of the project first."""
        from ctxsmith_tui.answers.finding import definitions

        reader, catalog, _ = self._current()
        return definitions(reader, catalog, names)

    @answering
    def source(self, path: str) -> SourceText:
        """The file at a path from the root, as it is on disk; it need not be in the index.

        Raises UsageError for what cannot be read: no link is followed, nothing outside the root is touched.
        """
        from ctxsmith_tui.answers.source import read_source

        return read_source(self.root, path, self._open() if index_path(self.root).exists() else None)

    def _context(self, query: Query, current: Current | None = None) -> Context:
        return Context(*(current or self._current()), query, self._read_text)

    # --- packing -------------------------------------------------------------------------------------

    @answering
    def context(
        self,
        task: str = "",
        budget: int | Literal["auto"] = DEFAULT_BUDGET,
        *,
        format: str = DEFAULT_FORMAT,
        tokenizer: str = DEFAULT_TOKENIZER,
        scope: Sequence[str] = (),
        pins: Sequence[str | Decision] = (),
        exclude: Sequence[str | Decision] = (),
        weights: Weights | None = None,
        start: Sequence[str] = (),
        hops: int = 1,
        diff: str | None = None,
        curation: InUse = None,
        prompt: str = "",
        target: str | Target = NO_TARGET,
    ) -> Pack:
        """The pack for a task: text of at most `budget` tokens, counted with the named tokenizer.

        `pins` and `exclude` are SPECs (`path`, `path:120-140`, `path::Class.method`; a pin may end in
        `@level`). With `start`, names or SPECs, the pack is made of these and what they use and what uses
        them, over `hops` edges of the call graph; the task may then be empty. With `diff`, '' for the
        work tree or the name of a BASE, what changed is shown first, as a diff and as code, and helps the
        ranking; without a task it is the task. `prompt` names instructions that stand before or after the
        code. With a `target` the budget counts its tokens, by an estimated margin.

        Decisions, weights and scope come from the curation of that name, None for the active one, False for
        none. Pins and exclusions that are given win over its own for the same place, a scope or weights
        replace its own. Raises PinTooLargeError when what is pinned does not fit, PromptTooLargeError when
        the instructions do not, UsageError for a bad argument or a repository's instructions nobody accepted.
        """
        if start and diff is not None:
            raise UsageError("a pack is about some code or about a diff; give only one of the two")
        if start and hops < 0:
            raise UsageError(f"{hops} hops are none; give 0 or more")
        if budget != "auto" and budget < 1:
            raise UsageError(f"a budget of {budget} tokens is none; give 1 or more, or 'auto'")
        renderer(format)
        counter = load_tokenizer(tokenizer)
        aim = target if isinstance(target, Target) else find_target(target, tokenizer=tokenizer)
        chosen = trusted_prompt(self.root, prompt) if prompt else None
        from ctxsmith_tui.answers.packing import Question, make_pack

        used = self._in_force(curation, scope, weights)
        for attempt in range(ATTEMPTS):
            current = self._current()  # what is around and what is ranked are of one state of the index
            around = self._around(current, start, hops, used.scope, with_task=bool(task.strip()))
            found = self._found_changes(current, diff) if diff is not None else None
            if found is not None and found.stale and attempt < ATTEMPTS - 1:
                self._refresh(found.stale)
                continue
            review = self._review(found, task, used.scope)
            words = task if task.strip() or around is None else around.title
            query = review.query if review is not None else words
            ranking = self._task_ranking(query, used, current)
            files = WorkFiles(ranking.context, self._read_files, trusting=attempt == ATTEMPTS - 1)
            decided = decide(files, pins, exclude, review.removed if review is not None else ())
            settled = self._settled(used, decided, files, current[0])
            if review is not None:
                graph, _ = self._graph(current)
                review = review.bounded(settled.decided.excluded, graph)
            try:
                question = Question(
                    ranking=ranking,
                    around=around,
                    review=review,
                    settled=settled,
                    notes=self._notes_in(ranking.context, files),
                    state=self._state_of(ranking.context.catalog),
                    budget=budget,
                    format=format,
                    tokenizer=counter,
                    target=aim,
                    prompt=chosen,
                )
                return make_pack(question, files)
            except StaleFileError:  # a file changed since the work tree was looked at, or kept its time
                self._refresh(files.changed)
        raise AssertionError("the last attempt takes files as they are")

    def _settled(self, used: InForce, given: Decided, files: WorkFiles, reader: IndexReader) -> Settled:
        """Decisions of the curation in use together with those given."""
        if used.curation is None:
            return Settled(given)
        from ctxsmith_tui.kept.curations import Curations
        from ctxsmith_tui.kept.settling import settle

        placements = Curations(self._curations(), files, reader).placements(used.curation)
        return settle(used, placements, given)

    @answering
    def why_not(
        self,
        task: str,
        path: str,
        pack: Pack,
        *,
        scope: Sequence[str] = (),
        exclude: Sequence[str | Decision] = (),
        weights: Weights | None = None,
        curation: InUse = None,
    ) -> str:
        """In a sentence, why a file or a part of one (`path` is a SPEC) is not in a pack.

        `pack` is the answer of `context` to the same task, scope, exclusions, weights and curation. Raises
        UsageError for a pack of another task, one made with `start` included, and for what is not in the
        index.
        """
        if pack.task != task:
            raise UsageError("the pack is not of this task; make one for it and ask again")
        tokenizer = load_tokenizer(pack.tokenizer)
        from ctxsmith_tui.answers.whynot import Absence

        used = self._in_force(curation, scope, weights)
        for attempt in range(ATTEMPTS):
            ranking = self._task_ranking(task, used)
            files = WorkFiles(ranking.context, self._read_files, trusting=attempt == ATTEMPTS - 1)
            place = locate(parse_spec(path), self.root, files.catalog, files.symbols)
            settled = self._settled(used, decide(files, (), exclude), files, ranking.context.reader)
            holes = settled.decided.excluded.get(place.path, ())
            try:
                return Absence(ranking, pack, place, holes, used.scope, files, tokenizer).sentence()
            except StaleFileError:
                self._refresh(files.changed)
        raise AssertionError("the last attempt takes files as they are")

    def _around(
        self, current: Current, start: Sequence[str], hops: int, scope: Sequence[str], *, with_task: bool
    ) -> Around | None:
        """The surroundings of what is named, None when nothing is."""
        if not start:
            return None
        from ctxsmith_tui.answers.packing import Around

        graph, _ = self._graph(current)
        return Around(
            program=graph.program,
            cone=graph.cone(start, hops, scope_filter(scope) if scope else None),
            title=f"{', '.join(graph.naming.spec(name) for name in start)} and what is around it",
            hops=hops,
            with_task=with_task,
        )

    # --- changes -------------------------------------------------------------------------------------

    @answering
    def changes(self, base: str = "") -> Changes:
        """What differs between the work tree and HEAD; with a `base`, between HEAD and where it left that.

        Raises UsageError without git or a commit, for an unknown base, and for one without a common commit.
        """
        for _ in range(ATTEMPTS):
            found = self._found_changes(self._current(), base)
            if not found.stale:
                break
            self._refresh(found.stale)
        return found.changes

    @answering
    def tests_of(self, path: str, lines: Sequence[tuple[int, int]] = ()) -> ReachingTests:
        """The tests that reach what stands in some lines of a file (`ChangedFile.lines`, say), or all of it.

        `lines` are 1-based ranges. The first question builds the call graph, which takes seconds in a
        large repository. Raises UsageError for a file that is not in the index.
        """
        from ctxsmith_tui.answers.review import tests_of

        graph, state = self._graph()
        path = locate_file(path, self.root, graph.catalog)
        return tests_of(graph, path, lines, DEFAULT_DEPTH, state)

    def _review(self, found: Found | None, task: str, scope: Sequence[str]) -> Review | None:
        """The changes that a pack is to be about, None when it is about none."""
        if found is None:
            return None
        from ctxsmith_tui.answers.review import review_of

        return review_of(found, task, scope_filter(scope) if scope else None)

    def _found_changes(self, current: Current, base: str) -> Found:
        from ctxsmith_tui.answers.changes import Indexed, find_changes

        reader, catalog, _ = current
        rows = catalog.row_of_path

        def content_hash(path: str) -> bytes:
            return catalog.hashes[rows[path]] if path in rows else b""

        def symbols(path: str) -> tuple[Symbol, ...]:
            return reader.symbols(int(catalog.file_ids[rows[path]]))

        return find_changes(self.root, self.is_git, base, Indexed(rows.keys(), content_hash, symbols))

    # --- the call graph ------------------------------------------------------------------------------

    def _graph(self, current: Current | None = None) -> tuple[CallGraph, IndexState]:
        """The graph of the index as it is now, and that state."""
        from ctxsmith_tui.answers.callgraph import CallGraph

        reader, catalog, history = current or self._current()
        if self._calls is None or self._calls.generation != catalog.generation:
            self._calls = CallGraph(self.root, reader, catalog, history, self._report_newest, self._read_text)
        return self._calls, self._state_of(catalog)

    @answering
    def symbol(self, name: str) -> tuple[SymbolReport, ...]:
        """All symbols that a name or SPEC means, each with its signature, members, bases and uses.

        Raises UsageError when there is none.
        """
        graph, _ = self._graph()
        return tuple(graph.report(node) for node in graph.naming.symbols(name))

    @answering
    def callers(self, name: str) -> Uses:
        """Who uses a symbol, named as `name`, `Class.name`, `path::Class.name` or `path:120-140`.

        Raises AmbiguousNameError when several symbols have the name, UsageError when none has.
        """
        graph, state = self._graph()
        return graph.callers(graph.naming.target(name), state)

    @answering
    def callees(self, name: str) -> Uses:
        """What a symbol uses; names and errors as in `callers`."""
        graph, state = self._graph()
        return graph.callees(name, state)

    @answering
    def impact(self, name: str, *, depth: int = DEFAULT_DEPTH) -> Impact:
        """What a change of a symbol may reach in at most `depth` steps; names and errors as in `callers`."""
        if depth < 1:
            raise UsageError(f"a depth of {depth} reaches nothing; give 1 or more")
        graph, state = self._graph()
        return graph.impact(graph.naming.target(name), depth, state)

    @answering
    def related_files(self, path: str) -> tuple[RelatedFile, ...]:
        """Files that import a file, are imported by it, or are changed by the same commits.

        `path` may be any SPEC, which stands for its file. Raises UsageError for what is not in the index.
        """
        graph, _ = self._graph()
        return graph.related(locate_file(parse_spec(path).path, self.root, graph.catalog))

    # --- notes ---------------------------------------------------------------------------------------

    @answering
    def add_note(
        self,
        text: str,
        *,
        file: str | None = None,
        symbol: str | None = None,
        span: str | None = None,
        writer: int | None = None,
    ) -> Note:
        """Keep a note about a file, a symbol (`path::Class.method`, or a name that is unique in the
        repository) or a span (`path:120-140`); without any of them, about the repository.

        With `writer`, the number of a workbench, `undo` takes it back. Raises UsageError for an empty
        text and for a place that is none, or ambiguous.
        """
        return self._with_notes(lambda notes: notes.add(text, file=file, symbol=symbol, span=span), writer)

    @answering
    def notes(self, *, stale: bool = False) -> tuple[Note, ...]:
        """All notes, or those that are stale or lost, where their code is now, in the order of their ids."""
        found = self._with_notes(lambda notes: notes.all())
        return tuple(note for note in found if not stale or note.state is not NoteState.CURRENT)

    @answering
    def edit_note(
        self,
        id: int,
        text: str | None = None,
        *,
        here: bool = False,
        file: str | None = None,
        symbol: str | None = None,
        span: str | None = None,
        writer: int | None = None,
    ) -> Note:
        """Change the text of a note, or its place; `here` takes its code as it is now, which ends stale.

        `writer` is as in `add_note`. Raises UsageError for an unknown id, and like `add_note`.
        """
        return self._with_notes(
            lambda notes: notes.edit(id, text, here=here, file=file, symbol=symbol, span=span), writer
        )

    @answering
    def remove_note(self, *ids: int, writer: int | None = None) -> None:
        """Remove notes; `writer` is as in `add_note`.

        Raises UsageError, and removes none, when one of the ids is unknown.
        """
        self._with_notes(lambda notes: notes.remove(ids), writer)

    @answering
    def export_notes(self) -> str:
        """All notes as text to be reviewed, committed and imported elsewhere; '' without any."""
        return self._with_notes(lambda notes: notes.exported())

    @answering
    def import_notes(self, text: str) -> ImportReport:
        """Take in exported notes; of two versions of a note the one edited later stays.

        Raises UsageError, and imports none, for what is no export.
        """
        return self._with_notes(lambda notes: notes.take(text))

    def _with_notes(self, use: Callable[[Notes], Answer], writer: int | None = None) -> Answer:
        """What `use` makes of the notes; changes are a step of `writer`, if there is one."""
        from ctxsmith_tui.kept.notes import Notes
        from ctxsmith_tui.store.notes_store import NotesStore

        record = None if writer is None else self._curations().recorder_of_notes(writer)
        store = NotesStore(self._database, record)
        return self._with_files(lambda files, reader: use(Notes(store, files, reader)))

    def _with_files(self, use: Callable[[WorkFiles, IndexReader], Answer], *, look: bool = True) -> Answer:
        for attempt in range(ATTEMPTS):
            context = self._context(search_query(""), self._current(look=look))
            files = WorkFiles(context, self._read_files, trusting=attempt == ATTEMPTS - 1)
            try:
                return use(files, context.reader)
            except StaleFileError:
                self._refresh(files.changed)
        raise AssertionError("the last attempt takes files as they are")

    def _notes_in(self, context: Context, files: WorkFiles | None = None) -> tuple[Note, ...]:
        """All notes for an answer from `context`; most repositories have none, which costs nothing."""
        if not self._database.exists():
            return ()
        from ctxsmith_tui.kept.notes import Notes
        from ctxsmith_tui.store.notes_store import NotesStore

        files = files or WorkFiles(context, self._read_files, trusting=True)
        return Notes(NotesStore(self._database), files, context.reader).all()

    def _read_text(self, path: str) -> str:
        """The text of a file as it is on disk; '' when it cannot be read."""
        try:
            return decode(read_bytes(self.root, path, LARGEST_PARSED)).text
        except OSError:
            return ""
