"""What references and expressions mean, and how sure that is."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ctxsmith_tui.model import Certainty

CERTAINTIES = tuple(Certainty)
"""From the surest to the least sure."""


class Meaning(NamedTuple):
    """What a reference means: nodes, and how sure that is. `open` says that it may mean one of the
    repository's symbols, though nothing tells which.
    """

    nodes: tuple[int, ...] = ()
    certainty: Certainty = Certainty.EXACT
    open: bool = False


OUTSIDE = Meaning()
UNKNOWN = Meaning(open=True)


class Kind(StrEnum):
    """What an expression stands for; BASE is what a type inherits, SOMETHING a value of unknown type."""

    FILES = "files"
    SYMBOL = "symbol"
    INSTANCE = "instance"
    BASE = "base"
    SOMETHING = "something"
    OUTSIDE = "outside"


class Entity(NamedTuple):
    """A value while an expression is followed. `nodes` are rows of files for FILES, and nodes otherwise."""

    kind: Kind
    nodes: tuple[int, ...] = ()
    certainty: Certainty = Certainty.EXACT

    def no_surer_than(self, other: Entity) -> Entity:
        """The same, at most as sure as another."""
        return self._replace(certainty=max(self.certainty, other.certainty, key=CERTAINTIES.index))


ELSEWHERE = Entity(Kind.OUTSIDE)
SOMETHING = Entity(Kind.SOMETHING)
