"""The values that cross module borders. Frozen, without behaviour beyond what their fields say.

Paths are relative to the repository root, with `/` as separator, as `str` decoded with `os.fsdecode`
(undecodable bytes are kept as surrogates). Lines are 1-based and inclusive. Tokens are counted with the
tokenizer that the value names.
"""

from __future__ import annotations

from ctxsmith_tui.model.code import Commit, Level, ParsedFile, Reference, Role, Skipped, Symbol
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
from ctxsmith_tui.model.packing import Pack, PackItem
from ctxsmith_tui.model.places import Decision, Spec
from ctxsmith_tui.model.ranking import Contribution, RankedFile, RankedUnit, Ranking, SearchHit

__all__ = [
    "Certainty",
    "Commit",
    "Contribution",
    "Decision",
    "Impact",
    "ImportReport",
    "IndexReport",
    "IndexState",
    "Level",
    "Mention",
    "Mentioned",
    "Note",
    "NoteKind",
    "NoteState",
    "Omitted",
    "Pack",
    "PackItem",
    "ParsedFile",
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
    "Spec",
    "Symbol",
    "SymbolPlace",
    "SymbolReport",
    "Use",
    "Uses",
]
