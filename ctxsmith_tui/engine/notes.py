"""What the engine offers about notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ctxsmith_tui.answers.workfiles import WorkFiles
from ctxsmith_tui.engine.answering import answering
from ctxsmith_tui.engine.curations import CurationCalls
from ctxsmith_tui.model import ImportReport, Note, NoteState
from ctxsmith_tui.rank.context import Context

if TYPE_CHECKING:
    from ctxsmith_tui.kept.notes import Notes

Answer = TypeVar("Answer")


class NoteCalls(CurationCalls):
    """The part of the engine that is about notes, whose changes are steps beside those of a curation."""

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

    def _notes_in(self, context: Context, files: WorkFiles | None = None) -> tuple[Note, ...]:
        """All notes for an answer from `context`; most repositories have none, which costs nothing."""
        if not self._database.exists():
            return ()
        from ctxsmith_tui.kept.notes import Notes
        from ctxsmith_tui.store.notes_store import NotesStore

        files = files or WorkFiles(context, self._read_files, trusting=True)
        return Notes(NotesStore(self._database), files, context.reader).all()
