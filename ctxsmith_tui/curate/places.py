"""From SPECs to lines of files that are in the index."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.curate.specs import find_symbol
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import Spec, Symbol
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.store.index_reader import Catalog


class Place(NamedTuple):
    """Lines of a file; `symbol` is the qualified name of the symbol that they are, or ''."""

    path: str
    lines: tuple[int, int]
    symbol: str


def locate_file(path: str, root: Path, catalog: Catalog) -> str:
    """The indexed path that a person means: from the root, from the working directory, absolute or escaped.

    Raises UsageError saying why a file is not in the index.
    """
    for candidate in _readings(path, root):
        if candidate in catalog.row_of_path:
            return candidate
    raise UsageError(_why_unknown(path, root, catalog))


def locate(spec: Spec, root: Path, catalog: Catalog, symbols_of: Callable[[str], Sequence[Symbol]]) -> Place:
    """The lines that a SPEC names. Raises UsageError when there are none."""
    path = locate_file(spec.path, root, catalog)
    row = catalog.row_of_path[path]
    count = int(catalog.lines[row])
    if count == 0:
        rule = catalog.rules[row] or "empty"
        raise UsageError(f"{printable(path)} has no lines to show ({rule}); see `ctxsmith-tui coverage`")
    if spec.symbol is not None:
        symbol = find_symbol(spec, symbols_of(path))
        return Place(path, (symbol.start_line, symbol.end_line), symbol.qualname)
    if spec.start_line is not None and spec.end_line is not None:
        if spec.start_line > count:
            raise UsageError(f"{spec} begins after the end of the file, which has {count:,} lines")
        return Place(path, (spec.start_line, min(spec.end_line, count)), "")
    return Place(path, (1, count), "")


def locate_folder(path: str, root: Path, catalog: Catalog) -> str:
    """The folder with indexed files that a person means, from the root; '' when there is none."""
    folders = (folder.rstrip("/") for folder in _readings(path, root))
    return next((folder for folder in folders if files_in(folder, catalog)), "")


def files_in(folder: str, catalog: Catalog) -> list[str]:
    """Indexed files in a folder given from the root; none when there is no such folder."""
    return [path for path in catalog.paths if path.startswith(f"{folder}/")]


def is_glob(text: str) -> bool:
    """Whether a text has what makes it a pattern for paths."""
    return bool(set("*?[") & set(text))


def files_matching(glob: str, catalog: Catalog) -> list[str]:
    """Indexed files that a glob means; none for what is no glob."""
    return list(filter(scope_filter([glob]), catalog.paths)) if is_glob(glob) else []


def _readings(path: str, root: Path) -> list[str]:
    """What a path may mean as one from the root, the most literal reading first."""
    readings: dict[str, None] = {}
    for spelling in dict.fromkeys((path, _unescaped(path), path.replace("\\", "/"))):
        readings.update(dict.fromkeys((spelling, *_below(root, spelling))))
    return list(readings)


def _below(root: Path, path: str) -> Iterator[str]:
    """An absolute path, or one from the root or the working directory, as one from the root, without `..`."""
    if "\0" in path:
        return
    try:
        absolute = Path.cwd() / path
    except FileNotFoundError:  # somebody removed the working directory
        absolute = root / path
    real_folder = os.path.realpath(absolute.parent)  # the root's path is free of links, this one need not be
    for place in (root / path, absolute, Path(real_folder) / absolute.name):
        normal = Path(os.path.normpath(place))
        if root == normal or root in normal.parents:
            yield normal.relative_to(root).as_posix()


def _unescaped(path: str) -> str:
    r"""A path copied from our own output, in which `\x1b` stands for a byte of the name."""
    if "\\x" not in path:
        return path
    try:
        return os.fsdecode(path.encode("latin-1").decode("unicode_escape").encode("latin-1"))
    except (UnicodeDecodeError, UnicodeEncodeError):
        return path


def _why_unknown(path: str, root: Path, catalog: Catalog) -> str:
    shown = printable(path)
    full = Path(os.path.normpath(root / path))
    if full != root and root not in full.parents:
        return f"{shown} lies outside {root}; only files of the repository can be named"
    with suppress(OSError):  # no file can have this name
        if full.is_dir():
            return f"{shown} is a folder; name a file, or limit the ranking with --scope {shown}"
        if full.is_symlink():
            return f"{shown} is a symbolic link, which is never followed; name the file that it points to"
        if full.exists():
            return (
                f"{shown} is not in the index: it is ignored by git or by a rule of `ctxsmith-tui coverage`"
            )
    from difflib import get_close_matches

    near = get_close_matches(path, catalog.paths, n=3, cutoff=0.6)
    same = catalog.rows_of_name.get(path.rpartition("/")[2], [])
    near = list(dict.fromkeys([*(catalog.paths[row] for row in same[:3]), *near]))[:3]
    hint = f"; did you mean {', '.join(printable(each) for each in near)}?" if near else ""
    return f"no file {shown} in {root}{hint}" + ("" if hint else "; paths start at the root")
