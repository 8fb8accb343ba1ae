"""SPECs: how a person names a place: `path`, `path:120-140`, `path::Qual.name`, with `@level` for a pin."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ctxsmith_tui.errors import AmbiguousNameError, UsageError
from ctxsmith_tui.model import Level, Spec, Symbol

_LINES = re.compile(r"^(?P<path>.+?):(?P<start>\d{1,9})(?:-(?P<end>\d{1,9}))?$", re.DOTALL)
_LEVEL = re.compile(rf"^(?P<rest>.+)@(?P<level>{'|'.join(Level)})$", re.DOTALL)


def split_level(text: str) -> tuple[str, Level]:
    """The SPEC and the level asked for, which is full when none is."""
    match = _LEVEL.match(text)
    return (match["rest"], Level(match["level"])) if match else (text, Level.FULL)


def parse_spec(text: str) -> Spec:
    """The place that a SPEC names. Raises UsageError for an empty one or impossible lines."""
    path, separator, symbol = text.partition("::")
    if separator:
        if not path or not symbol:
            raise UsageError(f"SPEC {text!r} is incomplete: write path::Name or path::Class.method")
        return Spec(_clean(path), symbol=symbol)
    if match := _LINES.match(text):
        start = int(match["start"])
        end = int(match["end"] or start)
        if start < 1 or end < start:
            raise UsageError(f"SPEC {text!r} has impossible lines: write path:FIRST-LAST, counted from 1")
        return Spec(_clean(match["path"]), start, end)
    if not text.strip():
        raise UsageError("a SPEC is empty: write path, path:120-140 or path::Class.method")
    return Spec(_clean(text))


def _clean(path: str) -> str:
    while path.startswith("./"):
        path = path[2:]
    return path.rstrip("/") or path


def find_symbol(spec: Spec, symbols: Sequence[Symbol]) -> Symbol:
    """The symbol that a SPEC names among those of its file: by qualified name, or the end of one.

    Raises UsageError when none or several fit, naming the candidates.
    """
    wanted = spec.symbol or ""
    exact = [symbol for symbol in symbols if symbol.qualname == wanted]
    found = exact or [symbol for symbol in symbols if symbol.qualname.endswith(f".{wanted}")]
    if len({symbol.qualname for symbol in found}) > 1:
        names = dict.fromkeys(f"{spec.path}::{symbol.qualname}" for symbol in found)
        raise AmbiguousNameError(str(spec), list(names))
    if not found:
        from difflib import get_close_matches

        near = get_close_matches(wanted, [symbol.qualname for symbol in symbols], n=3, cutoff=0.4)
        hint = f"; the nearest are: {', '.join(near)}" if near else "; it defines no symbol like that"
        raise UsageError(f"no symbol {wanted!r} in {spec.path}{hint}")
    return found[0]  # overloads and redefinitions share a name: the first stands for them
