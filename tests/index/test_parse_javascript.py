from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
import d, * as all from './x';
import {a as b, c} from "y";
import './side';
export {q as r} from './z';
export * from './w';
const {e, f: g} = require('./r');
const fs = require('fs');

/** Not attached: an empty line follows. */

/**
 * Adds things
 * up.
 *
 * @param {number} x
 */
// eslint-disable-next-line
export function add(x, /* why */ y) {
  const inner = () => helper.run?.(x);
  return inner();
}

export const later = async (x) => { await add(x); };
const LIMIT = 3, other = function () {};
let plain;

// The default.
class Widget extends ui.Base {
  static #count = 0;
  onClick = () => {};
  constructor(props) { super(props); }
  #secret() {}
  get size() { return new Size(1); }
} // trailing

Widget.prototype.render = function () { return <Panel.Item><Leaf/><div/></Panel.Item>; };
exports.helper = function* () {};
module.exports = {
  one() {},
  two: async () => {},
  'three-four': function () {},
  five: 5,
};
const api = { get(url) {} };
use({ ignored() {} });
export default function () {}
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("javascript", SOURCE.encode())


def test_definitions_with_kind_lines_and_nesting(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.kind, s.qualname, s.start_line, s.end_line, s.parent) for s in parsed.symbols] == [
        ("function", "add", 11, 21, None),
        ("function", "add.inner", 19, 19, 0),
        ("function", "later", 23, 23, None),
        ("constant", "LIMIT", 24, 24, None),
        ("function", "other", 24, 24, None),
        ("constant", "plain", 25, 25, None),
        ("class", "Widget", 27, 34, None),
        ("method", "Widget.onClick", 30, 30, 6),
        ("method", "Widget.constructor", 31, 31, 6),
        ("method", "Widget.#secret", 32, 32, 6),
        ("method", "Widget.size", 33, 33, 6),
        ("method", "Widget.render", 36, 36, None),
        ("function", "helper", 37, 37, None),
        ("constant", "exports", 38, 43, None),
        ("method", "exports.one", 39, 39, 13),
        ("method", "exports.two", 40, 40, 13),
        ("method", "exports.three-four", 41, 41, 13),
        ("constant", "api", 44, 44, None),
        ("method", "api.get", 44, 44, 17),
        ("function", "default", 46, 46, None),
    ]


def test_signature_ends_before_the_body(parsed: ParsedFile) -> None:
    signatures = {symbol.qualname: symbol.signature for symbol in parsed.symbols}
    assert signatures["add"] == "export function add(x, y)"
    assert signatures["later"] == "export const later = async (x) =>"
    assert signatures["plain"] == "let plain"
    assert signatures["Widget"] == "class Widget extends ui.Base"
    assert signatures["Widget.size"] == "get size()"
    assert signatures["Widget.render"] == "Widget.prototype.render = function ()"
    assert signatures["exports.two"] == "two: async () =>"


def test_doc_prefers_the_doc_comment_and_leaves_tags_and_directives_out(parsed: ParsedFile) -> None:
    docs = {symbol.qualname: symbol.doc for symbol in parsed.symbols if symbol.doc}
    assert docs == {"add": "Adds things up.", "Widget": "The default."}


def test_imports_name_the_member_the_module_and_the_local_name(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias, r.line) for r in parsed.references if r.kind == "import"] == [
        ("default", "./x", "d", 1),
        ("*", "./x", "all", 1),
        ("a", "y", "b", 2),
        ("c", "y", "c", 2),
        ("*", "./side", "", 3),
        ("q", "./z", "r", 4),
        ("*", "./w", "", 5),
        ("e", "./r", "e", 6),
        ("f", "./r", "g", 6),
        ("*", "fs", "fs", 7),
    ]


def test_calls_include_constructors_and_components(parsed: ParsedFile) -> None:
    calls = [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "call"]
    assert [call for call in calls if call[0] != "require"] == [
        ("run", "helper.run", 1),
        ("inner", "inner", 0),
        ("add", "add", 2),
        ("Size", "Size", 10),
        ("Item", "Panel.Item", 11),
        ("Leaf", "Leaf", 11),
        ("use", "use", None),
    ]


def test_base_class_is_inherited(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "inherit"] == [
        ("Base", "ui.Base", 6)
    ]


def test_names_under_which_others_import() -> None:
    source = b"""\
export default foo; export { a as b, c as default, d }; export { e as f } from './x';
export default class Q {}
module.exports = foo;
exports = module.exports = create;
exports.a = foo; module.exports.x = y;
module.exports = { foo, b: baz };
a.b = c;
"""
    references = parse("javascript", source).references
    assert [(r.name, r.alias) for r in references if r.kind == "export"] == [
        *(("foo", "default"), ("a", "b"), ("c", "default"), ("Q", "default"), ("foo", "module.exports")),
        *(("create", "module.exports"), ("foo", "a"), ("y", "x"), ("baz", "b")),
    ]


def test_types_of_what_is_constructed() -> None:
    source = b"""\
class A { y = new Foo(); m() { this.x = new ns.Foo(1); z = new Foo; f().w = new Foo(); } }
const v = new Foo(), w = make();
"""
    references = parse("javascript", source).references
    assert [(r.alias, r.target) for r in references if r.kind == "type"] == [
        *(("y", "Foo"), ("this.x", "ns.Foo"), ("z", "Foo"), ("v", "Foo")),
    ]


def test_dynamic_imports_and_bare_requires_count_once() -> None:
    source = b"const m = await import('./m');\nimport('./n');\nrequire('./o').run();\nother('./p');\n"
    references = [r for r in parse("javascript", source).references if r.kind == "import"]
    assert [(r.target, r.alias, r.line) for r in references] == [
        ("./m", "m", 1),
        ("./n", "", 2),
        ("./o", "", 3),
    ]


def test_assigned_functions_and_classes_are_named_after_what_they_are_assigned_to() -> None:
    source = b"""\
exports = module.exports = function create() {};
a.b.c = () => {};
this.d = function () {};
e = class {};
f()[0].g = function () {};
"""
    assert [(s.kind, s.qualname) for s in parse("javascript", source).symbols] == [
        ("function", "exports"),
        ("method", "a.b.c"),
        ("function", "d"),
        ("class", "e"),
        ("function", "g"),
    ]


def test_comment_after_code_belongs_to_that_code() -> None:
    source = b"const a = 1; // about a\nfunction f() {}\n"
    _, function = parse("javascript", source).symbols
    assert (function.start_line, function.doc) == (2, "")


def test_methods_of_local_objects_carry_the_name_of_the_variable() -> None:
    source = b"function outer() {\n  const local = { run() {} };\n}\n"
    assert [s.qualname for s in parse("javascript", source).symbols] == ["outer", "outer.local.run"]


@pytest.mark.parametrize(
    "source",
    [
        b"function a(){" * 20_000 + b"}" * 20_000,
        b"`${" * 20_000,
        b"<a>" * 20_000,
        b"a={a:" * 10_000,
        b"/**/" * 20_000 + b"function f(){}",
        b"f(require('a')," * 10_000,
    ],
    ids=lambda source: repr(source[:10]),
)
def test_hostile_nesting_neither_crashes_nor_hangs(source: bytes) -> None:
    parse("javascript", source, timeout=5.0)
