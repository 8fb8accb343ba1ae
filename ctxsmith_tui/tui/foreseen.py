"""A curation as it will be once a change is kept: shown at once, until what was kept is read back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ctxsmith_tui.model import Action, Curation, Level, NoteState, PlacedDecision, Spec


def decided(curation: Curation, action: Action | None, spec: Spec, level: Level) -> Curation:
    """With a place pinned or excluded, or with its decision taken back (None)."""
    others = tuple(each for each in curation.decisions if each.spec != spec)
    if action is None:
        return replace(curation, decisions=others)
    decision = PlacedDecision(str(spec), action, level, spec, NoteState.CURRENT, "")
    return replace(curation, decisions=(*others, decision))


def changed(curation: Curation, **changes: Any) -> Curation:
    """With other values of its fields; of `settings` and `weights` those named, of which an empty setting and
    the factor 1 take back what was there.
    """
    for name, nothing in (("settings", ""), ("weights", 1)):
        if name in changes:
            merged = {**getattr(curation, name), **changes[name]}
            changes[name] = {key: value for key, value in merged.items() if value != nothing}
    return replace(curation, **changes)
