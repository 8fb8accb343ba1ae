"""What holds for every text in every parsed language, also for text that is no program."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxsmith_tui.index.languages import LANGUAGES
from ctxsmith_tui.index.structure import structure
from ctxsmith_tui.model import ParsedFile
from ctxsmith_tui.text.lines import split_lines

FIXTURES = Path(__file__).parents[1] / "languages"
WITHOUT_GRAMMAR = ["markdown", "notebook", "restructuredtext", "svelte", "vue"]
PARSED = sorted([*(language.name for language in LANGUAGES if language.grammar), *WITHOUT_GRAMMAR])
SAMPLES = {language: (FIXTURES / language / "sample").read_text() for language in PARSED}
INSERTS = st.sampled_from(
    [
        *"\r\n\f\x00\t\u2028\x85\ufeffé字(){}[]\"'`#;:@\\",
        "\r\n",
        "/*",
        "*/",
        "//",
        '"""',
        "=>",
        "class ",
        "<a>",
    ]
)
STEADY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def parse(language: str, source: bytes) -> ParsedFile:
    # What is no longer marked as code of a language that is parsed is only searched.
    return structure(language, source.decode()) or ParsedFile((), (), False)


def check(parsed: ParsedFile, text: str) -> None:
    """Spans lie inside the file and nest; siblings are apart, or named by one declaration."""
    lines = max(1, len(split_lines(text)))
    previous: dict[int | None, tuple[int, int]] = {}
    for index, symbol in enumerate(parsed.symbols):
        span = symbol.start_line, symbol.end_line
        assert 1 <= span[0] <= span[1] <= lines
        assert symbol.name
        assert symbol.qualname.endswith(symbol.name) or symbol.qualname.startswith("…")
        assert "\n" not in symbol.signature + symbol.doc + symbol.qualname
        if symbol.parent is not None:
            assert symbol.parent < index
            parent = parsed.symbols[symbol.parent]
            assert parent.start_line <= span[0]
            assert span[1] <= parent.end_line
        before = previous.get(symbol.parent)
        assert before is None or before == span or before[1] <= span[0]
        previous[symbol.parent] = span
    for reference in parsed.references:
        assert reference.name
        assert 1 <= reference.line <= lines
        if reference.symbol is not None:
            owner = parsed.symbols[reference.symbol]
            inside = owner.start_line <= reference.line <= owner.end_line
            assert inside or reference.kind == "inherit"  # a Rust impl stands apart from its type


@pytest.mark.parametrize("language", PARSED)
def test_samples_are_read_without_error(language: str) -> None:
    parsed = parse(language, SAMPLES[language].encode())
    assert not parsed.broken
    check(parsed, SAMPLES[language])


@pytest.mark.parametrize("language", PARSED)
def test_line_ends_do_not_change_what_is_found(language: str) -> None:
    sample = SAMPLES[language]
    expected = parse(language, sample.encode())
    for end in ("\r\n", "\r"):
        assert parse(language, sample.replace("\n", end).encode()) == expected


@pytest.mark.parametrize("language", PARSED)
@STEADY
@given(edits=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 20), INSERTS), max_size=6))
def test_edited_programs_keep_spans_in_order(language: str, edits: list[tuple[int, int, str]]) -> None:
    text = SAMPLES[language]
    for position, length, insert in edits:
        text = text[:position] + insert + text[position + length :]
    check(parse(language, text.encode()), text)


@pytest.mark.parametrize("language", PARSED)
@STEADY
@given(text=st.text(max_size=80))
def test_any_text_is_parsed_to_something(language: str, text: str) -> None:
    source = text.encode("utf-8", "replace")
    check(parse(language, source), source.decode())
