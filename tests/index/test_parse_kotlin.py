from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
package com.shop

import a.b.C
import a.b.d as e
import a.b.*

/** Holds items. */
@Marked("x")
class Cart<T : Any>(val owner: User?, n: Int = 3) : Base<T>(n), ns.Bar by owner {
    val first: Item by lazy { Item() }
    var total: Price
        get() = sum()
        // only here
        private set
    fun add(item: Item<Int>, more: List<Item>) = find(item).also { it.go() }
    fun make() = ns.Maker.of(1)
}

fun List<Item>?.each(): Price {
    val made = Item()
    val cast = made as? Other
    made has cast
    made!!.price?.round<Int>(::each)
    return object : Price(1) { override fun run() = Cart::add }
}
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("kotlin", SOURCE.encode())


def test_signatures_and_docs(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.kind, s.qualname, s.signature, s.doc) for s in parsed.symbols] == [
        (
            "class",
            "Cart",
            "class Cart<T : Any>(val owner: User?, n: Int = 3) : Base<T>(n), ns.Bar by owner",
            "Holds items.",
        ),
        ("method", "Cart.total", "var total: Price", ""),
        ("method", "Cart.add", "fun add(item: Item<Int>, more: List<Item>)", ""),
        ("method", "Cart.make", "fun make()", ""),
        ("method", "List.each", "fun List<Item>?.each(): Price", ""),
        ("method", "List.each.run", "override fun run()", ""),
    ]


def test_imports_and_the_package(parsed: ParsedFile) -> None:
    found = [(r.kind, r.name, r.target, r.alias) for r in parsed.references if r.kind in ("import", "export")]
    assert found == [
        ("export", "com.shop", "com.shop", "com.shop"),
        ("import", "C", "a.b.C", "C"),
        ("import", "d", "a.b.d", "e"),
        ("import", "*", "a.b", ""),
    ]


def test_calls_and_bases(parsed: ParsedFile) -> None:
    found = [(r.kind, r.name, r.target) for r in parsed.references if r.kind in ("call", "inherit")]
    assert found == [
        ("call", "Marked", "Marked"),
        ("inherit", "Base", "Base"),
        ("inherit", "Bar", "ns.Bar"),
        ("call", "lazy", "lazy"),
        ("call", "Item", "Item"),
        ("call", "sum", "sum"),
        ("call", "find", "find"),
        ("call", "also", "find(item).also"),
        ("call", "go", "it.go"),
        ("call", "of", "ns.Maker.of"),
        ("call", "Item", "Item"),
        ("call", "has", "made has"),
        ("call", "round", "made!!.price?.round"),
        ("call", "each", "each"),
        ("call", "Price", "Price"),
        ("call", "add", "Cart::add"),
    ]


def test_types_of_variables_and_results(parsed: ParsedFile) -> None:
    names = [symbol.qualname for symbol in parsed.symbols]
    found = {(names[r.symbol or 0], r.alias, r.target) for r in parsed.references if r.kind == "type"}
    assert found == {
        ("Cart", "owner", "User"),
        ("Cart", "n", "Int"),
        ("Cart", "first", "Item"),
        ("Cart.total", "total", "Price"),
        ("Cart.total", "", "Price"),
        ("Cart.add", "item", "Item"),
        ("Cart.add", "more", "List"),
        ("Cart.make", "", "ns.Maker.of"),
        ("List.each", "", "Price"),
        ("List.each", "made", "Item"),
        ("List.each", "cast", "Other"),
    }


def test_a_constructor_on_a_line_of_its_own_belongs_to_its_class() -> None:
    parsed = parse(
        "kotlin", b"class A {\n  class B\n  @Inject\n  constructor(x: Int) {\n    fun c() {}\n  }\n}\n"
    )
    assert [(s.qualname, s.start_line, s.end_line) for s in parsed.symbols] == [
        ("A", 1, 7),
        ("A.B", 2, 6),
        ("A.B.c", 5, 5),
    ]


def test_binary_numbers_are_shown_as_written() -> None:
    parsed = parse("kotlin", b"const val MASK = 0b11\n")
    assert not parsed.broken
    assert [s.signature for s in parsed.symbols] == ["const val MASK = 0b11"]
