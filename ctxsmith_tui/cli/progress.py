"""The progress of indexing on stderr: one line that changes on a terminal, one line a phase elsewhere."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ctxsmith_tui.cli.output import clip, note

if TYPE_CHECKING:
    from ctxsmith_tui.model import Progress

_CLEAR = "\r\x1b[K"


@contextmanager
def reporting() -> Iterator[Callable[[Progress], None]]:
    """A callback for the engine; whatever it left on the terminal's last line is gone afterwards."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    line = _ChangingLine()
    try:
        yield line
    finally:
        line.clear()


class _ChangingLine:
    """Shows the latest state only, in the last line of the terminal."""

    def __init__(self) -> None:
        self._is_shown = False

    def __call__(self, progress: Progress) -> None:
        width = shutil.get_terminal_size().columns - 1
        self._is_shown = True
        self._write(_CLEAR + clip(describe(progress), width))

    def clear(self) -> None:
        """Leave the line empty."""
        if self._is_shown:
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


class _Lines:
    """Says each phase once."""

    def __init__(self) -> None:
        self._phase = ""

    def __call__(self, progress: Progress) -> None:
        if progress.phase != self._phase:
            self._phase = progress.phase
            size = f" ({progress.total:,})" if progress.total else ""
            note(progress.phase + size)


def describe(progress: Progress) -> str:
    """`indexing files 1,200/5,000, 800/s, 5 s left`."""
    if not progress.total:
        return progress.phase
    text = f"{progress.phase} {progress.done:,}/{progress.total:,}"
    if 0 < progress.done < progress.total and progress.seconds > 0:
        rate = progress.done / progress.seconds
        left = (progress.total - progress.done) / rate
        text += f", {rate:,.0f}/s, {_duration(left)} left"
    return text


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
