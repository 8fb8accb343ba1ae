"""Terms: what a text is searched by. Documents and tasks go through the same functions.

An identifier yields itself in lower case and, when it is a compound, its parts: `HttpResponse` gives
`httpresponse`, `http` and `response`. Runs of Han, kana or hangul characters yield their bigrams.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize

WORD = re.compile(r"\w+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_MAX_LENGTH = 64  # longer tokens are hashes, base64 or generated noise


@lru_cache(maxsize=200_000)
def split_word(word: str) -> tuple[str, ...]:
    """Terms of one `\\w+` token: the whole word first, then its parts; nothing for noise."""
    if len(word) > _MAX_LENGTH:
        return ()
    whole = word.strip("_").lower()
    if len(whole) < 2:
        return ()
    if _WIDE.search(whole):
        return (whole, *(whole[i : i + 2] for i in range(len(whole) - 1))) if len(whole) > 2 else (whole,)
    if whole.isascii() and whole.isalpha() and (word.islower() or word.isupper() or word[1:].islower()):
        return (whole,)
    parts = [part.lower() for part in _PART.findall(word)]
    kept = [part for part in parts if len(part) > 1 and part != whole]
    return (whole, *dict.fromkeys(kept))


def is_compound(word: str) -> bool:
    """Whether the word splits into several terms, as identifiers of code do and plain words do not."""
    return len(split_word(word)) > 1


def terms_of(text: str) -> list[str]:
    """All terms of a text in order, with repetitions; an accent may be a character of its own."""
    if not text.isascii():
        text = normalize("NFC", text)
    return [term for word in WORD.findall(text) for term in split_word(word)]
