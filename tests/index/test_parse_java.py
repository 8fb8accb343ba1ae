from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
package a.b;

import a.b.C;
import static a.b.C.helper;
import a.d.*;

/**
 * A {@code Shape} of things.
 *
 * @param <T> what
 */
@Deprecated
@SuppressWarnings({"unchecked"})
public abstract class Shape<T> extends Base<T> implements One, ns.Two<T> {
  /** The limit. */
  public static final int LIMIT = 1, OTHER = 2;
  private final int field = 3;

  // Builds it.
  @Inject public Shape(int size) { super(size); init(); }

  abstract void area();

  @Override
  public <R> List<R> each(
      @Nullable Function<T, R> f, // what to do
      int... sizes) throws IOException {
    items.stream().map(f::apply);
    new Inner<>(1).run();
    return a.b.C.make(new ns.Outer());
  }

  static class Inner<X> {
    Runnable r = new Runnable() {
      public void run() { each(null); }
    };
  }
}

interface Small extends A, B<C> { int K = 1; default void go() {} }
enum Color implements Coded { RED, GREEN { @Override int code() { return 2; } }; int code() { return 1; } }
record Point(int x, int y) implements Coded { Point { check(x); } static int zero() { return 0; } }
@interface Marker { String value() default ""; }
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("java", SOURCE.encode())


def test_definitions_with_kind_lines_and_nesting(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.kind, s.qualname, s.start_line, s.end_line, s.parent) for s in parsed.symbols] == [
        ("class", "Shape", 7, 38, None),
        ("constant", "Shape.LIMIT", 15, 16, 0),
        ("constant", "Shape.OTHER", 15, 16, 0),
        ("method", "Shape.Shape", 19, 20, 0),
        ("method", "Shape.area", 22, 22, 0),
        ("method", "Shape.each", 24, 31, 0),
        ("class", "Shape.Inner", 33, 37, 0),
        ("method", "Shape.Inner.run", 35, 35, 6),
        ("interface", "Small", 40, 40, None),
        ("constant", "Small.K", 40, 40, 8),
        ("method", "Small.go", 40, 40, 8),
        ("enum", "Color", 41, 41, None),
        ("method", "Color.GREEN.code", 41, 41, 11),
        ("method", "Color.code", 41, 41, 11),
        ("class", "Point", 42, 42, None),
        ("method", "Point.Point", 42, 42, 14),
        ("method", "Point.zero", 42, 42, 14),
        ("interface", "Marker", 43, 43, None),
        ("method", "Marker.value", 43, 43, 17),
    ]


def test_signatures_leave_annotations_and_comments_out(parsed: ParsedFile) -> None:
    signatures = {symbol.qualname: symbol.signature for symbol in parsed.symbols}
    assert signatures["Shape"] == ("public abstract class Shape<T> extends Base<T> implements One, ns.Two<T>")
    assert signatures["Shape.LIMIT"] == "public static final int LIMIT = 1, OTHER = 2"
    assert signatures["Shape.Shape"] == "public Shape(int size)"
    assert signatures["Shape.area"] == "abstract void area()"
    assert signatures["Shape.each"].startswith("public <R> List<R> each(")
    assert signatures["Shape.each"].endswith("Function<T, R> f, int... sizes) throws IOException")
    assert signatures["Point"] == "record Point(int x, int y) implements Coded"
    assert signatures["Marker.value"] == 'String value() default ""'


def test_docs_are_plain_text(parsed: ParsedFile) -> None:
    docs = {symbol.qualname: symbol.doc for symbol in parsed.symbols if symbol.doc}
    assert docs == {
        "Shape": "A Shape of things.",
        "Shape.LIMIT": "The limit.",
        "Shape.OTHER": "The limit.",
        "Shape.Shape": "Builds it.",
    }


def test_imports(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias, r.line) for r in parsed.references if r.kind == "import"] == [
        ("C", "a.b.C", "C", 3),
        ("helper", "a.b.C.helper", "helper", 4),
        ("*", "a.d.*", "", 5),
    ]


def test_base_classes_and_interfaces(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "inherit"] == [
        ("Base", "Base", 0),
        ("One", "One", 0),
        ("Two", "ns.Two", 0),
        ("A", "A", 8),
        ("B", "B", 8),
        ("Coded", "Coded", 11),
        ("Coded", "Coded", 14),
    ]


def test_calls_constructors_and_method_references(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "call"] == [
        ("Deprecated", "Deprecated", 0),
        ("Inject", "Inject", 3),
        ("init", "init", 3),
        ("Nullable", "Nullable", 5),
        ("stream", "items.stream", 5),
        ("map", "items.stream().map", 5),
        ("apply", "f::apply", 5),
        ("Inner", "Inner", 5),
        ("run", "new Inner<>(1).run", 5),
        ("make", "a.b.C.make", 5),
        ("Outer", "ns.Outer", 5),
        ("Runnable", "Runnable", 6),
        ("each", "each", 7),
        ("check", "check", 15),
    ]


def test_types_of_parameters_fields_variables_and_results() -> None:
    source = b"""\
class A { Foo<T> x = new Foo<>(); a.B y; Foo[] z; int i;
  A(final Foo p, Foo... rest) {}
  Optional<Foo> m() {
    Foo q = f(), b[] = null; var v = new Foo<X>(1); var u = f();
    for (Foo each : qs) {} try (Foo r = new Foo()) {} catch (A | B e) {} catch (C e) {}
    if (x instanceof Foo f) {} items.forEach((Foo t) -> t.x());
    switch (o) { case Foo c -> c.x(); default -> {} }
  }
}
record R(Foo part) {}
interface I { Foo K = new Foo(); Foo m(); void n(); }
"""
    references = parse("java", source).references
    assert [(r.alias, r.target) for r in references if r.kind == "type"] == [
        *(
            ("x", "Foo"),
            ("y", "a.B"),
            ("p", "Foo"),
            ("", "Optional"),
            ("q", "Foo"),
            ("v", "Foo"),
            ("each", "Foo"),
        ),
        *(("r", "Foo"), ("e", "C"), ("f", "Foo"), ("t", "Foo"), ("c", "Foo"), ("part", "Foo"), ("K", "Foo")),
        ("", "Foo"),
    ]


def test_constructor_references_and_permitted_classes() -> None:
    source = b"sealed interface S extends Q permits A, B {}\nclass A { Object a = m(A::new, p.B::new); }\n"
    references = parse("java", source).references
    assert [(r.kind, r.target) for r in references if r.kind != "type"] == [
        *(("inherit", "Q"), ("call", "m"), ("call", "A"), ("call", "p.B")),
    ]
