"""Compare call edges with what rust-analyzer says of the same calls.

    python bench/graph_rust.py ripgrep=~/src/ripgrep anyhow=~/src/anyhow --calls 600

rust-analyzer indexes the packages of a repository (`rust-analyzer lsif`). Which crates there are and how they
hang together is told to it from the Cargo.toml files, so that neither cargo nor the crates of others are
needed: calls into those are not known, and not judged. For calls into the standard library to be known,
`--library` is the folder `library` of Rust's source. A call is a name before `(` or `::<...>(`, or a macro's
before `!`. See graph_truth.py for what is counted.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import graph_truth
from graph_truth import Call, Truth

from ctxsmith_tui.graph.program import Program

_DEFINED = re.compile(r"\b(?:fn|struct|enum|union|macro_rules!)\s+$")
_CALLED = re.compile(r"\s*(?:::\s*<[^;{}]*?>\s*)?\(|!\s*[(\[{]")
Manifests = dict[Path, dict[str, Any]]
"""Folder -> what its Cargo.toml says."""
Place = tuple[str, int, int, int]
"""Path in the repository, 0-based line, where it begins and where it ends on it, in UTF-16 units."""


# --- what rust-analyzer is told ----------------------------------------------------------------------


def crates_of(root: Path) -> list[dict[str, Any]]:
    """The crates of all packages of a repository, as `rust-project.json` has them."""
    manifests = {
        path.parent: tomllib.loads(path.read_text("utf-8")) for path in sorted(root.rglob("Cargo.toml"))
    }
    packages = [folder for folder, manifest in manifests.items() if "package" in manifest]
    crates: list[dict[str, Any]] = []
    library_of: dict[Path, int] = {}
    for folder in packages:
        path = folder / manifests[folder].get("lib", {}).get("path", "src/lib.rs")
        if path.is_file():
            library_of[folder] = len(crates)
            crates.append(_crate(folder, path, manifests))

    def dependencies(numbers: Iterable[int]) -> list[dict[str, Any]]:
        return [{"crate": each, "name": crates[each]["display_name"]} for each in dict.fromkeys(numbers)]

    for folder in packages:
        needed = [library_of[each] for each in _needed(folder, manifests) if each in library_of]
        own = [library_of[folder]] if folder in library_of else []
        for number in own:
            crates[number]["deps"] = dependencies(needed)
        for path in sorted(_other_roots(folder, manifests[folder])):
            crates.append(_crate(folder, path, manifests) | {"deps": dependencies(own + needed)})
    return crates


def _crate(folder: Path, path: Path, manifests: Manifests) -> dict[str, Any]:
    """One crate, with all its features, without its dependencies."""
    manifest = manifests[folder]
    edition = manifest["package"].get("edition", "2015")
    if isinstance(edition, dict):
        edition = _of_workspace(folder, manifests).get("package", {}).get("edition", "2021")
    name = manifest.get("lib", {}).get("name", manifest["package"]["name"])
    features = [f'feature="{feature}"' for feature in manifest.get("features", {})]
    return {
        "display_name": name.replace("-", "_"),
        "root_module": str(path),
        "edition": edition,
        "deps": [],
        "cfg": ["test", "debug_assertions", *features],
        "is_workspace_member": True,
        "source": {"include_dirs": [str(folder)], "exclude_dirs": []},
    }


def _of_workspace(folder: Path, manifests: Manifests) -> dict[str, Any]:
    """What the manifest above a package says of the workspace."""
    above = (manifests[each] for each in folder.parents if each in manifests)
    return next((each["workspace"] for each in above if "workspace" in each), {})


def _needed(folder: Path, manifests: Manifests) -> Iterator[Path]:
    """The folders of the repository's packages that a package depends on."""
    manifest = manifests[folder]
    shared = _of_workspace(folder, manifests).get("dependencies", {})
    for table in (manifest, *manifest.get("target", {}).values()):
        for key in ("dependencies", "dev-dependencies", "build-dependencies"):
            for name, said in table.get(key, {}).items():
                is_shared = isinstance(said, dict) and said.get("workspace")
                dependency = shared.get(name) if is_shared else said
                if not isinstance(dependency, dict) or "path" not in dependency:
                    continue
                bases = (each for each in folder.parents if "workspace" in manifests.get(each, {}))
                base = next(bases, folder) if is_shared else folder
                yield (base / dependency["path"]).resolve()


def _other_roots(folder: Path, manifest: dict[str, Any]) -> set[Path]:
    """The first files of the programs, tests, examples and benches of a package."""
    found = {folder / "src/main.rs"}
    for kind in ("bin", "test", "example", "bench"):
        found.update(folder / each["path"] for each in manifest.get(kind, []) if "path" in each)
    for name in ("tests", "examples", "benches", "src/bin"):
        found.update((folder / name).glob("*.rs"))
        found.update((folder / name).glob("*/main.rs"))
    return {path for path in found if path.is_file()}


# --- what it answers ---------------------------------------------------------------------------------


def definitions(root: Path, options: argparse.Namespace) -> dict[Place, list[Place]]:
    """Every name in the repository -> where what it means is defined; a path is '' for what lies outside."""
    project: dict[str, Any] = {"crates": crates_of(root)}
    if options.library:
        project["sysroot_src"] = str(options.library.expanduser().resolve())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rust-project.json"
        file.write_text(json.dumps(project), "utf-8")
        command = [*shlex.split(options.rust_analyzer), "lsif", str(file)]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return read_lsif(map(json.loads, lines), root)


def read_lsif(elements: Iterable[dict[str, Any]], root: Path) -> dict[Place, list[Place]]:
    """The definitions in an index in the Language Server Index Format."""
    path_of: dict[int, str] = {}  # of a document
    span_of: dict[int, tuple[int, int, int]] = {}  # of a range
    document_of: dict[int, int] = {}  # of a range
    following: dict[int, int] = {}  # from a range to its results
    result_of: dict[int, int] = {}  # from these to the one that has the definitions
    items: dict[int, list[int]] = {}  # from that to ranges
    for each in elements:
        match each["type"], each["label"]:
            case "vertex", "document":
                path = Path(unquote(urlsplit(each["uri"]).path))
                path_of[each["id"]] = path.relative_to(root).as_posix() if path.is_relative_to(root) else ""
            case "vertex", "range":
                start, end = each["start"], each["end"]
                span_of[each["id"]] = start["line"], start["character"], end["character"]
            case "edge", "contains":
                document_of.update(dict.fromkeys(each["inVs"], each["outV"]))
            case "edge", "next":
                following[each["outV"]] = each["inV"]
            case "edge", "textDocument/definition":
                result_of[each["outV"]] = each["inV"]
            case "edge", "item" if "property" not in each:
                items.setdefault(each["outV"], []).extend(each["inVs"])
    places = {one: (path_of[document_of[one]], *span_of[one]) for one in span_of if one in document_of}
    found: dict[Place, list[Place]] = {}
    for name, place in places.items():
        result = result_of.get(following.get(name, -1))
        if result is not None and place[0]:
            found.setdefault(place, []).extend(places[one] for one in items.get(result, ()) if one in places)
    return found


def answers_of(program: Program, root: Path, defined: dict[Place, list[Place]]) -> dict[Call, Truth]:
    """What the called names among these lead to."""
    paths = {place[0] for place in defined}
    lines = {path: (root / path).read_text("utf-8").split("\n") for path in paths}
    found: dict[Call, Truth] = {}
    for place, targets in defined.items():
        path, number, start, end = place
        row = program.catalog.row_of_path.get(path)
        line = lines[path][number]
        is_definition = place in targets or _DEFINED.search(_cut(line, 0, start)) is not None
        if row is None or is_definition or not _CALLED.match(_cut(line, end, None)):
            continue
        inside = [
            (there, at + 1, _cut(lines[there][at], first, last))
            for there, at, first, last in targets
            if there in lines
        ]
        call = Call(row, number + 1, start, _cut(line, start, end))
        found[call] = Truth(graph_truth.nodes_at(program, inside), bool(targets))
    return found


def _cut(line: str, start: int, end: int | None) -> str:
    """A part of a line, by UTF-16 units."""
    wide = line.encode("utf-16-le")
    return wide[2 * start : None if end is None else 2 * end].decode("utf-16-le")


def compare(root: Path, options: argparse.Namespace) -> Counter[str]:
    """Judge a sample of one repository's calls."""
    program = graph_truth.load(root)
    answers = answers_of(program, root, definitions(root, options))
    return graph_truth.judge(program, answers, answers.__getitem__, options)


def main() -> None:
    """Print a table as JSON."""
    parser = graph_truth.arguments(__doc__)
    parser.add_argument("--rust-analyzer", default="rust-analyzer", metavar="COMMAND")
    parser.add_argument("--library", type=Path, help="the folder `library` of Rust's source")
    options = parser.parse_args()
    graph_truth.report(options, lambda root: compare(root, options))


if __name__ == "__main__":
    main()
