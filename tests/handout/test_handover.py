"""The line for an agent: one line, whatever the folder is called, and right when a shell reads it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ctxsmith_tui.handout.handover import handover_line


@pytest.mark.parametrize(
    "name",
    ["plain", "with space", "it's", "$(touch x)", "`id`", "new\nline", "es\x1bc", "bad\udcff", "\\n", "é"],
)
def test_the_shell_reads_back_what_was_meant(name: str) -> None:
    line = handover_line(Path("/repos") / name, name)
    assert line.isprintable()
    assert line.count("`") == 2
    command = line.split("`")[1].replace("ctxsmith-tui", "printf '%s\\0'", 1)
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=True)
    raw = name.encode("utf-8", "surrogateescape")
    assert done.stdout.split(b"\0")[:5] == [b"context", b"-C", b"/repos/" + raw, b"--curation", raw]


def test_without_a_curation_none_is_named() -> None:
    assert "curation" not in handover_line(Path("/repos/x"))
    assert "ctxsmith-tui context -C /repos/x 'what you want to do'" in handover_line(Path("/repos/x"))
