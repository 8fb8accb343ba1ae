"""What answers of the call graph say in words, the same wherever they are shown.

Every name of the repository in them has gone through `printable`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ctxsmith_tui.text.amounts import plural
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.model import Impact, SymbolPlace, Uses

MOST_TARGETS = 3
VERBS = {"call": "calls", "inherit": "inherits", "import": "imports", "override": "overridden by it"}
"""How a user uses what was asked about."""


def name_of(place: SymbolPlace) -> str:
    """The qualified name of a symbol, or that it is the module level of its file."""
    return printable(place.qualname) or "(module level)"


def targets_named(places: Sequence[SymbolPlace]) -> str:
    """The first targets as SPECs, and how many more there are."""
    shown = places if len(places) <= MOST_TARGETS + 1 else places[:MOST_TARGETS]
    more = f" and {len(places) - len(shown):,} more" if len(places) > len(shown) else ""
    return ", ".join(printable(each.spec) for each in shown) + more


def may_mean(calls: int, names: int = 1) -> str:
    """That calls could not be resolved."""
    named, meant = ("this name", "it") if names == 1 else ("these names", "one of them")
    return f"{plural(calls, 'call')} of {named} could not be resolved and may mean {meant}"


def none_found(*, callees: bool) -> str:
    """That nothing was found, and what was not looked for."""
    if callees:
        return "no call, import or base class of the repository found in it"
    return "no call, import or subclass of it found; uses as a type or a value are not counted"


def count_of(found: Uses) -> str:
    """`12 symbols in 5 files`, of those that are sure; '' when there are none."""
    count = len({use.place for use in found.uses})
    files = len({use.place.path for use in found.uses})
    return f"{plural(count, 'symbol')} in {plural(files, 'file')}" if count else ""


def doubts_of(found: Uses, *, callees: bool) -> list[str]:
    """What may be added to the sure uses: ambiguous ones, and calls that could not be resolved."""
    doubts = []
    if found.possible:
        doubts.append(
            f"{plural(len({use.place for use in found.possible}), 'more symbol')} perhaps, see ambiguous"
        )
    if found.open_calls and callees:
        doubts.append(f"{plural(found.open_calls, 'call')} in it could not be resolved")
    elif found.open_calls:
        doubts.append(may_mean(found.open_calls, len(found.targets)))
    return doubts


def reach_of(found: Impact) -> str:
    """`at least 23 symbols in 9 files within 3 steps: 11 in tests, 2 entry points`; '' for none."""
    if not found.reached:
        return ""
    bound = "exactly" if found.bound == "exact" else "at least"
    symbols, files = plural(len(found.reached), "symbol"), plural(found.files, "file")
    entries = plural(found.entry_points, "entry point")
    return (
        f"{bound} {symbols} in {files} within {plural(found.depth, 'step')}:"
        f" {found.tests:,} in tests, {entries}"
    )


def doubts_of_impact(found: Impact) -> list[str]:
    """What may make an impact larger, or is less than exact in it."""
    doubts = []
    if found.likely:
        doubts.append(f"{found.likely:,} are likely, not exact")
    if found.ambiguous:
        doubts.append(f"{plural(found.ambiguous, 'more symbol')} perhaps, by ambiguous uses")
    if found.open_calls:
        doubts.append(f"{plural(found.open_calls, 'call')} of these names could not be resolved")
    if found.other_uses:
        mention = "mentions" if found.other_uses == 1 else "mention"
        doubts.append(f"{plural(found.other_uses, 'file')} {mention} it otherwise, perhaps as a value")
    return doubts


def way_back(path: Iterable[str]) -> str:
    """The symbols between a change and what it reaches, from there back to the change; '' without any."""
    between = list(path)[1:-1]
    return " < ".join(printable(spec.rpartition("::")[2]) for spec in reversed(between))
