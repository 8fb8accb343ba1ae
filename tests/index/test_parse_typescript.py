from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
import type { A, type B as C } from './x';
import fs = require('fs');
import Short = Long.Name;
export type { Z } from './z';

/** A service. */
@Injectable({ scope: 'all' })
export class Service<T> extends Base<T> implements One, ns.Two<T> {
  /** Runs. */
  @log()
  run(): void {}
  find(key: string): string;
  find(key: any) { return lookup<string>(key)!.value(); }
  private handler = (event: Event): void => {};
}

export abstract class Shape {
  abstract area(scale: number): number;
}
interface Store<T> extends Readable, ns.Writable<T> {
  get(key: string): T;
  size: number;
}
export type Id = string | number;
export const enum Color { Red, Green }
declare function declared(x: number): string;
export function over(a: string): void;
export function over(a: any) {}
export namespace Deep.Space {
  export function inner() {}
  export const K = 1;
}
declare module "virtual" { function z(): void }
declare const VERSION: string;
export default interface Shown {}
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("typescript", SOURCE.encode())


def test_definitions_with_kind_lines_and_nesting(parsed: ParsedFile) -> None:
    assert not parsed.broken
    assert [(s.kind, s.qualname, s.start_line, s.end_line, s.parent) for s in parsed.symbols] == [
        ("class", "Service", 6, 15, None),
        ("method", "Service.run", 9, 11, 0),
        ("method", "Service.find", 12, 12, 0),
        ("method", "Service.find", 13, 13, 0),
        ("method", "Service.handler", 14, 14, 0),
        ("class", "Shape", 17, 19, None),
        ("method", "Shape.area", 18, 18, 5),
        ("interface", "Store", 20, 23, None),
        ("method", "Store.get", 21, 21, 7),
        ("type", "Id", 24, 24, None),
        ("enum", "Color", 25, 25, None),
        ("function", "declared", 26, 26, None),
        ("function", "over", 27, 27, None),
        ("function", "over", 28, 28, None),
        ("module", "Deep.Space", 29, 32, None),
        ("function", "Deep.Space.inner", 30, 30, 14),
        ("constant", "Deep.Space.K", 31, 31, 14),
        ("module", "virtual", 33, 33, None),
        ("function", "virtual.z", 33, 33, 17),
        ("constant", "VERSION", 34, 34, None),
        ("interface", "Shown", 35, 35, None),
    ]


def test_signatures_keep_types_and_leave_decorators_out(parsed: ParsedFile) -> None:
    signatures = [symbol.signature for symbol in parsed.symbols]
    assert signatures[0] == "export class Service<T> extends Base<T> implements One, ns.Two<T>"
    assert signatures[1] == "run(): void"
    assert signatures[2] == "find(key: string): string"
    assert signatures[4] == "private handler = (event: Event): void =>"
    assert signatures[6] == "abstract area(scale: number): number"
    assert signatures[9] == "export type Id = string | number"
    assert signatures[10] == "export const enum Color"
    assert signatures[11] == "declare function declared(x: number): string"
    assert signatures[14] == "export namespace Deep.Space"


def test_doc_comes_from_above_the_decorators(parsed: ParsedFile) -> None:
    assert [symbol.doc for symbol in parsed.symbols[:3]] == ["A service.", "Runs.", ""]


def test_imports(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias) for r in parsed.references if r.kind == "import"] == [
        ("A", "./x", "A"),
        ("B", "./x", "C"),
        ("*", "fs", "fs"),
        ("Name", "Long.Name", "Short"),
        ("Z", "./z", "Z"),
    ]


def test_base_classes_and_interfaces(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "inherit"] == [
        ("Base", "Base", 0),
        ("One", "One", 0),
        ("Two", "ns.Two", 0),
        ("Readable", "Readable", 7),
        ("Writable", "ns.Writable", 7),
    ]


def test_calls(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "call"] == [
        ("Injectable", "Injectable", 0),
        ("log", "log", 1),
        ("lookup", "lookup", 3),
        ("value", "lookup<string>(key)!.value", 3),
    ]


def test_tsx_reads_types_and_components() -> None:
    source = b"const App: FC<P> = (p: P) => <Panel onClick={() => go(p)}><b/></Panel>;\n"
    parsed = parse("tsx", source)
    assert not parsed.broken
    assert [(s.kind, s.name) for s in parsed.symbols] == [("function", "App")]
    assert [r.name for r in parsed.references if r.kind == "call"] == ["Panel", "go"]


def test_types_of_parameters_fields_variables_and_results() -> None:
    source = b"""\
class A {
  private x: Foo | null; y = new ns.Foo<T>(); z?: Foo[]; w: string;
  constructor(private readonly s: Service, b?: B) { this.q = new Foo(); }
  m(): Promise<Foo> { const v: Map<K, Foo> = f(); const n = new Foo(); let g: any; }
}
interface I { a: Readonly<Foo>; m(x: Foo): this }
const f = (x: A | B): ns.Foo => x;
declare function d(): Foo | undefined;
"""
    references = parse("typescript", source).references
    assert [(r.alias, r.target) for r in references if r.kind == "type"] == [
        *(("x", "Foo"), ("y", "ns.Foo"), ("w", "string"), ("s", "Service"), ("b", "B"), ("this.q", "Foo")),
        *(("", "Foo"), ("v", "Map"), ("n", "Foo"), ("a", "Foo"), ("x", "Foo"), ("", "this"), ("", "ns.Foo")),
        ("", "Foo"),
    ]
