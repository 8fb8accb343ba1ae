"""Anchors, sightings and notes as JSON values, as items and steps keep them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.model import NoteKind
from ctxsmith_tui.store.notes_store import Anchor, Sighting, StoredNote

Value = Any
"""What JSON can hold; None stands for no value."""


def to_text(value: Value) -> str | None:
    """A value as it is stored: in ASCII, so that no surrogate of a file name is lost; None for None."""
    return None if value is None else json.dumps(value, separators=(",", ":"))


def from_text(text: str | None) -> Value:
    """The value of a stored text. Raises CtxsmithError for what is none."""
    with understanding():
        return None if text is None else json.loads(text)


@contextmanager
def understanding() -> Iterator[None]:
    """Raises CtxsmithError when a stored value is not what its reader expects."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise CtxsmithError(
            f"tui-notes.db holds a value that cannot be read ({type(error).__name__}: {error}); restore the "
            "file from a backup, or move it away"
        ) from error


def anchor_value(anchor: Anchor) -> Value:
    """An anchor as a value without what is empty in it."""
    fields = {name: getattr(anchor, name) for name in Anchor.__slots__}
    lists = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    return {name: value for name, value in lists.items() if value}


def anchor_of(value: Value) -> Anchor:
    """The anchor of a value. Raises CtxsmithError for what is none."""
    with understanding():
        fields: dict[str, Any] = {
            name: tuple(each) if isinstance(each, list) else each for name, each in value.items()
        }
        return Anchor(**(fields | {"kind": NoteKind(value["kind"])}))


def sighting_value(seen: Sighting) -> Value:
    """A sighting as a value."""
    return [seen.path, seen.symbol, seen.start_line, seen.end_line, seen.file_hash]


def sighting_of_value(value: Value) -> Sighting:
    """The sighting of a value. Raises CtxsmithError for what is none."""
    with understanding():
        return Sighting(*value)


def note_value(note: StoredNote | None) -> Value:
    """A whole note as a value."""
    if note is None:
        return None
    return {
        "id": note.id,
        "uid": note.uid,
        "text": note.text,
        "created": note.created,
        "edited": note.edited,
        "anchor": anchor_value(note.anchor),
        "seen": sighting_value(note.seen),
    }


def note_of(value: Value) -> StoredNote:
    """The note of a value. Raises CtxsmithError for what is none."""
    with understanding():
        anchor, seen = anchor_of(value["anchor"]), sighting_of_value(value["seen"])
        return StoredNote(**{**value, "anchor": anchor, "seen": seen})
