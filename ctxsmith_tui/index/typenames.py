"""The one type that a declaration is about: `Foo` for `Optional["m.Foo"]`, `&mut Foo` or `Foo | null`.

What a method call on the variable can reach is what counts. So wrappers that pass calls through, or that are
taken off before anything is called, are left out, and a container is itself, not its elements.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PATH = r"[\w$]+(?:(?:\.|::)[\w$]+)*"
_TYPE = re.compile(rf"({_PATH})\s*(?:\[(.+)\]|<(.+)>)?", re.DOTALL)
_SEPARATOR = re.compile(r"\.|::")
_PREFIX = re.compile(r"(?:[&*\s]|(?:mut|dyn|impl|const|readonly|'\w+)\s)+")
_NOTHING = frozenset(
    {"", "_", "...", "None", "NoneType", "null", "undefined", "nil", "void", "never", "var", "auto"}
    | {
        "Any",
        "any",
        "unknown",
        "object",
        "dynamic",
        "int",
        "float",
        "bool",
        "boolean",
        "number",
        "byte",
        "rune",
        "char",
    }
    | {f"{sign}{size}" for sign in ("int", "uint", "i", "u", "f", "float") for size in (8, 16, 32, 64, 128)}
    | {"uint", "isize", "usize", "dynamic"}
)
"""Says that there is no value, that its type is not known, or that it is a number."""
_SQUARE = frozenset({"Optional", "Union", "Annotated", "Final", "ClassVar", "InitVar", "Awaitable"})
_ANGLE = frozenset(
    {"Option", "Result", "Box", "Rc", "Arc", "Cow", "Pin", "Ref", "RefMut"}
    | {"unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper"}
    | {"Promise", "Readonly", "Partial", "NonNullable", "Task", "ValueTask"}
)
"""Generic types that stand for their argument; Java's `Optional<T>` does not."""
_MAX_WRAPPERS = 8
_MAX_LENGTH = 300
"""Characters of a type that are read; what is longer describes a structure."""


@lru_cache(maxsize=8_192)
def type_path(text: str) -> tuple[str, str]:
    """Name and path of the type that the declaration `text` is about, '' where there is not one."""
    path = "" if len(text) > _MAX_LENGTH else _path(text)
    return _last_part(path), path


def _path(text: str) -> str:
    for _ in range(_MAX_WRAPPERS):
        if text.isidentifier():
            break
        text = _one(split_at(_bare(text), "|"))
        match = _TYPE.fullmatch(_bare(text))
        if match is None:
            return ""
        text, square, angle = match.groups()
        name = _last_part(text)
        if square and name in _SQUARE:
            arguments = split_at(square, ",")
            text = _one(arguments) if name == "Union" else arguments[0]
        elif angle and name in _ANGLE:
            text = split_at(angle, ",")[0]
        else:
            break
    return text if text not in _NOTHING else ""


def _last_part(path: str) -> str:
    return _SEPARATOR.split(path)[-1]


def _one(choices: list[str]) -> str:
    """The only choice that is a type, '' when there are several."""
    types = [choice for choice in choices if choice.strip() not in _NOTHING]
    return types[0] if len(types) == 1 else ""


def _bare(text: str) -> str:
    """Without quotes, pointers, references, the mark of what may be missing, and further bounds."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1].strip()
    prefix = _PREFIX.match(text)
    if prefix is not None:
        text = text[prefix.end() :]
    return split_at(text, "+")[0].strip().rstrip("?")


def split_at(text: str, separator: str) -> list[str]:
    """`text` at each `separator` outside all brackets."""
    if separator not in text:
        return [text]
    parts, depth, begin = [], 0, 0
    for at, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or (character == ">" and text[at - 1] not in "-="):
            depth -= 1
        elif character == separator and depth == 0:
            parts.append(text[begin:at])
            begin = at + 1
    return [*parts, text[begin:]]
