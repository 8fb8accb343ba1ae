"""Changes as what a pack is about: which of them it may show, how much they matter, what is around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ctxsmith_tui.answers.callgraph import CallGraph
from ctxsmith_tui.answers.changes import Found
from ctxsmith_tui.curate.whereabouts import enclosing
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.graph.cone import Near, cone
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.index.roles import role_of
from ctxsmith_tui.model import ChangedFile, Changes, FileStatus, Hunk, IndexState, ReachingTests, Role, Spec
from ctxsmith_tui.pack.diff import DiffPart, cut
from ctxsmith_tui.pack.ranges import LAST_LINE, Range, overlaps
from ctxsmith_tui.rank.cone import ConeUnits
from ctxsmith_tui.rank.diff import diff_query, diff_units, gone_names, worth_of_role
from ctxsmith_tui.rank.query import Query, parse_task
from ctxsmith_tui.rank.ranking import TaskRanking

MOST_REFERENCES = 15_000  # that are resolved in about half a second, where no graph is stored
MOST_AROUND = 60  # symbols around the changed ones
_CALLEE_HOP = 2  # what changed code calls comes after what calls it
_ROLES_FIRST = 100.0  # role before words: no count of words lifts a hunk of a test over one of a source
_SAYING = (Role.SOURCE, Role.TEST, Role.CONFIG)  # whose changed lines are asked with, before prose and data
_LINE = 0.05  # worth of a changed line that has no word of the task


@dataclass(frozen=True, eq=False)
class Review:
    """The changes that a pack is about, those in its scope; `task` is '' where they are the task.

    `excluded` maps paths to lines that must not appear. `program` and `around` are the symbols that are one
    edge of the call graph away, None and empty where no graph is at hand.
    """

    found: Found
    files: Sequence[ChangedFile]
    task: str
    excluded: Mapping[str, Sequence[Range]] = field(default_factory=dict)
    program: Program | None = None
    around: Sequence[Near] = ()

    @property
    def query(self) -> Query:
        """What to look for."""
        code = [file for file in self.files if role_of(file.path) in _SAYING] or self.files
        paths = [file.path for file in self.files]
        query = parse_task(self.task)
        return diff_query(query, self.changes.title, code, paths, with_task=bool(self.task))

    @property
    def removed(self) -> frozenset[str]:
        """Paths that are no more."""
        return frozenset(file.path for file in self.files if file.status is FileStatus.REMOVED)

    def bounded(self, excluded: Mapping[str, Sequence[Range]], graph: CallGraph) -> Review:
        """Without files that are excluded as a whole, and with what is around the changed symbols."""
        whole = (1, LAST_LINE)
        files = tuple(file for file in self.files if whole not in excluded.get(file.path, ()))
        if not files or not graph.is_at_hand(MOST_REFERENCES):
            return replace(self, files=files, excluded=excluded)
        nodes = changed_nodes(graph, self.found, files)
        return replace(
            self, files=files, excluded=excluded, program=graph.program, around=_around(graph, nodes)
        )

    @property
    def changes(self) -> Changes:
        """All changes."""
        return self.found.changes

    def notice(self) -> str:
        """What changed, in a sentence."""
        count = "1 file" if len(self.files) == 1 else f"{len(self.files):,} files"
        added, removed = sum(f.added for f in self.files), sum(f.removed for f in self.files)
        around = f"; {len(self.around):,} symbols call it or are called" if self.around else ""
        return f"{self.changes.title}: {count}, +{added:,} -{removed:,}{around}"

    @cached_property
    def changed(self) -> dict[str, list[Range]]:
        """Path -> the lines on disk that changed or from which some were removed."""
        return {
            file.path: [self.found.on_disk(file.path, lines) for lines in file.lines]
            for file in self.files
            if file.hunks and file.status is not FileStatus.REMOVED
        }

    def units(self, ranking: TaskRanking, budget: int) -> ConeUnits:
        """The candidates of a pack."""
        paths = ranking.context.catalog.row_of_path
        changed = {path: lines for path, lines in self.changed.items() if path in paths}
        gone = gone_names(self.files)
        return diff_units(ranking, changed, self.program, self.around, gone, budget)

    def parts(self, ranking: TaskRanking) -> Iterator[DiffPart]:
        """The hunks that may be shown, in path order, each with what it is worth.

        A new file of the index has none: its code says all.
        """
        catalog = ranking.context.catalog
        for file in self.files:
            row = catalog.row_of_path.get(file.path)
            if file.status is FileStatus.ADDED and row is not None:
                continue
            worth = worth_of_role(role_of(file.path) if row is None else catalog.roles[row])
            for hunk in file.hunks:
                if self._is_allowed(file, hunk):
                    for part in cut(hunk):
                        texts = [line.text for line in part.lines if line.kind != " " and line.text.strip()]
                        words = sum(ranking.line_value(text) + _LINE for text in texts)
                        yield DiffPart(file.path, part, round(_ROLES_FIRST * worth + words, 6))

    def _is_allowed(self, file: ChangedFile, hunk: Hunk) -> bool:
        holes = self.excluded.get(file.path, ())
        lines = hunk.new_start, hunk.new_start + max(hunk.new_lines, 1) - 1
        return not holes or not overlaps(self.found.on_disk(file.path, lines), holes)


def review_of(found: Found, task: str, in_scope: Callable[[str], bool] | None) -> Review:
    """The changes in scope as what a pack is about. Raises UsageError for none of them and no task."""
    files = tuple(file for file in found.changes.files if in_scope is None or in_scope(file.path))
    if not files and not task.strip():
        what = found.changes.title.removeprefix("Review of ")
        where = " in this scope" if found.changes.files else ""
        raise UsageError(
            f"nothing has changed in {what}{where}; compare with another commit (--diff BASE) or give a task"
        )
    return Review(found, files, task if task.strip() else "")


def tests_of(
    graph: CallGraph, path: str, lines: Sequence[Range], depth: int, state: IndexState
) -> ReachingTests:
    """The tests that reach the symbols in some lines of a file, or all of it, in at most `depth` steps."""
    specs = [Spec(path, *each) for each in lines] or [Spec(path)]
    nodes = tuple(dict.fromkeys(node for spec in specs for node in _nodes(graph, spec)))
    found = graph.impact(nodes, depth, state)
    return ReachingTests(
        tuple(place.spec for place in found.targets),
        tuple(each for each in found.reached if each.place.role is Role.TEST),
        found.bound,
    )


def changed_nodes(graph: CallGraph, found: Found, files: Sequence[ChangedFile]) -> list[int]:
    """The nodes of the symbols that changed: those that hold a changed line, or lost one."""
    nodes: dict[int, None] = {}
    for file in files:
        row = graph.catalog.row_of_path.get(file.path)
        if row is None or file.status is FileStatus.REMOVED:
            continue
        symbols = graph.program.symbols(row)
        for hunk in file.hunks:
            specs = [
                Spec(file.path, *found.on_disk(file.path, (max(first, 1), last)))
                for first, last in hunk.changed
            ]
            for before, behind in hunk.gaps:
                lines = found.on_disk(file.path, (max(before, 1), behind))
                if name := enclosing(symbols, *lines):
                    specs.append(Spec(file.path, symbol=name))
            nodes.update(dict.fromkeys(node for spec in specs for node in _nodes(graph, spec)))
    return list(nodes)


def _nodes(graph: CallGraph, spec: Spec) -> tuple[int, ...]:
    try:
        return graph.naming.nodes_at(spec)
    except UsageError:  # a line behind the end of what the index knows
        return ()


def _around(graph: CallGraph, nodes: Sequence[int]) -> list[Near]:
    """What uses some symbols, then what they use; a file as a whole has no surroundings."""
    seeds = [node for node in nodes if graph.program.symbol_of(node) is not None]
    near = [each for each in cone(graph.program, graph.edges, seeds, 1) if each.hop > 0]
    users = [each for each in near if not each.used]
    used = [each._replace(hop=_CALLEE_HOP) for each in near if each.used]
    return [*users, *used][:MOST_AROUND]
