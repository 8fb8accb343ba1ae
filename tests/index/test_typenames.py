from __future__ import annotations

import pytest

from ctxsmith_tui.index.parameters import parameter_names
from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.index.typenames import type_path


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("Foo", "Foo"),
        ("größe.Ä", "größe.Ä"),
        ("Optional[Foo]", "Foo"),
        ('t.Optional["m.Foo"]', "m.Foo"),
        ('"Foo | None"', "Foo"),
        ("None | Foo", "Foo"),
        ("Union[Foo, None]", "Foo"),
        ("Union[Foo, Bar]", ""),
        ("Foo | Bar", ""),
        ("A[X] | B[Y]", ""),
        ("Annotated[Foo, 'x']", "Foo"),
        ("list[Foo]", "list"),
        ("Callable[..., Foo]", "Callable"),
        ("None", ""),
        ("int", ""),
        ("&'a mut Foo<'a>", "Foo"),
        ("Option<Box<dyn Foo + Send>>", "Foo"),
        ("Result<Self, E>", "Self"),
        ("Result<(), E>", ""),
        ("&[u8]", ""),
        ("Vec<Foo>", "Vec"),
        ("Promise<Foo | null>", "Foo"),
        ("Optional<Foo>", "Optional"),
        ("Foo?", "Foo"),
        ("Foo[]", ""),
        ("() => Foo", ""),
        ("*pkg.Foo[T]", "pkg.Foo"),
        ("[]Foo", ""),
        ("map[string]Foo", ""),
        ("Optional[" * 50, ""),
        ("[" * 1_000, ""),
    ],
)
def test_the_type_that_a_declaration_is_about(written: str, path: str) -> None:
    assert type_path(written)[1] == path


@pytest.mark.parametrize(
    ("signature", "function", "names"),
    [
        ("def f(self, a, b: int = g(1), *c, **d) -> X", "f", "self a b c d"),
        ("func (c *Cart) check(make func(string), b Foo) (Foo, error)", "check", "make"),
        ("pub fn total<T: Fn(A)>(&self, f: impl Fn() -> u32, mut y: T) -> (A, B)", "total", "self f y"),
        ("add(line: Line, make: (line: Line) => void): void", "add", "line make"),
        ("export const later = async (x, y = z(1)) =>", "later", "x y"),
        ("int f(const char *name, Cart cart, void (*cb)(int))", "f", ""),
        ("public <R> List<R> each(Function<T, R> f)", "each", ""),
        ("def f(", "f", ""),
        ("f", "f", ""),
    ],
)
def test_parameters_that_may_be_called(signature: str, function: str, names: str) -> None:
    assert parameter_names(signature, function) == set(names.split())


@pytest.mark.parametrize(
    ("language", "source", "called"),
    [
        ("python", "def f(g, h=k()):\n    g(); h(); f(); m.g()\n    l = lambda: 1\n    l()", ["k", "f", "g"]),
        ("python", "class A:\n    def f(cls, Base): cls(); Base()\nclass B(A): x = A()", ["cls", "A"]),
        ("javascript", "function f(g) { g(); return () => { g(); h(); }; }\ng();", ["h", "g"]),
        ("go", "package p\nfunc f(g func()) { h := func() {}; g(); h(); k() }", ["k"]),
        ("rust", "fn f(g: impl Fn()) { let h = |x| x; g(); h(1); k(); s.g() }", ["k", "g"]),
    ],
)
def test_calls_of_parameters_and_local_functions_are_no_references(
    language: str, source: str, called: list[str]
) -> None:
    calls = [each.name for each in parse(language, source.encode()).references if each.kind == "call"]
    assert calls == called
