"""The one door to git. A repository is hostile input: nothing its configuration names is ever run.

Git executes what `.git/config` says (fsmonitor, hooks, pagers, signature programs, transports), so every
call passes `_SAFE`, a cleaned environment and no terminal. Commands that would run filters or textconv
(`status`, a work-tree `diff`) must not be called at all. Works with git 2.25 and later.
"""

from __future__ import annotations

import functools
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ctxsmith_tui.errors import GitError, UsageError
from ctxsmith_tui.text.printable import printable

_SAFE = (
    "--no-pager",
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "log.showSignature=false",
    "-c", "log.showRoot=true",
    "-c", "diff.relative=false",
)  # fmt: skip

_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # git before 2.44 ignores GIT_NO_LAZY_FETCH: no transport may run
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}

# Of the inherited GIT_* only these stay: they say where git and the user's own settings are. All others
# (GIT_DIR, GIT_INDEX_FILE, GIT_CONFIG_PARAMETERS, GIT_TRACE...) would point git at another repository
# or change its output. The command line above overrides every setting from these.
_KEPT = ("GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM")
_KEPT_PREFIXES = ("GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_")


@dataclass(slots=True)
class Running:
    """A git process whose output collects in temporary files: it never waits for a reader."""

    root: Path
    what: str
    process: subprocess.Popen[bytes]
    out: IO[bytes]
    err: IO[bytes]
    warnings: bytes = b""  # what git wrote to stderr; filled by `finish`


@functools.cache
def _executable(search_path: str) -> str | None:
    """Absolute path of git. Relative entries of PATH are left out: the folder may hold its own `git`."""
    folders = [entry for entry in search_path.split(os.pathsep) if Path(entry).is_absolute()]
    found = shutil.which("git", path=os.pathsep.join(folders)) if folders else None
    return found if found is not None and Path(found).is_absolute() else None


def available() -> bool:
    """Whether git is installed."""
    return _executable(os.environ.get("PATH", os.defpath)) is not None


def _environment(root: Path) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in _KEPT or name.startswith(_KEPT_PREFIXES)
    }
    # The ceiling keeps git from a repository further up when `root/.git` is not a valid one.
    return kept | _ENVIRONMENT | {"GIT_CEILING_DIRECTORIES": str(root.parent)}


def start(root: Path, *args: str, stdin: bytes | None = None) -> Running:
    """Start `git args` in the work tree `root`. Every `Running` must go to `finish` or `stop`.

    Raises GitError when git is not installed.
    """
    program = _executable(os.environ.get("PATH", os.defpath))
    if program is None:
        raise GitError("git is not installed, or not on PATH")
    root = root.absolute()
    # --work-tree: the repository's own `core.worktree` must not lead to another folder.
    command = [program, "-C", str(root), f"--work-tree={root}", *_SAFE, *args]
    out, err = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115 - closed by finish or stop
    with _stdin(stdin) as source:
        process = subprocess.Popen(command, stdin=source, stdout=out, stderr=err, env=_environment(root))
    return Running(root, args[0], process, out, err)


def _stdin(content: bytes | None) -> IO[bytes]:
    if content is None:
        return Path(os.devnull).open("rb")
    source = tempfile.TemporaryFile()  # noqa: SIM115 - closed by the caller
    source.write(content)
    source.seek(0)
    return source


def finish(running: Running, timeout: float = 60, accept: tuple[int, ...] = (0,)) -> bytes:
    """Wait at most `timeout` seconds and return stdout.

    Raises GitError with git's first line of complaint when the exit code is not in `accept`.
    """
    expired = threading.Event()

    def give_up() -> None:
        expired.set()
        running.process.kill()

    watchdog = threading.Timer(timeout, give_up)  # Popen.wait(timeout) would poll, in ever longer naps
    watchdog.start()
    try:
        code = running.process.wait()
        if expired.is_set():
            raise GitError(f"git {running.what} did not end within {timeout:g} seconds")
        running.out.seek(0)
        running.err.seek(0)
        running.warnings = running.err.read()
        if code not in accept:
            raise GitError(_complaint(running, code))
        return running.out.read()
    finally:
        watchdog.cancel()
        stop(running)


def stop(running: Running) -> None:
    """End the process if it still runs, and release what it holds. Harmless when repeated."""
    if running.process.poll() is None:
        with suppress(OSError):
            running.process.kill()
        running.process.wait()
    running.out.close()
    running.err.close()


def _complaint(running: Running, code: int) -> str:
    lines = running.warnings.decode(errors="replace").splitlines() or [f"exit code {code}"]
    first = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0])
    message = f"git {running.what}: {printable(first)}"
    if "dubious ownership" in first or "unsafe repository" in first:
        place = printable(shlex.quote(str(running.root)))
        message += f". If you trust it: git config --global --add safe.directory {place}"
    return message


def run(
    root: Path,
    *args: str,
    stdin: bytes | None = None,
    timeout: float = 60,
    accept: tuple[int, ...] = (0,),
) -> bytes:
    """Stdout of `git args` in the work tree `root`; `timeout` in seconds. Raises GitError like `finish`."""
    return finish(start(root, *args, stdin=stdin), timeout, accept)


def find_root(start: Path) -> tuple[Path, bool]:
    """The nearest folder at or above `start` with a `.git` file or folder, and True; else `start`, False.

    The path returned is absolute and free of symlinks. Raises UsageError when `start` is no folder.
    """
    try:
        folder = start.resolve()
        is_folder = folder.is_dir()
    except (OSError, RuntimeError):  # forbidden, or a loop of links
        is_folder = False
    if not is_folder:
        raise UsageError(f"not a folder: {printable(str(start))}")
    for candidate in (folder, *folder.parents):
        if os.path.lexists(candidate / ".git"):
            return candidate, True
    return folder, False


def check_root(root: Path, force: bool) -> None:
    """Refuse bare repositories, the home folder and filesystem roots, unless `force`.

    Raises UsageError: a bare repository has no files of its own, and indexing the home folder or a root
    would read everything the user owns, also where it is a git root.
    """
    if force:
        return
    real = root.resolve()
    try:
        home = Path.home().resolve()
    except (RuntimeError, OSError):
        home = None
    if real == home:
        what = "your home folder"
    elif real.parent == real:
        what = "the root of a file system"
    elif (root / "HEAD").is_file() and (root / "objects").is_dir() and (root / "refs").is_dir():
        what = "a bare repository"
    else:
        return
    raise UsageError(
        f"{printable(str(real))} is {what}: choose a project folder (`git init` makes it a root), "
        "or use --force"
    )


def head(root: Path) -> str:
    """Full hash of the commit HEAD points at; '' when there is none yet, no git or no repository."""
    if not available() or not (root / ".git").exists():
        return ""
    return finish_head(start_head(root))


def start_head(root: Path) -> Running:
    """Let git resolve HEAD beside other work; hand the result to `finish_head`."""
    return start(root, "rev-parse", "-q", "--verify", "HEAD^{commit}")


def finish_head(running: Running) -> str:
    """The full hash that `start_head` asked for; '' on an unborn branch."""
    return finish(running, accept=(0, 1)).decode().strip()


def branch(root: Path) -> str:
    """Name of the checked-out branch; '' when HEAD is detached, without git or outside a repository."""
    if not available() or not (root / ".git").exists():
        return ""
    name = os.fsdecode(run(root, "symbolic-ref", "-q", "HEAD", accept=(0, 1))).strip()
    return name.removeprefix("refs/heads/")
