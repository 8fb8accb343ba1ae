"""From bytes on disk to text, without following a link, hanging on a pipe or guessing differently twice."""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from ctxsmith_tui.index.files import is_link

_NUL_WINDOW = 8192
_COOKIE_WINDOW = 1024
_SAMPLE = 64 * 1024

_MAGIC = (
    b"%PDF-",
    b"\x89PNG\r\n",
    b"GIF87a",
    b"GIF89a",
    b"\xff\xd8\xff",  # JPEG
    b"PK\x03\x04",  # zip, jar, office documents
    b"PK\x05\x06",
    b"\x1f\x8b",  # gzip
    b"\xfd7zXZ\x00",
    b"\x28\xb5\x2f\xfd",  # zstd
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
    b"wOFF",
    b"wOF2",
    b"OTTO\x00",
    b"\x7fELF",
    b"\xca\xfe\xba\xbe",  # Java class, Mach-O
    b"OggS",
    b"fLaC",
    b"ID3\x03",
    b"ID3\x04",
    b"SQLite format 3\x00",
    b"\xd0\xcf\x11\xe0\xa1\xb1",  # old office documents
)
_BZIP2 = re.compile(rb"BZh[1-9]1AY&SY")

_BOMS = (  # UTF-32 LE begins with the mark of UTF-16 LE: it must come first
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_COOKIES = (
    re.compile(rb"\A(?:.*\n)?.*?coding[:=][ \t]*([-\w.]+)"),  # Python, Ruby, Emacs: line 1 or 2
    re.compile(rb"""\A\s*<\?xml[^>]*\bencoding\s*=\s*["']([-\w.]+)"""),
    re.compile(rb"""<meta[^>]*\bcharset\s*=\s*["']?([-\w.]+)""", re.IGNORECASE),
    re.compile(rb"""\A\s*@charset\s+["']([-\w.]+)"""),
)
# Codecs that are no character sets of files, or contradict a cookie that could be read as ASCII.
_NOT_FOR_FILES = {"utf-7", "unicode-escape", "raw-unicode-escape", "idna", "punycode", "undefined"}

# What a guess may answer: encodings that source files are really found in.
_GUESSES = [
    "cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1256",
    "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr",
]  # fmt: skip
_MIN_GUESSABLE = 24  # non-ASCII bytes: on fewer (a name in a comment) every guess is a coin toss

_CONTROL = bytes(set(range(32)) - set(b"\t\n\r\f\v\x1b\b"))


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text without lone surrogates, and the Python codec it was read with ('' and '' when binary).

    'utf-8-replace' says that a UTF-8 file holds a few damaged bytes, shown as U+FFFD.
    """

    text: str
    encoding: str
    binary: bool


_BINARY = Decoded("", "", True)


def read_bytes(root: Path, path: str, limit: int | None = None) -> bytes:
    """The first `limit` bytes (None: all) of the regular file at `path` below `root`.

    No symlink is followed in any part of `path`, not even one that appears while reading.
    Raises OSError when the file is missing, unreadable, behind a link, or not a regular file.
    """
    parts = path.split("/")
    if any(part in ("", ".", "..") for part in parts):
        raise OSError(errno.EINVAL, "not a path below the root", path)
    descriptor = _open_below(root, parts)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", path)
        with open(descriptor, "rb", buffering=0, closefd=False) as file:
            return file.read(-1 if limit is None else limit)
    finally:
        os.close(descriptor)


_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_FOLDER = _READ | getattr(os, "O_DIRECTORY", 0)
_FILE = _READ | getattr(os, "O_NONBLOCK", 0)  # opening a FIFO must not wait for a writer
_BY_DESCRIPTOR = os.open in os.supports_dir_fd


def _open_below(root: Path, parts: list[str]) -> int:
    if not _BY_DESCRIPTOR:
        return _open_checked(root, parts)
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts[:-1]:
            inner = os.open(part, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], _FILE, dir_fd=folder)
    finally:
        os.close(folder)


def _open_checked(root: Path, parts: list[str]) -> int:
    """Where folders have no descriptors (Windows): refuse links and junctions by a look at each part."""
    place = root
    for part in parts:
        place = place / part
        status = os.lstat(place)
        if is_link(status):
            raise OSError(errno.ELOOP, "a link", str(place))
    return os.open(place, _FILE)


def decode(data: bytes) -> Decoded:
    """The text of a file. Deterministic; never raises.

    Tried in turn: byte order mark, binary by magic number or NUL, UTF-8 (the last character may be cut
    off), a declared encoding, UTF-8 with damaged bytes, a statistical guess, cp1252, latin-1.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark) and (text := _strict(data, encoding)) is not None:
            return Decoded(text, encoding, False)
    if _is_binary(data):
        return _BINARY
    if (text := _utf8(data)) is not None:
        return Decoded(text, "utf-8", False)
    return _legacy(data)


def _is_binary(data: bytes) -> bool:
    return data.startswith(_MAGIC) or data.find(0, 0, _NUL_WINDOW) >= 0 or _BZIP2.match(data) is not None


def _strict(data: bytes, encoding: str) -> str | None:
    """`data` decoded, or None when that fails or leaves what UTF-8 cannot express."""
    try:
        text = data.decode(encoding)
        text.encode()
    except (UnicodeError, LookupError, ValueError):
        return None
    return text


def _utf8(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        start, reason = error.start, error.reason
    # A reader's limit can fall into a character. After nothing but ASCII it may as well be a latin-1 letter.
    if reason == "unexpected end of data" and not data[:start].isascii():
        return data[:start].decode()
    return None


def _legacy(data: bytes) -> Decoded:
    head = data[:_NUL_WINDOW]
    if len(head.translate(None, _CONTROL)) < len(head) * 0.95:
        return _BINARY
    for attempt in (_declared, _damaged_utf8, _guessed, _western):
        if (found := attempt(data)) is not None:
            return found
    return Decoded(data.decode("latin-1"), "latin-1", False)


def _declared(data: bytes) -> Decoded | None:
    head = data[:_COOKIE_WINDOW]
    for cookie in _COOKIES:
        if match := cookie.search(head):
            name = match[1].decode("ascii", "replace").lower()
            try:
                codec = codecs.lookup(name)
            except (LookupError, ValueError):
                continue
            if codec.name.replace("_", "-") in _NOT_FOR_FILES or codec.name.startswith(("utf-16", "utf-32")):
                continue
            if (text := _strict(data, codec.name)) is not None:
                return Decoded(text, codec.name, False)
    return None


def _damaged_utf8(data: bytes) -> Decoded | None:
    """UTF-8 with a few bad bytes: in another encoding hardly any non-ASCII byte reads as UTF-8."""
    text = data.decode(errors="replace")
    damaged = text.count("\ufffd")
    sound = sum(character > "\x7f" for character in text) - damaged
    return Decoded(text, "utf-8-replace", False) if sound > damaged else None


def _guessed(data: bytes) -> Decoded | None:
    lines = [line for line in data.splitlines(keepends=True) if not line.isascii()]
    sample = b"".join(lines)[:_SAMPLE]
    if len(sample) - len(sample.decode("ascii", "ignore")) < _MIN_GUESSABLE:
        return None
    from charset_normalizer import from_bytes  # slow to import, rarely needed

    best = from_bytes(sample, cp_isolation=_GUESSES, preemptive_behaviour=False).best()
    if best is None or (text := _strict(data, best.encoding)) is None:
        return None
    return Decoded(text, best.encoding, False)


def _western(data: bytes) -> Decoded | None:
    text = _strict(data, "cp1252")
    return None if text is None else Decoded(text, "cp1252", False)
