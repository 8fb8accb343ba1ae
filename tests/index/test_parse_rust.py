from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
//! The crate.
use a::b::{self, c, d as e, f::*};
use x;
pub use crate::y::Z;
extern crate foo as bar;
use a::T as _;

/// A pair
/// of things.
///
/// More.
#[derive(Debug)]
// plain
pub struct Pair<T> {
    left: T,
}
struct Unit(u32);
union Raw { a: u32 }
enum Kind { A, B(u8) }

pub trait Shape: Base + ns::Other<X> {
    type Out;
    const SIDES: u8;
    fn area(&self);
    fn twice(&self) { self.area() }
}

impl<T> Pair<T> {
    /// Makes one.
    pub fn new(left: T) -> Self
    where
        T: Copy,
    {
        Self::check();
        foo::bar::<u8>(1);
        left.a.b();
        println!("{}", x);
        ns::mac!();
        Pair { left }
    }
    pub const MAX: u8 = 1;
}

impl fmt::Display for Pair<u8> {
    async unsafe fn fmt(&self) {}
}
impl Shape for foreign::Thing { fn area(&self) {} }

mod inner {
    //! Inner doc.
    pub(crate) fn run() { fn nested() {} }
    pub static COUNT: u8 = 1;
}
mod other;
#[macro_export]
macro_rules! mac { () => {} }
type Alias = u8;
const LIMIT: u8 = 1;
extern "C" { fn ext(x: u8); }
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("rust", SOURCE.encode())


def test_definitions_with_kind_lines_and_nesting(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.kind, s.qualname, s.start_line, s.end_line, s.parent) for s in parsed.symbols] == [
        ("struct", "Pair", 8, 16, None),
        ("struct", "Unit", 17, 17, None),
        ("struct", "Raw", 18, 18, None),
        ("enum", "Kind", 19, 19, None),
        ("trait", "Shape", 21, 26, None),
        ("type", "Shape.Out", 22, 22, 4),
        ("constant", "Shape.SIDES", 23, 23, 4),
        ("method", "Shape.area", 24, 24, 4),
        ("method", "Shape.twice", 25, 25, 4),
        ("method", "Pair.new", 29, 40, None),
        ("constant", "Pair.MAX", 41, 41, None),
        ("method", "Pair.fmt", 45, 45, None),
        ("method", "Thing.area", 47, 47, None),
        ("module", "inner", 49, 53, None),
        ("function", "inner.run", 51, 51, 13),
        ("function", "inner.run.nested", 51, 51, 14),
        ("constant", "inner.COUNT", 52, 52, 13),
        ("module", "other", 54, 54, None),
        ("macro", "mac", 55, 56, None),
        ("type", "Alias", 57, 57, None),
        ("constant", "LIMIT", 58, 58, None),
        ("function", "ext", 59, 59, None),
    ]


def test_signatures_leave_attributes_out(parsed: ParsedFile) -> None:
    signatures = {symbol.qualname: symbol.signature for symbol in parsed.symbols}
    assert signatures["Pair"] == "pub struct Pair<T>"
    assert signatures["Unit"] == "struct Unit(u32)"
    assert signatures["Shape"] == "pub trait Shape: Base + ns::Other<X>"
    assert signatures["Shape.area"] == "fn area(&self)"
    assert signatures["Pair.new"] == "pub fn new(left: T) -> Self where T: Copy"
    assert signatures["inner"] == "mod inner"
    assert signatures["mac"] == "macro_rules! mac"


def test_docs_come_from_outer_doc_comments(parsed: ParsedFile) -> None:
    docs = {symbol.qualname: symbol.doc for symbol in parsed.symbols if symbol.doc}
    assert docs == {"Pair": "A pair of things.", "Pair.new": "Makes one."}


def test_imports_are_flattened(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias, r.line) for r in parsed.references if r.kind == "import"] == [
        ("b", "a::b", "b", 2),
        ("c", "a::b::c", "c", 2),
        ("d", "a::b::d", "e", 2),
        ("*", "a::b::f::*", "", 2),
        ("x", "x", "x", 3),
        ("Z", "crate::y::Z", "Z", 4),
        ("foo", "foo", "bar", 5),
        ("T", "a::T", "_", 6),
        ("other", "self::other", "other", 54),
    ]


def test_traits_are_inherited_by_the_type_that_implements_them(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "inherit"] == [
        ("Base", "Base", 4),
        ("Other", "ns::Other", 4),
        ("Display", "fmt::Display", 0),
        ("Shape", "Shape", None),
    ]


def test_calls_and_macros(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "call"] == [
        ("area", "self.area", 8),
        ("check", "Self::check", 9),
        ("bar", "foo::bar", 9),
        ("b", "left.a.b", 9),
        ("println", "println", 9),
        ("mac", "ns::mac", 9),
        ("Pair", "Pair", 9),
    ]


def test_calls_in_what_a_macro_is_given() -> None:
    source = b"""\
fn test() {
    assert_eq!(foo(1), self.x.bar(2)?, Foo::new(1).baz()
        .qux(), !y.ok(), vec![a], a + (b), a != (b), &0..len(x), Vec::<u8>::new(), fn defined(), "s".end());
}
"""
    references = parse("rust", source).references
    assert [r.target for r in references] == [
        *("assert_eq", "foo", "self.x.bar", "Foo::new", "Foo::new(1).baz", "Foo::new(1).baz() .qux", "y.ok"),
        *("vec", "len", "Vec::<u8>::new", ".end"),
    ]


def test_types_of_parameters_fields_variables_and_results() -> None:
    source = b"""\
struct S { a: Option<Box<Foo>>, pub b: a::Foo, c: Vec<Foo>, n: u8, t: (A, B) }
fn f<'a>(x: &'a mut Foo, mut y: impl Bar + Send, z: Arc<dyn Baz>) -> Result<Self, E> {
    let one = Foo::new(1)?;
    let mut two: Foo = other();
    let three = Foo { a: 1 };
    let four = make();
    let five = x.method();
    let six = m::open().unwrap();
    let seven = m::open().other();
    let eight = load().await?;
}
trait T { fn g() -> Box<dyn Foo>; fn h() -> bool; }
static S: Foo = Foo(1);
"""
    references = parse("rust", source).references
    assert [(r.alias, r.target) for r in references if r.kind == "type"] == [
        *(
            ("a", "Foo"),
            ("b", "a::Foo"),
            ("c", "Vec"),
            ("x", "Foo"),
            ("y", "Bar"),
            ("z", "Baz"),
            ("", "Self"),
        ),
        *(("one", "Foo::new"), ("two", "Foo"), ("three", "Foo"), ("four", "make")),
        *(("five", "x.method"), ("six", "m::open().unwrap"), ("seven", "m::open().other")),
        *(("eight", "load"),),
        *(("", "Foo"), ("S", "Foo")),
    ]


def test_deeply_nested_use_lists_are_read_without_recursion() -> None:
    source = b"use " + b"a::{" * 5_000 + b"z" + b"}" * 5_000 + b";"
    (reference,) = parse("rust", source).references
    assert reference.name == "z"
    assert reference.target.endswith("a::a::z")
