"""The last commits that lead to HEAD: what was said, when, and which files each one touched."""

from __future__ import annotations

import os
from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import islice, takewhile
from pathlib import Path

from ctxsmith_tui.errors import GitError
from ctxsmith_tui.index import git
from ctxsmith_tui.model import Commit

# A record is an empty field, then hash, time, message and paths, each ended by NUL. No path is empty, so the
# next empty field opens the next record, whatever bytes messages and names consist of.
_FORMAT = ("-z", "--format=%x00%H%x00%at%x00%B", "--encoding=UTF-8", "--no-notes")

# Plumbing, and every option spelt out: no setting of the user changes what it prints.
_WITH_PATHS = (
    "diff-tree",
    "--stdin",
    "--always",
    "--root",
    "-r",
    "--name-only",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=none",
    *_FORMAT,
)
_WITHOUT_PATHS = ("log", "--stdin", "--no-walk=unsorted", "--no-patch", *_FORMAT)


@dataclass(frozen=True, slots=True)
class History:
    """Hashes of HEAD and its ancestors, newest first, and those of their commits that were not known."""

    shas: tuple[str, ...]
    commits: tuple[Commit, ...]


@dataclass(frozen=True, slots=True)
class StartedHistory:
    """A history that git is reading; hand it to `finish_history` or `stop_history`."""

    root: Path
    shas: tuple[str, ...]
    unknown: bytes  # hashes, one a line
    running: git.Running | None


def read_history(root: Path, limit: int = 3000, known: Set[str] = frozenset()) -> History:
    """The last `limit` commits that lead to HEAD, other branches excluded, in git's own order.

    Details are read only for hashes outside `known`. Merges touch no paths, and neither does the oldest
    commit of a shallow clone, which would seem to create every file. Empty without git or commits.
    Raises GitError when git refuses the repository.
    """
    return finish_history(start_history(root, limit, known))


def start_history(
    root: Path, limit: int = 3000, known: Set[str] = frozenset(), head: str | None = None
) -> StartedHistory:
    """Find the hashes now and let git read the details beside other work; see `read_history`.

    `head` is the commit that HEAD was found at, '' for none; left out, git is asked.
    """
    head = git.head(root) if head is None else head
    if limit < 1 or not head:
        return StartedHistory(root, (), b"", None)
    shas = tuple(git.run(root, "rev-list", f"--max-count={limit}", head, "--").decode().split())
    unknown = "".join(f"{sha}\n" for sha in shas if sha not in known).encode()
    running = git.start(root, *_WITH_PATHS, stdin=unknown) if unknown else None
    return StartedHistory(root, shas, unknown, running)


def finish_history(started: StartedHistory, timeout: float = 300) -> History:
    """Wait at most `timeout` seconds for what `start_history` started. Raises GitError."""
    if started.running is None:
        return History(started.shas, ())
    try:
        details = git.finish(started.running, timeout)
    except GitError:  # a partial clone lacks the trees, but never the commits
        details = git.run(started.root, *_WITHOUT_PATHS, stdin=started.unknown, timeout=timeout)
    boundary = _shallow_boundary(started.root)
    commits = (commit._replace(paths=()) if commit.sha in boundary else commit for commit in _parse(details))
    return History(started.shas, tuple(commits))


def stop_history(started: StartedHistory) -> None:
    """Give up what `start_history` started."""
    if started.running is not None:
        git.stop(started.running)


def _shallow_boundary(root: Path) -> frozenset[str]:
    """Hashes of the commits whose parents a shallow clone does not have."""
    place = os.fsdecode(git.run(root, "rev-parse", "--git-path", "shallow")).removesuffix("\n")
    try:
        return frozenset((root / place).read_text("ascii").split())
    except FileNotFoundError:
        return frozenset()


def _parse(details: bytes) -> Iterator[Commit]:
    fields = iter(details.split(b"\0"))
    next(fields)  # the empty field that opens the first record
    while len(header := tuple(islice(fields, 3))) == 3:
        sha, time, message = header
        paths = tuple(takewhile(bool, fields))
        if paths:  # git sets the list of paths off by a line feed
            paths = (paths[0].removeprefix(b"\n"), *paths[1:])
        text = message.decode(errors="replace").strip("\n")
        yield Commit(sha.decode(), int(time or 0), text, tuple(map(os.fsdecode, paths)))
