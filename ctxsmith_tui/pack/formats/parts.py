"""The parts of a pack's text, and in which lines of it each thing is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

REMEMBERED_BLOCKS = 2_048  # whose wording a format keeps: of a pack that is made again few change

Subject = tuple[str, int]
"""A path and the first line of code that is shown of it, 0 for its line of the map."""


@dataclass(frozen=True, slots=True)
class Part:
    """Lines of the text that show one thing; `before_code` of them come before its code."""

    text: str
    subject: Subject
    before_code: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is shown: first and last line of the text, and that of its code (0: none), from 1."""

    lines: tuple[int, int]
    code_line: int


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text as its parts, each followed by a newline; those that are no `Part` show no single thing."""

    parts: tuple[str | Part, ...] = ()

    def strings(self) -> Iterator[str]:
        """The text of each part."""
        return (part if isinstance(part, str) else part.text for part in self.parts)

    @property
    def text(self) -> str:
        """The whole text; '' without any part."""
        return "\n".join(self.strings()) + "\n" if self.parts else ""

    def places(self) -> dict[Subject, Place]:
        """Where each thing is shown."""
        found: dict[Subject, Place] = {}
        line = 1
        for part in self.parts:
            if isinstance(part, str):
                line += part.count("\n") + 1
                continue
            last = line + part.text.count("\n")
            code = line + part.before_code if part.subject[1] else 0
            found[part.subject] = Place((line, last), code)
            line = last + 1
        return found
