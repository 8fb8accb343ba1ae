"""How much of a file is read, and by what hash its content is known."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

LARGEST_PARSED = 1_000_000  # bytes; a larger file is listed and searchable by name and head only
HEAD_BYTES = 4_096  # what is searchable of data, and of files over the limit
UNKNOWN_TIME = -1  # remembered instead of a file's time where the next run must look at it again


class FileToRead(NamedTuple):
    """A listed file, with the hash of the content that the index knows (b'' for none)."""

    path: str
    size: int
    mtime_ns: int
    known_hash: bytes = b""


def content_hash(data: bytes) -> bytes:
    """The hash by which a file's content is known (16 bytes of BLAKE2b), given all of it.

    Of a file over the limit it covers the head and the size, which tells whether the rest may have changed.
    """
    return head_hash(data[:HEAD_BYTES], len(data)) if len(data) > LARGEST_PARSED else _digest(data)


def head_hash(head: bytes, size: int) -> bytes:
    """The hash of a file over the limit, given only its first `HEAD_BYTES` and its size in bytes."""
    return _digest(b"%d " % size + head)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
