"""Bringing the index up to date: what changed on disk, extracted and written in short batches.

Only what changed is read. Every batch is committed with its own postings, so that a run that is stopped
anywhere leaves a usable index which the next run completes. One process indexes at a time; the others
wait for it, or answer from what exists.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import apsw

from ctxsmith_tui.errors import IndexBusyError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.content import UNKNOWN_TIME, FileToRead
from ctxsmith_tui.index.files import Listing
from ctxsmith_tui.index.history import finish_history, start_history, stop_history
from ctxsmith_tui.index.listing import list_files, start_listing
from ctxsmith_tui.model import Progress
from ctxsmith_tui.store.database import (
    INDEX_FILE,
    NewerSchemaError,
    ensure_folder,
    folder_of,
    open_readonly,
    open_writable,
    refuse_links,
    schema_version,
)
from ctxsmith_tui.store.index_reader import IndexReader
from ctxsmith_tui.store.index_writer import IndexWriter
from ctxsmith_tui.store.lock import indexer_lock
from ctxsmith_tui.store.records import Batch, FileStamp
from ctxsmith_tui.store.schema import MIGRATIONS

FLUSH_BYTES = 48_000_000  # of source text in one transaction
FLUSH_SECONDS = 4.0
WAIT_FOR_FIRST_INDEX = 900.0  # seconds
WAIT_FOR_UPDATE = 2.0  # then answers come from what exists
RACY_NS = 50_000_000  # a file modified this shortly before a look at it may change again unnoticed
HEAD_START = 1.0  # seconds; a listing that was started longer ago may be out of date

Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs between the work tree and the index."""

    to_read: tuple[FileToRead, ...]
    removed: tuple[str, ...]
    listing: Listing
    head: str
    head_moved: bool
    ledger_moved: bool  # the places that are listed but are not files
    looked_ns: int  # when looking at sizes and times began

    @property
    def pending(self) -> int:
        """Files that answers from the index would get wrong."""
        return len(self.to_read) + len(self.removed)

    def __bool__(self) -> bool:
        return bool(self.pending or self.head_moved or self.ledger_moved)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a refresh did: files read and removed, and files still waiting because another process indexes.

    `changed` are the paths whose content was read anew, and those removed, in order.
    """

    read: int
    removed: int
    pending: int
    changed: tuple[str, ...] = ()


class WorkTree:
    """What is on disk now: git lists files and resolves HEAD beside whatever else goes on meanwhile."""

    def __init__(self, root: Path, is_git: bool) -> None:
        self.root = root
        self._is_git = is_git and git.available()
        self._started = time.monotonic()
        self._listing = start_listing(root, is_git)
        self._head = git.start_head(root) if self._is_git else None
        weakref.finalize(self, _stop, self._listing, self._head)

    def read(self, known: Collection[str] = ()) -> tuple[Listing, str]:
        """(files, commit at HEAD), waiting for what was started; a later call looks anew.

        `known` are paths that are probably among the files: looked at while git is still listing.
        """
        listing, self._listing = self._listing, None
        head, self._head = self._head, None
        if time.monotonic() - self._started > HEAD_START:
            _stop(listing, head)
            listing = head = None
        files = list_files(self.root, self._is_git, listing, known)
        if not self._is_git:
            return files, ""
        return files, git.finish_head(head or git.start_head(self.root))


def _stop(*started: git.Running | None) -> None:
    """End what nobody waited for."""
    for running in started:
        if running is not None:
            git.stop(running)


def index_path(root: Path) -> Path:
    """The database of a repository's index."""
    return folder_of(root) / INDEX_FILE


def has_index(root: Path) -> bool:
    """Whether a repository has an index that can be read, if perhaps not up to date.

    Raises CtxsmithError like `refuse_links`.
    """
    refuse_links(root)
    path = index_path(root)
    if not path.exists():
        return False
    try:
        with closing(open_readonly(path)) as connection:
            return schema_version(connection) == len(MIGRATIONS)
    except (apsw.CorruptError, apsw.NotADBError):
        return False


def refresh(
    tree: WorkTree, report: Report, *, rebuild: bool = False, suspects: Collection[str] = ()
) -> Outcome:
    """Bring the index up to date, or say how many files still wait for another process that does.

    `suspects` are read again even if their size and time are as the index knows them. Raises
    IndexBusyError when there is no usable index and another process builds it for too long.
    """
    refuse_links(tree.root)
    changes = None if rebuild else _changes_to_usable_index(tree, suspects)
    if changes is not None and not changes:
        return Outcome(0, 0, 0)
    folder = ensure_folder(tree.root)
    with indexer_lock(folder, 0.0) as free:
        if free:
            return _refresh_locked(tree, report, rebuild, changes)
    report(Progress("waiting for another process that indexes", 0, 0, 0.0))
    with indexer_lock(folder, WAIT_FOR_FIRST_INDEX if changes is None else WAIT_FOR_UPDATE) as held:
        if held:
            return _refresh_locked(tree, report, rebuild, None)
    if changes is None:
        raise IndexBusyError(f"another process is still indexing {tree.root}; try again when it is done")
    return Outcome(0, 0, changes.pending)


def _changes_to_usable_index(tree: WorkTree, suspects: Collection[str]) -> Changes | None:
    """What changed since the last run that came to its end; None without one, or when it is damaged."""
    path = index_path(tree.root)
    if not path.exists():
        return None
    try:
        connection = open_readonly(path)
        try:
            if schema_version(connection) != len(MIGRATIONS):
                return None
            reader = IndexReader(connection)
            if not reader.is_complete():
                return None
            return _look_for_changes(tree, reader, suspects)
        finally:
            connection.close()
    except (apsw.CorruptError, apsw.NotADBError):
        return None


def _look_for_changes(tree: WorkTree, reader: IndexReader, suspects: Collection[str] = ()) -> Changes:
    """Which files are new or have another size or time than the index knows, and which are gone."""
    looked_ns = time.time_ns()
    known = reader.stamps()  # before `read`: git is still listing meanwhile
    listing, head = tree.read(known)
    to_read: list[FileToRead] = []
    for path, size, mtime_ns in listing.files:
        stamp = known.get(path)
        if stamp is None:
            to_read.append(FileToRead(path, size, mtime_ns))
        elif stamp.size != size or stamp.mtime_ns != mtime_ns or path in suspects:
            to_read.append(FileToRead(path, size, mtime_ns, stamp.hash))
    removed = known.keys() - {file.path for file in listing.files}
    return Changes(
        to_read=tuple(to_read),
        removed=tuple(sorted(removed)),
        listing=listing,
        head=head,
        head_moved=head != reader.head(),
        ledger_moved=set(listing.skipped) != reader.unlisted(),
        looked_ns=looked_ns,
    )


def _refresh_locked(tree: WorkTree, report: Report, rebuild: bool, changes: Changes | None) -> Outcome:
    """Bring the index up to date; one that is damaged, or has other tables than ours, is built anew."""
    path = index_path(tree.root)
    try:
        return _refresh_index(tree, path, report, rebuild, changes)
    except NewerSchemaError:
        if not rebuild:
            raise
        _unlink(path)
        return _refresh_index(tree, path, report, False, None)
    except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError):
        _unlink(path)
        return _refresh_index(tree, path, report, False, None)


def discard_index(root: Path) -> None:
    """Remove an index that was found damaged, unless another process is at it."""
    with indexer_lock(ensure_folder(root), WAIT_FOR_UPDATE) as held:
        if held:
            _unlink(index_path(root))


def _unlink(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _refresh_index(
    tree: WorkTree, path: Path, report: Report, rebuild: bool, changes: Changes | None
) -> Outcome:
    connection = open_writable(path, MIGRATIONS)
    try:
        writer = IndexWriter(connection)
        if rebuild:
            writer.clear()
        writer.clear_if_outdated()
        if changes is None:
            report(Progress("listing files", 0, 0, 0.0))
            changes = _look_for_changes(tree, IndexReader(connection))
        return _apply(tree.root, writer, changes, report)
    finally:
        connection.close()


def _apply(root: Path, writer: IndexWriter, changes: Changes, report: Report) -> Outcome:
    """Write what changed. History is read by git while the files are parsed."""
    history = None
    if changes.head_moved:
        history = start_history(root, known=writer.known_commits(), head=changes.head)
    try:
        writer.remove_files(changes.removed)
        read = _index_files(root, writer, changes, report)
        writer.replace_unlisted(changes.listing.skipped)
        if history is not None:
            report(Progress("reading history", 0, 0, 0.0))
            finished = finish_history(history)
            writer.replace_history(changes.head, finished.shas, finished.commits)
    except BaseException:
        if history is not None:
            stop_history(history)
        raise
    writer.compact()
    writer.set_complete(True)
    return Outcome(len(read), len(changes.removed), 0, tuple(sorted({*read, *changes.removed})))


def _index_files(root: Path, writer: IndexWriter, changes: Changes, report: Report) -> list[str]:
    """Extract files and write them in batches; returns those that had new content."""
    from ctxsmith_tui.index.pool import extract_all  # mostly nothing changed: its imports take time

    files = changes.to_read
    read: list[str] = []
    with closing(extract_all(root, files)) as extracted:  # whatever stops this must stop the workers
        for batches in _flushes(_reported(extracted, len(files), report)):
            batches = [_without_racy_stamps(batch, changes.looked_ns) for batch in batches]
            writer.add_batches(batches)
            for batch in batches:
                writer.restamp_files(batch.unchanged)
                read += [record.path for record in batch.records]
    return read


def _reported(batches: Iterable[Batch], total: int, report: Report) -> Iterator[Batch]:
    """The batches, each followed by a report of how many files are done."""
    started, done = time.monotonic(), 0
    report(Progress("indexing files", 0, total, 0.0))
    for batch in batches:
        yield batch
        done += len(batch.records) + len(batch.unchanged)
        report(Progress("indexing files", done, total, time.monotonic() - started))


def _flushes(batches: Iterable[Batch]) -> Iterator[list[Batch]]:
    """Gather batches into transactions that are worth their cost and short enough to lose little."""
    gathered: list[Batch] = []
    size, since = 0, time.monotonic()
    for batch in batches:
        gathered.append(batch)
        size += sum(record.stamp.size for record in batch.records)
        if size >= FLUSH_BYTES or time.monotonic() - since >= FLUSH_SECONDS:
            yield gathered
            gathered, size, since = [], 0, time.monotonic()
    if gathered:
        yield gathered


def is_racy(time_ns: int, looked_ns: int) -> bool:
    """Whether a file with this time may change again within the same tick of the clock: it was written just
    before its time was looked at. A time in the future was set on purpose.
    """
    return looked_ns - RACY_NS < time_ns <= time.time_ns()


def _without_racy_stamps(batch: Batch, looked_ns: int) -> Batch:
    """Racy times are not remembered, so that the next run looks at the content again."""

    def settled(stamp: FileStamp) -> FileStamp:
        return stamp._replace(mtime_ns=UNKNOWN_TIME) if is_racy(stamp.mtime_ns, looked_ns) else stamp

    return replace(
        batch,
        records=tuple(record._replace(stamp=settled(record.stamp)) for record in batch.records),
        unchanged={path: settled(stamp) for path, stamp in batch.unchanged.items()},
    )
