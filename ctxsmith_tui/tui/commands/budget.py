"""The budget, how signals count, and how the pack is laid out."""

from __future__ import annotations

import asyncio

from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.pack.formats import FORMATS
from ctxsmith_tui.pack.targets import TARGETS
from ctxsmith_tui.personal.prompts import Prompt, accept_prompt, is_accepted, list_prompts
from ctxsmith_tui.text.amounts import read_budget
from ctxsmith_tui.tui.commands import Commands
from ctxsmith_tui.tui.screens.ask import AskRead, AskText, Choose, Option
from ctxsmith_tui.tui.screens.weights import WeightsScreen

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
        """Type a budget, and the model whose tokens it means."""
        curation = self.app.state.curation
        target = self._target()
        typed = await self.app.push_screen_wait(
            AskText(
                "Budget in tokens",
                f"{curation.budget} {target}" if target != "none" else str(curation.budget),
                hint=f"8000, 8k or auto; behind it the model that it is for: {', '.join(TARGETS)}",
                check=_wrong_budget,
            )
        )
        if typed is not None:
            budget, wanted = read_budget_and_target(typed)
            self._set(budget)
            if wanted and wanted != target:
                self.app.session.set(f"target {wanted}", settings={"target": wanted})

    async def prompt(self) -> None:
        """Choose the instructions that stand beside the code."""
        prompts = await asyncio.to_thread(list_prompts, self.app.root)
        now = self.app.state.curation.settings.get("prompt", "")
        options = [Option("", "none", "now" if not now else "only the code")]
        for each in prompts:
            said = each.problem or f"{each.place} the code: {' '.join(each.text.split())[:200]}"
            options.append(Option(each.name, each.name, f"now, {said}" if each.name == now else said))
        chosen = await self.app.push_screen_wait(Choose("Instructions", options))
        if chosen is None or chosen == now:
            return
        prompt = next((each for each in prompts if each.name == chosen), None)
        if prompt is not None and not await self._is_wanted(prompt):
            return
        self.app.session.set(f"instructions {chosen or 'none'}", settings={"prompt": chosen})

    async def _is_wanted(self, prompt: Prompt) -> bool:
        """Whether instructions can be used; those of the repository are read before their first use."""
        if prompt.problem:
            self.app.say(f"{prompt.name} cannot be used: {prompt.problem}", wrong=True)
            return False
        if prompt.origin != "repository" or await asyncio.to_thread(is_accepted, prompt):
            return True
        title = f"The repository brings {prompt.path}. Use it from now on?"
        if await self.app.push_screen_wait(AskRead(title, prompt.text)):
            await asyncio.to_thread(accept_prompt, prompt)
            return True
        return False

    def _target(self) -> str:
        return self.app.state.curation.settings.get("target", self.app.settings.target)

    def weights(self) -> None:
        """What every signal counts for, beside the list that shows it."""
        self.app.panes.show_list()
        self.app.push_screen(WeightsScreen())

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


def read_budget_and_target(text: str) -> tuple[int | str, str]:
    """A budget as people write it, and the target named behind it, '' for none.

    Raises UsageError for what is neither.
    """
    word, *names = text.split() or [""]
    if len(names) > 1 or (names and names[0].lower() not in TARGETS):
        raise UsageError(f"behind the budget stands one target: {', '.join(TARGETS)}")
    return read_budget(word), names[0].lower() if names else ""


def _wrong_budget(text: str) -> str:
    try:
        read_budget_and_target(text)
    except UsageError as error:
        return str(error)
    return ""
