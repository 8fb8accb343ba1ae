"""Remembering answers that may hang on themselves: imports in circles, variables made of each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


class Memo(Generic[Key, Answer]):
    """Answers by key. One that is asked for while it is looked for is `cut` off, as is a way of more than
    `most_steps` questions inside of each other.

    An answer to which a cut contributed may be known only from where it began. It is remembered until the
    outermost question is answered, so that the work stays small, and then forgotten, so that no answer
    hangs on the order of questions.
    """

    def __init__(self, cut: Answer, most_steps: int = 1_000_000) -> None:
        self._cut = cut
        self._most_steps = most_steps
        self._known: dict[Key, Answer] = {}
        self._provisional: dict[Key, Answer] = {}
        self._open: set[Key] = set()
        self.cuts = 0
        """How often something was cut off so far."""

    @property
    def is_idle(self) -> bool:
        """Whether no question is being answered."""
        return not self._open

    def is_open(self, key: Key) -> bool:
        """Whether a question is being answered."""
        return key in self._open

    def once(self, key: Key, find: Callable[[], Answer]) -> Answer:
        """The answer to a question, found by `find` at most once."""
        if key in self._known:
            return self._known[key]
        if key in self._provisional:
            self.cuts += 1
            return self._provisional[key]
        if key in self._open or len(self._open) > self._most_steps:
            self.cuts += 1
            return self._cut
        cuts = self.cuts
        self._open.add(key)
        try:
            found = find()
        finally:
            self._open.discard(key)
        if not self._open or cuts == self.cuts:
            self._known[key] = found
        else:
            self._provisional[key] = found
        if not self._open:
            self._provisional.clear()
        return found

    def aside(self, key: Key, find: Callable[[], Answer]) -> Answer:
        """What `find` finds while a question counts as being answered; it is not remembered."""
        if key in self._open:
            self.cuts += 1
            return self._cut
        self._open.add(key)
        try:
            return find()
        finally:
            self._open.discard(key)
