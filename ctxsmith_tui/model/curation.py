"""What a person decided about a task: its curation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from ctxsmith_tui.model.code import Level
from ctxsmith_tui.model.notes import NoteState
from ctxsmith_tui.model.places import Spec


class Action(StrEnum):
    """What is decided about a place."""

    PIN = "pin"
    EXCLUDE = "exclude"


@dataclass(frozen=True, slots=True)
class PlacedDecision:
    """A decision and where its code is now.

    `key` identifies it within its curation: the place as it was when it was decided about, or the folder or
    glob of an exclusion. Of a lost one `spec` is where the code was last. `level` is the one a pin asks for.
    `change` says in a few words what happened to the code. `proposed_by` is '' for a person's own.
    """

    key: str
    action: Action
    level: Level
    spec: Spec
    state: NoteState
    change: str
    proposed_by: str = ""


@dataclass(frozen=True, slots=True)
class Curation:
    """A task with all that was decided about it. `name` is '' for the one without a name.

    `decisions` are in the order in which they were made. `weights` are factors of signals, by their names;
    those that are missing count as shipped (1.0). `budget` is in tokens. `revision` rises with every change.
    """

    name: str
    task: str
    decisions: tuple[PlacedDecision, ...]
    weights: Mapping[str, float]
    scope: tuple[str, ...]
    budget: int | Literal["auto"]
    format: str
    tokenizer: str
    settings: Mapping[str, str]
    revision: int


class CurationSummary(NamedTuple):
    """One line of a list of curations; `edited` is in unix seconds."""

    name: str
    active: bool
    task: str
    pins: int
    exclusions: int
    edited: int


class Undone(NamedTuple):
    """A step that was taken back or made again.

    `changed` names the items that have another value now (such as `decision/src/app.py`, `weight/words`,
    `task`, `note/UID`, `review/UID`), `skipped` those that somebody else had changed since.
    """

    label: str
    changed: tuple[str, ...]
    skipped: tuple[str, ...]
