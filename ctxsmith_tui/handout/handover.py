"""One line that hands the active context over to an agent, instead of the pack itself."""

from __future__ import annotations

import shlex
from pathlib import Path

from ctxsmith_tui.text.printable import printable


def handover_line(root: Path, curation: str = "") -> str:
    """A line for an agent on this machine: how to get the pack of a repository.

    `curation` names the curation whose decisions it is to have, '' for the active one. Every argument is
    quoted for a POSIX shell; what no single line can hold is shown escaped, as `$'...'`.
    """
    named = f" --curation {_quoted(curation)}" if curation else ""
    which = f" with the curation {_plain(curation)!r}" if curation else ""
    return (
        f"Get the code for your task{which} before you search: call get_pack of the MCP server ctxsmith-tui, "
        f"or run `ctxsmith-tui context -C {_quoted(str(root))}{named} 'what you want to do'`."
    )


def _plain(name: str) -> str:
    """A name in a sentence whose command stands in backticks."""
    return printable(name).replace("`", "'")


def _quoted(text: str) -> str:
    """One word for the shell, in one safe line without a backtick."""
    quoted = shlex.quote(text)
    if quoted == printable(quoted) and "`" not in quoted:
        return quoted
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in "\\'`" else f"\\x{byte:02x}"
        for byte in text.encode("utf-8", "surrogateescape")
    )
    return f"$'{escaped}'"
