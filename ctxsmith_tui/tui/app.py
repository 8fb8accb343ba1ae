"""The workbench itself: its panes on one screen, and the way from a key to what it does."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from inspect import isawaitable
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Input, Static

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.kept.curations import diff_of
from ctxsmith_tui.model import Action, Level, RankedUnit, Spec
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.tui.commands import all_commands
from ctxsmith_tui.tui.commands.handing_over import HandingOverCommands
from ctxsmith_tui.tui.comparing import Comparing, Comparison
from ctxsmith_tui.tui.empty import graph_hint, pack_hint, ranked_hint
from ctxsmith_tui.tui.explaining import Absences, trouble, verdict
from ctxsmith_tui.tui.graph_rows import Letters, detail_of
from ctxsmith_tui.tui.graphing import Graphing, GraphState
from ctxsmith_tui.tui.keys import ACTIONS, ASKING, bindings, keymap_complaints, shown_keys
from ctxsmith_tui.tui.keys import Action as RegisteredAction
from ctxsmith_tui.tui.layout import PANES, SMALLEST, Pane, arrange, is_too_small
from ctxsmith_tui.tui.note_rows import noted_lines
from ctxsmith_tui.tui.opening import NOTHING_YET
from ctxsmith_tui.tui.rows import ListInputs, list_rows
from ctxsmith_tui.tui.screens.finder import FinderScreen
from ctxsmith_tui.tui.screens.source import SourceScreen
from ctxsmith_tui.tui.session import Session
from ctxsmith_tui.tui.state import Snapshot
from ctxsmith_tui.tui.text import cut, one_line, typable
from ctxsmith_tui.tui.theme import DEFAULTS, THEME_PREFIX, THEMES
from ctxsmith_tui.tui.widgets.changes_view import ChangesView
from ctxsmith_tui.tui.widgets.graph_view import GraphView
from ctxsmith_tui.tui.widgets.key_bar import KeyBar
from ctxsmith_tui.tui.widgets.line_view import LineView
from ctxsmith_tui.tui.widgets.meter import Meter
from ctxsmith_tui.tui.widgets.notes_view import NotesView
from ctxsmith_tui.tui.widgets.pack_view import PackView
from ctxsmith_tui.tui.widgets.ranked import RankedList
from ctxsmith_tui.tui.widgets.strip import WhyStrip
from ctxsmith_tui.tui.widgets.tab_bar import TabBar
from ctxsmith_tui.tui.widgets.task_input import TaskInput
from ctxsmith_tui.tui.widgets.title import Title
from ctxsmith_tui.tui.widgets.why_view import Reckoning, WhyView

LONGEST_GOODBYE = 0.8  # seconds

_TITLES: dict[Pane, str] = {
    "ranked": "1 Ranked",
    "pack": "2 Pack",
    "why": "3 Why",
    "graph": "4 Graph",
    "changes": "5 Changes",
    "notes": "6 Notes",
}


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
        self.absences = Absences(self.session, self._explain)
        self.comparing = Comparing(self.session, self._compared)
        self.graphing = Graphing(self.session, self._graph_published)
        self._commands = all_commands(self)
        self.active: Pane = "ranked"
        self._side: Pane = "pack"
        self._zoomed = False
        self._units: dict[str, tuple[RankedUnit, ...]] = {}
        self._filter = ""
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

    # --- the screen ----------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """All panes at once; which of them are seen depends on the size."""
        yield Title(id="title")
        yield TaskInput(id="task")
        yield TabBar(id="tabs")
        with Horizontal(id="body"):
            yield RankedList(id="ranked").add_class("pane")
            yield PackView(id="pack").add_class("pane")
            yield WhyView(id="why").add_class("pane")
            yield ChangesView(id="changes").add_class("pane")
            yield NotesView(id="notes").add_class("pane")
            yield GraphView(self.graphing, _TITLES["graph"], id="graph").add_class("pane")
        yield Input(id="filter", placeholder="filter", compact=True)
        yield WhyStrip(id="strip")
        yield Meter(id="meter")
        yield KeyBar(self.settings.keymap, id="keys")
        yield Static("", id="too-small", markup=False)

    def on_mount(self) -> None:
        """Show what is known from the last session, then check it."""
        task = self.query_one(TaskInput)
        task.text = self.state.curation.task
        self._arrange()
        self.watch_state(None, self.state)
        has_task = self.state.curation.task or diff_of(self.state.curation) is not None
        (self.query_one(RankedList) if has_task else task).focus()
        self.session.attach()
        self.call_after_refresh(self.session.start)  # what it loads would keep the first paint waiting
        self._heed_signals()

        self.app_resume_signal.subscribe(self, self._resumed)
        for complaint in self._complaints:
            self.say(complaint, wrong=True)

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
        """Another layout, live."""
        self._arrange(event.size)

    def _arrange(self, size: Size | None = None) -> None:
        """Show the panes that the size has room for; Textual tells of a new one before it is `self.size`."""
        width, height = size or self.size
        screen = self.screen_stack[0]
        too_small = is_too_small(width, height)
        screen.set_class(too_small, "-too-small")
        screen.set_class(width < 100, "-narrow")
        if too_small:
            least = f"{SMALLEST[0]}x{SMALLEST[1]}"
            screen.query_one("#too-small", Static).update(
                Content(f"{width}x{height} is too small: make the terminal at least {least}")
            )
            return
        plan = arrange(width, height, self.active, self._side, zoomed=self._zoomed)
        for pane in PANES:
            for view in screen.query(f"#{pane}"):
                view.display = pane in plan.shown
        for pane, share in plan.panes:
            for view in screen.query(f"#{pane}"):
                view.styles.width = f"{share}fr"
        screen.query_one("#strip").display = plan.strip > 0
        screen.query_one("#strip").styles.height = plan.strip
        screen.query_one("#task").styles.height = plan.task
        screen.query_one(TabBar).display = len(plan.panes) < 3
        self._show_tabs()

    def _show_tabs(self) -> None:
        self.screen_stack[0].query_one(TabBar).show(tuple(self._tabs()))

    def _tabs(self) -> Iterable[tuple[str, str]]:
        for pane in PANES:
            is_active = pane == self.active
            filtered = (
                f" /{cut(one_line(self._filter), 12).rstrip()}" if pane == "ranked" and self._filter else ""
            )
            title = _TITLES[pane] + filtered
            yield (f"[{title}] " if is_active else f" {title}  ", "bold" if is_active else "")

    def show_pane(self, pane: Pane) -> None:
        """Bring a pane to the screen and go there; from an open file, to what the cursor is on in it."""
        in_file = self.view().line_place() if self.source_screen() else None
        subject = self.subject()
        self.close_sources()
        found = self.screen_stack[0].query(f"#{pane}")
        if not found:
            self.say(f"{_TITLES[pane][2:]} is not there yet")
            return
        if pane == "pack" and in_file:
            self.query_one(PackView).jump_to(*in_file)
        elif pane == "pack" and self.active == "ranked" and (at := self.query_one(RankedList).line_place()):
            view = self.query_one(PackView)
            _ = view.jump_to(*at) or view.jump_to(at[0])
        if pane == "graph":
            self.graphing.look_at(subject if in_file or self.active != "graph" else None)
        self._became_active(pane)
        found.first().focus()

    def _became_active(self, pane: Pane) -> None:
        self.active = pane
        if pane != "ranked":
            self._side = pane
        if pane in ("changes", "notes") and not self.comparing.is_on:
            self.run_worker(self.comparing.begin(), exit_on_error=False)
        self._arrange()
        self._explain()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click or Tab went to another pane."""
        pane = event.widget.id
        if pane in PANES and pane != self.active:
            self._became_active(pane)

    def show_list(self) -> None:
        """Make sure that the list is on screen."""
        if self._zoomed:
            self.zoom()
        if not self.query_one(RankedList).display or self.source_screen():
            self.show_pane("ranked")

    def zoom(self) -> None:
        """One pane on the whole screen, or all again."""
        self._zoomed = not self._zoomed
        self._arrange()

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
        return self.screen_stack[0].query_one(f"#{self.active}", LineView)

    def subject(self) -> Spec | None:
        """What the graph would be about: the line, function or file of the cursor."""
        view = self.view()
        at = getattr(view, "line_place", lambda: None)()
        if at is not None:
            path, line = at
            return Spec(path, line, line) if line else Spec(path)
        place: Spec | None = getattr(view, "place", lambda: None)()
        return place

    # --- what is shown -------------------------------------------------------------------------------

    def _published(self, snapshot: Snapshot) -> None:
        self.state = snapshot

    def watch_state(self, old: Snapshot | None, new: Snapshot) -> None:
        """Show what differs."""
        if not self.screen_stack or not self.screen_stack[0].query(Title):
            return
        screen = self.screen_stack[0]
        with self.batch_update():
            screen.query_one(Title).show(self.root.name, new)
            screen.query_one(Meter).show(new)
            if old is None or self._rows_differ(old, new):
                self._show_rows()
            if old is None or old.pack is not new.pack:
                self._show_pack(new)
            if old is not None and old.files is not new.files:
                self._renew_units()
            if old is None or old.notes is not new.notes:
                screen.query_one(NotesView).show(new.notes, self.comparing.state.notes)
            self._show_hints(new)
            if old is None or self._rows_differ(old, new):
                self._show_graph(Letters(new.pack, new.curation.decisions))
            self._explain()
        if old is not None:
            self._renew_comparison(old, new)
        self.graphing.saw(old, new, shown=screen.query_one(GraphView).display)
        if old is not None and new.news and new.news != old.news:
            self.say(new.news)
        if old is not None and new.curation.task != old.curation.task:
            self._take_over_task(new.curation.task)

    def _compared(self, comparison: Comparison) -> None:
        """Show what differs, and what was noted about it."""
        screen = self.screen_stack[0]
        with self.batch_update():
            screen.query_one(ChangesView).take(comparison, diff_of(self.state.curation))
            screen.query_one(NotesView).show(self.state.notes, comparison.notes)
            self._show_rows()
        if (source := self.source_screen()) is not None:
            source.mark()

    def _renew_comparison(self, old: Snapshot, new: Snapshot) -> None:
        if old.changed is not new.changed:
            self.run_worker(self.comparing.renew(), exit_on_error=False)
        elif old.kept != new.kept:
            self.run_worker(self.comparing.renew_notes(), exit_on_error=False)
        if diff_of(old.curation) != diff_of(new.curation):
            self._compared(self.comparing.state)

    @on(ChangesView.FileChanged)
    def _other_file(self, event: ChangesView.FileChanged) -> None:
        if not self.screen_stack:
            return
        row = self.screen_stack[0].query_one(ChangesView).row_at_cursor
        self.comparing.rest_on(row.file if row is not None else None)

    def _show_pack(self, state: Snapshot) -> None:
        view = self.screen_stack[0].query_one(PackView)
        if state.pack is not None and not state.restored:  # else its tokenizer may not be loaded yet
            view.count_tokens = load_tokenizer(state.pack.tokenizer).count
        view.show(state.pack)

    def _rows_differ(self, old: Snapshot, new: Snapshot) -> bool:
        return (
            old.files is not new.files
            or old.pack is not new.pack
            or old.curation.decisions != new.curation.decisions
            or old.changed is not new.changed
            or old.notes is not new.notes
        )

    def _take_over_task(self, task: str) -> None:
        """Another workbench, or undo, wrote the task; what is being typed here is left alone."""
        box = self.screen_stack[0].query_one(TaskInput)
        if not box.shows(task) and not (box.has_focus and box.text):
            box.text = task

    def _show_rows(self) -> None:
        state = self.state
        rows = list_rows(
            ListInputs(
                state.files,
                state.pack,
                state.curation,
                self._units,
                state.changed,
                noted_lines(state.notes, self.comparing.state.notes),
                self._filter,
            )
        )
        listed = self.screen_stack[0].query_one(RankedList)
        listed.show(rows)

    def _graph_published(self, state: GraphState) -> None:
        if self.screen_stack and self.screen_stack[0].query(GraphView):
            self._show_graph()

    def _show_graph(self, letters: Letters | None = None) -> None:
        view, state = self.screen_stack[0].query_one(GraphView), self.graphing.state
        view.empty = graph_hint(state)
        view.show(state, letters)

    def _show_hints(self, state: Snapshot) -> None:
        screen = self.screen_stack[0]
        listed, pack = screen.query_one(RankedList), screen.query_one(PackView)
        listed.empty = ranked_hint(state, self._filter)
        self._show_tabs()
        pack.empty = pack_hint(state)
        in_pack = len(state.pack.files) if state.pack else 0
        filtered = f"filter: {one_line(self._filter)}  " if self._filter else ""
        listed.titled(f"{_TITLES['ranked']} {state.candidates:,}", f"{filtered}{in_pack} in pack")
        stale = "of the last session, checking" if state.restored else state.pack_error and "before that pin"
        pack.titled(f"{_TITLES['pack']}{'  ' + stale if stale else ''}", state.curation.format)
        screen.query_one(WhyView).titled(_TITLES["why"])

    def _explain(self) -> None:
        """Why what the cursor is on has its score."""
        if not self.screen_stack:
            return  # an answer came while the workbench closes
        reckoning = self._reckoning()
        screen = self.screen_stack[0]
        screen.query_one(WhyStrip).show(reckoning)
        why, listed = screen.query_one(WhyView), screen.query_one(RankedList)
        why.show(reckoning)
        why.about, (_, why.about_line) = listed.place(), listed.line_place() or ("", 0)

    def _reckoning(self) -> Reckoning | None:
        listed = self.screen_stack[0].query_one(RankedList)
        row = listed.row_at_cursor
        if self.active in ("pack", "changes", "notes"):
            place = next(iter(self.places()), None)
            file = next((each for each in self.state.files if place and each.path == place.path), None)
            return Reckoning.of_file(file, self._verdict(Spec(file.path))) if file else None
        if self.active == "graph" and (place := self.screen_stack[0].query_one(GraphView).place()):
            reached = self.screen_stack[0].query_one(GraphView).row_at_cursor
            known_of_pack = self._verdict(Spec(place.path))
            said = f"{detail_of(reached) if reached else ''} {known_of_pack}".strip()
            file = next((each for each in self.state.files if each.path == place.path), None)
            known = Reckoning.of_file(file) if file else Reckoning(place.path, 0.0, 0, ())
            return replace(known, title=str(place), verdict=said)
        if row is None:
            return None
        said = self._verdict(row.spec)
        if row.unit is not None:
            return Reckoning.of_unit(row.unit, said)
        if row.file is not None:
            return Reckoning.of_file(row.file, said)
        return Reckoning(row.spec.path, 0.0, 0, (), said)

    def _verdict(self, spec: Spec) -> str:
        """What the pack makes of a place, in a sentence; asked of the core where that takes it."""
        said = verdict(spec, self.state) or self.absences.reason(spec, self.state)
        return f"{trouble(spec, self.state)} {said}".strip()

    def _renew_units(self) -> None:
        """Functions of open files, for the ranking that is new."""
        for path in list(self._units):
            self.run_worker(self._fetch_units(path), exit_on_error=False)

    async def _fetch_units(self, path: str) -> None:
        try:
            units = await self.session.units_of(path)
        except CtxsmithError as error:
            self._units.pop(path, None)
            self.say(str(error))
            return
        self._units[path] = units
        self._show_rows()

    # --- wishes --------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Tell the session that a person is at work; text that is pasted may come from anywhere."""
        if isinstance(event, events.Key):
            self.session.heard_key()
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
        if self._opening:
            return  # the key was meant for the question that is about to be asked
        handler = next(filter(None, (commands.handler(id) for commands in self._commands)))
        done = handler()
        if isawaitable(done):
            self._opening = id in ASKING
            self.run_worker(self._guarded(done), exit_on_error=False)

    async def _guarded(self, done: Awaitable[None]) -> None:
        try:
            await done
        except CtxsmithError as error:
            self.say(str(error), wrong=True)
        except Exception as error:  # said, or a person would believe that it was done
            self.say(f"that did not work: {type(error).__name__}: {error}", wrong=True)
        finally:
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

    def level_of(self, spec: Spec) -> Level:
        """How much of a place the pack shows now."""
        pack = self.state.pack
        levels = [item.level for item in pack.items if item.path == spec.path] if pack else []
        return min(levels, key=list(Level).index, default=Level.PATH)

    def write_task(self, text: str) -> None:
        """Put a text into the box of the task and rank it."""
        self.screen_stack[0].query_one(TaskInput).text = text
        self.session.take_task(text)
        self.show_pane("ranked")

    def go_back(self) -> None:
        """End choosing lines, close file or filter, leave zoom, stop what runs: the first that applies."""
        if isinstance(self.screen, SourceScreen):
            self.screen.go_back()
            return
        box = self.screen_stack[0].query_one("#filter", Input)
        if self.view().end_range():
            return
        if box.has_class("-open") or self._filter:
            self._close_filter()
        elif self._zoomed:
            self.zoom()
        elif self._stop() or self.view().back():
            return
        elif self.active != "ranked":
            self.show_pane("ranked")

    def _stop(self) -> bool:
        """Stop what takes long, and say how to go on with it; False when nothing does."""
        if self.session.stop_graph():
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

    @on(TaskInput.Changed, "#task")
    def _task_changed(self, event: TaskInput.Changed) -> None:
        if not self.screen_stack[0].query_one(TaskInput).shows(self.session.snapshot.curation.task):
            self.session.edit_task(event.text_area.text)

    @on(TaskInput.Submitted)
    def _task_submitted(self) -> None:
        box, task = self.screen_stack[0].query_one(TaskInput), self.session.snapshot.curation.task
        self.session.take_task(task if box.shows(task) else box.text)
        self.show_pane("ranked")

    @on(TaskInput.Left)
    def _task_left(self) -> None:
        self.view().focus()

    @on(LineView.Moved)
    def _moved(self, event: LineView.Moved) -> None:
        if event.view.id == self.active and self.screen_stack:  # there is no screen while it closes
            self._explain()
            if event.view.id in ("ranked", "pack") and self.screen_stack[0].query_one(GraphView).display:
                self.graphing.follow(self.subject())

    @on(LineView.Opened)
    def _opened(self, event: LineView.Opened) -> None:
        if event.view is self.view() and (place := event.view.line_place()) is not None:
            self.open_place(Spec(place[0]), place[1])

    @on(KeyBar.Clicked)
    def _key_clicked(self, event: KeyBar.Clicked) -> None:
        self.run_action_of(event.action)

    @on(RankedList.Expanded)
    def _expanded(self, event: RankedList.Expanded) -> None:
        row = self.query_one(RankedList).row_at_cursor
        if row is None:
            return
        path = row.spec.path
        if event.step > 0 and row.is_file and path not in self._units:
            self.run_worker(self._fetch_units(path), exit_on_error=False)
        elif event.step < 0 and path in self._units:
            del self._units[path]
            self._show_rows()

    @on(RankedList.LetterClicked)
    def _letter_clicked(self) -> None:
        place = self.query_one(RankedList).place()
        found = [each for each in self.state.curation.decisions if each.spec == place]
        if place is not None:
            following = {None: Action.PIN, Action.PIN: Action.EXCLUDE, Action.EXCLUDE: None}
            self.session.decide(following[found[0].action if found else None], place)

    # --- the filter ----------------------------------------------------------------------------------

    @on(LineView.Searched)
    def _open_filter(self, event: LineView.Searched) -> None:
        """A line to narrow the list, or to search the text of the pack."""
        box = self.screen_stack[0].query_one("#filter", Input)
        box.add_class("-open")
        box.placeholder = "filter files" if self.active == "ranked" else "search"
        box.value = self._filter if self.active == "ranked" else ""
        box.focus()

    def _close_filter(self) -> None:
        box = self.screen_stack[0].query_one("#filter", Input)
        box.remove_class("-open")
        box.value = ""
        self._filter = ""
        self._show_rows()
        self.view().back()
        self.view().focus()

    @on(Input.Changed, "#filter")
    def _filter_changed(self, event: Input.Changed) -> None:
        if not event.input.has_class("-open"):
            return
        if self.active == "ranked":
            self._filter = event.value
            self._show_rows()
            self._show_hints(self.state)
        elif hasattr(self.view(), "search"):
            count = self.view().search(event.value)  # type: ignore[attr-defined]
            event.input.border_subtitle = Content(f"{count} lines")

    @on(Input.Submitted, "#filter")
    def _filter_submitted(self, event: Input.Submitted) -> None:
        event.input.remove_class("-open")
        self.view().focus()

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
