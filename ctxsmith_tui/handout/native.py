"""The clipboard programs of a desktop: how each takes a text, and how it gives it back."""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ctxsmith_tui.handout.programs import SECONDS, ProgramError, find, run

# A program may end before its child owns the selection, and a clipboard manager takes it over a moment later:
# seconds to wait for it, and between two looks. Now and then xsel never gets it (an owner of the same
# millisecond keeps it), and does at the second attempt.
_SETTLES_WITHIN = 0.3
_PAUSE = 0.05
_ATTEMPTS = 2

_POWERSHELL = "[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes((Get-Clipboard -Raw)))"


def _same(content: bytes) -> bytes:
    return content


def _utf16(content: bytes) -> bytes:
    return content.decode().encode("utf-16-le")


def _from_base64(content: bytes) -> bytes:
    try:
        return base64.b64decode(content.strip(), validate=True)
    except binascii.Error:
        raise ProgramError("an answer that is not base64") from None


@dataclass(frozen=True, slots=True)
class Tool:
    """A clipboard program: `give` takes a text on stdin, `take` prints what the clipboard holds.

    With `ends_when_read` what it gave may be gone after `take`, and is given once more.
    """

    give: tuple[str, ...]
    take: tuple[str, ...]
    encode: Callable[[bytes], bytes] = _same
    decode: Callable[[bytes], bytes] = _same
    environment: Mapping[str, str] = field(default_factory=dict)
    take_seconds: float = SECONDS
    ends_when_read: bool = False

    @property
    def name(self) -> str:
        """The program's name."""
        return self.give[0]


# A named type: without one wl-copy guesses it from the text, and an editor then offers no paste.
WL_COPY = Tool(("wl-copy", "--type", "text/plain"), ("wl-paste", "--no-newline", "--type", "text/plain"))
XCLIP = Tool(("xclip", "-in", "-selection", "clipboard"), ("xclip", "-out", "-selection", "clipboard"))
# A reader that leaves as soon as it has a long text, as its own does, often takes the owner along.
XSEL = Tool(("xsel", "--input", "--clipboard"), ("xsel", "--output", "--clipboard"), ends_when_read=True)
PBCOPY = Tool(("pbcopy",), ("pbpaste",), environment={"LC_ALL": "en_US.UTF-8"})  # else MacRoman, by locale
CLIP = Tool(
    ("clip.exe",),
    ("powershell.exe", "-NoProfile", "-Command", _POWERSHELL),
    encode=_utf16,
    decode=_from_base64,
    take_seconds=6.0,  # what PowerShell takes to start on a slow machine
)


def tools(environment: Mapping[str, str], platform: str) -> tuple[Tool, ...]:
    """The programs that reach a desktop's clipboard from here, best first, installed or not."""
    if platform == "darwin":
        return (PBCOPY,)
    if platform == "win32":
        return (CLIP,)
    in_windows = "WSL_DISTRO_NAME" in environment or "WSL_INTEROP" in environment
    return (
        *((CLIP,) if in_windows else ()),
        *((WL_COPY,) if environment.get("WAYLAND_DISPLAY") else ()),
        *((XCLIP, XSEL) if environment.get("DISPLAY") else ()),
    )


def installed(tool: Tool, environment: Mapping[str, str]) -> bool:
    """Whether the program is on PATH."""
    return find(tool.name, environment) is not None


def copy_with(tool: Tool, content: bytes, environment: Mapping[str, str]) -> str:
    """Copy UTF-8 text and read it back: '' when it is there byte for byte, else why it could not be read.

    Raises ProgramError when the program fails, or when the clipboard then holds something else.
    """
    surroundings = {**environment, **tool.environment}
    for _ in range(_ATTEMPTS):
        run(tool.give, environment=surroundings, content=tool.encode(content))
        try:
            if _settles(tool, content, surroundings):
                if tool.ends_when_read:
                    run(tool.give, environment=surroundings, content=tool.encode(content))
                return ""
        except ProgramError as error:
            return f"{tool.take[0]}: {error}"
    raise ProgramError("the clipboard holds something else")


def _settles(tool: Tool, content: bytes, surroundings: Mapping[str, str]) -> bool:
    deadline = time.monotonic() + _SETTLES_WITHIN
    while True:
        found = run(tool.take, environment=surroundings, seconds=tool.take_seconds)
        if tool.decode(found) == content:
            return True
        if time.monotonic() >= deadline:
            return False
        time.sleep(_PAUSE)
