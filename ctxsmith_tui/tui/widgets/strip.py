"""A few lines below the panes: why the row of the cursor is where it is."""

from __future__ import annotations

from textual.strip import Strip as Line
from textual.widget import Widget

from ctxsmith_tui.tui.text import strip_of
from ctxsmith_tui.tui.widgets.why_view import Reckoning, short_lines


class WhyStrip(Widget):
    """The largest shares of a reckoning."""

    COMPONENT_CLASSES = {"row--head", "row--quiet", "row--good", "row--bad"}  # noqa: RUF012
    DEFAULT_CSS = """
    WhyStrip {
        & > .row--head { text-style: bold; }
        & > .row--quiet { color: $ctx-quiet; }
        & > .row--good { color: $foreground; }
        & > .row--bad { color: $ctx-excluded; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._reckoning: Reckoning | None = None

    def show(self, reckoning: Reckoning | None) -> None:
        """Explain something else."""
        if reckoning != self._reckoning:
            self._reckoning = reckoning
            self.refresh()

    def render_line(self, y: int) -> Line:
        """One line."""
        width, height = self.size
        lines = short_lines(self._reckoning, width, height)
        if y >= len(lines):
            return Line.blank(width, self.rich_style)
        pieces = [
            (text, self.get_component_rich_style(name, partial=True) if name else self.rich_style)
            for name, text in lines[y]
        ]
        return strip_of(pieces).crop_extend(0, width, self.rich_style).apply_style(self.rich_style)
