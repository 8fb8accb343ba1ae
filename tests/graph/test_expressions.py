"""Taking expressions apart: the steps of chains in many languages, and any text at all in little time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.graph.expressions import LITERAL, OPAQUE, Step, chain, receiver


def steps(written: str) -> tuple[Step, ...]:
    """`a b() ? "` as steps: two names, the second called, something opaque and a literal."""
    known = {"?": OPAQUE, '"': LITERAL}
    return tuple(
        known.get(word) or Step(word.removesuffix("()"), word.endswith("()")) for word in written.split()
    )


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("a", "a"),
        ("self.app(x).send", "self app() send"),
        ("a.b(c.d(e)).f", "a b() f"),
        ("super().run", "super() run"),
        ("f ( x ) . g", "f() g"),
        ("a\n  .b()\n  .c", "a b() c"),
        ("f(')').g", "f() g"),
        (r"f('\')').g", "f() g"),
        ("a[0].b", "? b"),
        ("a.b[key].c", "? c"),
        ("(a).b", "a b"),
        ("((a.b)).c", "a b c"),
        ("(a or b).c", "? b c"),
        ("(Foo) x.bar", "? x bar"),
        ("(x as Foo).bar", "? Foo bar"),
        ("x + y.z", "? y z"),
        ("'x'.join", '" join'),
        ("[1, 2].map", '" map'),
        ("{}.get", '" get'),
        ("3.times", '" times'),
        ("1.5.round", '" 5 round'),
        ("`a ${b}`.trim", '" trim'),
        ("a?.b?.c", "a b c"),
        ("a!.b", "a b"),
        ("a&.b", "a b"),
        ("valid?", "valid?"),
        ("a.save!", "a save!"),
        ("$this->cart->add", "$this cart add"),
        ("$this?->cart", "$this cart"),
        ("self::make", "self make"),
        ("std::vector<int>::size", "std vector size"),
        ("List<Map<A, B>>::new", "List new"),
        ("a.b<T>(x).c", "a b() c"),
        ("new Foo(x).bar", "Foo() bar"),
        ("await (await f()).g", "f() g"),
        ("&mut_thing.go", "mut_thing go"),
        ("!*p.q", "p q"),
        ("p->q->r", "p q r"),
        ("module:call", "module call"),
        ("@name.strip", "@name strip"),
        ("App\\Cart", "App\\Cart"),
        ("日本.é", "日本 é"),
        ("", ""),
        ("()", '"'),
    ],
)
def test_chains(target: str, expected: str) -> None:
    assert chain(target) == steps(expected)


@pytest.mark.parametrize(
    ("target", "name", "expected"),
    [
        ("run", "run", ""),
        ("a.run", "run", "a"),
        ("a.run.run", "run", "a run"),
        ("a . run", "run", "a"),
        ("f(x.run).run", "run", "f()"),
        ("a[0].run", "run", "?"),
        ("?.run", "run", "?"),
        ("new Foo", "Foo", ""),
        ("new a.b.Foo", "Foo", "a b"),
        ("await run", "run", ""),
        ("&run", "run", ""),
        ("App\\Cart", "Cart", ""),
        ("cart with", "with", "cart"),  # Kotlin's infix calls
        ("x == run", "run", "?"),
        ("this.#run", "#run", "this"),
        ("a.b<T>", "b", "a"),
        ("make[int]", "make", ""),
        ("Foo.prerun", "run", "Foo"),
        ("a?.run", "run", "a"),
        ("a.empty?", "empty?", "a"),
        ("$this->run", "run", "$this"),
        ("obj:run", "run", "obj"),
    ],
)
def test_receivers(target: str, name: str, expected: str) -> None:
    assert receiver(target, name) == steps(expected)


NAMES = st.from_regex(r"[a-z_][a-zA-Z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in {"new", "await", "typeof", "not", "try", "yield"}
)
ARGUMENTS = st.sampled_from(["()", "(x)", "(x, 'a)b')", "(f(x)[1], {a: 2})", '("\\")")', "<T>(x)", "( )"])
SEPARATORS = st.sampled_from([".", "?.", "::", "->", " .", ".\n"])


@given(st.lists(st.tuples(NAMES, st.none() | ARGUMENTS, SEPARATORS), min_size=1, max_size=6))
def test_a_chain_comes_back_name_by_name(parts: list[tuple[str, str | None, str]]) -> None:
    text = "".join(name + (arguments or "") + separator for name, arguments, separator in parts)
    expected = tuple(Step(name, arguments is not None) for name, arguments, _ in parts)
    assert chain(f"{text}last") == (*expected, Step("last"))
    assert receiver(f"{text}last", "last") == expected


@given(st.text() | st.text("ab.:?!->&()[]{}<>\"'`\\ 1+*@$#\n", max_size=40), st.text(max_size=3))
def test_any_text_is_taken_apart(text: str, name: str) -> None:
    for found in (chain(text), receiver(text, name), receiver(text + name, name)):
        assert all(isinstance(step, Step) and step.name for step in found)
        assert LITERAL not in found[1:], "a literal is where something begins"
    assert chain(text) == chain(text)


PIECES = [
    *("(", ")", "()", "[", "{", "<", "[(", "x(", "x<", "a().", "(a)", "a.b", ".", "a?", "'", "'\"", "\\"),
    *(" ", "a. ", "new ", "! ", "::", "->", "1.", "'a'", "`${", "f(')", "é."),
]


@pytest.mark.parametrize("piece", PIECES)
def test_200_kilobytes_take_no_second(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    started = time.process_time()
    chain(text)
    assert time.process_time() - started < 1
    receiver(text + ".run", "run")
    receiver(text + "   run", "run")
    assert time.process_time() - started < 3


def test_brackets_around_brackets_end() -> None:
    assert chain("(" * 90_000 + "a" + ")" * 90_000 + ".b")[-1] == Step("b")
    assert chain("(((a))).b") == steps("a b")


def test_long_optional_chains_are_read_at_once() -> None:
    steps = chain("x" + "?.b" * 60 + "()?.c")
    assert [step.name for step in steps] == ["x", *"b" * 60, "c"]
    assert steps[60].called
