"""Curations: decisions found again wherever their code went, and changes of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ctxsmith_tui.curate.indexed_repository import Files, IndexedRepository
from ctxsmith_tui.curate.places import Place, files_in, files_matching, is_glob, locate, locate_folder
from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.curate.whereabouts import Whereabouts, sighting_of
from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.model import (
    Action,
    Curation,
    CurationSummary,
    Level,
    NoteKind,
    NoteState,
    PlacedDecision,
    Spec,
)
from ctxsmith_tui.pack.defaults import BUILT_IN, PackDefaults
from ctxsmith_tui.pack.formats import renderer
from ctxsmith_tui.pack.ranges import LAST_LINE
from ctxsmith_tui.rank.weights import SIGNALS
from ctxsmith_tui.store.curations_store import CurationsStore, StoredCuration, anchor_key, check_task
from ctxsmith_tui.store.json_values import Value, anchor_of, anchor_value, understanding
from ctxsmith_tui.store.notes_store import Anchor, Sighting
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.curate.indexed_repository import Files
    from ctxsmith_tui.store.index_reader import IndexReader

DECISION, WEIGHT, SETTING = "decision/", "weight/", "set/"  # what the names of items begin with
LARGEST_FACTOR = 100.0
BASE = "base"  # the setting that makes a diff part of the task: what is compared with
WORK_TREE = "work tree"  # its value for the work tree against HEAD; no branch can be called so

Changes = Callable[[StoredCuration], Mapping[str, Value]]
"""The items to change in a curation as it is then, with their new values."""


class Wish(NamedTuple):
    """What a person wants to be decided about a place; None takes a decision back."""

    action: Action | None
    spec: str | Spec
    level: Level = Level.FULL
    proposed_by: str = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """A decision with the lines that it is about now; none when they are lost."""

    decision: PlacedDecision
    places: tuple[Place, ...]


class Curations:
    """The curations of a repository, placed in its files as they are now.

    Whatever looks at files raises what `files` raises. What is wrong with the request is a UsageError, a
    database that cannot be used a CtxsmithError.
    """

    def __init__(self, store: CurationsStore, files: Files, reader: IndexReader) -> None:

        self._store = store
        self._files = files
        self._now = IndexedRepository(files, reader)

    def placements(self, stored: StoredCuration) -> list[Placement]:
        """Every decision with its place, in the order in which they were made."""
        values = decisions_of(stored)
        if not values:
            return []
        sightings = self._store.sightings()
        placed, moved = [], []
        for key, value in values:
            with understanding():
                if value["anchor"] is None:
                    placed.append(self._placed_pattern(key, value))
                    continue
            anchor = anchor_of(value["anchor"])
            known = sightings.get(anchor_key(anchor)) if sightings else None
            seen = known or sighting_of(anchor)
            now = self._now.find(anchor, seen)
            if self._now.has_moved(anchor, seen, now):
                moved.append((anchor, now.place))
            placed.append(self._placed(key, value, anchor.kind, now))
        self._remember(moved)
        return placed

    def _remember(self, moved: Sequence[tuple[Anchor, Sighting]]) -> None:
        """Note down where code went. An answer does not fail because this is not possible."""
        if moved:
            with suppress(CtxsmithError):
                self._store.remember(moved)

    def _placed_pattern(self, key: str, value: Value) -> Placement:
        """A folder or glob means whatever files it holds now."""
        catalog = self._files.catalog
        paths = files_in(key, catalog) or files_matching(key, catalog)
        places = tuple(Place(path, (1, LAST_LINE), "") for path in paths)
        return Placement(_decision(key, value, Spec(key), NoteState.CURRENT, ""), places)

    def _placed(self, key: str, value: Value, kind: NoteKind, now: Whereabouts) -> Placement:
        spec, state, change = _spec(kind, now.place), now.state, now.change
        lines = (now.place.start_line, now.place.end_line)
        if kind is NoteKind.FILE and state is not NoteState.LOST:
            count = self._now.line_count(spec.path)
            lines = (1, count)
            if value["action"] == Action.EXCLUDE:
                lines = (1, LAST_LINE)
            elif not count:
                state, change = NoteState.LOST, "it has no lines any more"
        symbol = spec.symbol or ""
        places = () if state is NoteState.LOST else (Place(spec.path, lines, symbol),)
        return Placement(_decision(key, value, spec, state, change), places)

    # --- deciding ------------------------------------------------------------------------------------

    def deciding(self, wishes: Iterable[Wish], stored: StoredCuration) -> Changes:
        """The changes that decide what is wished, where `stored` has the decisions made so far."""
        placed = [placement.decision for placement in self.placements(stored)]
        wanted: dict[str, Value] = {}
        for wish in wishes:
            if wish.action is None:
                if key := self._key_to_take_back(wish.spec, placed):
                    wanted[key] = None
                continue
            spec, anchor = self._anchored(wish.action, wish.spec)
            wanted[_key_at(spec, placed)] = {
                "action": wish.action.value,
                "level": wish.level.value,
                "anchor": None if anchor is None else anchor_value(anchor),
                "by": wish.proposed_by,
            }
        return lambda current: _ordered(wanted, current)

    def _anchored(self, action: Action, given: str | Spec) -> tuple[Spec, Anchor | None]:
        """The place that a person means, and what holds it; nothing holds a folder or glob."""
        spec, files = _parsed(given), self._files
        if action is Action.EXCLUDE and (pattern := self._pattern(spec)):
            return Spec(pattern), None
        if action is Action.PIN:
            locate(spec, files.root, files.catalog, files.symbols)  # refuses what has no lines to show
        anchor = self._now.anchor(spec)
        return _spec(anchor.kind, sighting_of(anchor)), anchor

    def _pattern(self, spec: Spec) -> str:
        """The folder or glob that a SPEC is, '' when it is none."""
        catalog = self._files.catalog
        if spec.symbol is not None or spec.start_line is not None or spec.path in catalog.row_of_path:
            return ""
        if folder := locate_folder(spec.path, self._files.root, catalog):
            return folder
        return spec.path if is_glob(spec.path) and files_matching(spec.path, catalog) else ""

    def _key_to_take_back(self, given: str | Spec, placed: Sequence[PlacedDecision]) -> str:
        """The key of the decision that a person means; '' when nothing was decided about the place."""
        spec = _parsed(given)
        if key := _key_of(spec, placed) or _key_named(spec, placed):
            return key
        pattern = self._pattern(spec)
        if not pattern:
            place = locate(spec, self._files.root, self._files.catalog, self._files.symbols)
            is_file = spec.symbol is None and spec.start_line is None
            spec = Spec(place.path) if is_file else Spec(place.path, *place.lines)
            spec = Spec(place.path, symbol=place.symbol) if place.symbol else spec
        return _key_of(Spec(pattern) if pattern else spec, placed)


def decisions_of(stored: StoredCuration) -> list[tuple[str, Value]]:
    """Keys and values of the decisions of a curation, in the order in which they were made."""
    found = [
        (item.removeprefix(DECISION), value)
        for item, value in stored.items.items()
        if item.startswith(DECISION)
    ]
    with understanding():
        return sorted(found, key=lambda each: (each[1]["order"], each[0]))


def _parsed(given: str | Spec) -> Spec:
    return given if isinstance(given, Spec) else parse_spec(given)


def _spec(kind: NoteKind, place: Sighting) -> Spec:
    if kind is NoteKind.SYMBOL:
        return Spec(place.path, symbol=place.symbol)
    return Spec(place.path, place.start_line, place.end_line) if kind is NoteKind.SPAN else Spec(place.path)


def _decision(key: str, value: Value, spec: Spec, state: NoteState, change: str) -> PlacedDecision:
    with understanding():
        return PlacedDecision(
            key=key,
            action=Action(value["action"]),
            level=Level(value["level"]),
            spec=spec,
            state=state,
            change=change,
            proposed_by=str(value["by"]),
        )


def _key_of(spec: Spec, placed: Sequence[PlacedDecision]) -> str:
    """The key of the decision whose code is at a place now; '' when there is none."""
    here = (each for each in placed if each.spec == spec)
    best = min(here, key=lambda each: each.state is NoteState.LOST, default=None)
    return best.key if best else ""


def _key_named(spec: Spec, placed: Sequence[PlacedDecision]) -> str:
    return next((each.key for each in placed if each.key == str(spec)), "")


def _key_at(spec: Spec, placed: Sequence[PlacedDecision]) -> str:
    """The key for a decision about a place: that of the one there is, else the place's own name, with a
    number when that is the key of code that has gone elsewhere.
    """
    if key := _key_of(spec, placed):
        return key
    gone = {each.key for each in placed if each.state is not NoteState.LOST}
    key, number = str(spec), 1
    while key in gone:
        number += 1
        key = f"{spec} ({number})"
    return key


def _ordered(wanted: Mapping[str, Value], current: StoredCuration) -> dict[str, Value]:
    """New values of decisions, each with its place in the order: a decision that stands keeps its own."""
    items: dict[str, Value] = {}
    for number, (key, value) in enumerate(wanted.items()):
        item = DECISION + key
        if value is not None:
            old = current.items.get(item) or {}
            stands = old.get("action") == value["action"]
            value = {**value, "order": old["order"] if stands else [current.revision + 1, number]}
        items[item] = value
    return items


def clearing(current: StoredCuration) -> dict[str, Value]:
    """The changes that take back every decision."""
    return {item: None for item in current.items if item.startswith(DECISION)}


# --- whole curations -----------------------------------------------------------------------------------


def curation_from(
    stored: StoredCuration, placements: Sequence[Placement], defaults: PackDefaults = BUILT_IN
) -> Curation:
    """A curation with its decisions in their places; what it does not set itself is from `defaults`."""
    items = stored.items
    with understanding():
        budget = items.get("budget", defaults.budget)
        return Curation(
            name=stored.name,
            task=str(items.get("task", "")),
            decisions=tuple(placement.decision for placement in placements),
            weights=factors_of(stored),
            scope=scope_of(stored),
            budget="auto" if budget == "auto" else max(1, int(budget)),
            format=str(items.get("format", defaults.format)),
            tokenizer=str(items.get("tokenizer", defaults.tokenizer)),
            settings={name: str(value) for name, value in _below(stored, SETTING)},
            revision=stored.revision,
        )


def diff_of(curation: Curation) -> str | None:
    """The base of the diff that is part of a curation's task, '' for the work tree, None without a diff."""
    base = curation.settings.get(BASE)
    return "" if base == WORK_TREE else base


def factors_of(stored: StoredCuration) -> dict[str, float]:
    """The factors of signals that are not as shipped; those of signals of another version are left out."""
    with understanding():
        factors = {name: float(value) for name, value in _below(stored, WEIGHT) if name in SIGNALS}
    return {name: factor for name, factor in sorted(factors.items()) if 0 <= factor <= LARGEST_FACTOR}


def scope_of(stored: StoredCuration) -> tuple[str, ...]:
    """The folders and globs that limit what is ranked."""
    with understanding():
        return tuple(map(str, stored.items.get("scope", ())))


def _below(stored: StoredCuration, prefix: str) -> list[tuple[str, Value]]:
    items = sorted(stored.items.items())
    return [(item.removeprefix(prefix), value) for item, value in items if item.startswith(prefix)]


def summaries(stored: Sequence[StoredCuration], active: str) -> tuple[CurationSummary, ...]:
    """One line for each curation."""
    return tuple(_summary(each, active) for each in stored)


def _summary(stored: StoredCuration, active: str) -> CurationSummary:
    actions = [value["action"] for _, value in decisions_of(stored)]
    pins = actions.count(Action.PIN)
    task = str(stored.items.get("task", ""))
    is_active = stored.name == active
    return CurationSummary(stored.name, is_active, task, pins, len(actions) - pins, stored.edited)


# --- settings ------------------------------------------------------------------------------------------


def setting(
    *,
    task: str | None,
    budget: int | Literal["auto"] | None,
    format: str | None,
    tokenizer: str | None,
    scope: Sequence[str] | None,
    weights: Mapping[str, float] | None,
    settings: Mapping[str, str] | None,
) -> Changes:
    """The changes that set what is not None. Raises UsageError for what cannot be set."""
    wanted: dict[str, Value] = {}
    if task is not None:
        wanted["task"] = check_task(task) or None
    if budget is not None:
        if budget != "auto" and budget < 1:
            raise UsageError(f"a budget of {budget} tokens is none; give 1 or more, or 'auto'")
        wanted["budget"] = budget
    if format is not None:
        renderer(format)
        wanted["format"] = format
    if tokenizer is not None:
        wanted["tokenizer"] = tokenizer
    if scope is not None:
        scope_filter(scope)
        wanted["scope"] = list(scope) or None
    for name, factor in (weights or {}).items():
        wanted[WEIGHT + name] = _factor(name, factor)
    for name, text in (settings or {}).items():
        wanted[SETTING + name] = text or None
    if weights is None or weights:
        return lambda current: wanted
    return lambda current: {**{item: None for item in current.items if item.startswith(WEIGHT)}, **wanted}


def _factor(name: str, factor: float) -> float | None:
    """A factor as it is kept: None for 1, which takes it back."""
    if name not in SIGNALS:
        raise UsageError(f"no signal {printable(name)!r}; choose one of: {', '.join(sorted(SIGNALS))}")
    if not math.isfinite(factor) or not 0 <= factor <= LARGEST_FACTOR:
        raise UsageError(f"{factor} is no factor for {name}; give 0 to {LARGEST_FACTOR:g}, 1 is as shipped")
    return None if factor == 1 else float(factor)


def label_of(given: Mapping[str, Any]) -> str:
    """What a change of settings is called: the names of what it sets."""
    names = [name for name, value in given.items() if value is not None]
    return f"set {', '.join(names)}"
