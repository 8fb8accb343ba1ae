from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
#include <vector>
using namespace std;
using ns::Thing;
namespace fs = std::filesystem;

/// Holds.
/// More.
template <typename T>
class [[nodiscard]] Box final : public Base<T>, ns::Other {
 public:
  Box(int a) : Base(a), size_(a) {}
  void declared();
  std::unique_ptr<Item> item;
};
template <typename T>
void Box<T>::fill(const ns::Item& item, Kind kind = Kind()) {
  Thing thing(1), other;
  auto made = ns::Maker{2};
  auto made_too = new Maker(3);
  auto shared = std::make_shared<ns::Shape>(4);
  item.run(); this->stop(); Base::go(); ::global(); cast<int>(5);
}
ns::Item& find() { return *lookup(); }
auto last() -> ns::Item { return {}; }
SCENARIO("it works") { GIVEN("a box") { find(); } }
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("cpp", SOURCE.encode())


def test_signatures_and_docs(parsed: ParsedFile) -> None:
    assert [(s.kind, s.qualname, s.start_line, s.end_line, s.signature, s.doc) for s in parsed.symbols] == [
        (
            *("class", "Box", 6, 14),
            "template <typename T> class Box final : public Base<T>, ns::Other",
            "Holds. More.",
        ),
        ("method", "Box.Box", 11, 11, "Box(int a)", ""),
        (
            *("method", "Box.fill", 15, 22),
            "template <typename T> void Box<T>::fill(const ns::Item& item, Kind kind = Kind())",
            "",
        ),
        ("function", "find", 23, 23, "ns::Item& find()", ""),
        ("function", "last", 24, 24, "auto last() -> ns::Item", ""),
        ("function", "it works", 25, 25, 'SCENARIO("it works")', ""),
        ("function", "it works.a box", 25, 25, 'GIVEN("a box")', ""),
    ]


def test_imports_and_base_classes(parsed: ParsedFile) -> None:
    found = [
        (r.kind, r.name, r.target, r.alias) for r in parsed.references if r.kind in ("import", "inherit")
    ]
    assert found == [
        ("import", "*", "vector", ""),
        ("import", "*", "std", ""),
        ("import", "Thing", "ns::Thing", "Thing"),
        ("import", "filesystem", "std::filesystem", "fs"),
        ("inherit", "Base", "Base", ""),
        ("inherit", "Other", "ns::Other", ""),
    ]


def test_calls(parsed: ParsedFile) -> None:
    assert [(r.name, r.target) for r in parsed.references if r.kind == "call"] == [
        ("Base", "Base"),
        ("Kind", "Kind"),
        ("Thing", "Thing"),
        ("Maker", "ns::Maker"),
        ("Maker", "Maker"),
        ("make_shared", "std::make_shared"),
        ("Shape", "ns::Shape"),
        ("run", "item.run"),
        ("stop", "this->stop"),
        ("go", "Base::go"),
        ("global", "::global"),
        ("cast", "cast"),
        ("lookup", "lookup"),
        ("SCENARIO", "SCENARIO"),
        ("GIVEN", "GIVEN"),
        ("find", "find"),
    ]


def test_types_of_variables_and_results(parsed: ParsedFile) -> None:
    assert [(r.alias, r.target) for r in parsed.references if r.kind == "type"] == [
        ("item", "Item"),
        ("item", "ns::Item"),
        ("kind", "Kind"),
        ("thing", "Thing"),
        ("other", "Thing"),
        ("made", "ns::Maker"),
        ("made_too", "Maker"),
        ("shared", "ns::Shape"),
        ("", "ns::Item"),
        ("", "ns::Item"),
    ]


def test_macros_do_not_hide_classes() -> None:
    text = "BEGIN_NS\nclass API Shop : public Base {\n  CONSTEXPR Shop(int a) : a_(a) {}\n};\nEND_NS\n"
    parsed = parse("cpp", text.encode())
    assert [(s.kind, s.qualname) for s in parsed.symbols] == [("class", "Shop"), ("method", "Shop.Shop")]
    assert not parsed.broken
