"""Anchors against every edit that code meets: found where it went, flagged when it changed, not elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui.curate.anchors import MOST_LINES, anchor_to, find_anchor
from ctxsmith_tui.curate.likeness import squeeze
from ctxsmith_tui.curate.whereabouts import Whereabouts, sighting_of
from ctxsmith_tui.index.content import content_hash
from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import NoteKind, NoteState, Symbol
from ctxsmith_tui.store.notes_store import Anchor, Sighting
from ctxsmith_tui.text.lines import split_lines
from ctxsmith_tui.text.terms import terms_of

RETRY = """\
def run(self, job):
    for attempt in range(self.limit):
        if job.start(attempt):
            return attempt
    raise TimeoutError(job)
"""
QUEUE = f"""\
import time


class Queue:
    limit = 3

{"".join("    " + line + chr(10) for line in RETRY.splitlines())}
    def drain(self):
        while self.jobs:
            self.run(self.jobs.pop())
            time.sleep(0.1)
"""


class Tree:
    """A repository in memory, parsed as Python."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)
        self.asked_for_content = 0

    def file_hash(self, path: str) -> str:
        return content_hash(self.files[path].encode()).hex() if path in self.files else ""

    def line_count(self, path: str) -> int:
        return len(split_lines(self.files[path]))

    def lines(self, path: str) -> Sequence[str]:
        return split_lines(self.files[path])

    def symbols(self, path: str) -> Sequence[Symbol]:
        return parse("python", self.files[path].encode()).symbols if path.endswith(".py") else ()

    def named(self, name: str) -> list[tuple[str, Symbol]]:
        return [(path, each) for path in self.files for each in self.symbols(path) if each.name == name]

    def files_with(self, file_hash: str) -> list[str]:
        return [path for path in self.files if self.file_hash(path) == file_hash]

    def files_like(self, lines: Sequence[str]) -> list[str]:
        self.asked_for_content += 1
        terms = set(terms_of("\n".join(lines)))
        shared = {path: len(terms & set(terms_of(text))) for path, text in self.files.items()}
        return sorted((path for path in shared if shared[path]), key=lambda path: (-shared[path], path))


BEFORE = Tree({"queue.py": QUEUE, "README.md": "# Queue\n\nRuns jobs.\n"})


def symbol_anchor(name: str, tree: Tree = BEFORE, path: str = "queue.py") -> Anchor:
    symbol = next(each for each in tree.symbols(path) if each.qualname == name)
    return anchor_to(NoteKind.SYMBOL, path, (symbol.start_line, symbol.end_line), name, tree)


def span_anchor(start: int, end: int, tree: Tree = BEFORE, path: str = "queue.py") -> Anchor:
    return anchor_to(NoteKind.SPAN, path, (start, end), "", tree)


def found(anchor: Anchor, files: Mapping[str, str], seen: Sighting | None = None) -> Whereabouts:
    return find_anchor(anchor, seen or sighting_of(anchor), Tree(files))


def place(now: Whereabouts) -> tuple[str, str, str]:
    return now.state.value, now.place.path, now.place.symbol


RUN = symbol_anchor("Queue.run")
LINES = span_anchor(9, 10)  # `if job.start` and what follows
FILE = anchor_to(NoteKind.FILE, "queue.py", (0, 0), "", BEFORE)


# --- symbols -----------------------------------------------------------------------------------------


def test_nothing_happened() -> None:
    for anchor in (RUN, LINES, FILE):
        now = found(anchor, BEFORE.files)
        assert now == Whereabouts(NoteState.CURRENT, sighting_of(anchor))


def test_lines_above_move_a_symbol() -> None:
    now = found(RUN, {"queue.py": "# one\n# two\n" + QUEUE})
    assert place(now) == ("current", "queue.py", "Queue.run")
    assert now.place.start_line == RUN.start_line + 2


REFORMATTED = QUEUE.replace("def run(self, job):", "def run(\n        self,\n        job,\n    ):").replace(
    "raise TimeoutError(job)", "raise TimeoutError(\n            job,\n        )"
)


def test_a_formatter_changes_nothing() -> None:
    now = found(RUN, {"queue.py": REFORMATTED})
    assert place(now) == ("current", "queue.py", "Queue.run")
    assert now.place.end_line - now.place.start_line == RUN.end_line - RUN.start_line + 5
    tabs = QUEUE.replace("    ", "\t").replace(".run(", ".run( ")
    assert place(found(RUN, {"queue.py": tabs})) == ("current", "queue.py", "Queue.run")
    assert found(LINES, {"queue.py": tabs}).state is NoteState.CURRENT


def test_a_new_name_is_followed() -> None:
    now = found(RUN, {"queue.py": QUEUE.replace("run(", "run_with_retries(")})
    assert place(now) == ("current", "queue.py", "Queue.run_with_retries")
    assert now.change == "renamed from Queue.run"
    now = found(RUN, {"queue.py": QUEUE.replace("class Queue", "class Jobs")})
    assert place(now) == ("current", "queue.py", "Jobs.run")


def test_a_move_to_another_file_is_followed() -> None:
    moved = {"queue.py": QUEUE.split("    def run")[0] + "    def drain(self): ...\n", "retry.py": RETRY}
    now = found(RUN, moved)
    assert place(now) == ("current", "retry.py", "run")
    assert now.change == "renamed from Queue.run, moved from queue.py"
    assert place(found(RUN, {"jobs/queue.py": QUEUE})) == ("current", "jobs/queue.py", "Queue.run")


def test_a_move_under_a_new_name_is_followed() -> None:
    moved = {"queue.py": "import time\n", "retry.py": RETRY.replace("def run(", "def retry(")}
    assert place(found(RUN, moved)) == ("current", "retry.py", "retry")


def test_an_edit_makes_stale_and_says_what_changed() -> None:
    edited = QUEUE.replace("return attempt\n", "return attempt + 1\n").replace("self, job", "self, job, wait")
    now = found(RUN, {"queue.py": edited})
    assert place(now) == ("stale", "queue.py", "Queue.run")
    assert now.change == "2 lines changed, signature changed"
    assert "-            return attempt\n" not in now.diff, "indented as in the class"
    assert "-                return attempt\n+                return attempt + 1" in now.diff


def test_going_back_makes_it_current_again() -> None:
    seen = found(RUN, {"queue.py": QUEUE.replace("run(", "retry(")}).place
    assert seen.symbol == "Queue.retry"
    assert place(found(RUN, BEFORE.files, seen)) == ("current", "queue.py", "Queue.run")
    assert found(RUN, {"queue.py": QUEUE.replace("limit)", "most)")}).state is NoteState.STALE
    assert found(RUN, BEFORE.files).state is NoteState.CURRENT


def test_an_edit_after_a_rename_is_found_from_where_it_was_seen_last() -> None:
    renamed = QUEUE.replace("run(", "retry(")
    seen = found(RUN, {"queue.py": renamed}).place
    now = found(RUN, {"queue.py": renamed.replace("return attempt", "return None")}, seen)
    assert place(now) == ("stale", "queue.py", "Queue.retry")
    assert "renamed from Queue.run" in now.change


def test_an_edit_along_with_a_rename_is_stale() -> None:
    now = found(RUN, {"queue.py": QUEUE.replace("run(", "retry(").replace("return attempt", "return 1")})
    assert place(now) == ("stale", "queue.py", "Queue.retry")


def test_what_is_gone_is_lost_and_told_where_it_was() -> None:
    gone = QUEUE.split("    def run")[0] + "    def drain(self):\n        return self.jobs.clear()\n"
    for anchor in (RUN, LINES):
        now = found(anchor, {"queue.py": gone})
        assert now.state is NoteState.LOST
        assert (now.place.path, now.place.start_line) == ("queue.py", anchor.start_line)
    assert found(RUN, {}).state is NoteState.LOST


def test_a_copy_does_not_draw_a_note_away() -> None:
    twice = {"copy.py": QUEUE, "queue.py": QUEUE}
    assert place(found(RUN, twice)) == ("current", "queue.py", "Queue.run")
    edited = {"copy.py": QUEUE, "queue.py": QUEUE.replace("return attempt", "return attempt or 1")}
    assert place(found(RUN, edited)) == ("stale", "queue.py", "Queue.run")
    assert place(found(LINES, edited)) == ("stale", "queue.py", "Queue.run")


def test_a_new_function_of_the_old_name_does_not_keep_the_note() -> None:
    renamed = QUEUE.replace("def run(", "def run_slowly(") + "\n    def run(self, job):\n        job()\n"
    assert place(found(RUN, {"queue.py": renamed})) == ("current", "queue.py", "Queue.run_slowly")


def test_of_several_definitions_of_one_name_the_content_tells() -> None:
    overloads = (
        "def load(path: str) -> str:\n    return open(path).read()\n\n\n"
        "def load(path: bytes) -> bytes:\n    return open(path, 'rb').read()\n"
    )
    tree = Tree({"a.py": overloads})
    second = tree.symbols("a.py")[1]
    anchor = anchor_to(NoteKind.SYMBOL, "a.py", (second.start_line, second.end_line), "load", tree)
    assert found(anchor, {"a.py": "x = 1\n" + overloads}).place.start_line == second.start_line + 1
    now = found(anchor, {"a.py": overloads.replace("'rb').read()", "'rb').read(1)")})
    assert (now.state, now.place.start_line) == (NoteState.STALE, second.start_line)


def test_short_functions_are_not_taken_for_one_another() -> None:
    tree = Tree({"a.py": "def a():\n    pass\n\n\ndef b():\n    pass\n"})
    anchor = symbol_anchor("a", tree, "a.py")
    assert found(anchor, {"a.py": "def b():\n    pass\n"}).state is NoteState.LOST
    assert found(anchor, {"a.py": "def b():\n    pass\n", "c.py": "class C:\n    def a(): ...\n"}).state is (
        NoteState.LOST
    )


def test_a_long_symbol_is_compared_as_a_whole() -> None:
    body = "".join(f"    value_{k} = {k}\n" for k in range(2 * MOST_LINES))
    tree = Tree({"a.py": f"def long():\n{body}"})
    anchor = symbol_anchor("long", tree, "a.py")
    assert len(anchor.code) == MOST_LINES
    now = found(anchor, {"a.py": f"def long():\n{body}    return 1\n"})
    assert (now.state, now.change) == (NoteState.STALE, f"changed below its first {MOST_LINES} lines")


def test_the_repository_is_always_there() -> None:
    assert found(Anchor(NoteKind.REPOSITORY), {}).state is NoteState.CURRENT


# --- files -------------------------------------------------------------------------------------------


def test_a_file_is_followed_to_its_new_name() -> None:
    assert place(found(FILE, {"jobs/queue.py": QUEUE})) == ("current", "jobs/queue.py", "")
    changed = {"jobs/queue.py": QUEUE.replace("limit = 3", "limit = 4"), "other.py": "x = 1\n"}
    now = found(FILE, changed)
    assert place(now) == ("stale", "jobs/queue.py", "")
    assert now.change == "1 line changed, moved from queue.py"


def test_a_changed_file_is_stale_and_a_formatted_one_is_not() -> None:
    assert place(found(FILE, {"queue.py": QUEUE + "x = 1\n"})) == ("stale", "queue.py", "")
    assert place(found(FILE, {"queue.py": REFORMATTED})) == ("current", "queue.py", "")
    assert found(FILE, {"other.py": "x = 1\n"}).state is NoteState.LOST


def test_files_that_are_empty_or_binary_are_known_by_their_hash() -> None:
    tree = Tree({"empty": ""})
    anchor = anchor_to(NoteKind.FILE, "empty", (0, 0), "", tree)
    assert found(anchor, {"empty": ""}).state is NoteState.CURRENT
    now = found(anchor, {"empty": "no more\n"})
    assert (now.state, now.change) == (NoteState.STALE, "1 line added")
    assert found(anchor, {}).state is NoteState.LOST


# --- spans -------------------------------------------------------------------------------------------


def test_a_span_follows_its_text() -> None:
    now = found(LINES, {"queue.py": "# above\n" + QUEUE})
    assert (now.state, now.place.start_line) == (NoteState.CURRENT, 10)
    now = found(LINES, {"queue.py": QUEUE.replace("job.start(attempt)", "job.begin(attempt)")})
    assert (now.state, now.place.start_line, now.place.end_line) == (NoteState.STALE, 9, 10)
    assert now.change == "1 line changed"
    now = found(LINES, {"queue.py": QUEUE.replace("        if job", "        log(job)\n            if job")})
    assert now.state is NoteState.STALE or now.place.start_line == 10
    assert found(LINES, {"jobs.py": QUEUE}).change == "moved from queue.py"


def test_of_equal_spans_the_one_with_its_neighbours_is_meant() -> None:
    text = "def a():\n    x = 1\n    return None\n\n\ndef b():\n    y = 2\n    return None\n"
    anchor = span_anchor(8, 8, Tree({"a.py": text}), "a.py")
    assert found(anchor, {"a.py": "z = 3\n" + text}).place.start_line == 9
    now = found(anchor, {"a.py": text.replace("y = 2\n    return None", "y = 2\n    return y")})
    assert (now.state, now.place.start_line) == (NoteState.STALE, 8)
    assert found(anchor, {"a.py": text.replace("y = 2\n    return None\n", "y = 2\n")}).place.start_line != 8


def test_a_deleted_line_is_not_taken_for_the_one_beside_it() -> None:
    text = "".join(f"total_{k} = compute({k})\n" for k in range(9))
    anchor = span_anchor(5, 5, Tree({"a.py": text}), "a.py")
    assert found(anchor, {"a.py": text.replace("total_4 = compute(4)\n", "")}).state is NoteState.LOST


# --- any edit ----------------------------------------------------------------------------------------

line = st.one_of(
    st.sampled_from(["", "    ", "}", "return None", "x = 1,", ")", "else:"]),
    st.integers(0, 30).map(lambda k: f"    value_{k} = compute({k}, 'text {k}')"),
)
texts = st.lists(line, min_size=1, max_size=30)


@st.composite
def edits(draw: st.DrawFn) -> tuple[list[str], tuple[int, int], list[str], tuple[int, int], bool]:
    """Distinct lines, a span of them, the lines after an edit, where the span should be, and whether the
    edit left it alone.
    """
    count = draw(st.integers(3, 25))
    lines = [f"step_{k}(alpha_{k}, 'beta {k}')" for k in range(count)]
    start = draw(st.integers(1, count))
    end = draw(st.integers(start, count))
    first = draw(st.integers(0, count))
    last = draw(st.integers(first, count))  # lines[first:last] are replaced
    new = [f"other_{k}[gamma_{k}]" for k in range(draw(st.integers(0, 5)))]
    after = [*lines[:first], *new, *lines[last:]]
    shift = len(new) - (last - first)
    outside = last <= start - 1 or first >= end or after == lines
    moved = (start + shift, end + shift) if last <= start - 1 and after != lines else (start, end)
    return lines, (start, end), after, moved, outside


@settings(max_examples=300, deadline=None)
@given(edits(), st.booleans())
def test_a_span_is_current_exactly_when_its_text_still_stands(made, reindent: bool) -> None:
    lines, (start, end), after, moved, outside = made
    anchor = span_anchor(start, end, Tree({"a.txt": "\n".join(lines) + "\n"}), "a.txt")
    now_lines = [f"\t{each} " for each in after] if reindent else after
    now = found(anchor, {"a.txt": "".join(f"{each}\n" for each in now_lines)})
    content = squeeze(after[now.place.start_line - 1 : now.place.end_line])
    if outside:
        assert now.state is NoteState.CURRENT
        assert (now.place.start_line, now.place.end_line) == moved
    else:
        assert now.state is not NoteState.CURRENT
        if now.state is NoteState.STALE:
            words = set(terms_of("\n".join(lines[start - 1 : end])))
            shown = after[now.place.start_line - 1 : now.place.end_line]
            assert words & set(terms_of("\n".join(shown))), "never attached to lines that share nothing"
            assert now.change
            assert content != squeeze(lines[start - 1 : end])


@settings(max_examples=300, deadline=None)
@given(texts, texts, st.data())
def test_whatever_happens_to_a_file_a_note_never_vanishes(
    before: list[str], after: list[str], data: st.DataObject
) -> None:
    start = data.draw(st.integers(1, len(before)))
    end = data.draw(st.integers(start, len(before)))
    anchor = span_anchor(start, end, Tree({"a.txt": "\n".join(before) + "\n"}), "a.txt")
    if not anchor.digest:
        return
    now = found(anchor, {"a.txt": "\n".join(after) + "\n"})
    where = now.place
    if now.state is NoteState.LOST:
        assert (where.path, where.start_line, where.end_line) == ("a.txt", start, end)
        return
    assert 1 <= where.start_line <= where.end_line <= len(after)
    same = squeeze(after[where.start_line - 1 : where.end_line]) == squeeze(before[start - 1 : end])
    assert same == (now.state is NoteState.CURRENT)


functions = st.permutations(range(6)).map(lambda order: order[:5])


@settings(max_examples=150, deadline=None)
@given(functions, st.integers(0, 5), st.sampled_from(["keep", "rename", "edit", "reformat", "move"]))
def test_a_function_is_followed_through_any_order(order: list[int], wanted: int, what: str) -> None:
    def source(k: int, name: str = "") -> str:
        name = name or f"step_{k}"
        return f"def {name}(alpha, beta_{k}):\n    gamma = alpha * {k}\n    return gamma + beta_{k}\n"

    tree = Tree({"a.py": "\n\n".join(source(k) for k in range(6))})
    anchor = symbol_anchor(f"step_{wanted}", tree, "a.py")
    changed = {
        "rename": source(wanted, "another"),
        "edit": source(wanted).replace("gamma +", "gamma -"),
        "reformat": source(wanted).replace("alpha, ", "\n    alpha,\n    ").replace("):", ",\n):"),
    }.get(what, source(wanted))
    others = [source(k) for k in order if k != wanted]
    files = {"a.py": "\n\n".join(others if what == "move" else [*others, changed])}
    if what == "move":
        files["b.py"] = "import os\n\n\n" + changed
    now = found(anchor, files)
    name = "another" if what == "rename" else f"step_{wanted}"
    expected = "stale" if what == "edit" else "current"
    assert place(now) == (expected, "b.py" if what == "move" else "a.py", name)


@pytest.mark.parametrize("anchor", [RUN, LINES, FILE])
def test_unchanged_files_are_not_even_read(anchor: Anchor) -> None:
    class Unread(Tree):
        def lines(self, path: str) -> Sequence[str]:
            raise AssertionError(path)

    assert find_anchor(anchor, sighting_of(anchor), Unread(BEFORE.files)).state is NoteState.CURRENT


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 4), st.integers(0, 20), st.integers(0, 20), st.integers(0, 3))
def test_an_edit_anywhere_leaves_a_symbol_current_exactly_when_it_is_untouched(
    wanted: int, one: int, other: int, count: int
) -> None:
    sources = [f"def step_{k}(alpha):\n    beta = alpha * {k}\n    return beta - {k}\n\n" for k in range(5)]
    lines = "".join(sources).splitlines()
    first, last = sorted((one, other))
    after = [*lines[:first], *(f"other_{k} = {k}" for k in range(count)), *lines[last:]]
    anchor = symbol_anchor(f"step_{wanted}", Tree({"a.py": "".join(sources)}), "a.py")
    now = found(anchor, {"a.py": "".join(f"{each}\n" for each in after)})
    untouched = [
        symbol.start_line
        for symbol in Tree({"a.py": "".join(f"{each}\n" for each in after)}).symbols("a.py")
        if squeeze(after[symbol.start_line - 1 : symbol.end_line]) == squeeze(anchor.code)
    ]
    assert (now.state is NoteState.CURRENT) == bool(untouched)
    if untouched:
        assert now.place.start_line == untouched[0]
    elif now.state is NoteState.STALE:
        assert now.change
        assert now.place.symbol == f"step_{wanted}"
