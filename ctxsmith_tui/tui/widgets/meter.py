"""The token meter: what is used of the budget, by which files, always in sight."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ctxsmith_tui.model import Action
from ctxsmith_tui.pack.targets import Target
from ctxsmith_tui.tui.state import Snapshot
from ctxsmith_tui.tui.text import Piece, cut, one_line, strip_of


class Meter(Widget):
    """Two lines: a ribbon of the files in the pack, and the numbers."""

    COMPONENT_CLASSES = {"meter--even", "meter--odd", "meter--free", "meter--over", "meter--text"}  # noqa: RUF012
    DEFAULT_CSS = """
    Meter {
        height: 2;
        background: $panel;
        color: $foreground;
        & > .meter--even { background: $primary 60%; color: $foreground; }
        & > .meter--odd { background: $primary 35%; color: $foreground; }
        & > .meter--free { color: $ctx-quiet; }
        & > .meter--over { color: $ctx-excluded; text-style: bold; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._snapshot: Snapshot | None = None

    def show(self, snapshot: Snapshot) -> None:
        """Show another state."""
        self._snapshot = snapshot
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Two lines."""
        return 2

    def render_line(self, y: int) -> Strip:
        """The ribbon, then the numbers."""
        width = self.size.width
        if self._snapshot is None:
            return Strip.blank(width, self.rich_style)
        pieces = self._ribbon(width) if y == 0 else self._numbers(width)
        return strip_of(pieces).crop_extend(0, width, self.rich_style).apply_style(self.rich_style)

    def _ribbon(self, width: int) -> Sequence[Piece]:
        snapshot = self._snapshot
        assert snapshot is not None
        pack = snapshot.pack
        tokens: dict[str, int] = {}
        for item in pack.items if pack else ():
            tokens[item.path] = tokens.get(item.path, 0) + item.tokens
        budget = max(1, pack.budget if pack else 1, pack.tokens if pack else 1)
        pieces: list[Piece] = [(" ", Style())]
        room, used, drawn = width - 2, 0.0, 0
        for number, (path, count) in enumerate(sorted(tokens.items(), key=lambda each: -each[1])):
            used += count / budget * room
            cells = round(used) - drawn
            if cells < 1:
                continue
            style = self.get_component_rich_style("meter--odd" if number % 2 else "meter--even")
            name = one_line(path.rpartition("/")[2]) if cells >= 4 else ""
            pieces.append((cut(name, cells - 1) + "|" if cells > 1 else "|", style))
            drawn += cells
        frame = round(((pack.tokens if pack else 0) - sum(tokens.values())) / budget * room)
        frame = max(0, min(frame, room - drawn))
        pieces.append(("▒" * frame, self.get_component_rich_style("meter--free", partial=True)))
        pieces.append(
            ("·" * max(0, room - drawn - frame), self.get_component_rich_style("meter--free", partial=True))
        )
        return pieces

    def _numbers(self, width: int) -> Sequence[Piece]:
        snapshot = self._snapshot
        assert snapshot is not None
        curation, pack = snapshot.curation, snapshot.pack
        over = self.get_component_rich_style("meter--over", partial=True)
        quiet = self.get_component_rich_style("meter--free", partial=True)
        pins = sum(1 for each in curation.decisions if each.action is Action.PIN)
        decided = f"{pins}P {len(curation.decisions) - pins}x"
        if snapshot.pack_error:
            budget = curation.budget if isinstance(curation.budget, int) else 0
            text = (
                f" OVER by {max(0, snapshot.needed - budget):,}: pins need {snapshot.needed:,} of {budget:,}"
            )
            ways = ("] raises the budget", "- shows less", "a unpins", decided)
            return [(text, over), (_as_many_as_fit(ways, width - cell_len(text)), quiet)]
        if pack is None:
            wanted = curation.budget
            shown = f"{wanted:,}" if isinstance(wanted, int) else wanted
            return [(f" 0 / {shown} {curation.tokenizer} tokens", Style()), (f"   {decided}", quiet)]
        note = Target(pack.target, pack.margin).phrase(pack.tokens)
        share = f"{pack.tokens / max(1, pack.budget):.0%}"
        auto = "auto " if curation.budget == "auto" else ""
        numbers = f" {pack.tokens:,} / {auto}{pack.budget:,} {pack.tokenizer} tokens {share}"
        left = f"{pack.omitted.count:,} left out" if pack.omitted.count else "nothing left out"
        blocks = sum(1 for item in pack.items if item.shown)
        noted = f"  {note}" if note else ""
        more = (decided, left, f"{blocks} blocks, {len(pack.files)} files", curation.format)
        return [
            (numbers, Style(bold=True)),
            (noted, Style()),
            (_as_many_as_fit(more, width - cell_len(numbers + noted)), quiet),
        ]


def _as_many_as_fit(parts: Sequence[str], width: int) -> str:
    """Parts in a line, the first ones first, none of them cut."""
    line = ""
    for part in parts:
        longer = f"{line}, {part}" if line else f"  {part}"
        if cell_len(longer) > width:
            break
        line = longer
    return line
