"""What every signal counts for, changed while one watches the list behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from rich.style import Style
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from ctxsmith_tui.kept.curations import LARGEST_FACTOR
from ctxsmith_tui.model import RankedFile
from ctxsmith_tui.text.amounts import plural
from ctxsmith_tui.text.bars import bar
from ctxsmith_tui.tui.layout import WIDE
from ctxsmith_tui.tui.screens.ask import AskText
from ctxsmith_tui.tui.state import Snapshot
from ctxsmith_tui.tui.text import Piece, cut, cut_left, one_line, right
from ctxsmith_tui.tui.weight_rows import WeightRow, changed_weights, next_factor, read_factor, weight_rows
from ctxsmith_tui.tui.widgets.line_view import LineView
from ctxsmith_tui.tui.widgets.ranked import RankedList
from ctxsmith_tui.tui.widgets.why_view import BAR

if TYPE_CHECKING:
    from ctxsmith_tui.tui.app import Workbench

_GROUP, _NAME, _FACTOR, _WEIGHTS = 10, 15, 6, 12
_CHANGED = "*"
_KEYS = "h l change  Enter type  0 off  r R reset one, all  u undo"
_LEAST_HELP = 24  # columns


class WeightList(LineView):
    """The signals, one a row."""

    class Weighed(Message):
        """A signal is to count for more or less."""

        def __init__(self, signal: str, factor: float) -> None:
            super().__init__()
            self.signal, self.factor = signal, factor

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[WeightRow] = ()
        self._largest = 1.0

    def show(self, rows: Sequence[WeightRow]) -> None:
        """Show other factors; the cursor stays on its signal."""
        self.rows = rows
        self._largest = max(abs(row.points) for row in rows)
        self.show_rows(len(rows), keep=True)

    def head(self, width: int) -> Sequence[Piece]:
        """The names of the columns."""
        left = f"  {'':{_GROUP}}{'signal':{_NAME}}{'times':{_FACTOR}}{'':{BAR}}"
        return [(cut(f"{left}{'file/function':>{_WEIGHTS + 1}}", width), Style())]

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """A signal, its factor, a bar, its weights as they count now, and what it means where that fits."""
        row, quiet = self.rows[y], self.style_of("row--quiet")
        room = width - (2 + _GROUP + _NAME + _FACTOR + BAR + _WEIGHTS + 1) - 3
        is_first = not y or self.rows[y - 1].group is not row.group
        changed = self.style_of("row--changed") if row.is_changed else Style()
        weights = "/".join(
            "-" if each is None else f"{row.factor * each:.2f}" for each in (row.file_weight, row.unit_weight)
        )
        return [
            (">" if y == self.cursor else " ", Style()),
            (_CHANGED if row.is_changed else " ", changed),
            (cut(row.group.label if is_first else "", _GROUP), quiet),
            (cut(row.signal, _NAME), changed),
            (cut(f"x{row.factor:g}", _FACTOR), changed),
            (
                bar(row.points, self._largest, BAR) if row.points else " " * BAR,
                self.style_of("row--good" if row.points > 0 else "row--bad"),
            ),
            (right(weights, _WEIGHTS + 1), Style()),
            ("  " + cut(row.help, room) if room >= _LEAST_HELP else "", quiet),
        ]

    def in_or_out(self, step: int) -> bool:
        """The next factor."""
        row = self.rows[self.cursor]
        self.post_message(self.Weighed(row.signal, next_factor(row.factor, step)))
        return True


class WeightsScreen(ModalScreen[None]):
    """Beside the list, or below it where there is no room beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,W,q", "leave", "Close"),
        ("0", "weigh(0)", "Off"),
        ("r,1", "weigh(1)", "As shipped"),
        ("R", "weigh_all", "All as shipped"),
        ("u", "take_back('undo')", "Undo"),
        ("U,ctrl+r", "take_back('redo')", "Redo"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._before: RankedFile | None = None

    @property
    def _workbench(self) -> Workbench:
        return cast("Workbench", self.app)

    def compose(self) -> ComposeResult:
        """The signals, what the one of the cursor means, and what became of a file."""
        with Vertical(classes="dialog"):
            yield WeightList()
            yield Static("", id="meaning", markup=False)
            yield Static("", id="effect", markup=False)

    def on_mount(self) -> None:
        """Follow the workbench: undo, and other workbenches, change weights too."""
        self._before = self._file()
        self.watch(self.app, "state", self._renew)

    def on_resize(self, event: events.Resize) -> None:
        """Beside the list, or below it."""
        self.set_class(event.size.width < WIDE, "-narrow")

    def _file(self) -> RankedFile | None:
        """The file that the list's cursor is on."""
        place = self._workbench.panes.query_one(RankedList).place()
        files = self._workbench.state.files
        return next((file for file in files if place is not None and file.path == place.path), None)

    def _renew(self, state: Snapshot) -> None:
        weights = state.curation.weights
        self.query_one(WeightList).show(weight_rows(weights))
        changed = len(changed_weights(weights))
        box = self.query_one(".dialog")
        box.border_title = Content(f"Weights, {changed} changed, R resets all" if changed else "Weights")
        box.border_subtitle = Content(_KEYS)
        self.query_one("#effect", Static).update(Content(self._effect()))

    def _effect(self) -> str:
        before, now = self._before, self._file()
        if now is None:
            return ""
        text = f"rank {now.rank}, {now.score:+.2f}"
        if before is not None and before.path == now.path and before.score != now.score:
            text += f"; was {before.rank}, {before.score:+.2f}"
        room = max(8, self.query_one("#effect").size.width - len(text) - 1)
        return f"{cut_left(one_line(now.path), min(room, len(now.path)))} {text}"

    @on(LineView.Moved)
    def _moved(self) -> None:
        listed = self.query_one(WeightList)
        if listed.rows:
            row = listed.rows[listed.cursor]
            self.query_one("#meaning", Static).update(Content(f"{row.signal}: {row.help}"))

    @on(WeightList.Weighed)
    def _weighed(self, event: WeightList.Weighed) -> None:
        self._weigh(event.signal, event.factor)

    def action_weigh(self, factor: float) -> None:
        """Another factor for the signal of the cursor."""
        listed = self.query_one(WeightList)
        self._weigh(listed.rows[listed.cursor].signal, factor)

    def _weigh(self, signal: str, factor: float) -> None:
        now = self._workbench.state.curation.weights.get(signal, 1.0)
        if factor != now:
            self._workbench.session.set(f"weight {signal} x{factor:g}", weights={signal: float(factor)})

    def action_weigh_all(self) -> None:
        """Every signal counts as shipped."""
        changed = changed_weights(self._workbench.state.curation.weights)
        if changed:
            label = f"{plural(len(changed), 'weight')} as shipped"
            self._workbench.session.set(label, weights=dict.fromkeys(changed, 1.0))

    def action_take_back(self, action: str) -> None:
        """Undo or redo."""
        self._workbench.action_act(action)

    @on(LineView.Opened)
    def _opened(self, event: LineView.Opened) -> None:
        event.stop()
        self._type()

    @work
    async def _type(self) -> None:
        """Type a factor."""
        listed = self.query_one(WeightList)
        row = listed.rows[listed.cursor]
        typed = await self.app.push_screen_wait(
            AskText(
                f"Factor of {row.signal}",
                f"{row.factor:g}",
                hint=f"0 switches it off, 1 is as shipped, {LARGEST_FACTOR:g} is the most",
                check=_wrong_factor,
            )
        )
        if typed:
            self._weigh(row.signal, read_factor(typed))

    def action_leave(self) -> None:
        """Back to the list."""
        self.dismiss(None)


def _wrong_factor(text: str) -> str:
    try:
        factor = read_factor(text)
    except ValueError:
        factor = -1.0
    return "" if 0 <= factor <= LARGEST_FACTOR else f"give a number from 0 to {LARGEST_FACTOR:g}"
