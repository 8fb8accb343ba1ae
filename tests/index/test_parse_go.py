from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
// Package main does it.
package main

import (
	"fmt"
	x "a/b"
	. "c"
	_ "d/v2"
)

// Run runs
// everything.
//
// It is long.
//
//go:noinline
func Run(a int) (string, error) {
	fmt.Println(x.New().Do(a))
	return Map[int](a), nil
}

// Save saves.
func (s *Store[K]) Save() {}
func (Store) Load() { local := func() { deep() }; local() }

/* Store stores. */
type Store[K any] struct {
	Base
	*pkg.Other
	name string
}

type (
	// Reader reads.
	Reader interface {
		// Read does.
		Read(p []byte) (int, error)
		io.Closer
		Small
	}
	Alias = Store
	Handler func(int)
)

const Limit = 1
const (
	A, B = 1, 2
	// C is three.
	C = iota // trailing
	D
)

var v, w int = 1, 2
var (
	q = make(chan int)
)
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("go", SOURCE.encode())


def test_definitions_with_kind_lines_and_nesting(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.kind, s.qualname, s.start_line, s.end_line, s.parent) for s in parsed.symbols] == [
        ("function", "Run", 11, 20, None),
        ("method", "Store.Save", 22, 23, None),
        ("method", "Store.Load", 24, 24, None),
        ("struct", "Store", 26, 31, None),
        ("interface", "Reader", 34, 40, None),
        ("method", "Reader.Read", 36, 37, 4),
        ("type", "Alias", 41, 41, None),
        ("type", "Handler", 42, 42, None),
        ("constant", "Limit", 45, 45, None),
        ("constant", "A", 47, 47, None),
        ("constant", "B", 47, 47, None),
        ("constant", "C", 48, 49, None),
        ("constant", "D", 50, 50, None),
        ("constant", "v", 53, 53, None),
        ("constant", "w", 53, 53, None),
        ("constant", "q", 55, 55, None),
    ]


def test_signatures(parsed: ParsedFile) -> None:
    signatures = {symbol.qualname: symbol.signature for symbol in parsed.symbols}
    assert signatures["Run"] == "func Run(a int) (string, error)"
    assert signatures["Store.Save"] == "func (s *Store[K]) Save()"
    assert signatures["Store"] == "type Store[K any] struct"
    assert signatures["Reader"] == "Reader interface"
    assert signatures["Reader.Read"] == "Read(p []byte) (int, error)"
    assert signatures["Alias"] == "Alias = Store"
    assert signatures["Limit"] == "const Limit = 1"
    assert signatures["A"] == "A, B = 1, 2"


def test_docs_leave_directives_out(parsed: ParsedFile) -> None:
    docs = {symbol.qualname: symbol.doc for symbol in parsed.symbols if symbol.doc}
    assert docs == {
        "Run": "Run runs everything.",
        "Store.Save": "Save saves.",
        "Store": "Store stores.",
        "Reader": "Reader reads.",
        "Reader.Read": "Read does.",
        "C": "C is three.",
    }


def test_imports(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias, r.line) for r in parsed.references if r.kind == "import"] == [
        ("fmt", "fmt", "fmt", 5),
        ("b", "a/b", "x", 6),
        ("c", "c", ".", 7),
        ("d", "d/v2", "_", 8),
    ]


def test_embedded_types_are_inherited(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "inherit"] == [
        ("Base", "Base", 3),
        ("Other", "pkg.Other", 3),
        ("Closer", "io.Closer", 4),
        ("Small", "Small", 4),
    ]


def test_calls(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "call"] == [
        ("Println", "fmt.Println", 0),
        ("New", "x.New", 0),
        ("Do", "x.New().Do", 0),
        ("Map", "Map", 0),
        ("deep", "deep", 2),  # and `local` is a variable
        ("make", "make", 15),
    ]


def test_types_of_parameters_fields_variables_and_results() -> None:
    source = b"""\
package p

type S struct { a, b *Foo; c map[string]Foo; d []Foo; e pkg.Foo; f Box[int]; Base }

func (s *S) M(x Foo, n int, rest ...Foo) (*Foo, error) {
	var q Foo
	var w = NewFoo()
	y := &pkg.Foo{A: 1}
	z, err := pkg.New(1)
	v := Foo{}
	t, ok := x.(*Foo)
	l := []Foo{{}}
	g, err := pkg.Make[Foo](1)
	h := Make[*Foo]()
}
func N() pkg.Foo
type I interface { M() (*Foo, error) }
"""
    references = parse("go", source).references
    assert [(r.alias, r.target) for r in references if r.kind == "type"] == [
        *(("a", "Foo"), ("b", "Foo"), ("e", "pkg.Foo"), ("f", "Box"), ("s", "S"), ("x", "Foo"), ("", "Foo")),
        *(("q", "Foo"), ("w", "NewFoo"), ("y", "pkg.Foo"), ("z", "pkg.New"), ("v", "Foo"), ("t", "Foo")),
        *(("g", "pkg.Make"), ("h", "Make")),
        *(("", "pkg.Foo"), ("", "Foo")),
    ]
    assert [r.target for r in references if r.kind == "call"] == [
        *("NewFoo", "pkg.Foo", "pkg.New", "Foo", "pkg.Make", "Make"),
    ]
