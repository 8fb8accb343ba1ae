"""A pack in several numbered parts, for chats that take only so much at once.

Each part is a document of its own in the pack's format, counted as a whole with the line that numbers it.
Code is cut between blocks where a block fits into a part, else between lines, and inside a line only when
that one line is too long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.model import Pack
from ctxsmith_tui.model.document import (
    Block,
    Diff,
    Document,
    FileBlocks,
    FileDiff,
    Instructions,
    MapEntry,
)
from ctxsmith_tui.pack.formats import renderer
from ctxsmith_tui.pack.formats.parts import Rendered
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.text.printable import printable

Render = Callable[[Document], Rendered]

RETRIES = 6  # each assumes a longer number of parts than the one before


def split_pack(pack: Pack, tokens: int) -> tuple[str, ...]:
    """The text of a pack in parts of at most `tokens` each, in the pack's tokenizer; itself when it fits.

    Raises UsageError for less than one token, CtxsmithError when something that cannot be cut, such as the
    heading of one file, needs more.
    """
    if tokens < 1:
        raise UsageError(f"parts of {tokens} tokens are none; give 1 or more")
    count = load_tokenizer(pack.tokenizer).count
    if count(pack.text) <= tokens:
        return (pack.text,)
    return split(pack.document, renderer(pack.format), count, tokens)


def split(document: Document, render: Render, count: Callable[[str], int], tokens: int) -> tuple[str, ...]:
    """The rendered parts of a document. Raises CtxsmithError as `split_pack`."""
    total = 2
    for _ in range(RETRIES):
        parts = _Splitter(render, count, tokens, total).parts(document)
        texts = tuple(
            render(_numbered(part, number, len(parts))).text for number, part in enumerate(parts, start=1)
        )
        if all(count(text) <= tokens for text in texts):
            return texts
        total = max(10 * total, len(parts))  # a longer number may need one token more
    raise CtxsmithError(f"parts of {tokens:,} tokens leave no room for their numbers; give more")


def _numbered(part: Document, number: int, total: int) -> Document:
    """A part that says which one it is, so that whoever reads it waits for the last."""
    if number < total:
        line = f"Part {number} of {total}. Wait for part {total} before you answer."
    else:
        line = f"Part {number} of {total}, the last."
    return replace(part, remarks=(line, *part.remarks))


class _Splitter:
    def __init__(self, render: Render, count: Callable[[str], int], tokens: int, total: int) -> None:
        self._render = render
        self._count = count
        self._tokens = tokens
        self._total = total  # how many parts there may be, for the length of the line that numbers them

    def parts(self, document: Document) -> list[Document]:
        """Documents that fit, in order; together they hold all of the document."""
        atoms = [piece for atom in _atoms(document) for piece in self._fitting(atom)]

        def run(start: int, end: int) -> Document:
            return _joined(atoms[start:end])

        return list(self._cut(run, len(atoms)))

    def _cut(self, make: Callable[[int, int], Document], size: int) -> Iterator[Document]:
        """`make(start, end)` for consecutive ranges up to `size`, each as long as fits and 1 at least."""
        start = 0
        while start < size:
            end = self._reach(make, start, size)
            yield make(start, end)
            start = end

    def _reach(self, make: Callable[[int, int], Document], start: int, size: int) -> int:
        """The furthest end of a range from `start` that fits; a range of one is taken to."""
        step = 1
        low, high = start + 1, start + 2
        while high <= size and self._fits(make(start, high)):
            step *= 2
            low, high = high, high + step
        high = min(high, size + 1)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._fits(make(start, middle)) else (low, middle)
        return low

    def _fits(self, part: Document) -> bool:
        return self._needs(part) <= self._tokens

    def _needs(self, part: Document) -> int:
        return self._count(self._render(_numbered(part, self._total - 1, self._total)).text)

    def _fitting(self, atom: Document) -> Iterator[Document]:
        """An atom as it is when it fits into a part of its own, else in pieces that do."""
        if self._fits(atom):
            yield atom
        elif atom.files and atom.files[0].blocks:
            file = atom.files[0]
            yield from self._blocks(file, file.blocks[0])
        elif atom.instructions is not None:
            yield from self._instructions(atom.instructions)
        elif atom.diff is not None and atom.diff.files[0].hunks:
            yield from self._hunk(atom.diff)
        else:
            self._give_up(atom)

    def _give_up(self, atom: Document) -> None:
        names = [*(file.path for file in atom.files), *(entry.path for entry in atom.entries)]
        of = f" of {printable(names[0])[:200]}" if names else ""
        raise CtxsmithError(
            f"parts of {self._tokens:,} tokens are too small: the heading{of} alone needs "
            f"{self._needs(atom):,}; give more"
        )

    def _blocks(self, file: FileBlocks, block: Block) -> Iterator[Document]:
        """Runs of lines of a block, each as long as fits."""

        def run(start: int, end: int) -> Document:
            return _of_lines(file, block, start, end)

        start = 0
        while start < len(block.lines):
            if self._fits(run(start, start + 1)):
                end = self._reach(run, start, len(block.lines))
                yield run(start, end)
            else:
                end = start + 1
                yield from self._line(run(start, end))
            start = end

    def _line(self, whole: Document) -> Iterator[Document]:
        """A line that is too long for a part, cut between characters."""
        file = whole.files[0]
        block = file.blocks[0]
        line = block.lines[0]

        def piece(start: int, end: int) -> Document:
            step = "goes on" if start else "begins"
            said = f"Line {block.start_line} of {printable(file.path)}, too long for one part, {step} here."
            cut = replace(block, lines=(line[start:end],), notes=() if start else block.notes)
            return Document(
                remarks=(said,), files=(FileBlocks(file.path, (cut,), () if start else file.notes),)
            )

        if not self._fits(piece(0, 1)):
            self._give_up(piece(0, 1))
        yield from self._cut(piece, len(line))

    def _instructions(self, instructions: Instructions) -> Iterator[Document]:
        """Instructions that are too long for one part, cut between lines where they have any."""
        text = instructions.text

        def piece(start: int, end: int) -> Document:
            return Document(instructions=replace(instructions, text=text[start:end]))

        if not self._fits(piece(0, 1)):
            self._give_up(piece(0, 1))
        start = 0
        while start < len(text):
            end = self._reach(piece, start, len(text))
            if end < len(text):
                end = text.rfind("\n", start + 1, end) + 1 or end
            yield piece(start, end)
            start = end

    def _hunk(self, diff: Diff) -> Iterator[Document]:
        """A hunk that is too long for a part, cut between lines."""
        file = diff.files[0]
        lines = file.hunks[0]

        def piece(start: int, end: int) -> Document:
            left_out = 0 if start else file.lines_left_out
            one = replace(file, hunks=(lines[start:end],), lines_left_out=left_out)
            return Document(diff=Diff((one,), 0 if start else diff.files_left_out))

        if not all(self._fits(piece(k, k + 1)) for k in range(len(lines))):
            self._give_up(piece(0, 1))
        yield from self._cut(piece, len(lines))


def _of_lines(file: FileBlocks, block: Block, start: int, stop: int) -> Document:
    """Some lines of a block; what is said about the file and the block stands beside the first of them."""
    first = block.start_line + start
    last = first + (stop - start) - 1
    cut = replace(
        block,
        start_line=first,
        end_line=last,
        lines=block.lines[start:stop],
        part_of=block.part_of or (block.start_line, block.end_line),
        notes=block.notes if start == 0 else (),
    )
    return Document(files=(FileBlocks(file.path, (cut,), file.notes if start == 0 else ()),))


def _atoms(document: Document) -> Iterator[Document]:
    """The smallest documents that one makes whole again, in the order in which a format words them."""
    instructions = document.instructions
    if instructions is not None and instructions.before:
        yield Document(instructions=instructions)
    frame = replace(document, entries=(), files=(), notes=(), instructions=None, diff=None)
    if frame != Document():
        yield frame
    if document.diff is not None:
        yield from (Document(diff=each) for each in _hunks_of(document.diff))
    yield from (Document(entries=(entry,)) for entry in _short_entries(document.entries))
    yield from (Document(notes=(note,)) for note in document.notes)
    for file in document.files:
        for number, block in enumerate(file.blocks):
            yield Document(files=(FileBlocks(file.path, (block,), () if number else file.notes),))
    if instructions is not None and not instructions.before:
        yield Document(instructions=instructions)


def _hunks_of(diff: Diff) -> Iterator[Diff]:
    """One diff for each hunk; what is said about the file, and about others, stands beside its first."""
    for number, file in enumerate(diff.files):
        left_out = 0 if number else diff.files_left_out
        for position, hunk in enumerate(file.hunks or ((),)):
            lines_left_out = 0 if position else file.lines_left_out
            hunks = (hunk,) if hunk else ()
            one = replace(file, hunks=hunks, lines_left_out=lines_left_out)
            yield Diff((one,), 0 if position else left_out)


def _short_entries(entries: Sequence[MapEntry]) -> Iterator[MapEntry]:
    """One entry for each symbol of what is pinned as an outline, which may be long."""
    for entry in entries:
        if entry.pinned and len(entry.outlined) > 1:
            yield from (replace(entry, outlined=(symbol,)) for symbol in entry.outlined)
        else:
            yield entry


def _joined(atoms: Sequence[Document]) -> Document:
    """One document of consecutive atoms."""
    title, source, omitted, left_out = "", "", None, 0
    for atom in atoms:
        title, source = title or atom.title, source or atom.source
        omitted, left_out = omitted or atom.omitted, left_out or atom.notes_left_out
    instructions = [atom.instructions for atom in atoms if atom.instructions is not None]
    return Document(
        title=title,
        source=source,
        entries=_joined_entries([entry for atom in atoms for entry in atom.entries]),
        files=_joined_files([file for atom in atoms for file in atom.files]),
        omitted=omitted,
        notes=tuple(note for atom in atoms for note in atom.notes),
        notes_left_out=left_out,
        remarks=tuple(remark for atom in atoms for remark in atom.remarks),
        instructions=replace(instructions[0], text="".join(each.text for each in instructions))
        if instructions
        else None,
        diff=_joined_diff([atom.diff for atom in atoms if atom.diff is not None]),
    )


def _joined_diff(diffs: Sequence[Diff]) -> Diff | None:
    files: list[FileDiff] = []
    for file in (file for diff in diffs for file in diff.files):
        if files and files[-1].path == file.path:
            before = files[-1]
            left_out = before.lines_left_out + file.lines_left_out
            files[-1] = replace(before, hunks=(*before.hunks, *file.hunks), lines_left_out=left_out)
        else:
            files.append(file)
    return Diff(tuple(files), sum(diff.files_left_out for diff in diffs)) if diffs else None


def _joined_entries(entries: Sequence[MapEntry]) -> tuple[MapEntry, ...]:
    joined: list[MapEntry] = []
    for entry in entries:
        if joined and joined[-1].path == entry.path and joined[-1].pinned and entry.pinned:
            joined[-1] = replace(entry, outlined=(*joined[-1].outlined, *entry.outlined))
        else:
            joined.append(entry)
    return tuple(joined)


def _joined_files(files: Sequence[FileBlocks]) -> tuple[FileBlocks, ...]:
    joined: list[FileBlocks] = []
    for file in files:
        if joined and joined[-1].path == file.path:
            before = joined[-1]
            joined[-1] = replace(
                before, blocks=(*before.blocks, *file.blocks), notes=(*before.notes, *file.notes)
            )
        else:
            joined.append(file)
    return tuple(joined)
