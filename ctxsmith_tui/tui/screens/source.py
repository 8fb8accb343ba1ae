"""A whole file over the panes; Backspace or Esc returns to where one came from."""

from __future__ import annotations

import asyncio
from operator import is_not
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.model import SourceText, Spec
from ctxsmith_tui.tui.note_rows import noted_lines
from ctxsmith_tui.tui.screens.ask import Choose, Option
from ctxsmith_tui.tui.source_marks import line_letters, lines_in, lines_of
from ctxsmith_tui.tui.state import Snapshot
from ctxsmith_tui.tui.text import cut, one_line
from ctxsmith_tui.tui.widgets.key_bar import KeyBar
from ctxsmith_tui.tui.widgets.line_view import LineView
from ctxsmith_tui.tui.widgets.meter import Meter
from ctxsmith_tui.tui.widgets.source_view import SourceView

if TYPE_CHECKING:
    from ctxsmith_tui.tui.app import Workbench

LOOK_SECONDS = 1.0  # between looks whether the file changed
MOST_DEFINITIONS = 200  # to choose from
_RETURN = "  Backspace returns"


class SourceScreen(Screen[None]):
    """The file of a place. What is decided here shows in its margin at once."""

    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    SourceScreen {
        #source-title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
        #source { height: 1fr; }
        #search { height: 1; border: none; padding: 0 1; background: $surface; display: none; }
        #search.-open { display: block; }
    }
    """

    def __init__(self, place: Spec, line: int = 0) -> None:
        super().__init__()
        self.view = SourceView(id="source")
        self._box = Input(id="search", placeholder="search; Enter stays here, Esc forgets it", compact=True)
        self._place, self._line = place, line
        self._changed: frozenset[int] = frozenset()  # lines that differ from HEAD

    @property
    def workbench(self) -> Workbench:
        """The app, by its type."""
        return cast("Workbench", self.app)

    # --- what is shown -------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The file between a line that says where one is and the meter."""
        yield Static("", id="source-title", markup=False)
        yield self.view
        yield self._box
        yield Meter(id="source-meter")
        yield KeyBar(self.workbench.settings.keymap, id="source-keys")

    def on_mount(self) -> None:
        """Read the file, and again whenever it or the ranking changes."""
        self.view.focus()
        self.watch(self.app, "state", self._state_changed)
        self._read_again()
        self.run_worker(self._watch_file(), exit_on_error=False)

    async def _watch_file(self) -> None:
        place = self.workbench.root / self._place.path
        known = await asyncio.to_thread(_stamp, place)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if (now := await asyncio.to_thread(_stamp, place)) != known:
                known = now
                self._read_again()

    def _read_again(self) -> None:
        self.run_worker(self._read(), exclusive=True, group="read", exit_on_error=False)

    async def _read(self) -> None:
        """Show the file if it, or what the index knows of it, is not what is shown; renew the margin."""
        session, path = self.workbench.session, self._place.path
        try:
            source = await session.answer(lambda engine: engine.source(path))
        except CtxsmithError as error:
            source = SourceText(path, (), "", (), one_line(str(error)))
        if source != self.view.source:
            self.view.show(source, self._first_line(source) if self.view.source is None else 0)
            self.mark()
        self._changed = await self._lines_that_differ()
        self.mark()

    def _first_line(self, source: SourceText) -> int:
        """The line at which the file is opened."""
        lines = lines_of(self._place, source.path, len(source.lines), source.symbols)
        return self._line or (lines[0] if lines else 1)

    async def _lines_that_differ(self) -> frozenset[int]:
        """The lines that are not as in HEAD, or stand where some were removed; none without git."""
        try:
            changes = await self.workbench.session.answer(lambda engine: engine.changes())
        except CtxsmithError:
            return frozenset()
        ranges = (lines for file in changes.files if file.path == self._place.path for lines in file.lines)
        return frozenset(line for first, last in ranges for line in range(first, last + 1))

    def _state_changed(self, old: Snapshot | None, new: Snapshot) -> None:
        self.query_one(Meter).show(new)
        if old is None or any(map(is_not, _in_margin(old), _in_margin(new))):
            self.mark()
        if old is not None and old.files is not new.files:
            self._read_again()  # a ranking is of the newest index

    def mark(self) -> None:
        """Show in the margin what the pack, decisions, notes and changes say now."""
        source, state = self.view.source, self.workbench.state
        if source is None:
            return
        noted = noted_lines(state.notes, self.workbench.comparing.state.notes)
        count, items = len(source.lines), state.pack.items if state.pack else ()
        self.view.mark(
            line_letters(source.path, count, source.symbols, items, state.curation.decisions),
            lines_in(noted.get(source.path, ()), count),
            self._changed,
        )
        self._show_title()

    @on(LineView.Moved)
    def _moved(self, event: LineView.Moved) -> None:
        event.stop()
        self._show_title()

    def on_resize(self, event: events.Resize) -> None:
        """The title is cut anew."""
        self._show_title()

    def _show_title(self) -> None:
        width = max(20, self.size.width - 2)
        title = cut(self.view.title(width - len(_RETURN)), width - len(_RETURN)) + _RETURN
        self.query_one("#source-title", Static).update(Content(title))

    # --- keys ----------------------------------------------------------------------------------------

    def go_back(self) -> None:
        """End the range, forget the search, else return to where one came from: the first that applies."""
        if self.view.end_range():
            return
        if self._box.has_class("-open") or self._box.value:
            self._box.value = ""
            self._close_search()
        else:
            self.dismiss()

    @on(SourceView.Left)
    def _left(self, event: SourceView.Left) -> None:
        event.stop()
        self.go_back()

    @on(LineView.Opened)
    def _opened(self, event: LineView.Opened) -> None:
        event.stop()
        if self.view.count:
            self.run_worker(self._open_definition(), exit_on_error=False)

    async def _open_definition(self) -> None:
        """Open what a name on the line means; where there are several, one of them."""
        line = self.view.cursor + 1
        names = self.view.names()
        try:
            found = await self.workbench.session.answer(lambda engine: engine.definitions(names))
        except CtxsmithError as error:
            self.workbench.say(str(error), wrong=True)
            return
        others = [each for each in found if (each.spec.path, each.start_line) != (self._place.path, line)]
        if not others:
            self.workbench.say("no name on this line is defined elsewhere in this repository")
        elif len(others) == 1:
            self.workbench.open_place(others[0].spec, others[0].start_line)
        else:
            options = [
                Option(str(k), str(each.spec), f"{each.kind} {each.start_line}-{each.end_line}")
                for k, each in enumerate(others[:MOST_DEFINITIONS])
            ]
            chosen = await self.workbench.push_screen_wait(Choose("Defined elsewhere", options))
            if chosen is not None:
                place = others[int(chosen)]
                self.workbench.open_place(place.spec, place.start_line)

    @on(LineView.Searched)
    def _searched(self, event: LineView.Searched) -> None:
        event.stop()
        self._box.add_class("-open")
        self._box.focus()

    @on(Input.Changed, "#search")
    def _search_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.view.search(event.value)

    @on(Input.Submitted, "#search")
    def _search_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._close_search()

    def _close_search(self) -> None:
        self._box.remove_class("-open")
        self.view.focus()


def _in_margin(state: Snapshot) -> tuple[object, ...]:
    """What the margin is made of."""
    return state.pack, state.notes, state.curation.decisions


def _stamp(place: Path) -> tuple[int, int]:
    """What tells that a file was written to, (0, 0) without one."""
    try:
        status = place.lstat()
    except (OSError, ValueError):
        return 0, 0
    return status.st_mtime_ns, status.st_size
