from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
require "json"
require_relative "../shop/base"
require_relative "price"
autoload :Later, "shop/later"

# Sells
# things.
#
# More.
class Shop::Cart < Base::Store # :nodoc:
  include Printing, Mod::Inner
  attr_accessor :items,
    :owner

  # Makes one.
  private def self.make(a, b = 1, *c, d: 2, **e, &f) # why
    price = Shop::Price.new(a)
    @logger ||= Logger.new
    price.to_s&.strip
    helper(b)
    Foo::bar(1)
    new(c)
    super
    first, (second, *rest) = list
    first.go(second, rest)
    items.each { |item, *| item.pack; flush }
    ready? && done!
    "#{title} #{d}" if open
  rescue Shop::Error, Other => error
    error
  end

  def empty; end
  def title = @title
  def []=(key, value)
    send(:define, key)
  end
end

RSpec.describe Shop::Cart do
  it('says "hi"') { expect(1).to eq(1) }
end
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("ruby", SOURCE.encode())


def test_signatures_and_docs(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.qualname, s.signature, s.doc) for s in parsed.symbols] == [
        ("Shop.Cart", "class Shop::Cart < Base::Store", "Sells things."),
        ("Shop.Cart.items", "attr_accessor :items, :owner", ""),
        ("Shop.Cart.owner", "attr_accessor :items, :owner", ""),
        ("Shop.Cart.make", "private def self.make(a, b = 1, *c, d: 2, **e, &f)", "Makes one."),
        ("Shop.Cart.empty", "def empty", ""),
        ("Shop.Cart.title", "def title", ""),
        ("Shop.Cart.[]=", "def []=(key, value)", ""),
        ('says "hi"', "it('says \"hi\"')", ""),
    ]


def test_imports_are_paths_of_files(parsed: ParsedFile) -> None:
    imports = [(r.name, r.target, r.alias, r.line) for r in parsed.references if r.kind == "import"]
    assert imports == [
        ("*", "json", "", 1),
        ("*", "../shop/base", "", 2),
        ("*", "./price", "", 3),
        ("*", "shop/later", "", 4),
    ]


def test_base_classes_and_mixins(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "inherit"] == [
        ("Store", "Base::Store", 0),
        ("Printing", "Printing", 0),
        ("Inner", "Mod::Inner", 0),
    ]


def test_types_come_from_constructors(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias, r.symbol) for r in parsed.references if r.kind == "type"] == [
        ("Price", "Shop::Price", "price", 3),
        ("Logger", "Logger", "@logger", 3),
    ]


def test_calls_without_parentheses_are_told_from_variables(parsed: ParsedFile) -> None:
    calls = [(r.name, r.target) for r in parsed.references if r.kind == "call" and r.line < 33]
    assert calls == [
        *[("Price", "Shop::Price"), ("Logger", "Logger"), ("to_s", "price.to_s")],
        *[("strip", "price.to_s&.strip"), ("helper", "helper"), ("bar", "Foo::bar"), ("new", "new")],
        *[("super", "super"), ("list", "list"), ("go", "first.go"), ("items", "items")],
        *[("each", "items.each"), ("pack", "item.pack"), ("flush", "flush"), ("ready?", "ready?")],
        *[("done!", "done!"), ("title", "title"), ("open", "open")],
    ]
