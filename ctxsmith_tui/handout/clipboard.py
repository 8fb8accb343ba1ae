"""Copying a text to the clipboard of the person, and telling exactly what is known about it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ctxsmith_tui.handout import native, osc52
from ctxsmith_tui.handout.native import Tool
from ctxsmith_tui.handout.programs import ProgramError, run
from ctxsmith_tui.handout.seat import Where, environment_of
from ctxsmith_tui.text.printable import printable

TMUX = "tmux"
OSC_52 = "OSC 52"
FILE = "file"
NOTHING = "nothing"

WriteTerminal = Callable[[str], None]
Way = Tool | str  # a clipboard program, TMUX or OSC_52

_INSTALL = "install wl-clipboard, xclip or xsel"
_NESTED = "; a tmux in between passes it on only with `set-clipboard on`"


@dataclass(frozen=True, slots=True)
class Copied:
    """What became of a text. Only `verified` says that it is in the clipboard."""

    backend: str  # a program's name, "tmux", "OSC 52", "file"; "nothing" when it went nowhere
    characters: int
    bytes: int  # in UTF-8
    verified: bool  # read back, byte for byte, on the machine where the person sits
    place: Path | None  # the file that holds it
    message: str  # one printable sentence: all that is known


def copy(
    text: str,
    *,
    environment: Mapping[str, str] = os.environ,
    write_terminal: WriteTerminal | None,
    fallback: Path,
) -> Copied:
    """Copy `text` to where the person sits, the surest way first; else write it to the file `fallback`.

    Blocks for up to some seconds, so call it in a thread. `write_terminal` sends a string to the terminal
    as it is; None when there is no terminal. A lone surrogate becomes a question mark. Raises nothing: a
    way that does not work is named in the message.
    """
    content = text.encode("utf-8", "replace")
    seat = environment_of(environment)
    failures: list[str] = []
    for way in ways(seat, terminal=write_terminal is not None):
        try:
            sent = _send(way, content, seat, write_terminal)
        except ProgramError as error:
            failures.append(f"{way.name if isinstance(way, Tool) else way}: {error}")
            continue
        tried = f" ({'; '.join(failures)})" if failures else ""
        return Copied(sent.backend, len(text), len(content), sent.verified, None, sent.message + tried)
    why = f"no clipboard took it ({'; '.join(failures)})" if failures else "no clipboard here"
    shown = printable(str(fallback))
    try:
        _write_file(fallback, content)
    except OSError as error:
        message = f"nothing was copied: {why}, and {shown} cannot be written: {error.strerror}"
        return Copied(NOTHING, len(text), len(content), False, None, message)
    message = f"{why}: wrote {_size(len(content))} to {shown}"
    return Copied(FILE, len(text), len(content), False, fallback, message)


def ways(seat: Where, *, terminal: bool, platform: str = sys.platform) -> tuple[Way, ...]:
    """The ways to the person's clipboard, surest first; without clipboard programs that are not installed."""
    found: list[Way] = []
    if not seat.remote:
        programs = native.tools(seat.environment, platform)
        found += [tool for tool in programs if native.installed(tool, seat.environment)]
    if seat.multiplexer == "tmux":
        found.append(TMUX)
    elif terminal and seat.limit:
        found.append(OSC_52)
    return tuple(found)


def describe(environment: Mapping[str, str] = os.environ) -> str:
    """Which way a copy would go from here, in one line. Copies nothing."""
    seat = environment_of(environment)
    way = next(iter(ways(seat, terminal=True)), None)
    if isinstance(way, Tool):
        known = f"not verifiable: {seat.doubt}" if seat.doubt else "read back each time"
        return f"{way.name}, {known}"
    place = "over SSH: " if seat.remote else ""
    fix = f"; {_INSTALL}" if not seat.remote and native.tools(seat.environment, sys.platform) else ""
    if way is None or not seat.limit or not seat.attached:
        return f"{place}no clipboard, a copy goes to a file{fix}"
    through = "through tmux to the terminal" if way == TMUX else "to the terminal (OSC 52)"
    return f"{place}{through}, not verifiable; more than {_size(seat.limit)} goes to a file{fix}"


@dataclass(frozen=True, slots=True)
class _Sent:
    backend: str
    message: str
    verified: bool = False


def _send(way: Way, content: bytes, seat: Where, write_terminal: WriteTerminal | None) -> _Sent:
    """Raises ProgramError when this way is closed."""
    if isinstance(way, Tool):
        return _with_program(way, content, seat)
    size = _size(len(content))
    if len(content) > seat.limit:
        limit = f"at most {_size(seat.limit)}" if seat.limit else "no text"
        raise ProgramError(f"this terminal takes {limit}")
    hint = _NESTED if seat.nested else ""
    if way == TMUX and _load_buffer(content, seat):
        return _Sent(TMUX, f"sent {size} through tmux to the terminal, not verifiable{hint}")
    _to_terminal(content, seat, write_terminal)
    return _Sent(OSC_52, f"sent {size} to the terminal (OSC 52), not verifiable{hint}")


def _with_program(tool: Tool, content: bytes, seat: Where) -> _Sent:
    size = _size(len(content))
    unread = native.copy_with(tool, content, seat.environment)
    if unread:
        return _Sent(tool.name, f"gave {size} to {tool.name}, not verified: cannot read it back ({unread})")
    if seat.doubt:
        message = f"copied {size} with {tool.name} on this machine, which may not be yours: {seat.doubt}"
        return _Sent(tool.name, message)
    return _Sent(tool.name, f"copied {size} with {tool.name}, verified by reading it back", verified=True)


def _load_buffer(content: bytes, seat: Where) -> bool:
    """Hand the text to tmux for its terminal; False when this tmux is too old to send it there."""
    if not seat.attached:
        raise ProgramError(seat.doubt)
    try:
        run(("tmux", "load-buffer", "-w", "-"), environment=seat.environment, content=content)
    except ProgramError as error:
        if str(error).startswith("usage:") or "unknown" in str(error):  # before tmux 3.2 there is no -w
            return False
        raise
    return True


def _to_terminal(content: bytes, seat: Where, write_terminal: WriteTerminal | None) -> None:
    if write_terminal is None:
        raise ProgramError("no terminal to write to")
    text = osc52.sequence(content)
    if seat.multiplexer == "tmux":
        text = osc52.through_tmux(text)
    elif seat.multiplexer == "screen":
        text = osc52.through_screen(text)
    try:
        write_terminal(text)
    except (OSError, ValueError, RuntimeError) as error:  # the stream is closed, or the workbench
        raise ProgramError(printable(str(error))) from error


def _write_file(place: Path, content: bytes) -> None:
    """Write the whole text or nothing, for its owner only. Raises OSError, also when the folder is a link."""
    folder = place.parent
    if folder.is_symlink():
        raise OSError(0, "its folder is a symbolic link")
    folder.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{place.name[:40]}-", dir=folder)  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(place)  # a link of that name is replaced, not followed
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _size(count: int) -> str:
    return f"{count:,} bytes" if count < 1_000 else f"{count / 1_000:,.0f} KB"
