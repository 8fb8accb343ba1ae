"""What the engine offers about changes: what differs, and the tests that reach it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ctxsmith_tui.curate.places import locate_file
from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.engine.answering import answering
from ctxsmith_tui.engine.graph import DEFAULT_DEPTH, GraphCalls
from ctxsmith_tui.engine.opening import ATTEMPTS, Current
from ctxsmith_tui.model import Changes, ReachingTests, Symbol

if TYPE_CHECKING:
    from ctxsmith_tui.answers.changes import Found
    from ctxsmith_tui.answers.review import Review


class ChangeCalls(GraphCalls):
    """The part of the engine that is about changes: of the work tree, or of this branch since a base."""

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

        reader, catalog = current.reader, current.catalog
        rows = catalog.row_of_path

        def content_hash(path: str) -> bytes:
            return catalog.hashes[rows[path]] if path in rows else b""

        def symbols(path: str) -> tuple[Symbol, ...]:
            return reader.symbols(int(catalog.file_ids[rows[path]]))

        return find_changes(self.root, self.is_git, base, Indexed(rows.keys(), content_hash, symbols))
