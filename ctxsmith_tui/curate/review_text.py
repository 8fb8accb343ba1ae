"""A review as Markdown: each note with path, lines, commit, and the code as it was when it was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ctxsmith_tui.model import Changes, NoteState, ReviewNote, Side
from ctxsmith_tui.text.printable import printable, printable_block

_BACKTICKS = re.compile("`+")
_FAR = 1 << 60  # after everything that the diff shows
_SHORT = 10  # characters of a commit's hash


def in_diff_order(notes: Iterable[ReviewNote], changes: Changes | None = None) -> list[ReviewNote]:
    """Notes by file, and within a file from top to bottom of its diff; what it does not show comes last."""
    at: dict[tuple[str, Side, int], int] = {}
    for file in changes.files if changes is not None else ():
        for number, line in enumerate(line for hunk in file.hunks for line in hunk.lines):
            if line.old:
                at.setdefault((file.path, Side.OLD, line.old), number)
            if line.new:
                at.setdefault((file.path, Side.NEW, line.new), number)

    def key(note: ReviewNote) -> tuple[str, int, int, int]:
        path, lines = _place(note)
        return path, at.get((path, note.side, lines[0]), _FAR), lines[0], note.id

    return sorted(notes, key=key)


def review_markdown(notes: Sequence[ReviewNote], title: str = "Review") -> str:
    """Notes as Markdown, grouped by file in the order given; '' for none.

    The code is quoted as it was, in fences longer than any run of backticks in it.
    """
    if not notes:
        return ""
    return "\n".join(_parts(notes, title)) + "\n"


def _parts(notes: Sequence[ReviewNote], title: str) -> Iterator[str]:
    files = len({_place(note)[0] for note in notes})
    yield f"# {printable(title)}\n"
    yield f"{_count(len(notes), 'note')} on {_count(files, 'file')}.\n"
    for path, group in groupby(notes, key=lambda note: _place(note)[0]):
        yield f"## {code_span(path)}\n"
        for note in group:
            yield _heading(note)
            yield ""
            code = "\n".join(note.quoted)
            fence = _fence(code)
            yield f"{fence}{_language(note)}\n{code}\n{fence}\n"
            if said := _about(note):
                yield f"({said})\n"
            yield f"{printable_block(note.text.strip())}\n"


def _heading(note: ReviewNote) -> str:
    """`### app/retry.py:12-14, commit 1a2b3c4d5e, old side`."""
    path, (start, end) = _place(note)
    lines = f"{start}-{end}" if end > start else f"{start}"
    where = f"commit {printable(note.commit[:_SHORT])}" if note.commit else "work tree"
    side = ", old side" if note.side is Side.OLD else ""
    return f"### {code_span(f'{path}:{lines}')}, {where}{side}"


def _place(note: ReviewNote) -> tuple[str, tuple[int, int]]:
    """Path and lines in the commit of a note; in the work tree, where they are now."""
    if note.commit and note.written.start_line is not None and note.written.end_line is not None:
        return note.written.path, (note.written.start_line, note.written.end_line)
    return note.path, (note.start_line, note.end_line)


def _about(note: ReviewNote) -> str:
    """What is to be known beside place and text."""
    said = []
    if not note.is_open:
        said.append("resolved")
    if note.code is NoteState.STALE:
        said.append(f"changed since, now at {note.path}:{note.start_line}")
    if note.code is NoteState.LOST:
        said.append("this code is gone since")
    if note.author:
        said.append(f"written by {note.author}, an agent")
    return printable(", ".join(said))


def _language(note: ReviewNote) -> str:
    """The kind of code, as the end of the file's name says it."""
    ending = _place(note)[0].rpartition("/")[2].rpartition(".")[2]
    return ending if ending.isascii() and ending.isalnum() and len(ending) <= 12 else ""


def code_span(text: str) -> str:
    """Text as an inline code span of Markdown, in which no markup counts."""
    text = printable(text)
    fence = "`" * (1 + max((len(run) for run in _BACKTICKS.findall(text)), default=0))
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}"


def _fence(code: str) -> str:
    return "`" * max(3, 1 + max((len(run) for run in _BACKTICKS.findall(code)), default=0))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
