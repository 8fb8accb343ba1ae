from __future__ import annotations

import pytest

from ctxsmith_tui.index.languages import LANGUAGES, has_grammar, language_of
from ctxsmith_tui.index.parse import parse


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a/b.py", "python"),
        ("stubs/x.pyi", "python"),
        ("A.PY", "python"),
        ("web/app.mjs", "javascript"),
        ("web/App.jsx", "javascript"),
        ("index.d.ts", "typescript"),
        ("x.cts", "typescript"),
        ("x.tsx", "tsx"),
        ("Main.java", "java"),
        ("main.go", "go"),
        ("lib.rs", "rust"),
        ("README.md", "markdown"),
        ("README", "text"),
        ("docs/index.rst", "restructuredtext"),
        ("work.ipynb", "notebook"),
        ("Dockerfile", "dockerfile"),
        ("deploy/Dockerfile.dev", "dockerfile"),
        ("Makefile", "make"),
        ("CMakeLists.txt", "cmake"),
        ("notes.txt", "text"),
        ("Cargo.lock", "toml"),
        (".bashrc", "shell"),
        ("go.mod", "gomod"),
        ("picture.png", ""),
        ("noext", ""),
        ("dir.py/noext", ""),
        ("", ""),
        ("\udcff.py", "python"),
    ],
)
def test_language_goes_by_the_file_name(path: str, language: str) -> None:
    assert language_of(path) == language


@pytest.mark.parametrize(
    ("head", "language"),
    [
        (b"#!/usr/bin/python3\nx = 1\n", "python"),
        (b"#!/usr/bin/env python3.11\r\n", "python"),
        (b"#! /usr/bin/env -S node --no-warnings\n", "javascript"),
        (b"#!/usr/bin/env LANG=C bash", "shell"),
        (b"#!/bin/sh -e\n", "shell"),
        (b"\xef\xbb\xbf#!/usr/bin/env ruby\n", "ruby"),
        (b"#!/usr/bin/env", ""),
        (b"#!", ""),
        (b"#!/opt/unheard-of\n", ""),
        (b"\xff\xfe#!/bin/sh", ""),
        (b"x\n#!/bin/sh", ""),
    ],
)
def test_shebang_decides_when_the_name_does_not(head: bytes, language: str) -> None:
    assert language_of("bin/tool", head) == language


def test_name_beats_shebang() -> None:
    assert language_of("tool.rb", b"#!/usr/bin/python\n") == "ruby"


def test_exactly_the_parsed_languages_have_a_grammar() -> None:
    parsed = {language.name for language in LANGUAGES if has_grammar(language.name)}
    assert parsed == {
        *("python", "javascript", "typescript", "tsx", "java", "go", "rust"),
        *("c", "cpp", "csharp", "ruby", "php", "kotlin", "swift", "scala"),
        *("shell", "lua", "dart", "elixir", "haskell", "zig"),
    }
    assert not has_grammar("markdown")
    assert not has_grammar("")


def test_no_name_suffix_or_interpreter_belongs_to_two_languages() -> None:
    for keys in (
        [language.name for language in LANGUAGES],
        [suffix for language in LANGUAGES for suffix in language.suffixes],
        [name for language in LANGUAGES for name in language.names],
        [program for language in LANGUAGES for program in language.interpreters],
    ):
        assert len(keys) == len(set(keys))


def test_suffixes_are_lower_case_and_start_with_a_dot() -> None:
    assert all(s == s.lower() and s.startswith(".") for language in LANGUAGES for s in language.suffixes)


@pytest.mark.parametrize("language", [language.name for language in LANGUAGES if language.grammar])
def test_every_grammar_has_a_query_and_parses_nothing_to_nothing(language: str) -> None:
    assert parse(language, b"") == ((), (), False)


def test_parsing_a_language_without_grammar_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        parse("markdown", b"# x")
