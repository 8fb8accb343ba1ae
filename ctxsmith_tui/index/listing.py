"""Which files of a repository may be read, and for every other one the rule that leaves it out.

In a git repository: what git tracks and what it does not ignore. Elsewhere, or without git: a walk that
honours ignore files. No symlink is ever followed, and no folder with a repository of its own is entered
unless it is a submodule.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from ctxsmith_tui.errors import CtxsmithError, GitError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.files import (
    DEPENDENCIES,
    JUNK,
    NESTED,
    NOT_CHECKED_OUT,
    UNREADABLE,
    VIRTUAL_ENVIRONMENT,
    Found,
    ListedFile,
    Listing,
    is_link,
    symlink,
)
from ctxsmith_tui.model import Skipped
from ctxsmith_tui.store.database import FOLDER as OWN_FOLDER
from ctxsmith_tui.text.printable import printable

__all__ = ["ListedFile", "Listing", "list_files", "start_listing"]

# -t and -s make every entry unambiguous: "H <mode> <hash> <stage>\t<path>" when tracked, "? <path>" when not.
_LIST = ("ls-files", "-z", "-t", "-s", "-c", "-o", "--exclude-standard")
_OWN_FILES = f"{OWN_FOLDER}/tui-"
_GITLINK = "160000 "
_CLOSED_FOLDER = re.compile(rb"^warning: could not open directory '(.*)/': (.*)$", re.MULTILINE)

_HIDDEN = Skipped("", "")  # an obstacle that has no ledger line


def start_listing(root: Path, is_git: bool) -> git.Running | None:
    """Let git begin listing, to run beside other work; None where the listing is our own walk.

    Hand the result to `list_files`, or to `git.stop`. Raises GitError when git cannot be started.
    """
    return git.start(root, *_LIST) if is_git and git.available() else None


def list_files(
    root: Path, is_git: bool, started: git.Running | None = None, known: Iterable[str] = ()
) -> Listing:
    """The files below `root`; `is_git` says that `root` holds a `.git`, as `git.find_root` tells.

    `known` are paths that will probably be among the files: they change nothing but the time it takes.
    Raises GitError when git refuses the repository.
    """
    running = started or start_listing(root, is_git)
    if running is None:
        from ctxsmith_tui.index.walk import walk  # brings pathspec, which git makes unnecessary

        return walk(root).listing()
    return _ask_git(root, running, known).listing()


def _ask_git(root: Path, running: git.Running, known: Iterable[str]) -> Found:
    found = Found()
    folders = _Folders(root)
    looked = _look_ahead(known, folders)
    tracked, submodules, untracked = _parse(os.fsdecode(git.finish(running)))
    if any(path.startswith(_OWN_FILES) for path in tracked):
        raise CtxsmithError(
            f"{OWN_FOLDER} is committed in this repository, so the index in it cannot be trusted: "
            f"remove it with `git rm -r --cached {OWN_FOLDER}` and delete the folder"
        )
    for match in _CLOSED_FOLDER.finditer(running.warnings):
        found.skip(os.fsdecode(match[1]), UNREADABLE, printable(os.fsdecode(match[2])))
    _look_at(found, tracked, folders, looked)
    _look_at(found, untracked, _Folders(root, untracked=True), looked)
    for path in submodules:
        _enter_submodule(found, root, path)
    return found


def _parse(listed: str) -> tuple[list[str], list[str], list[str]]:
    """Tracked files, gitlinks and untracked files, each in git's order; an unmerged one is named once."""
    tracked, submodules, untracked = dict[str, None](), list[str](), list[str]()
    for entry in listed.split("\0"):
        if entry.startswith("? "):
            untracked.append(entry[2:])
        elif entry:
            path = entry[entry.index("\t") + 1 :]
            if entry.startswith(_GITLINK, 2):
                submodules.append(path)
            else:
                tracked[path] = None
    return list(tracked), list(dict.fromkeys(submodules)), untracked


class _Folders:
    """Looks at each folder once: may a file inside it be read?

    Untracked files are also left out of nested repositories and dependency folders; what is tracked there
    was put there on purpose.
    """

    def __init__(self, root: Path, untracked: bool = False) -> None:
        self.base = f"{root}{os.sep}"
        self.untracked = untracked
        self.known: dict[str, Skipped | None] = {"": None}

    def obstacle(self, folder: str) -> Skipped | None:
        """The ledger line of the outermost folder at or above `folder` that may not be entered."""
        if folder in self.known:
            return self.known[folder]
        end = folder.find("/")
        while end >= 0:  # from the top down, without recursion: a path can be thousands of folders deep
            if obstacle := self._look_once(folder[:end]):
                self.known[folder] = obstacle
                return obstacle
            end = folder.find("/", end + 1)
        return self._look_once(folder)

    def _look_once(self, folder: str) -> Skipped | None:
        if folder not in self.known:
            self.known[folder] = self._look(folder)
        return self.known[folder]

    def _look(self, folder: str) -> Skipped | None:
        name = folder.rpartition("/")[2]
        full = self.base + folder
        if name == OWN_FOLDER:
            return _HIDDEN
        try:
            if is_link(os.lstat(full)):
                return symlink(folder, full)
        except OSError:
            return None  # the look at the file itself tells more
        if self.untracked:
            if os.path.lexists(f"{full}/.git"):
                return Skipped(folder, NESTED)
            if name in JUNK or os.path.lexists(f"{full}/{VIRTUAL_ENVIRONMENT}"):
                return Skipped(folder, DEPENDENCIES)
        return None


def _look_ahead(known: Iterable[str], folders: _Folders) -> dict[str, ListedFile]:
    """The regular files among `known`, looked at while git is still listing, and the folders around them."""
    looked: dict[str, ListedFile] = {}
    last = ""
    for path in known:
        folder = path.rpartition("/")[0]
        if folder != last:
            last = folder
            folders.obstacle(folder)
        try:
            status = os.lstat(folders.base + path)
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode):
            looked[path] = ListedFile(path, status.st_size, status.st_mtime_ns)
    return looked


def _look_at(found: Found, paths: Iterable[str], folders: _Folders, looked: Mapping[str, ListedFile]) -> None:
    last, obstacle = "", None
    for path in paths:
        folder = path.rstrip("/").rpartition("/")[0]
        if folder != last:
            last, obstacle = folder, folders.obstacle(folder)
        if obstacle is not None:
            if obstacle is not _HIDDEN:
                found.skipped.add(obstacle)
        elif path.endswith("/"):  # git stops before an untracked repository and names its folder
            found.skip(path[:-1], NESTED)
        elif (file := looked.get(path)) is not None:
            found.files.append(file)
        else:
            _look_at_file(found, path, folders.base + path)


def _look_at_file(found: Found, path: str, full: str) -> None:
    try:
        status = os.lstat(full)
    except (FileNotFoundError, NotADirectoryError):
        return  # tracked, but deleted on disk
    except OSError as error:
        found.skip(path, UNREADABLE, error.strerror or "")
        return
    if not stat.S_ISDIR(status.st_mode):  # a folder in a tracked file's place: its files are untracked
        found.add(path, full, status)


def _enter_submodule(found: Found, root: Path, path: str) -> None:
    """Add the files of the submodule at `path`, listed from inside: from outside git does not list them."""
    folder = root / path
    if obstacle := _Folders(root).obstacle(path):
        found.skipped.add(obstacle)
    elif not os.path.lexists(folder / ".git"):
        found.skip(path, NOT_CHECKED_OUT)
    else:
        try:
            inside = list_files(folder, is_git=True)
        except GitError as error:
            found.skip(path, UNREADABLE, str(error))
            return
        found.files += [file._replace(path=f"{path}/{file.path}") for file in inside.files]
        found.skipped |= {line._replace(path=f"{path}/{line.path}") for line in inside.skipped}
