"""Reading the index. Everything about all files is one `Catalog`, loaded once per published generation."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import apsw
import numpy as np
import numpy.typing as npt

from ctxsmith_tui.model import Commit, Reference, Role, Skipped, Symbol
from ctxsmith_tui.store import postings
from ctxsmith_tui.store.postings import Counts, Field, Ids
from ctxsmith_tui.store.records import UNIT_COLUMNS, FileStamp, unpack_references
from ctxsmith_tui.store.schema import CONTENT_VERSION

DEAD = -1
_LIKE_WILDCARD, _ESCAPED = re.compile(r"[%_\\]"), r"\\\g<0>"
_NO_MODULES = frozenset(
    ("", "other", "text", "markdown", "restructuredtext", "html", "css", "xml", "yaml", "toml", "json", "sql")
)  # what else lies in the folder of examples is code that others there import
ENTRY_STEMS = ("__init__", "index", "mod")  # the file that stands for its folder


class IndexTotals(NamedTuple):
    """How much the index holds."""

    files: int
    symbols: int
    edges: int
    commits: int


class SymbolPlaceRow(NamedTuple):
    """A symbol without what a search for its name does not need."""

    file_id: int
    kind: str
    name: str
    qualname: str
    start_line: int
    end_line: int


@dataclass(frozen=True, eq=False)
class Catalog:
    """All files and units of one generation as parallel arrays; files are in path order.

    `unit_*` arrays run over the live units, file by file. `unit_row` maps a document number of the unit
    fields to its place in them, `file_row` a file id to its place among the files; both hold DEAD for
    documents that are no more.
    """

    generation: int
    head: str
    paths: tuple[str, ...]
    file_ids: npt.NDArray[np.int64]
    roles: tuple[Role, ...]
    languages: tuple[str, ...]
    rules: tuple[str, ...]
    hashes: tuple[bytes, ...]
    lines: npt.NDArray[np.int64]
    first_unit_row: npt.NDArray[np.int64]  # where each file's units begin; one entry more than files
    unit_file: npt.NDArray[np.int64]
    unit_start: npt.NDArray[np.int32]
    unit_end: npt.NDArray[np.int32]
    unit_symbol: npt.NDArray[np.int32]
    unit_length: npt.NDArray[np.int32]
    unit_row: npt.NDArray[np.int64]
    file_row: npt.NDArray[np.int64]
    role_masks: dict[Role, npt.NDArray[np.bool_]] = field(default_factory=dict)
    imported: dict[int, list[int]] = field(default_factory=dict)  # filled by `graph.modules` as it is asked
    symbols: dict[int, tuple[Symbol, ...]] = field(default_factory=dict)  # by `rank.context`, likewise

    def has_role(self, role: Role) -> npt.NDArray[np.bool_]:
        """Which files have a role."""
        if role not in self.role_masks:
            self.role_masks[role] = np.array([each is role for each in self.roles], dtype=np.bool_)
        return self.role_masks[role]

    @cached_property
    def row_of_path(self) -> dict[str, int]:
        """Path -> place among the files."""
        return {path: row for row, path in enumerate(self.paths)}

    @cached_property
    def rows_of_name(self) -> dict[str, list[int]]:
        """File name -> places of the files called so."""
        found: dict[str, list[int]] = {}
        for row, path in enumerate(self.paths):
            found.setdefault(path.rpartition("/")[2], []).append(row)
        return found

    @cached_property
    def rows_of_stem(self) -> dict[str, list[int]]:
        """File name without its suffix -> places of the files called so."""
        found: dict[str, list[int]] = {}
        for name, rows in self.rows_of_name.items():
            found.setdefault(name.rpartition(".")[0] or name, []).extend(rows)
        return found

    @cached_property
    def _rows_of_module(self) -> dict[str, list[int]]:
        """Path of a code file without suffix -> its places; a folder stands for its entry files."""
        found: dict[str, list[int]] = {}
        entries: list[tuple[str, int]] = []
        for row, (path, role) in enumerate(zip(self.paths, self.roles, strict=True)):
            if role.is_code or (role is Role.DOC and self.languages[row] not in _NO_MODULES):
                folder, _, name = path.rpartition("/")
                stem = name.rpartition(".")[0]
                found.setdefault(f"{folder}/{stem}" if folder else stem, []).append(row)
                if stem in ENTRY_STEMS:
                    entries.append((folder, row))
        for folder, row in entries:
            found.setdefault(folder, []).append(row)
        return found

    @cached_property
    def _modules_of_tail(self) -> dict[str, list[str]]:
        """Last two names of a module's path -> the modules that end so."""
        found: dict[str, list[str]] = {}
        for module in self._rows_of_module:
            found.setdefault("/".join(module.split("/")[-2:]), []).append(module)
        return found

    def rows_of_module_at(self, module: str) -> list[int]:
        """Files that a module path from the root names, with or without suffix, or a folder's entry file."""
        if module in self.row_of_path:
            return [self.row_of_path[module]]
        stem, _, suffix = module.rpartition(".")
        compiled = suffix in ("js", "mjs", "cjs", "jsx")  # perhaps written in TypeScript
        return self._rows_of_module.get(module, []) or (
            self._rows_of_module.get(stem, []) if compiled else []
        )

    def rows_of_module(self, tail: str) -> list[int]:
        """Files that the last names of a module's path mean, two at least, wherever they lie."""
        modules = self._modules_of_tail.get("/".join(tail.split("/")[-2:]), ())
        rows = {
            row
            for module in modules
            if f"/{module}".endswith("/" + tail)
            for row in self._rows_of_module[module]
        }
        return sorted(row for row in rows if self.roles[row].is_code) or sorted(rows)

    @cached_property
    def rows_of_folder(self) -> dict[str, list[int]]:
        """Folder -> places of the files directly in it."""
        found: dict[str, list[int]] = {}
        for row, path in enumerate(self.paths):
            found.setdefault(path.rpartition("/")[0], []).append(row)
        return found

    def rows_in_package(self, package: str) -> list[int]:
        """Go files of the folder whose path is the longest tail of a package's import path."""
        parts = package.split("/")
        for start in range(len(parts)):
            if rows := self.rows_of_folder.get("/".join(parts[start:])):
                return [row for row in rows if self.languages[row] == "go"]
        return []

    @cached_property
    def file_length(self) -> npt.NDArray[np.float64]:
        """Words in each file."""
        lengths = np.bincount(self.unit_file, weights=self.unit_length, minlength=len(self.paths))
        return lengths.astype(np.float64)


class IndexReader:
    """Read-only access to an index. One reader belongs to one thread."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def close(self) -> None:
        """Close the connection; the reader cannot be used afterwards."""
        self._db.close()

    def pin(self) -> None:
        """Answer from the newest state, and from that alone until `unpin` or the next call."""
        self.unpin()
        self._db.execute("BEGIN")

    def unpin(self) -> None:
        """Let go of the state: a reader that holds one keeps the journal from being reset."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")

    def generation(self) -> int:
        """Number of the published state; it grows whenever an answer may change."""
        return int(self._meta("generation", 0))

    def head(self) -> str:
        """Commit whose history is indexed; '' without one."""
        return str(self._meta("head", ""))

    def is_complete(self) -> bool:
        """Whether the last run of the indexer came to its end, and was of this version."""
        return bool(self._meta("complete", 0) == CONTENT_VERSION)

    def totals(self) -> IndexTotals:
        """Counts of everything indexed."""
        return IndexTotals(
            files=self._one("SELECT count(*) FROM files"),
            symbols=self._one("SELECT count(*) FROM symbols"),
            edges=self._one("SELECT ifnull(sum(total), 0) FROM refs"),
            commits=self._one("SELECT count(*) FROM commits"),
        )

    def stamps(self) -> dict[str, FileStamp]:
        """Path -> stamp of every file in the index."""
        rows: Iterable[Any] = self._db.execute("SELECT path, size, mtime_ns, hash FROM files")
        return {os.fsdecode(path): FileStamp(size, mtime_ns, digest) for path, size, mtime_ns, digest in rows}

    def catalog(self) -> Catalog:
        """Load all files and units; call `pin` before, so that they are of one state."""
        rows: list[Any] = self._db.execute(
            "SELECT id, path, role, language, rule, lines, first_unit, units, hash FROM files ORDER BY path"
        ).fetchall()
        units = np.frombuffer(b"".join(row[7] for row in rows), dtype="<i4").reshape(-1, UNIT_COLUMNS)
        sizes = np.array([len(row[7]) // (4 * UNIT_COLUMNS) for row in rows], dtype=np.int64)
        first_row = np.append(0, np.cumsum(sizes)).astype(np.int64)
        unit_file = np.repeat(np.arange(len(rows)), sizes)
        documents = np.repeat(
            np.array([row[6] for row in rows], dtype=np.int64) - first_row[:-1], sizes
        ) + np.arange(len(unit_file))
        file_ids = np.array([row[0] for row in rows], dtype=np.int64)
        roles = {role.value: role for role in Role}
        return Catalog(
            generation=self.generation(),
            head=self.head(),
            paths=tuple(os.fsdecode(row[1]) for row in rows),
            file_ids=file_ids,
            roles=tuple(roles[row[2]] for row in rows),
            languages=tuple(row[3] for row in rows),
            rules=tuple(row[4] for row in rows),
            hashes=tuple(row[8] for row in rows),
            lines=np.array([row[5] for row in rows], dtype=np.int64),
            first_unit_row=first_row,
            unit_file=unit_file,
            unit_start=units[:, 0],
            unit_end=units[:, 1],
            unit_symbol=units[:, 2],
            unit_length=units[:, 3],
            unit_row=_inverse(documents, int(self._meta("next_unit", 0))),
            file_row=_inverse(file_ids, self._last_document("files") + 1),
        )

    def lookup(self, field: Field, terms: Sequence[str]) -> dict[str, tuple[Ids, Counts]]:
        """Posting lists of terms; see `postings.lookup`."""
        return postings.lookup(self._db, field, terms)

    def symbols(self, file_id: int) -> tuple[Symbol, ...]:
        """Symbols of a file in document order."""
        rows: Iterable[Any] = self._db.execute(
            "SELECT kind, name, qualname, parent, start_line, end_line, signature, doc FROM symbols"
            " WHERE file_id = ? ORDER BY ordinal",
            (file_id,),
        )
        return tuple(Symbol(*row) for row in rows)

    def symbol_places(self) -> list[SymbolPlaceRow]:
        """Name and place of every symbol, file by file in document order."""
        rows: Iterable[Any] = self._db.execute(
            "SELECT file_id, kind, name, qualname, start_line, end_line FROM symbols"
            " ORDER BY file_id, ordinal"
        )
        return [SymbolPlaceRow(*row) for row in rows]

    def file_of(self, path: str) -> tuple[int, str] | None:
        """File id and language of a path, None when it is not in the index."""
        rows: Any = self._db.execute("SELECT id, language FROM files WHERE path = ?", (os.fsencode(path),))
        found: Any = rows.fetchone()
        return None if found is None else (found[0], found[1])

    def symbol_counts(self) -> dict[int, int]:
        """File id -> number of its symbols, for files that have any."""
        rows: Iterable[Any] = self._db.execute(
            "SELECT file_id, max(ordinal) + 1 FROM symbols GROUP BY file_id"
        )
        return dict(rows)

    def all_symbols(self) -> dict[int, tuple[Symbol, ...]]:
        """File id -> its symbols in document order, for files that have any."""
        rows: Iterable[Any] = self._db.execute(
            "SELECT file_id, kind, name, qualname, parent, start_line, end_line, signature, doc FROM symbols"
            " ORDER BY file_id, ordinal"
        )
        return {
            file_id: tuple(Symbol(*row[1:]) for row in group)
            for file_id, group in groupby(rows, key=itemgetter(0))
        }

    def places_of_name(self, name: str) -> list[tuple[int, int]]:
        """(file id, position) of every symbol with a name."""
        rows: Iterable[Any] = self._db.execute("SELECT file_id, ordinal FROM symbols WHERE name = ?", (name,))
        return list(rows)

    def all_references(self, kinds: Sequence[str]) -> dict[int, dict[str, tuple[Reference, ...]]]:
        """File id -> kind -> references of that kind in document order."""
        found: dict[int, dict[str, tuple[Reference, ...]]] = {}
        rows: Iterable[Any] = self._db.execute(
            f"SELECT file_id, kind, rows FROM refs WHERE kind IN ({', '.join('?' * len(kinds))})", kinds
        )
        for file_id, kind, packed in rows:
            found.setdefault(file_id, {})[kind] = unpack_references(kind, packed)
        return found

    def definitions(self, names: Iterable[str]) -> list[tuple[str, int, Symbol]]:
        """(name, file id, symbol) of every symbol with one of these names."""
        found: list[tuple[str, int, Symbol]] = []
        for name in names:
            rows: Iterable[Any] = self._db.execute(
                "SELECT file_id, kind, name, qualname, parent, start_line, end_line, signature, doc"
                " FROM symbols WHERE name = ?",
                (name,),
            )
            found.extend((name, row[0], Symbol(*row[1:])) for row in rows)
        return found

    def symbols_like(self, part: str, limit: int = 200) -> list[tuple[int, Symbol]]:
        """(file id, symbol) of symbols whose name holds a text, ASCII case aside: nearest in length first."""
        rows: Iterable[Any] = self._db.execute(
            "SELECT file_id, kind, name, qualname, parent, start_line, end_line, signature, doc FROM symbols"
            " JOIN files ON files.id = file_id WHERE name LIKE ? ESCAPE '\\'"
            " ORDER BY length(name), name, path, ordinal LIMIT ?",
            (f"%{_LIKE_WILDCARD.sub(_ESCAPED, part)}%", limit),
        )
        return [(row[0], Symbol(*row[1:])) for row in rows]

    def references(self, file_id: int, kind: str) -> tuple[Reference, ...]:
        """References of one kind in a file, in document order."""
        rows = self._one("SELECT rows FROM refs WHERE file_id = ? AND kind = ?", file_id, kind)
        return () if rows is None else unpack_references(kind, rows)

    def graph(self) -> dict[str, bytes]:
        """The stored parts of the graph; {} when none is of this generation."""
        if self._meta("graph_generation", 0) != self.generation():
            return {}
        rows: Iterable[Any] = self._db.execute("SELECT part, data FROM graph")
        return dict(rows)

    def commits(self) -> list[tuple[int, Commit]]:
        """(document number, commit) of every indexed commit, oldest document first."""
        rows: Iterable[Any] = self._db.execute(
            "SELECT id, sha, time, message, paths FROM commits ORDER BY id"
        )
        return [
            (number, Commit(sha, time, message, tuple(os.fsdecode(paths).split("\0")) if paths else ()))
            for number, sha, time, message, paths in rows
        ]

    def last_commit_document(self) -> int:
        """The highest document number that a commit, living or forgotten, ever had."""
        return self._last_document("commits")

    def _last_document(self, table: str) -> int:
        return int(self._one("SELECT seq FROM sqlite_sequence WHERE name = ?", table) or 0)

    def ledger(self) -> list[Skipped]:
        """Everything that is not (fully) searchable, by path."""
        rows: Iterable[Any] = self._db.execute(
            "SELECT path, rule, detail FROM files WHERE rule <> ''"
            " UNION ALL SELECT path, rule, detail FROM unlisted ORDER BY path"
        )
        return [Skipped(os.fsdecode(path), rule, detail) for path, rule, detail in rows]

    def unlisted(self) -> set[Skipped]:
        """The places that were listed but are not files of the index."""
        rows: Iterable[Any] = self._db.execute("SELECT path, rule, detail FROM unlisted")
        return {Skipped(os.fsdecode(path), rule, detail) for path, rule, detail in rows}

    def _meta(self, key: str, default: Any) -> Any:
        value = self._one("SELECT value FROM meta WHERE key = ?", key)
        return default if value is None else value

    def _one(self, query: str, *bindings: Any) -> Any:
        row: Any = self._db.execute(query, bindings).fetchone()
        return None if row is None else row[0]


def _inverse(numbers: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.int64]:
    """Array of `size` that holds at each of `numbers` its position, and DEAD elsewhere."""
    inverse = np.full(size, DEAD, dtype=np.int64)
    inverse[numbers] = np.arange(len(numbers))
    return inverse
