"""What a pane says while it has nothing to show, and what to do next."""

from __future__ import annotations

from ctxsmith_tui.tui.comparing import Comparison
from ctxsmith_tui.tui.graphing import GraphState
from ctxsmith_tui.tui.state import Phase, Snapshot
from ctxsmith_tui.tui.text import one_line
from ctxsmith_tui.tui.widgets.title import progress_text


def ranked_hint(state: Snapshot, filter: str) -> list[str]:
    """For the ranked list."""
    if state.phase is Phase.FAILED:
        return [
            "This did not work:",
            one_line(state.error),
            "",
            "Outside the task box (Esc) R tries again, q quits.",
        ]
    if filter and state.files:
        return [
            f"No file matches {one_line(filter)}.",
            "",
            "Esc shows all again, o finds any file or symbol.",
        ]
    if not state.curation.task.strip():
        return [
            "No task yet: type it above, Enter ranks it.",
            "Out of that box (Esc) there are more keys:",
            "",
            "t   write what you want to do, in plain words",
            "T   choose one of your earlier tasks",
            "d   take the changes of the work tree as the task",
            "o   find a file or symbol and pin it",
            "?   all keys",
        ]
    if state.phase is Phase.INDEXING or state.index is None:
        doing = progress_text(state.progress) if state.progress else "Looking at the work tree"
        return [f"{doing}.", "", "The list fills as soon as the first files are read. Esc stops."]
    if state.phase is Phase.RANKING:
        return ["Ranking."]
    if not state.index.files:
        return ["No file is indexed.", "", "R looks at the work tree, and goes on where it was stopped."]
    where = f" in the scope {one_line(' '.join(state.curation.scope))}" if state.curation.scope else ""
    return [
        f"Nothing{where} matches this task.",
        "",
        "No word of it stands in code, names, paths, documentation or commit messages.",
        "Try names that the code may use (t), another scope (s), or find a file yourself (o).",
    ]


def pack_hint(state: Snapshot) -> list[str]:
    """For the pack."""
    if not state.curation.task.strip():
        return ["The pack stands here, exactly as it will be copied, once there is a task (t)."]
    if state.pack_error:
        return [
            one_line(state.pack_error),
            "",
            "] raises the budget, - shows less of a pin, u takes it back.",
        ]
    if state.pack is not None and not state.pack.text:
        return ["Nothing fits this budget.", "", "] makes it larger, b lets you type one."]
    return ["Nothing to show yet."]


def changes_hint(comparison: Comparison) -> list[str]:
    """For the changes."""
    if comparison.error:
        next_step = "B compares with something else, R looks again."
        return [one_line(comparison.error), "", next_step]
    if comparison.changes is None:
        return ["Reading what changed."]
    base = one_line(comparison.base)
    what = f"HEAD has no change that {base} lacks." if base else "The work tree is as in the last commit."
    return [
        what,
        "",
        "B   compare with another branch, tag or commit",
        "R   look at the work tree again",
        "",
        "Edits show up here by themselves.",
    ]


def notes_hint(filter: str) -> list[str]:
    """For the notes."""
    if filter:
        return [f"No note matches {one_line(filter)}.", "", "Esc shows all again."]
    return [
        "No notes yet.",
        "",
        "M in any pane writes a note on what the cursor is on; it goes into packs with its code.",
        "M in Changes (5) writes a review note on a line of the diff, for the review alone.",
        "",
        "Notes that agents and the command line write show up here by themselves.",
    ]


def graph_hint(state: GraphState) -> list[str]:
    """For the graph."""
    subject = one_line(str(state.subject)) if state.subject else ""
    if state.subject is None:
        return [
            "Callers, callees and the impact of a change stand here.",
            "",
            "Put the cursor on a file, function or line in another pane.",
        ]
    if state.waiting:
        return [subject, "", "The graph comes as soon as indexing is done."]
    if state.error:
        next_step = "Choose another place, or press R when the file has changed, and 4 to ask again."
        return [one_line(state.error), "", next_step]
    if state.stopped:
        return [subject, "", "Stopped; 4 asks again."]
    if state.progress is not None:
        return [
            subject,
            "",
            f"{progress_text(state.progress)}. Esc stops.",
            "",
            "The first question resolves the whole repository; the index keeps that.",
        ]
    return [subject, "", "Asking the graph."]
