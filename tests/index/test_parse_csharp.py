from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
using System;
using static System.Math;
using Json = Newtonsoft.Json.Linq.JObject;
namespace Shop.Core;

/// <summary>
/// Holds an <see cref="T:Item"/>.
/// </summary>
/// <remarks>More.</remarks>
[Serializable, Ns.Marked("x")]
public class Cart<T> : Base<T>, Ns.IBar<int>
{
    private readonly Item? _first = new();
    public Task<Item> Last => Find();
    public async Task<Item> Get([In] Ns.Key key, params int[] more)
    {
        var found = await Find(key).ConfigureAwait(false);
        var made = new Item<int>();
        if (key is Other other) other.Go();
        found?.Price.Round();
        base.Get(key!.Inner<int>());
        foreach (Item each in more) { }
        return found;
    }
}
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("csharp", SOURCE.encode())


def test_signatures_and_docs(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.qualname, s.signature, s.doc) for s in parsed.symbols] == [
        ("Cart", "public class Cart<T> : Base<T>, Ns.IBar<int>", "Holds an Item."),
        ("Cart.Last", "public Task<Item> Last", ""),
        ("Cart.Get", "public async Task<Item> Get(Ns.Key key, params int[] more)", ""),
    ]


def test_imports_and_the_namespace(parsed: ParsedFile) -> None:
    found = [(r.kind, r.name, r.target, r.alias) for r in parsed.references if r.kind in ("import", "export")]
    assert found == [
        ("import", "*", "System", ""),
        ("import", "*", "System.Math", ""),
        ("import", "JObject", "Newtonsoft.Json.Linq.JObject", "Json"),
        ("export", "Shop.Core", "Shop.Core", "Shop.Core"),
    ]


def test_calls_and_bases(parsed: ParsedFile) -> None:
    found = [(r.kind, r.name, r.target) for r in parsed.references if r.kind in ("call", "inherit")]
    assert found == [
        ("call", "Serializable", "Serializable"),
        ("call", "Marked", "Ns.Marked"),
        ("inherit", "Base", "Base"),
        ("inherit", "IBar", "Ns.IBar"),
        ("call", "Find", "Find"),
        ("call", "In", "In"),
        ("call", "Find", "Find"),
        ("call", "ConfigureAwait", "Find(key).ConfigureAwait"),
        ("call", "Item", "Item"),
        ("call", "Go", "other.Go"),
        ("call", "Round", "found?.Price.Round"),
        ("call", "Get", "base.Get"),
        ("call", "Inner", "key!.Inner"),
    ]


def test_types_of_variables_and_results(parsed: ParsedFile) -> None:
    names = [symbol.qualname for symbol in parsed.symbols]
    found = {(names[r.symbol or 0], r.alias, r.target) for r in parsed.references if r.kind == "type"}
    assert found == {
        ("Cart", "_first", "Item"),
        ("Cart.Last", "Last", "Item"),
        ("Cart.Last", "", "Item"),
        ("Cart.Get", "", "Item"),
        ("Cart.Get", "key", "Ns.Key"),
        ("Cart.Get", "found", "Find"),
        ("Cart.Get", "made", "Item"),
        ("Cart.Get", "other", "Other"),
        ("Cart.Get", "each", "Item"),
    }


def test_a_condition_that_cuts_a_declaration_does_not_hide_the_rest() -> None:
    source = b"class A : B\n#if X\n    , IDisposable\n#else\n    , C\n#endif\n{\n    void Run() { }\n}\n"
    parsed = parse("csharp", source)
    assert not parsed.broken
    assert [(s.qualname, s.start_line, s.end_line) for s in parsed.symbols] == [("A", 1, 9), ("A.Run", 8, 8)]
    assert [r.name for r in parsed.references] == ["B", "IDisposable"]
