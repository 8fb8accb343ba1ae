"""Targets: a budget in another model's tokens, by an estimate that calls itself one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.pack.targets import MARGINS, NO_TARGET, Target, find_target


def test_an_estimate_is_called_one() -> None:
    assert Target("claude", 1.175).phrase(8_000) == "about 9,400 for Claude (estimate)"
    assert NO_TARGET.phrase(8_000) == ""


@given(st.integers(2, 1_000_000), st.sampled_from(sorted(MARGINS)), st.floats(0.5, 3.0))
def test_what_fits_the_room_fits_the_budget(budget: int, name: str, margin: float) -> None:
    target = Target(name, round(margin, 3))
    assert target.room(budget) == 1 or target.estimate(target.room(budget)) <= budget
    assert target.estimate(target.room(budget) + 1) >= budget


def test_margins_can_be_replaced() -> None:
    assert find_target("claude", {"claude": 1.3}).margin == 1.3
    assert find_target("gemini", {"claude": 1.3}).margin == MARGINS["gemini"]
    assert find_target("none") == NO_TARGET


def test_what_nobody_knows_is_an_error() -> None:
    with pytest.raises(UsageError, match="choose one of: claude, gpt, gemini, none"):
        find_target("llama")
    with pytest.raises(UsageError, match="nobody knows how p50k_base compares with Claude"):
        find_target("claude", tokenizer="p50k_base")
    assert find_target("none", tokenizer="p50k_base") == NO_TARGET


def test_a_budget_means_the_tokens_of_the_target(make_engine) -> None:
    engine = make_engine({"app.py": "def cookie():\n" + "    value = compute()\n" * 300})
    pack = engine.context("cookie", 1_000, target=Target("claude", 2.0))
    assert (pack.budget, pack.target, pack.margin) == (500, "claude", 2.0)
    assert pack.tokens <= 500
    assert "at most 500 tokens (cl100k_base), about 1,000 for Claude (estimate)." in pack.text
    assert engine.context("cookie", 1_000, target="gemini").budget == 833
