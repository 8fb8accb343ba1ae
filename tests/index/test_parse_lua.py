from __future__ import annotations

from ctxsmith_tui.index.parse import parse

SOURCE = """\
local a, b = require("x.a"), require "x.b"
local f = require("x.c").field
require("x.init")
use(require("x.d"))
local M = {}
--- Adds up.
-- @param n a number
function M.add(n) b.go(n); M:sub(); self.list.push(n); f(n) end
--[[ Takes away. ]]
function M:sub() local dog = Dog.new(1); local cat = Cat(2) end
local Dog = Animal:extend()
local Cat = {}
Cat.__index = Cat
setmetatable(Cat, { __index = zoo.Animal })
local Cow = class("Cow", Animal)
return M
"""


def test_requires_are_bound_to_their_variables() -> None:
    found = parse("lua", SOURCE.encode())
    assert not found.broken
    assert [(r.name, r.target, r.alias) for r in found.references if r.kind == "import"] == [
        ("a", "x.a", "a"),
        ("b", "x.b", "b"),
        ("field", "x.c.field", "f"),
        ("*", "x.init.*", ""),
        ("d", "x.d", ""),
    ]


def test_a_variable_that_holds_a_module_is_no_constant() -> None:
    symbols = parse("lua", SOURCE.encode()).symbols
    assert [(s.kind, s.qualname) for s in symbols] == [
        ("constant", "M"),
        ("method", "M.add"),
        ("method", "M.sub"),
        ("class", "Dog"),
        ("class", "Cat"),
        ("class", "Cow"),
    ]
    assert [s.doc for s in symbols[:3]] == ["", "Adds up.", "Takes away."]
    assert symbols[2].signature == "function M:sub()"


def test_calls_types_and_classes() -> None:
    found = parse("lua", SOURCE.encode())
    calls = [(r.name, r.target) for r in found.references if r.kind == "call" and r.line == 8]
    assert calls == [("go", "b.go"), ("sub", "M:sub"), ("push", "self.list.push"), ("f", "f")]
    types = [(r.alias, r.target) for r in found.references if r.kind == "type" and r.line == 10]
    assert types == [("dog", "Dog"), ("cat", "Cat")]
    owners = [(r.target, found.symbols[r.symbol or 0].name) for r in found.references if r.kind == "inherit"]
    assert owners == [("Animal", "Dog"), ("zoo.Animal", "Cat"), ("Animal", "Cow")]


def test_what_a_file_returns_is_exported() -> None:
    found = parse("lua", SOURCE.encode())
    assert [(r.name, r.alias) for r in found.references if r.kind == "export"] == [("M", "return")]
