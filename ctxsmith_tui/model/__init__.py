"""The values that cross module borders. Frozen, without behaviour beyond what their fields say.

Paths are relative to the repository root, with `/` as separator, as `str` decoded with `os.fsdecode`
(undecodable bytes are kept as surrogates). Lines are 1-based and inclusive. Tokens are counted with the
tokenizer that the value names.
"""

from __future__ import annotations

from ctxsmith_tui.model.changes import ChangedFile, Changes, DiffLine, FileStatus, Hunk, ReachingTests
from ctxsmith_tui.model.code import Commit, Level, ParsedFile, Reference, Role, Skipped, Symbol
from ctxsmith_tui.model.curation import Action, Curation, CurationSummary, PlacedDecision, Undone
from ctxsmith_tui.model.document import Omitted
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
from ctxsmith_tui.model.mentions import Mention, Mentioned
from ctxsmith_tui.model.notes import ImportReport, Note, NoteKind, NoteState
from ctxsmith_tui.model.packing import LeftOut, Pack, PackedDiff, PackItem
from ctxsmith_tui.model.places import Decision, FoundPlace, SourceText, Spec
from ctxsmith_tui.model.ranking import Contribution, RankedFile, RankedUnit, Ranking, SearchHit
from ctxsmith_tui.model.review_notes import ReviewNote, ReviewState, Side

__all__ = [
    "Action",
    "Certainty",
    "ChangedFile",
    "Changes",
    "Commit",
    "Contribution",
    "Curation",
    "CurationSummary",
    "Decision",
    "DiffLine",
    "FileStatus",
    "FoundPlace",
    "Hunk",
    "Impact",
    "ImportReport",
    "IndexReport",
    "IndexState",
    "LeftOut",
    "Level",
    "Mention",
    "Mentioned",
    "Note",
    "NoteKind",
    "NoteState",
    "Omitted",
    "Pack",
    "PackItem",
    "PackedDiff",
    "ParsedFile",
    "PlacedDecision",
    "Progress",
    "RankedFile",
    "RankedUnit",
    "Ranking",
    "Reached",
    "ReachingTests",
    "Reference",
    "RelatedFile",
    "ReviewNote",
    "ReviewState",
    "Role",
    "SearchHit",
    "Side",
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
