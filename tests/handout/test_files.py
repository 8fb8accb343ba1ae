"""Where a pack is written."""

from __future__ import annotations

from ctxsmith_tui.handout.files import part_places


def test_parts_are_numbered_and_a_whole_pack_is_not() -> None:
    assert part_places("out/pack.md", 1) == ["out/pack.md"]
    assert part_places("out/pack.md", 2) == ["out/pack-1.md", "out/pack-2.md"]
