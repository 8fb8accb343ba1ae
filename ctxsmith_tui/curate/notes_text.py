"""Notes as plain text that people review and commit: one block a note, in a stable order.

    ## app/sessions.py::SessionStore.open_session

    note: 3f2a9c01d4e5b6a7
    kind: symbol
    path: app/sessions.py
    ...
    > What the note says, each line behind a mark.
    | def open_session(self, cookie):

The heading is for readers alone. A value that plain text would not carry unharmed is a JSON string.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from ctxsmith_tui.curate.anchors import MOST_LINES
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import NoteKind, Spec
from ctxsmith_tui.store.notes_store import Anchor, Sighting, StoredNote
from ctxsmith_tui.text.printable import printable, printable_block

LONGEST_TEXT = 100_000  # characters
TITLE = "# Notes of ctxsmith-tui, format 1"
TEXT, CODE, BEFORE, AFTER = ">", "|", "-", "+"
_MARKS = (TEXT, CODE, BEFORE, AFTER)
_LINES = re.compile(r"(\d{1,9})-(\d{1,9})")
_UID = re.compile(r"[0-9a-f]{16}")
_HASH = re.compile(r"(?:[0-9a-f]{32})?")
_TIME = "%Y-%m-%dT%H:%M:%SZ"
_CLOCKS_DIFFER = 86_400  # seconds, between machines at most


def checked_text(text: str, hint: str) -> str:
    """The text of a note as it is kept: with a lone surrogate as U+FFFD.

    Raises UsageError for too much, and for none, with a hint at what belongs there.
    """
    text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    if not text.strip():
        raise UsageError(f"the note is empty; {hint}")
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"the note has {len(text):,} characters; {LONGEST_TEXT:,} are the most")
    return text


def place_of(kind: NoteKind, path: str, symbol: str, lines: tuple[int, int]) -> str:
    """The place of a note as a person writes it: a SPEC, or `the repository`."""
    if kind is NoteKind.REPOSITORY:
        return "the repository"
    if kind is NoteKind.SYMBOL:
        return str(Spec(path, symbol=symbol))
    return str(Spec(path, *lines) if kind is NoteKind.SPAN else Spec(path))


# --- writing -----------------------------------------------------------------------------------------


def written(notes: Iterable[StoredNote]) -> str:
    """All notes as one text, ordered by the places they were written at; '' for none."""
    ordered = sorted(
        notes,
        key=lambda note: (
            note.anchor.path,
            note.anchor.start_line,
            note.anchor.symbol,
            note.created,
            note.uid,
        ),
    )
    blocks = ["\n".join(_block(note)) for note in ordered]
    return "\n\n".join([TITLE, *blocks]) + "\n" if blocks else ""


def _block(note: StoredNote) -> Iterator[str]:
    anchor, seen = note.anchor, note.seen
    place = place_of(anchor.kind, anchor.path, anchor.symbol, (anchor.start_line, anchor.end_line))
    yield f"## {printable(place)}".rstrip() + "\n"
    yield f"note: {note.uid}"
    yield f"created: {_written_time(note.created)}"
    yield f"edited: {_written_time(note.edited)}"
    yield f"kind: {anchor.kind.value}"
    if anchor.kind is not NoteKind.REPOSITORY:
        yield from _place("", anchor.path, anchor.symbol, anchor.start_line, anchor.end_line)
        yield f"digest: {anchor.digest}".rstrip()
        if anchor.nameless:
            yield f"nameless: {anchor.nameless}"
        yield f"file-hash: {anchor.file_hash}".rstrip()
    if (seen.path, seen.symbol) != (anchor.path, anchor.symbol):  # its lines change too often to be committed
        yield from _place("seen-", seen.path, seen.symbol)
    marked = (
        (TEXT, note.text.split("\n")),
        *((CODE, anchor.code), (BEFORE, anchor.before), (AFTER, anchor.after)),
    )
    for mark, lines in marked:
        for line in lines:
            yield f"{mark} {_quoted(line)}".rstrip()


def _place(prefix: str, path: str, symbol: str, start: int = 0, end: int = 0) -> Iterator[str]:
    yield f"{prefix}path: {_quoted(path)}"
    if symbol:
        yield f"{prefix}symbol: {_quoted(symbol)}"
    if start:
        yield f"{prefix}lines: {start}-{end}"


def _quoted(value: str) -> str:
    """The value itself, or as a JSON string where an editor or a version control might change it."""
    is_plain = value == value.rstrip() and value == printable_block(value) and not value.startswith('"')
    return value if is_plain and "\n" not in value else json.dumps(value)


def _written_time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime(_TIME)


# --- reading -----------------------------------------------------------------------------------------


def read(text: str) -> list[StoredNote]:
    """The notes of an exported text. Raises UsageError that names the line where it is none."""
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    begin = next((number for number, line in enumerate(lines) if line.strip()), None)
    if begin is None:
        return []
    if lines[begin].rstrip() != TITLE:
        raise _wrong(begin + 1, f"exported notes begin with {TITLE!r}")
    blocks: list[_Reading] = []
    for number, line in enumerate(lines[begin + 1 :], start=begin + 2):
        if line.startswith("## "):
            blocks.append(_Reading(number))
        elif line.strip():
            if not blocks:
                raise _wrong(number, "a note begins with a heading, ## and its place")
            blocks[-1].take(number, line)
    latest: dict[str, StoredNote] = {}
    for note in (block.note() for block in blocks):
        if note.uid not in latest or latest[note.uid].edited < note.edited:
            latest[note.uid] = note  # a merge of two exports may hold two versions
    return list(latest.values())


def _wrong(line: int, what: str) -> UsageError:
    return UsageError(f"line {line}: {what}; nothing was imported")


class _Reading:
    """The lines of one note as they are read."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._values: dict[str, Any] = {}
        self._marked: dict[str, list[str]] = {mark: [] for mark in _MARKS}

    def take(self, number: int, line: str) -> None:
        """Take in one line. Raises UsageError when it is none of a note."""
        if line[0] in _MARKS and line[1:2] in ("", " "):
            value = _unquoted(number, line[2:])
            if not _is_text(value):
                raise _wrong(number, "a half of a surrogate pair is no text")
            self._marked[line[0]].append(value)
            return
        key, separator, value = line.partition(":")
        if not separator or key not in _READERS:
            raise _wrong(number, f"{printable(line[:60])!r} is no line of a note")
        if key in self._values:
            raise _wrong(number, f"a second {key!r} in one note")
        try:
            self._values[key] = _READERS[key](_unquoted(number, value.removeprefix(" ")))
        except (ValueError, OverflowError) as error:
            raise _wrong(number, f"{printable(value.strip()[:60])!r} is no value of {key!r}") from error

    def note(self) -> StoredNote:
        """The note of these lines. Raises UsageError when something is missing."""
        values = self._values
        text = "\n".join(self._marked[TEXT])
        needed = ["note", "created", "edited", "kind"]
        if values.get("kind") is not NoteKind.REPOSITORY:
            needed.append("path")
        if values.get("kind") in (NoteKind.SYMBOL, NoteKind.SPAN):
            needed.append("lines")
        if values.get("kind") is NoteKind.SYMBOL:
            needed.append("symbol")
        missing = [key for key in needed if key not in values]
        if missing or not text.strip():
            raise _wrong(self._number, f"this note lacks {', '.join(missing) or 'its text'}")
        if len(text) > LONGEST_TEXT or len(self._marked[CODE]) > MOST_LINES:
            raise _wrong(self._number, "this note is too long")
        place = Sighting(*self._place(""), values.get("file-hash", ""))
        anchor = Anchor(
            values["kind"],
            *self._place(""),
            *(values.get(key, "") for key in ("digest", "nameless", "file-hash")),
            *(tuple(self._marked[mark]) for mark in (CODE, BEFORE, AFTER)),
        )
        seen = Sighting(*self._place("seen-")) if "seen-path" in values else place
        return StoredNote(0, values["note"], text, values["created"], values["edited"], anchor, seen)

    def _place(self, prefix: str) -> tuple[str, str, int, int]:
        get = self._values.get
        return (get(f"{prefix}path", ""), get(f"{prefix}symbol", ""), *get(f"{prefix}lines", (0, 0)))


def _unquoted(number: int, value: str) -> str:
    if not value.startswith('"'):
        return value
    try:
        unquoted = json.loads(value)
    except ValueError:
        unquoted = None
    if not isinstance(unquoted, str):
        raise _wrong(number, "what begins with a quotation mark must be a JSON string")
    return unquoted


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _matching(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def checked(value: str) -> str:
        if not pattern.fullmatch(value):
            raise ValueError(value)
        return value

    return checked


def _range(value: str) -> tuple[int, int]:
    match = _LINES.fullmatch(value)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise ValueError(value)
    return int(match[1]), int(match[2])


def _time(value: str) -> int:
    """Seconds; a ValueError for a time that has not come, which would win over every later edit."""
    seconds = int(datetime.strptime(value, _TIME).replace(tzinfo=UTC).timestamp())
    if not 0 <= seconds <= time.time() + _CLOCKS_DIFFER:
        raise ValueError(value)
    return seconds


def _path(value: str) -> str:
    os.fsencode(value)  # a ValueError for what can be no file name
    if not value or "\0" in value:
        raise ValueError(value)
    return value


def _symbol(value: str) -> str:
    if not _is_text(value):
        raise ValueError(value)
    return value


_READERS: dict[str, Callable[[str], Any]] = {
    "note": _matching(_UID),
    "created": _time,
    "edited": _time,
    "kind": NoteKind,
    **{f"{prefix}path": _path for prefix in ("", "seen-")},
    **{f"{prefix}symbol": _symbol for prefix in ("", "seen-")},
    "lines": _range,
    **{key: _matching(_HASH) for key in ("digest", "nameless", "file-hash")},
}
