"""Opening the engine for a command, with everything slow started as early as it can be."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ctxsmith_tui.cli.output import note
from ctxsmith_tui.cli.progress import reporting
from ctxsmith_tui.cli.settings import Settings
from ctxsmith_tui.errors import CtxsmithError

if TYPE_CHECKING:
    from ctxsmith_tui.engine import Engine
    from ctxsmith_tui.pack.defaults import PackDefaults
    from ctxsmith_tui.personal.settings import UserSettings


@contextmanager
def opened(
    settings: Settings, tokenizer: str | None = None, defaults: PackDefaults | None = None
) -> Iterator[Engine]:
    """The engine of the chosen repository; a tokenizer that will be needed is loaded beside its start.

    `defaults` are those of curations, None for the built-in ones.
    """
    gc.disable()  # one answer and the process ends: looking for garbage would only take time
    if tokenizer is not None:
        _load_beside(tokenizer)
    # numpy starts its threads for linear algebra when it is imported; nothing here would use them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from ctxsmith_tui.engine import Engine
    from ctxsmith_tui.pack.defaults import BUILT_IN

    with reporting() as report:
        yield Engine(settings.root, force=settings.force, report=report, defaults=defaults or BUILT_IN)


def user_settings() -> UserSettings:
    """What the user set; one line about what is wrong with it."""
    from ctxsmith_tui.personal.settings import load_settings

    settings, wrong = load_settings()
    if wrong:
        more = f" (and {len(wrong) - 1} more, see `ctxsmith-tui config`)" if len(wrong) > 1 else ""
        note(f"note: {wrong[0]}{more}")
    return settings


def _load_beside(name: str) -> None:
    def load() -> None:
        from ctxsmith_tui.pack.tokens import load_tokenizer

        with suppress(CtxsmithError):  # whoever asks for it next meets the same error
            load_tokenizer(name)

    threading.Thread(target=load, name="tokenizer", daemon=True).start()
