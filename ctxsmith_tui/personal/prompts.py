"""Named instructions that go before or after the code of a pack: built in, the user's, the repository's."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from ctxsmith_tui.errors import CtxsmithError, UsageError
from ctxsmith_tui.index.decode import decode, read_bytes
from ctxsmith_tui.model.document import Instructions
from ctxsmith_tui.personal.settings import APPLICATION, config_path
from ctxsmith_tui.text.printable import printable, printable_block

LARGEST = 100_000  # bytes
FOLDER = ".contextsmith/prompts"  # in a repository
SUFFIXES = (".md", ".txt")
_PLACE = re.compile(r"place:[ \t]*(before|after)[ \t]*(?:\n+|$)")
_BUILT_IN = {
    "plan": """\
Do not write code yet. First work out a plan from the code above:
1. Say in two or three sentences what has to change, and how the code works today where it matters.
2. List the files and functions to change, in the order in which you would change them: what changes in each,
   and who calls it and so may break.
3. Name the tests to add or to adapt, and what each of them must show.
4. Name what you are unsure about and what you assume. If code that you need is not above, name the files and
   symbols by their full names and stop there, rather than guess.
""",
    "review": """\
Review the code above as a careful colleague would. Look for real faults, in this order: wrong results, lost
or damaged data, security holes, races and leaks, errors that are swallowed, missing tests, needless
complexity. For each finding give the path and line, what goes wrong and with which input, how sure you are,
and the smallest change that mends it. Begin with the worst. Do not comment on style that a formatter settles,
do not praise, and do not report what you cannot point at. If you find nothing, say so. If code that you would
need is not above, name the files and symbols by their full names.
""",
}

Origin = Literal["built-in", "user", "repository"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions by name. `text` is printable; `place` tells whether it stands before or after the code.

    `path` is the file it is from, '' for a built-in one; `digest` a hash of the whole file. `problem` says
    why a file cannot be used, '' for one that can.
    """

    name: str
    origin: Origin
    text: str
    place: Literal["before", "after"]
    path: str
    digest: str
    problem: str = ""

    @property
    def instructions(self) -> Instructions:
        """As a pack shows it."""
        return Instructions(self.text, self.place == "before")


def user_folder() -> Path:
    """Where the user's own instructions are, whether it exists or not."""
    return config_path().parent / "prompts"


def list_prompts(root: Path) -> tuple[Prompt, ...]:
    """All instructions for a repository, by name: the user's stand for built-in ones of the same name.

    Those of the repository are named `repo/NAME`, so that they never stand for another one.
    """
    found = {name: _read(name, "built-in", text.encode(), "") for name, text in _BUILT_IN.items()}
    for prompt in (*_users(), *_repositorys(root)):
        if prompt.name not in found or found[prompt.name].origin != prompt.origin:
            found[prompt.name] = prompt
    return tuple(found[name] for name in sorted(found, key=lambda name: ("/" in name, name)))


def find_prompt(root: Path, name: str) -> Prompt:
    """The instructions of that name. Raises UsageError when there are none, or they cannot be used."""
    known = {prompt.name: prompt for prompt in list_prompts(root)}
    if name not in known:
        names = ", ".join(printable(each) for each in known)
        raise UsageError(
            f"there are no instructions {name!r}; choose one of: {names}, or add {_example(name)}"
        )
    prompt = known[name]
    if prompt.problem:
        raise UsageError(f"the instructions {name} cannot be used: {prompt.path} {prompt.problem}")
    return prompt


def trusted_prompt(root: Path, name: str) -> Prompt:
    """The instructions of that name, if nobody but the user wrote or accepted them.

    Raises UsageError as `find_prompt`, and for a repository's own whose text was not accepted before.
    """
    prompt = find_prompt(root, name)
    if not is_accepted(prompt):
        raise UsageError(
            f"the instructions {name} come with the repository and were not accepted yet; "
            f"read {printable(prompt.path)} and then repeat the command with --accept-prompt"
        )
    return prompt


def _example(name: str) -> Path:
    plain = re.sub(r"[^\w.-]", "-", name.removeprefix("repo/")) or "name"
    return user_folder() / f"{plain}.md"


# --- files -------------------------------------------------------------------------------------------


def _users() -> Iterator[Prompt]:
    """The user's own; here links are followed, as many keep such files elsewhere and link to them."""
    folder = user_folder()
    for name in _names(folder):
        path = folder / name
        try:
            if not path.is_file():  # a pipe would have us wait
                raise OSError("is no regular file")
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except OSError as error:
            yield _unusable(_stem(name), "user", str(path), str(error.strerror or error))
        else:
            yield _read(_stem(name), "user", data, str(path))


def _repositorys(root: Path) -> Iterator[Prompt]:
    """The repository's own; no link is followed on the way."""
    folder = root
    for part in FOLDER.split("/"):
        folder = folder / part
        if folder.is_symlink():
            return
    for name in _names(folder):
        path = f"{FOLDER}/{name}"
        try:
            data = read_bytes(root, path, LARGEST + 1)
        except OSError:
            yield _unusable(f"repo/{_stem(name)}", "repository", path, "is a link or no regular file")
        else:
            yield _read(f"repo/{_stem(name)}", "repository", data, path)


def _names(folder: Path) -> list[str]:
    """Names of the files that may hold instructions; none when there is no such folder."""
    names: list[str] = []
    with suppress(OSError):
        names = [place.name for place in folder.iterdir()]
    return sorted(name for name in names if name.endswith(SUFFIXES) and _stem(name))


def _stem(name: str) -> str:
    return name.rpartition(".")[0]


def _unusable(name: str, origin: Origin, path: str, problem: str) -> Prompt:
    return Prompt(name, origin, "", "after", path, "", problem)


def _read(name: str, origin: Origin, data: bytes, path: str) -> Prompt:
    if len(data) > LARGEST:
        return _unusable(name, origin, path, f"is larger than {LARGEST:,} bytes")
    decoded = decode(data)
    if decoded.binary:
        return _unusable(name, origin, path, "is no text")
    text = decoded.text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\n")
    match = _PLACE.match(text)
    place: Literal["before", "after"] = "before" if match and match[1] == "before" else "after"
    text = printable_block(text[match.end() :] if match else text).strip("\n").rstrip()
    if not text.strip():
        return _unusable(name, origin, path, "is empty")
    return Prompt(name, origin, text, place, path, sha256(data).hexdigest())


# --- what was accepted -------------------------------------------------------------------------------


def is_accepted(prompt: Prompt) -> bool:
    """Whether a pack may hold these instructions: a repository's own only after the user accepted them."""
    return prompt.origin != "repository" or prompt.digest in _accepted()


def accept_prompt(prompt: Prompt) -> None:
    """Remember that the user read these instructions and wants them; other text needs to be accepted anew.

    Raises CtxsmithError when that cannot be kept.
    """
    path = _accepted_path()
    kept = sorted({*_accepted(), prompt.digest})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise CtxsmithError(f"cannot write {path}: {error.strerror}; check its permissions") from error


def _accepted_path() -> Path:
    from platformdirs import user_state_path

    return user_state_path(APPLICATION, appauthor=False) / "accepted-prompts.json"


def _accepted() -> frozenset[str]:
    """Hashes of accepted instructions; none when the file is missing or damaged."""
    try:
        kept = json.loads(_accepted_path().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return frozenset()
    return (
        frozenset(each for each in kept if isinstance(each, str)) if isinstance(kept, list) else frozenset()
    )
