"""What the engine offers about reviews: notes on the lines of a diff, and which files were looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from ctxsmith_tui.engine.answering import answering
from ctxsmith_tui.engine.changes import ChangeCalls
from ctxsmith_tui.engine.curations import CurationCalls
from ctxsmith_tui.index import git
from ctxsmith_tui.model import ChangedFile, ReviewNote, ReviewState, Side

if TYPE_CHECKING:
    from ctxsmith_tui.kept.review_notes import ReviewNotes

Answer = TypeVar("Answer")


class ReviewCalls(ChangeCalls, CurationCalls):
    """The part of the engine that is about reviews.

    `base` is what a review compares with, as in `changes`: '' for the work tree against HEAD. `writer` is
    the number of a workbench, whose `undo` takes a change back; None for nobody.
    """

    @answering
    def review_notes(
        self, base: str | None = None, *, include_resolved: bool = False
    ) -> tuple[ReviewNote, ...]:
        """Review notes where their code is now, in the order in which they were written.

        With a `base` those of its review: of the work tree, or of this branch against `base`.
        """
        if not self._database.exists():
            return ()
        found = self._with_review(lambda notes: notes.all())
        if not include_resolved:
            found = tuple(note for note in found if note.is_open)
        if base is None:
            return found
        from ctxsmith_tui.model.changes import HEAD_SUFFIX

        name = base.removesuffix(HEAD_SUFFIX)
        branch = git.branch(self.root) if name and found else ""
        return tuple(note for note in found if note.base == name and (not name or note.branch == branch))

    @answering
    def add_review_note(
        self,
        text: str,
        path: str,
        lines: tuple[int, int],
        *,
        side: Side = Side.NEW,
        base: str = "",
        commit: str | None = None,
        code: Sequence[str] = (),
        author: str = "",
        writer: int | None = None,
    ) -> ReviewNote:
        """Write a review note on lines of one side of the comparison with `base`.

        `commit` is the commit of that side where it is not to be looked up ('' for the work tree). With
        `code`, the lines as the person saw them, a file that was edited meanwhile is no harm. `author` is
        the name of an agent, '' for the person. Raises UsageError for an empty text, an unknown base, and
        for lines that are not there.
        """
        from ctxsmith_tui.kept.review_notes import Remark

        remark = Remark(text, path, lines, side, base, commit, code, author)
        return self._with_review(lambda notes: notes.add(remark), writer)

    @answering
    def edit_review_note(self, id: int, text: str, *, writer: int | None = None) -> ReviewNote:
        """Give a review note another text. Raises UsageError for an unknown id and an empty text."""
        return self._with_review(lambda notes: notes.edit(id, text), writer)

    @answering
    def resolve_review_note(self, id: int, *, resolved: bool = True, writer: int | None = None) -> ReviewNote:
        """Say that a review note is settled, or that it is not. Raises UsageError for an unknown id."""
        state = ReviewState.RESOLVED if resolved else ReviewState.OPEN
        return self._with_review(lambda notes: notes.set_state(id, state), writer)

    @answering
    def remove_review_note(self, *ids: int, writer: int | None = None) -> None:
        """Remove review notes. Raises UsageError, and removes none, when one of the ids is unknown."""
        self._with_review(lambda notes: notes.remove(ids), writer)

    def export_review(self, base: str = "", *, include_resolved: bool = False) -> str:
        """The review notes of `base` as Markdown, by file, in the order of the diff; '' without any."""
        from ctxsmith_tui.curate.review_text import in_diff_order, review_markdown

        notes = self.review_notes(base, include_resolved=include_resolved)
        if not notes:
            return ""
        changes = self.changes(base)
        return review_markdown(in_diff_order(notes, changes), changes.title)

    def _with_review(self, use: Callable[[ReviewNotes], Answer], writer: int | None = None) -> Answer:
        """What `use` makes of the review notes; changes are a step of `writer`, if there is one."""
        from ctxsmith_tui.kept.review_notes import ReviewNotes
        from ctxsmith_tui.store.review_store import ReviewStore

        curations = self._curations()
        record = None if writer is None else curations.recorder_of_review(writer)
        store = ReviewStore(self._database, record)
        return self._with_files(lambda files, reader: use(ReviewNotes(store, curations, files, reader)))

    # --- what was looked at --------------------------------------------------------------------------

    def viewed(self, files: Iterable[ChangedFile]) -> frozenset[str]:
        """The paths of those files that a person marked as viewed and that did not change since."""
        from ctxsmith_tui.store.review_store import ReviewStore

        return ReviewStore(self._database).viewed((file.path, file.digest) for file in files)

    def mark_viewed(self, file: ChangedFile, viewed: bool = True) -> None:
        """Mark a file as viewed as it differs now, or take the mark back."""
        from ctxsmith_tui.store.review_store import ReviewStore

        ReviewStore(self._database).mark_viewed((file.path, file.digest), viewed)
