"""The files of a folder that git does not know: a walk that honours `.gitignore` and `.ignore` files."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from ctxsmith_tui.index.decode import read_bytes
from ctxsmith_tui.index.files import (
    DEPENDENCIES,
    JUNK,
    NESTED,
    UNREADABLE,
    VIRTUAL_ENVIRONMENT,
    Found,
    is_link,
)
from ctxsmith_tui.store.database import FOLDER as OWN_FOLDER
from ctxsmith_tui.text.lines import split_lines

_IGNORE_FILES = (".ignore", ".gitignore")  # in one folder the first has the last word
_IGNORE_FILE_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True)
class _Rules:
    """The patterns of one ignore file; they speak of paths below its folder."""

    offset: int  # characters of a path that lead to that folder
    spec: GitIgnoreSpec


def walk(root: Path) -> Found:
    """All files below `root` that no ignore file excludes; the deepest ignore file decides."""
    found = Found()
    base = f"{root}{os.sep}"
    pending: list[tuple[str, tuple[_Rules, ...]]] = [("", ())]
    while pending:
        folder, rules = pending.pop()
        try:
            with os.scandir(base + folder) as entries:
                names = {entry.name: entry for entry in entries}
        except OSError as error:
            found.skip(folder.rstrip("/"), UNREADABLE, error.strerror or "")
            continue
        if folder and (rule := _closed(names)):
            found.skip(folder.rstrip("/"), rule)
            continue
        rules = _rules_here(root, folder, names) + rules
        pending.extend((path, rules) for path in _take(found, folder, names, rules))
    return found


def _closed(names: Collection[str]) -> str:
    """The rule against entering a folder that holds `names`; '' when there is none."""
    if ".git" in names:
        return NESTED
    return DEPENDENCIES if VIRTUAL_ENVIRONMENT in names else ""


def _rules_here(root: Path, folder: str, names: Collection[str]) -> tuple[_Rules, ...]:
    read = (_patterns(root, folder + name) for name in _IGNORE_FILES if name in names)
    return tuple(_Rules(len(folder), spec) for spec in read if spec is not None)


def _patterns(root: Path, path: str) -> GitIgnoreSpec | None:
    try:
        text = os.fsdecode(read_bytes(root, path, _IGNORE_FILE_LIMIT)).removeprefix("\ufeff")
    except OSError:
        return None
    lines = split_lines(text)
    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:  # one bad pattern must not switch off the others
        return GitIgnoreSpec.from_lines(filter(_valid, lines))


def _valid(line: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _take(
    found: Found, folder: str, entries: dict[str, os.DirEntry[str]], rules: tuple[_Rules, ...]
) -> list[str]:
    """Note the files of one folder; return the folders inside that are to be walked."""
    inner = []
    for name, entry in entries.items():
        path = folder + name
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            continue  # it vanished meanwhile
        is_folder = stat.S_ISDIR(status.st_mode) and not is_link(status)
        if name in (".git", OWN_FOLDER) or _ignored(f"{path}/" if is_folder else path, rules):
            continue
        if not is_folder:
            found.add(path, entry.path, status)
        elif name in JUNK:
            found.skip(path, DEPENDENCIES)
        else:
            inner.append(f"{path}/")
    return inner


def _ignored(path: str, rules: tuple[_Rules, ...]) -> bool:
    for rule in rules:
        verdict = rule.spec.check_file(path[rule.offset :]).include
        if verdict is not None:
            return verdict
    return False
