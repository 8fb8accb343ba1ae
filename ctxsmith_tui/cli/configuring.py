"""`config` and `prompts`: what the user set for all repositories, and the instructions there are."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ctxsmith_tui.cli.arguments import AsJson
from ctxsmith_tui.cli.output import Paint, clip, columns, note, to_json, write_text
from ctxsmith_tui.cli.settings import Settings, with_settings
from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.personal.prompts import Prompt

_CONFIG_EXAMPLES = """\b
Examples:
  ctxsmith-tui config
  ctxsmith-tui config --init
"""
_PROMPTS_EXAMPLES = """\b
Examples:
  ctxsmith-tui prompts
  ctxsmith-tui context "add a timeout" --prompt plan
"""
_TEXT_WIDTH = 60  # columns of the beginning of instructions


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command(epilog=_CONFIG_EXAMPLES)(config)
    app.command(epilog=_PROMPTS_EXAMPLES)(prompts)


@with_settings
def config(
    settings: Settings,
    init: Annotated[
        bool, typer.Option("--init", help="Write a file with every setting as a comment, where none is.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Show your settings, where each is from, and their file."""
    from ctxsmith_tui.personal.settings import config_path, load_settings, settings_shape, write_template

    path = config_path()
    if init:
        try:
            written = write_template(path)
        except OSError as error:
            raise CtxsmithError(f"cannot write {path}: {error.strerror}; check the folder") from error
        note(f"wrote {path}" if written else f"{path} is there already; it stays as it is")
    found, wrong = load_settings(path)
    shape = settings_shape(found)
    if json:
        origins = {name: "file" if name in found.given else "built-in" for name in shape}
        values = {"path": str(path), "exists": path.exists(), "settings": shape, "origins": origins}
        write_text(to_json({**values, "problems": wrong}))
        return
    paint = Paint(settings.color)
    there = "" if path.exists() else "  (not there; --init writes one)"
    print(f"{paint.bold(printable(str(path)))}{there}")
    rows: list[tuple[str, ...]] = [
        (name, "file" if name in found.given else "built-in", printable(_shown(value)))
        for name, value in shape.items()
    ]
    for line in columns(rows):
        print(line)
    for sentence in wrong:
        note(f"note: {sentence}")


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {_shown(each)}" for key, each in value.items()) or "-"
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value) or "-"


@with_settings
def prompts(settings: Settings, json: AsJson = False) -> None:
    """List the instructions that `context --prompt NAME` can add."""
    from ctxsmith_tui.index import git
    from ctxsmith_tui.personal.prompts import is_accepted, list_prompts, user_folder

    root, _ = git.find_root(Path(settings.root).resolve())
    found = list_prompts(root)
    if json:
        shapes = [dataclasses.asdict(each) | {"accepted": is_accepted(each)} for each in found]
        write_text(to_json({"prompts": shapes, "user_folder": str(user_folder())}))
        return
    paint = Paint(settings.color)
    for line in columns([_row(each, is_accepted(each)) for each in found]):
        name, separator, rest = line.partition(" ")
        print(f"{paint.bold(name)}{separator}{rest}")
    note(f"your own go into {user_folder()}, as .md or .txt; a first line `place: before` puts them first")


def _row(prompt: Prompt, accepted: bool) -> tuple[str, ...]:
    """Name, origin, place, and how the text begins or what is wrong with it."""
    name = printable(prompt.name)
    if prompt.problem:
        return name, prompt.origin, "-", printable(f"cannot be used: {prompt.path} {prompt.problem}")
    origin = prompt.origin if accepted else f"{prompt.origin}, not accepted"
    return name, origin, prompt.place, clip(printable(" ".join(prompt.text.split())), _TEXT_WIDTH)
