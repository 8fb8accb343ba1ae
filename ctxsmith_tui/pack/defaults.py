"""What holds for a pack where nobody says otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DEFAULT_BUDGET = 8_000  # tokens
DEFAULT_FORMAT = "markdown"
DEFAULT_TOKENIZER = "cl100k_base"


@dataclass(frozen=True, slots=True)
class PackDefaults:
    """Budget in tokens, format and tokenizer of a pack for which none are given."""

    budget: int | Literal["auto"] = DEFAULT_BUDGET
    format: str = DEFAULT_FORMAT
    tokenizer: str = DEFAULT_TOKENIZER


BUILT_IN = PackDefaults()
