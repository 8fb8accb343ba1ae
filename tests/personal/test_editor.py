"""Which command opens a file at a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.personal.editor import editor_command


@pytest.mark.parametrize(
    ("editor", "command"),
    [
        ("vi", ["vi", "+7", "a b.py"]),
        ("/usr/bin/nvim -p", ["/usr/bin/nvim", "-p", "+7", "a b.py"]),
        ("nano", ["nano", "+7", "a b.py"]),
        ("emacsclient -nw", ["emacsclient", "-nw", "+7", "a b.py"]),
        ("kak", ["kak", "+7", "a b.py"]),
        ("micro", ["micro", "+7", "a b.py"]),
        ("hx", ["hx", "a b.py:7"]),
        ("subl -w", ["subl", "-w", "a b.py:7"]),
        ("zed", ["zed", "a b.py:7"]),
        ("code --wait", ["code", "--wait", "--goto", "a b.py:7"]),
        ("idea", ["idea", "--line", "7", "a b.py"]),
        ("'/Applications/My Editor' -x", ["/Applications/My Editor", "-x", "a b.py"]),
    ],
)
def test_known_editors_go_to_the_line(editor: str, command: list[str]) -> None:
    assert editor_command("a b.py", 7, editor) == command


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "hx")
    monkeypatch.setenv("EDITOR", "nano")
    assert editor_command(Path("a.py"), 3) == ["hx", "a.py:3"]
    monkeypatch.setenv("VISUAL", " ")
    assert editor_command(Path("a.py"), 3) == ["nano", "+3", "a.py"]
    monkeypatch.delenv("EDITOR")
    assert editor_command(Path("a.py"), 0) == ["vi", "+1", "a.py"]


def test_a_file_name_is_no_option() -> None:
    assert editor_command("-c evil", 2, "vim") == ["vim", "+2", "./-c evil"]
    assert editor_command("+!sh", 2, "unknown") == ["unknown", "./+!sh"]


def test_a_command_that_is_none() -> None:
    with pytest.raises(UsageError, match="is no command"):
        editor_command("a.py", 1, "vim 'x")
