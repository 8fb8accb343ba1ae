"""What the actions of the registry do, by theme; each public method of a `Commands` bears its name."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ctxsmith_tui.tui.app import Workbench

Handler = Callable[[], Coroutine[Any, Any, None] | None]


class Commands:
    """Commands of one theme on one workbench. A coroutine runs beside the workbench and may ask questions."""

    def __init__(self, app: Workbench) -> None:
        self.app = app

    def handler(self, id: str) -> Handler | None:
        """What an action does, None when it is another theme's."""
        return getattr(self, id, None) if id in type(self).__dict__ else None


def all_commands(app: Workbench) -> tuple[Commands, ...]:
    """Every theme."""
    from ctxsmith_tui.tui.commands.budget import BudgetCommands
    from ctxsmith_tui.tui.commands.curating import CuratingCommands
    from ctxsmith_tui.tui.commands.deciding import DecidingCommands
    from ctxsmith_tui.tui.commands.finding import FindingCommands
    from ctxsmith_tui.tui.commands.handing_over import HandingOverCommands
    from ctxsmith_tui.tui.commands.panes import PaneCommands
    from ctxsmith_tui.tui.commands.places import PlaceCommands
    from ctxsmith_tui.tui.commands.reviewing import ReviewingCommands
    from ctxsmith_tui.tui.commands.workbench import WorkbenchCommands

    themes = (
        ReviewingCommands,
        *(PaneCommands, DecidingCommands, BudgetCommands, FindingCommands),
        *(HandingOverCommands, CuratingCommands, PlaceCommands, WorkbenchCommands),
    )
    return tuple(theme(app) for theme in themes)
