"""Review notes: written on lines of either side of a diff, found again while their file is edited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from ctxsmith_tui.curate.anchors import find_anchor
from ctxsmith_tui.curate.indexed_repository import Files, IndexedRepository
from ctxsmith_tui.curate.likeness import digest
from ctxsmith_tui.curate.notes_text import checked_text
from ctxsmith_tui.curate.spans import SpanText, around, find_span
from ctxsmith_tui.curate.whereabouts import Whereabouts, current, sighting_of
from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.content import LARGEST_PARSED, content_hash
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.index.trees import blob_at, merge_base, resolve
from ctxsmith_tui.model import NoteKind, NoteState, ReviewNote, ReviewState, Side, Spec, Symbol
from ctxsmith_tui.model.changes import HEAD_SUFFIX
from ctxsmith_tui.store.curations_store import CurationsStore, anchor_key
from ctxsmith_tui.store.index_reader import IndexReader
from ctxsmith_tui.store.notes_store import Anchor, Sighting
from ctxsmith_tui.store.review_store import ReviewStore, StoredReviewNote, new_review_note
from ctxsmith_tui.text.lines import split_lines
from ctxsmith_tui.text.printable import printable

MOST_LINES = 200  # that a note stands on
MOST_CHARACTERS = 100_000  # of these lines
MOST_NAMED = 10  # notes in a message
_HINT = "say what you noticed"  # for an empty note


class Remark(NamedTuple):
    """What is to be noted: a text on lines of one side of a comparison with `base`.

    `commit` is the commit of that side as the person saw it, None for the one that it is now. `code` are the
    lines as the person saw them, empty when nobody looked: in the work tree they may have moved since.
    """

    text: str
    path: str
    lines: tuple[int, int]
    side: Side = Side.NEW
    base: str = ""
    commit: str | None = None
    code: Sequence[str] = ()
    author: str = ""


class ReviewNotes:
    """The review notes of a repository, those of the new side placed in its files as they are now.

    Whatever looks at files raises what `files` raises. What is wrong with the request is a UsageError, a
    database that cannot be used a CtxsmithError.
    """

    def __init__(
        self, store: ReviewStore, sightings: CurationsStore, files: Files, reader: IndexReader
    ) -> None:
        self._store = store
        self._sightings = sightings
        self._root = files.root
        self._files = files
        self._indexed = IndexedRepository(files, reader)
        self._on_disk = _WithFilesOnDisk(files, reader)

    def all(self) -> tuple[ReviewNote, ...]:
        """Every note with its place, in the order in which they were written."""
        stored = self._store.notes()
        if not stored:
            return ()
        known = self._sightings.sightings()
        placed, moved = [], []
        for note in stored:
            seen = known.get(anchor_key(note.anchor), sighting_of(note.anchor))
            now = self._find(note, seen)
            if note.side is Side.NEW and self._indexed.has_moved(note.anchor, seen, now):
                moved.append((note.anchor, now.place))
            placed.append(_placed(note, now))
        if moved:
            with suppress(CtxsmithError):  # an answer does not fail because this cannot be noted down
                self._sightings.remember(moved)
        return tuple(placed)

    def _find(self, note: StoredReviewNote, seen: Sighting) -> Whereabouts:
        anchor = note.anchor
        if note.side is Side.OLD:
            return current(anchor, sighting_of(anchor))
        if anchor.path in self._files.catalog.row_of_path:
            return self._indexed.find(anchor, seen)
        return find_anchor(anchor, seen, self._on_disk)

    # --- changing ------------------------------------------------------------------------------------

    def add(self, remark: Remark) -> ReviewNote:
        """Keep a note. Raises UsageError for an empty text and for lines that are not there."""
        text = checked_text(remark.text, _HINT)
        base = remark.base.removesuffix(HEAD_SUFFIX)
        commit = self._commit(remark.side, base) if remark.commit is None else remark.commit
        data = self._bytes(remark.path, commit)
        lines = split_lines(decode(data).text)
        note = new_review_note(
            text,
            remark.side,
            _anchor(remark.path, lines, _lines_now(remark, lines), content_hash(data).hex()),
            commit=commit,
            base=base,
            branch=git.branch(self._root),
            author=remark.author,
        )
        return self._shown(self._store.add(note))

    def edit(self, number: int, text: str) -> ReviewNote:
        """Give a note another text."""
        text = checked_text(text, _HINT)
        return self._edited(number, lambda note: replace(note, text=text))

    def set_state(self, number: int, state: ReviewState) -> ReviewNote:
        """Resolve a note, or open it again."""
        return self._edited(number, lambda note: replace(note, state=state))

    def remove(self, numbers: Sequence[int]) -> None:
        """Remove notes: all of them, or none when one is unknown."""
        if unknown := self._store.remove(numbers):
            raise self._unknown(unknown)

    def _edited(self, number: int, change: Callable[[StoredReviewNote], StoredReviewNote]) -> ReviewNote:
        edited = self._store.edit(number, change)
        if edited is None:
            raise self._unknown([number])
        return self._shown(edited)

    def _shown(self, note: StoredReviewNote) -> ReviewNote:
        return _placed(note, self._find(note, sighting_of(note.anchor)))

    def _unknown(self, numbers: Sequence[int]) -> UsageError:
        there = [str(note.id) for note in self._store.notes()]
        listed = ", ".join(there[:MOST_NAMED]) + (", …" if len(there) > MOST_NAMED else "")
        hint = f"there are: {listed}" if there else "there are no review notes yet"
        return UsageError(f"no review note {', '.join(map(str, numbers))}; {hint}")

    # --- the sides -----------------------------------------------------------------------------------

    def _commit(self, side: Side, base: str) -> str:
        """The commit of one side of a comparison, '' for the work tree."""
        if side is Side.NEW and not base:
            return ""
        head = git.head(self._root)
        if not head:
            raise UsageError("there is no commit to compare with yet; make a first one with `git commit`")
        if not base:
            return head
        start = merge_base(self._root, resolve(self._root, base), head, base)
        return start if side is Side.OLD else head

    def _bytes(self, path: str, commit: str) -> bytes:
        """The content of a file in a commit, or on disk."""
        data: bytes | None = None
        if commit:
            data = blob_at(self._root, commit, path)
        else:
            with suppress(OSError):
                data = read_bytes(self._root, path, LARGEST_PARSED + 1)
        if data is None:
            where = f"commit {commit[:10]}" if commit else "the work tree"
            raise UsageError(f"no file {printable(path)} in {where}; name one of `ctxsmith-tui changes`")
        if len(data) > LARGEST_PARSED:
            raise UsageError(f"{printable(path)} is too large to be reviewed line by line")
        return data


class _WithFilesOnDisk(IndexedRepository):
    """The repository with files that the index leaves out: a review may be about any file of a diff."""

    def file_hash(self, path: str) -> str:
        """The hash of a file's bytes, '' for a path that is no file."""
        data = self._data(path)
        return super().file_hash(path) or ("" if data is None else content_hash(data).hex())

    def line_count(self, path: str) -> int:
        """How many lines a file has."""
        return len(self.lines(path))

    def lines(self, path: str) -> Sequence[str]:
        """Lines of a file."""
        if path in self._files.catalog.row_of_path:
            return super().lines(path)
        return split_lines(decode(self._data(path) or b"").text)

    def symbols(self, path: str) -> Sequence[Symbol]:
        """Symbols of a file that the index has."""
        return super().symbols(path) if path in self._files.catalog.row_of_path else ()

    def _data(self, path: str) -> bytes | None:
        try:
            return read_bytes(self._files.root, path, LARGEST_PARSED)
        except OSError:
            return None


def _lines_now(remark: Remark, lines: Sequence[str]) -> tuple[int, int]:
    """Where the lines that a person saw are. Raises UsageError when they are not, or are too many."""
    start, end = remark.lines
    shown = f"{printable(remark.path)}:{start}-{end}"
    if not 1 <= start <= end:
        raise UsageError(f"{shown} are impossible lines: write path:FIRST-LAST, counted from 1")
    if end - start >= MOST_LINES:
        raise UsageError(f"{shown} are too many lines for one note; name at most {MOST_LINES}")
    if remark.code and list(lines[start - 1 : end]) != list(remark.code):
        found = find_span(SpanText(remark.code, start, (), ()), lines)
        if found is None or not found.same:
            raise UsageError(f"{shown} changed meanwhile; look at it again, then write the note")
        start, end = found.lines
    if end > len(lines):
        raise UsageError(f"{shown} ends after the end of the file, which has {len(lines):,} lines")
    if sum(map(len, lines[start - 1 : end])) > MOST_CHARACTERS:
        raise UsageError(f"{shown} has more than {MOST_CHARACTERS:,} characters; name fewer lines")
    return start, end


def _anchor(path: str, text: Sequence[str], lines: tuple[int, int], file_hash: str) -> Anchor:
    """What holds lines of a file of any commit. Blank lines hold only as long as the file is the same."""
    start, end = lines
    code = tuple(text[start - 1 : end])
    before, after = around(text, lines)
    return Anchor(
        kind=NoteKind.SPAN,
        path=path,
        start_line=start,
        end_line=end,
        digest=digest(code),
        file_hash=file_hash,
        code=code,
        before=before,
        after=after,
    )


def _placed(note: StoredReviewNote, now: Whereabouts) -> ReviewNote:
    anchor, place = note.anchor, now.place
    return ReviewNote(
        id=note.id,
        uid=note.uid,
        text=note.text,
        side=note.side,
        path=place.path,
        start_line=place.start_line,
        end_line=place.end_line,
        code=NoteState.CURRENT if note.side is Side.OLD else now.state,
        written=Spec(anchor.path, anchor.start_line, anchor.end_line),
        commit=note.commit,
        quoted=anchor.code,
        base=note.base,
        branch=note.branch,
        state=note.state,
        author=note.author,
        created=note.created,
        edited=note.edited,
    )
