from __future__ import annotations

import re
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxsmith_tui.text.terms import WORD, is_compound, split_word, terms_of, words_of


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("parser", ("parser",)),
        ("Parser", ("parser",)),
        ("PARSER", ("parser",)),
        ("HttpResponse", ("httpresponse", "http", "response")),
        ("HTTPResponse", ("httpresponse", "http", "response")),
        ("parseHTML", ("parsehtml", "parse", "html")),
        ("snake_case_name", ("snake_case_name", "snake", "case", "name")),
        ("MAX_SIZE", ("max_size", "max", "size")),
        ("__init__", ("init",)),
        ("_private", ("private",)),
        ("utf8", ("utf8", "utf")),
        ("sha256sum", ("sha256sum", "sha", "256", "sum")),
        ("is_a_b", ("is_a_b", "is")),
    ],
)
def test_an_identifier_yields_itself_and_its_parts(word: str, terms: tuple[str, ...]) -> None:
    assert split_word(word) == terms


@pytest.mark.parametrize("word", ["x", "_", "__", "7", "a" * 65, "é"])
def test_single_characters_and_endless_tokens_are_noise(word: str) -> None:
    assert split_word(word) == ()


def test_the_longest_token_that_counts() -> None:
    assert split_word("a" * 64) == ("a" * 64,)


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("検索", ("検索",)),
        ("全文検索", ("全文検索", "全文", "文検", "検索")),
        ("データ", ("データ", "デー", "ータ")),
        ("한국어", ("한국어", "한국", "국어")),
    ],
)
def test_scripts_without_spaces_yield_pairs(word: str, terms: tuple[str, ...]) -> None:
    assert split_word(word) == terms


def test_a_query_finds_a_word_inside_a_longer_run() -> None:
    assert set(terms_of("検索")) <= set(terms_of("全文検索エンジン"))


@pytest.mark.parametrize("word", ["données", "Größe", "имя", "café"])
def test_letters_of_any_script_make_words(word: str) -> None:
    assert split_word(word)[0] == word.lower()
    assert set(split_word(word)) & set(split_word(f"{word}_total")), "found as part of a compound"


def test_decomposed_letters_are_the_same_word() -> None:
    assert terms_of("cafe\u0301 Gro\u0308\u00dfe") == terms_of("caf\u00e9 Gr\u00f6\u00dfe")


def test_a_text_yields_all_terms_in_order_with_repetitions() -> None:
    assert terms_of("self.open_db(db, x)") == ["self", "open_db", "open", "db", "db"]


@pytest.mark.parametrize(
    ("word", "compound"), [("parser", False), ("HTTP", False), ("openDb", True), ("open_db", True)]
)
def test_compound(word: str, compound: bool) -> None:
    assert is_compound(word) is compound


@given(st.from_regex(WORD, fullmatch=True))
@example("İstanbul")
@example("ﬁrst_ligature")
@example("ǅ")
def test_terms_are_lower_case_and_worth_searching(word: str) -> None:
    terms = split_word(word)
    assert all(term == term.lower() and len(term) > 1 for term in terms)
    assert len(set(terms[1:])) == len(terms[1:]) or re.search("[\u2e80-\u9fff\uac00-\ud7af]", word)


@given(st.from_regex(r"[a-z]{2,9}", fullmatch=True), st.from_regex(r"[a-z]{2,9}", fullmatch=True))
def test_every_way_to_join_two_words_yields_both(first: str, second: str) -> None:
    for joined in (f"{first}_{second}", f"{first}{second.title()}", f"{first.title()}{second.title()}"):
        assert {first, second} <= set(split_word(joined))
        assert split_word(joined)[0] == joined.lower()


@given(st.from_regex(r"[a-z]{2,9}(_[a-z]{2,9})+", fullmatch=True))
def test_letter_case_does_not_matter_for_snake_case(word: str) -> None:
    assert split_word(word) == split_word(word.upper())


@given(st.text(alphabet=st.characters(max_codepoint=0x100) | st.characters()))
@example("".join(map(chr, range(256))))
@example("".join(f"a{chr(code)}" for code in range(128)))
def test_words_are_those_of_the_regular_expression(text: str) -> None:
    assert words_of(text) == WORD.findall(normalize("NFC", text))
