"""Places that the task names: paths, modules, frames of stack traces, and text quoted word for word."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from ctxsmith_tui.model import Role
from ctxsmith_tui.rank.context import Context, Feature
from ctxsmith_tui.rank.signals.evidence import quoted
from ctxsmith_tui.text.terms import terms_of

MOST_FILES = 12  # a mention that fits more files than this names none
MOST_FILES_READ = 40
DEEPEST = 64  # names of a path or module that are compared: a pasted text may have thousands
MOST_FILES_OF_A_LITERAL = 25
_VARIABLE_PARTS = re.compile(r"""['"`{}<>%$\[\]()]+|\b\d+\b""")


def mentions(context: Context) -> Feature:
    """Files whose path, or dotted module name, stands in the task; each mention is shared by its files."""
    values = np.zeros(len(context.catalog.paths))
    notes: dict[int, list[str]] = defaultdict(list)
    for mention in context.query.paths:
        files = resolve_mention(context, mention)
        for file in files:
            values[file] += 1.0 / len(files)
            notes[file].append(f"“{mention}”")
    return Feature(np.minimum(values, 1.0), lambda file: quoted(notes, file))


def resolve_mention(context: Context, mention: str) -> list[int]:
    """Rows of the files that a path or dotted name can mean; none when it is too vague."""
    if "/" in mention or _has_file_of_that_name(context, mention):
        files = _by_path_end(context, mention)
    else:
        files = _by_module(context, mention.split("."))
    return files if len(files) <= MOST_FILES else []


def _has_file_of_that_name(context: Context, mention: str) -> bool:
    return mention.rpartition("/")[2] in context.catalog.rows_of_name


def _by_path_end(context: Context, mention: str) -> list[int]:
    """Files whose path ends in the mention; absolute and foreign prefixes are shortened until one fits."""
    parts = mention.split("/")[-DEEPEST:]
    paths = context.catalog.paths
    same_name = context.catalog.rows_of_name.get(parts[-1], ())
    for start in range(len(parts) if same_name else 0):
        if start > 0 and len(parts) - start < 2 and len(parts) > 1:
            break  # a bare file name is only trusted when it was written bare
        tail = "/".join(parts[start:])
        if files := [row for row in same_name if paths[row] == tail or paths[row].endswith("/" + tail)]:
            return files
    return []


def _by_module(context: Context, parts: list[str]) -> list[int]:
    """Files for `package.module.Name`: the longest leading part, two names at least, that is a module."""
    for end in range(min(len(parts), DEEPEST), 1, -1):
        tail = "/".join(parts[:end])
        if files := context.catalog.rows_of_module(tail):
            return list(files)
    return []


def traces(context: Context) -> Feature:
    """The innermost two frames of a stack trace that lie in the repository."""
    values = np.zeros(len(context.catalog.paths))
    notes: dict[int, list[str]] = defaultdict(list)
    seen = 0
    for frame in context.query.frames:
        files = _by_path_end(context, frame.path.replace("\\", "/").lstrip("/"))
        if 0 < len(files) <= MOST_FILES and seen < 2:
            seen += 1
            for file in files:
                values[file] += 1.0 / (seen * len(files))
                notes[file].append(f"{frame.path}:{frame.line}")
    return Feature(np.minimum(values, 1.0), lambda file: quoted(notes, file))


def literals(context: Context) -> Feature:
    """Files that hold a quoted string or error message of the task word for word."""
    values = np.zeros(len(context.catalog.paths))
    notes: dict[int, list[str]] = defaultdict(list)
    for fragment, files in context.once(find_literals):
        for file, line in files:
            values[file] += 1.0 / len(files)
            notes[file].append(f"“{fragment}” at line {line}")
    return Feature(np.minimum(values, 1.0), lambda file: quoted(notes, file)[:4])


def find_literals(context: Context) -> list[tuple[str, list[tuple[int, int]]]]:
    """(fragment, [(file row, line)]) for each fragment of a literal that stands in few enough files."""
    found: list[tuple[str, list[tuple[int, int]]]] = []
    texts: dict[int, str] = {}
    for fragment in _fragments(context.query.literals):
        candidates = _files_with_all(context, fragment)
        if not 0 < len(candidates) <= MOST_FILES_OF_A_LITERAL:
            continue
        holders: list[tuple[int, int]] = []
        for file in candidates:
            if file not in texts:
                if len(texts) >= MOST_FILES_READ:
                    continue
                texts[file] = context.read_text(context.catalog.paths[file])
            place = texts[file].find(fragment)
            if place >= 0:
                holders.append((file, texts[file].count("\n", 0, place) + 1))
        if holders:
            found.append((fragment, holders))
    return found


def _fragments(values: Iterable[str]) -> Iterator[str]:
    """The literals, then their constant parts: a message in the source has placeholders for the rest."""
    seen: set[str] = set()
    for literal in values:
        parts = [part.strip(" .,:;!?") for part in _VARIABLE_PARTS.split(literal)]
        for fragment in (literal, *(part for part in parts if len(part.split()) >= 3)):
            if fragment not in seen:
                seen.add(fragment)
                yield fragment


def _files_with_all(context: Context, fragment: str) -> list[int]:
    """Files that hold every indexed word of a fragment, sources first."""
    matches = context.file_body
    numbers = {term: number for number, term in enumerate(matches.terms)}
    wanted = sorted({numbers[term] for term in terms_of(fragment) if term in numbers})
    if not wanted:
        return []
    holding = np.zeros(matches.size, dtype=np.int64)
    np.add.at(holding, matches.row[np.isin(matches.term, wanted)], 1)
    roles = context.catalog.roles
    return sorted(
        np.flatnonzero(holding == len(wanted)).tolist(), key=lambda row: (roles[row] is not Role.SOURCE, row)
    )
