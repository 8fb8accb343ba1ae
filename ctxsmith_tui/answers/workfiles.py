"""Files as they are on disk while a pack is made, and what a person decided about them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ctxsmith_tui.graph.modules import imported_files
from ctxsmith_tui.index.content import HEAD_BYTES, LARGEST_PARSED, content_hash, head_hash
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.index.indexer import is_racy
from ctxsmith_tui.model import Symbol
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.store.index_reader import Catalog
from ctxsmith_tui.text.lines import split_lines

KEPT_BYTES = 50_000_000  # of files that were read for earlier answers


class StaleFileError(Exception):
    """A file on disk is no longer what the index knows."""


@dataclass(frozen=True, slots=True)
class _FileRead:
    """A file as it was read: what lstat said of it just before, the hash of its content, its lines."""

    stamp: tuple[int, ...]
    hash: bytes
    lines: list[str]


class ReadFiles:
    """Files that were read for earlier answers. One is taken again while its size, times and inode on disk
    are the same; the least recently used are forgotten.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: OrderedDict[str, _FileRead] = OrderedDict()
        self._bytes = 0

    def read(self, path: str) -> tuple[bytes, list[str]]:
        """(hash, lines) of a file as it is on disk; as of an empty one when it cannot be read."""
        looked_ns = time.time_ns()
        try:
            status = (self.root / path).lstat()
            stamp = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)
            known = self._known.get(path)
            if known is not None and known.stamp == stamp:
                self._known.move_to_end(path)
                return known.hash, known.lines
            data = read_bytes(self.root, path, None if status.st_size <= LARGEST_PARSED else HEAD_BYTES)
        except OSError:
            return content_hash(b""), []
        size = status.st_size
        known_by = content_hash(data) if size <= LARGEST_PARSED else head_hash(data, size)
        found = _FileRead(stamp, known_by, split_lines(decode(data).text))
        # What was written just before may be written again within the same tick of the clock.
        if not any(is_racy(time_ns, looked_ns) for time_ns in (status.st_mtime_ns, status.st_ctime_ns)):
            self._keep(path, found)
        return found.hash, found.lines

    def _keep(self, path: str, found: _FileRead) -> None:
        self._forget(path)
        self._known[path] = found
        self._bytes += found.stamp[0]
        while self._bytes > KEPT_BYTES and len(self._known) > 1:
            self._forget(next(iter(self._known)))

    def _forget(self, path: str) -> None:
        if (known := self._known.pop(path, None)) is not None:
            self._bytes -= known.stamp[0]


class WorkFiles:
    """The files that a pack shows; each is looked at once and must be what the index knows.

    With `trusting` set a changed file is taken as it is, so that packing ends while files keep changing.
    `read` holds what was read for earlier packs.
    """

    def __init__(self, context: Context, read: ReadFiles, *, trusting: bool = False) -> None:
        self.catalog: Catalog = context.catalog
        self.root = read.root
        self._context = context
        self._read = read
        self._trusting = trusting
        self._lines: dict[str, list[str]] = {}
        self.changed: list[str] = []  # files that are not what the index knows

    def lines(self, path: str) -> Sequence[str]:
        """Lines of a file. Raises StaleFileError when it changed since it was indexed."""
        if path not in self._lines:
            known_by, lines = self._read.read(path)
            if known_by != self.catalog.hashes[self.catalog.row_of_path[path]]:
                self.changed.append(path)
                if not self._trusting:
                    raise StaleFileError(path)
            self._lines[path] = lines
        return self._lines[path]

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
