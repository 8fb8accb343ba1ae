from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
const std = @import("std");
const foo = @import("dir/foo.zig");
pub const Bar = @import("bar.zig").Bar;
usingnamespace @import("all.zig");

/// Doc.
pub fn find(self: *const Self, thing: ?foo.Thing, many: []Bar) foo.Err!?*Bar {
    const made = try Bar.init(1);
    const deep = foo.Thing.init();
    const list = List(u8){};
    const other: *Bar = foo.other(made);
    std.debug.print("", .{ foo.Thing{ .x = 1 } });
    made.run().stop();
    return other;
}
const Alias = foo.Thing;
const lhs, const rhs = pair();
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("zig", SOURCE.encode())


def test_symbols(parsed: ParsedFile) -> None:
    assert not parsed.broken  # although the grammar does not know the last line
    assert [(s.kind, s.qualname, s.start_line, s.end_line, s.signature, s.doc) for s in parsed.symbols] == [
        (
            *("function", "find", 6, 15),
            "pub fn find(self: *const Self, thing: ?foo.Thing, many: []Bar) foo.Err!?*Bar",
            "Doc.",
        ),
        ("type", "Alias", 16, 16, "const Alias = foo.Thing", ""),
        ("constant", "lhs", 17, 17, "const lhs, const rhs = pair()", ""),
    ]


def test_imports(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias) for r in parsed.references if r.kind == "import"] == [
        ("*", "std", "std"),
        ("*", "dir/foo.zig", "foo"),
        ("Bar", "bar.zig", "Bar"),
        ("*", "all.zig", ""),
    ]


def test_calls_and_types(parsed: ParsedFile) -> None:
    assert [(r.name, r.target) for r in parsed.references if r.kind == "call"] == [
        ("init", "Bar.init"),
        ("init", "foo.Thing.init"),
        ("List", "List"),
        ("other", "foo.other"),
        ("print", "std.debug.print"),
        ("Thing", "foo.Thing"),
        ("run", "made.run"),
        ("stop", "made.run().stop"),
        ("pair", "pair"),
    ]
    assert [(r.alias, r.target) for r in parsed.references if r.kind == "type"] == [
        ("self", "Self"),
        ("thing", "foo.Thing"),
        ("", "Bar"),
        ("made", "Bar"),
        ("deep", "foo.Thing"),
        ("list", "List"),
        ("other", "Bar"),
        ("Alias", "foo.Thing"),
    ]
