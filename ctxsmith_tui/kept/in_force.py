"""What of a curation holds for an answer, and how that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ctxsmith_tui.kept.decided import Decided
from ctxsmith_tui.rank.weights import Weights
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.store.curations_store import StoredCuration

MOST_SCOPES = 5  # in a sentence


class InForce(NamedTuple):
    """Weights and scope of an answer. `curation` is the one in use, None when none has any effect;
    of its own are `changed_weights` factors, and the scope if `has_own_scope`.
    """

    weights: Weights
    scope: tuple[str, ...]
    curation: StoredCuration | None = None
    changed_weights: int = 0
    has_own_scope: bool = False

    @property
    def title(self) -> str:
        """How the curation in use is named in a sentence."""
        name = "" if self.curation is None else self.curation.name
        return f'curation "{printable(name)}"' if name else "this work tree's curation"

    @property
    def scope_origin(self) -> str:
        """Whose scope it is, in brackets, where nobody gave it with the request."""
        return f" (of {self.title})" if self.has_own_scope else ""

    def notices(self) -> tuple[str, ...]:
        """What of a curation is in force in a ranking; none when nothing is."""
        said = self.sentence()
        return (said.rstrip("."),) if said else ()

    def sentence(self, *, pins: int = 0, exclusions: int = 0) -> str:
        """What of a curation is in force in a pack with so many of its decisions; '' for nothing."""
        counted = (
            (pins, "pin", ""),
            (exclusions, "exclusion", ""),
            (self.changed_weights, "weight", " changed"),
        )
        parts = [
            f"{count:,} {noun}{'s' if count > 1 else ''}{suffix}" for count, noun, suffix in counted if count
        ]
        if self.has_own_scope:
            more = len(self.scope) - MOST_SCOPES
            names = ", ".join(map(printable, self.scope[:MOST_SCOPES]))
            parts.append(f"scope {names} and {more:,} more" if more > 0 else f"scope {names}")
        return f"{self.title[0].upper()}{self.title[1:]}: {', '.join(parts)}." if parts else ""


class Settled(NamedTuple):
    """The decisions that hold for a pack. `source` says which curation they are from, '' when it has no
    part in it; `pinned_by` names it where pins are its own.
    """

    decided: Decided
    source: str = ""
    notices: tuple[str, ...] = ()
    pinned_by: str = ""
