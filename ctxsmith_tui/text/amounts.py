"""Amounts in words, and words that mean amounts."""

from __future__ import annotations

import re
from typing import Literal

from ctxsmith_tui.errors import UsageError

LARGEST_BUDGET = 1_000_000  # tokens
_NUMBER = re.compile(r"([0-9]+(?:[_,][0-9]{3})*)(k?)")
_HELP = f"give a whole number of tokens from 1 to {LARGEST_BUDGET:,}, such as 8000 or 8k, or auto"


def plural(count: int, noun: str, many: str = "") -> str:
    """`1 file`, `1,200 files`."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def read_budget(text: str) -> int | Literal["auto"]:
    """A number of tokens as people write it, or `auto`. Raises UsageError for anything else."""
    word = text.strip().lower()
    if word == "auto":
        return "auto"
    match = _NUMBER.fullmatch(word) if len(word) < 20 else None
    tokens = int(re.sub("[_,]", "", match[1])) * (1000 if match[2] else 1) if match else 0
    if not 1 <= tokens <= LARGEST_BUDGET:
        raise UsageError(f"{text[:40]!r} is no budget; {_HELP}")
    return tokens
