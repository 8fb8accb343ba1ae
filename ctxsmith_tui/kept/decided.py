"""What is decided for one answer: pins and exclusions that are given with a request, as places."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ctxsmith_tui.curate.places import Place, files_in, files_matching, is_glob, locate, locate_folder
from ctxsmith_tui.curate.scope import scope_filter
from ctxsmith_tui.curate.specs import parse_spec, split_level
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import Decision, Level
from ctxsmith_tui.pack.ranges import LAST_LINE, subtract
from ctxsmith_tui.pack.request import Pin

if TYPE_CHECKING:
    from ctxsmith_tui.curate.indexed_repository import Files


@dataclass(frozen=True, slots=True)
class Decided:
    """Pins in the order given, and the line ranges of files that must not appear."""

    pins: tuple[Pin, ...] = ()
    excluded: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)


def decide(
    files: Files,
    pins: Sequence[str | Decision],
    exclude: Sequence[str | Decision],
    removed: Collection[str] = (),
) -> Decided:
    """Find what pins and exclusions name. Raises UsageError for what is not there, or both at once.

    Files that were `removed` can be excluded, too.
    """
    pinned = tuple(Pin(*place, level) for place, level in (_place(files, each) for each in pins))
    excluded: dict[str, list[tuple[int, int]]] = {}
    for decision in exclude:
        for place in _excluded(files, decision, removed):
            excluded.setdefault(place.path, []).append(place.lines)
    for pin in pinned:
        if not subtract(pin.lines, excluded.get(pin.path, ())):
            raise UsageError(f"{pin.path} is pinned and excluded at once; take back one of the two")
    return Decided(pinned, excluded)


def _place(files: Files, decision: str | Decision) -> tuple[Place, Level]:
    if isinstance(decision, Decision):
        spec, level = decision.spec, decision.level
    else:
        text, level = split_level(decision)
        spec = parse_spec(text)
    return locate(spec, files.root, files.catalog, files.symbols), level


def _excluded(files: Files, decision: str | Decision, removed: Collection[str]) -> list[Place]:
    """What an exclusion names; a folder or a glob stands for the files in it."""
    spec = decision.spec if isinstance(decision, Decision) else parse_spec(decision)
    if spec.symbol is None and spec.start_line is None:
        folder = locate_folder(spec.path, files.root, files.catalog)
        below = files_in(folder, files.catalog) if folder else files_matching(spec.path, files.catalog)
        below = [*below, *_among(spec.path, removed)]
        if below or spec.path in files.catalog.row_of_path:
            return [Place(path, (1, LAST_LINE), "") for path in below or [spec.path]]
    return [locate(spec, files.root, files.catalog, files.symbols)]


def _among(path: str, removed: Collection[str]) -> list[str]:
    """Those of some paths that are no more which a path, folder or glob means."""
    below = [each for each in removed if f"{each}/".startswith(f"{path}/")]
    return below + (list(filter(scope_filter([path]), removed)) if is_glob(path) else [])
