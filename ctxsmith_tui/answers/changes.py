"""What changed, as hunks: in the work tree since HEAD, or in HEAD since it left another branch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from ctxsmith_tui.curate.whereabouts import enclosing
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.content import LARGEST_PARSED, content_hash
from ctxsmith_tui.index.decode import Decoded, decode, read_bytes
from ctxsmith_tui.index.trees import (
    EXECUTABLE,
    LINK,
    SUBMODULE,
    Entry,
    Pair,
    contents,
    differing,
    merge_base,
    resolve,
    sizes,
)
from ctxsmith_tui.index.worktree import Differing, differing_from
from ctxsmith_tui.model import ChangedFile, Changes, DiffLine, FileStatus, Hunk, Symbol
from ctxsmith_tui.model.changes import HEAD_SUFFIX
from ctxsmith_tui.text.linediff import Replaced, replaced
from ctxsmith_tui.text.lines import split_lines

CONTEXT_LINES = 3  # unchanged ones around each change
MOST_LINES = 150_000  # in the hunks of all files together


@dataclass(frozen=True, slots=True)
class Shift:
    """Where the lines of one text are in another that was made from it."""

    replaced: Sequence[Replaced] = ()

    def line(self, number: int) -> int:
        """The line that a line became; of one that was replaced, about where it was."""
        moved = 0
        for each in self.replaced:
            if number - 1 < each.old_start:
                break
            if number - 1 < each.old_end:
                inside = min(number - 1 - each.old_start, max(each.new_end - each.new_start - 1, 0))
                return each.new_start + inside + 1
            moved = each.new_end - each.old_end
        return number + moved


@dataclass(frozen=True, eq=False)
class Found:
    """The changes; `shifts` lead from the new side of a file to its lines on disk where these differ.

    `stale` are files that are not what the index knows: their symbols cannot be trusted.
    """

    changes: Changes
    shifts: Mapping[str, Shift] = field(default_factory=dict)
    stale: tuple[str, ...] = ()

    def on_disk(self, path: str, lines: tuple[int, int]) -> tuple[int, int]:
        """Where lines of the new side of a file are on disk."""
        shift = self.shifts.get(path)
        return lines if shift is None else (shift.line(lines[0]), shift.line(lines[1]))


@dataclass(frozen=True, eq=False)
class Indexed:
    """What the index knows: all files, the hash of their content (b'' for none), and their symbols."""

    paths: Collection[str]
    content_hash: Callable[[str], bytes]
    symbols: Callable[[str], Sequence[Symbol]]


def find_changes(root: Path, is_git: bool, base: str, indexed: Indexed) -> Found:
    """What differs between the work tree and HEAD, or, with a `base`, between HEAD and where it left that.

    Raises UsageError without git, without a commit, for an unknown base and for one without a common commit.
    """
    if not is_git or not git.available():
        raise UsageError(
            f"{root} is no git repository, so nothing is known of earlier files; `git init` and a first"
            " commit make it one"
            if not is_git
            else "git is not installed, or not on PATH; install it to see what changed"
        )
    head = git.head(root)
    if not head:
        raise UsageError("there is no commit to compare with yet; make a first one with `git commit`")
    name = base.removesuffix(HEAD_SUFFIX)
    if not name:
        differing_now = differing_from(root, head, indexed.paths)
        return _Comparison(root, indexed, differing_now, on_disk=True).found(
            Changes("", head, head, (), "Review of the working tree")
        )
    start = merge_base(root, resolve(root, name), head, name)
    return _Comparison(root, indexed, Differing(tuple(differing(root, start, head))), on_disk=False).found(
        Changes(base, start, head, (), f"Review of {name}{HEAD_SUFFIX}")
    )


class _Comparison:
    """Both sides of all pairs, read at once."""

    def __init__(self, root: Path, indexed: Indexed, pairs: Differing, *, on_disk: bool) -> None:
        self.root, self.indexed, self.on_disk = root, indexed, on_disk
        self.pairs, self.notes = pairs.pairs, pairs.notes
        entries = [pair.old for pair in self.pairs]
        if not on_disk:
            entries += [pair.new for pair in self.pairs]
        blobs = [entry.blob for entry in entries if entry is not None and entry.is_file]
        self.sizes = sizes(root, blobs)
        self.contents = contents(root, [blob for blob in blobs if self.sizes.get(blob, 0) <= LARGEST_PARSED])
        self.shifts: dict[str, Shift] = {}
        self.stale: list[str] = []
        self.room = MOST_LINES

    def found(self, frame: Changes) -> Found:
        files = tuple(self._file(pair) for pair in self.pairs)
        changes = Changes(frame.base, frame.base_commit, frame.head_commit, files, frame.title)
        return Found(changes, self.shifts, tuple(self.stale))

    def _file(self, pair: Pair) -> ChangedFile:
        old, new = self._side(pair, pair.old, is_new=False), self._side(pair, pair.new, is_new=True)
        status = FileStatus.CHANGED
        if pair.old is None or pair.new is None:
            status = FileStatus.ADDED if pair.old is None else FileStatus.REMOVED
        is_binary = old.text.binary or new.text.binary
        notes = [self.notes.get(pair.path, ""), _about_entries(pair), old.obstacle or new.obstacle]
        hunks: tuple[Hunk, ...] = ()
        added = removed = 0
        if is_binary:
            notes.append("binary")
        elif not old.obstacle and not new.obstacle:
            before, after = split_lines(old.text.text), split_lines(new.text.text)
            changes = replaced(before, after)
            added = sum(each.new_end - each.new_start for each in changes)
            removed = sum(each.old_end - each.old_start for each in changes)
            if old.data != new.data:
                notes += [_about_text(old.text, new.text, status, bool(changes))]
            if any(each.coarse for each in changes):
                notes.append("so different that whole stretches are shown as replaced")
            hunks = self._hunks(pair.path, before, after, changes, new)
            if changes and not hunks:
                notes.append(f"not shown: more than {MOST_LINES:,} lines changed in all")
        return ChangedFile(
            pair.path,
            status,
            hunks,
            is_binary,
            ", ".join(dict.fromkeys(filter(None, notes))),
            added,
            removed,
            _digest(pair, old, new),
        )

    def _side(self, pair: Pair, entry: Entry | None, *, is_new: bool) -> _Side:
        if entry is None:
            return _Side(b"")
        if not entry.is_file:
            return _Side(b"")
        if is_new and self.on_disk:
            try:
                data = read_bytes(self.root, pair.path, LARGEST_PARSED + 1)
                size = (self.root / pair.path).lstat().st_size if len(data) > LARGEST_PARSED else len(data)
            except OSError as error:
                return _Side(b"", obstacle=f"unreadable ({error.strerror})")
        elif entry.blob not in self.sizes:
            return _Side(b"", obstacle="its content is not in this clone")
        else:
            data, size = self.contents.get(entry.blob, b""), self.sizes[entry.blob]
        if size > LARGEST_PARSED:
            return _Side(data, obstacle=f"too large to compare ({size / 1e6:,.1f} MB)")
        return _Side(data)

    def _hunks(
        self, path: str, old: Sequence[str], new: Sequence[str], changes: Sequence[Replaced], side: _Side
    ) -> tuple[Hunk, ...]:
        size = sum(each.old_end - each.old_start + each.new_end - each.new_start for each in changes)
        if not changes or size > self.room:
            return ()
        self.room -= size
        symbol_at = self._symbol_finder(path, new, side)
        return tuple(_hunk(old, new, group, symbol_at) for group in _grouped(changes))

    def _symbol_finder(self, path: str, new: Sequence[str], side: _Side) -> Callable[[int, int], str]:
        """Names the innermost symbol around lines of the new side, as far as the index has the file."""
        known = self.indexed.content_hash(path)
        if not known:
            return lambda first, last: ""
        symbols = self.indexed.symbols(path)
        if content_hash(side.data) == known:
            return lambda first, last: enclosing(symbols, first, last)
        if self.on_disk:
            self.stale.append(path)
            return lambda first, last: ""
        try:
            disk = decode(read_bytes(self.root, path, LARGEST_PARSED)).text
        except OSError:
            return lambda first, last: ""
        shift = self.shifts[path] = Shift(replaced(new, split_lines(disk)))
        return lambda first, last: enclosing(symbols, shift.line(first), shift.line(last))


class _Side:
    """One side of a file; `obstacle` says why it cannot be compared."""

    def __init__(self, data: bytes, obstacle: str = "") -> None:
        self.data, self.obstacle = data, obstacle
        self.text = Decoded("", "", False) if obstacle or not data else decode(data)


def _digest(pair: Pair, old: _Side, new: _Side) -> str:
    known_by = [str(pair.old), pair.new.mode if pair.new else "", content_hash(new.data).hex()]
    if pair.new is not None and not pair.new.is_file:
        known_by.append(pair.new.blob)
    return blake2b("\0".join(known_by).encode(), digest_size=16).hexdigest()


# --- hunks -------------------------------------------------------------------------------------------


def _grouped(changes: Sequence[Replaced]) -> Iterator[list[Replaced]]:
    """Changes whose surroundings meet, together."""
    group: list[Replaced] = []
    for each in changes:
        if group and each.old_start - group[-1].old_end > 2 * CONTEXT_LINES:
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _hunk(
    old: Sequence[str], new: Sequence[str], group: Sequence[Replaced], symbol_at: Callable[[int, int], str]
) -> Hunk:
    first, last = group[0], group[-1]
    before = min(CONTEXT_LINES, first.old_start)
    behind = min(CONTEXT_LINES, len(old) - last.old_end)
    i, j = first.old_start - before, first.new_start - before
    lines: list[DiffLine] = []
    old_first, new_first = i, j
    for each in (*group, Replaced(last.old_end + behind, 0, last.new_end + behind, 0)):
        while i < each.old_start:
            lines.append(DiffLine(" ", i + 1, j + 1, new[j]))
            i, j = i + 1, j + 1
        lines += (DiffLine("-", n + 1, 0, old[n]) for n in range(i, each.old_end))
        lines += (DiffLine("+", 0, n + 1, new[n]) for n in range(j, each.new_end))
        i, j = max(i, each.old_end), max(j, each.new_end)
    old_lines, new_lines = i - old_first, j - new_first
    return Hunk(
        old_first + (old_lines > 0),
        old_lines,
        new_first + (new_lines > 0),
        new_lines,
        tuple(lines),
        symbol_at(*_first_change(lines, first.new_start)),
    )


def _first_change(lines: Sequence[DiffLine], before: int) -> tuple[int, int]:
    """The first new line that is not blank; where lines are only removed, the two around the gap."""
    written = (line.new for line in lines if line.kind == "+" and line.text.strip())
    first = next(written, 0)
    return (first, first) if first else (before, before + 1)


# --- notes -------------------------------------------------------------------------------------------


def _about_entries(pair: Pair) -> str:
    """What is said of links, submodules and modes."""
    old, new = pair.old, pair.new
    kinds = [_kind(entry) for entry in (old, new) if entry is not None]
    if SUBMODULE in [entry.mode for entry in (old, new) if entry is not None]:
        commits = [f"at {entry.blob[:10]}" for entry in (new, old) if entry and entry.mode == SUBMODULE]
        return f"submodule {', was '.join(commits)}"
    if len(kinds) == 2 and kinds[0] != kinds[1]:
        return f"a {kinds[1]}, was a {kinds[0]}"
    if kinds[0] == "symbolic link":
        return "symbolic link"
    if old is not None and new is not None and old.mode != new.mode:
        return "now executable" if new.mode == EXECUTABLE else "no longer executable"
    return ""


def _kind(entry: Entry) -> str:
    return {LINK: "symbolic link", SUBMODULE: "submodule"}.get(entry.mode, "file")


def _about_text(old: Decoded, new: Decoded, status: FileStatus, has_hunks: bool) -> str:
    """What differs between two texts that differ, beside their lines."""
    if status is not FileStatus.CHANGED:
        return "empty" if not old.text and not new.text else ""
    notes = []
    if (before := _line_ends(old.text)) != (after := _line_ends(new.text)) and before and after:
        notes.append(f"line ends were {before}, are {after}")
    ends = [text.text.endswith(("\n", "\r")) for text in (old, new)]
    if old.text and new.text and ends[0] != ends[1]:
        notes.append(f"newline at the end of the file {'removed' if ends[0] else 'added'}")
    if old.encoding != new.encoding and old.text and new.text:
        notes.append(f"encoding was {old.encoding}, is {new.encoding}")
    if not notes and not has_hunks:
        notes.append("only bytes that are no text differ")
    return ", ".join(notes)


def _line_ends(text: str) -> str:
    crlf = text.count("\r\n")
    kinds = {"CRLF": crlf, "LF": text.count("\n") - crlf, "CR": text.count("\r") - crlf}
    return " and ".join(name for name, count in kinds.items() if count)
