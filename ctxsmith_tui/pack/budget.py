"""Choosing a budget from how fast the value of candidates falls off."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ctxsmith_tui.pack.request import Candidates

ENOUGH = 0.8  # share of the estimated relevance that a chosen budget is to hold
LOOKED_AT = 400  # candidates; those after have no weight worth counting
SMALLEST, LARGEST, STEP = 1_000, 32_000, 500  # tokens
TOKENS_A_WORD = 2.2  # code, measured over several languages with cl100k_base
FRAME_SHARE = 1.25  # for map, headings and fences


@dataclass(frozen=True, slots=True)
class ChosenBudget:
    """A budget in tokens, and in a sentence why."""

    tokens: int
    reason: str


def choose_budget(candidates: Candidates) -> ChosenBudget:
    """The smallest budget that holds most of what the candidates are worth.

    Scores are logits of a listwise softmax, so exp(score) is proportional to the chance of being wanted.
    """
    units = [candidates.unit(k) for k in range(min(len(candidates), LOOKED_AT))]
    if not units:
        return ChosenBudget(SMALLEST, f"auto budget: {SMALLEST:,} tokens, as nothing matches the task")
    top = units[0].score
    chances = [math.exp(unit.score - top) for unit in units]
    total, gathered, words, count = sum(chances), 0.0, 0, 0
    for unit, chance in zip(units, chances, strict=True):
        if gathered >= ENOUGH * total:
            break
        gathered, words, count = gathered + chance, words + unit.words, count + 1
    tokens, wanted = _rounded(words)
    what = f"the best {count:,} blocks hold {gathered / total:.0%} of the estimated relevance"
    bound = f"; they would need about {wanted:,}" if wanted > LARGEST else ""
    return ChosenBudget(tokens, f"auto budget: {tokens:,} tokens, as {what}{bound}")


def budget_of_words(words: int) -> ChosenBudget:
    """A budget that holds code of so many words, or the largest that is chosen by itself."""
    tokens, wanted = _rounded(words)
    bound = f"; all would need about {wanted:,}" if wanted > LARGEST else ", which holds all"
    return ChosenBudget(tokens, f"auto budget: {tokens:,} tokens{bound}")


def _rounded(words: int) -> tuple[int, int]:
    """(tokens within bounds, tokens wanted) for code of so many words."""
    wanted = math.ceil(words * TOKENS_A_WORD * FRAME_SHARE / STEP) * STEP
    return min(max(wanted, SMALLEST), LARGEST), wanted
