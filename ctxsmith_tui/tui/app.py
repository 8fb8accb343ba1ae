"""The workbench itself: its panes on one screen, and the way from a key to what it does."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from inspect import isawaitable
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on
from textual.app import App, SystemCommand
from textual.binding import BindingType
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Input

from ctxsmith_tui.errors import CtxsmithError, described
from ctxsmith_tui.model import Spec
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.tui.commands import all_commands
from ctxsmith_tui.tui.commands.handing_over import HandingOverCommands
from ctxsmith_tui.tui.comparing import Comparing
from ctxsmith_tui.tui.explaining import Absences
from ctxsmith_tui.tui.graphing import Graphing
from ctxsmith_tui.tui.keys import ACTIONS, ALWAYS, ASKING, bindings, keymap_complaints, shown_keys
from ctxsmith_tui.tui.keys import Action as RegisteredAction
from ctxsmith_tui.tui.opening import NOTHING_YET
from ctxsmith_tui.tui.screens.finder import FinderScreen
from ctxsmith_tui.tui.screens.panes import PanesScreen
from ctxsmith_tui.tui.screens.source import SourceScreen
from ctxsmith_tui.tui.session import Session
from ctxsmith_tui.tui.state import Snapshot
from ctxsmith_tui.tui.text import one_line, typable
from ctxsmith_tui.tui.theme import DEFAULTS, THEME_PREFIX, THEMES
from ctxsmith_tui.tui.widgets.key_bar import KeyBar
from ctxsmith_tui.tui.widgets.line_view import LineView

LONGEST_GOODBYE = 0.8  # seconds


class Workbench(App[None]):
    """Shows snapshots and passes on wishes; the session does the rest."""

    CSS_PATH = "workbench.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("app")
    ENABLE_COMMAND_PALETTE = True
    PAUSE_GC_ON_SCROLL = True

    state: var[Snapshot] = var(NOTHING_YET, init=False)

    def __init__(
        self,
        root: Path,
        first: Snapshot,
        *,
        slot: int = 0,
        force: bool = False,
        settings: UserSettings = UserSettings(),  # noqa: B008 - frozen
        complaints: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.set_reactive(Workbench.state, first)
        self.root = root
        self.settings = settings
        self._complaints = [*complaints, *keymap_complaints(settings.keymap)]  # about the user's settings
        self.session = Session(root, first, self._published, slot=slot, force=force, settings=settings)
        self.panes = PanesScreen()
        self.absences = Absences(self.session, self.panes.explain)
        self.comparing = Comparing(self.session, self.panes.show_comparison)
        self.graphing = Graphing(self.session, lambda _: self.panes.show_graph())
        self._commands = all_commands(self)
        self._copied = ""
        self._opening = False  # a command is under way that may ask a question
        self.animation_level = "none"
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = f"{THEME_PREFIX}{settings.theme}"
        self.set_keymap(dict(settings.keymap))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours, for themes that do not have them."""
        return DEFAULTS

    def get_default_screen(self) -> Screen[None]:
        """The panes."""
        return self.panes

    # --- the terminal --------------------------------------------------------------------------------

    def begin(self) -> None:
        """The first state is shown: check it, and hear what the terminal and the system say."""
        self.session.attach()
        self.call_after_refresh(self.session.start)  # what it loads would keep the first paint waiting
        self._heed_signals()
        self.app_resume_signal.subscribe(self, self._resumed)
        for complaint in self._complaints:
            self.notify(one_line(complaint), markup=False, severity="warning")

    def _resumed(self, _: App[None]) -> None:
        """Paint everything again: the shell wrote over it."""
        for widget in self.screen.walk_children():
            widget.refresh()

    def write_terminal(self, text: str) -> None:
        """Send a control sequence to the terminal as it is, from any thread, between two frames."""
        driver = self._driver
        if driver is not None and not self.is_headless:
            self.call_from_thread(driver.write, text)

    def _heed_signals(self) -> None:
        """Leave with everything kept when the terminal is closed or somebody ends the process."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            with suppress(NotImplementedError, RuntimeError, ValueError):  # not the main thread, or Windows
                loop.add_signal_handler(number, self._leave_for, number)

    def _leave_for(self, number: int) -> None:
        # A terminal that is gone, or an answer that takes long, must not hold the process.
        for seconds, last in ((LONGEST_GOODBYE - 0.1, self._free_terminal), (LONGEST_GOODBYE, os._exit)):
            timer = threading.Timer(seconds, last, (128 + number,))
            timer.daemon = True
            timer.start()
        self.session.close()
        self.exit(return_code=128 + number)

    def _free_terminal(self, number: int) -> None:
        """Give the terminal back as it was, from any thread, should there be no time for more."""
        if self._driver is not None and not self.is_headless:
            with suppress(Exception):  # it may be gone
                self._driver.stop_application_mode()
                self._driver.close()  # waits until all of it is written

    def on_resize(self, event: events.Resize) -> None:
        """Another layout, live, whatever is open over the panes."""
        self.panes.lay_out(event.size)

    # --- screens and what is shown -------------------------------------------------------------------

    def _published(self, snapshot: Snapshot) -> None:
        self.state = snapshot

    def watch_state(self, old: Snapshot, new: Snapshot) -> None:
        """Show what differs."""
        self.panes.show(old, new)

    def source_screen(self) -> SourceScreen | None:
        """The file that is open over the panes."""
        return next((each for each in reversed(self.screen_stack) if isinstance(each, SourceScreen)), None)

    def close_sources(self) -> None:
        """Back to the panes."""
        while isinstance(self.screen, SourceScreen):
            self.pop_screen()

    def view(self) -> LineView:
        """The view of the finder or file that is open, else of the active pane."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, FinderScreen | SourceScreen):
                return screen.view
        return self.panes.pane(self.panes.active)

    # --- wishes --------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Tell the session that a person is at work; text that is pasted may come from anywhere."""
        if isinstance(event, events.Key):
            self.session.tree.heard_key()
        if isinstance(event, events.Paste) and not event.is_forwarded:
            text = typable(event.text)
            event.text = text.replace("\t", " ") if isinstance(self.focused, Input) else text
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """What is typed right after a key that leads to a text box came to the pane, but is for the box."""
        box = self.focused
        if box is not None and box.check_consume_key(event.key, event.character):
            event.prevent_default()
            box.post_message(events.Key(event.key, event.character))

    def action_act(self, id: str) -> None:
        """A key of the registry that works everywhere."""
        if self._opening and id not in ALWAYS:
            return  # the key was meant for the question that is about to be asked
        handler = next(filter(None, (commands.handler(id) for commands in self._commands)))
        done = handler()
        if isawaitable(done):
            asks = id in ASKING
            if asks:
                self._opening = True
            self.run_worker(self._guarded(done, asks=asks), exit_on_error=False)

    async def _guarded(self, done: Awaitable[None], *, asks: bool = False) -> None:
        try:
            await done
        except CtxsmithError as error:
            self.say(str(error), wrong=True)
        except Exception as error:  # said, or a person would believe that it was done
            self.say(f"that did not work: {described(error)}", wrong=True)
        finally:
            if asks:
                self._opening = False

    def push_screen(self, *arguments: Any, **options: Any) -> Any:
        """Show a screen; from now on keys are for it."""
        self._opening = False
        return super().push_screen(*arguments, **options)

    def say(self, text: str, *, wrong: bool = False) -> None:
        """A short message that goes away by itself."""
        self.clear_notifications()
        self.notify(one_line(text), markup=False, severity="error" if wrong else "information", timeout=6)

    def places(self) -> list[Spec]:
        """The places that a decision would be about."""
        return self.view().places()

    def end_range(self) -> None:
        """Choosing lines is over."""
        self.view().end_range()

    def open_place(self, place: Spec, line: int = 0) -> None:
        """Show the file of a place as it is on disk, at the place or at a line of it."""
        self.push_screen(SourceScreen(place, line))

    @property
    def clipboard(self) -> str:
        """What text boxes paste: the text that was copied last in this workbench."""
        return typable(self._copied)

    def copy_to_clipboard(self, text: str) -> None:
        """Copy selected text the way that the pack goes."""
        self._copied = text
        handing_over = next(each for each in self._commands if isinstance(each, HandingOverCommands))
        self.run_worker(self._guarded(handing_over.copy_text(text)), exit_on_error=False)

    def go_back(self) -> None:
        """End choosing lines, close file or filter, leave zoom, stop what runs: the first that applies."""
        if isinstance(self.screen, SourceScreen):
            self.screen.go_back()
            return
        if not (self.view().end_range() or self.panes.widen() or self._stop() or self.view().back()):
            self.panes.show_pane("ranked")

    def _stop(self) -> bool:
        """Stop what takes long, and say how to go on with it; False when nothing does."""
        if self.graphing.stop():
            self.say("stopped; 4 asks again")
        elif self.session.stop():
            self.say("stopped; R goes on with it")
        else:
            return False
        return True

    def interrupt(self) -> None:
        """Copy the selection, else stop what runs, else say how to leave."""
        selected = self.screen.get_selected_text()
        if selected:
            self.copy_to_clipboard(selected)
        elif not self._stop():
            self.say("q quits; everything is kept")

    @on(LineView.Opened)
    def _opened(self, event: LineView.Opened) -> None:
        if event.view is self.view() and (place := event.view.line_place()) is not None:
            self.open_place(Spec(place[0]), place[1])

    @on(KeyBar.Clicked)
    def _key_clicked(self, event: KeyBar.Clicked) -> None:
        self.run_action_of(event.action)

    # --- leaving, and the palette --------------------------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action of the registry, with its keys."""
        for action in ACTIONS:
            if action.group != "Move":
                title = f"{action.label}  ({shown_keys(self.settings.keymap.get(action.id, action.keys))})"
                yield SystemCommand(title, action.help, partial(self.run_action_of, action))

    def run_action_of(self, action: RegisteredAction) -> None:
        """Do what an action of the registry says, as if its key was pressed."""
        if action.home == "app":
            self.action_act(action.id)
        else:
            self.view().action_row(action.id)

    async def action_quit(self) -> None:
        """Leave; everything is kept."""
        self.exit()

    def on_unmount(self) -> None:
        """Keep what is not kept yet."""
        self.session.close()
