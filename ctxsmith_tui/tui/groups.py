"""The signals in the few groups that a list has room for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from ctxsmith_tui.model import Contribution


class Group(StrEnum):
    """What kind of thing a signal looks at; the value is the head of its column."""

    TEXT = "T"
    NAME = "N"
    HISTORY = "H"
    STRUCTURE = "S"
    SEMANTIC = "M"

    @property
    def label(self) -> str:
        """The group's name."""
        return self.name.capitalize()


_GROUP_OF = {
    **dict.fromkeys(("words", "title", "passage", "documentation", "literals"), Group.TEXT),
    **dict.fromkeys(("body", "body-in-file", "literal"), Group.TEXT),
    **dict.fromkeys(("names", "definitions", "mentions", "traces"), Group.NAME),
    **dict.fromkeys(("name", "class-name", "definition", "trace", "target"), Group.NAME),
    **dict.fromkeys(("commits", "frequency", "cochange"), Group.HISTORY),
    **dict.fromkeys(("semantic",), Group.SEMANTIC),
}

# Thousands of contributions are added up whenever the list changes: members of an enumeration hash slowly.
_COLUMN_OF_GROUP = {group: column for column, group in enumerate(Group)}
_COLUMN_OF = {signal: _COLUMN_OF_GROUP[group] for signal, group in _GROUP_OF.items()}
_OTHER = _COLUMN_OF_GROUP[Group.STRUCTURE]

_LEVELS = " ▁▂▃▄▅▆▇█"
_NEGATIVE = " -="  # signed without colour, and unlike any bar


def group_of(signal: str) -> Group:
    """The group of a signal; what is about the place of a file among others is structure."""
    return _GROUP_OF.get(signal, Group.STRUCTURE)


def group_points(contributions: Iterable[Contribution]) -> tuple[float, ...]:
    """Points of each group in the order of the groups; they add up to the score."""
    points = [0.0] * len(_COLUMN_OF_GROUP)
    for contribution in contributions:
        points[_COLUMN_OF.get(contribution.signal, _OTHER)] += contribution.points
    return tuple(points)


def mini_bars(points: Sequence[float], largest: float) -> str:
    """One cell a group: a bar of eighths for points that speak for it, `-` or `=` for those against."""
    return "".join(_cell(each, largest) for each in points)


def _cell(points: float, largest: float) -> str:
    if not points or not largest:
        return " "
    share = min(1.0, abs(points) / largest)
    if points < 0:
        return _NEGATIVE[1 if share < 0.5 else 2]
    return _LEVELS[max(1, round(share * 8))]
