"""What the engine offers about the call graph: symbols, who uses them, what they use and reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxsmith_tui.curate.places import locate_file
from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.engine.answering import answering
from ctxsmith_tui.engine.opening import Current, IndexCalls
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import Impact, IndexState, RelatedFile, SymbolReport, Uses

if TYPE_CHECKING:
    from ctxsmith_tui.answers.callgraph import CallGraph

DEFAULT_DEPTH = 5  # steps from a change to what it reaches


class GraphCalls(IndexCalls):
    """The part of the engine that is about the call graph.

    The first question builds the graph, which takes seconds in a large repository; the index keeps it.
    """

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

    def _graph(self, current: Current | None = None) -> tuple[CallGraph, IndexState]:
        """The graph of the index as it is now, and that state."""
        from ctxsmith_tui.answers.callgraph import CallGraph

        now = current or self._current()
        if now.graph is None:
            now.graph = CallGraph(
                self.root, now.reader, now.catalog, now.history, self._report_newest, self._read_text
            )
        return now.graph, self._state_of(now.catalog)
