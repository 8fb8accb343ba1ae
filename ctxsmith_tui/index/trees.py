"""What git's objects hold: commits that people name, the files of a tree, and the content of files.

Nothing here looks at the work tree; `index/worktree.py` does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ctxsmith_tui.errors import GitError, UsageError
from ctxsmith_tui.index import git
from ctxsmith_tui.text.printable import printable

REGULAR, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"
_IN_TREE = re.compile(r"(\d{6}) \w+ ([0-9a-f]+)\t([^\0]+)\0")
_IS_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class Entry(NamedTuple):
    """A file as git knows it: its mode, and the hash of its content ('' when only its size is known)."""

    mode: str
    blob: str

    @property
    def is_file(self) -> bool:
        """Whether it is a regular file, rather than a link or a submodule."""
        return self.mode in (REGULAR, EXECUTABLE)


class Pair(NamedTuple):
    """A path that differs: how it is on the old and on the new side, None where it is not there."""

    path: str
    old: Entry | None
    new: Entry | None


def resolve(root: Path, name: str) -> str:
    """Full hash of the commit that a person names. Raises UsageError when there is none."""
    found = b""
    if name and not name.startswith("-") and "\0" not in name:
        try:
            found = git.run(root, "rev-parse", "-q", "--verify", f"{name}^{{commit}}", accept=(0, 1))
        except GitError:  # a broken name, such as `a..b` or `@{x}`
            found = b""
    commit = found.decode("ascii", "replace").strip()
    if not _IS_HASH.fullmatch(commit):
        raise UsageError(
            f"no commit {printable(name)!r} here; give a branch, tag or hash that `git log` knows"
            " (a remote branch as origin/NAME)"
        )
    return commit


def merge_base(root: Path, base: str, head: str, name: str) -> str:
    """The commit where two commits parted; `name` is what the person calls `base`.

    Raises UsageError when there is none, as in a shallow clone.
    """
    found = git.run(root, "merge-base", base, head, accept=(0, 1)).decode().split()
    if found:
        return found[0]
    is_shallow = git.run(root, "rev-parse", "--is-shallow-repository").strip() == b"true"
    todo = (
        "this clone is shallow: `git fetch --unshallow` gets the rest"
        if is_shallow
        else "name a branch that HEAD comes from"
    )
    raise UsageError(f"{printable(name)} and HEAD have no common commit; {todo}")


def start_tree(root: Path, commit: str) -> git.Running:
    """Let git list the files of a commit beside other work; hand the result to `finish_tree`."""
    return git.start(root, "ls-tree", "-r", "-z", "--full-tree", commit)


def finish_tree(running: git.Running) -> dict[str, Entry]:
    """Path -> entry of every file of the tree."""
    listed = os.fsdecode(git.finish(running))
    return {path: Entry(mode, blob) for mode, blob, path in _IN_TREE.findall(listed)}


def differing(root: Path, old: str, new: str) -> list[Pair]:
    """What differs between the trees of two commits, in path order; a renamed file is two."""
    raw = git.run(
        root, "diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff",
        "--no-textconv", "--ignore-submodules=none", old, new,
    )  # fmt: skip
    parts = iter(os.fsdecode(raw).split("\0"))
    pairs = []
    for head in parts:
        if head.startswith(":"):
            old_mode, new_mode, old_blob, new_blob, _ = head[1:].split(" ")
            pairs.append(Pair(next(parts), _entry(old_mode, old_blob), _entry(new_mode, new_blob)))
    return sorted(pairs)


def _entry(mode: str, blob: str) -> Entry | None:
    return None if mode == "000000" else Entry(mode, blob)


def sizes(root: Path, blobs: Iterable[str]) -> dict[str, int]:
    """Size in bytes of each blob that this clone has."""
    wanted = list(dict.fromkeys(blobs))
    if not wanted:
        return {}
    asked = "".join(f"{blob}\n" for blob in wanted).encode()
    answer = git.run(root, "cat-file", "--batch-check", stdin=asked).decode("ascii", "replace")
    lines = (line.split(" ") for line in answer.splitlines())
    return {line[0]: int(line[2]) for line in lines if len(line) == 3 and line[1] == "blob"}


def contents(root: Path, blobs: Iterable[str]) -> Mapping[str, bytes]:
    """The content of each blob that this clone has."""
    wanted = list(dict.fromkeys(blobs))
    if not wanted:
        return {}
    asked = "".join(f"{blob}\n" for blob in wanted).encode()
    return dict(_read_batch(git.run(root, "cat-file", "--batch", stdin=asked)))


def blob_at(root: Path, commit: str, path: str) -> bytes | None:
    """The content of a file in a commit, given by its full hash; None when it is not there."""
    try:
        return git.run(root, "cat-file", "blob", f"{commit}:{path}")
    except GitError:
        return None


def _read_batch(answer: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        head = answer[at:end].decode("ascii", "replace").split(" ")
        at = end + 1
        if len(head) == 3 and head[2].isdigit():
            size = int(head[2])
            yield head[0], answer[at : at + size]
            at += size + 1
