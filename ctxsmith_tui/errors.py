"""The errors a caller can meet. Each face maps them once; the message says what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Sequence


class CtxsmithError(Exception):
    """A job failed for a reason the user can act on. The command line ends with exit code 1."""


def described(error: BaseException) -> str:
    """What to say of an error: ours and the system's say it themselves, others by the name of their kind."""
    return str(error) if isinstance(error, CtxsmithError | OSError) else f"{type(error).__name__}: {error}"


class UsageError(CtxsmithError):
    """The request itself is wrong: an argument, SPEC or folder. The command line ends with exit code 2."""


class AmbiguousNameError(UsageError):
    """A name means several symbols; `candidates` are the SPECs that name them one by one."""

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        shown = ", ".join(candidates[:5])
        more = f" and {len(candidates) - 5} more" if len(candidates) > 5 else ""
        super().__init__(f"{name!r} is ambiguous; write one of: {shown}{more}")
        self.candidates = tuple(candidates)


class PinTooLargeError(CtxsmithError):
    """What is pinned does not fit the budget; `needed` are the tokens with which it would."""

    def __init__(self, message: str, needed: int) -> None:
        super().__init__(message)
        self.needed = needed


class PromptTooLargeError(CtxsmithError):
    """The chosen instructions do not fit the budget; they are never cut."""


class GitError(CtxsmithError):
    """Git refused or failed; the message quotes its first line."""


class IndexBusyError(CtxsmithError):
    """Another process is building the first index of this repository and did not finish in time."""
