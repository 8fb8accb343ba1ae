from __future__ import annotations

import pytest

from ctxsmith_tui.index.languages import has_grammar, language_of
from ctxsmith_tui.index.parse import parse


@pytest.mark.parametrize(
    ("statement", "target"),
    [
        ("source lib/a.sh", "lib/a.sh"),
        (". ./a.sh", "a.sh"),
        ("\\. ../a.sh", "../a.sh"),
        ("source 'a.sh' arg", "a.sh"),
        ('source "$HERE/lib/a.sh"', "lib/a.sh"),
        ('source "${HERE}"/a.sh', "a.sh"),
        ('. "$(dirname "$0")/../a.sh"', "../a.sh"),
        ('. "${BASH_SOURCE%/*}/a.sh"', "a.sh"),
        ('. "$A/$B/c.sh"', "c.sh"),
        ("load test_helper", "test_helper"),
        ('source "$file"', None),
        ('source "$HERE/$name.sh"', None),
        ("source <(kubectl completion bash)", None),
        ('source "~/my file.sh"', None),
    ],
)
def test_sourced_files(statement: str, target: str | None) -> None:
    found = parse("shell", statement.encode())
    assert [r.target for r in found.references if r.kind == "import"] == ([target] if target else [])


def test_commands_are_calls_unless_they_are_hardly_ever_functions() -> None:
    source = (
        b'f() { echo x | compute "$(get y)" && ! check; [ a ] || die; run g; trap h EXIT; "$cmd"; cd /; }'
    )
    found = parse("shell", source)
    calls = [r.name for r in found.references if r.kind == "call"]
    assert calls == ["compute", "get", "check", "die", "run", "g", "h"]


def test_tests_of_bats_are_functions_with_their_text_as_name() -> None:
    source = '# Doc.\n@test "größe {x}" {\n  run f\n}\n  @test \'b "c"\'   {\n}\necho "@test"\n'
    found = parse("shell", source.encode())
    assert not found.broken
    assert [(s.kind, s.name, s.start_line, s.end_line, s.signature, s.doc) for s in found.symbols] == [
        ("function", "größe {x}", 1, 4, '@test "größe {x}"', "Doc."),
        ("function", 'b "c"', 5, 6, "@test 'b \"c\"'", ""),
    ]


def test_fish_is_another_language() -> None:
    assert language_of("a.fish") == language_of("a", b"#!/usr/bin/env fish\n") == "fish"
    assert not has_grammar("fish")


def test_no_character_upsets_the_grammar() -> None:
    for _ in range(200):
        parse("shell", "n\U00031acd\xb2{\U0010d136\n größe() { echo ü; }\n".encode())
    assert [each.name for each in parse("shell", "größe() { echo ü; }\n".encode()).symbols] == ["größe"]
