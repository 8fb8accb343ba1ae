"""What everything in the shop builds on."""

from __future__ import annotations

import functools
from typing import Optional

LIMIT = 100


def logged(prefix: str):
    """A decorator with an argument: `def fake(): ...` is no code."""

    def wrap(function):
        @functools.wraps(function)
        def inner(*arguments):
            announce(prefix)
            return function(*arguments)

        return inner

    return wrap


def announce(text: str) -> None: ...


class Entity:
    """Has a name."""

    registry: Registry

    def __init__(self, name: str) -> None:
        self.name = name

    def label(self) -> str:
        return self.clean().title()

    def clean(self) -> str:
        return self.name

    def settle(self) -> None: ...

    @classmethod
    def build(cls, name: str) -> Entity:
        return cls(name)


class Priced(Entity):
    # Größe in a comment
    @property
    def price(self) -> int:
        return LIMIT

    def reduced(self, announce):
        announce("shadowed by the parameter")
        return self.label()


class Registry:
    entries: dict[str, Entity]

    def register(self, entity: "Optional[Entity]") -> None:
        entity.label()

    def settle(self) -> None: ...
