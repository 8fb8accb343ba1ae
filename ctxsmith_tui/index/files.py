"""What a listing yields, whether git or a walk of our own finds it: files, and the rules against others."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ctxsmith_tui.model import Skipped
from ctxsmith_tui.text.printable import printable

SYMLINK = "symlink"
NESTED = "nested repository"
NOT_CHECKED_OUT = "submodule not checked out"
NOT_REGULAR = "not a regular file"
UNREADABLE = "unreadable"
DEPENDENCIES = "dependency or cache folder"

VIRTUAL_ENVIRONMENT = "pyvenv.cfg"  # the file that marks one, whatever its folder is called
JUNK = frozenset((
    "node_modules", "bower_components", "__pycache__", ".venv", "venv", ".tox", ".nox", ".eggs",
    ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".gradle", ".terraform", ".next", ".nuxt",
    ".parcel-cache", ".svn", ".hg", ".bzr", "CVS",
))  # fmt: skip


class ListedFile(NamedTuple):
    """A regular file: path relative to the root, size in bytes, modification time in nanoseconds."""

    path: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Listing:
    """All files that may be read, and a ledger line for every place left out; both sorted by path."""

    files: tuple[ListedFile, ...]
    skipped: tuple[Skipped, ...]


def is_link(status: os.stat_result) -> bool:
    """Whether an lstat result is of a symlink or, on Windows, a junction."""
    tag = getattr(status, "st_reparse_tag", 0)
    return stat.S_ISLNK(status.st_mode) or (
        tag != 0 and tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", 0)
    )


def symlink(path: str, full: str) -> Skipped:
    """The ledger line of a link, with its target as far as that can be read."""
    try:
        target = str(Path(full).readlink())
    except OSError:
        target = ""
    return Skipped(path, SYMLINK, printable(target))


@dataclass(slots=True)
class Found:
    """A listing while it grows."""

    files: list[ListedFile] = field(default_factory=list)
    skipped: set[Skipped] = field(default_factory=set)

    def skip(self, path: str, rule: str, detail: str = "") -> None:
        """Note that `path` is left out."""
        self.skipped.add(Skipped(path, rule, detail))

    def add(self, path: str, full: str, status: os.stat_result) -> None:
        """Take the file at `full` if it is a regular one, else note why not; `status` is its lstat."""
        if stat.S_ISREG(status.st_mode):
            self.files.append(ListedFile(path, status.st_size, status.st_mtime_ns))
        elif is_link(status):
            self.skipped.add(symlink(path, full))
        else:
            self.skip(path, NOT_REGULAR)

    def listing(self) -> Listing:
        """The finished, sorted listing."""
        return Listing(tuple(sorted(self.files)), tuple(sorted(self.skipped)))
