from __future__ import annotations

from ctxsmith_tui.index.parse import parse

SOURCE = """\
library;
import 'dart:io';
import 'package:a/b.dart' as b show X;
import 'c.dart' show One, two hide three;
import 'd.dart' if (dart.library.io) 'e.dart';
part 'f.dart';
part of my.library;

/// A cart.
///
/// More.
// ignore: some_lint
@sealed
class Cart<T> extends b.Base<T> with Mix, p.Mix2 implements I {
  Cart(this.size, {required b.User owner}) : _n = 1 {
    start();
  }
  static Future<b.Cart> load(Item item, {List<Item>? more}) async => b.Cart();
  late final Item first;
}
void run(Cart cart) {
  cart.add(1);
  cart!.items.add(2);
  this.a.b.c();
  f()[0].g();
  cart..h();
  new b.Cart();
  const Cart.empty();
  List<int>.filled(1, 2);
  final made = Cart.load(), other = b.Cart();
  var third = const Cart.empty();
}
"""


def test_imports() -> None:
    found = parse("dart", SOURCE.encode())
    assert not found.broken
    assert [(r.name, r.target, r.alias) for r in found.references if r.kind == "import"] == [
        ("*", "dart:io", ""),
        ("*", "package:a/b.dart", "b"),
        ("One", "c.dart", "One"),
        ("two", "c.dart", "two"),
        ("*", "d.dart", ""),
        ("*", "f.dart", ""),
    ]


def test_calls_with_what_stands_before() -> None:
    found = parse("dart", SOURCE.encode())
    calls = [(r.name, r.target) for r in found.references if r.kind == "call" and 22 <= r.line <= 29]
    assert calls == [
        ("add", "cart.add"),
        ("add", "cart!.items.add"),
        ("c", "this.a.b.c"),
        ("f", "f"),
        ("g", ".g"),
        ("h", "..h"),
        ("Cart", "b.Cart"),
        ("empty", "Cart.empty"),
        ("filled", "List<int>.filled"),
    ]


def test_base_classes_and_types() -> None:
    references = parse("dart", SOURCE.encode()).references
    assert [r.target for r in references if r.kind == "inherit"] == ["b.Base", "Mix", "p.Mix2", "I"]
    assert [(r.alias, r.target) for r in references if r.kind == "type"] == [
        ("owner", "b.User"),
        ("", "Future"),
        ("item", "Item"),
        ("more", "List"),
        ("first", "Item"),
        ("cart", "Cart"),
        ("made", "Cart"),
        ("third", "Cart"),
    ]


def test_bodies_belong_to_their_signatures() -> None:
    symbols = {symbol.qualname: symbol for symbol in parse("dart", SOURCE.encode()).symbols}
    assert symbols["Cart"].doc == "A cart."
    assert symbols["Cart.Cart"].signature == "Cart(this.size, {required b.User owner})"
    assert (symbols["Cart.Cart"].start_line, symbols["Cart.Cart"].end_line) == (15, 17)
    assert symbols["Cart.load"].signature == "static Future<b.Cart> load(Item item, {List<Item>? more})"
    assert symbols["run"].end_line == 32
