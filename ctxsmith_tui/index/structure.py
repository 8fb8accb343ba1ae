"""The structure of any file: parsed by its grammar, by that of the code in it, or told by its headings."""

from __future__ import annotations

from ctxsmith_tui.index import headings
from ctxsmith_tui.index.embedded import code_in
from ctxsmith_tui.index.languages import has_grammar
from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile


def structure(language: str, text: str, *, timeout: float = 10.0) -> ParsedFile | None:
    """Symbols and references of a text in a language of `languages.py`; None if it is only searched.

    Raises ParseTimeout as `parse` does.
    """
    if language in headings.READERS:
        return headings.headings(language, text)
    code = code_in(language, text)
    if code is not None:
        language, text = code.language, code.text
    if not has_grammar(language):
        return None
    # What JSON escapes in a notebook may be half a character.
    parsed = parse(language, text.encode("utf-8", "replace"), timeout=timeout)
    return parsed._replace(broken=True) if code is not None and not code.complete else parsed
