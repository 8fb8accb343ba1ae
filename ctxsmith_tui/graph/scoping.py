"""How the languages find names: the few facts about each that resolving needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Shared(StrEnum):
    """What shares its top-level names without any import."""

    FILE = "file"
    FOLDER = "folder"  # a package or namespace is a folder
    REPOSITORY = "repository"


@dataclass(frozen=True, slots=True)
class Scoping:
    """How one language finds names.

    `family` names the languages that see each other's symbols. With `implicit_this` a bare name may be a
    member of the type around it, inherited ones included. `own` are the words for the instance or type
    itself, `base` those for what it inherits. With `open_types` members of a type may stand outside of it,
    even in other files. `reopened` is what the signature of a type that is declared in pieces holds: ''
    when any type may be, None when none is. `linked` says that a function declared anywhere is found by its
    name alone when the program is put together. With `full_names` a file's exports are the full names of
    what it defines, namespace and all. With `flat` the members of a file's types are names of the file,
    too. `makes` is what a type calls to make one of its own. `ending` may be left out where a type is used
    as an attribute. Methods that are `transparent` yield what they are called on. With `implied` a type
    implements an interface by having its methods. With `scripts` a name that nothing brings in may be one
    that a script made known to all. `companion` is what stands for the type itself as an object. With
    `only_functions` a bare call never means a variable. Methods that are `invoking` call the function that
    they are called on.
    """

    family: str
    shared: Shared = Shared.FILE
    implicit_this: bool = False
    own: frozenset[str] = frozenset()
    base: frozenset[str] = frozenset({"super"})
    open_types: bool = False
    reopened: str | None = None
    linked: bool = False
    full_names: bool = False
    flat: bool = False
    makes: str = ""
    ending: str = ""
    transparent: frozenset[str] = frozenset()
    implied: bool = False
    scripts: bool = False
    only_functions: bool = False
    companion: str = ""
    invoking: frozenset[str] = frozenset()


_THIS = frozenset({"this"})
_SELF = frozenset({"self"})

_JAVASCRIPT = Scoping("javascript", own=_THIS, scripts=True, invoking=frozenset({"call", "apply", "bind"}))
_JVM = Scoping("jvm", Shared.FOLDER, implicit_this=True, own=_THIS, open_types=True)
_C = Scoping("c", own=_THIS, base=frozenset(), implicit_this=True, open_types=True, linked=True)

SCOPING: dict[str, Scoping] = {
    "python": Scoping("python", own=frozenset({"self", "cls"}), base=frozenset({"super"})),
    "notebook": Scoping("python", own=frozenset({"self", "cls"}), base=frozenset({"super"})),
    "javascript": _JAVASCRIPT,
    "typescript": _JAVASCRIPT,
    "tsx": _JAVASCRIPT,
    "vue": _JAVASCRIPT,
    "svelte": _JAVASCRIPT,
    "java": replace(_JVM, only_functions=True),
    "kotlin": replace(_JVM, companion="Companion", transparent=frozenset({"apply", "also"})),
    "scala": _JVM,
    "go": Scoping("go", Shared.FOLDER, implied=True),
    "rust": Scoping(
        "rust",
        own=frozenset({"self", "Self"}),
        base=frozenset(),
        open_types=True,
        transparent=frozenset(
            "unwrap expect unwrap_or_default clone as_ref as_mut as_deref borrow borrow_mut to_owned".split()
        ),
    ),
    "c": _C,
    "cpp": _C,
    "csharp": Scoping(
        "csharp",
        Shared.REPOSITORY,
        implicit_this=True,
        own=_THIS,
        base=frozenset({"base"}),
        open_types=True,
        reopened="partial",
        ending="Attribute",
    ),
    "swift": Scoping(
        "swift", Shared.REPOSITORY, implicit_this=True, own=frozenset({"self", "Self"}), open_types=True
    ),
    "ruby": Scoping(
        "ruby", Shared.REPOSITORY, implicit_this=True, own=_SELF, open_types=True, reopened="", makes="new"
    ),
    "php": Scoping(
        "php",
        Shared.FOLDER,
        own=frozenset({"$this", "self", "static"}),
        base=frozenset({"parent"}),
        linked=True,
        full_names=True,
    ),
    "dart": Scoping("dart", implicit_this=True, own=_THIS, open_types=True),
    "elixir": Scoping(
        "elixir", Shared.REPOSITORY, implicit_this=True, own=frozenset({"__MODULE__"}), base=frozenset()
    ),
    "haskell": Scoping("haskell", base=frozenset(), flat=True),
    "lua": Scoping("lua", own=_SELF, base=frozenset(), flat=True),
    "zig": Scoping("zig", own=frozenset({"self", "Self"}), base=frozenset(), implicit_this=True),
    "shell": Scoping("shell", linked=True, base=frozenset()),
}
