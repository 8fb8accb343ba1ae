"""Terms: what a text is searched by. Documents and tasks go through the same functions.

An identifier yields itself in lower case and, when it is a compound, its parts: `HttpResponse` gives
`httpresponse`, `http` and `response`. Runs of Han, kana or hangul characters yield their bigrams.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize

WORD = re.compile(r"\w+")
_ASCII_GAPS = {code: " " for code in range(128) if not WORD.match(chr(code))}
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_MAX_LENGTH = 64  # longer tokens are hashes, base64 or generated noise


def words_of(text: str) -> list[str]:
    """The `\\w+` tokens of a text, in order; an accent may be a character of its own."""
    if text.isascii():
        return text.translate(_ASCII_GAPS).split()  # the same tokens in half the time
    return WORD.findall(normalize("NFC", text))


@lru_cache(maxsize=200_000)
def split_word(word: str) -> tuple[str, ...]:
    """Terms of one `\\w+` token: the whole word first, then its parts; nothing for noise."""
    if len(word) > _MAX_LENGTH:
        return ()
    whole = word.strip("_").lower()
    if len(whole) < 2:
        return ()
    if whole.isascii():
        if whole.isalpha() and (word.islower() or word.isupper() or word[1:].islower()):
            return (whole,)
    elif _WIDE.search(whole):
        return (whole, *(whole[i : i + 2] for i in range(len(whole) - 1))) if len(whole) > 2 else (whole,)
    parts = (whole, *map(str.lower, _PART.findall(word)))
    return tuple(dict.fromkeys(part for part in parts if len(part) > 1))


def is_compound(word: str) -> bool:
    """Whether the word splits into several terms, as identifiers of code do and plain words do not."""
    return len(split_word(word)) > 1


def terms_of(text: str) -> list[str]:
    """All terms of a text in order, with repetitions."""
    return [term for word in words_of(text) for term in split_word(word)]
