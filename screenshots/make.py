"""Make the pictures of the README from real runs: `python screenshots/make.py REPOSITORY` (needs resvg-py).

The repository of the pictures is flask; any other will do.
"""

from __future__ import annotations

import os
import pty
import sys
from io import StringIO
from pathlib import Path

from resvg_py import svg_to_bytes
from rich.console import Console
from rich.text import Text

COLUMNS = 92
FONT = "DejaVu Sans Mono"
TASK = "sessions lose their cookie behind a proxy with APPLICATION_ROOT"


def run_in_terminal(arguments: list[str]) -> str:
    """What a command prints on a terminal of `COLUMNS` columns, escape sequences included."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(COLUMNS=str(COLUMNS), LINES="40", TERM="xterm-256color")
        os.execv(sys.executable, [sys.executable, "-m", "ctxsmith_tui", *arguments])
    output = b""
    while True:
        try:
            chunk = os.read(terminal, 65_536)
        except OSError:
            break
        if not chunk:
            break
        output += chunk
    os.waitpid(process, 0)
    return output.decode().replace("\r\n", "\n")


def picture(title: str, output: str) -> bytes:
    """A PNG of a terminal that shows this output."""
    console = Console(width=COLUMNS, record=True, file=StringIO(), color_system="truecolor")
    console.print(Text.from_ansi(output))
    svg = console.export_svg(title=title).replace("Fira Code", FONT).replace("arial", FONT)
    return bytes(svg_to_bytes(svg_string=svg, width=1600, monospace_family=FONT))


def main() -> None:
    """Write the pictures beside this script."""
    repository = sys.argv[1]
    command = ["rank", TASK, "-n", "4"]
    output = run_in_terminal(["-C", repository, *command])
    shown = f'ctxsmith-tui rank "{TASK}" -n 4'
    (Path(__file__).parent / "rank.png").write_bytes(picture(shown, f"$ {shown}\n{output}"))


if __name__ == "__main__":
    main()
