"""Which files differ between the generations of the index that one engine saw."""

from __future__ import annotations

from collections import deque

from ctxsmith_tui.store.index_reader import Catalog

MOST_STEPS = 100  # that are remembered, from one generation to the next


class Generations:
    """The generations of the index that an engine saw, as steps: from each of them, the files that differ in
    the next.
    """

    def __init__(self) -> None:
        self._steps: deque[tuple[int, frozenset[str]]] = deque(maxlen=MOST_STEPS)

    def step(self, before: Catalog, after: Catalog) -> None:
        """One generation followed another."""
        self._steps.append((before.generation, differing(before, after)))

    def changed_since(self, generation: int) -> frozenset[str]:
        """The files of all steps since a generation; none for one that is not, or no longer, known."""
        changed: set[str] = set()
        for before, paths in reversed(self._steps):
            changed |= paths
            if before == generation:
                return frozenset(changed)
        return frozenset()

    def forget(self) -> None:
        """Know no generation any more."""
        self._steps.clear()


def differing(before: Catalog, after: Catalog) -> frozenset[str]:
    """Paths of the files that one of two generations has not, or with another content."""
    files = set(zip(before.paths, before.hashes, strict=True))
    return frozenset(
        path for path, _ in files.symmetric_difference(zip(after.paths, after.hashes, strict=True))
    )
