"""The formats of a pack. Each renders any content without loss and without being broken by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.pack.document import Document
from ctxsmith_tui.pack.formats import json, markdown, plain, xml

FORMATS: Mapping[str, Callable[[Document], str]] = {
    "markdown": markdown.render,
    "xml": xml.render,
    "json": json.render,
    "plain": plain.render,
}


def renderer(name: str) -> Callable[[Document], str]:
    """The function that words a document in a format. Raises UsageError for an unknown one."""
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}; choose one of: {', '.join(FORMATS)}")
    return FORMATS[name]
