"""Which files of the repository a file imports, as far as the names alone tell."""

from __future__ import annotations

import re

from ctxsmith_tui.model import Reference, Role
from ctxsmith_tui.rank.context import Context

MOST_FILES = 12  # an import that fits more files than this names none
_SOURCE_ROOTS = ("", "src", "lib", "python")
_MODULE_FILES = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})  # there a module is a file


def imported_files(context: Context, file: int) -> list[int]:
    """Rows of the files that a file (a row of the catalog) imports, in the order of its imports."""
    catalog = context.catalog
    if file in catalog.imported:
        return catalog.imported[file]
    found: dict[int, None] = {}
    for reference in context.reader.references(int(catalog.file_ids[file]), "import"):
        rows = _resolve(context, file, reference)
        if len(rows) <= MOST_FILES:
            found.update(dict.fromkeys(row for row in rows if row != file))
    catalog.imported[file] = list(found)
    return catalog.imported[file]


def _resolve(context: Context, file: int, reference: Reference) -> list[int]:
    catalog = context.catalog
    folder = catalog.paths[file].rpartition("/")[0]
    language, target = catalog.languages[file], reference.target
    if language in _MODULE_FILES:
        return catalog.rows_of_module_at(_joined(folder, target)) if target.startswith(".") else []
    if language == "python" and target.startswith("."):
        up = len(target) - len(target.lstrip(".")) - 1
        folders = folder.split("/") if folder else []
        if up > len(folders):
            return []  # above the root
        base = "/".join(folders[: len(folders) - up])
        return _longest(context, base, target.lstrip(".").removesuffix(".*").split("."))
    if language == "rust":
        return _rust(context, file, target)
    if language == "go":
        return catalog.rows_in_package(target)
    parts = re.sub(r"[.:]+\*$", "", target).replace("::", ".").split(".")
    return _below_roots(context, parts) or _by_tail(context, parts)


def _rust(context: Context, file: int, target: str) -> list[int]:
    """`self`, `super` and `crate` paths: module `m` of `a/b.rs` is `a/b/m.rs`, of `a/mod.rs` `a/m.rs`."""
    path = context.catalog.paths[file]
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".rs")
    own = folder if stem in ("mod", "lib", "main") else f"{folder}/{stem}".lstrip("/")
    parts = [part for part in target.split("::") if part != "*"]
    if parts[0] == "self":
        return _longest(context, own, parts[1:])
    if parts[0] == "super":
        while parts and parts[0] == "super":
            own, parts = own.rpartition("/")[0], parts[1:]
        return _longest(context, own, parts)
    if parts[0] == "crate":
        source = re.match(r"(?:.*/)?src(?=/|$)", folder)
        return _longest(context, source[0] if source else folder.partition("/")[0], parts[1:])
    return _by_tail(context, parts)


def _longest(context: Context, base: str, parts: list[str]) -> list[int]:
    """The file of the longest leading part of a name that is a module below a folder."""
    for end in range(len(parts), 0, -1):
        if rows := context.catalog.rows_of_module_at(_joined(base, "/".join(parts[:end]))):
            return rows
    return context.catalog.rows_of_module_at(base) if base else []


def _below_roots(context: Context, parts: list[str]) -> list[int]:
    """The file of a name that is a package below one of the usual roots."""
    catalog = context.catalog
    for root in _SOURCE_ROOTS:
        if catalog.rows_of_module_at(_joined(root, parts[0])):
            return _longest(context, root, parts)
    return []


def _by_tail(context: Context, parts: list[str]) -> list[int]:
    """Files that the longest leading part, of two names at least, can mean wherever its root lies."""
    for end in range(len(parts), 1, -1):
        if rows := context.catalog.rows_of_module("/".join(parts[:end])):
            return rows
    return []


def _joined(folder: str, relative: str) -> str:
    parts = [part for part in folder.split("/") if part]
    for part in relative.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def imported_sources(context: Context, file: int) -> list[int]:
    """The imported files that are sources."""
    return [row for row in imported_files(context, file) if context.catalog.roles[row] is Role.SOURCE]
