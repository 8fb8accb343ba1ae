"""Every action of the workbench with its keys: the one source of bindings, footer, help and palette."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from textual.binding import Binding, BindingType

Group = Literal[
    "Panes", "Move", "Decide", "Budget and weights", "Find", "Hand over", "Notes and changes", "Workbench"
]
Home = Literal["app", "rows"]


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do. `keys` are comma-separated; `footer` orders the few that are always shown.

    `home` is where its keys work: everywhere outside text boxes, or in lists of rows.
    """

    id: str
    keys: str
    label: str
    help: str
    group: Group
    footer: int = 0
    home: Home = "app"


ACTIONS: tuple[Action, ...] = (
    Action(
        "task", "t,i", "Task", "Write the task; Enter ranks, Ctrl+J is a new line, Esc leaves", "Panes", 1
    ),
    Action("earlier_tasks", "T", "Earlier tasks", "Choose one of the tasks of before", "Panes"),
    Action("pane_ranked", "1", "Ranked", "The files that matter, best first", "Panes"),
    Action("pane_pack", "2", "Pack", "Exactly the text that will be handed over", "Panes"),
    Action("pane_why", "3", "Why", "Every signal's points and evidence for what the cursor is on", "Panes"),
    Action("pane_graph", "4", "Graph", "Callers, callees and impact of what the cursor is on", "Panes"),
    Action("pane_changes", "5", "Changes", "Files and hunks of the working tree or of a branch", "Panes"),
    Action("pane_notes", "6", "Notes", "Notes, review notes and proposals", "Panes"),
    Action("deeper", "greater_than_sign", "Deeper", "Follow an impact one step more", "Panes", home="rows"),
    Action("shallower", "less_than_sign", "Less deep", "Follow it one step less", "Panes", home="rows"),
    Action("zoom", "z", "Zoom", "Give the pane the whole screen, and back", "Panes"),
    Action(
        "open",
        "enter",
        "Open",
        "The file as it is on disk, at the line; in a file, what a name means",
        "Panes",
        5,
        "rows",
    ),
    Action("back", "escape", "Back", "Leave the box, filter or view; stop running work", "Panes"),
    Action("down", "j,down", "Down", "Next row", "Move", home="rows"),
    Action("up", "k,up", "Up", "Row before", "Move", home="rows"),
    Action("page_down", "ctrl+d,pagedown", "Page down", "A page down", "Move", home="rows"),
    Action("page_up", "ctrl+u,pageup", "Page up", "A page up", "Move", home="rows"),
    Action("first", "g,home", "First", "First row", "Move", home="rows"),
    Action("last", "G,end", "Last", "Last row", "Move", home="rows"),
    Action(
        "right",
        "l,right",
        "In",
        "Show the functions of a file; to the callees, on one: walk to it; scroll right",
        "Move",
        home="rows",
    ),
    Action(
        "left",
        "h,left",
        "Out",
        "Hide them; to the callers, on one: walk to it; scroll left",
        "Move",
        home="rows",
    ),
    Action(
        "walk_back",
        "backspace",
        "Back to before",
        "From a file to where it was opened; to the subject that was walked from",
        "Move",
        home="rows",
    ),
    Action("next", "n", "Next", "Next item, hunk, match or section", "Move", home="rows"),
    Action("previous", "N", "Previous", "Item, hunk or match before", "Move", home="rows"),
    Action("line", "colon,ctrl+g", "Line", "Go to a line or row by its number", "Move"),
    Action("pin", "space", "Pin", "Always show this file, function or range", "Decide", 2),
    Action("exclude", "x", "Exclude", "Never show it", "Decide", 3),
    Action("auto", "a", "Auto", "Take the decision back", "Decide"),
    Action(
        "more", "plus,equals_sign", "More", "Show more of it: path, outline, signature, slice, full", "Decide"
    ),
    Action("less", "minus", "Less", "Show less of it", "Decide"),
    Action(
        "range",
        "v",
        "Range",
        "Begin or end choosing lines, then pin, exclude or note them",
        "Decide",
        home="rows",
    ),
    Action("undo", "u", "Undo", "Take back your last change", "Decide", 8),
    Action("redo", "U,ctrl+r", "Redo", "Do again what was taken back", "Decide"),
    Action("clear", "D", "Clear", "Take back all decisions, after a question", "Decide"),
    Action("budget_less", "left_square_bracket", "Budget -", "A smaller budget", "Budget and weights"),
    Action("budget_more", "right_square_bracket", "Budget +", "A larger budget", "Budget and weights"),
    Action("budget", "b", "Budget", "Type a budget, choose a target", "Budget and weights", 9),
    Action("weights", "W", "Weights", "Make signals count for more or less", "Budget and weights"),
    Action("format", "f", "Format", "Markdown, XML, JSON or plain", "Budget and weights"),
    Action(
        "prompt", "p", "Instructions", "Put named instructions before or after the code", "Budget and weights"
    ),
    Action("filter", "slash", "Filter", "Narrow the list, or search the text", "Find", 4, "rows"),
    Action("scope", "s", "Scope", "Rank only a folder or glob", "Find"),
    Action("find", "o", "Find", "Any file or symbol, ranked or not", "Find"),
    Action("reply", "r", "Paste reply", "Find what a model's answer asks for", "Find"),
    Action("copy", "y", "Copy", "Copy the pack", "Hand over", 6),
    Action("copy_item", "Y", "Copy item", "Copy what the cursor is on", "Hand over"),
    Action("copy_path", "c", "Copy path", "Copy the path and lines the cursor is on", "Hand over"),
    Action("copy_new", "m", "Copy new", "Copy only what is new or changed since the last copy", "Hand over"),
    Action(
        "copy_handover", "H", "Hand-over", "Copy one line that tells an agent where the pack is", "Hand over"
    ),
    Action("write", "w", "Write", "Write the pack to a file", "Hand over"),
    Action("editor", "e", "Edit", "Open the line in your editor", "Hand over"),
    Action("note", "M", "Note", "Write a note on what the cursor is on", "Notes and changes"),
    Action("delete", "delete", "Delete", "Delete the note", "Notes and changes"),
    Action(
        "accept",
        "A",
        "Accept",
        "Accept what an agent wrote; settle a review note, or open it again",
        "Notes and changes",
    ),
    Action("diff_task", "d", "Diff as task", "Make the changes the task, and back", "Notes and changes"),
    Action("viewed", "V", "Viewed", "Mark the file as looked at", "Notes and changes"),
    Action("base", "B", "Base", "Compare with another commit or branch", "Notes and changes"),
    Action("review", "E", "Export review", "Copy the open review notes as Markdown", "Notes and changes"),
    Action("curations", "C", "Curations", "Save, open or delete sets of decisions", "Workbench"),
    Action(
        "reindex", "R", "Look again", "Look at the work tree now; twice builds the index anew", "Workbench"
    ),
    Action("theme", "ctrl+t", "Theme", "Next theme", "Workbench"),
    Action("help", "question_mark", "Help", "All keys and marks", "Workbench", 7),
    Action("suspend", "ctrl+z", "Suspend", "Back to the shell; fg returns", "Workbench"),
    Action("interrupt", "ctrl+c", "Stop", "Copy the selection, else stop running work", "Workbench"),
    Action("quit", "q,ctrl+q", "Quit", "Everything is kept", "Workbench"),
)

ASKING = frozenset(
    (
        *("earlier_tasks", "clear", "budget", "format", "prompt", "scope", "find", "reply", "write"),
        *("line", "note", "base", "review", "curations"),
    )
)
"""Actions that ask something: keys pressed until the question is there are meant for it."""

ALWAYS = frozenset({"back", "interrupt", "suspend"})
"""Actions that work until the question is there: it may wait for what they stop."""

EVERYWHERE = frozenset({"ctrl+q"})
"""Keys that work in dialogs and text boxes, too."""

ACTION_OF: dict[str, Action] = {action.id: action for action in ACTIONS}


def keymap_complaints(keymap: Mapping[str, str]) -> list[str]:
    """What is wrong with the keys that a person chose: actions that do not exist, keys with two meanings."""
    unknown = [
        f"[keymap] {id}: there is no such action; ? lists them" for id in keymap if id not in ACTION_OF
    ]
    owners: dict[str, list[str]] = {}
    for action in ACTIONS:
        for key in keymap.get(action.id, action.keys).split(","):
            owners.setdefault(key.strip(), []).append(action.id)
    twice = [
        f"[keymap] {shown_keys(key)} means {' and '.join(ids)}; give one of them another key"
        for key, ids in owners.items()
        if len(ids) > 1
    ]
    return [*unknown, *twice]


def bindings(home: Home) -> list[BindingType]:
    """The bindings of one home, those for the footer first in their order."""
    chosen = [action for action in ACTIONS if action.home == home]
    chosen.sort(key=lambda action: action.footer or 99)
    return [
        Binding(
            key,
            f"act('{action.id}')" if home == "app" else f"row('{action.id}')",
            action.label,
            show=bool(action.footer),
            tooltip=action.help,
            priority=key in EVERYWHERE,
            id=action.id,
        )
        for action in chosen
        for key in action.keys.split(",")
    ]


_SHOWN = {
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "question_mark": "?",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "slash": "/",
    "colon": ":",
    "backspace": "Backspace",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "delete": "Del",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


def shown_keys(keys: str) -> str:
    """Comma-separated keys as they stand on a keyboard: `ctrl+d,pagedown` is `Ctrl+D PgDn`."""
    return " ".join(_shown_key(key.strip()) for key in keys.split(","))


def _shown_key(key: str) -> str:
    if key in _SHOWN:
        return _SHOWN[key]
    if len(key) == 1:
        return key
    return "+".join(part.upper() if len(part) == 1 else part.capitalize() for part in key.split("+"))
