"""Amounts in words."""

from __future__ import annotations


def plural(count: int, noun: str, many: str = "") -> str:
    """`1 file`, `1,200 files`."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"
