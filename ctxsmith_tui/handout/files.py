"""Into a file: whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ctxsmith_tui.errors import CtxsmithError, UsageError


def check_target(place: str) -> None:
    """Raises UsageError when `place` cannot become a file: better before the work than after it."""
    target = Path(place)
    if target.is_dir():
        raise UsageError(f"{place} is a folder; name a file for --out")
    if not target.parent.is_dir():
        raise UsageError(f"there is no folder {target.parent}; create it first, or choose another --out")


def wrong_place(text: str) -> str:
    """What is wrong with a place that a person is typing, `~` included; '' when nothing is."""
    try:
        check_target(str(Path(text).expanduser()))
    except (CtxsmithError, OSError, RuntimeError, ValueError) as error:
        return str(error)
    return ""


def part_places(place: str, count: int) -> list[str]:
    """Where the parts of a text go: one as it is, several to `pack-1.md`, `pack-2.md` and so on."""
    if count == 1:
        return [place]
    path = Path(place)
    return [str(path.with_name(f"{path.stem}-{number}{path.suffix}")) for number in range(1, count + 1)]


def write_file(place: str, text: str) -> None:
    """Write the whole text or nothing: a reader never sees half of it. Links and devices stay what they are.

    Raises CtxsmithError when the place cannot be written.
    """
    target = Path(place).resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(_encode(text))
        else:
            _replace(target, _encode(text))
    except OSError as error:
        raise CtxsmithError(
            f"cannot write {place}: {error.strerror}; choose another place for --out"
        ) from error


def _replace(target: Path, content: bytes) -> None:
    import tempfile

    handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).chmod(_mode(target))
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """The permissions a plainly written file would have."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _encode(text: str) -> bytes:
    """As the tokenizer counted it: a lone surrogate stands as a question mark."""
    return text.encode("utf-8", "replace")
