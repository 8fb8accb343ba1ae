"""The items of a finished pack: what it shows of which file, at which level, for how many tokens and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256

from ctxsmith_tui.model import Level, PackItem
from ctxsmith_tui.model.document import Block, MapEntry
from ctxsmith_tui.pack.draft import Draft, Piece, merged
from ctxsmith_tui.pack.formats.parts import Place, Rendered
from ctxsmith_tui.pack.formats.wording import map_line

_NOWHERE = Place((0, 0), 0)  # in a format whose text has no lines for it


def items_of(
    draft: Draft, rendered: Rendered, count: Callable[[str], int], reason_of: Callable[[int], str]
) -> Iterator[PackItem]:
    """One item a block of code, in reading order, then one a file of the map.

    `rendered` is the text of the draft. `count` counts the tokens of a text, `reason_of` says why the
    candidate at a position was chosen.
    """
    places = rendered.places()
    for file in draft.document().files:
        groups = merged(draft.pieces_of(file.path), draft.sources.lines(file.path))
        for block, group in zip(file.blocks, groups, strict=True):
            best = max(group, key=lambda piece: (piece.pinned, piece.score))
            tokens = count(draft.code(block.path, block.start_line, block.end_line))
            reason = "pinned" if best.pinned else reason_of(best.position)
            place = places.get((block.path, block.start_line), _NOWHERE)
            yield _of_block(block, best, tokens, reason, place)
    for entry in draft.visible_entries():
        place = places.get((entry.path, 0), _NOWHERE)
        yield _of_entry(entry, count(f"- {map_line(entry)}\n"), place)


def _of_block(block: Block, best: Piece, tokens: int, reason: str, place: Place) -> PackItem:
    return PackItem(
        path=block.path,
        start_line=block.start_line,
        end_line=block.end_line,
        level=Level.SLICE if block.part_of else Level.FULL,
        symbol=", ".join(block.symbols),
        tokens=tokens,
        score=0.0 if best.pinned else best.score,
        pinned=best.pinned,
        reason=reason,
        shown=((block.start_line, block.end_line),),
        notes=tuple(note.number for note in block.notes),
        text_lines=place.lines,
        code_line=place.code_line,
        digest=digest_of_block(block),
    )


def _of_entry(entry: MapEntry, tokens: int, place: Place) -> PackItem:
    return PackItem(
        path=entry.path,
        start_line=min((symbol.line for symbol in entry.outlined), default=1),
        end_line=max((symbol.end_line for symbol in entry.outlined), default=1),
        level=Level.OUTLINE if entry.outlined else Level.PATH,
        symbol=", ".join(symbol.name for symbol in entry.outlined),
        tokens=tokens,
        score=0.0,
        pinned=entry.pinned,
        reason="pinned" if entry.pinned else "among the best files",
        text_lines=place.lines,
        digest=digest_of_entry(entry),
    )


def digest_of_block(block: Block) -> str:
    """Hash of the lines that a block shows, wherever they stand."""
    return _digest("\n".join(block.lines))


def digest_of_entry(entry: MapEntry) -> str:
    """Hash of what the map says about a file."""
    return _digest(map_line(entry))


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
