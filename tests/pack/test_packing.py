"""Packs of whole repositories: budgets, pins, exclusions, order, formats."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui import Engine, Pack
from ctxsmith_tui.errors import PinTooLargeError, UsageError
from ctxsmith_tui.model import Level
from ctxsmith_tui.pack.budget import LARGEST, SMALLEST, STEP
from ctxsmith_tui.pack.tokens import load_tokenizer
from ctxsmith_tui.text.lines import split_lines

ODD = {
    "fences.md": "# Zebra\n\n```py\nx = 1\n```\n\n`````\n````\n`````\n",
    "forbidden.py": "def zebra_a():\n    '\x0c\x1b[31m\ufffe\x7f'\n\x0c\n\ndef zebra_b():\n    return 2\n",
    "crlf.py": "import os\r\n\r\n\r\ndef zebra_crlf():\r\n    return 1\r\n",
    "cr.py": "x = 1\rdef zebra_cr():\r    return 2\r",
    "long.js": "function zebraLong() {\n  return '" + "long line " * 900 + "';\n}\n",
    "special.py": "def zebra_token():\n    return '<|endoftext|><|im_start|>'\n",
    "unicode.py": "# 🎉 日本語 é\ndef zebra_日本():\n    return 'ünï'\n",
    "blank.py": "\n\n\n   \n\ndef zebra_blank():\n\n\n    return 1\n\n\n\n",
    "<a&b>.xml": "<zebra>]]></document></context>&amp;</zebra>\n",
    "class.py": "class Zebra:\n    '''Stripes.'''\n\n    def run(self):\n        return 1\n\n"
    "    def walk(self):\n        return 2\n\n"
    "    class Inner:\n        def walk(self):\n            return 3\n",
    "big.py": "".join(f"def zebra_{k}(value):\n    return value + {k}\n\n\n" for k in range(200)),
}
TASK = "how does the zebra run, `Zebra.walk` and zebra_7"
SPECS = [
    *ODD,
    "class.py::Zebra.run",
    "class.py::Zebra",
    "class.py::Inner.walk",
    "big.py:3-9",
    "big.py:700-9999",
    "blank.py:1-3",
    "cr.py:2",
]


@pytest.fixture(scope="module")
def engine(make_engine) -> Engine:
    return make_engine(ODD)


def lines_of(path: str) -> list[str]:
    return split_lines(ODD[path])


def located(spec: str) -> tuple[str, int, int]:
    """Path, first and last line of a SPEC, by hand."""
    path = spec.partition(":")[0]
    if "::" in spec:
        name = spec.partition("::")[2]
        return path, *{"Zebra.run": (4, 5), "Zebra": (1, 12), "Inner.walk": (11, 12)}[name]
    if ":" in spec:
        start, _, end = spec.rpartition(":")[2].partition("-")
        return path, int(start), min(int(end or start), len(lines_of(path)))
    return path, 1, len(lines_of(path))


def shown_in(pack: Pack) -> set[tuple[str, int]]:
    return {
        (item.path, line)
        for item in pack.items
        for start, end in item.shown
        for line in range(start, end + 1)
    }


@settings(deadline=None, max_examples=120)
@given(
    budget=st.one_of(st.integers(1, 300), st.integers(1, 5_000), st.integers(1, 100_000)),
    format=st.sampled_from(["markdown", "xml", "json", "plain"]),
    pins=st.lists(
        st.tuples(st.sampled_from(SPECS), st.sampled_from(["", *(f"@{x}" for x in Level)])), max_size=3
    ),
    exclude=st.lists(st.sampled_from(SPECS), max_size=3),
)
def test_the_budget_pins_and_exclusions_hold_for_any_repository(
    engine: Engine, reader, budget: int, format: str, pins: list[tuple[str, str]], exclude: list[str]
) -> None:
    specs = [spec + level for spec, level in pins]
    try:
        pack = engine.context(TASK, budget, format=format, pins=specs, exclude=exclude)
    except PinTooLargeError:
        assert pins
        return
    except UsageError:
        assert {spec.partition(":")[0] for spec, _ in pins} & {spec.partition(":")[0] for spec in exclude}
        return
    assert reader.count(pack.text) == pack.tokens <= budget
    shown = shown_in(pack)
    gone = {(path, line) for path, start, end in map(located, exclude) for line in range(start, end + 1)}
    for spec, level in pins:
        path, start, end = located(spec)
        wanted = {(path, line) for line in range(start, end + 1)} - gone
        if level in ("", "@full"):
            assert wanted <= shown
        elif level == "@slice":
            assert wanted & shown or not wanted
        else:
            assert path in pack.files
    assert not {(path, line) for path, line in shown & gone if lines_of(path)[line - 1].strip()}
    if format in ("markdown", "json") and pack.text:
        blocks = list(getattr(reader, format)(pack.text))
        for block in blocks:
            assert block.lines == lines_of(block.path)[block.start_line - 1 : block.end_line]
        said = [(b.path, line) for b in blocks for line in range(b.start_line, b.end_line + 1)]
        assert len(said) == len(set(said)) == len(shown)
        assert set(said) == shown
    elif format == "xml" and pack.text:
        ElementTree.fromstring(pack.text)


@pytest.mark.parametrize("format", ["markdown", "xml", "json", "plain"])
def test_every_budget_from_one_on_is_kept(engine: Engine, reader, format: str) -> None:
    for budget in [*range(1, 150), 1_000, 100_000, 10**12]:
        pack = engine.context(TASK, budget, format=format)
        assert reader.count(pack.text) == pack.tokens <= budget
        assert bool(pack.text) == bool(pack.items)


def test_a_budget_too_small_for_anything_gives_an_empty_text_and_says_what_is_missing(engine: Engine) -> None:
    pack = engine.context(TASK, 1)
    assert (pack.text, pack.tokens, pack.items, pack.files) == ("", 0, (), ())
    assert pack.omitted.count > 0
    assert pack.omitted.nearest_tokens


def test_everything_is_shown_when_the_budget_has_room_for_it(engine: Engine) -> None:
    pack = engine.context(TASK, 100_000)
    assert pack.omitted.count == 0
    assert "Left out" not in pack.text
    for path in ("big.py", "class.py", "special.py", "fences.md"):
        missing = {
            line
            for line, text in enumerate(lines_of(path), start=1)
            if re.search(r"\w", text) and (path, line) not in shown_in(pack)
        }
        assert not missing, path


def test_omitted_candidates_are_neither_excluded_nor_shown(engine: Engine) -> None:
    everything = list(ODD)
    pack = engine.context(TASK, 300, exclude=everything)
    assert pack.omitted.count == 0
    assert pack.omitted.nearest_tokens is None
    pinned = engine.context(
        "zebra_7", 20_000, pins=["big.py"], exclude=[p for p in everything if p != "big.py"]
    )
    assert pinned.omitted.count == 0
    small = engine.context(TASK, 60, exclude=[path for path in everything if path != "class.py"])
    assert 0 < small.omitted.count <= 5, "the blocks of class.py alone"


def test_the_omitted_grow_as_the_budget_shrinks(engine: Engine) -> None:
    counts = [engine.context(TASK, budget).omitted.count for budget in (200, 1_000, 3_000, 8_000, 30_000)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]


def test_a_budget_that_suffices_for_the_pins_is_enough(engine: Engine, reader) -> None:
    with pytest.raises(PinTooLargeError, match=r"class\.py.* need [\d,]+ tokens") as caught:
        engine.context(TASK, 20, pins=["class.py"])
    needed = int(re.findall(r"need ([\d,]+)", str(caught.value))[0].replace(",", ""))
    assert f"raise the budget to {needed:,}" in str(caught.value)
    pack = engine.context(TASK, needed, pins=["class.py"])
    assert pack.tokens == needed
    assert shown_in(pack) == {("class.py", line) for line in range(1, 13)}
    with pytest.raises(PinTooLargeError):
        engine.context(TASK, needed - 1, pins=["class.py"])
    assert engine.context(TASK, needed - 1, pins=["class.py@path"]).files


def test_the_levels_of_a_pin(engine: Engine) -> None:
    outline = engine.context(TASK, 400, pins=["class.py@outline"], exclude=["big.py"]).text
    assert "class Zebra" in outline
    assert "def walk(self)" in outline
    signature = engine.context("nothing", 400, pins=["class.py::Zebra@signature"]).text
    assert "class Zebra - Stripes." in signature
    assert "walk" not in signature
    path = engine.context("nothing", 400, pins=["class.py@path"])
    assert [(item.path, item.level, item.pinned) for item in path.items] == [("class.py", Level.PATH, True)]


@pytest.mark.parametrize("level", ["slice", "signature", "outline", "path"])
def test_ranking_adds_no_code_to_a_pin_at_a_lower_level(engine: Engine, level: str) -> None:
    of_itself = [line for line in shown_in(engine.context(TASK, 4_000)) if line[0] == "class.py"]
    pack = engine.context(TASK, 4_000, pins=[f"class.py::Zebra@{level}", "class.py::Zebra.walk"])
    shown = {line for path, line in shown_in(pack) if path == "class.py"}
    assert len(of_itself) > 2
    assert {7, 8} <= shown, "pinned as a whole"
    assert level == "slice" or shown == {7, 8}


@pytest.mark.parametrize("format", ["markdown", "json", "xml", "plain"])
def test_pins_of_one_file_at_lower_levels_are_all_kept(engine: Engine, format: str) -> None:
    pins = [
        "class.py::Zebra.run@signature",
        "class.py::Zebra.walk@signature",
        "class.py::Inner.walk@signature",
    ]
    pack = engine.context("nothing", 400, format=format, pins=pins)
    assert pack.text.count("def walk(self)") == 2, "two methods of the same signature"
    assert pack.text.count("def run(self)") == 1
    assert pack.text.count("class.py") == 1


def test_a_pin_stays_when_it_is_partly_excluded_and_an_exclusion_of_all_of_it_is_refused(
    engine: Engine,
) -> None:
    pack = engine.context("nothing", 400, pins=["class.py"], exclude=["class.py::Zebra.run", "class.py:8"])
    assert shown_in(pack) == {("class.py", line) for line in (1, 2, 3, 6, 7, 9, 10, 11, 12)}
    assert "return 1" not in pack.text
    for exclude in (["class.py"], ["class.py:1-6", "class.py:7-99"]):
        with pytest.raises(UsageError, match="pinned and excluded"):
            engine.context("nothing", 400, pins=["class.py"], exclude=exclude)


def test_excluded_symbols_are_not_named_either(engine: Engine) -> None:
    text = engine.context("zebra walk run", 3_000, exclude=["class.py::Zebra.walk", "big.py"]).text
    assert "Zebra.walk" not in text
    assert "big.py" not in text
    pinned = engine.context("nothing", 400, pins=["class.py@outline"], exclude=["class.py::Zebra.run"]).text
    assert "def run" not in pinned


def test_a_whole_large_file_is_excluded(make_engine) -> None:
    engine = make_engine({"large.py": "zebra = 1\n" * 150_000, "small.py": "zebra = 2\n"})
    assert engine.context("zebra").files == ("large.py", "small.py")
    assert engine.context("zebra", exclude=["large.py"]).files == ("small.py",)


def test_excluding_a_folder_excludes_every_file_in_it(make_engine) -> None:
    engine = make_engine(
        {f"{folder}/f{k}.py": f"zebra = {k}\n" for folder in ("a", "ab", "b/a") for k in (1, 2)}
    )
    assert set(engine.context("zebra", exclude=["a"]).files) == {
        "ab/f1.py",
        "ab/f2.py",
        "b/a/f1.py",
        "b/a/f2.py",
    }
    assert set(engine.context("zebra", exclude=["b/"]).files) == {
        "a/f1.py",
        "a/f2.py",
        "ab/f1.py",
        "ab/f2.py",
    }


def test_the_most_relevant_file_comes_first_and_what_it_imports_last(make_engine, reader) -> None:
    engine = make_engine(
        {
            "pkg/__init__.py": "",
            "pkg/zebra.py": "from .stripes import paint\nfrom .zoo import keep\n\n\ndef zebra_zebra(zebra):\n"
            "    return paint(keep(zebra))\n",
            "pkg/stripes.py": "def paint(animal):\n    return 'zebra stripes on a zebra'\n",
            "pkg/zoo.py": "def keep(animal):\n    return 'zebra'\n",
            "pkg/horse.py": "def ride(animal):\n    return 'no zebra at all, a zebra is no horse'\n",
        }
    )
    pack = engine.context("zebra_zebra zebra stripes", 2_000)
    order = list(dict.fromkeys(block.path for block in reader.markdown(pack.text)))
    assert order[0] == "pkg/zebra.py"
    assert order[-2:] == ["pkg/zoo.py", "pkg/stripes.py"], "the most relevant import at the very end"
    assert "pkg/horse.py" in order
    scores = {file.path: file.rank for file in engine.rank("zebra_zebra zebra stripes").files}
    assert scores["pkg/stripes.py"] < scores["pkg/zoo.py"]


def test_copies_in_other_files_are_shown_once(make_engine) -> None:
    body = (
        "def zebra_long(value):\n" + "".join(f"    value += {k}\n" for k in range(8)) + "    return value\n"
    )
    pack = make_engine({"src/a.py": body, "build/a.py": body, "dist/a.py": body}).context("zebra_long", 4_000)
    assert pack.text.count("value += 7") == 1


def test_the_map_takes_at_most_a_fifth(engine: Engine, reader) -> None:
    for budget in (100, 300, 1_000, 3_000):
        text = engine.context(TASK, budget).text
        outline = text.partition("symbols worth looking up:")[2].partition("\n\n")[0]
        assert reader.count(outline) <= budget / 5


# --- automatic budgets -------------------------------------------------------------------------------


@pytest.mark.parametrize("task", [TASK, "zebra", "nothing matches qqq", "zebra_7", "return value"])
def test_an_automatic_budget_lies_within_bounds_and_is_explained(engine: Engine, task: str) -> None:
    pack = engine.context(task, "auto")
    assert SMALLEST <= pack.budget <= LARGEST
    assert pack.budget % STEP == 0
    assert pack.tokens <= pack.budget
    (notice,) = pack.notices
    assert notice.startswith(f"auto budget: {pack.budget:,} tokens, as ")
    assert engine.context(task, pack.budget).text == pack.text


def test_an_automatic_budget_grows_with_what_is_worth_showing(make_engine) -> None:
    def budget(count: int) -> int:
        body = "".join(f"    zebra = zebra + {k}\n" for k in range(50))
        return (
            make_engine({f"f{k}.py": f"def zebra_{k}(zebra):\n{body}" for k in range(count)})
            .context("zebra", "auto")
            .budget
        )

    few, some, many = budget(1), budget(9), budget(30)
    assert few == SMALLEST
    assert few < some < many


def test_an_automatic_budget_says_when_more_would_be_needed(make_engine) -> None:
    body = "".join(f"    zebra = zebra + {k}\n" for k in range(50))
    code = "".join(f"def zebra_{k}(zebra):\n{body}\n" for k in range(10))
    pack = make_engine({f"f{k}.py": code for k in range(30)}).context("zebra", "auto")
    assert pack.budget == LARGEST
    assert re.search(r"they would need about \d\d\d?,\d00$", pack.notices[0])


# --- determinism -------------------------------------------------------------------------------------

SCRIPT = """
import sys
from ctxsmith_tui import Engine
engine = Engine(sys.argv[1])
for format in ("markdown", "xml", "json", "plain"):
    pack = engine.context(sys.argv[2], 1500, format=format, pins=["class.py::Zebra.run"], exclude=["cr.py"])
    sys.stdout.buffer.write(pack.text.encode() + repr((pack.items, pack.omitted)).encode())
"""


def test_the_same_question_gives_the_same_bytes_in_every_process(engine: Engine) -> None:
    answers = set()
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(engine.root), TASK],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr.decode()
        answers.add(done.stdout)
    assert len(answers) == 1
    assert len(answers.pop()) > 4_000


# --- arguments and tokenizers ------------------------------------------------------------------------


@pytest.mark.parametrize("budget", [0, -1, -8000])
def test_a_budget_below_one_is_refused(engine: Engine, budget: int) -> None:
    with pytest.raises(UsageError, match="give 1 or more"):
        engine.context(TASK, budget)


def test_an_unknown_format_is_refused_with_the_known_ones(engine: Engine) -> None:
    with pytest.raises(UsageError, match="markdown, xml, json, plain"):
        engine.context(TASK, format="yaml")


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise AssertionError("the network was asked")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)


@pytest.mark.usefixtures("no_network")
def test_an_unknown_tokenizer_is_refused_with_the_known_ones(engine: Engine) -> None:
    with pytest.raises(UsageError, match=r"unknown tokenizer 'gpt-9'.*cl100k_base.*o200k_base") as caught:
        engine.context(TASK, tokenizer="gpt-9")
    assert "offline" not in str(caught.value)


@pytest.mark.usefixtures("no_network")
def test_a_tokenizer_that_is_not_on_this_machine_is_refused_without_a_download(
    engine: Engine, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    with pytest.raises(UsageError, match=r"ranks of tokenizer 'o200k_base' are not on this machine"):
        engine.context(TASK, tokenizer="o200k_base")
    assert engine.context(TASK, 100).tokenizer == "cl100k_base", "the default needs nothing"


@settings(deadline=None, max_examples=200)
@given(st.text())
def test_tokens_are_counted_as_tiktoken_does(reader, text: str) -> None:
    assert load_tokenizer().count(text) == reader.count(text)


def test_what_looks_like_a_special_token_or_is_no_character_is_counted_as_text() -> None:
    count = load_tokenizer().count
    assert count("<|endoftext|>") > 1
    assert count("\udc80") >= 1
    assert count("") == 0


def test_a_pinned_slice_shows_the_lines_that_say_most(make_engine) -> None:
    body = "".join(f"    step_{n} = {n}\n" for n in range(60))
    text = f"def run():\n{body}    zebra_stripes = paint()\n{body}"
    engine = make_engine({"a.py": text})
    with pytest.raises(PinTooLargeError):
        engine.context("zebra stripes", 500, pins=["a.py::run"])
    pack = engine.context("zebra stripes", 500, pins=["a.py::run@slice"])
    (item,) = [item for item in pack.items if item.pinned]
    assert item.level == "slice"
    assert "zebra_stripes = paint()" in pack.text
    assert item.end_line - item.start_line + 1 >= 24
