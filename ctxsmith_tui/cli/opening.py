"""Opening the engine for a command, with everything slow started as early as it can be."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ctxsmith_tui.cli.progress import reporting
from ctxsmith_tui.cli.settings import Settings
from ctxsmith_tui.errors import CtxsmithError

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine


@contextmanager
def opened(settings: Settings, tokenizer: str | None = None) -> Iterator[Engine]:
    """The engine of the chosen repository; a tokenizer that will be needed is loaded beside its start."""
    gc.disable()  # one answer and the process ends: looking for garbage would only take time
    if tokenizer is not None:
        _load_beside(tokenizer)
    # numpy starts its threads for linear algebra when it is imported; nothing here would use them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from ctxsmith_tui.engine import Engine

    with reporting() as report:
        yield Engine(settings.root, force=settings.force, report=report)


def _load_beside(name: str) -> None:
    def load() -> None:
        from ctxsmith_tui.pack.tokens import load_tokenizer

        with suppress(CtxsmithError):  # whoever asks for it next meets the same error
            load_tokenizer(name)

    threading.Thread(target=load, name="tokenizer", daemon=True).start()
