"""What in the work tree is not as in a commit: found by looking at times, sizes and content ourselves.

`git status` and `git diff` would run the filters that `.git/config` names. A file that has the size and times
under which git's own index knows it has the content that is known there; any other is read and hashed as
git hashes it.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ctxsmith_tui.errors import GitError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.decode import read_bytes
from ctxsmith_tui.index.files import is_link
from ctxsmith_tui.index.trees import (
    EXECUTABLE,
    LINK,
    REGULAR,
    SUBMODULE,
    Entry,
    Pair,
    finish_tree,
    start_tree,
)

LARGEST_HASHED = 50_000_000  # bytes; a larger file with another time than git knows counts as changed

# "H 100644 <hash> 0\t<path>\0  ctime: 1:2\n  mtime: 3:4\n  dev: 1\tino: 2\n  uid: ...\n  size: 5\tflags: 0\n"
_STAGED = re.compile(
    r"([A-Za-z?]) (\d{6}) ([0-9a-f]+) (\d)\t([^\0]+)\0"
    r"(?:  ctime: (\d+:\d+)\n  mtime: (\d+:\d+)\n[^\0]*?  size: (\d+)\t[^\n]*\n)?"
)
_SKIPPED = "S"  # left out by a sparse checkout
_CRLF = re.compile(rb"\r\n")


class _Staged(NamedTuple):
    """A file as git's index knows it: entry, size and times as git prints them ('' when not known)."""

    entry: Entry
    size: str
    mtime: str
    ctime: str
    is_skipped: bool


@dataclass(frozen=True, slots=True)
class Differing:
    """What differs from a commit, in path order, and of some paths what has to be said about them."""

    pairs: tuple[Pair, ...]
    notes: Mapping[str, str] = field(default_factory=dict)


def differing_from(root: Path, commit: str, readable: Collection[str]) -> Differing:
    """The files of the work tree, tracked or not, that are not as in a commit, or not in one of the two.

    `readable` are the files that a listing found: no other is read. Raises GitError.
    """
    tree = start_tree(root, commit)
    index = git.start(root, "ls-files", "-z", "-t", "-s", "--debug")
    try:
        in_commit = finish_tree(tree)
        staged = _parse_staged(os.fsdecode(git.finish(index)))
    finally:
        git.stop(tree)
        git.stop(index)
    look = _Look(root, staged, _written_ns(root), _hash_name(commit))
    found: list[Pair] = []
    modules = tuple(f"{path}/" for path, each in staged.items() if each.entry.mode == SUBMODULE)
    for path, old in in_commit.items():
        new = look.entry(path, old, path in readable)
        if new != old:
            found.append(Pair(path, old, new))
    for path in dict.fromkeys([*readable, *staged]):
        if path not in in_commit and not path.startswith(modules):
            new = look.entry(path, None, path in readable)
            if new is not None:  # else it is gone from disk
                found.append(Pair(path, None, new))
    return _as_git_sees_it(root, sorted(found)) if found else Differing(())


class _Look:
    """Looks at files on disk and tells what git would know them as."""

    def __init__(self, root: Path, staged: Mapping[str, _Staged], index_ns: int, hashes: str) -> None:
        self.root, self.staged, self.index_ns, self.hashes = root, staged, index_ns, hashes
        self.base = f"{root}{os.sep}"

    def entry(self, path: str, old: Entry | None, is_readable: bool) -> Entry | None:
        """How a path is on disk, None when it is not there. `old` is how it was."""
        staged = self.staged.get(path)
        if SUBMODULE in (old.mode if old else "", staged.entry.mode if staged else ""):
            return self._submodule(path, old)
        if staged is not None and staged.is_skipped:
            return old  # a sparse checkout left it out
        try:
            status = os.lstat(self.base + path)
        except OSError:
            return None
        if is_readable and stat.S_ISREG(status.st_mode):
            mode = EXECUTABLE if status.st_mode & stat.S_IXUSR else REGULAR
            return Entry(mode, self._blob(path, status, staged, old))
        if not self._parent_is_real(path):
            return None  # for git, what lies behind a link is not there
        if is_link(status):
            return Entry(LINK, self._hash(os.fsencode(os.readlink(self.base + path))))  # noqa: PTH115
        return old if stat.S_ISREG(status.st_mode) else None  # a rule forbids to look at it

    def _parent_is_real(self, path: str) -> bool:
        folder = os.path.dirname(self.base + path)  # noqa: PTH120
        return os.path.realpath(folder) == os.path.normpath(folder)

    def _blob(self, path: str, status: os.stat_result, staged: _Staged | None, old: Entry | None) -> str:
        if staged is not None and self._is_known(status, staged):
            return staged.entry.blob
        if old is None or status.st_size > LARGEST_HASHED:
            return ""  # it differs anyway
        try:
            return self._hash(read_bytes(self.root, path))
        except OSError:
            return ""

    def _is_known(self, status: os.stat_result, staged: _Staged) -> bool:
        """Whether a file has the size and times that git's index knows, and had them before git looked."""
        return (
            staged.size == str(status.st_size & 0xFFFFFFFF)
            and staged.mtime == _time(status.st_mtime_ns)
            and staged.ctime == _time(status.st_ctime_ns)
            and status.st_mtime_ns < self.index_ns
        )

    def _submodule(self, path: str, old: Entry | None) -> Entry | None:
        """The commit that is checked out, or, where none is, the one that git's index names."""
        staged = self.staged.get(path)
        named = staged.entry if staged is not None else None
        folder = self.root / path
        if named is None or not os.path.lexists(folder / ".git") or not self._parent_is_real(f"{path}/x"):
            return named
        try:
            return Entry(SUBMODULE, git.head(folder) or named.blob)
        except GitError:
            return old

    def _hash(self, data: bytes) -> str:
        return blob_hash(data, self.hashes)


def blob_hash(data: bytes, algorithm: str = "sha1") -> str:
    """The hash by which git knows some content."""
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _hash_name(commit: str) -> str:
    return "sha256" if len(commit) == 64 else "sha1"


def _written_ns(root: Path) -> int:
    """When git's index was written; 0, so that nothing counts as older, when that is not known."""
    place = root / ".git"
    if not place.is_dir():  # a work tree beside others
        place = root / os.fsdecode(git.run(root, "rev-parse", "--git-dir")).removesuffix("\n")
    try:
        return (place / "index").lstat().st_mtime_ns
    except OSError:
        return 0


def _time(nanoseconds: int) -> str:
    """As git prints a time."""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return f"{seconds}:{rest}"


def _parse_staged(listed: str) -> dict[str, _Staged]:
    """What git's index holds. Where git words the details otherwise than here, they are not known."""
    return {
        path: _Staged(Entry(mode, blob), size, mtime, ctime, tag == _SKIPPED)
        for tag, mode, blob, stage, path, ctime, mtime, size in _STAGED.findall(listed)
        if stage == "0"
    }


# --- what only a checkout made different -------------------------------------------------------------


def _as_git_sees_it(root: Path, found: Iterable[Pair]) -> Differing:
    """Leaves out files that differ only by the line ends that git put there, or by a mode that it does not
    trust, and notes those whose content goes through a filter, which is not run.
    """
    config = _parse_config(
        git.run(root, "config", "-z", "--get-regexp", r"^core\.(filemode|autocrlf)$", accept=(0, 1))
    )
    pairs = [_without_mode(pair) for pair in found] if config.get("core.filemode") == "false" else list(found)
    pairs = [pair for pair in pairs if pair.old != pair.new]
    both = [pair.path for pair in pairs if pair.old and pair.new and pair.old.is_file and pair.new.is_file]
    attributes = _attributes(root, both) if both else {}
    kept: list[Pair] = []
    notes: dict[str, str] = {}
    for pair in pairs:
        about = attributes.get(pair.path, {})
        if _is_converted(about, config) and _differs_in_line_ends(root, pair):
            continue
        if (name := about.get("filter", "unspecified")) not in ("unspecified", "unset", "set"):
            notes[pair.path] = f"as on disk: the filter {name} is not run"
        kept.append(pair)
    return Differing(tuple(kept), notes)


def _without_mode(pair: Pair) -> Pair:
    """A pair whose new side has the mode of the old one."""
    if pair.old is None or pair.new is None or not (pair.old.is_file and pair.new.is_file):
        return pair
    return pair._replace(new=pair.new._replace(mode=pair.old.mode))


def _parse_config(listed: bytes) -> dict[str, str]:
    pairs = (item.partition("\n") for item in os.fsdecode(listed).split("\0") if item)
    return {name: value.lower() for name, _, value in pairs}


def _attributes(root: Path, paths: Iterable[str]) -> dict[str, dict[str, str]]:
    """Path -> attribute -> value."""
    asked = os.fsencode("".join(f"{path}\0" for path in paths))
    answer = os.fsdecode(git.run(root, "check-attr", "-z", "--stdin", "text", "eol", "filter", stdin=asked))
    parts = answer.split("\0")
    found: dict[str, dict[str, str]] = {}
    for path, name, value in _triples(parts):
        found.setdefault(path, {})[name] = value
    return found


def _triples(parts: list[str]) -> Iterator[tuple[str, str, str]]:
    for at in range(0, len(parts) - 2, 3):
        yield parts[at], parts[at + 1], parts[at + 2]


def _is_converted(attributes: Mapping[str, str], config: Mapping[str, str]) -> bool:
    """Whether git turns CRLF into LF when it takes in a file."""
    text = attributes.get("text", "unspecified")
    if text == "unset":
        return False
    is_asked_for = text in ("set", "auto") or attributes.get("eol") in ("lf", "crlf")
    return is_asked_for or config.get("core.autocrlf", "false") in ("true", "yes", "on", "1", "input")


def _differs_in_line_ends(root: Path, pair: Pair) -> bool:
    """Whether a file with its CRLF as LF has the content of the old side."""
    if pair.old is None or pair.new is None or pair.old.mode != pair.new.mode or not pair.new.blob:
        return False
    try:
        data = read_bytes(root, pair.path, LARGEST_HASHED)
    except OSError:
        return False
    return b"\r\n" in data and blob_hash(_CRLF.sub(b"\n", data), _hash_name(pair.old.blob)) == pair.old.blob
