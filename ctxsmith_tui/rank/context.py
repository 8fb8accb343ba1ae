"""What the signals of one query share: the catalog, the query, and where its terms stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np

from ctxsmith_tui.model import Role, Symbol
from ctxsmith_tui.rank.history import History
from ctxsmith_tui.rank.matches import Floats, Matches, bm25, find, weights_of
from ctxsmith_tui.rank.query import Query
from ctxsmith_tui.store.index_reader import Catalog, IndexReader
from ctxsmith_tui.store.postings import Field

UNIT_K1, UNIT_B = 1.5, 0.5

Result = TypeVar("Result")


def no_evidence(row: int) -> tuple[str, ...]:
    """For features that found nothing."""
    return ()


@dataclass(frozen=True, eq=False)
class Feature:
    """One signal's value for every file of the catalog, in 0..1, and the evidence for any of them."""

    values: Floats
    explain: Callable[[int], tuple[str, ...]] = no_evidence


@dataclass(eq=False)
class Context:
    """One query against one generation of the index. Everything is computed once, on first use."""

    reader: IndexReader
    catalog: Catalog
    history: History
    query: Query
    read_text: Callable[[str], str]
    _results: dict[Callable[[Context], Any], Any] = field(default_factory=dict)

    def once(self, compute: Callable[[Context], Result]) -> Result:
        """The result of a function of this context, computed at most once for each query."""
        if compute not in self._results:
            self._results[compute] = compute(self)
        return cast(Result, self._results[compute])

    def symbols(self, file: int) -> tuple[Symbol, ...]:
        """Symbols of a file, given by its row in the catalog."""
        known = self.catalog.symbols
        if file not in known:
            known[file] = self.reader.symbols(int(self.catalog.file_ids[file]))
        return known[file]

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """All terms of the query, in a fixed order."""
        return tuple(sorted(self.query.terms))

    def _unit_matches(self, field: Field) -> Matches:
        catalog = self.catalog
        return find(self.reader, field, self.terms, catalog.unit_row, len(catalog.unit_file))

    @cached_property
    def unit_body(self) -> Matches:
        """Terms in the text of units."""
        return self._unit_matches(Field.BODY)

    @cached_property
    def unit_names(self) -> Matches:
        """Terms in the names that units define."""
        return self._unit_matches(Field.NAME)

    @cached_property
    def unit_docs(self) -> Matches:
        """Terms in the documentation of what units define."""
        return self._unit_matches(Field.DOC)

    @cached_property
    def file_body(self) -> Matches:
        """Terms in the text of files."""
        return self.unit_body.grouped(self.catalog.unit_file, len(self.catalog.paths))

    @cached_property
    def file_names(self) -> Matches:
        """Terms in the names that files define."""
        return self.unit_names.grouped(self.catalog.unit_file, len(self.catalog.paths))

    @cached_property
    def file_paths(self) -> Matches:
        """Terms in the paths of files."""
        catalog = self.catalog
        return find(self.reader, Field.PATH, self.terms, catalog.file_row, len(catalog.paths))

    def has_role(self, role: Role) -> Floats:
        """1.0 for files with a role."""
        return self.catalog.has_role(role).astype(np.float64)

    @cached_property
    def unit_body_scores(self) -> Floats:
        """BM25 of the text of every unit against the whole task."""
        lengths = self.catalog.unit_length.astype(np.float64)
        return bm25(
            self.unit_body, weights_of(self.unit_body, self.query.terms), lengths, k1=UNIT_K1, b=UNIT_B
        )
