"""The panes on one screen: which are seen at a size, what they show, and what a person does in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Input, Static

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.kept.curations import diff_of
from ctxsmith_tui.model import Action, Curation, Level, Spec
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.tui.comparing import Comparison
from ctxsmith_tui.tui.empty import graph_hint, pack_hint, ranked_hint
from ctxsmith_tui.tui.explaining import items_about, reckoning_at, reckoning_of, trouble, verdict
from ctxsmith_tui.tui.graph_rows import Letters, detail_of
from ctxsmith_tui.tui.layout import PANES, SMALLEST, Pane, arrange, is_too_small
from ctxsmith_tui.tui.note_rows import noted_lines
from ctxsmith_tui.tui.rows import ListedUnit, ListInputs, list_rows
from ctxsmith_tui.tui.state import Snapshot
from ctxsmith_tui.tui.text import cut, one_line
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

if TYPE_CHECKING:
    from ctxsmith_tui.tui.app import Workbench

_TITLES: dict[Pane, str] = {
    "ranked": "1 Ranked",
    "pack": "2 Pack",
    "why": "3 Why",
    "graph": "4 Graph",
    "changes": "5 Changes",
    "notes": "6 Notes",
}


class PanesScreen(Screen[None]):
    """The first screen of the workbench; files, finders and questions come over it."""

    def __init__(self) -> None:
        super().__init__(id="_default")
        self.active: Pane = "ranked"
        self._side: Pane = "pack"
        self._zoomed = False
        self._units: dict[str, tuple[ListedUnit, ...]] = {}
        self._filter = ""

    @property
    def workbench(self) -> Workbench:
        """The app, by its type."""
        return cast("Workbench", self.app)

    @property
    def is_gone(self) -> bool:
        """Whether there is nothing to show anything in, as at the very beginning and end."""
        return not self.query(RankedList)

    def pane(self, pane: Pane) -> LineView:
        """The view of a pane."""
        return self.query_one(f"#{pane}", LineView)

    # --- where the panes are ---------------------------------------------------------------------------

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
            yield GraphView(self.workbench.graphing, _TITLES["graph"], id="graph").add_class("pane")
        yield Input(id="filter", placeholder="filter", compact=True)
        yield WhyStrip(id="strip")
        yield Meter(id="meter")
        yield KeyBar(self.workbench.settings.keymap, id="keys")
        yield Static("", id="too-small", markup=False)

    def on_mount(self) -> None:
        """Show what is known from the last session, then check it."""
        state, task = self.workbench.state, self.query_one(TaskInput)
        task.text = state.curation.task
        self.lay_out()
        self.show(None, state)
        has_task = state.curation.task or diff_of(state.curation) is not None
        (self.query_one(RankedList) if has_task else task).focus()
        self.workbench.begin()

    def lay_out(self, size: Size | None = None) -> None:
        """Show the panes that the size has room for; Textual tells of a new one before it is `self.size`."""
        if self.is_gone:
            return
        width, height = size or self.app.size
        too_small = is_too_small(width, height)
        self.set_class(too_small, "-too-small")
        self.set_class(width < 100, "-narrow")
        if too_small:
            least = f"{SMALLEST[0]}x{SMALLEST[1]}"
            self.query_one("#too-small", Static).update(
                Content(f"{width}x{height} is too small: make the terminal at least {least}")
            )
            return
        plan = arrange(width, height, self.active, self._side, zoomed=self._zoomed)
        for pane in PANES:
            self.pane(pane).display = pane in plan.shown
        for pane, share in plan.panes:
            self.pane(pane).styles.width = f"{share}fr"
        self.query_one("#strip").display = plan.strip > 0
        self.query_one("#strip").styles.height = plan.strip
        self.query_one("#task").styles.height = plan.task
        self.query_one(TabBar).display = len(plan.panes) < 3
        self._show_tabs()

    def _show_tabs(self) -> None:
        self.query_one(TabBar).show(tuple(self._tabs()))

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
        in_file = self.workbench.view().line_place() if self.workbench.source_screen() else None
        subject = self.subject()
        self.workbench.close_sources()
        if pane == "pack" and in_file:
            self.query_one(PackView).jump_to(*in_file)
        elif pane == "pack" and self.active == "ranked" and (at := self.query_one(RankedList).line_place()):
            view = self.query_one(PackView)
            _ = view.jump_to(*at) or view.jump_to(at[0])
        if pane == "graph":
            self.workbench.graphing.look_at(subject if in_file or self.active != "graph" else None)
        self._became_active(pane)
        self.pane(pane).focus()

    def _became_active(self, pane: Pane) -> None:
        self.active = pane
        if pane != "ranked":
            self._side = pane
        if pane in ("changes", "notes") and not self.workbench.comparing.is_on:
            self.run_worker(self.workbench.comparing.begin(), exit_on_error=False)
        self.lay_out()
        self.explain()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click or Tab went to another pane."""
        pane = event.widget.id
        if pane in PANES and pane != self.active:
            self._became_active(pane)

    def show_list(self) -> None:
        """Make sure that the list is on screen."""
        if self._zoomed:
            self.zoom()
        if not self.query_one(RankedList).display or self.workbench.source_screen():
            self.show_pane("ranked")

    def zoom(self) -> None:
        """One pane on the whole screen, or all again."""
        self._zoomed = not self._zoomed
        self.lay_out()

    # --- what they show ------------------------------------------------------------------------------

    def show(self, old: Snapshot | None, new: Snapshot) -> None:
        """Show what differs."""
        if self.is_gone:
            return
        with self.app.batch_update():
            self.query_one(Title).show(self.workbench.root.name, new)
            self.query_one(Meter).show(new)
            if old is None or self._rows_differ(old, new):
                self.show_rows()
            if old is None or old.pack is not new.pack:
                self._show_pack(new)
            if old is not None and old.files is not new.files:
                self._renew_units()
            if old is None or old.notes is not new.notes:
                self.query_one(NotesView).show(new.notes, self.workbench.comparing.state.notes)
            self._show_hints(new)
            if old is None or self._rows_differ(old, new):
                self.show_graph(Letters(new.pack, new.curation.decisions))
            self.explain()
        if old is not None:
            self._renew_comparison(old, new)
        self.workbench.graphing.saw(old, new, shown=self.query_one(GraphView).display)
        if old is not None and new.news and new.news != old.news:
            self.workbench.say(new.news)
        if old is not None and new.curation.task != old.curation.task:
            self._take_over_task(new.curation.task)

    def _rows_differ(self, old: Snapshot, new: Snapshot) -> bool:
        return (
            old.files is not new.files
            or old.pack is not new.pack
            or old.curation.decisions != new.curation.decisions
            or old.changed is not new.changed
            or old.notes is not new.notes
        )

    def show_rows(self) -> None:
        """The list, as it is now."""
        state = self.workbench.state
        rows = list_rows(
            ListInputs(
                state.files,
                state.pack,
                state.curation,
                self._units,
                state.changed,
                noted_lines(state.notes, self.workbench.comparing.state.notes),
                self._filter,
            )
        )
        listed = self.query_one(RankedList)
        listed.show(rows)

    def _show_pack(self, state: Snapshot) -> None:
        view = self.query_one(PackView)
        if state.pack is not None and not state.restored:  # else its tokenizer may not be loaded yet
            view.count_tokens = load_tokenizer(state.pack.tokenizer).count
        view.show(state.pack)

    def _show_hints(self, state: Snapshot) -> None:
        listed, pack = self.query_one(RankedList), self.query_one(PackView)
        listed.empty = ranked_hint(state, self._filter)
        self._show_tabs()
        pack.empty = pack_hint(state)
        in_pack = len(state.pack.files) if state.pack else 0
        filtered = f"filter: {one_line(self._filter)}  " if self._filter else ""
        listed.titled(f"{_TITLES['ranked']} {state.candidates:,}", f"{filtered}{in_pack} in pack")
        stale = "of the last session, checking" if state.restored else state.pack_error and "the one before"
        pack.titled(f"{_TITLES['pack']}{'  ' + stale if stale else ''}", state.curation.format)
        self.query_one(WhyView).titled(_TITLES["why"])

    def show_graph(self, letters: Letters | None = None) -> None:
        """What the graph pane is about."""
        if self.is_gone:
            return
        view, state = self.query_one(GraphView), self.workbench.graphing.state
        view.empty = graph_hint(state)
        view.show(state, letters)

    def show_comparison(self, comparison: Comparison) -> None:
        """Show what differs, and what was noted about it."""
        if self.is_gone:
            return
        with self.app.batch_update():
            self.query_one(ChangesView).take(comparison, diff_of(self.workbench.state.curation))
            self.query_one(NotesView).show(self.workbench.state.notes, comparison.notes)
            self.show_rows()
        if (source := self.workbench.source_screen()) is not None:
            source.mark()

    def _renew_comparison(self, old: Snapshot, new: Snapshot) -> None:
        if old.changed is not new.changed:
            self.run_worker(self.workbench.comparing.renew(), exit_on_error=False)
        elif old.kept != new.kept:
            self.run_worker(self.workbench.comparing.renew_notes(), exit_on_error=False)
        if diff_of(old.curation) != diff_of(new.curation):
            self.show_comparison(self.workbench.comparing.state)

    def _take_over_task(self, task: str) -> None:
        """Another workbench, or undo, wrote the task; what is being typed here is left alone."""
        box = self.query_one(TaskInput)
        if not box.shows(task) and not (box.has_focus and box.text):
            box.text = task

    def _renew_units(self) -> None:
        """Functions of open files, for the ranking that is new."""
        for path in list(self._units):
            self.run_worker(self._fetch_units(path, again=True), exit_on_error=False)

    async def _fetch_units(self, path: str, *, again: bool = False) -> None:
        try:
            units = await self.workbench.session.units_of(path)
        except CtxsmithError as error:
            self._units.pop(path, None)
            self.workbench.say(str(error))
            return
        if again and path not in self._units:
            return  # closed meanwhile
        self._units[path] = tuple(map(ListedUnit.of, units))
        self.show_rows()

    # --- what the cursor is on -----------------------------------------------------------------------

    def subject(self) -> Spec | None:
        """What the graph would be about: the line, function or file of the cursor."""
        view = self.workbench.view()
        if (at := view.line_place()) is None:
            return view.place()
        path, line = at
        return Spec(path, line, line) if line else Spec(path)

    def level_of(self, spec: Spec) -> Level:
        """How much of a place the pack shows now."""
        pack = self.workbench.state.pack
        levels = [item.level for item in items_about(spec, pack)] if pack else []
        return min(levels, key=list(Level).index, default=Level.PATH)

    def explain(self) -> None:
        """Why what the cursor is on has its score."""
        if self.is_gone:
            return  # an answer came while the workbench closes
        reckoning = self._reckoning()
        self.query_one(WhyStrip).show(reckoning)
        why, listed = self.query_one(WhyView), self.query_one(RankedList)
        why.show(reckoning)
        why.about, (_, why.about_line) = listed.place(), listed.line_place() or ("", 0)

    def _reckoning(self) -> Reckoning | None:
        state = self.workbench.state
        if self.active in ("pack", "changes", "notes"):
            place = next(iter(self.workbench.places()), None)
            return reckoning_at(Spec(place.path), state, self._verdict) if place else None
        graph = self.query_one(GraphView)
        if self.active == "graph" and (place := graph.place()) is not None:
            way = detail_of(graph.row_at_cursor) if graph.row_at_cursor else ""
            known = reckoning_at(Spec(place.path), state, self._verdict)
            known = known or Reckoning(place.path, 0.0, 0, (), self._verdict(Spec(place.path)))
            return replace(known, title=str(place), verdict=f"{way} {known.verdict}".strip())
        row = self.query_one(RankedList).row_at_cursor
        return reckoning_of(row, self._verdict(row.spec)) if row is not None else None

    def _verdict(self, spec: Spec) -> str:
        """What the pack makes of a place, in a sentence; asked of the core where that takes it."""
        state = self.workbench.state
        said = verdict(spec, state) or self.workbench.absences.reason(spec, state)
        return f"{trouble(spec, state)} {said}".strip()

    # --- what a person does --------------------------------------------------------------------------

    def write_task(self, text: str) -> None:
        """Put a text into the box of the task and rank it."""
        self.query_one(TaskInput).text = text
        self.workbench.session.take_task(text)
        self.show_pane("ranked")

    @on(TaskInput.Changed, "#task")
    def _task_changed(self, event: TaskInput.Changed) -> None:
        if not self.query_one(TaskInput).shows(self.workbench.session.snapshot.curation.task):
            self.workbench.session.edit_task(event.text_area.text)

    @on(TaskInput.Submitted)
    def _task_submitted(self) -> None:
        curation = self._take_task()
        if curation.task.strip() or diff_of(curation) is not None:
            self.show_pane("ranked")
        else:
            self.workbench.say("there is no task yet: write one, or Esc leaves the box")

    @on(TaskInput.Left)
    def _task_left(self) -> None:
        self._take_task()
        self.workbench.view().focus()

    def _take_task(self) -> Curation:
        """Rank what is in the box, and remember it among the earlier tasks."""
        box, task = self.query_one(TaskInput), self.workbench.session.snapshot.curation.task
        self.workbench.session.take_task(task if box.shows(task) else box.text)
        return self.workbench.session.snapshot.curation

    @on(LineView.Moved)
    def _moved(self, event: LineView.Moved) -> None:
        if event.view.id == self.active and not self.is_gone:
            self.explain()
            if event.view.id in ("ranked", "pack") and self.query_one(GraphView).display:
                self.workbench.graphing.follow(self.subject())

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
            self.show_rows()

    @on(RankedList.LetterClicked)
    def _letter_clicked(self) -> None:
        place = self.query_one(RankedList).place()
        found = [each for each in self.workbench.state.curation.decisions if each.spec == place]
        if place is not None:
            following = {None: Action.PIN, Action.PIN: Action.EXCLUDE, Action.EXCLUDE: None}
            self.workbench.session.decide(following[found[0].action if found else None], place)

    @on(ChangesView.FileChanged)
    def _other_file(self, event: ChangesView.FileChanged) -> None:
        if self.is_gone:
            return
        row = self.query_one(ChangesView).row_at_cursor
        self.workbench.comparing.rest_on(row.file if row is not None else None)

    # --- the filter ----------------------------------------------------------------------------------

    @on(LineView.Searched)
    def _open_filter(self, event: LineView.Searched) -> None:
        """A line to narrow the list, or to search the text of the pack."""
        box = self.query_one("#filter", Input)
        box.add_class("-open")
        box.placeholder = "filter files" if self.active == "ranked" else "search"
        box.value = self._filter if self.active == "ranked" else ""
        box.focus()

    def widen(self) -> bool:
        """Close the filter, else leave the zoom; False when there is neither."""
        if self.query_one("#filter").has_class("-open") or self._filter:
            self.close_filter()
        elif self._zoomed:
            self.zoom()
        else:
            return False
        return True

    def close_filter(self) -> None:
        """All rows again."""
        box = self.query_one("#filter", Input)
        box.remove_class("-open")
        box.value = ""
        self._filter = ""
        self.show_rows()
        self.workbench.view().back()
        self.workbench.view().focus()

    @on(Input.Changed, "#filter")
    def _filter_changed(self, event: Input.Changed) -> None:
        if not event.input.has_class("-open"):
            return
        if self.active == "ranked":
            self._filter = event.value
            self.show_rows()
            self._show_hints(self.workbench.state)
        else:
            count = self.workbench.view().search(event.value)
            event.input.border_subtitle = Content(f"{count} lines")

    @on(Input.Submitted, "#filter")
    def _filter_submitted(self, event: Input.Submitted) -> None:
        event.input.remove_class("-open")
        self.workbench.view().focus()
