"""Answers from one state of the index."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import apsw

from ctxsmith_tui.errors import CtxsmithError
from ctxsmith_tui.index.indexer import discard_index, index_path
from ctxsmith_tui.store.database import folder_of


class Answering(ABC):
    """Something that answers questions about the repository at `root` from its index."""

    root: Path

    @abstractmethod
    def close(self) -> None:
        """Let go of the index; the next question looks at the work tree and opens it again."""

    @abstractmethod
    def _release(self) -> None:
        """Let go of the state of the index that an answer was made from."""


Asked = TypeVar("Asked", bound=Answering)
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def answering(
    method: Callable[Concatenate[Asked, Arguments], Answer],
) -> Callable[Concatenate[Asked, Arguments], Answer]:
    """A method that answers from one state of the index, and lets go of it in the end.

    An index that turns out to be damaged or gone is built anew, once; what else SQLite reports is a
    CtxsmithError.
    """

    @wraps(method)
    def answer(self: Asked, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        try:
            try:
                return method(self, *args, **kwargs)
            except (apsw.CorruptError, apsw.NotADBError):
                self.close()
                discard_index(self.root)
            except FileNotFoundError:
                if index_path(self.root).exists():
                    raise
                self.close()
            return method(self, *args, **kwargs)
        except FileNotFoundError as error:
            raise CtxsmithError(
                f"{folder_of(self.root)} was removed while it was in use; ask again to build it anew"
            ) from error
        except apsw.Error as error:
            raise CtxsmithError(
                f"the index in {folder_of(self.root)} cannot be used ({error}); try again, or delete it"
            ) from error
        finally:
            self._release()

    return answer
