"""Fuzzy matching against its definition."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.text.fuzzy import CLOSELY, GAP, MATCH, NEXT, OPEN, Labels, best_alignment

LETTERS = "abS_/.é"
WORDS = st.text(LETTERS, min_size=1, max_size=4)
LABELS = st.lists(st.text(LETTERS, max_size=12), max_size=12)


def found(labels: Sequence[str], *words: str) -> list[str]:
    """The labels found, best first; the name of each is behind its last slash."""
    finder = Labels(labels, [label.rpartition("/")[2] for label in labels])
    rows, points = finder.find(words)
    order = sorted(range(len(rows)), key=lambda k: (-points[k], labels[rows[k]]))
    return [labels[rows[k]] for k in order]


def has_in_order(label: str, word: str) -> bool:
    rest = iter(label.encode().lower())
    return all(letter in rest for letter in word.encode().lower())


@given(LABELS, st.lists(WORDS, min_size=1, max_size=2))
def test_a_label_is_found_when_it_has_the_letters_of_every_word_in_order(
    labels: list[str], words: list[str]
) -> None:
    expected = [label for label in labels if all(has_in_order(label, word) for word in words)]
    assert sorted(found(labels, *words)) == sorted(expected)


@given(st.text("abc", min_size=1, max_size=9), st.text("abc", min_size=1, max_size=4), st.data())
def test_the_best_of_all_ways_to_place_a_word_counts(text: str, word: str, data: st.DataObject) -> None:
    bonus = data.draw(st.lists(st.integers(0, 9), min_size=len(text), max_size=len(text)))

    def best(k: int, before: int) -> float:
        """The most points for the letters from the k-th on, behind a position."""
        if k == len(word):
            return 0.0
        ways = [-1e9]
        for j in range(before + 1, len(text)):
            if text[j] == word[k]:
                gap = j - before - 1
                step = 0.0 if k == 0 else NEXT if gap == 0 else -OPEN - GAP * (gap - 1)
                ways.append(MATCH + bonus[j] + step + best(k + 1, j))
        return max(ways)

    low = np.frombuffer(text.encode(), dtype=np.uint8)[None, :]
    points = best_alignment(low, np.array([bonus], dtype=np.float32), word.encode())
    assert points[0] == pytest.approx(max(best(0, -1), 0.0))


@pytest.mark.parametrize(
    ("words", "better", "worse"),
    [
        ("send", "a/send", "a/resend"),
        ("send", "a/send", "send/a"),
        ("send", "a/send", "a/send_request"),
        ("sr", "a/send_request", "a/seer"),
        ("sR", "a/sendRequest", "a/senders"),
        ("send", "a/do_send", "a/s_e_n_d_x"),
        ("session send", "session/send", "mission/resend/asession"),
    ],
)
def test_what_people_mean_comes_first(words: str, better: str, worse: str) -> None:
    assert found([worse, better], *words.split())[0] == better


def test_of_very_many_the_closest_are_kept() -> None:
    labels = [f"dir/s{'x' * 20}e{'x' * 20}nd{k}" for k in range(CLOSELY + 50)]
    assert found([*labels, "dir/send"], "send")[0] == "dir/send"


def test_a_name_of_ten_thousand_characters_is_found() -> None:
    assert found(["b" + "a" * 10_000, "c"], "ba") == ["b" + "a" * 10_000]


def test_undecodable_names_are_found() -> None:
    assert found(["caf\udce9/x.py"], "x.py") == ["caf\udce9/x.py"]


def test_without_labels_or_words_nothing_fails() -> None:
    assert found([], "a") == []
    assert sorted(found(["a", "b"])) == ["a", "b"]
