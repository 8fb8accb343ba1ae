"""Scopes: folders or globs, in the syntax of gitignore, that limit what is ranked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ctxsmith_tui.errors import UsageError


def scope_filter(patterns: Sequence[str]) -> Callable[[str], bool]:
    """Tells whether a path lies in any of the scopes. Raises UsageError for a pattern that is none."""
    from pathspec import GitIgnoreSpec

    cleaned = [pattern.removeprefix("./") for pattern in patterns]
    if not all(pattern.strip("/ ") for pattern in cleaned):
        raise UsageError("a scope is empty: write a folder or a glob such as src/ or '**/*.py'")
    try:
        spec = GitIgnoreSpec.from_lines(cleaned)
    except (ValueError, re.error) as error:
        raise UsageError(f"not a glob: {error}") from error
    return spec.match_file
