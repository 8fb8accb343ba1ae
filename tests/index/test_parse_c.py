from __future__ import annotations

import pytest

from ctxsmith_tui.index.languages import language_of
from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.index.preprocessor import readable
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
#include "a/b.h"
#include <c.h>

/* Adds.
 *
 * More. */
static inline struct node *add(const node_t *n, struct other o[]) // after
{
    price_t total = SQ(1);
    n->next->run(total);
    return make(o);
}
#define SQ(x) \\
    ((x) * (x))
typedef struct { int a; } pair, *pair_ptr;
int (*handler)(int) = add;
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("c", SOURCE.encode())


def test_signatures_and_docs(parsed: ParsedFile) -> None:
    assert [(s.kind, s.qualname, s.signature, s.doc) for s in parsed.symbols] == [
        ("function", "add", "static inline struct node *add(const node_t *n, struct other o[])", "Adds."),
        ("macro", "SQ", "#define SQ(x)", ""),
        ("type", "pair_ptr", "typedef struct { int a; } pair, *pair_ptr", ""),
        ("struct", "pair", "typedef struct { int a; } pair, *pair_ptr", ""),
        ("constant", "handler", "int (*handler)(int) = add", ""),
    ]


def test_references(parsed: ParsedFile) -> None:
    assert [(r.kind, r.name, r.target, r.alias) for r in parsed.references] == [
        ("import", "*", "a/b.h", ""),
        ("import", "*", "c.h", ""),
        ("type", "node", "node", ""),
        ("type", "node_t", "node_t", "n"),
        ("type", "other", "other", "o"),
        ("type", "price_t", "price_t", "total"),
        ("call", "SQ", "SQ", ""),
        ("call", "run", "n->next->run", ""),
        ("call", "make", "make", ""),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "NORETURN API void stop(void) { }\n",
        "static inline ATTR int stop(int a UNUSED) { return a; }\n",
        "int CAPI stop(void) PRINTF_LIKE(1, 2) { return 1; }\n",
        "#ifdef A\nint stop(int a) {\n#else\nint stop(void) {\n#endif\n  return 1;\n}\n",
        "#ifndef WIN32\nstatic\n#endif\nvoid stop(void) { }\n",
        "int a[] = {\n#if HAS(<x.h>)\n  1,\n#else\n  2,\n#endif\n};\nvoid stop(void) { }\n",
        "#define FAIL(x) do { /* no */ } while (0)\nvoid stop(void) { }\n",
        "PRAGMA_WARNING(disable : 1)\nBEGIN_DECLS\nvoid stop(void) { }\nEND_DECLS\n",
    ],
)
def test_macros_and_conditions_that_hide_a_function(text: str) -> None:
    parsed = parse("c", text.encode())
    assert not parsed.broken
    assert "stop" in [symbol.name for symbol in parsed.symbols if symbol.kind == "function"]


def test_what_is_replaced_stays_in_its_place() -> None:
    text = (
        b"class API Shop {\r\n  INLINE void f() ATTR(1);\r\n};\r\n#if A(<b>)\r\nint \xc3\xa9;\r\n#endif\r\n"
    )
    plain = readable(text)
    assert len(plain) == len(text)
    assert [at for at, byte in enumerate(plain) if byte in b"\r\n"] == [
        at for at, byte in enumerate(text) if byte in b"\r\n"
    ]
    assert plain.startswith(b"class     Shop {\r\n         void f()        ;")


@pytest.mark.parametrize(
    ("head", "language"),
    [
        (b"#ifndef A_H\n#define A_H\n#include <stdio.h>\nstruct a { int b; };\n", "c"),
        (b'#ifdef __cplusplus\nextern "C" {\nclass A;\n#endif\nvoid f(void); // a::b\n', "c"),
        (b"/* class A; namespace b { } */\nint f(void);\n", "c"),
        (b"#include <vector>\n", "cpp"),
        (b"namespace a {\n", "cpp"),
        (b"// x\r\ntemplate <typename T>\r\n", "cpp"),
        (b"class Foo;\n", "cpp"),
        (b"void f(std::string s);\n", "cpp"),
        (b"#import <Foundation/Foundation.h>\n@interface A\n", "objc"),
        (b"", "c"),
    ],
)
def test_language_of_a_header(head: bytes, language: str) -> None:
    assert language_of("include/a.h", head) == language
