"""Any file or symbol by a few letters of its name, to be opened, pinned or excluded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from rich.style import Style
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.model import FoundPlace, Spec
from ctxsmith_tui.tui.rows import STYLE_OF_LETTER
from ctxsmith_tui.tui.source_marks import letter_of_place
from ctxsmith_tui.tui.text import Piece, cut_left, one_line, right
from ctxsmith_tui.tui.widgets.line_view import LineView

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine
    from ctxsmith_tui.tui.app import Workbench

LISTED = 100  # places at once


class FoundList(LineView):
    """Places, one a row, with what the pack and decisions make of each."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.found: Sequence[FoundPlace] = ()
        self.letters: Sequence[str] = ()

    def show(self, found: Sequence[FoundPlace]) -> None:
        """Show other places, the cursor on the best."""
        self.found, self.letters = found, " " * len(found)
        self.show_rows(len(found), 0)

    def mark(self, letters: Sequence[str]) -> None:
        """Show what the pack and decisions make of each place now."""
        if letters != self.letters:
            self.letters = letters
            self.refresh_rows()

    def place(self) -> Spec | None:
        """The place that the cursor is on."""
        return self.found[self.cursor].spec if self.found else None

    def row(self, y: int, width: int) -> Sequence[Piece]:
        """Letter, path and symbol; at the right kind and lines."""
        found, letter = self.found[y], self.letters[y]
        quiet, plain = self.style_of("row--quiet"), Style()
        lines = f"{found.start_line}-{found.end_line}" if found.end_line else ""
        about = right(f"  {found.kind} {lines}", min(22, width // 3))
        symbol = one_line(f"::{found.spec.symbol}" if found.spec.symbol else "")
        folder, slash, name = one_line(found.spec.path).rpartition("/")
        shown = cut_left(f"{folder}{slash}{name}{symbol}", max(8, width - 4 - len(about)))
        important = len(symbol) - 2 if symbol else len(name)
        split = max(0, len(shown.rstrip()) - important)
        return [
            (">" if y == self.cursor else " ", plain),
            (letter, self.style_of(STYLE_OF_LETTER[letter]) if letter in STYLE_OF_LETTER else quiet),
            (" ", plain),
            (shown[:split], quiet),
            (shown[split:], plain),
            (about, quiet),
        ]  # the last column stays free for the scrollbar


class FinderScreen(ModalScreen[FoundPlace | None]):
    """Type, see what is meant at once; the answer is the place to open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Cancel"),
        ("down,ctrl+n", "move(1)", "Down"),
        ("up,ctrl+p", "move(-1)", "Up"),
        ("pagedown", "move(10)", "Down"),
        ("pageup", "move(-10)", "Up"),
        Binding("tab", "decide('pin')", "Pin", priority=True),
        Binding("ctrl+x", "decide('exclude')", "Exclude", priority=True),
    ]

    def __init__(self) -> None:
        super().__init__(classes="dialog-screen")
        self.view = FoundList(id="found")
        self._wanted = self._shown_for = ""  # what is typed, and what the places are found for
        self._waiting: Callable[[], None] | None = None  # what is done as soon as both are the same

    @property
    def workbench(self) -> Workbench:
        """The app, by its type."""
        return cast("Workbench", self.app)

    def compose(self) -> ComposeResult:
        """A line to type in, above the places."""
        with Vertical(classes="dialog -wide") as box:
            box.border_title = Content("Find a file or symbol")
            yield Input(
                placeholder="letters of a path or name; path:120-140 and path::Name too", compact=True
            )
            yield self.view
            keys = "Enter opens  Tab pins  Ctrl+X excludes  Esc leaves"
            yield Static(Content(keys), classes="hint")

    def on_mount(self) -> None:
        """Offer the ranked files, and get ready for the first letter."""
        self.view.can_focus = False
        self.watch(self.app, "state", self._mark, init=False)
        self._offer_ranked()
        self.run_worker(self._find(""), exit_on_error=False)

    def _offer_ranked(self) -> None:
        ranked = self.workbench.state.files[:LISTED]
        self._show("", [FoundPlace(Spec(file.path), "file", 0, 0) for file in ranked])

    def _show(self, typed: str, found: Sequence[FoundPlace]) -> None:
        nothing = "Nothing is called so." if typed else "Type a few letters of a path or name."
        self.view.empty = [nothing]
        self.view.show(found)
        self._shown_for = typed
        self._mark()
        if (waiting := self._waiting) is not None:
            self._waiting = None
            waiting()

    def _mark(self) -> None:
        state = self.workbench.state
        items = state.pack.items if state.pack else ()
        decisions = state.curation.decisions
        self.view.mark("".join(letter_of_place(each, items, decisions) for each in self.view.found))

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self._wanted, self._waiting = event.value.strip(), None
        if self._wanted:
            self.run_worker(self._find(self._wanted), exit_on_error=False)
        else:
            self._offer_ranked()

    async def _find(self, typed: str) -> None:
        """Show what is meant, unless something else was typed meanwhile."""

        def work(engine: Engine) -> tuple[FoundPlace, ...] | None:
            return engine.places(typed, limit=LISTED) if typed == self._wanted else None

        try:
            found = await self.workbench.session.answer(work)
        except CtxsmithError as error:
            self.view.empty = [one_line(str(error))]
            self.view.show(())
            return
        if found is not None and typed and typed == self._wanted:
            self._show(typed, found)

    # --- keys ----------------------------------------------------------------------------------------

    def _when_found(self, action: Callable[[], None]) -> None:
        """Do something with the place at the cursor; right after typing, once what was typed is found."""
        if self._shown_for == self._wanted:
            action()
        else:
            self._waiting = action

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._when_found(self._take)

    @on(LineView.Opened)
    def _opened(self, event: LineView.Opened) -> None:
        event.stop()
        self._take()

    def _take(self) -> None:
        if self.view.found:
            self.dismiss(self.view.found[self.view.cursor])

    def action_decide(self, action: str) -> None:
        """Pin or exclude the place, or take that back, and stay."""
        self._when_found(lambda: self.workbench.action_act(action))

    def action_move(self, step: int) -> None:
        """Move through the places while typing."""
        self.view.go_to(self.view.cursor + step)

    def action_leave(self) -> None:
        """Without an answer."""
        self.dismiss(None)
