"""The weights that ship: points a signal is worth at its full value of 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FILE_WEIGHTS: Mapping[str, float] = {
    "words": 1.0,
    "title": 0.4,
    "passage": 0.5,
    "documentation": 0.1,
    "names": 0.3,
    "definitions": 0.3,
    "mentions": 0.3,
    "traces": 0.0,
    "literals": 0.2,
    "commits": 0.3,
    "frequency": 0.2,
    "tests": 0.1,
    "cochange": 0.05,
    "imported": 0.05,
    "length": -0.05,
    "entry": -0.05,
    "role-test": -0.6,
    "role-doc": -0.3,
    "role-config": -0.3,
    "role-generated": -0.6,
    "role-data": -0.6,
}

UNIT_WEIGHTS: Mapping[str, float] = {
    "file": 1.2,
    "body": 1.6,
    "body-in-file": 1.8,
    "body-rank": 0.9,
    "title": 0.9,
    "name": 2.0,
    "name-rank": 0.7,
    "class-name": 0.3,
    "documentation": 0.2,
    "definition": 0.5,
    "called": 0.2,
    "literal": 0.5,
    "trace": 0.5,
    "length": 0.9,
    "module-level": -0.3,
    "role-test": -1.6,
    "role-doc": -0.8,
}


@dataclass(frozen=True, slots=True)
class Weights:
    """One table for files and one for units."""

    files: Mapping[str, float]
    units: Mapping[str, float]


SHIPPED = Weights(FILE_WEIGHTS, UNIT_WEIGHTS)

# For `search`: what is named or documented by the words counts more than where it stands.
SEARCH = Weights(
    FILE_WEIGHTS,
    {
        **UNIT_WEIGHTS,
        "name": 2.0 * UNIT_WEIGHTS["name"],
        "documentation": 4.0 * UNIT_WEIGHTS["documentation"],
        "definition": 6.0 * UNIT_WEIGHTS["definition"],
    },
)
