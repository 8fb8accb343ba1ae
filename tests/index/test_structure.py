"""Files whose structure is not that of one grammar: documents, components and notebooks."""

from __future__ import annotations

import json
from time import process_time

import pytest

from ctxsmith_tui.index.embedded import code_in
from ctxsmith_tui.index.headings import MAX_HEADING
from ctxsmith_tui.index.outline import MAX_QUALNAME
from ctxsmith_tui.index.structure import structure


def found(language: str, text: str) -> list[tuple[str, int, int]]:
    parsed = structure(language, text)
    assert parsed is not None
    return [(symbol.qualname, symbol.start_line, symbol.end_line) for symbol in parsed.symbols]


def test_what_has_no_structure() -> None:
    assert structure("css", "a { b: c }") is None
    assert structure("", "words") is None


# --- headings ----------------------------------------------------------------------------------------


def test_a_heading_is_a_symbol_with_its_depth_in_its_signature() -> None:
    (symbol, inner) = structure("markdown", "# Guide\n\n## `a.b()` *now*\n").symbols
    assert symbol == ("heading", "Guide", "Guide", None, 1, 3, "# Guide", "")
    assert inner == ("heading", "a.b() now", "Guide.a.b() now", 0, 3, 3, "## a.b() now", "")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Plain", "Plain"),
        ("`f(x)` and ``a`b``", "f(x) and a`b"),
        ("[Link](a.md#b) and [ref][c]", "Link and ref"),
        ("[`code`](x)", "code"),
        ("Shop [![Build](b.svg)](ci)", "Shop"),
        ("![Logo](logo.svg)", "Logo"),
        ("**Bold *and* more**", "Bold and more"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("`Vec<T>` <a name='x'></a>", "Vec<T>"),
        (r"snake\_case and \*", "snake_case and *"),
        ("snake_case_name", "snake_case_name"),
        ("Install {#install}", "Install"),
        ("C#", "C#"),
        ("Closed ##", "Closed"),
        ("日本 über", "日本 über"),
    ],
)
def test_markdown_as_a_reader_sees_it(written: str, read: str) -> None:
    assert [name for name, _, _ in found("markdown", f"## {written}\n")] == [read]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("``f(x)`` and ``*args``", "f(x) and *args"),
        (":ref:`Text <label>`", "Text"),
        (":class:`~a.B`", "a.B"),
        ("`Link <https://x.org>`__ and `other`_", "Link and other"),
        ("*one* **two**", "one two"),
        (r"a\_b", "a_b"),
        ("snake_case_", "snake_case_"),
    ],
)
def test_restructured_text_as_a_reader_sees_it(written: str, read: str) -> None:
    assert [name for name, _, _ in found("restructuredtext", f"{written}\n{'=' * 60}\n")] == [read]


def test_a_level_that_is_left_out_does_not_matter() -> None:
    text = "# A\n### B\n## C\n#### D\n# E\n"
    assert found("markdown", text) == [
        ("A", 1, 4),
        ("A.B", 2, 2),
        ("A.C", 3, 4),
        ("A.C.D", 4, 4),
        ("E", 5, 5),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#\n",
        "#!/bin/sh\n",
        "#tag\n",
        "    # code\n",
        "```\n# a\n",
        "````\n```\n# a\n````\n",
        "- item\n---\n",
        "1. ~~~\n   # a\n   ~~~\n",
        "> quote\n===\n",
        "---\na: b\n# c\n---\n",
        "+++\na = 1\n# c\n+++\n",
        "<!-- a\n# b\n-->\n",
        "<script>\n# a\n</script>\n",
        "[a]: b\n---\n",
        "text\n\n---\n",
        f"{'long ' * 60}\n---\n",
    ],
)
def test_what_is_no_heading_of_markdown(text: str) -> None:
    assert found("markdown", text) == []


@pytest.mark.parametrize("text", ["---\n# a\n", "<!-- a -->\n# a\n", "~~~\n~~~\n# a\n", "a\n=\n"])
def test_what_is_a_heading_of_markdown_all_the_same(text: str) -> None:
    assert [name for name, _, _ in found("markdown", text)] == ["a"]


@pytest.mark.parametrize(
    "text",
    [
        "para\ntitle\n=====\n",
        "  title\n  =====\n",
        "\n=====\n\n",
        "too short\n==\n",
        "====\na\n===\n",
        "==  ==\na   b\n==  ==\n",
        "- item\n------\n",
        ":field: x\n---------\n",
        "####\n# a\n####\n",
        "=====\n-----\n=====\n",
    ],
)
def test_what_is_no_title_of_restructured_text(text: str) -> None:
    assert found("restructuredtext", text) == []


def test_long_headings_and_deep_ones_are_cut() -> None:
    text = "".join(f"{'#' * level} {'x' * 150}\n" for level in (1, 2, 3)) + f"#### {'y' * 900}\n"
    names = [symbol.name for symbol in structure("markdown", text).symbols]
    assert [len(name) for name in names] == [150, 150, 150, MAX_HEADING]
    assert max(len(name) for name, _, _ in found("markdown", text)) == MAX_QUALNAME


def test_thousands_of_headings_are_cheap() -> None:
    text = "".join(f"## {k}.0\n\n### Fixes\n\n* one\n\n" for k in range(10_000))
    began = process_time()
    assert len(found("markdown", text)) == 20_000
    assert process_time() - began < 3


@pytest.mark.parametrize(
    "text", ["# " + "*a " * 50_000, "# " + "[" * 99_999, "~~~\n" * 50_000, "a\n=\n" * 9_999]
)
def test_no_text_takes_long(text: str) -> None:
    began = process_time()
    found("markdown", text)
    found("text", text)
    assert process_time() - began < 3


# --- components --------------------------------------------------------------------------------------


def test_a_script_keeps_its_lines_and_nothing_else_is_code() -> None:
    text = "<template>\n function f() {}\n</template>\n<script>let a = 1\nlet b = 2</script>\n<style>\n\n"
    code = code_in("vue", text)
    assert (code.language, code.complete) == ("javascript", True)
    assert code.text == "\n\n\nlet a = 1\nlet b = 2\n\n\n"


@pytest.mark.parametrize(
    ("tags", "language", "complete"),
    [
        (["<script>"], "javascript", True),
        (["<script lang='ts'>"], "typescript", True),
        (["<SCRIPT LANG=ts>"], "typescript", True),
        (['<script type="module">'], "javascript", True),
        (['<script setup\n  generic="T extends A<B>" lang="ts">'], "typescript", True),
        (["<script>", '<script setup lang="ts">'], "typescript", True),
        (['<script lang="ts">', '<script lang="jsx">'], "tsx", True),
        (['<script lang="tsx">'], "tsx", True),
        (['<script type="application/ld+json">'], "javascript", True),
        (['<script lang="coffee">'], "", False),
        (["<div>"], "javascript", True),
        (["<script>", '<script lang="coffee">'], "javascript", False),
        (["<p data-lang='ts'>", "<script>"], "javascript", True),
    ],
)
def test_the_dialect_of_the_scripts(tags: list[str], language: str, complete: bool) -> None:
    text = "\n".join(f"{tag}\nf()\n</script>" for tag in tags)
    code = code_in("svelte", text)
    assert (code.language, code.complete) == (language, complete)
    assert code.text.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    ["<script>\nf(", "<script", "<!-- <script>f()</script>", "<script lang='ts", "</script>", "<style>"],
)
def test_broken_markup_is_read_as_far_as_it_goes(text: str) -> None:
    parsed = structure("vue", text)
    assert parsed is not None
    assert parsed.symbols == ()


def test_functions_of_a_component_are_its_methods() -> None:
    text = (
        "<script>\nexport default Vue.extend({\n  data() {},\n  methods: { add: () => 1 },\n"
        "  computed: {\n    total() {},\n  },\n  other: { hidden() {} },\n})\n</script>\n"
    )
    assert found("vue", text) == [
        ("default", 2, 9),
        ("default.data", 3, 3),
        ("default.add", 4, 4),
        ("default.total", 6, 6),
    ]


# --- notebooks ---------------------------------------------------------------------------------------


def notebook(*cells: list[str] | str, **metadata: object) -> str:
    made = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell} for cell in cells]
    return json.dumps({"cells": made, "metadata": metadata}, indent=1)


def test_the_lines_of_a_cell_are_those_of_the_file() -> None:
    text = notebook(["def f():\n", "    return 'a \"b\" \\\\n'"])
    lines = text.split("\n")
    (symbol,) = structure("notebook", text).symbols
    assert "def f()" in lines[symbol.start_line - 1]
    assert "return" in lines[symbol.end_line - 1]
    assert not structure("notebook", text).broken


@pytest.mark.parametrize(
    "line",
    [
        "%matplotlib inline",
        "%%time",
        "!pip install x",
        "    !ls",
        "?print",
        "print?",
        "a.b??",
        "x = !ls",
        "a, b = %sql SELECT",
        "!a \\",
    ],
)
def test_commands_of_the_kernel_are_no_code(line: str) -> None:
    text = notebook(["if x:\n", "    pass\n", f"{line}\n", "    \n", "def f(): pass"])
    parsed = structure("notebook", text)
    assert not parsed.broken
    assert "f" in [symbol.name for symbol in parsed.symbols]


def test_what_looks_like_a_command_is_code() -> None:
    text = notebook(["x = ('%d'\n", "     % (1))\n", "y = (x\n", "  != 3)"])
    assert [name for name, _, _ in found("notebook", text)] == ["x", "y"]


def test_a_cell_in_another_language_is_no_code() -> None:
    assert found("notebook", notebook(["%%bash\n", "f() { ls; }"], ["\n", "%%html\n", "<b>"])) == []


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({}, "python"),
        ({"language_info": {"name": "R"}}, "r"),
        ({"kernelspec": {"language": "julia"}}, "julia"),
        ({"language_info": {"name": "C++"}}, "cpp"),
        ({"language_info": {"name": "C#"}}, "csharp"),
        ({"language_info": {"name": "bash"}}, "shell"),
        ({"language_info": ["python"], "kernelspec": {"language": 3}}, "python"),
    ],
)
def test_the_language_is_what_the_kernel_runs(metadata: dict[str, object], language: str) -> None:
    assert code_in("notebook", notebook([], **metadata)).language == language


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(json.loads(notebook(["def f(): pass"]))),
        notebook("def f(): pass"),
        notebook(["a = 1\nb = 2"]),
        "[]",
        "{",
        "",
        '{"cells": 3',
        "[" * 100_000,
    ],
)
def test_code_without_lines_of_its_own_is_only_searched(text: str) -> None:
    parsed = structure("notebook", text)
    assert (parsed.symbols, parsed.broken) == ((), True)


def test_half_a_character_does_no_harm() -> None:
    parsed = structure("notebook", notebook(["x = '\ud83d'\n", "def f(): pass"]))
    assert [symbol.name for symbol in parsed.symbols] == ["x", "f"]
