from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
import Foundation
@testable import Shop

/// Holds items.
/// - Parameter x: nothing
@available(iOS 13, *)
public class Cart<T>: Base<T>, Ns.Proto {
    @State var first: Item? = Item()
    let made = Ns.Maker.of(1)
    var total: Price { get { sum() } }
    init(_ x: Int = 3) { super.init(x) }
    func add(_ item: some Thing, to list: [Item]) async throws -> Ns.Price? {
        let found = try await find(item)
        guard let other = found as? Other else { return nil }
        if let next = Item(1) { next.go() }
        other.price?.round { $0.x() }
        return Price.init(other)
    }
}

extension Cart: Codable {}
extension Shop.Till: Ns.Counting where T: Any {
    static func == (left: Till, right: Till) -> Bool { #check(left) }
}
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("swift", SOURCE.encode())


def test_signatures_and_docs(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.kind, s.qualname, s.signature, s.doc) for s in parsed.symbols] == [
        ("class", "Cart", "public class Cart<T>: Base<T>, Ns.Proto", "Holds items."),
        ("method", "Cart.total", "var total: Price", ""),
        ("method", "Cart.init", "init(_ x: Int = 3)", ""),
        (
            "method",
            "Cart.add",
            "func add(_ item: some Thing, to list: [Item]) async throws -> Ns.Price?",
            "",
        ),
        ("method", "Till.==", "static func == (left: Till, right: Till) -> Bool", ""),
    ]


def test_imports_are_of_whole_modules(parsed: ParsedFile) -> None:
    imports = [(r.name, r.target, r.alias) for r in parsed.references if r.kind == "import"]
    assert imports == [("*", "Foundation", ""), ("*", "Shop", "")]


def test_an_extension_says_what_the_type_conforms_to(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias, r.symbol) for r in parsed.references if r.kind == "inherit"] == [
        ("Base", "Base", "", 0),
        ("Proto", "Ns.Proto", "", 0),
        ("Codable", "Codable", "", 0),
        ("Counting", "Ns.Counting", "Till", None),
    ]


def test_calls(parsed: ParsedFile) -> None:
    assert [(r.name, r.target) for r in parsed.references if r.kind == "call"] == [
        ("testable", "testable"),
        ("available", "available"),
        ("State", "State"),
        ("Item", "Item"),
        ("of", "Ns.Maker.of"),
        ("sum", "sum"),
        ("init", "super.init"),
        ("find", "find"),
        ("Item", "Item"),
        ("go", "next.go"),
        ("round", "other.price?.round"),
        ("x", "$0.x"),
        ("init", "Price.init"),
        ("check", "check"),
    ]


def test_types_of_variables_and_results(parsed: ParsedFile) -> None:
    names = [symbol.qualname for symbol in parsed.symbols]
    found = {(names[r.symbol or 0], r.alias, r.target) for r in parsed.references if r.kind == "type"}
    assert found == {
        ("Cart", "first", "Item"),
        ("Cart", "made", "Ns.Maker.of"),
        ("Cart.total", "total", "Price"),
        ("Cart.total", "", "Price"),
        ("Cart.init", "x", "Int"),
        ("Cart.add", "", "Ns.Price"),
        ("Cart.add", "item", "Thing"),
        ("Cart.add", "found", "find"),
        ("Cart.add", "other", "Other"),
        ("Cart.add", "next", "Item"),
        ("Till.==", "", "Bool"),
        ("Till.==", "left", "Till"),
        ("Till.==", "right", "Till"),
    }


@pytest.mark.parametrize("condition", ["os(iOS)", "canImport(UIKit)", "swift(>=5.9)", "DEBUG"])
def test_conditions_inside_a_type_do_not_end_it(condition: str) -> None:
    source = (
        f"class A {{\n    #if {condition}\n    func b() {{}}\n    #else\n    func c() {{}}\n    #endif\n}}\n"
    )
    parsed = parse("swift", source.encode())
    assert not parsed.broken
    assert [(s.qualname, s.start_line, s.end_line) for s in parsed.symbols] == [
        ("A", 1, 7),
        ("A.b", 3, 3),
        ("A.c", 5, 5),
    ]
