"""Make the pictures of the README: `python screenshots/make.py FLASK [SCENE...]`.

Needs resvg-py and pillow. `FLASK` is a clone of https://github.com/pallets/flask; it is copied, and nothing
in it changes. The workbench is driven by keys without a terminal, and draws itself.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from PIL import Image
from resvg_py import svg_to_bytes
from textual.pilot import Pilot
from textual.widgets import TextArea

from ctxsmith_tui import Engine
from ctxsmith_tui.model import Action
from ctxsmith_tui.personal.settings import UserSettings
from ctxsmith_tui.tui.app import Workbench
from ctxsmith_tui.tui.opening import first_snapshot
from ctxsmith_tui.tui.state import Phase
from ctxsmith_tui.tui.widgets.ranked import RankedList
from ctxsmith_tui.tui.widgets.title import Title

HERE = Path(__file__).parent
TASK = "sessions lose their cookie behind a proxy with APPLICATION_ROOT"
BRANCH = "cookie-root"
REMARK = "Is None still allowed, as the docstring says?"
SESSIONS = "src/flask/sessions.py"
PATIENCE = 30.0  # seconds
COLOURS = 200  # of a PNG, which is a third as large with few
FONTS = {"Fira Code": "DejaVu Sans Mono", "arial": "DejaVu Sans"}  # what the SVG asks for: what is there

# What the branch of the pictures changes: file, text, other text.
EDITS = (
    (
        SESSIONS,
        'return app.config["SESSION_COOKIE_PATH"] or app.config["APPLICATION_ROOT"]'
        "  # type: ignore[no-any-return]",
        'path = app.config["SESSION_COOKIE_PATH"] or app.config["APPLICATION_ROOT"]\n'
        "        return normalize_cookie_path(path)",
    ),
    (
        SESSIONS,
        "class SessionMixin(",
        "def normalize_cookie_path(path: str | None) -> str:\n"
        '    """A cookie path begins with a slash and ends without one."""\n'
        '    return "/" + (path or "").strip("/")\n\n\n'
        "class SessionMixin(",
    ),
    (
        "src/flask/testing.py",
        'if base_url is None:\n            http_host = app.config.get("SERVER_NAME") or "localhost"\n'
        '            app_root = app.config["APPLICATION_ROOT"]',
        'if base_url is None:\n            http_host = app.config.get("SERVER_NAME") or "localhost"\n'
        '            app_root = app.config["APPLICATION_ROOT"] or "/"',
    ),
    (
        "tests/test_basic.py",
        "def test_session_using_application_root(app, client):",
        "def test_session_path_has_no_slash_at_its_end(app, client):\n"
        '    app.config["APPLICATION_ROOT"] = "/bar/"\n'
        '    assert app.session_interface.get_cookie_path(app) == "/bar"\n\n\n'
        "def test_session_using_application_root(app, client):",
    ),
)


@dataclass
class Sitting:
    """The workbench of one picture, and the keys for it."""

    app: Workbench
    pilot: Pilot[None]

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each when the one before is done."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until everything is done and drawn."""
        await self.until(lambda: self.app.session.is_idle)
        await self.pilot.pause()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > deadline:
                raise SystemExit(f"not in {PATIENCE:.0f} s:\n{self.text()}")
            await self.pilot.pause(0.02)

    async def open_file(self) -> None:
        """Show the functions of the file at the cursor."""
        await self.press("l")
        await self.until(lambda: any(not row.is_file for row in self.app.query_one(RankedList).rows))
        await self.settle()

    async def go_to(self, symbol: str) -> None:
        """Move the cursor of the list down to a function."""
        for _ in range(self.app.view().count):
            if symbol in str(self.app.view().place()):
                return
            await self.press("j")
        raise SystemExit(f"{symbol} is not in the list:\n{self.text()}")

    async def see(self, text: str) -> None:
        """Wait until a text is on the screen."""
        await self.until(lambda: text in self.text())
        await self.settle()

    async def take(self, name: str, *, svg: bool = False) -> None:
        """Write the picture of the screen, without the milliseconds of its first line."""
        self.app.clear_notifications()
        await self.pilot.pause()
        for title in self.app.screen_stack[0].query(Title):
            title.show(self.app.root.name, replace(self.app.state, pack=None))
        await self.pilot.pause()
        drawn = self.app.export_screenshot(title="ctxsmith-tui", simplify=True)
        drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)  # they would be fetched
        for wanted, there in FONTS.items():
            drawn = drawn.replace(wanted, there)
        if svg:
            (HERE / f"{name}.svg").write_text(drawn, encoding="utf-8")
        png = svg_to_bytes(svg_string=drawn, width=1600, monospace_family=FONTS["Fira Code"])
        place = HERE / f"{name}.png"
        Image.open(BytesIO(bytes(png))).convert("RGB").quantize(COLOURS).save(place, optimize=True)
        print(f"{place.name} {place.stat().st_size / 1000:.0f} kB")

    def text(self) -> str:
        """The screen as text."""
        strips = self.app.screen._compositor.render_strips(self.app.size)
        return "\n".join(strip.text.rstrip() for strip in strips)


Scene = Callable[[Sitting], Awaitable[None]]


async def narrow(desk: Sitting) -> None:
    """One pane, its tabs above it and the reasons below."""
    await desk.open_file()
    await desk.take("80x24", svg=True)


async def both(desk: Sitting) -> None:
    """Functions and decisions in the list, and the pack at the code of one of them."""
    await desk.open_file()
    await desk.go_to("get_cookie_path")
    await desk.press("2", "1")


async def main_view(desk: Sitting) -> None:
    """The list and the pack."""
    await both(desk)
    await desk.take("120x36", svg=True)


async def everything(desk: Sitting) -> None:
    """The list, the pack and the reasons."""
    await both(desk)
    await desk.take("200x50", svg=True)


async def light(desk: Sitting) -> None:
    """The list and the pack in the light theme."""
    await both(desk)
    await desk.take("light")


async def why(desk: Sitting) -> None:
    """The reckoning of the first file."""
    await desk.press("3")
    await desk.take("why")


async def graph(desk: Sitting) -> None:
    """What is around a function, and what a change of it may reach."""
    await desk.open_file()
    await desk.go_to("get_cookie_path")
    await desk.press("4", "z")
    await desk.see("Impact")
    await desk.take("graph")


async def source(desk: Sitting) -> None:
    """A file as it is on disk, with lines that are chosen."""
    await desk.open_file()
    await desk.go_to("get_cookie_path")
    await desk.press("enter")
    await desk.see("def get_cookie_path")
    await desk.press("v", *"jjjjjj")
    await desk.take("source")


async def changes(desk: Sitting) -> None:
    """A branch beside main: its files, the hunks of one open, and a note of the review."""
    await desk.press("5")
    await desk.app.comparing.compare("main")
    await desk.see("main...HEAD")
    await desk.press("n", "n", *"jjjjj", "M")
    desk.app.screen.query_one(TextArea).text = REMARK
    await desk.press("ctrl+s")
    await desk.see(REMARK)
    await desk.take("changes")


def git(root: Path, *arguments: str) -> None:
    """Run git in the copy, as nobody in particular."""
    moment = "2026-01-05T12:00:00Z"
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "Someone"), ("EMAIL", "someone@example.org"), ("DATE", moment))
    }
    subprocess.run(["git", *arguments], cwd=root, env={**os.environ, **who}, check=True, capture_output=True)


def make_branch(root: Path) -> None:
    """A branch with a small change, beside the one that is checked out and is called main."""
    git(root, "checkout", "-q", "-B", "main")
    git(root, "checkout", "-q", "-B", BRANCH)
    for path, text, other in EDITS:
        place = root / path
        before = place.read_text(encoding="utf-8")
        if text not in before:
            raise SystemExit(f"{path} is not as the pictures need it; there is no {text.splitlines()[0]!r}")
        place.write_text(before.replace(text, other, 1), encoding="utf-8")
    git(root, "commit", "-q", "-a", "-m", "Cookie paths begin with a slash and end without one")
    git(root, "checkout", "-q", "main")


async def sit_down(root: Path, size: tuple[int, int], scene: Scene, theme: str) -> None:
    """One picture: a workbench that opens again on what was decided."""
    settings = UserSettings(theme=theme)
    app = Workbench(root, first_snapshot(root, settings), settings=settings)
    async with app.run_test(size=size) as pilot:
        desk = Sitting(app, pilot)
        await desk.until(lambda: app.state.phase is Phase.READY and not app.state.restored)
        await desk.settle()
        await scene(desk)


def main() -> None:
    """Write all pictures, or those that are named, beside this script."""
    chosen = sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "flask"
        shutil.copytree(sys.argv[1], root, symlinks=True, ignore=shutil.ignore_patterns(".contextsmith"))
        make_branch(root)
        engine = Engine(root)
        engine.index()
        engine.set_curation(task=TASK)
        engine.decide(Action.PIN, f"{SESSIONS}::SecureCookieSessionInterface.save_session")
        engine.decide(Action.PIN, "src/flask/wrappers.py")
        engine.decide(Action.EXCLUDE, "CHANGES.rst")
        for scene, size, theme in SCENES:
            if not chosen or scene.__name__ in chosen:
                git(root, "checkout", "-q", BRANCH if scene is changes else "main")
                asyncio.run(sit_down(root, size, scene, theme))


SCENES: tuple[tuple[Scene, tuple[int, int], str], ...] = (
    (narrow, (80, 24), "dark"),
    (main_view, (120, 36), "dark"),
    (everything, (200, 50), "dark"),
    (why, (120, 36), "dark"),
    (graph, (120, 36), "dark"),
    (source, (120, 36), "dark"),
    (light, (120, 36), "light"),
    (changes, (120, 36), "dark"),
)

if __name__ == "__main__":
    main()
