"""Measure how the workbench feels: the real app in a terminal, from a key to the frame that answers it.

    python bench/workbench_speed.py REPOSITORY --json workbench_speed.json
    python bench/workbench_speed.py REPOSITORY --only echo,pin --runs 1

A copy of the work tree is opened in a terminal of 120x36; keys are bytes, and an event takes from its key to
the piece of output after which the screen shows what the key asks for (terminal.py). Nothing is simulated and
nothing of the app is known here but what it shows. Figures are milliseconds, median and 95th percentile of
the events; of several runs, each with a new process, the median. `seen` says how many events were answered
on the screen within three seconds.

  first     from the start of the process to task, list and pack of the session before; alternating with
            a bare Textual app that has a list and a text box, and with the import of Textual alone
  echo      the cursor moves in the list, in the pack and in a file of 20,000 lines, and a character appears
            in the task; beside it the same in the bare app
  indexing  the cursor moves in the list while 500 files that were changed are indexed
  pin       a function is pinned: its letter is P and the new pack is painted
  edit      a word is added to the task, or taken away: the list is ranked anew; then also the pack
  scroll    a page down or up in a file of 20,000 lines, and in a pack of as many
  memory    MB of the process and its children when all is shown, and after the events of `pin` and `edit`

`pin`, `edit` and `memory` are measured once a budget.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from speed import draw_tasks
from terminal import HEIGHT, WIDTH, Lines, Terminal

from ctxsmith_tui import Engine

EVENTS = 100
MEASURES = ("first", "echo", "indexing", "pin", "edit", "scroll", "memory")
SHARES = (0.5, 0.95)
STARTS = 5  # of each program, for the first paint
LONG = 20_000  # lines
LONG_FILE = "long_source_for_scrolling.py"
LARGE_PACK = 330_000  # tokens, more than so many lines
TOUCHED = 500  # files
BETWEEN_LETTERS = 0.12  # seconds, as a person types
WORDS = (
    "cookie",
    "proxy",
    "timeout",
    "template",
    "migration",
    "header",
    "cache",
    "signal",
    "locale",
    "token",
)
NOT_PASSED_ON = {"COLORTERM", "NO_COLOR", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONPATH"}
SENTENCE = (
    "it worked in the version before that and nobody knows which of the many commits since then broke it"
)
CODE = {".py", ".go", ".rs", ".ts", ".js", ".java", ".rb", ".c", ".h", ".cpp", ".cs", ".php", ".swift", ".kt"}
DOWN, UP, PAGE_DOWN, PAGE_UP, WORD_BACK, LINE_END = b"j", b"k", b"\x1b[6~", b"\x1b[5~", b"\x17", b"\x05"

BARE = """
from textual.app import App
from textual.widgets import Label, ListItem, ListView, TextArea

class Bare(App):
    def compose(self):
        yield TextArea("task", id="task")
        yield ListView(*(ListItem(Label(f"row {n}")) for n in range(100)))
    def on_mount(self):
        self.query_one(TextArea).styles.height = 4
        self.query_one(ListView).focus()

Bare().run()
"""

LONG_SOURCE = '''def step_{n}(value: int, *, limit: int = {n}) -> str:
    """Return the value in words, at most the limit."""
    if value > limit:  # what is beyond is only counted
        return f"more than {{limit}}"
    return str(value)

'''


@dataclass(frozen=True)
class Figure:
    """Milliseconds of one measure (MB for memory), over the runs."""

    measure: str
    p50: float
    p95: float
    seen: int
    events: int


Times = Sequence[float | None]
"""Seconds of events, None for those that were not seen."""


def figure(measure: str, runs: Sequence[Times]) -> Figure:
    """Median over the runs of the median and of the 95th percentile of each."""
    seen = [sorted(1000 * each for each in times if each is not None) for times in runs]
    counted = [times for times in seen if times]
    if not counted:
        return Figure(measure, math.nan, math.nan, 0, sum(map(len, runs)))
    p50, p95 = (
        statistics.median(times[math.ceil(share * len(times)) - 1] for times in counted) for share in SHARES
    )
    return Figure(measure, round(p50, 1), round(p95, 1), sum(map(len, seen)), sum(map(len, runs)))


# --- what is on the screen -----------------------------------------------------------------------------


def pane(lines: Lines, title: str) -> list[str]:
    """The rows of a pane between its borders."""
    for y, line in enumerate(lines):
        at = line.find(f"─ {title}") if f"─ {title}" in line else line.find(f"━ {title}")
        if at > 0:
            end = next((x for x in range(at, len(line)) if line[x] in "╮┓"), len(line))
            rows = [below[at : end - 1] for below in lines[y + 1 :]]
            bottom = next((k for k, row in enumerate(rows) if row.startswith(("──", "━━"))), len(rows))
            return rows[:bottom]
    return []


def listed(lines: Lines) -> list[str]:
    """The rows of the ranked list."""
    return pane(lines, "1 Ranked")[1:]


def packed(lines: Lines) -> list[str]:
    """The rows of the pack."""
    return pane(lines, "2 Pack")


def file_rows(lines: Lines) -> list[str]:
    """The rows of an open file."""
    return list(lines[1 : HEIGHT - 4])


def at_cursor(rows: Iterable[str]) -> str:
    """The row that the cursor is on."""
    return next((row for row in rows if row.startswith(">")), "")


def order(lines: Lines) -> list[str]:
    """Scores and names of the list, without what a pack or a decision says of them."""
    return [row[4:15] + row[24:-6] for row in listed(lines)]


def is_ready(lines: Lines) -> bool:
    """Whether list and pack are those of the task and the decisions."""
    return re.search(r"rank \d+ ms, pack \d+ ms", lines[0]) is not None


def answer(lines: Lines) -> list[str]:
    """All that tells one pack from another, without what a decision shows before there is a new one."""
    meter = next((re.sub(r"\d+P \d+x", "", line) for line in lines[-3:] if " tokens " in line), "")
    return [lines[0], meter, *packed(lines)]


def task_shown(lines: Lines) -> str:
    """The text in the box of the task, without spaces and frame."""
    return "".join(line[1:] for line in lines[1:3]).replace(" ", "")


# --- the app, and the bare one -------------------------------------------------------------------------


class Bench:
    """A copy of a work tree to measure on, in a folder of its own with settings of its own."""

    def __init__(self, repo: Path, folder: Path) -> None:
        self.repo = folder / repo.name
        not_the_notes = shutil.ignore_patterns("tui-notes.db*", "tui-workbench*")
        shutil.copytree(repo, self.repo, symlinks=True, ignore=not_the_notes)
        steps = (LONG_SOURCE.format(n=n) for n in range(LONG // LONG_SOURCE.count("\n") + 1))
        text = "\n".join("".join(steps).split("\n")[:LONG]) + "\n"
        (self.repo / LONG_FILE).write_text(text)
        kept = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
        home = {
            f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "CACHE", "DATA", "STATE")
        }
        bytecode = {"PYTHONPYCACHEPREFIX": str(folder / "bytecode")}  # as an installed package has it
        self.environment = {**kept, **home, **bytecode, "TERM": "xterm-256color"}
        self.task = draw_tasks(repo)[0]
        self.prepare(8_000)

    def prepare(self, budget: int) -> None:
        """Bring the index up to date and set task and budget of the next session."""
        engine = Engine(self.repo)
        engine.refresh()
        for decision in engine.curation().decisions:
            engine.decide(None, decision.spec)
        engine.set_curation(task=self.task, budget=budget)

    def open(self) -> Terminal:
        """The workbench, when it has ranked and packed."""
        terminal = self.start()
        terminal.until(lambda lines: is_ready(lines) and bool(listed(lines)))
        terminal.settle(0.3)
        return terminal

    def start(self) -> Terminal:
        """The workbench, at once."""
        return Terminal([sys.executable, "-m", "ctxsmith_tui", "-C", str(self.repo)], self.environment)

    def start_bare(self) -> Terminal:
        """A bare Textual app."""
        return Terminal([sys.executable, "-c", BARE], self.environment)

    def start_import(self) -> Terminal:
        """Textual is imported, and that is said."""
        return Terminal(
            [sys.executable, "-c", BARE.partition("class")[0] + "print('done')"], self.environment
        )

    def touch(self) -> None:
        """Change files, as an editor or a checkout would."""
        listing = subprocess.run(
            ["git", "-C", str(self.repo), "ls-files", "-z"], check=True, capture_output=True
        )
        names = [name for name in os.fsdecode(listing.stdout).split("\0") if Path(name).suffix in CODE]
        for name in names[:: max(1, len(names) // TOUCHED)][:TOUCHED]:
            path = self.repo / name
            if path.is_file() and not path.is_symlink():
                with path.open("ab") as file:
                    file.write(b"\n")


# --- measures ------------------------------------------------------------------------------------------


def moved(terminal: Terminal, keys: bytes, rows: Callable[[Lines], list[str]]) -> float | None:
    """Seconds until the cursor is on another row, or its rows have moved below it."""
    before = rows(terminal.lines())
    terminal.write(keys)
    took = terminal.wait(lambda lines: rows(lines) != before)[0]
    terminal.settle()
    return took


def drawn(terminal: Terminal, keys: bytes) -> float | None:
    """Seconds until anything is drawn: what the bare list changes is a colour."""
    terminal.write(keys)
    took = terminal.wait(lambda lines: True)[0]
    terminal.settle()
    return took


def to_and_fro(there: bytes, back: bytes, count: int, turn: int) -> Iterator[bytes]:
    """Keys that go so far and back again."""
    return (there if at // turn % 2 == 0 else back for at in range(count))


def write_at_end(terminal: Terminal, into_box: bytes) -> None:
    """Go to the end of the line in a text box, and begin another word there."""
    for keys in (into_box, LINE_END, b" "):
        terminal.press(keys)
        terminal.settle(0.3)


def typed(terminal: Terminal, count: int, shown: Callable[[Lines], str]) -> list[float | None]:
    """Seconds until each letter of a sentence appears, typed as a person types."""
    times = []
    text = shown(terminal.lines())
    for at in range(count):
        letter = SENTENCE[at % len(SENTENCE)]
        text += letter.strip()
        terminal.write(letter.encode())
        if letter != " ":  # a space at the end cannot be seen
            times += terminal.wait(lambda lines, text=text: text in shown(lines))  # type: ignore[misc]
        terminal.settle(max(0.0, terminal.written + BETWEEN_LETTERS - time.perf_counter()))
    return times


def first_paint(bench: Bench, count: int) -> dict[str, Times]:
    """Seconds from the start of each program to its first paint."""
    bench.prepare(8_000)
    before = bench.open()
    before.settle(3.0)  # until what it shows is kept
    known = order(before.lines())
    before.close()
    task = bench.task.replace(" ", "")[:80]

    def all_there(lines: Lines) -> bool:
        return order(lines) == known and any(packed(lines)) and task in task_shown(lines)

    def bare_is_there(lines: Lines) -> bool:
        return "row 2" in "".join(lines)

    starts = [(bench.start_bare, bare_is_there), (bench.start, all_there), (bench.start_import, bool)]
    rounds: list[list[float]] = []
    for _ in range(1 + count):
        rounds.append([])
        for start, holds in starts:
            terminal = start()
            took = terminal.wait(holds, longest=20)[0]
            rounds[-1].append(math.nan if took is None else took)
            terminal.settle(2.0)
            terminal.close()
    bare, ours, alone = zip(*rounds[1:], strict=True)  # the first one reads files that were not read before
    return {
        "first": ours,
        "first of a bare app": bare,
        "first, beyond the bare app": [each - other for each, other in zip(ours, bare, strict=True)],
        "first, beyond the import": [each - other for each, other in zip(ours, alone, strict=True)],
    }


def open_long_file(terminal: Terminal) -> None:
    """Show the long file."""
    terminal.press(b"o")
    terminal.press(LONG_FILE.encode())
    terminal.press(b"\r")
    terminal.until(lambda lines: LONG_FILE in lines[0] and f"{LONG:,}" in lines[0])
    terminal.settle(0.5)


def echo(bench: Bench, count: int) -> dict[str, Times]:
    """Key to echo in four places, and in the bare app."""
    times: dict[str, Times] = {}
    bare = bench.start_bare()
    bare.until(lambda lines: "row 2" in "".join(lines))
    bare.settle(0.3)
    times["echo bare list"] = [drawn(bare, key) for key in to_and_fro(b"\x1b[B", b"\x1b[A", count, 60)]
    write_at_end(bare, b"\x1b[Z")
    times["echo bare text"] = typed(bare, count, lambda lines: task_shown([line[:-1] for line in lines]))
    bare.close()

    terminal = bench.open()
    times["echo list"] = [moved(terminal, key, listed) for key in to_and_fro(DOWN, UP, count, 60)]
    terminal.press(b"2")
    times["echo pack"] = [moved(terminal, key, packed) for key in to_and_fro(DOWN, UP, count, 60)]
    terminal.press(b"1")
    open_long_file(terminal)
    times["echo file"] = [moved(terminal, key, file_rows) for key in to_and_fro(DOWN, UP, count, 60)]
    terminal.press(b"\x7f")
    write_at_end(terminal, b"t")
    times["echo task"] = typed(terminal, count, task_shown)
    terminal.close()
    return times


def while_indexing(bench: Bench, count: int) -> dict[str, Times]:
    """Key to echo in the list while changed files are indexed; rows stay where they are on the screen."""
    bench.prepare(8_000)
    terminal = bench.open()
    times: list[float | None] = []

    def position(lines: Lines) -> list[str]:
        return [row[0] for row in listed(lines)]

    def is_indexing(lines: Lines) -> bool:
        return " indexing " in lines[0]

    for _ in range(6):  # one change of so many files may be indexed before all keys are pressed
        bench.touch()
        terminal.until(is_indexing)
        for key in to_and_fro(DOWN, UP, count - len(times), 12):
            took = moved(terminal, key, position)
            if not is_indexing(terminal.lines()):
                break
            times.append(took)
        terminal.until(lambda lines: not is_indexing(lines))
        terminal.settle(3.0)
        if len(times) >= count:
            break
    terminal.close()
    return {"echo while indexing": times}


def expand(terminal: Terminal, files: int = 12) -> None:
    """Show the functions of the first files, the last of them first; the cursor ends on the first file."""
    for _ in range(files - 1):
        terminal.press(DOWN)
    for _ in range(files):
        terminal.press(b"l")
        terminal.settle(0.3)
        terminal.press(UP)


def pins(bench: Bench, budget: int, count: int) -> dict[str, Times]:
    """Key to letter and new pack, and memory before and after."""
    bench.prepare(budget)
    terminal = bench.open()
    opened = terminal.memory()
    expand(terminal)
    times: list[float | None] = []
    for _ in range(3 * count):  # some rows are files, and some functions do not fit
        terminal.press(DOWN)
        row = at_cursor(listed(terminal.lines()))
        if row[1] in "Px" or row[24:26].strip():
            continue
        before = answer(terminal.lines())

        def is_pinned(lines: Lines) -> bool:
            return at_cursor(listed(lines))[1:2] == "P"

        def is_packed(lines: Lines, before: list[str] = before) -> bool:
            return is_pinned(lines) and is_ready(lines) and answer(lines) != before

        terminal.write(b" ")
        took = terminal.wait(is_packed)[0]
        terminal.settle()
        if "OVER by" not in "".join(terminal.lines()[-3:]):
            times.append(took)
        terminal.press(b"a")
        terminal.until(lambda lines: not is_pinned(lines) and is_ready(lines))
        terminal.settle()
        if len(times) == count:
            break
    used = terminal.memory()
    terminal.close()
    return {
        f"pin {budget:,}": times,
        f"memory {budget:,}": [opened / 1e9],
        f"memory {budget:,} after pins": [used / 1e9],
    }


def edits(bench: Bench, budget: int, count: int) -> dict[str, Times]:
    """Word added or removed to list, and to list and pack."""
    bench.prepare(budget)
    terminal = bench.open()
    write_at_end(terminal, b"t")
    ranked: list[float | None] = []
    both: list[float | None] = []
    for at in range(count):
        lines = terminal.lines()
        old_order, old_answer = order(lines), answer(lines)
        terminal.write(WORD_BACK if at % 2 else WORDS[at // 2 % len(WORDS)].encode())

        def is_ranked(lines: Lines, old: list[str] = old_order) -> bool:
            return order(lines) != old

        def is_packed(lines: Lines, old: list[str] = old_answer) -> bool:
            return is_ranked(lines) and is_ready(lines) and answer(lines) != old

        first, second = terminal.wait(is_ranked, is_packed)
        ranked.append(first)
        both.append(second)
        terminal.settle(0.15)
    used = terminal.memory()
    terminal.close()
    return {
        f"edit {budget:,}": ranked,
        f"edit {budget:,} and pack": both,
        f"memory {budget:,} after edits": [used / 1e9],
    }


def scroll(bench: Bench, count: int) -> dict[str, Times]:
    """A page of a long file and of a long pack."""
    bench.prepare(LARGE_PACK)
    terminal = bench.open()
    pages = list(to_and_fro(PAGE_DOWN, PAGE_UP, count, 40))
    terminal.press(b"2")
    terminal.press(b"z")
    terminal.settle(0.5)
    in_pack = [moved(terminal, key, packed) for key in pages]
    terminal.press(b"z")
    terminal.press(b"1")
    open_long_file(terminal)
    in_file = [moved(terminal, key, file_rows) for key in pages]
    terminal.close()
    return {"scroll pack": in_pack, "scroll file": in_file}


def once(bench: Bench, only: Sequence[str], budgets: Sequence[int], count: int) -> Iterator[dict[str, Times]]:
    """All that is wanted, one time."""
    if "first" in only:
        yield first_paint(bench, min(STARTS, count))
    if "echo" in only:
        yield echo(bench, count)
    for budget in budgets:
        if "pin" in only:
            yield pins(bench, budget, count)
        if "edit" in only:
            yield edits(bench, budget, count)
    if "scroll" in only:
        yield scroll(bench, count)
    if "indexing" in only:
        yield while_indexing(bench, count)


def report(figures: Sequence[Figure]) -> None:
    """The table."""
    print(f"{'measure':28}{'p50':>9}{'p95':>9}{'seen':>9}")
    for each in figures:
        print(f"{each.measure:28}{each.p50:9.1f}{each.p95:9.1f}{each.seen:5}/{each.events}", flush=True)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description="Measure how the workbench feels.")
    parser.add_argument("repo", type=Path, help="a git work tree; it is copied, nothing is written to it")
    parser.add_argument("--only", default=",".join(MEASURES), help=f"some of {','.join(MEASURES)}")
    parser.add_argument("--budgets", default="8000,128000", help="tokens, separated by commas")
    parser.add_argument("--events", type=int, default=EVENTS, help="of each measure and run")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    args = parser.parse_args()
    repo, only = args.repo.resolve(), args.only.split(",")
    if not (repo / ".git").exists():
        parser.error(f"{args.repo} is not the root of a git work tree; name the folder that holds .git")
    if wrong := [each for each in only if each not in MEASURES]:
        parser.error(f"--only does not know {', '.join(wrong)}; it takes some of {','.join(MEASURES)}")
    if not re.fullmatch(r"[1-9]\d*(,[1-9]\d*)*", args.budgets):
        parser.error(f"--budgets {args.budgets!r} are no budgets; write tokens as in 8000,128000")
    if args.events < 1 or args.runs < 1:
        parser.error("--events and --runs must be at least 1")

    results: dict[str, list[Times]] = {}
    with tempfile.TemporaryDirectory(prefix="workbench_speed_") as folder:
        bench = Bench(repo, Path(folder))
        for _ in range(args.runs):
            for part in once(bench, only, list(map(int, args.budgets.split(","))), args.events):
                for measure, times in part.items():
                    results.setdefault(measure, []).append(times)
                    print(f"  {figure(measure, [times])}", file=sys.stderr, flush=True)
    figures = [figure(measure, runs) for measure, runs in results.items()]
    report(figures)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[1]:.1f}"
    print(f"{WIDTH}x{HEIGHT}, {machine}, Python {platform.python_version()}")
    if args.json:
        value = {"repository": repo.name, "machine": machine, "figures": [asdict(each) for each in figures]}
        args.json.write_text(json.dumps(value, indent=1) + "\n")


if __name__ == "__main__":
    main()
