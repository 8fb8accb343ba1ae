from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import ParseTimeout, parse
from ctxsmith_tui.model import ParsedFile, Symbol

SOURCE = '''\
"""Module."""
import a.b
import a.b as c, d
from x.y import m as n, k
from . import sibling
from ..up import *
from __future__ import annotations

LIMIT = 3
names: list[str] = []
one = two = 1
left, right = 1, 2


@decorated
@tools.cached(size=3)
class Outer(Base, pkg.Mixin, Generic[T], metaclass=Meta):
    """First line
    and more.

    Second paragraph.
    """

    attribute = 1

    class Inner:
        def deep(self): pass

    @property
    def size(self) -> int:  # noqa: X
        # why
        r"""Size."""
        return self.compute().total(len(self.items))

    async def fetch(
        self,
        url: str,  # where
        *,
        retries: int = 3,
    ) -> bytes:
        def retry():
            return again()

        return retry()
        # the end

if COND:
    def conditional(): ...
    FLAG = True
else:
    FLAG = False

try:
    import fast
except ImportError:
    fast = None

type Alias[T] = list[T]
make()
'''


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("python", SOURCE.encode())


def symbol(parsed: ParsedFile, qualname: str) -> Symbol:
    return next(symbol for symbol in parsed.symbols if symbol.qualname == qualname)


def test_definitions_with_kind_lines_and_nesting(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.kind, s.qualname, s.start_line, s.end_line, s.parent) for s in parsed.symbols] == [
        ("constant", "LIMIT", 9, 9, None),
        ("constant", "names", 10, 10, None),
        ("constant", "one", 11, 11, None),
        ("class", "Outer", 15, 45, None),
        ("class", "Outer.Inner", 26, 27, 3),
        ("method", "Outer.Inner.deep", 27, 27, 4),
        ("method", "Outer.size", 29, 33, 3),
        ("method", "Outer.fetch", 35, 45, 3),
        ("function", "Outer.fetch.retry", 41, 42, 7),
        ("function", "conditional", 48, 48, None),
        ("constant", "FLAG", 49, 49, None),
        ("constant", "FLAG", 51, 51, None),
        ("constant", "fast", 56, 56, None),
        ("type", "Alias", 58, 58, None),
    ]


def test_signature_is_one_line_without_decorators_comments_and_body(parsed: ParsedFile) -> None:
    assert symbol(parsed, "Outer").signature == ("class Outer(Base, pkg.Mixin, Generic[T], metaclass=Meta)")
    assert symbol(parsed, "Outer.size").signature == "def size(self) -> int"
    assert symbol(parsed, "Outer.fetch").signature == (
        "async def fetch(self, url: str, *, retries: int = 3) -> bytes"
    )
    assert symbol(parsed, "names").signature == "names: list[str] = []"


def test_doc_is_the_first_paragraph_of_the_docstring(parsed: ParsedFile) -> None:
    assert symbol(parsed, "Outer").doc == "First line and more."
    assert symbol(parsed, "Outer.size").doc == "Size."
    assert symbol(parsed, "Outer.fetch").doc == ""


def test_imports_give_the_full_path_and_the_local_name(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias, r.line) for r in parsed.references if r.kind == "import"] == [
        ("b", "a.b", "a", 2),
        ("b", "a.b", "c", 3),
        ("d", "d", "d", 3),
        ("m", "x.y.m", "n", 4),
        ("k", "x.y.k", "k", 4),
        ("sibling", ".sibling", "sibling", 5),
        ("*", "..up.*", "", 6),
        ("annotations", "__future__.annotations", "annotations", 7),
        ("fast", "fast", "fast", 54),
    ]


def test_a_module_and_its_member_of_the_same_name_are_told_apart() -> None:
    references = parse("python", b"import glob\nfrom glob import glob\n").references
    assert [r.target for r in references] == ["glob", "glob.glob"]


def test_base_classes_belong_to_their_class(parsed: ParsedFile) -> None:
    inherits = [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "inherit"]
    assert inherits == [("Base", "Base", 3), ("Mixin", "pkg.Mixin", 3), ("Generic", "Generic", 3)]


def test_calls_name_the_last_identifier_and_the_innermost_symbol(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.line, r.symbol) for r in parsed.references if r.kind == "call"] == [
        ("decorated", "decorated", 15, 3),
        ("cached", "tools.cached", 16, 3),
        ("property", "property", 29, 6),
        ("compute", "self.compute", 33, 6),
        ("total", "self.compute().total", 33, 6),
        ("len", "len", 33, 6),
        ("again", "again", 42, 8),
        ("retry", "retry", 44, 7),
        ("make", "make", 59, None),
    ]


def test_types_of_parameters_variables_and_results() -> None:
    source = b"""\
def f(x: "Foo", y: Optional[Foo] = None, *a: Foo, z: mod.Foo | None, w: list[Foo], n: int) -> "Foo | None":
    pass
class A:
    field: Foo = field()
    objects = Manager()
    def m(self) -> None:
        self.x: Foo = Bar()
        self.y = mod.Foo(1)
        x = lower()
        a.b.c = Foo()
        with Foo() as z, mod.open() as q: pass
        try: pass
        except (A, B) as both: pass
        except mod.Error as e: pass
"""
    references = parse("python", source).references
    assert [(r.alias, r.target, r.symbol) for r in references if r.kind == "type"] == [
        *(("x", "Foo", 0), ("y", "Foo", 0), ("z", "mod.Foo", 0), ("w", "list", 0), ("", "Foo", 0)),
        *(("field", "Foo", 1), ("objects", "Manager", 1), ("self.x", "Foo", 2), ("self.y", "mod.Foo", 2)),
        *(("x", "lower", 2), ("z", "Foo", 2), ("e", "mod.Error", 2)),
    ]


def test_long_signatures_and_docs_are_cut() -> None:
    arguments = ", ".join(f"argument_{n}" for n in range(100))
    parsed = parse("python", f'def f({arguments}):\n    """{"word " * 200}"""\nX = "{arguments}"\n'.encode())
    function, constant = parsed.symbols
    assert len(function.signature) == 300
    assert function.signature.endswith("…")
    assert len(function.doc) <= 400
    assert len(constant.signature) <= 120


def test_target_of_a_long_chain_keeps_its_end() -> None:
    last = parse("python", b"x" + b".step()" * 100).references[-1]
    assert last.name == "step"
    assert len(last.target) == 200
    assert last.target.startswith("…")
    assert last.target.endswith("().step")


def test_lines_break_at_cr_and_crlf_but_not_at_form_feed_or_line_separator() -> None:
    lines = ["# a\fb \u2028 \x85", "\f", "def f():", "    # c", "    return 1", "X = 1"]
    for end in ("\n", "\r\n", "\r"):
        parsed = parse("python", end.join(lines).encode())
        assert [(s.name, s.start_line, s.end_line) for s in parsed.symbols] == [("f", 3, 5), ("X", 6, 6)]
        assert not parsed.broken


def test_byte_order_mark_is_no_part_of_the_code() -> None:
    (symbol,) = parse("python", b"\xef\xbb\xbfdef f(): pass").symbols
    assert (symbol.name, symbol.signature, symbol.start_line) == ("f", "def f()", 1)


def test_names_and_docs_in_any_script() -> None:
    (symbol,) = parse("python", 'def größe(ä):\n    """Größe – 大きさ"""\n'.encode()).symbols
    assert (symbol.name, symbol.signature, symbol.doc) == ("größe", "def größe(ä)", "Größe – 大きさ")


def test_broken_source_keeps_what_can_be_read() -> None:
    parsed = parse("python", b"def good():\n    pass\n\n)))\n\ndef also(): pass\n")
    assert parsed.broken
    assert [s.name for s in parsed.symbols] == ["good", "also"]


def test_a_parse_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(ParseTimeout):
        parse("python", b"x = [1, 2, 3]\n" * 50_000, timeout=0.01)
    assert parse("python", b"x = 1\n").symbols


@pytest.mark.parametrize(
    "source",
    [
        b"[" * 100_000,
        b"(" * 50_000 + b"x" + b")" * 50_000,
        b"f(" * 30_000 + b")" * 30_000,
        b"x" + b".a()" * 30_000,
        b"a=" * 30_000 + b"1",
        b"lambda:" * 30_000 + b"1",
        b"if a: b\nel" * 10_000,
        b"@a\n" * 10_000 + b"def f(): pass",
        b'x = "' + b"a" * 2_000_000,
        b"class A:\n class B:" * 5_000,
        b"\x00" * 50_000,
    ],
    ids=lambda source: repr(source[:10]),
)
def test_hostile_nesting_neither_crashes_nor_hangs(source: bytes) -> None:
    parse("python", source, timeout=5.0)


def test_nested_names_do_not_grow_without_bound() -> None:
    parsed = parse("javascript", b"function name(){" * 1_500 + b"}" * 1_500)
    assert max(len(symbol.qualname) for symbol in parsed.symbols) == 300


@pytest.mark.parametrize("deep", ["(" * 5_000 + "1" + ")" * 5_000, "1 + " * 5_000 + "1"])
def test_what_lies_too_deep_to_be_queried_is_said(deep: str) -> None:
    parsed = parse("python", f"def f():\n    return {deep}\n".encode())
    assert parsed.broken
    assert [symbol.name for symbol in parsed.symbols] == ["f"]
