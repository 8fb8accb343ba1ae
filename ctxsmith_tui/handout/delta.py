"""What of a pack is new or changed since an earlier hand-over, as a pack of its own.

A chat that has seen a pack needs only what it has not seen. What was handed over is kept as a mapping from
the key of an item to the hash of what it showed; keeping it is up to the caller.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import Pack, PackItem
from ctxsmith_tui.model.document import Block, Document, MapEntry
from ctxsmith_tui.pack.formats import renderer
from ctxsmith_tui.pack.items import digest_of_block, digest_of_entry
from ctxsmith_tui.pack.ranges import overlaps
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.text.printable import printable

REMARKS_SHARE = 0.25  # of the budget, for what is said beside the code
MOST_NAMED = 40  # earlier items in one sentence


@dataclass(frozen=True, slots=True, order=True)
class Handed:
    """An item that was handed over: lines of a file, the names in them, and the hash of what was shown."""

    path: str
    start_line: int
    end_line: int
    symbol: str
    digest: str

    @property
    def key(self) -> str:
        """What stands for it among what is kept."""
        return json.dumps([self.path, self.start_line, self.end_line, self.symbol])

    @property
    def label(self) -> str:
        """`src/app.py:120-140 Flask.run`, `src/app.py:1-90 Flask and 4 more`."""
        first, *others = self.symbol.split(", ")
        more = f" and {len(others):,} more" if others else ""
        return printable(f"{self.path}:{self.start_line}-{self.end_line} {first}{more}".rstrip())


@dataclass(frozen=True, slots=True)
class Delta:
    """A text of at most the tokens asked for with what is new or changed, and what became of the rest.

    `items` are in the text; `unchanged` were handed over before; `left_out` are new or changed and did not
    fit. `replaced` maps the key of an item of the text to the labels of the earlier ones it stands for;
    `dropped` are labels of what the pack has no more. `handed` is what to keep once the text is handed over.
    """

    text: str
    tokens: int
    items: tuple[PackItem, ...]
    unchanged: tuple[PackItem, ...]
    left_out: tuple[PackItem, ...]
    replaced: Mapping[str, tuple[str, ...]]
    dropped: tuple[str, ...]
    handed: Mapping[str, str]


def item_key(item: PackItem) -> str:
    """What stands for an item among what is kept of a hand-over."""
    return _of_item(item).key


def handed_over(items: Iterable[PackItem]) -> dict[str, str]:
    """What to keep of items that were handed over: key -> hash of what was shown.

    Code counts, and what a person pinned as an outline or a path; the rest of the map does not.
    """
    return {item_key(item): item.digest for item in items if item.shown or item.pinned}


def delta(pack: Pack, earlier: Mapping[str, str], budget: int) -> Delta:
    """What is new or changed in a pack since `earlier`, in its format, in at most `budget` of its tokens.

    Code that only moved within its file is unchanged. What does not fit is left out, the least valuable
    first. The text is '' when nothing is new or gone, and when nothing fits. Instructions are not repeated.
    Raises UsageError for a budget below 1.
    """
    if budget < 1:
        raise UsageError(f"a budget of {budget} tokens is none; give 1 or more")
    change = _compare(pack, [_of_key(key, digest) for key, digest in earlier.items()])
    count, render = load_tokenizer(pack.tokenizer).count, renderer(pack.format)

    def measured(document: Document) -> tuple[int, str]:
        text = render(document).text
        return count(text), text

    tokens, text, kept = _fitted(pack, change, measured, budget)
    left_out = tuple(item for item in change.fresh if item not in kept)
    return Delta(
        text=text,
        tokens=tokens,
        items=tuple(kept),
        unchanged=change.unchanged,
        left_out=left_out,
        replaced={
            item_key(item): tuple(old.label for old in change.replaced[item_key(item)])
            for item in kept
            if change.replaced[item_key(item)]
        },
        dropped=tuple(old.label for old in change.dropped),
        handed=_handed_after(change, kept) if text else dict(earlier),
    )


# --- comparing ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Change:
    """`replaced` maps the key of each fresh item to the earlier ones that it stands for."""

    fresh: tuple[PackItem, ...]
    unchanged: tuple[PackItem, ...]
    replaced: Mapping[str, tuple[Handed, ...]]
    dropped: tuple[Handed, ...]


def _of_item(item: PackItem) -> Handed:
    return Handed(item.path, item.start_line, item.end_line, item.symbol, item.digest)


def _of_key(key: str, digest: str) -> Handed:
    path, start, end, symbol = json.loads(key)
    return Handed(path, start, end, symbol, digest)


def _compare(pack: Pack, earlier: Sequence[Handed]) -> _Change:
    items = [item for item in pack.items if item.shown or item.pinned]
    waiting: dict[tuple[str, str], list[Handed]] = {}
    for old in sorted(earlier):
        waiting.setdefault((old.path, old.digest), []).append(old)
    fresh, unchanged = [], []
    for item in items:
        same = waiting.get((item.path, item.digest))
        if same:
            same.pop(0)
            unchanged.append(item)
        else:
            fresh.append(item)
    gone = sorted(old for group in waiting.values() for old in group)
    replaced: dict[str, list[Handed]] = {item_key(item): [] for item in fresh}
    dropped = []
    for old in gone:
        successor = next((item for item in fresh if _stands_for(_of_item(item), old)), None)
        if successor is None:
            dropped.append(old)
        else:
            replaced[item_key(successor)].append(old)
    return _Change(
        tuple(fresh),
        tuple(unchanged),
        {key: tuple(group) for key, group in replaced.items()},
        tuple(dropped),
    )


def _stands_for(new: Handed, old: Handed) -> bool:
    """Whether two items of one file are of the same code: by a name, or by lines where one has no name."""
    if new.path != old.path:
        return False
    if new.symbol and old.symbol:
        return not set(new.symbol.split(", ")).isdisjoint(old.symbol.split(", "))
    return overlaps((new.start_line, new.end_line), [(old.start_line, old.end_line)])


def _handed_after(change: _Change, kept: Sequence[PackItem]) -> dict[str, str]:
    """What the reader has after the text: what was left out leaves the reader with what it would replace."""
    keys = {item_key(item) for item in kept}
    still = [old for key, group in change.replaced.items() if key not in keys for old in group]
    return {old.key: old.digest for old in still} | handed_over([*change.unchanged, *kept])


# --- wording -----------------------------------------------------------------------------------------


def _fitted(
    pack: Pack, change: _Change, measured: Callable[[Document], tuple[int, str]], budget: int
) -> tuple[int, str, list[PackItem]]:
    """(tokens, text, items in it): as many of the most valuable items as fit, and what is said of them."""
    if not change.fresh and not change.dropped:
        return 0, "", []
    by_value = sorted(change.fresh, key=lambda item: (not item.pinned, -item.score))
    frames = list(_frames(pack, change))
    room = REMARKS_SHARE * budget if change.fresh else budget
    frame = next((each for each in frames if measured(each(change.fresh))[0] <= room), frames[-1])

    def made(number: int) -> tuple[int, str]:
        kept = by_value[:number]
        return measured(_with_items(frame(kept), pack.document, kept))

    low, high = 0, len(by_value) + 1  # the text of `high` items does not fit, or is of too many
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if made(middle)[0] <= budget else (low, middle)
    tokens, text = made(low)
    if tokens > budget or (change.fresh and not low):
        return 0, "", []
    kept = set(map(item_key, by_value[:low]))
    return tokens, text, [item for item in change.fresh if item_key(item) in kept]


Frame = Callable[[Sequence[PackItem]], Document]


def _frames(pack: Pack, change: _Change) -> Iterator[Frame]:
    """What may be said beside the items that are kept, from everything to nothing."""

    def frame(remarks: Callable[[Sequence[PackItem]], Iterable[str]], headed: bool) -> Frame:
        title, source = (pack.document.title, pack.document.source) if headed else ("", "")
        return lambda kept: Document(title=title, source=source, remarks=tuple(remarks(kept)))

    yield frame(lambda kept: _named(change, kept), True)
    yield frame(lambda kept: _named(change, kept), False)
    yield frame(lambda kept: _counted(change, kept), False)
    yield frame(lambda kept: (), False)


def _named(change: _Change, kept: Sequence[PackItem]) -> Iterator[str]:
    """What the text is, and each earlier item that is replaced or no longer wanted."""
    yield _opening(change)
    for item in kept:
        if old := change.replaced[item_key(item)]:
            yield f"{_of_item(item).label} replaces {_listed(old)}."
    if change.dropped:
        yield f"No longer part of the context: {_listed(change.dropped)}."
    yield from _left_out(change, kept)


def _counted(change: _Change, kept: Sequence[PackItem]) -> Iterator[str]:
    """The same without names."""
    yield _opening(change)
    if change.dropped:
        yield f"No longer part of the context: {len(change.dropped):,} earlier items."
    yield from _left_out(change, kept)


def _opening(change: _Change) -> str:
    same = len(change.unchanged)
    rest = f"; {same:,} unchanged {'item is' if same == 1 else 'items are'} not repeated" if same else ""
    return f"Only what is new or changed since the context you have{rest}."


def _left_out(change: _Change, kept: Sequence[PackItem]) -> Iterator[str]:
    if missing := len(change.fresh) - len(kept):
        yield f"Left out for lack of room: {missing:,} new or changed {'item' if missing == 1 else 'items'}."


def _listed(items: Sequence[Handed]) -> str:
    more = f" and {len(items) - MOST_NAMED:,} more" if len(items) > MOST_NAMED else ""
    return ", ".join(item.label for item in items[:MOST_NAMED]) + more


def _with_items(frame: Document, document: Document, kept: Sequence[PackItem]) -> Document:
    """A frame with the code and the map entries of some items, in the order of the whole document."""
    keys = {(item_key(item), item.digest) for item in kept}

    def is_kept(shown: Handed) -> bool:
        return (shown.key, shown.digest) in keys

    files = (
        replace(file, blocks=tuple(block for block in file.blocks if is_kept(_of_block(block))))
        for file in document.files
    )
    return replace(
        frame,
        entries=tuple(entry for entry in document.entries if entry.pinned and is_kept(_of_entry(entry))),
        files=tuple(file for file in files if file.blocks),
    )


def _of_block(block: Block) -> Handed:
    symbols = ", ".join(block.symbols)
    return Handed(block.path, block.start_line, block.end_line, symbols, digest_of_block(block))


def _of_entry(entry: MapEntry) -> Handed:
    first = min((symbol.line for symbol in entry.outlined), default=1)
    last = max((symbol.end_line for symbol in entry.outlined), default=1)
    names = ", ".join(symbol.name for symbol in entry.outlined)
    return Handed(entry.path, first, last, names, digest_of_entry(entry))
