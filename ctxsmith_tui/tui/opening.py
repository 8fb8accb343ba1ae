"""What is shown before anything was asked: the curation, list and pack of the last session."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ctxsmith_tui.curate.specs import parse_spec
from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.index import git
from ctxsmith_tui.kept.curations import curation_from, decisions_of
from ctxsmith_tui.model import Action, Curation, Level, NoteState, PlacedDecision
from ctxsmith_tui.pack.defaults import PackDefaults
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.store.curations_store import CurationsStore, StoredCuration
from ctxsmith_tui.store.json_values import understanding
from ctxsmith_tui.store.user_database import UserDatabase
from ctxsmith_tui.tui.remembered import restored
from ctxsmith_tui.tui.state import Phase, Snapshot

LAST_VIEW = "workbench"
NO_CURATION = Curation("", "", (), {}, (), 8_000, "markdown", "cl100k_base", {}, 0)
NOTHING_YET = Snapshot(NO_CURATION)


def first_snapshot(root: Path, settings: UserSettings = UserSettings()) -> Snapshot:  # noqa: B008 - frozen
    """The first state of a workbench on `root`, from the user's own database alone.

    Decisions stand where they were made; where their code is now is found while one looks at them.
    """
    empty = replace(NO_CURATION, budget=settings.budget, format=settings.format, tokenizer=settings.tokenizer)
    first = Snapshot(empty, branch=git.branch(root), phase=Phase.OPENING)
    database = UserDatabase(root)
    if not database.exists():
        return first
    store = CurationsStore(database)
    try:
        stored = store.get()
        first = replace(first, curation=_unplaced(stored, settings.pack_defaults))
        view = store.view(LAST_VIEW)
    except CtxsmithError as error:
        return replace(first, phase=Phase.FAILED, error=str(error))
    return restored(view, first) if view is not None else first


def _unplaced(stored: StoredCuration, defaults: PackDefaults) -> Curation:
    with understanding():
        decisions = tuple(
            PlacedDecision(
                key,
                Action(value["action"]),
                Level(value.get("level", Level.FULL)),
                parse_spec(key),
                NoteState.CURRENT,
                "",
            )
            for key, value in decisions_of(stored)
        )
    return replace(curation_from(stored, (), defaults), decisions=decisions)
