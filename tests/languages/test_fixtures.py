"""Every parsed language against a small repository, its symbols and edges written by hand.

A folder here is a language: `repo/` holds the files, `symbols.txt` all their symbols, `edges.txt` all edges
between them, `sample` a short text for the property tests of the parser.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxsmith_tui.index.decode import decode
from ctxsmith_tui.index.headings import READERS
from ctxsmith_tui.index.languages import LANGUAGE_BYTES, LANGUAGES, language_of
from ctxsmith_tui.index.structure import structure
from ctxsmith_tui.model import ParsedFile

HERE = Path(__file__).parent
LANGUAGES_HERE = sorted(folder.parent.name for folder in HERE.glob("*/symbols.txt"))
WITHOUT_GRAMMAR = {"markdown", "restructuredtext", "vue", "svelte", "notebook"}


def files_of(language: str) -> list[Path]:
    return sorted(path for path in (HERE / language / "repo").rglob("*") if path.is_file())


def parsed(path: Path, text: str, among: str) -> ParsedFile | None:
    """What is found in a file; headings only count where the repository is `among` those about headings."""
    language = language_of(path.name, text.encode()[:LANGUAGE_BYTES])
    return structure(language, text) if language not in READERS or among in READERS else None


def listed(language: str, line_end: str) -> list[str]:
    """What `symbols.txt` should say: a line for each file, then its symbols in order."""
    lines = []
    for path in files_of(language):
        text = decode(path.read_bytes()).text.replace("\n", line_end)
        found = parsed(path, text, language)
        if found is None:
            continue
        assert not found.broken, path
        lines.append(path.relative_to(HERE / language / "repo").as_posix())
        for each in found.symbols:
            lines.append(f"    {each.kind} {each.qualname} {each.start_line}-{each.end_line}")
    return lines


def written(path: Path) -> list[str]:
    lines = path.read_text("utf-8").splitlines()
    return [line.rstrip() for line in lines if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("language", LANGUAGES_HERE)
def test_symbols_are_those_written_by_hand(language: str, line_end: str) -> None:
    assert listed(language, line_end) == written(HERE / language / "symbols.txt")


def test_every_language_with_a_grammar_has_a_fixture() -> None:
    grammars = {language.name for language in LANGUAGES if language.grammar}
    assert grammars | WITHOUT_GRAMMAR <= {*LANGUAGES_HERE, "tsx"}
