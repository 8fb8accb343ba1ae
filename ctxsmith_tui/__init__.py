"""Which code matters for a task, exactly why, and a pack of it that never exceeds the token budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = ["CtxsmithError", "Decision", "Engine", "Impact", "Note", "Pack", "Ranking", "Uses", "__version__"]

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine
    from ctxsmith_tui.errors import CtxsmithError
    from ctxsmith_tui.model import Decision, Impact, Note, Pack, Ranking, Uses

_HOMES = {
    "CtxsmithError": "ctxsmith_tui.errors",
    "Decision": "ctxsmith_tui.model",
    "Engine": "ctxsmith_tui.engine",
    "Impact": "ctxsmith_tui.model",
    "Note": "ctxsmith_tui.model",
    "Pack": "ctxsmith_tui.model",
    "Ranking": "ctxsmith_tui.model",
    "Uses": "ctxsmith_tui.model",
}


def __getattr__(name: str) -> object:
    """Import a public name on first use: `import ctxsmith_tui` itself stays free of heavy modules."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ctxsmith_tui' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
