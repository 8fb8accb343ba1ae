"""What the engine offers for finding code without a task, and for looking at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ctxsmith_tui.engine.answering import answering
from ctxsmith_tui.engine.notes import NoteCalls
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.index.indexer import index_path
from ctxsmith_tui.model import FoundPlace, Mentioned, SearchHit, SourceText
from ctxsmith_tui.rank.search import search, search_query

if TYPE_CHECKING:
    from ctxsmith_tui.answers.survey import Overview


class FindingCalls(NoteCalls):
    """The part of the engine that finds code by words and names, and shows it."""

    @answering
    def search(self, query: str, *, limit: int = 20) -> tuple[SearchHit, ...]:
        """Functions, classes, passages and notes by words or by (part of) a name, best first."""
        if not query.strip():
            raise UsageError("the query is empty; give words or a name")
        context = self._context(search_query(query))
        return tuple(search(context, limit, self._notes_in(context)))

    @answering
    def places(self, query: str, *, limit: int = 50) -> tuple[FoundPlace, ...]:
        """Files and symbols that a few typed letters mean, best first; a SPEC is taken literally as well."""
        from ctxsmith_tui.answers.finding import Finder

        now = self._current()
        if now.finder is None:
            now.finder = Finder(now.reader, now.catalog)
        return now.finder.find(query, limit)

    @answering
    def definitions(self, names: Sequence[str]) -> tuple[FoundPlace, ...]:
        """The symbols that have some names, in the order of the names, code of the project first."""
        from ctxsmith_tui.answers.finding import definitions

        now = self._current()
        return definitions(now.reader, now.catalog, names)

    @answering
    def mentioned(self, text: str) -> Mentioned:
        """The paths, lines and symbols that a text such as a model's reply names, and what does not exist."""
        from ctxsmith_tui.handout.replies import mentioned

        return mentioned(text, self._context(search_query("")))

    @answering
    def source(self, path: str) -> SourceText:
        """The file at a path from the root, as it is on disk; it need not be in the index.

        Raises UsageError for what cannot be read: no link is followed, nothing outside the root is touched.
        """
        from ctxsmith_tui.answers.source import read_source

        return read_source(self.root, path, self._open() if index_path(self.root).exists() else None)

    @answering
    def overview(self) -> Overview:
        """The repository at a glance: languages, roles, central and busiest files."""
        from ctxsmith_tui.answers.survey import survey

        return survey(self.root, self._context(search_query("")))
