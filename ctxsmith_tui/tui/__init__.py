"""The workbench: a Textual application on one repository."""

from __future__ import annotations

from pathlib import Path


def run(path: str | Path = ".", *, force: bool = False) -> int:
    """Open the workbench on the repository around a folder, until the person leaves it.

    Returns the exit code: 0, after a signal 128 and its number, 1 after a crash.

    Raises UsageError for a folder that does not exist or that nobody means, like `Engine`.
    """
    from ctxsmith_tui.tui.garbage import collect_seldom

    collect_seldom()  # before all that is imported
    from ctxsmith_tui.index import git
    from ctxsmith_tui.personal.settings import load_settings
    from ctxsmith_tui.store.lock import workbench_slot
    from ctxsmith_tui.tui.app import Workbench
    from ctxsmith_tui.tui.opening import first_snapshot

    root, _ = git.find_root(Path(path).resolve())
    git.check_root(root, force)
    settings, complaints = load_settings()
    first = first_snapshot(root, settings)
    with workbench_slot(root) as slot:
        app = Workbench(root, first, slot=slot, force=force, settings=settings, complaints=complaints)
        app.run()
    return app.return_code or 0
