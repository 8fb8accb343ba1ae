"""The budget, how signals count, and how the pack is laid out."""

from __future__ import annotations

from ctxsmith_tui.pack.formats import FORMATS
from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskText, Choose, Option

_STEPS = (
    *(1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 12_000, 16_000, 20_000, 24_000, 32_000),
    *(48_000, 64_000, 96_000, 128_000, 200_000, 400_000, 1_000_000),
)


class BudgetCommands(Commands):
    """What a pack may cost and what counts in it."""

    def budget_less(self) -> None:
        """The next smaller budget."""
        now = self._now()
        self._set(max((step for step in _STEPS if step < now), default=max(1, now // 2)))

    def budget_more(self) -> None:
        """The next larger budget, or where pins do not fit, one that holds them."""
        now = max(self._now(), self.app.state.needed - 1 if self.app.state.pack_error else 0)
        self._set(min((step for step in _STEPS if step > now), default=_STEPS[-1]))

    async def budget(self) -> None:
        """Type a budget."""
        typed = await self.app.push_screen_wait(
            AskText(
                "Budget in tokens",
                str(self.app.state.curation.budget),
                hint="8000, 8k or auto",
                check=_wrong_budget,
            )
        )
        if typed is not None:
            self._set(read_budget(typed))

    async def format(self) -> None:
        """Another format."""
        now = self.app.state.curation.format
        options = [Option(each, each, "now" if each == now else "") for each in FORMATS]
        chosen = await self.app.push_screen_wait(Choose("Format of the pack", options))
        if chosen is not None and chosen != now:
            self.app.session.set(f"format {chosen}", format=chosen)

    def _now(self) -> int:
        budget = self.app.state.curation.budget
        pack = self.app.state.pack
        return budget if isinstance(budget, int) else pack.budget if pack else 8_000

    def _set(self, budget: int | str) -> None:
        if budget != self.app.state.curation.budget:
            shown = f"{budget:,}" if isinstance(budget, int) else budget
            self.app.session.set(f"budget {shown}", budget=budget)


def read_budget(text: str) -> int | str:
    """A budget as people write it. Raises ValueError for what is none."""
    word = text.strip().lower().replace(",", "").replace("_", "")
    if word == "auto":
        return "auto"
    number = int(float(word[:-1]) * 1000) if word.endswith("k") else int(word)
    if not 1 <= number <= 1_000_000:
        raise ValueError(text)
    return number


def _wrong_budget(text: str) -> str:
    try:
        read_budget(text)
    except ValueError:
        return "give a number of tokens from 1 to 1,000,000, such as 8000 or 8k, or auto"
    return ""
