"""Search by a name or part of one, and by words."""

from __future__ import annotations

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.errors import UsageError

FILES = {
    "app/query.py": '''"""Lookups."""


class Q:
    """Combine lookups."""

    def resolve(self):
        return 1


class Query:
    def resolve(self):
        return 2

    def build(self):
        return "SELECT"
''',
    "app/other.py": "def resolve_all():\n    return 3\n\n\ndef Resolve():\n    return 4\n\n\n"
    "def unresolved():\n    return 5\n\n\ndef q():\n    return 6\n",
    "tests/test_query.py": "def resolve():\n    assert 1\n",
    "docs/guide.md": "# Guide\n\nHow a zebra resolves the question.\n\n## More\n\nNothing here.\n",
    "odd.py": "def a_b():\n    pass\n\n\ndef axb():\n    pass\n",
}


@pytest.fixture(scope="module")
def engine(make_engine) -> Engine:
    return make_engine(FILES)


def found(engine: Engine, query: str, limit: int = 20) -> list[str]:
    return [hit.symbol or hit.path for hit in engine.search(query, limit=limit)]


def test_exact_names_then_other_case_then_prefix_then_part_then_words(engine: Engine) -> None:
    hits = engine.search("resolve")
    names = [hit.symbol for hit in hits if hit.score > 15]
    assert names == ["Q.resolve", "Query.resolve", "resolve", "Resolve", "resolve_all", "unresolved"]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert hits[3].score - hits[4].score > 30, "the name in another case is far nearer than a longer one"
    assert hits[2].path == "tests/test_query.py", "a test comes after the sources of the same name"


@pytest.mark.parametrize("query", ["Query.resolve", "Query::resolve", "  Query.resolve  "])
def test_a_method_is_found_with_its_class(engine: Engine, query: str) -> None:
    hit = engine.search(query)[0]
    assert (hit.path, hit.symbol, hit.kind) == ("app/query.py", "Query.resolve", "method")
    assert (hit.start_line, hit.end_line) == (12, 13)
    assert hit.signature.startswith("def resolve")


def test_a_class_of_one_letter_is_found_before_everything_that_holds_the_letter(engine: Engine) -> None:
    assert found(engine, "Q")[0] == "Q"
    assert engine.search("Q")[0].start_line == 4


def test_a_small_letter_finds_no_more_than_what_is_called_so(engine: Engine) -> None:
    assert found(engine, "q") == ["q"]


def test_wildcards_of_the_database_stand_for_themselves(engine: Engine) -> None:
    assert "a_b" in found(engine, "a_b")
    assert "axb" not in found(engine, "a_b")
    assert found(engine, "%") == []


def test_passages_of_documents_are_hits_with_their_heading(engine: Engine) -> None:
    hit = engine.search("zebra question")[0]
    assert (hit.path, hit.kind, hit.symbol) == ("docs/guide.md", "heading", "Guide")
    lines = FILES["docs/guide.md"].splitlines()[hit.start_line - 1 : hit.end_line]
    assert any("zebra" in line for line in lines)


def test_the_limit_holds_and_no_place_comes_twice(engine: Engine) -> None:
    assert len(engine.search("resolve", limit=3)) == 3
    places = [(hit.path, hit.start_line) for hit in engine.search("resolve query lookups", limit=50)]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("query", ["zzzz", "🎉", "the of", "...", "::", "a\0b", "\udcff", "x" * 5000])
def test_a_query_without_hits_finds_nothing(engine: Engine, query: str) -> None:
    assert engine.search(query) == ()


@pytest.mark.parametrize("query", ["", " \n"])
def test_an_empty_query_is_refused(engine: Engine, query: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        engine.search(query)
