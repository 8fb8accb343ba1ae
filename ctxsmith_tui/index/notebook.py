"""Jupyter notebooks: only the sources of cells are worth searching, not outputs and metadata."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

_OPENS = re.compile(r'^\s*"source"\s*:\s*\[\s*$')
_CLOSES = re.compile(r"^\s*\],?\s*$")


def source_lines(lines: Sequence[str]) -> list[str]:
    """The lines of a notebook file with everything outside cell sources blanked, so that numbers stay.

    Notebooks are written one source line a line; one that is not (a single-line JSON) stays as it is.
    """
    kept: list[str] = []
    inside = False
    for line in lines:
        if inside and _CLOSES.match(line):
            inside = False
        kept.append(line if inside else "")
        if not inside and _OPENS.match(line):
            inside = True
    return kept if any(kept) else list(lines)


# --- code --------------------------------------------------------------------------------------------

_STRING_LINE = re.compile(r'\s*"((?:[^"\\]+|\\.)*+)",?\s*')
_MARK = "\ue000"
_KERNEL_OF_OLD = "python"  # of notebooks that do not say what they run on

# What a cell magic runs is Python only for these; a line in one of the shapes below is none.
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_MAGICS_OF_PYTHON = frozenset({"time", "timeit", "capture", "prun", "memit", "mprun", "python", "python3"})
_NO_PYTHON = re.compile(r"(\s*)(?:%{1,2}[A-Za-z_]|!(?!=)|\?|[\w.]+\?{1,2}\s*$)")
_SHELL_VALUE = re.compile(r"(\s*[\w., ]+=\s*)(?:%[A-Za-z_]|!(?!=))")


class NotebookCode(NamedTuple):
    """The code of a notebook, each line at its place in the file; `language` is what its kernel runs.

    `complete` is false when some code is not written one line a line, or the file is no notebook.
    """

    language: str
    lines: list[str]
    complete: bool


def code_lines(lines: Sequence[str]) -> NotebookCode:
    """The code in the lines of a notebook file."""
    code = [""] * len(lines)
    try:
        book = json.loads("\n".join(_marked(lines)))
    except (ValueError, RecursionError):
        return NotebookCode(_KERNEL_OF_OLD, code, False)
    language, complete = _language(book), True
    for cell in _items(book, "cells"):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            placed, whole = _placed(cell.get("source"), len(lines))
            complete = complete and whole
            for number, line in _python(placed) if language in ("python", "ipython") else placed:
                code[number] = line
    return NotebookCode(language, code, complete and isinstance(book, dict))


def _marked(lines: Sequence[str]) -> Iterator[str]:
    """The lines, with its own number at the start of every string that is a line of its own."""
    for number, line in enumerate(lines):
        string = _STRING_LINE.fullmatch(line)
        yield (
            line
            if string is None
            else f"{line[: string.start(1)]}{_MARK}{number}{_MARK}{line[string.start(1) :]}"
        )


def _placed(source: Any, line_count: int) -> tuple[list[tuple[int, str]], bool]:
    """(place in the file, text) of each line of a cell, and whether all of them have a place."""
    placed: list[tuple[int, str]] = []
    if not isinstance(source, list):
        return placed, not source
    for item in source:
        _, _, marked = item.partition(_MARK) if isinstance(item, str) else ("", "", "")
        number, _, line = marked.partition(_MARK)
        line = line.rstrip("\r\n")
        if number.isdecimal() and int(number) < line_count and "\n" not in line and "\r" not in line:
            placed.append((int(number), line))
    return placed, len(placed) == len(source)


def _python(placed: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """A cell's lines with `pass` or `None` in the place of magics and shell commands."""
    magic = next((_CELL_MAGIC.match(line) for _, line in placed if line.strip()), None)
    if magic is not None and magic[1] not in _MAGICS_OF_PYTHON:
        return
    goes_on = False
    for number, line in placed:
        if goes_on:
            goes_on, line = line.endswith("\\"), ""
        elif (command := _NO_PYTHON.match(line)) is not None:
            goes_on, line = line.endswith("\\"), f"{command[1]}pass"
        elif (value := _SHELL_VALUE.match(line)) is not None:
            goes_on, line = line.endswith("\\"), f"{value[1]}None"
        yield number, line


def _language(book: Any) -> str:
    for part, key in (("language_info", "name"), ("kernelspec", "language")):
        named = _get(_get(_get(book, "metadata"), part), key)
        if isinstance(named, str) and named:
            return named.lower()
    return _KERNEL_OF_OLD


def _get(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _items(value: Any, key: str) -> list[Any]:
    found = _get(value, key)
    return found if isinstance(found, list) else []
