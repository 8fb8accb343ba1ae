"""The one door that every face goes through: open a repository, index it, rank, explain and pack."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, Literal, ParamSpec, Self, TypeVar

import apsw

from ctxsmith_tui.curate.places import locate_file
from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.content import LARGEST_PARSED
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.index.indexer import Outcome, WorkTree, discard_index, index_path, refresh
from ctxsmith_tui.model import (
    Decision,
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
    Ranking,
    RelatedFile,
    SearchHit,
    Skipped,
    SymbolReport,
    Uses,
)
from ctxsmith_tui.pack.formats import renderer
from ctxsmith_tui.pack.targets import NO_TARGET, Target, find_target
from ctxsmith_tui.pack.tokens import DEFAULT as DEFAULT_TOKENIZER
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.prompts import trusted_prompt
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.files import with_notes
from ctxsmith_tui.rank.history import History, load_history
from ctxsmith_tui.rank.query import Query, parse_task
from ctxsmith_tui.rank.ranking import TaskRanking, rank_task
from ctxsmith_tui.rank.search import search, search_query
from ctxsmith_tui.rank.weights import SHIPPED, Weights
from ctxsmith_tui.store.database import folder_of, open_readonly
from ctxsmith_tui.store.index_reader import Catalog, IndexReader
from ctxsmith_tui.store.notes_store import notes_path
from ctxsmith_tui.workfiles import StaleFileError, WorkFiles, decide

if TYPE_CHECKING:
    from ctxsmith_tui.callgraph import CallGraph
    from ctxsmith_tui.notes import Notes
    from ctxsmith_tui.packing import Around
    from ctxsmith_tui.survey import Overview

DEFAULT_BUDGET = 8_000  # tokens
ATTEMPTS = 3  # at packing while files change under our hands
DEFAULT_DEPTH = 5  # steps from a change to what it reaches
FRESH_SECONDS = 1.0  # an answer within this time of the last look at the work tree does not look again

Current = tuple[IndexReader, Catalog, History]
"""One state of the index: what reads it, its files, its commits."""

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def _ignore(progress: Progress) -> None:
    """Report nothing."""


def _answering(
    method: Callable[Concatenate[Engine, Arguments], Answer],
) -> Callable[Concatenate[Engine, Arguments], Answer]:
    """A method that answers from one state of the index, and lets go of it in the end.

    An index that turns out to be damaged or gone is built anew, once; what else SQLite reports is a
    CtxsmithError.
    """

    @wraps(method)
    def answer(self: Engine, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        try:
            try:
                return method(self, *args, **kwargs)
            except (apsw.CorruptError, apsw.NotADBError):
                self.close()
                discard_index(self.root)
            except FileNotFoundError:
                if index_path(self.root).exists():
                    raise
                self.close()
            return method(self, *args, **kwargs)
        except FileNotFoundError as error:
            raise CtxsmithError(
                f"{folder_of(self.root)} was removed while it was in use; ask again to build it anew"
            ) from error
        except apsw.Error as error:
            raise CtxsmithError(
                f"the index in {folder_of(self.root)} cannot be used ({error}); try again, or delete it"
            ) from error
        finally:
            self._release()

    return answer


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
        self._file = (0, 0)  # device and inode that the reader has open
        self._catalog: Catalog | None = None
        self._history: History | None = None
        self._calls: CallGraph | None = None
        self._checked = -FRESH_SECONDS
        self._pending = 0

    # --- the index -----------------------------------------------------------------------------------

    @_answering
    def refresh(self) -> Outcome:
        """Look at the work tree and index what changed."""
        return self._refresh()

    def _refresh(self, suspects: Collection[str] = (), *, rebuild: bool = False) -> Outcome:
        outcome = refresh(self._tree, self._report, suspects=suspects, rebuild=rebuild)
        self._checked, self._pending = time.monotonic(), outcome.pending
        return outcome

    @_answering
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
        self._reader.pin()
        return self._reader

    def close(self) -> None:
        """Let go of the index; the next question looks at the work tree and opens it again."""
        if self._reader is not None:
            self._reader.close()
        self._reader = self._catalog = self._history = self._calls = None
        self._checked = -FRESH_SECONDS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _release(self) -> None:
        if self._reader is not None:
            self._reader.unpin()

    def _current(self) -> Current:
        """The index, no older than `FRESH_SECONDS`."""
        if time.monotonic() - self._checked >= FRESH_SECONDS:
            self._refresh()
        reader = self._open()
        if self._catalog is None or self._catalog.generation != reader.generation():
            self._catalog = reader.catalog()
            self._history = load_history(reader, self._catalog)
        assert self._history is not None
        return reader, self._catalog, self._history

    @_answering
    def state(self) -> IndexState:
        """What answers are computed from."""
        _, catalog, _ = self._current()
        return self._state_of(catalog)

    def _state_of(self, catalog: Catalog) -> IndexState:
        return IndexState(str(self.root), catalog.head, len(catalog.paths), self._pending)

    # --- ranking -------------------------------------------------------------------------------------

    @_answering
    def task_ranking(
        self, task: str, *, scope: Sequence[str] = (), weights: Weights = SHIPPED
    ) -> TaskRanking:
        """All scores of a task, for callers that look closer than `rank` does.

        Raises UsageError for an empty task, and for a scope that is none or holds no file.
        """
        return self._task_ranking(task, scope, weights)

    def _task_ranking(
        self,
        task: str,
        scope: Sequence[str] = (),
        weights: Weights = SHIPPED,
        current: Current | None = None,
    ) -> TaskRanking:
        if not task.strip():
            raise UsageError("the task is empty; say in a few words what you are working on")
        context = self._context(parse_task(task), current)
        if not scope:
            return rank_task(context, weights=weights)
        in_scope = scope_filter(scope)
        if not any(map(in_scope, context.catalog.paths)):
            raise UsageError(f"no file lies in the scope {', '.join(scope)}; globs start at the root")
        return rank_task(context, in_scope=in_scope, weights=weights)

    @_answering
    def rank(
        self, task: str, *, limit: int = 20, scope: Sequence[str] = (), weights: Weights = SHIPPED
    ) -> Ranking:
        """The best `limit` files for a task, each with its whole reckoning."""
        ranking = self._task_ranking(task, scope, weights)
        state = self._state_of(ranking.context.catalog)
        files = with_notes(ranking.explained_files(limit), self._notes_in(ranking.context))
        return Ranking(task, files, len(ranking.rows), state)

    @_answering
    def why(self, task: str, path: str) -> RankedFile:
        """The whole reckoning of any file of the index; its rank is 0 when nothing in the task speaks for it.

        Raises UsageError when the file is not in the index, saying why.
        """
        ranking = self._task_ranking(task)
        found = ranking.explained_file(locate_file(path, self.root, ranking.context.catalog))
        assert found is not None
        return with_notes([found], self._notes_in(ranking.context))[0]

    @_answering
    def search(self, query: str, *, limit: int = 20) -> tuple[SearchHit, ...]:
        """Functions, classes, passages and notes by words or by (part of) a name, best first."""
        if not query.strip():
            raise UsageError("the query is empty; give words or a name")
        context = self._context(search_query(query))
        return tuple(search(context, limit, self._notes_in(context)))

    @_answering
    def mentioned(self, text: str) -> Mentioned:
        """The paths, lines and symbols that a text such as a model's reply names, and what does not exist."""
        from ctxsmith_tui.handout.replies import mentioned

        return mentioned(text, self._context(search_query("")))

    @_answering
    def coverage(self) -> list[Skipped]:
        """The ledger: every listed file that is not, or not fully, searchable, with the rule."""
        reader, _, _ = self._current()
        return reader.ledger()

    @_answering
    def overview(self) -> Overview:
        """The repository at a glance: languages, roles, central and busiest files."""
        from ctxsmith_tui.survey import survey

        return survey(self.root, self._context(search_query("")))

    def _context(self, query: Query, current: Current | None = None) -> Context:
        return Context(*(current or self._current()), query, self._read_text)

    # --- packing -------------------------------------------------------------------------------------

    @_answering
    def context(
        self,
        task: str = "",
        budget: int | Literal["auto"] = DEFAULT_BUDGET,
        *,
        format: str = "markdown",
        tokenizer: str = DEFAULT_TOKENIZER,
        scope: Sequence[str] = (),
        pins: Sequence[str | Decision] = (),
        exclude: Sequence[str | Decision] = (),
        weights: Weights = SHIPPED,
        start: Sequence[str] = (),
        hops: int = 1,
        prompt: str = "",
        target: str | Target = NO_TARGET,
    ) -> Pack:
        """The pack for a task: text of at most `budget` tokens, counted with the named tokenizer.

        `pins` and `exclude` are SPECs (`path`, `path:120-140`, `path::Class.method`; a pin may end in
        `@level`). With `start`, names or SPECs, the pack is made of these and what they use and what uses
        them, over `hops` edges of the call graph; the task may then be empty. `prompt` names instructions
        that stand before or after the code. With a `target` the budget counts its tokens, by an estimated
        margin. Raises PinTooLargeError when what is pinned does not fit, PromptTooLargeError when the
        instructions do not, UsageError for a bad argument or a repository's instructions nobody accepted.
        """
        if start and hops < 0:
            raise UsageError(f"{hops} hops are none; give 0 or more")
        if budget != "auto" and budget < 1:
            raise UsageError(f"a budget of {budget} tokens is none; give 1 or more, or 'auto'")
        renderer(format)
        counter = load_tokenizer(tokenizer)
        aim = target if isinstance(target, Target) else find_target(target, tokenizer=tokenizer)
        chosen = trusted_prompt(self.root, prompt) if prompt else None
        from ctxsmith_tui.packing import Question, make_pack

        for attempt in range(ATTEMPTS):
            current = self._current()  # what is around and what is ranked are of one state of the index
            around = self._around(current, start, hops, scope, with_task=bool(task.strip()))
            words = task if task.strip() or around is None else around.title
            ranking = self._task_ranking(words, scope, weights, current)
            files = WorkFiles(ranking.context, self.root, trusting=attempt == ATTEMPTS - 1)
            decided = decide(files, pins, exclude)
            try:
                question = Question(
                    ranking=ranking,
                    around=around,
                    decided=decided,
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

    def _around(
        self, current: Current, start: Sequence[str], hops: int, scope: Sequence[str], *, with_task: bool
    ) -> Around | None:
        """The surroundings of what is named, None when nothing is."""
        if not start:
            return None
        from ctxsmith_tui.packing import Around

        graph, _ = self._graph(current)
        return Around(
            program=graph.program,
            cone=graph.cone(start, hops, scope_filter(scope) if scope else None),
            title=f"{', '.join(graph.naming.spec(name) for name in start)} and what is around it",
            hops=hops,
            with_task=with_task,
        )

    # --- the call graph ------------------------------------------------------------------------------

    def _graph(self, current: Current | None = None) -> tuple[CallGraph, IndexState]:
        """The graph of the index as it is now, and that state."""
        from ctxsmith_tui.callgraph import CallGraph

        reader, catalog, history = current or self._current()
        if self._calls is None or self._calls.generation != catalog.generation:
            self._calls = CallGraph(self.root, reader, catalog, history, self._report, self._read_text)
        return self._calls, self._state_of(catalog)

    @_answering
    def symbol(self, name: str) -> tuple[SymbolReport, ...]:
        """All symbols that a name or SPEC means, each with its signature, members, bases and uses.

        Raises UsageError when there is none.
        """
        graph, _ = self._graph()
        return tuple(graph.report(node) for node in graph.naming.symbols(name))

    @_answering
    def callers(self, name: str) -> Uses:
        """Who uses a symbol, named as `name`, `Class.name`, `path::Class.name` or `path:120-140`.

        Raises AmbiguousNameError when several symbols have the name, UsageError when none has.
        """
        graph, state = self._graph()
        return graph.callers(graph.naming.target(name), state)

    @_answering
    def callees(self, name: str) -> Uses:
        """What a symbol uses; names and errors as in `callers`."""
        graph, state = self._graph()
        return graph.callees(name, state)

    @_answering
    def impact(self, name: str, *, depth: int = DEFAULT_DEPTH) -> Impact:
        """What a change of a symbol may reach in at most `depth` steps; names and errors as in `callers`."""
        if depth < 1:
            raise UsageError(f"a depth of {depth} reaches nothing; give 1 or more")
        graph, state = self._graph()
        return graph.impact(graph.naming.target(name), depth, state)

    @_answering
    def related_files(self, path: str) -> tuple[RelatedFile, ...]:
        """Files that import a file, are imported by it, or are changed by the same commits.

        `path` may be any SPEC, which stands for its file. Raises UsageError for what is not in the index.
        """
        graph, _ = self._graph()
        return graph.related(locate_file(parse_spec(path).path, self.root, graph.catalog))

    # --- notes ---------------------------------------------------------------------------------------

    @_answering
    def add_note(
        self, text: str, *, file: str | None = None, symbol: str | None = None, span: str | None = None
    ) -> Note:
        """Keep a note about a file, a symbol (`path::Class.method`, or a name that is unique in the
        repository) or a span (`path:120-140`); without any of them, about the repository.

        Raises UsageError for an empty text and for a place that is none, or ambiguous.
        """
        return self._with_notes(lambda notes: notes.add(text, file=file, symbol=symbol, span=span))

    @_answering
    def notes(self, *, stale: bool = False) -> tuple[Note, ...]:
        """All notes, or those that are stale or lost, where their code is now, in the order of their ids."""
        found = self._with_notes(lambda notes: notes.all())
        return tuple(note for note in found if not stale or note.state is not NoteState.CURRENT)

    @_answering
    def edit_note(
        self,
        id: int,
        text: str | None = None,
        *,
        here: bool = False,
        file: str | None = None,
        symbol: str | None = None,
        span: str | None = None,
    ) -> Note:
        """Change the text of a note, or its place; `here` takes its code as it is now, which ends stale.

        Raises UsageError for an unknown id, and like `add_note`.
        """
        return self._with_notes(
            lambda notes: notes.edit(id, text, here=here, file=file, symbol=symbol, span=span)
        )

    @_answering
    def remove_note(self, *ids: int) -> None:
        """Remove notes. Raises UsageError, and removes none, when one of the ids is unknown."""
        self._with_notes(lambda notes: notes.remove(ids))

    @_answering
    def export_notes(self) -> str:
        """All notes as text to be reviewed, committed and imported elsewhere; '' without any."""
        return self._with_notes(lambda notes: notes.exported())

    @_answering
    def import_notes(self, text: str) -> ImportReport:
        """Take in exported notes; of two versions of a note the one edited later stays.

        Raises UsageError, and imports none, for what is no export.
        """
        return self._with_notes(lambda notes: notes.take(text))

    def _with_notes(self, use: Callable[[Notes], Answer]) -> Answer:
        """What `use` makes of the notes, with every file that it looks at as the index knows it."""
        from ctxsmith_tui.notes import Notes

        for attempt in range(ATTEMPTS):
            context = self._context(search_query(""))
            files = WorkFiles(context, self.root, trusting=attempt == ATTEMPTS - 1)
            try:
                return use(Notes(files, context.reader))
            except StaleFileError:
                self._refresh(files.changed)
        raise AssertionError("the last attempt takes files as they are")

    def _notes_in(self, context: Context, files: WorkFiles | None = None) -> tuple[Note, ...]:
        """All notes for an answer from `context`; most repositories have none, which costs nothing."""
        if not notes_path(self.root).exists():
            return ()
        from ctxsmith_tui.notes import Notes

        return Notes(files or WorkFiles(context, self.root, trusting=True), context.reader).all()

    def _read_text(self, path: str) -> str:
        """The text of a file as it is on disk; '' when it cannot be read."""
        try:
            return decode(read_bytes(self.root, path, LARGEST_PARSED)).text
        except OSError:
            return ""
