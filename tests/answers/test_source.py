"""A whole file as it is on disk."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

import ctxsmith_tui.answers.source
from ctxsmith_tui import Engine
from ctxsmith_tui.errors import UsageError

MakeEngine = Callable[..., Engine]


def test_a_file_with_what_the_index_knows(make_engine: MakeEngine) -> None:
    engine = make_engine({"a.py": "def f():\r\n    return 1\r\n"})
    engine.refresh()
    found = engine.source("a.py")
    assert (found.lines, found.language, found.note) == (("def f():", "    return 1"), "python", "")
    assert [symbol.qualname for symbol in found.symbols] == ["f"]


def test_lines_are_those_on_disk_not_those_of_the_index(make_engine: MakeEngine) -> None:
    engine = make_engine({"a.py": "x = 1\n"})
    engine.refresh()
    (engine.root / "a.py").write_text("y = 2\n")
    assert engine.source("a.py").lines == ("y = 2",)


def test_a_file_that_is_not_in_the_index(make_engine: MakeEngine) -> None:
    engine = make_engine({".gitignore": "*.log\n", "x.log": "hello\n"}, is_git=True)
    assert engine.source("x.log").lines == ("hello",)  # before there is an index
    engine.refresh()
    assert engine.source("x.log").symbols == ()


@pytest.mark.parametrize(
    ("content", "note"), [(b"", "empty"), (b"\x7fELF\0\0", "not text (6 bytes)"), (b"ok\n", "")]
)
def test_why_nothing_is_shown(make_engine: MakeEngine, content: bytes, note: str) -> None:
    assert make_engine({"x": content}).source("x").note == note


def test_a_file_that_is_too_large_is_not_shown(
    make_engine: MakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ctxsmith_tui.answers.source, "LARGEST_SHOWN", 4)
    engine = make_engine({"x": b"12345"})
    assert "too large" in engine.source("x").note
    assert engine.source("x").lines == ()


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("nothing.py", "no file"),
        ("../outside.py", "no path below"),
        ("/etc/passwd", "no path below"),
        ("folder/../a.py", "no path below"),
        ("folder", "folder"),
        ("link.py", "symbolic link"),
        ("linked/a.py", "symbolic link"),
        ("a\0b", "no path below"),
        ("pipe", "cannot be read"),
    ],
)
def test_what_is_never_read(make_engine: MakeEngine, path: str, why: str) -> None:
    engine = make_engine({"a.py": "x = 1\n", "folder/a.py": "x = 1\n"})
    (engine.root / "link.py").symlink_to("a.py")
    (engine.root / "linked").symlink_to("folder")
    os.mkfifo(engine.root / "pipe")
    with pytest.raises(UsageError, match=why):
        engine.source(path)
