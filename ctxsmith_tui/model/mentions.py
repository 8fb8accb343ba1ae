"""What a text, such as a model's reply, asks for by name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of the repository that a text names: as written there, as a SPEC, and what it is."""

    text: str
    spec: str
    what: str


@dataclass(frozen=True, slots=True)
class Mentioned:
    """What a text names: places that exist, and names of files or symbols that do not, each in its order."""

    found: tuple[Mention, ...]
    unknown: tuple[str, ...]
