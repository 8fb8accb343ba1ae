"""Which files of the repository an import means, as far as the names alone tell."""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxsmith_tui.model import Role
from ctxsmith_tui.store.index_reader import Catalog, IndexReader

MOST_FILES = 12  # an import that fits more files than this names none
_PYTHON_ROOTS = ("", "src", "lib", "python")
_JVM_ROOTS = frozenset({"java", "kotlin", "scala", "groovy"})
_MODULE_FILES = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})  # there a module is a file
_PATHS = frozenset({"c", "cpp", "zig", "dart", "shell", "ruby"})  # there an import is the path of a file
_PARTS = re.compile(r"::|[.\\]")
_DART_PACKAGE = re.compile(r"^package:[^/]+/")


class Located(NamedTuple):
    """Files (rows of the catalog) that an import means, and the names it has inside them."""

    rows: tuple[int, ...]
    rest: tuple[str, ...] = ()


NOWHERE = Located(())


def imported_files(reader: IndexReader, catalog: Catalog, file: int) -> list[int]:
    """Rows of the files that a file (a row of the catalog) imports, in the order of its imports."""
    if file in catalog.imported:
        return catalog.imported[file]
    found: dict[int, None] = {}
    for reference in reader.references(int(catalog.file_ids[file]), "import"):
        rows = locate(catalog, file, reference.target).rows
        if len(rows) <= MOST_FILES:
            found.update(dict.fromkeys(row for row in rows if row != file))
    catalog.imported[file] = list(found)
    return catalog.imported[file]


def imported_sources(reader: IndexReader, catalog: Catalog, file: int) -> list[int]:
    """The imported files that are sources."""
    return [row for row in imported_files(reader, catalog, file) if catalog.roles[row] is Role.SOURCE]


def locate(catalog: Catalog, file: int, target: str) -> Located:
    """What the target of an import in a file means; NOWHERE for what lies outside the repository."""
    folder = catalog.paths[file].rpartition("/")[0]
    language = catalog.languages[file]
    if language in _MODULE_FILES:
        inside = target.startswith(".") and not _leaves(folder, target)
        rows = catalog.rows_of_module_at(_joined(folder, target)) if inside else []
        return Located(tuple(rows))
    if language in ("python", "notebook"):
        return _python(catalog, folder, target)
    if language == "rust":
        return _rust(catalog, file, target)
    if language == "go":
        return Located(tuple(row for row in catalog.rows_in_package(target) if not _is_go_test(catalog, row)))
    if language in _PATHS or (language == "php" and target.endswith(".php")):
        return _by_path(catalog, folder, _DART_PACKAGE.sub("", target))
    parts = [part for part in _PARTS.split(target) if part not in ("", "*", "_")]
    return _by_tail(catalog, parts)


def _is_go_test(catalog: Catalog, row: int) -> bool:
    return catalog.paths[row].endswith("_test.go")


def package_of(path: str) -> str:
    """The folder whose files share a file's package; main and test roots of the JVM's languages apart."""
    folders = path.split("/")[:-1]
    for place in range(len(folders) - 1, -1, -1):
        if folders[place] in _JVM_ROOTS:
            return "/".join(folders[place + 1 :]) if place + 1 < len(folders) else "/".join(folders)
    return "/".join(folders)


def _python(catalog: Catalog, folder: str, target: str) -> Located:
    name = target.removesuffix(".*")
    if not target.startswith("."):
        parts = name.split(".")
        return _below_roots(catalog, parts) or _beside(catalog, folder, parts) or _by_tail(catalog, parts)
    up = len(target) - len(target.lstrip(".")) - 1
    folders = folder.split("/") if folder else []
    if up > len(folders):
        return NOWHERE  # above the root
    base = "/".join(folders[: len(folders) - up])
    return _longest(catalog, base, [part for part in name.lstrip(".").split(".") if part not in ("", "*")])


def _beside(catalog: Catalog, folder: str, parts: list[str]) -> Located | None:
    """The file of a name in the folder of a script, which is no package."""
    if f"{folder}/__init__.py".lstrip("/") in catalog.row_of_path:
        return None
    return _longest(catalog, folder, parts) if catalog.rows_of_module_at(_joined(folder, parts[0])) else None


def _rust(catalog: Catalog, file: int, target: str) -> Located:
    """`self`, `super` and `crate` paths: module `m` of `a/b.rs` is `a/b/m.rs`, of `a/mod.rs` `a/m.rs`."""
    path = catalog.paths[file]
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".rs")
    is_first = stem in ("mod", "lib", "main") or _ALL_FIRST.fullmatch(folder) is not None
    own = folder if is_first else f"{folder}/{stem}".lstrip("/")
    parts = [part for part in target.split("::") if part not in ("*", "")]
    if not parts:
        return NOWHERE
    first, rest = parts[0], parts[1:]
    if first == "self":
        return _rust_module(catalog, own, rest)
    if first == "super":
        while parts and parts[0] == "super":
            own, parts = own.rpartition("/")[0], parts[1:]
        return _rust_module(catalog, own, parts)
    if first in _RUST_LIBRARY:
        return NOWHERE
    if first == "crate":
        return _rust_module(catalog, _crate_root(catalog, folder), rest)
    if catalog.rows_of_module_at(_joined(own, first)):
        return _longest(catalog, own, parts)
    return _rust_crate(catalog, folder, first, rest) or _by_tail(catalog, parts)


_RUST_LIBRARY = frozenset({"std", "core", "alloc"})
_CRATE_SOURCE = re.compile(r"(?:.*/)?src(?=/|$)")
_ALL_FIRST = re.compile(r"(?!(?:.*/)?src/)(?:.*/)?(?:tests|examples|benches)|(?:.*/)?src/bin")
"""Folders of which every file is the first of a crate."""
_BESIDE_SOURCE = re.compile(r"(.*/)?(?:tests|examples|benches)(?:/|$)")


def _crate_root(catalog: Catalog, folder: str) -> str:
    """The nearest folder upward that holds a crate's first file, else the one called `src`."""
    above = folder
    while above:
        if any(catalog.rows_of_module_at(f"{above}/{stem}") for stem in ("lib", "main")):
            return above
        above = above.rpartition("/")[0]
    source = _CRATE_SOURCE.match(folder)
    return source[0] if source else folder.partition("/")[0]


def _rust_module(catalog: Catalog, base: str, parts: list[str]) -> Located:
    """A module below a folder; what is no module of its own is in the file that the folder belongs to."""
    found = _longest(catalog, base, parts)
    if found.rows:
        return found
    roots = [row for stem in ("lib", "main") for row in catalog.rows_of_module_at(_joined(base, stem))]
    return Located(tuple(roots[:1]), tuple(parts))


def _rust_crate(catalog: Catalog, folder: str, name: str, parts: list[str]) -> Located | None:
    """A path that begins with a crate: one of the repository, by its folder, or the one tested here."""
    _, _, last = name.rpartition("_")  # crates of one project often share the first word
    for spelling in (name, name.replace("_", "-"), last):
        for row in catalog.rows_of_name.get("lib.rs", ()):
            if f"/{catalog.paths[row]}".endswith(f"/{spelling}/src/lib.rs"):
                return _rust_module(catalog, catalog.paths[row].removesuffix("/lib.rs"), parts)
    beside = _BESIDE_SOURCE.match(folder)
    return _rust_module(catalog, f"{beside[1] or ''}src", parts) if beside else None


def _by_path(catalog: Catalog, folder: str, target: str) -> Located:
    """A path from the file's own folder, or else the end of a path anywhere."""
    if rows := catalog.rows_of_module_at(_joined(folder, target)):
        return Located(tuple(rows))
    if target.startswith("."):
        return NOWHERE
    tail = f"/{target}"
    named = catalog.rows_of_name.get(target.rpartition("/")[2], ())
    if rows := [row for row in named if f"/{catalog.paths[row]}".endswith(tail)]:
        return Located(tuple(rows))
    if "/" in target:
        return Located(tuple(catalog.rows_of_module(target)))
    return Located(tuple(row for root in ("lib/", "") for row in catalog.rows_of_module_at(root + target)))


def _longest(catalog: Catalog, base: str, parts: list[str]) -> Located:
    """The file of the longest leading part of a name that is a module below a folder."""
    for end in range(len(parts), 0, -1):
        if rows := catalog.rows_of_module_at(_joined(base, "/".join(parts[:end]))):
            return Located(tuple(rows), tuple(parts[end:]))
    return Located(tuple(catalog.rows_of_module_at(base)), tuple(parts)) if base else NOWHERE


def _below_roots(catalog: Catalog, parts: list[str]) -> Located | None:
    """The file of a name that is a package below one of the usual roots."""
    for root in _PYTHON_ROOTS:
        if catalog.rows_of_module_at(_joined(root, parts[0])):
            return _longest(catalog, root, parts)
    return None


def _by_tail(catalog: Catalog, parts: list[str]) -> Located:
    """Files that the longest leading part, of two names at least, can mean wherever its root lies."""
    for end in range(len(parts), 1, -1):
        if rows := catalog.rows_of_module("/".join(parts[:end])):
            return Located(tuple(rows), tuple(parts[end:]))
    return NOWHERE


def _leaves(folder: str, relative: str) -> bool:
    """Whether a path leads out of the repository."""
    ups = sum(1 for part in relative.split("/") if part == "..")
    return ups > len([part for part in folder.split("/") if part])


def _joined(folder: str, relative: str) -> str:
    parts = [part for part in folder.split("/") if part]
    for part in relative.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
