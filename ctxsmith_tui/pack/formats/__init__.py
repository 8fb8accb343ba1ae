"""The formats of a pack. Each renders any content without loss and without being broken by it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model.document import Document
from ctxsmith_tui.pack.formats.parts import Rendered

FORMATS = ("markdown", "xml", "json", "plain")


def renderer(name: str) -> Callable[[Document], Rendered]:
    """The function that words a document in a format. Raises UsageError for an unknown one."""
    if name not in FORMATS:
        raise UsageError(f"unknown format {name!r}; choose one of: {', '.join(FORMATS)}")
    return cast(Callable[[Document], Rendered], import_module(f"{__name__}.{name}").render)
