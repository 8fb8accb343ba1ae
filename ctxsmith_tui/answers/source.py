"""A file as a person reads it: all of it, as it is on disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ctxsmith_tui.curate.specs import find_symbol
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.model import SourceText, Spec
from ctxsmith_tui.text.lines import split_lines
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.store.index_reader import IndexReader

LARGEST_SHOWN = 20_000_000  # bytes


def read_source(root: Path, path: str, reader: IndexReader | None) -> SourceText:
    """The file at a path from the root, with what the index knows about it.

    Raises UsageError for what cannot be read: no link is followed, nothing outside the root is touched.
    """
    try:
        data = read_bytes(root, path, LARGEST_SHOWN + 1)
    except (OSError, ValueError) as error:
        raise UsageError(_why_unreadable(root, path, error)) from error
    known = reader.file_of(path) if reader is not None else None
    file_id, language = known or (0, "")
    symbols = reader.symbols(file_id) if reader is not None and known else ()
    lines: tuple[str, ...] = ()
    if len(data) > LARGEST_SHOWN:
        note = (
            f"larger than {LARGEST_SHOWN // 1_000_000} MB, too large to be shown; e opens it in your editor"
        )
    elif (decoded := decode(data)).binary:
        note = f"not text ({len(data):,} bytes)"
    else:
        lines = tuple(split_lines(decoded.text))
        note = "" if lines else "empty"
    return SourceText(path, lines, language, symbols, note)


def _why_unreadable(root: Path, path: str, error: Exception) -> str:
    shown = printable(path)
    parts = path.split("/")
    if "\0" in path or any(part in ("", ".", "..") for part in parts):
        return f"{shown} is no path below {printable(str(root))}; only files of the repository are shown"
    for k in range(1, len(parts) + 1):
        if root.joinpath(*parts[:k]).is_symlink():
            return f"{shown} is, or lies behind, a symbolic link, and none is followed"
    if isinstance(error, FileNotFoundError):
        return f"there is no file {shown} on disk; R looks at the work tree again"
    if root.joinpath(path).is_dir():
        return f"{shown} is a folder; open a file in it"
    return f"{shown} cannot be read: {getattr(error, 'strerror', None) or error}"


def code_at(source: SourceText, spec: Spec) -> str:
    """The lines that a SPEC names of its file. Raises UsageError for a symbol that the file does not have."""
    if spec.symbol is not None:
        symbol = find_symbol(spec, source.symbols)
        start, end = symbol.start_line, symbol.end_line
    else:
        start, end = spec.start_line or 1, spec.end_line or len(source.lines)
    return "".join(f"{line}\n" for line in source.lines[start - 1 : end])
