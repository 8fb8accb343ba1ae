"""From a ranking, or the surroundings of some code, to a finished pack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ctxsmith_tui.answers.workfiles import WorkFiles
from ctxsmith_tui.errors import PinTooLargeError
from ctxsmith_tui.kept.in_force import Settled
from ctxsmith_tui.model import IndexState, Note, NoteState, Pack, PackedDiff
from ctxsmith_tui.pack.budget import ChosenBudget, budget_of_words, choose_budget
from ctxsmith_tui.pack.diff import changed_lines
from ctxsmith_tui.pack.formats.wording import source_line
from ctxsmith_tui.pack.notes import pack_notes
from ctxsmith_tui.pack.packer import Packed, pack
from ctxsmith_tui.pack.ranges import Range, subtract
from ctxsmith_tui.pack.request import Candidates, Request, Sources
from ctxsmith_tui.pack.targets import Target
from ctxsmith_tui.pack.tokens import Tokenizer
from ctxsmith_tui.rank.cone import ConeUnits, cone_units
from ctxsmith_tui.rank.diff import worth_of_role
from ctxsmith_tui.rank.ranking import TaskRanking
from ctxsmith_tui.text.printable import printable

if TYPE_CHECKING:
    from ctxsmith_tui.answers.review import Review
    from ctxsmith_tui.graph.cone import Near
    from ctxsmith_tui.graph.program import Program
    from ctxsmith_tui.personal.prompts import Prompt

WORDS_OF_DIFF = 1.5  # a pack with a diff needs this many words for each of the code that it is about
MOST_NAMED = 5  # places of changed code that found no room
SMALLEST_WITH_MAP = 1_000  # tokens; a smaller pack around some code shows that code and no map


@dataclass(frozen=True, eq=False)
class Around:
    """The surroundings of some code that a pack is made of, with or without a task.

    `title` stands in the pack where there is no task.
    """

    program: Program
    cone: Sequence[Near]
    title: str
    hops: int
    with_task: bool

    def notice(self) -> str:
        """What was found, in a sentence."""
        found = [near for near in self.cone if near.hop > 0]
        used = sum(1 for near in found if near.used)
        steps = "1 hop" if self.hops == 1 else f"{self.hops} hops"
        return f"{self.title}: {used:,} used and {len(found) - used:,} using symbols or files within {steps}"


@dataclass(frozen=True, eq=False)
class Question:
    """What a pack is to answer, and how it is to be laid out."""

    ranking: TaskRanking
    around: Around | None
    review: Review | None
    settled: Settled
    notes: Sequence[Note]
    state: IndexState
    budget: int | Literal["auto"]  # in tokens of the target
    format: str
    tokenizer: Tokenizer
    target: Target
    prompt: Prompt | None

    @property
    def room(self) -> int | Literal["auto"]:
        """The budget in tokens of the tokenizer."""
        return "auto" if self.budget == "auto" else self.target.room(self.budget)


def make_pack(question: Question, files: WorkFiles) -> Pack:
    """The pack. Raises PinTooLargeError when what is pinned does not fit, PromptTooLargeError when the
    instructions do not, StaleFileError for a file that is no longer what the index knows.
    """
    ranking, around, review, state = question.ranking, question.around, question.review, question.state
    notices: list[str] = []
    if state.pending:
        notices.append(f"{state.pending} changed files are not indexed yet: another process is at it")
    budget, candidates, reason = _budget_and_candidates(question)
    if reason:
        notices.append(reason)
    title = ranking.context.query.title
    source = source_line(state, budget, question.tokenizer.name, question.target)
    if around is not None:
        notices.append(around.notice())
        title = title if around.with_task else around.title
    elif review is not None:
        notices.append(printable(review.notice()))
    elif (target := ranking.target) is not None:
        sentence = printable(target.sentence(ranking.context.catalog.paths[target.row]))
        notices.append(sentence.rstrip("."))
        source = f"{source} {sentence}"
    settled = question.settled
    if settled.source:
        source = f"{source} {settled.source}"
    notices.extend(settled.notices)
    packed = _packed(
        settled.pinned_by,
        Request(
            title=title,
            source=source,
            budget=budget,
            format=question.format,
            tokenizer=question.tokenizer,
            files=_map_files(ranking, around) if around is None or budget >= SMALLEST_WITH_MAP else [],
            candidates=candidates,
            sources=Sources(files.lines, files.language, files.symbols, files.imports),
            pins=settled.decided.pins,
            excluded=settled.decided.excluded,
            further_files=candidates.further_files,
            line_value=ranking.line_value,
            notes=pack_notes(question.notes, budget),
            instructions=question.prompt.instructions if question.prompt else None,
            changed_files=review.files if review is not None else (),
            diff_parts=list(review.parts(ranking)) if review is not None else (),
        ),
    )
    if lost := [str(note.id) for note in question.notes if note.state is NoteState.LOST]:
        notices.append(f"the code of notes is lost: {', '.join(lost)}; see note list --stale")
    if packed.notes_left_out:
        notices.append(f"notes about this code that found no room: {packed.notes_left_out}")
    if review is not None:
        notices.extend(_changes_left_out(review, packed, files))
    notices.extend(f"{printable(path)} changed while it was packed" for path in files.changed)
    return Pack(
        task=ranking.context.query.task if around is None or around.with_task else around.title,
        budget=budget,
        tokens=packed.tokens,
        tokenizer=question.tokenizer.name,
        text=packed.text,
        items=packed.items,
        omitted=packed.omitted,
        files=tuple(dict.fromkeys(item.path for item in packed.items)),
        index=state,
        notices=tuple(notices),
        diff=_packed_diff(packed),
        left_out=packed.left_out,
        format=question.format,
        prompt=question.prompt.name if question.prompt else "",
        target=question.target.name,
        margin=question.target.margin,
        document=packed.document,
    )


def _packed(pinned_by: str, request: Request) -> Packed:
    """The pack of a request; an error about pins names the curation that has some of them."""
    try:
        return pack(request)
    except PinTooLargeError as error:
        if not pinned_by:
            raise
        message = f"{error}; {pinned_by} has some of them, --no-curation leaves it out"
        raise PinTooLargeError(message, error.needed) from None


def _packed_diff(packed: Packed) -> PackedDiff | None:
    if packed.diff is None:
        return None
    files = packed.diff.files
    return PackedDiff(
        packed.diff_tokens,
        tuple(file.path for file in files),
        sum(changed_lines(hunk) for file in files for hunk in file.hunks),
        sum(file.lines_left_out for file in files),
    )


def _changes_left_out(review: Review, packed: Packed, files: WorkFiles) -> Iterator[str]:
    """The changed code that the pack does not show, named; what matters most first."""
    shown: dict[str, list[Range]] = {}
    for item in packed.items:
        shown.setdefault(item.path, []).extend(item.shown)
    rows, roles = files.catalog.row_of_path, files.catalog.roles
    changed = [(path, ranges) for path, ranges in review.changed.items() if path in rows]
    changed.sort(key=lambda each: -worth_of_role(roles[rows[each[0]]]))
    missing = [
        f"{printable(path)}:{start}-{end}" if end > start else f"{printable(path)}:{start}"
        for path, ranges in changed
        for each in ranges
        for start, end in subtract(each, [*shown.get(path, ()), *review.excluded.get(path, ())])
        if any(map(str.strip, files.lines(path)[start - 1 : end]))
    ]
    if missing:
        more = f" and {len(missing) - MOST_NAMED:,} more" if len(missing) > MOST_NAMED else ""
        yield f"changed code that found no room: {', '.join(missing[:MOST_NAMED])}{more}"


def _budget_and_candidates(question: Question) -> tuple[int, Candidates, str]:
    """The budget in tokens, what the pack is chosen from, and why that budget if it was to be chosen."""
    ranking, budget = question.ranking, question.room
    if (review := question.review) is not None:
        if budget != "auto":
            return budget, review.units(ranking, budget), ""
        words = int(WORDS_OF_DIFF * review.units(ranking, 0).words)
        chosen = _with_prompt(budget_of_words(words), question)
        return chosen.tokens, review.units(ranking, chosen.tokens), chosen.reason
    if question.around is None:
        if budget != "auto":
            return budget, ranking.units(budget), ""
        chosen = _with_prompt(choose_budget(ranking.units(0)), question)
        return chosen.tokens, ranking.units(chosen.tokens), chosen.reason
    if budget != "auto":
        return budget, _cone(question.around, ranking, budget), ""
    chosen = _with_prompt(budget_of_words(_cone(question.around, ranking, 0).words), question)
    return chosen.tokens, _cone(question.around, ranking, chosen.tokens), chosen.reason


def _with_prompt(chosen: ChosenBudget, question: Question) -> ChosenBudget:
    """A chosen budget, which is for code, with room for the instructions beside it."""
    if question.prompt is None:
        return chosen
    needed = question.tokenizer.count(question.prompt.text)
    return ChosenBudget(chosen.tokens + needed, f"{chosen.reason}, and {needed:,} for the instructions")


def _cone(around: Around, ranking: TaskRanking, budget: int) -> ConeUnits:
    return cone_units(ranking, around.program, around.cone, budget=budget, with_task=around.with_task)


def _map_files(ranking: TaskRanking, around: Around | None) -> list[str]:
    """The files that the map may name, the most important first."""
    paths = ranking.context.catalog.paths
    ranked = [paths[row] for row in ranking.rows]
    if around is None:
        return ranked
    near = (paths[around.program.row_of(each.node)] for each in around.cone)
    return list(dict.fromkeys([*near, *(ranked if around.with_task else [])]))
