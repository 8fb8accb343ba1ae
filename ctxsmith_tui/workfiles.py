"""Files as they are on disk while a pack is made, and what a person decided about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ctxsmith_tui.curate.places import Place, files_in, files_matching, is_glob, locate, locate_folder
from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.curate.specs import parse_spec, split_level
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.graph.modules import imported_files
from ctxsmith_tui.index.content import HEAD_BYTES, LARGEST_PARSED, content_hash, head_hash
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.model import Decision, Level, Symbol
from ctxsmith_tui.pack.ranges import LAST_LINE, subtract
from ctxsmith_tui.pack.request import Pin
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.store.index_reader import Catalog
from ctxsmith_tui.text.lines import split_lines


class StaleFileError(Exception):
    """A file on disk is no longer what the index knows."""


class WorkFiles:
    """The files that a pack shows; each is read once and must be what the index knows.

    With `trusting` set a changed file is taken as it is, so that packing ends while files keep changing.
    """

    def __init__(self, context: Context, root: Path, *, trusting: bool = False) -> None:
        self.catalog: Catalog = context.catalog
        self.root = root
        self._context = context
        self._trusting = trusting
        self._lines: dict[str, list[str]] = {}
        self.changed: list[str] = []  # files that are not what the index knows

    def lines(self, path: str) -> Sequence[str]:
        """Lines of a file. Raises StaleFileError when it changed since it was indexed."""
        if path not in self._lines:
            self._lines[path] = split_lines(self._text(path))
        return self._lines[path]

    def _text(self, path: str) -> str:
        row = self.catalog.row_of_path[path]
        try:
            size = (self.root / path).lstat().st_size
            data = read_bytes(self.root, path, None if size <= LARGEST_PARSED else HEAD_BYTES)
        except OSError:
            data, size = b"", 0
        known_by = content_hash(data) if size <= LARGEST_PARSED else head_hash(data, size)
        if known_by != self.catalog.hashes[row]:
            self.changed.append(path)
            if not self._trusting:
                raise StaleFileError(path)
        return decode(data).text

    def language(self, path: str) -> str:
        """Language of a file, '' when unknown."""
        return self.catalog.languages[self.catalog.row_of_path[path]]

    def symbols(self, path: str) -> tuple[Symbol, ...]:
        """Symbols of a file in document order."""
        return self._context.symbols(self.catalog.row_of_path[path])

    def imports(self, path: str) -> frozenset[str]:
        """Files of the repository that a file imports."""
        rows = imported_files(self._context.reader, self.catalog, self.catalog.row_of_path[path])
        return frozenset(self.catalog.paths[row] for row in rows)


@dataclass(frozen=True, slots=True)
class Decided:
    """Pins in the order given, and the line ranges of files that must not appear."""

    pins: tuple[Pin, ...] = ()
    excluded: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)


def decide(
    files: WorkFiles,
    pins: Sequence[str | Decision],
    exclude: Sequence[str | Decision],
    removed: Collection[str] = (),
) -> Decided:
    """Find what pins and exclusions name. Raises UsageError for what is not there, or both at once.

    Files that were `removed` can be excluded, too.
    """
    pinned = tuple(Pin(*place, level) for place, level in (_place(files, each) for each in pins))
    excluded: dict[str, list[tuple[int, int]]] = {}
    for decision in exclude:
        for place in _excluded(files, decision, removed):
            excluded.setdefault(place.path, []).append(place.lines)
    for pin in pinned:
        if not subtract(pin.lines, excluded.get(pin.path, ())):
            raise UsageError(f"{pin.path} is pinned and excluded at once; take back one of the two")
    return Decided(pinned, excluded)


def _place(files: WorkFiles, decision: str | Decision) -> tuple[Place, Level]:
    if isinstance(decision, Decision):
        spec, level = decision.spec, decision.level
    else:
        text, level = split_level(decision)
        spec = parse_spec(text)
    return locate(spec, files.root, files.catalog, files.symbols), level


def _excluded(files: WorkFiles, decision: str | Decision, removed: Collection[str]) -> list[Place]:
    """What an exclusion names; a folder or a glob stands for the files in it."""
    spec = decision.spec if isinstance(decision, Decision) else parse_spec(decision)
    if spec.symbol is None and spec.start_line is None:
        folder = locate_folder(spec.path, files.root, files.catalog)
        below = files_in(folder, files.catalog) if folder else files_matching(spec.path, files.catalog)
        below = [*below, *_among(spec.path, removed)]
        if below or spec.path in files.catalog.row_of_path:
            return [Place(path, (1, LAST_LINE), "") for path in below or [spec.path]]
    return [locate(spec, files.root, files.catalog, files.symbols)]


def _among(path: str, removed: Collection[str]) -> list[str]:
    """Those of some paths that are no more which a path, folder or glob means."""
    below = [each for each in removed if f"{each}/".startswith(f"{path}/")]
    return below + (list(filter(scope_filter([path]), removed)) if is_glob(path) else [])
