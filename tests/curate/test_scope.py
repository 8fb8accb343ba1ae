"""Scopes: folders and globs that limit what is ranked."""

from __future__ import annotations

import pytest

from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.errors import UsageError

PATHS = ["src/a.py", "src/deep/b.py", "src/c.js", "tests/src/d.py", "e.py", "odd[1].py", "bad\udcff.py"]


@pytest.mark.parametrize(
    ("patterns", "inside"),
    [
        (["src/"], ["src/a.py", "src/deep/b.py", "src/c.js", "tests/src/d.py"]),
        (["/src"], ["src/a.py", "src/deep/b.py", "src/c.js"]),
        (["./src/deep"], ["src/deep/b.py"]),
        (["src/deep/b.py"], ["src/deep/b.py"]),
        (["*.js", "e.py"], ["src/c.js", "e.py"]),
        (["src/**/*.py"], ["src/a.py", "src/deep/b.py"]),
        (["src/", "!src/deep/"], ["src/a.py", "src/c.js", "tests/src/d.py"]),
        (["odd\\[1\\].py"], ["odd[1].py"]),
        (["**"], PATHS),
        (["nothing/"], []),
    ],
)
def test_what_lies_in_a_scope(patterns: list[str], inside: list[str]) -> None:
    assert [path for path in PATHS if scope_filter(patterns)(path)] == inside


@pytest.mark.parametrize("pattern", ["", " ", "/", "./", "//"])
def test_an_empty_scope_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError, match="a scope is empty"):
        scope_filter(["src/", pattern])


@pytest.mark.parametrize("pattern", ["[z-a]", "src/[z-a].py", "trailing\\"])
def test_what_is_no_glob_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError, match="not a glob"):
        scope_filter([pattern])


def test_a_scope_without_files_is_refused(make_engine) -> None:
    engine = make_engine({"src/a.py": "zebra = 1\n"})
    assert engine.rank("zebra", scope=["src"]).candidates == 1
    for scope in (["nothing/"], ["!src"], ["\udcff"]):
        with pytest.raises(UsageError, match="no file lies in the scope"):
            engine.rank("zebra", scope=scope)
        with pytest.raises(UsageError, match="no file lies in the scope"):
            engine.context("zebra", scope=scope)
