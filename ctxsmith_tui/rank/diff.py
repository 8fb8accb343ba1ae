"""A diff as a task: what it asks for, and the units that it changed as the first candidates of a pack."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ctxsmith_tui.graph.cone import Near
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.model import ChangedFile, Role
from ctxsmith_tui.rank.cone import FIRST, ConeUnits, followed_by_task, near_units, scores_of_task
from ctxsmith_tui.rank.files import DIGITS
from ctxsmith_tui.rank.query import STOPWORDS, Query
from ctxsmith_tui.rank.ranking import TaskRanking
from ctxsmith_tui.store.index_reader import DEAD
from ctxsmith_tui.store.postings import Field
from ctxsmith_tui.text.terms import WORD, is_compound, split_word

MOST_MENTIONS = 25  # units; a plain word that more mention says nothing
MOST_TERMS, MOST_IDENTIFIERS, MOST_PATHS = 120, 60, 200
ALONE, BESIDE_TASK = 0.5, 0.25  # weight of a word of the diff, without and with a task of its own
# beside the score that the task gives
_OF_ROLE = {Role.SOURCE: 0.0, Role.TEST: -4.0, Role.CONFIG: -6.0, Role.DOC: -10.0}
_OTHER_ROLE = -20.0  # generated files and data

_MENTION = -90.0  # of what is gone: before what calls something that is there, and was perhaps only moved
_LONGEST_LINE = 500  # characters of a line that are looked at
_DEFINITION = re.compile(
    r"\b(?:def|class|fn|func|function|fun|struct|enum|trait|interface|type|const|record|protocol|module)\s+"
    r"(?:\([^)]*\)\s*)?([A-Za-z_]\w{2,})"
    r"|^([A-Z][A-Z0-9_]{2,})\s*[:=]"
    r"|^[\w<>\[\],.&*:\s]+[\s*&]([A-Za-z_]\w{2,})\s*\([^;]*\{\s*$"
)

Lines = tuple[int, int]


def diff_query(
    query: Query, title: str, files: Sequence[ChangedFile], paths: Sequence[str], *, with_task: bool
) -> Query:
    """A query that also asks for what a diff is about: its paths, symbols and words of the lines of files.

    Without a task the diff is all that it asks for, and `title` is what it is called.
    """
    names: Counter[str] = Counter()
    terms: Counter[str] = Counter()
    for file in files:
        for hunk in file.hunks:
            names.update(part for part in hunk.symbol.split(".") if len(part) > 2)
            for line in hunk.lines:
                if line.kind != " ":
                    words = WORD.findall(line.text[:_LONGEST_LINE])
                    names.update(word for word in words if is_compound(word) and not word[0].isdigit())
                    terms.update(term for word in words for term in split_word(word))
    weight = BESIDE_TASK if with_task else ALONE
    found = {
        term: weight * (1.0 + math.log(count))
        for term, count in _most(terms, MOST_TERMS)
        if term not in STOPWORDS and not term.isdigit()
    }
    paths = paths[:MOST_PATHS]
    if not with_task:
        return Query(title, title, found, {}, dict(_most(names, MOST_IDENTIFIERS)), tuple(paths), (), ())
    return replace(
        query,
        terms={**found, **query.terms},
        identifiers={**dict(_most(names, MOST_IDENTIFIERS)), **query.identifiers},
        paths=tuple(dict.fromkeys([*query.paths, *paths])),
    )


def _most(counts: Counter[str], limit: int) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]


def diff_units(
    ranking: TaskRanking,
    changed: Mapping[str, Sequence[Lines]],
    program: Program | None,
    cone: Sequence[Near],
    gone: Sequence[str],
    budget: int,
) -> ConeUnits:
    """Candidates for a pack about changed lines: the units that hold them, what is around these, then what
    the task finds. `changed` maps a path to ranges of lines as they are on disk, `gone` are names that are
    no longer defined: who still mentions one is looked at.
    """
    catalog = ranking.context.catalog
    rows_of = {path: _units_at(ranking, path, lines) for path, lines in changed.items()}
    files = [catalog.row_of_path[path] for path in rows_of]
    files += [program.row_of(near.node) for near in cone] if program is not None else []
    score_of = scores_of_task(ranking, dict.fromkeys(files))
    found: dict[int, tuple[float, str]] = {}
    for path, rows in rows_of.items():
        role = worth_of_role(catalog.roles[catalog.row_of_path[path]])
        for row in rows:
            found[row] = (round(FIRST + role + score_of.get(row, 0.0), DIGITS), "changed")
    if program is not None:
        near_units(ranking, program, cone, score_of, found)
    for name, rows in _mentions(ranking, gone):
        for row in rows:
            score = round(FIRST + _MENTION + score_of.get(row, 0.0), DIGITS)
            found.setdefault(row, (score, f"mentions {name}, which is gone"))
    return followed_by_task(ranking, found, budget)


def worth_of_role(role: Role) -> float:
    """How much a change of such a file matters beside others."""
    return _OF_ROLE.get(role, _OTHER_ROLE)


def _mentions(ranking: TaskRanking, names: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    """The units, not too many, that mention each of some names that nothing defines."""
    context = ranking.context
    defined = {name for name, _, _ in context.reader.definitions(names)}
    terms = {name: next(iter(split_word(name)), "") for name in names if name not in defined}
    lists = context.reader.lookup(Field.BODY, sorted(set(terms.values()) - {""}))
    for name, term in terms.items():
        if term in lists:
            rows = context.catalog.unit_row[lists[term][0]]
            rows = rows[rows != DEAD]
            if is_compound(name) or len(rows) <= MOST_MENTIONS:
                yield name, sorted(rows.tolist())[:MOST_MENTIONS]


def gone_names(files: Iterable[ChangedFile]) -> list[str]:
    """Names that the old side defined and that no new line has, in alphabetical order."""
    old: set[str] = set()
    new: set[str] = set()
    for file in files:
        for hunk in file.hunks:
            for line in hunk.lines:
                if line.kind == "-":
                    found = _DEFINITION.search(line.text[:_LONGEST_LINE])
                    old.update(filter(None, found.groups() if found else ()))
                elif line.kind == "+":
                    new.update(WORD.findall(line.text[:_LONGEST_LINE]))
    return sorted(old - new)[:MOST_IDENTIFIERS]


def _units_at(ranking: TaskRanking, path: str, ranges: Iterable[Lines]) -> list[int]:
    """The rows of the units of a file that hold some of the lines."""
    catalog = ranking.context.catalog
    row = catalog.row_of_path[path]
    first, last = int(catalog.first_unit_row[row]), int(catalog.first_unit_row[row + 1])
    starts, ends = catalog.unit_start[first:last], catalog.unit_end[first:last]
    held = np.zeros(last - first, dtype=np.bool_)
    for start, end in ranges:
        held |= (starts <= end) & (ends >= start)
    return (np.flatnonzero(held) + first).tolist()
