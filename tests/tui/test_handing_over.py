"""Where a pack is written."""

from __future__ import annotations

from pathlib import Path

from ctxsmith_tui.tui.commands.handing_over import part_places


def test_parts_are_numbered_and_a_whole_pack_is_not() -> None:
    assert part_places(Path("out/pack.md"), 1) == [Path("out/pack.md")]
    assert part_places(Path("out/pack.md"), 2) == [Path("out/pack-1.md"), Path("out/pack-2.md")]
