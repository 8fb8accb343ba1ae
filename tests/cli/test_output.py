"""The small functions that lay out lines, and the progress of indexing in words."""

from __future__ import annotations

import pytest

from ctxsmith_tui.cli.output import cells, clip, columns, plural, wrap
from ctxsmith_tui.cli.progress import describe
from ctxsmith_tui.model import Progress


@pytest.mark.parametrize(
    ("text", "width"), [("ascii", 5), ("naïve", 5), ("e\u0301", 1), ("日本", 4), ("█▏", 2)]
)
def test_cells_are_columns_of_a_terminal(text: str, width: int) -> None:
    assert cells(text) == width


@pytest.mark.parametrize(
    ("text", "clipped"),
    [("short", "short"), ("exactly8", "exactly8"), ("too long text", "too lon…"), ("日本語版で", "日本語…")],
)
def test_clip_never_exceeds_the_width(text: str, clipped: str) -> None:
    assert clip(text, 8) == clipped
    assert cells(clipped) <= 8


def test_wrap_breaks_at_spaces_and_keeps_every_word() -> None:
    assert wrap("one two three four", 9) == ["one two", "three", "four"]
    assert wrap("unbreakably-long a", 5) == ["unbreakably-long", "a"]
    assert wrap("", 5) == []


def test_columns_align_whatever_the_script() -> None:
    assert columns([("a", "1"), ("日本", "2")]) == ["a     1", "日本  2"]
    assert columns([]) == []


def test_plural() -> None:
    assert [plural(n, "file") for n in (0, 1, 1200)] == ["0 files", "1 file", "1,200 files"]


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress("listing files", 0, 0, 0.0), "listing files"),
        (Progress("indexing files", 0, 5000, 0.0), "indexing files 0/5,000"),
        (Progress("indexing files", 1000, 5000, 2.0), "indexing files 1,000/5,000, 500/s, 8 s left"),
        (Progress("indexing files", 1000, 500_000, 2.0), "indexing files 1,000/500,000, 500/s, 17 min left"),
        (Progress("indexing files", 5000, 5000, 9.0), "indexing files 5,000/5,000"),
    ],
)
def test_progress_in_words(progress: Progress, words: str) -> None:
    assert describe(progress) == words
