"""What is a pack, and what only speaks of one. Whole packs of each format: tests/cli/test_handout.py."""

from __future__ import annotations

import pytest

from ctxsmith_tui.index.packs import is_pack

OPENING = "# Context for: a task\n\nCode of flask at 2ac89889f4, at most 8,000 tokens (cl100k_base).\n"


@pytest.mark.parametrize(
    "text",
    [
        OPENING,
        f"Look for faults.\n\n```\nsome code\n```\n\n{OPENING}",
        "Part 2 of 4. Wait for part 4 before you answer.\n\n## app.py\n",
        "Part 4 of 4, the last.\n\n## app.py\n",
    ],
    ids=["pack", "instructions", "part", "last part"],
)
def test_packs(text: str) -> None:
    assert is_pack(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"# How it looks\n\n```markdown\n{OPENING}```\n",
        "prose\n" * 1_000 + OPENING,
        "Part 2 of 4: the sea\n",
        "Code of conduct, at most 3 pages (short).\n",
        f'SAMPLE = """\n    {OPENING}"""\n'.replace("\nCode", "\n    Code"),
    ],
    ids=["nothing", "quoted", "far below", "chapter", "other words", "indented"],
)
def test_what_is_no_pack(text: str) -> None:
    assert not is_pack(text)
