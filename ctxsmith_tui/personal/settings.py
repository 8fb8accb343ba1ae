"""The user's own settings: a TOML file in their config folder. A bad file never stops anything."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from ctxsmith_tui.pack.defaults import DEFAULT_BUDGET, DEFAULT_FORMAT, DEFAULT_TOKENIZER, PackDefaults
from ctxsmith_tui.pack.formats import FORMATS
from ctxsmith_tui.pack.targets import LARGEST_MARGIN, MARGINS, SMALLEST_MARGIN, TARGETS
from ctxsmith_tui.text.amounts import LARGEST_BUDGET

APPLICATION = "ctxsmith-tui"
VARIABLE = "CTXSMITH_CONFIG"  # of the environment: another file instead of the usual one
THEMES = ("dark", "light", "ansi", "colour-blind")
LARGEST_FILE = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class UserSettings:
    """What a person set for all repositories.

    `keymap` maps the id of an action to its keys, with commas between them; `margins` the name of a target
    to tokens of it for one of cl100k_base. `part_tokens` is the size of the parts that a hand-over is split
    into, 0 for none. `editor` is a command, '' for $VISUAL or $EDITOR. `given` are the names of the values
    that the file sets.
    """

    theme: str = "dark"
    keymap: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    budget: int | Literal["auto"] = DEFAULT_BUDGET
    format: str = DEFAULT_FORMAT
    tokenizer: str = DEFAULT_TOKENIZER
    target: str = "none"
    margins: Mapping[str, float] = field(default_factory=lambda: MappingProxyType(dict(MARGINS)))
    part_tokens: int = 0
    editor: str = ""
    given: frozenset[str] = frozenset()

    @property
    def pack_defaults(self) -> PackDefaults:
        """What holds for a curation that says nothing else."""
        return PackDefaults(self.budget, self.format, self.tokenizer)


def config_path() -> Path:
    """The file with the user's settings, whether it exists or not."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen).expanduser()
    from platformdirs import user_config_path

    return user_config_path(APPLICATION, appauthor=False) / "config.toml"


def load_settings(path: Path | None = None) -> tuple[UserSettings, tuple[str, ...]]:
    """The settings of a file (None: the user's), and a sentence about each thing that is wrong with it.

    What is wrong or missing has its default; a file that does not exist is no error.
    """
    place = config_path() if path is None else path
    try:
        with place.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return UserSettings(), ()
    except OSError as error:
        return UserSettings(), (f"{place}: cannot be read ({error.strerror}); the defaults are used",)
    try:
        if len(data) > LARGEST_FILE:
            raise ValueError(f"is larger than {LARGEST_FILE:,} bytes")
        table = tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return UserSettings(), (f"{place}: line {line} is not UTF-8; the defaults are used",)
    except (ValueError, RecursionError) as error:
        return UserSettings(), (f"{place}: {' '.join(str(error).split())}; the defaults are used",)
    return _read(table, place)


def _read(table: Mapping[str, Any], place: Path) -> tuple[UserSettings, tuple[str, ...]]:
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for key, value in table.items():
        if key not in _READERS:
            wrong.append(f"{place}: there is no setting {key!r}{_nearest(key, _READERS)}")
            continue
        try:
            values[key] = _READERS[key](value)
        except _WrongValueError as error:
            wrong.append(f"{place}: {error.key or key} must be {error}; its default is used")
            if error.rest is not None:
                values[key] = error.rest
    return UserSettings(**values, given=frozenset(values)), tuple(wrong)


def _nearest(name: str, known: Mapping[str, Any]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else f"; the settings are {', '.join(known)}"


# --- values ------------------------------------------------------------------------------------------

Value = TypeVar("Value")


class _WrongValueError(Exception):
    """Says what is allowed; `key` is the key inside a table, `rest` what of a table is right."""

    def __init__(self, allowed: str, key: str = "", rest: Any = None) -> None:
        super().__init__(allowed)
        self.key, self.rest = key, rest


def _one_of(*allowed: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in allowed:
            raise _WrongValueError(f"one of {', '.join(allowed)}")
        return str(value)

    return read


def _budget(value: Any) -> int | Literal["auto"]:
    if value == "auto":
        return "auto"
    if type(value) is int and 1 <= value <= LARGEST_BUDGET:
        return value
    raise _WrongValueError(f'a whole number from 1 to {LARGEST_BUDGET}, or "auto"')


def _part_tokens(value: Any) -> int:
    if type(value) is int and 0 <= value <= LARGEST_BUDGET:
        return value
    raise _WrongValueError(f"a whole number from 1 to {LARGEST_BUDGET}, or 0 for no parts")


def _text(what: str, *, empty: bool = False) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if isinstance(value, str) and value.isprintable() and (value.strip() or empty):
            return value.strip()
        raise _WrongValueError(f"{what}, as text in quotes")

    return read


def _table(name: str, read: Callable[[str, Any], Value]) -> Callable[[Any], Mapping[str, Value]]:
    """A table of which every value that is right counts."""

    def read_table(value: Any) -> Mapping[str, Value]:
        if not isinstance(value, dict):
            raise _WrongValueError(f"a table: a line [{name}] with keys below it")
        right: dict[str, Value] = {}
        first: _WrongValueError | None = None
        for key, each in value.items():
            try:
                right[key] = read(key, each)
            except _WrongValueError as error:
                first = first or _WrongValueError(str(error), f"{name}.{key}")
        if first is not None:
            raise _WrongValueError(str(first), first.key, MappingProxyType(right) if right else None)
        return MappingProxyType(right)

    return read_table


def _keys(action: str, value: Any) -> str:
    return _text('keys with commas between them, such as "ctrl+p,p"')(value)


def _margin(target: str, value: Any) -> float:
    if target not in MARGINS:
        raise _WrongValueError(f"the margin of a target, which are {', '.join(MARGINS)}")
    if type(value) in (int, float) and SMALLEST_MARGIN <= value <= LARGEST_MARGIN:
        return float(value)
    raise _WrongValueError(f"a number from {SMALLEST_MARGIN} to {LARGEST_MARGIN}")


def _margins(value: Any) -> Mapping[str, float]:
    """The built-in margins with those that are given in their place."""
    try:
        given = _table("margins", _margin)(value)
    except _WrongValueError as error:
        if error.rest is not None:
            error.rest = MappingProxyType({**MARGINS, **error.rest})
        raise
    return MappingProxyType({**MARGINS, **given})


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "theme": _one_of(*THEMES),
    "keymap": _table("keymap", _keys),
    "budget": _budget,
    "format": _one_of(*FORMATS),
    "tokenizer": _text("the name of a tokenizer, such as cl100k_base"),
    "target": _one_of(*TARGETS),
    "margins": _margins,
    "part_tokens": _part_tokens,
    "editor": _text("a command, such as vim", empty=True),
}


# --- writing -----------------------------------------------------------------------------------------


def settings_shape(settings: UserSettings) -> dict[str, Any]:
    """The values as plain dicts, lists, text and numbers, in their order."""
    values = ((each.name, getattr(settings, each.name)) for each in fields(settings) if each.name != "given")
    return {name: _plain(value) for name, value in values}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return list(value) if isinstance(value, tuple) else value


TEMPLATE = f"""\
# Settings of {APPLICATION} for all repositories. A line that begins with # has no effect.
# `{APPLICATION} config` shows what is in force.

# theme = "dark"              # one of: {", ".join(THEMES)}
# budget = 8000               # tokens of a pack, or "auto"
# format = "markdown"         # one of: {", ".join(FORMATS)}
# tokenizer = "cl100k_base"   # whose tokens are counted
# target = "none"             # the model that a budget is for, one of: {", ".join(TARGETS)}
# part_tokens = 0             # split a hand-over into parts of so many tokens; 0: never
# editor = ""                 # such as "code --wait"; empty: $VISUAL or $EDITOR

# [margins]                   # tokens of a target for one token of cl100k_base, estimates
{chr(10).join(f"# {name} = {margin}" for name, margin in MARGINS.items())}

# [keymap]                    # keys of an action, with commas between them
# copy = "y,ctrl+y"
"""
"""What `config --init` writes: every setting with its default, as a comment."""


def write_template(path: Path) -> bool:
    """Write a commented file where there is none; returns whether it was written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(TEMPLATE)
    except FileExistsError:
        return False
    return True
