"""The packer against any content, budget, pins and exclusions, without an index in between."""

from __future__ import annotations

import json
import math
import string
import time
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxsmith_tui.errors import PinTooLargeError, PromptTooLargeError
from ctxsmith_tui.model import Level, Note, NoteKind, NoteState, RankedUnit, Symbol
from ctxsmith_tui.model.document import Instructions, PackNote
from ctxsmith_tui.pack.notes import REPOSITORY, pack_notes
from ctxsmith_tui.pack.packer import Packed, pack
from ctxsmith_tui.pack.ranges import LAST_LINE, overlaps, subtract
from ctxsmith_tui.pack.request import Pin, Request, Sources
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.text.printable import printable

ODD = [
    "",
    "   ",
    "```",
    "`````python",
    "~~~",
    "## other.py",
    "1-3 name",
    "]]></document></context>",
    "&amp; <b> \"quoted\" 'single'",
    "<|endoftext|><|im_start|>",
    "\x00\x01\x1b[31m\x0c\x0b\x85\u2028",
    "\ufffe\uffff",
    "日本語の行 🎉🎉 é",
    "x = '" + "long " * 60 + "'",
    "a" * 700,
    "\t\tindented",
    "trailing   ",
    "==== plain.py:1-2",
]
INSTRUCTIONS = [
    Instructions("Do this."),
    Instructions("First.\n\nThen 日本語 & <b>:\n1-3 name\n]]></context>", before=True),
    Instructions("Long words of many tokens. " * 30, before=True),
]
line = st.one_of(
    st.sampled_from(ODD),
    st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=30),
    st.integers(0, 99).map(lambda n: f"    value_{n} = compute({n})"),
)
names = st.one_of(
    st.sampled_from(
        ["a.py", "pkg/b.md", "odd name.js", "bad\udcff.py", "new\nline.py", "`tick`.py", "<x&y>.py"]
    ),
    st.text(string.ascii_letters + "é\uffff\x1b", min_size=1, max_size=8),
)


@dataclass
class World:
    """Files with their units, in the shape that the packer asks for."""

    files: dict[str, list[str]]
    cuts: dict[str, list[tuple[int, int, str]]]  # first line, last line, name of each unit
    scores: dict[str, float]

    def __post_init__(self) -> None:
        units = [
            RankedUnit(
                path=path,
                start_line=start,
                end_line=end,
                symbol=name,
                kind="function" if name else "",
                signature=f"def {name}()",
                symbol_lines=(start, end),
                words=7 * (end - start + 1),
                score=round(self.scores[path] + number / 7, 4),
            )
            for path, cuts in self.cuts.items()
            for number, (start, end, name) in enumerate(cuts)
        ]
        self.units = sorted(units, key=lambda unit: (-unit.score, unit.path, unit.start_line))

    def __len__(self) -> int:
        return len(self.units)

    def unit(self, position: int) -> RankedUnit:
        return self.units[position]

    def reason(self, position: int) -> str:
        return f"because of {position}"

    def symbols(self, path: str) -> tuple[Symbol, ...]:
        return tuple(
            Symbol("function", name, name, None, start, end, f"def {name}()", "It works.")
            for start, end, name in self.cuts[path]
            if name
        )

    def sources(self) -> Sources:
        paths = frozenset(self.files)
        return Sources(
            self.files.__getitem__, lambda path: "python", self.symbols, lambda path: paths - {path}
        )


@st.composite
def worlds(draw: st.DrawFn) -> World:
    files = draw(st.dictionaries(names, st.lists(line, min_size=1, max_size=40), min_size=1, max_size=5))
    cuts: dict[str, list[tuple[int, int, str]]] = {}
    for path, lines in files.items():
        borders = sorted(draw(st.sets(st.integers(1, len(lines)), max_size=6)))
        starts = [1, *borders]
        ends = [*(border - 1 for border in borders), len(lines)]
        cuts[path] = [
            (start, end, draw(st.sampled_from(["", f"Thing.run_{number}", "same", "é\x07"])))
            for number, (start, end) in enumerate(zip(starts, ends, strict=True))
            if start <= end
        ]
    scores = {path: draw(st.floats(-3, 9)) for path in files}
    return World(files, cuts, scores)


@st.composite
def line_ranges(
    draw: st.DrawFn, world: World, whole: tuple[int, int] | None = None
) -> tuple[str, tuple[int, int]]:
    path = draw(st.sampled_from(sorted(world.files)))
    last = len(world.files[path])
    if whole is not None and draw(st.booleans()):
        return path, (1, whole[1])
    start = draw(st.integers(1, last))
    return path, (start, draw(st.integers(start, last)))


@st.composite
def notes_on(draw: st.DrawFn, world: World) -> list[Note]:
    """Notes of all kinds and states on any place of the files."""
    notes = []
    for number in range(1, draw(st.integers(0, 6)) + 1):
        kind = draw(st.sampled_from(NoteKind))
        path, (start, end) = draw(line_ranges(world))
        if kind is NoteKind.REPOSITORY:
            path, start, end = REPOSITORY, 0, 0
        elif kind is NoteKind.FILE:
            start, end = 0, 0
        text = "\n".join(draw(st.lists(line, min_size=1, max_size=4))) * draw(st.sampled_from([1, 1, 50]))
        state = draw(st.sampled_from(NoteState))
        change = draw(st.sampled_from(["", "2 lines changed", "moved from \udcff\n```"]))
        notes.append(
            Note(number, text, kind, path, start, end, "", state, change, "", 0, 0, f"{number:016x}")
        )
    return notes


@st.composite
def requests(draw: st.DrawFn) -> tuple[World, Request]:
    world = draw(worlds())
    excluded: dict[str, list[tuple[int, int]]] = {}
    for path, lines in draw(st.lists(line_ranges(world, (1, LAST_LINE)), max_size=3)):
        excluded.setdefault(path, []).append(lines)
    pins: list[Pin] = []
    for path, lines in draw(st.lists(line_ranges(world), max_size=3)):
        if subtract(lines, excluded.get(path, ())):  # what is wholly excluded cannot be pinned
            symbols = [symbol.qualname for symbol in world.symbols(path)]
            symbol = draw(st.sampled_from(["", *symbols]))
            pins.append(Pin(path, lines, symbol, draw(st.sampled_from(Level))))
    budget = draw(st.one_of(st.integers(1, 120), st.integers(1, 3_000), st.integers(1, 100_000)))
    request = Request(
        title=draw(st.sampled_from(["", "Fix it", "``` \udcff \x1b]0;x\x07 " + "long " * 50, "🎉" * 130])),
        source="Code of somewhere.",
        budget=budget,
        format=draw(st.sampled_from(["markdown", "xml", "json", "plain"])),
        tokenizer=load_tokenizer(),
        files=sorted(world.files, key=lambda path: (-world.scores[path], path)),
        candidates=world,
        sources=world.sources(),
        pins=pins,
        excluded=excluded,
        notes=pack_notes(draw(notes_on(world)), budget),
        instructions=draw(st.sampled_from([None, None, *INSTRUCTIONS])),
    )
    return world, request


def packed_or_too_large(request: Request, reader) -> Packed | None:
    """The pack; None when the pins alone are too large: then it is made with the budget that is named."""
    try:
        return pack(request)
    except PinTooLargeError as error:
        assert request.pins
        needed = int(str(error).split(" tokens and")[0].rpartition(" ")[2].replace(",", ""))
        assert needed > request.budget
        enough = pack(Request(**{**vars(request), "budget": needed}))
        assert reader.count(enough.text) <= needed, "the budget that the message names suffices"
        assert_pins_are_shown(request, enough)
        return None
    except PromptTooLargeError as error:
        assert request.instructions is not None
        needed = int(str(error).split(" tokens and")[0].rpartition(" ")[2].replace(",", ""))
        assert needed > request.budget
        enough = pack(Request(**{**vars(request), "budget": needed, "pins": ()}))
        assert_instructions_are_whole(request, enough)
        return None


def assert_instructions_are_whole(request: Request, packed: Packed) -> None:
    """They stand in the text as they are, on their side of the code."""
    text, before = request.instructions.text, request.instructions.before
    if request.format == "json":
        value = json.loads(packed.text)
        assert value["instructions"] == text
        if len(value) > 1:
            assert list(value).index("instructions") == (0 if before else len(value) - 1)
    elif request.format == "xml":
        children = list(ElementTree.fromstring(packed.text))
        assert children[0 if before else -1].text == text
    else:
        assert packed.text.strip().startswith(text.strip()) if before else packed.text.strip().endswith(text)


def shown_lines(packed: Packed) -> list[tuple[str, int]]:
    return [
        (item.path, number)
        for item in packed.items
        for start, end in item.shown
        for number in range(start, end + 1)
    ]


def assert_pins_are_shown(request: Request, packed: Packed) -> None:
    shown = set(shown_lines(packed))
    listed = {item.path for item in packed.items if not item.shown}
    for pin in request.pins:
        if pin.level in (Level.FULL, Level.SLICE):
            wanted = {
                (pin.path, number)
                for start, end in subtract(pin.lines, request.excluded.get(pin.path, ()))
                for number in range(start, end + 1)
            }
            assert wanted <= shown if pin.level is Level.FULL else wanted & shown
        else:
            assert pin.path in listed


@settings(
    deadline=None, max_examples=250, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(made=requests())
def test_no_content_breaks_a_pack(made: tuple[World, Request], reader) -> None:
    world, request = made
    packed = packed_or_too_large(request, reader)
    if packed is None:
        return
    # the budget
    assert reader.count(packed.text) == packed.tokens <= request.budget
    assert bool(packed.text) == bool(packed.tokens)
    assert pack(request) == packed, "the same request gives the same pack"
    if request.instructions is not None:
        assert_instructions_are_whole(request, packed)
    # what was decided
    assert_pins_are_shown(request, packed)
    shown = shown_lines(packed)
    assert len(shown) == len(set(shown)), "no line twice"
    for path, number in shown:
        if world.files[path][number - 1].strip():  # a blank line may join what stands around it
            assert not any(start <= number <= end for start, end in request.excluded.get(path, ()))
    whole = {
        path for path, holes in request.excluded.items() if not subtract((1, len(world.files[path])), holes)
    }
    assert not whole & {item.path for item in packed.items}
    # what was left out
    assert packed.omitted.count >= 0
    if packed.omitted.nearest_tokens is not None:
        assert packed.omitted.count > 0
        assert packed.omitted.nearest_tokens > 0
    assert_readable(world, request, packed, reader)
    assert_places(world, request, packed)
    assert_left_out(packed)
    assert_notes_are_shown_or_counted(request, packed, reader)


def assert_notes_are_shown_or_counted(request: Request, packed: Packed, reader) -> None:
    """A note about code that is shown stands in the text, once, or is counted among those left out."""
    shown: dict[str, list[tuple[int, int]]] = {}
    for item in packed.items:
        if item.shown:
            shown.setdefault(item.path, []).extend(item.shown)
    about = {
        note.number
        for path, notes in request.notes.items()
        for note in notes
        if (shown if path == REPOSITORY else path in shown)
        and (note.lines is None or overlaps(note.lines, shown[path]))
    }
    numbers = list(reader.notes(request.format, packed.text))
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= about
    assert packed.notes_left_out == len(about) - len(numbers)
    assert {number for item in packed.items for number in item.notes} <= set(numbers)
    texts = {note.number: note.text for notes in request.notes.values() for note in notes}
    assert sum(reader.count(texts[number]) for number in numbers) <= request.budget / 10


def assert_readable(world: World, request: Request, packed: Packed, reader) -> None:
    """The text says exactly what the items say, in a form that its readers can parse."""
    if not packed.text:
        assert not packed.items
        return
    packed.text.encode()
    assert packed.text.endswith("\n")
    expected = {
        (printable(item.path), *item.shown[0]): world.files[item.path][item.start_line - 1 : item.end_line]
        for item in packed.items
        if item.shown
    }
    if request.format in ("markdown", "json"):
        read = getattr(reader, request.format)(packed.text)
        assert {(block.path, block.start_line, block.end_line): block.lines for block in read} == expected
        if request.format == "json":
            assert_map_is_whole(packed)
    elif request.format == "xml":
        tree = ElementTree.fromstring(packed.text)
        lines = [document.get("lines") for document in tree.iter("document")]
        assert sorted(lines) == sorted(f"{start}-{end}" for _, start, end in expected)
    else:
        for (path, start, end), code in expected.items():
            named = f"{start}-{end}" if end > start else f"{start}"
            position = packed.text.index(f"==== {path}:{named}")
            assert packed.text[position:].split("\n", 1)[1].startswith("\n".join(code))


def assert_places(world: World, request: Request, packed: Packed) -> None:
    """Every item says truly where in the text it stands, and no two stand on one line."""
    text, taken = packed.text.split("\n"), []
    for item in packed.items:
        first, last = item.text_lines
        if request.format == "json":
            assert (first, last, item.code_line) == (0, 0, 0)
            continue
        assert 1 <= first <= last < len(text)
        taken.extend(range(first, last + 1))
        if not item.shown:
            assert item.code_line == 0
            assert item.path not in ("a.py", "pkg/b.md") or item.path in text[first - 1]
            continue
        code = world.files[item.path][item.start_line - 1 : item.end_line]
        at = item.code_line - 1
        assert first < item.code_line <= item.code_line + len(code) - 1 <= last
        if request.format == "xml":
            assert f'lines="{item.start_line}-{item.end_line}"' in text[at - 1]
            assert text[last - 1] == "</document>"
            assert last - at == len(code) + 1
        else:
            assert text[at : at + len(code)] == code
        for number in item.notes:
            assert any(
                f"note {number}" in line or f'number="{number}"' in line for line in text[first - 1 : at]
            )
    assert len(taken) == len(set(taken))


def assert_left_out(packed: Packed) -> None:
    """The best of what found no room, each with lines that are not shown, is counted as omitted, too."""
    shown = set(shown_lines(packed))
    assert len(packed.left_out) <= min(50, packed.omitted.count)
    assert bool(packed.left_out) == (packed.omitted.nearest_tokens is not None)
    scores = [each.score for each in packed.left_out]
    assert scores == sorted(scores, reverse=True)
    for each in packed.left_out:
        assert each.tokens > 0
        assert not {(each.path, line) for line in range(each.start_line, each.end_line + 1)} <= shown


def assert_map_is_whole(packed: Packed) -> None:
    listed = json.loads(packed.text).get("map", {})
    named = {printable(item.path): item.symbol for item in packed.items if not item.shown}
    assert {path: ", ".join(name for name, _ in symbols) for path, symbols in listed.items()} == named


@settings(deadline=None, max_examples=60)
@given(world=worlds(), budget=st.integers(1, 4_000))
def test_excluded_symbols_are_not_even_named(world: World, budget: int, reader) -> None:
    named = [(path, cut) for path, cuts in world.cuts.items() for cut in cuts if cut[2].startswith("Thing")]
    excluded: dict[str, list[tuple[int, int]]] = {}
    for path, (start, end, _) in named:
        excluded.setdefault(path, []).append((start, end))
    files = list(world.files)
    request = Request("", "", budget, "json", load_tokenizer(), files, world, world.sources(), (), excluded)
    packed = pack(request)
    if packed.text:
        value = json.loads(packed.text)
        assert "Thing" not in json.dumps(
            [value.get("map"), [b.get("symbol") for b in value.get("blocks", ())]]
        )


def test_a_huge_request_is_answered_in_time() -> None:
    files = {f"f{k}.py": [f"value_{n} = compute({k}, {n})" for n in range(200)] for k in range(150)}
    cuts = {path: [(n, n + 3, f"run_{n}") for n in range(1, 200, 4)] for path in files}
    world = World(files, cuts, {path: 1.0 + k / 100 for k, path in enumerate(files)})
    started = time.process_time()
    packed = pack(Request("", "", 300_000, "markdown", load_tokenizer(), list(files), world, world.sources()))
    assert 250_000 < packed.tokens <= 300_000
    assert time.process_time() - started < 6


@pytest.mark.parametrize("score", [0.0, -1000.0, 1e6])
def test_any_score_is_packed(score: float, reader) -> None:
    world = World({"a.py": ["x = 1"] * 10}, {"a.py": [(1, 10, "")]}, {"a.py": score})
    packed = pack(Request("", "", 200, "plain", load_tokenizer(), ["a.py"], world, world.sources()))
    assert shown_lines(packed) == [("a.py", number) for number in range(1, 11)]
    assert math.isfinite(packed.items[0].score)


@pytest.mark.parametrize(("budget", "left_out"), [(100, 1), (400, 0)])
def test_a_note_on_a_blank_line_between_two_pieces_is_shown_or_counted(
    budget: int, left_out: int, reader
) -> None:
    world = World({"a.py": ["x = 1", "", "y = 2"]}, {"a.py": [(3, 3, "")]}, {"a.py": 1.0})
    note = PackNote(1, "", "why the gap", (2, 2))
    request = Request(
        title="",
        source="",
        budget=budget,
        format="json",
        tokenizer=load_tokenizer(),
        files=["a.py"],
        candidates=world,
        sources=world.sources(),
        pins=[Pin("a.py", (1, 1), "", Level.FULL)],
        notes={"a.py": [note]},
    )
    packed = pack(request)
    assert [item.shown for item in packed.items] == [((1, 3),)]
    assert packed.notes_left_out == left_out
    assert_notes_are_shown_or_counted(request, packed, reader)


def test_candidates_are_not_needed(reader) -> None:
    world = World({"a.py": ["x = 1"]}, {"a.py": []}, {"a.py": 1.0})
    packed = pack(
        Request("Task", "Source.", 200, "markdown", load_tokenizer(), ["a.py"], world, world.sources())
    )
    assert [item.path for item in packed.items] == ["a.py"]
    assert packed.omitted.count == 0
    assert "a.py" in packed.text


def test_no_files_at_all_give_a_text_without_items() -> None:
    world = World({}, {}, {})
    sources: Sources = world.sources()
    empty: Sequence[str] = ()
    packed = pack(Request("Task", "Source.", 200, "json", load_tokenizer(), empty, world, sources))
    assert packed.items == ()
    assert packed.omitted.count == 0
