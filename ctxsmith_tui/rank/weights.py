"""The weights that ship: points that a signal is worth at its full value of 1.

Fitted by `bench/fit_weights.py` on real issues, except for generated files and data, which
those hardly touch: they are set by hand. The scale is that of a listwise softmax, so exp(score) is
proportional to the chance that a candidate is wanted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FILE_WEIGHTS: Mapping[str, float] = {
    "words": 3.33,
    "title": 0.51,
    "passage": 1.72,
    "documentation": 0.2,
    "names": 0.58,
    "definitions": 0.17,
    "mentions": 0.97,
    "traces": 1.75,
    "literals": 2.72,
    "commits": 1.78,
    "frequency": 0.09,
    "tests": 0.88,
    "cochange": 0.75,
    "imported": 0.5,
    "length": -0.54,
    "entry": -0.44,
    "role-test": -4.01,
    "role-doc": -3.48,
    "role-config": -1.4,
    "role-generated": -2.0,
    "role-data": -2.0,
}

UNIT_WEIGHTS: Mapping[str, float] = {
    "file": 3.69,
    "file-rank": 1.28,
    "body": 1.68,
    "body-in-file": 1.93,
    "name": 0.88,
    "class-name": 0.69,
    "definition": 0.84,
    "literal": 1.64,
    "trace": 1.62,
    "length": 0.81,
    "module-level": 0.43,
    "role-test": -1.76,
    "role-doc": -1.7,
    "role-generated": -2.0,
}


@dataclass(frozen=True, slots=True)
class Weights:
    """One table for files and one for units."""

    files: Mapping[str, float]
    units: Mapping[str, float]


SHIPPED = Weights(FILE_WEIGHTS, UNIT_WEIGHTS)

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
