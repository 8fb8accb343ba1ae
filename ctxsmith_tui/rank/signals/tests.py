"""From tests to what they test: a test that matches the task speaks for its subject."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from ctxsmith_tui.graph.modules import imported_sources
from ctxsmith_tui.model import Role
from ctxsmith_tui.rank.context import Context, Feature
from ctxsmith_tui.rank.matches import scaled
from ctxsmith_tui.rank.signals.evidence import quoted
from ctxsmith_tui.rank.signals.words import passage, words

NEAREST = 8  # test files
IMPORTED_SHARE = 0.5  # of what the file of the same name gets, divided by the number of imports
_AFFIXES = re.compile(
    r"""^(?:tests?|spec)[_.-] | ^Tests?(?=[A-Z])
    | [_.-](?:tests?|specs?|unittests?|test-d|e2e|e2e-spec|cy|bench)$
    | (?<=[a-z0-9])(?:Tests?|TestCase|UITests|IT|Specs?|Suite)$""",
    re.VERBOSE,
)
# Where a folder or the suffix alone says that a file is a test, it is called as what it tests.
_TEST_SUFFIXES = frozenset({"bats", "t", "phpt"})
_FREE_SUFFIXES = _TEST_SUFFIXES | set("rs js jsx mjs cjs ts tsx mts cts c cc cpp cxx zig hs lhs sh".split())
_NO_SUBJECT = frozenset(
    "mod main lib index common util utils helper helpers setup support fixtures data mocks".split()
)
# Languages that are mixed in one program: a test in one may be about a source in another.
_FAMILIES = (
    frozenset({"javascript", "typescript", "tsx", "vue", "svelte"}),
    frozenset({"c", "cpp", "objc"}),
    frozenset({"java", "kotlin", "scala", "groovy"}),
)


def tests(context: Context) -> Feature:
    """Sources that the best matching tests are named after or import."""
    catalog = context.catalog
    scores = (context.once(words).values + context.once(passage).values) * context.has_role(Role.TEST)
    values = np.zeros(len(catalog.paths))
    notes: dict[int, list[str]] = defaultdict(list)
    for test in np.argsort(-scores, kind="stable")[:NEAREST].tolist():
        if scores[test] <= 0:
            break
        named = subjects_by_name(context, test)
        imported = [
            file for file in imported_sources(context.reader, context.catalog, test) if file not in named
        ]
        for file in named:
            values[file] += scores[test] / len(named)
            notes[file].append(f"tested by {catalog.paths[test]}")
        for file in imported:
            values[file] += IMPORTED_SHARE * scores[test] / len(imported)
            notes[file].append(f"imported by {catalog.paths[test]}")
    return Feature(scaled(values), lambda file: quoted(notes, file)[:3])


def subject_stem(path: str) -> str:
    """The name of what a test file tests: `tests/test_utils.py` -> `utils`; '' when its name says nothing."""
    stem, _, suffix = path.rpartition("/")[2].rpartition(".")
    if _AFFIXES.search(stem):
        return _AFFIXES.sub("", stem)
    return stem if suffix in _FREE_SUFFIXES and stem.lower() not in _NO_SUBJECT else ""


def subjects_by_name(context: Context, test: int) -> list[int]:
    """Sources with the stem of a test: those of its language, then those sharing most of its folders."""
    catalog = context.catalog
    stem = subject_stem(catalog.paths[test])
    found = [row for row in catalog.rows_of_stem.get(stem, ()) if catalog.roles[row] is Role.SOURCE]
    spoken = catalog.languages[test]
    family = next((each for each in _FAMILIES if spoken in each), {spoken})
    found = [row for row in found if catalog.languages[row] in family] or found
    if len(found) < 2:
        return found
    folders = set(catalog.paths[test].split("/")[:-1])
    shared = {row: len(folders & set(catalog.paths[row].split("/")[:-1])) for row in found}
    best = max(shared.values())
    return [row for row in found if shared[row] == best]
