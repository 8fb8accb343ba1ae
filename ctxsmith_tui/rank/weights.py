"""The weights that ship: points that a signal is worth at its full value of 1.

Fitted by `bench/fit_weights.py` on real issues, except for generated files and data, and for the target of
a task and its neighbours, which those hardly touch: they are set by hand. The scale is that of a listwise
softmax, so exp(score) is proportional to the chance that a candidate is wanted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FILE_WEIGHTS: Mapping[str, float] = {
    "words": 3.2,
    "title": 0.61,
    "passage": 1.87,
    "documentation": 0.23,
    "names": 0.67,
    "definitions": 0.19,
    "mentions": 0.93,
    "traces": 1.72,
    "literals": 2.65,
    "commits": 1.85,
    "frequency": 0.18,
    "tests": 0.82,
    "cochange": 0.75,
    "imported": 0.43,
    "length": -0.7,
    "entry": -0.41,
    "role-test": -3.83,
    "role-doc": -3.37,
    "role-config": -1.38,
    "role-generated": -2.0,
    "role-data": -2.0,
}

UNIT_WEIGHTS: Mapping[str, float] = {
    "file": 4.29,
    "file-rank": 0.86,
    "body": 1.51,
    "body-in-file": 2.18,
    "name": 0.84,
    "class-name": 0.91,
    "definition": 0.88,
    "literal": 1.52,
    "trace": 1.56,
    "target": 3.0,
    "neighbour": 1.5,
    "length": 0.92,
    "module-level": 0.55,
    "role-test": -1.6,
    "role-doc": -1.39,
    "role-generated": -2.0,
}


@dataclass(frozen=True, slots=True)
class Weights:
    """One table for files and one for units."""

    files: Mapping[str, float]
    units: Mapping[str, float]


SHIPPED = Weights(FILE_WEIGHTS, UNIT_WEIGHTS)

SIGNALS = frozenset({*FILE_WEIGHTS, *UNIT_WEIGHTS})


def adjusted(factors: Mapping[str, float]) -> Weights:
    """The shipped weights, those of the named signals times their factors, in both tables."""
    if not factors:
        return SHIPPED
    files, units = (
        {name: weight * factors.get(name, 1.0) for name, weight in table.items()}
        for table in (FILE_WEIGHTS, UNIT_WEIGHTS)
    )
    return Weights(files, units)


# For `search`: what is named by the words counts more than the file it stands in.
SEARCH = Weights(
    FILE_WEIGHTS,
    {
        **UNIT_WEIGHTS,
        "file": 0.3 * UNIT_WEIGHTS["file"],
        "file-rank": 0.0,
        "name": 3.0 * UNIT_WEIGHTS["name"],
        "definition": 4.0 * UNIT_WEIGHTS["definition"],
    },
)
