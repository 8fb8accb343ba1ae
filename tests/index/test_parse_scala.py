from __future__ import annotations

from ctxsmith_tui.index.parse import parse

SOURCE = """\
package a
import x.y.{C, D => E, F => _, _}
import x.Z, p.q as r
import g.given
import s.t.*

/** Adds up.
  *
  * More. */
@deprecated("no", "1") // plain
final class Cart[T](val owner: p.User, n: => Size)(implicit o: Ord[T]) extends Base[T](n) with q.Log {
  val items = new Buffer[Item]; var made = Maker.make(1); val box = Box(2)
  def add(item: Item): q.Cart[T] = { log.write(item); this.add(items.first); sum[Int](2) }
  private def n1: Int
}
class S { it("adds") { run(1) }; "a cart" should "be empty" in { check() } }
"""


def test_imports_renamed_hidden_and_whole() -> None:
    found = parse("scala", SOURCE.encode())
    assert not found.broken
    assert [(r.name, r.target, r.alias) for r in found.references if r.kind == "import"] == [
        ("C", "x.y.C", "C"),
        ("D", "x.y.D", "E"),
        ("*", "x.y.*", ""),
        ("Z", "x.Z", "Z"),
        ("q", "p.q", "r"),
        ("*", "g.*", ""),
        ("*", "s.t.*", ""),
    ]


def test_calls_selections_and_base_classes() -> None:
    found = parse("scala", SOURCE.encode())
    calls = [(r.name, r.target) for r in found.references if r.kind == "call" and r.line == 13]
    assert calls == [("write", "log.write"), ("add", "this.add"), ("first", "items.first"), ("sum", "sum")]
    inherited = [(r.name, r.target) for r in found.references if r.kind == "inherit"]
    assert inherited == [("Base", "Base"), ("Log", "q.Log")]


def test_types_of_parameters_values_and_results() -> None:
    found = parse("scala", SOURCE.encode())
    assert [(r.alias, r.target) for r in found.references if r.kind == "type"] == [
        ("owner", "p.User"),
        ("n", "Size"),
        ("o", "Ord"),
        ("items", "Buffer"),
        ("box", "Box"),
        ("item", "Item"),
        ("", "q.Cart"),
        ("", "Int"),
    ]


def test_signatures_docs_and_tests() -> None:
    symbols = {symbol.qualname: symbol for symbol in parse("scala", SOURCE.encode()).symbols}
    assert symbols["Cart"].doc == "Adds up."
    assert symbols["Cart.add"].signature == "def add(item: Item): q.Cart[T]"
    assert symbols["Cart.n1"].signature == "private def n1: Int"
    assert {"S.adds", "S.be empty"} <= symbols.keys()
