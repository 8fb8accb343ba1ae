"""The values that cross module borders. Frozen, without behaviour beyond what their fields say.

Paths are relative to the repository root, with `/` as separator, as `str` decoded with `os.fsdecode`
(undecodable bytes are kept as surrogates). Lines are 1-based and inclusive. Tokens are counted with the
tokenizer that the value names.
"""

from __future__ import annotations

from ctxsmith_tui.model.code import Commit, Level, ParsedFile, Reference, Role, Skipped, Symbol
from ctxsmith_tui.model.curation import Action, Curation, CurationSummary, PlacedDecision, Undone
from ctxsmith_tui.model.graph import (
    Certainty,
    Impact,
    Reached,
    RelatedFile,
    SymbolPlace,
    SymbolReport,
    Use,
    Uses,
)
from ctxsmith_tui.model.indexing import IndexReport, IndexState, Progress
from ctxsmith_tui.model.notes import ImportReport, Note, NoteKind, NoteState
from ctxsmith_tui.model.packing import Omitted, Pack, PackItem
from ctxsmith_tui.model.places import Decision, FoundPlace, SourceText, Spec
from ctxsmith_tui.model.ranking import Contribution, RankedFile, RankedUnit, Ranking, SearchHit

__all__ = [
    "Action",
    "Certainty",
    "Commit",
    "Contribution",
    "Curation",
    "CurationSummary",
    "Decision",
    "FoundPlace",
    "Impact",
    "ImportReport",
    "IndexReport",
    "IndexState",
    "Level",
    "Note",
    "NoteKind",
    "NoteState",
    "Omitted",
    "Pack",
    "PackItem",
    "ParsedFile",
    "PlacedDecision",
    "Progress",
    "RankedFile",
    "RankedUnit",
    "Ranking",
    "Reached",
    "Reference",
    "RelatedFile",
    "Role",
    "SearchHit",
    "Skipped",
    "SourceText",
    "Spec",
    "Symbol",
    "SymbolPlace",
    "SymbolReport",
    "Undone",
    "Use",
    "Uses",
]
