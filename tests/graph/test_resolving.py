"""The rules of resolving, each on the smallest program that shows it."""

from __future__ import annotations

import pytest

from ctxsmith_tui.graph.candidates import MOST_CANDIDATES
from ctxsmith_tui.graph.common import COMMON_METHODS
from ctxsmith_tui.graph.modules import MOST_FILES
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.graph.resolving import Resolver

# --- scopes ------------------------------------------------------------------------------------------


def test_the_innermost_function_of_a_name_is_called(resolve) -> None:
    found = resolve(
        {
            "a.py": "def f(): pass\n\n"
            "def outer():\n    def f(): pass\n    def inner():\n        f()\n    inner()\n\n"
            "def other():\n    f()\n"
        }
    )
    assert found.into("a.py::outer.f") == {"a.py::outer.inner -> a.py::outer.f call exact"}
    assert found.into("a.py::f") == {"a.py::other -> a.py::f call exact"}


def test_a_parameter_hides_the_function_of_its_name(resolve) -> None:
    found = resolve({"a.py": "def f(): pass\n\ndef g(f):\n    f()\n\ndef h():\n    f()\n"})
    assert found.into("a.py::f") == {"a.py::h -> a.py::f call exact"}


def test_a_local_variable_hides_the_function_of_its_name(resolve) -> None:
    found = resolve(
        {
            "a.py": "def f(): pass\n\nclass C:\n    def run(self): pass\n\n"
            "def g():\n    f = C()\n    f()\n    f.run()\n"
        }
    )
    assert not found.into("a.py::f")
    assert "a.py::g -> a.py::C.run call exact" in found


def test_names_in_a_class_body_are_no_scope_for_its_methods(resolve) -> None:
    found = resolve(
        {"a.py": "def f(): pass\n\nclass C:\n    def f(self): pass\n\n    def g(self):\n        f()\n"}
    )
    assert found.out_of("a.py::C.g") == {"a.py::C.g -> a.py::f call exact"}


def test_where_this_may_be_left_out_they_are(resolve) -> None:
    found = resolve({"C.java": "class C {\n  void f() {}\n  void g() { f(); }\n}\n"})
    assert found.out_of("C.java::C.g") == {"C.java::C.g -> C.java::C.f call exact"}


def test_an_import_inside_a_function_binds_there_only(resolve) -> None:
    found = resolve(
        {
            "a.py": "def f(): pass\n",
            "b.py": "def f(): pass\n",
            "c.py": "from a import f\n\ndef g():\n    from b import f\n    f()\n\ndef h():\n    f()\n",
        }
    )
    assert "c.py::g -> b.py::f call exact" in found
    assert "c.py::h -> a.py::f call exact" in found
    assert "c.py::g -> a.py::f call exact" not in found


def test_deep_nesting_is_no_problem(resolve) -> None:
    depth = 40
    lines = [f"{'  ' * k}def f{k}():" for k in range(depth)]
    calls = [f"{'  ' * k}f{k}()" for k in range(depth - 1, -1, -1)]
    found = resolve({"a.py": "\n".join([*lines, f"{'  ' * depth}f0()", *calls]) + "\n"})
    innermost = ".".join(f"f{k}" for k in range(depth))
    assert f"a.py::{innermost} -> a.py::f0 call exact" in found
    assert "a.py::f0 -> a.py::f0.f1 call exact" in found
    functions = "".join(f"function f{k}() {{\n" for k in range(60)) + "f0();" + " }" * 60
    assert resolve({"a.js": functions}).into("a.js::f0")


# --- inheritance -------------------------------------------------------------------------------------


def test_members_are_inherited_over_files_and_overridden(resolve) -> None:
    found = resolve(
        {
            "base.py": "class Base:\n    def run(self):\n        self.step()\n\n    def step(self): pass\n",
            "mid.py": "import base\n\nclass Mid(base.Base):\n    def step(self):\n        super().step()\n",
            "leaf.py": "from mid import Mid\n\nclass Leaf(Mid):\n    def go(self):\n"
            "        self.run()\n        self.step()\n",
        }
    )
    assert found.out_of("leaf.py::Leaf.go") == {
        "leaf.py::Leaf.go -> base.py::Base.run call exact",
        "leaf.py::Leaf.go -> mid.py::Mid.step call exact",
    }
    assert "mid.py::Mid.step -> base.py::Base.step call exact" in found
    assert "base.py::Base.step -> mid.py::Mid.step override likely" in found
    assert "leaf.py::Leaf -> mid.py::Mid inherit exact" in found


def test_a_circle_of_base_classes_ends(resolve) -> None:
    found = resolve(
        {
            "a.py": "from b import B\n\nclass A(B):\n    def f(self):\n        self.g()\n        self.h()\n",
            "b.py": "from a import A\n\nclass B(A):\n    def g(self):\n        self.f()\n",
            "c.py": "class Own(Own):\n    def f(self):\n        self.f()\n",
            "d.py": "class D(E.Missing):\n    def f(self):\n        self.g()\n\nclass E(D.Missing): pass\n",
        }
    )
    assert "a.py::A.f -> b.py::B.g call exact" in found
    assert "b.py::B.g -> a.py::A.f call exact" in found
    assert "c.py::Own.f -> c.py::Own.f call exact" in found


def test_a_long_line_of_base_classes_is_followed(resolve) -> None:
    classes = [
        "class C0:\n    def f(self): pass\n",
        *(f"class C{k}(C{k - 1}): pass\n" for k in range(1, 120)),
    ]
    found = resolve({"a.py": "\n".join(classes) + "\n\ndef g():\n    C119().f()\n"})
    assert "a.py::g -> a.py::C0.f call exact" in found


def test_the_nearest_of_several_bases_wins(resolve) -> None:
    found = resolve(
        {
            "a.py": "class Left:\n    def f(self): pass\n\nclass Right:\n    def f(self): pass\n\n"
            "class Both(Left, Right):\n    def g(self):\n        self.f()\n"
        }
    )
    assert found.out_of("a.py::Both.g") == {"a.py::Both.g -> a.py::Left.f call exact"}


def test_a_method_that_only_a_derived_class_has_is_likely(resolve) -> None:
    found = resolve(
        {
            "a.py": "class Base:\n    def f(self):\n        self.special()\n\n"
            "class Derived(Base):\n    def special(self): pass\n\n"
            "class Stranger:\n    def special(self): pass\n"
        }
    )
    assert found.out_of("a.py::Base.f") == {"a.py::Base.f -> a.py::Derived.special call likely"}


def test_a_base_from_elsewhere_answers_for_what_is_not_found(resolve) -> None:
    found = resolve(
        {
            "a.py": "import lib\n\nclass A(lib.Base):\n    def f(self):\n        self.special()\n",
            "b.py": "class B:\n    def special(self): pass\n",
        }
    )
    assert not found.into("b.py::B.special")


# --- imports -----------------------------------------------------------------------------------------


def test_reexports_are_followed_to_the_end(resolve) -> None:
    chain = {f"m{k}.py": f"from m{k + 1} import f\n" for k in range(12)}
    found = resolve(chain | {"m12.py": "def f(): pass\n", "z.py": "from m0 import f as run\n\nrun()\n"})
    assert "z.py -> m12.py::f call exact" in found
    assert "z.py -> m12.py::f import exact" in found


def test_a_circle_of_reexports_ends(resolve) -> None:
    found = resolve(
        {
            "a.py": "from b import f, g\n",
            "b.py": "from c import f\nfrom a import g\n",
            "c.py": "from a import f\n",
            "d.py": "from a import f, g\n\nf()\ng()\n",
            "js/a.js": "export * from './b';\n",
            "js/b.js": "export * from './a';\nexport function h() {}\n",
            "js/c.js": "import { h, missing } from './a';\nh();\nmissing();\n",
        }
    )
    assert found.out_of("d.py") <= {f"d.py -> {name}.py import exact" for name in "abc"}
    assert "js/c.js -> js/b.js::h call exact" in found


def test_wildcard_imports_are_followed_and_said_to_be_likely(resolve) -> None:
    found = resolve(
        {
            "a.py": "def f(): pass\n\ndef g(): pass\n",
            "b.py": "from a import *\n",
            "c.py": "from b import *\n\ndef g(): pass\n\nf()\ng()\n",
        }
    )
    assert "c.py -> a.py::f call likely" in found
    assert "c.py -> c.py::g call exact" in found
    assert "c.py -> a.py::g call likely" not in found


def test_a_name_that_two_wildcards_bring_is_ambiguous(resolve) -> None:
    found = resolve(
        {
            "a.py": "def f(): pass\n",
            "b.py": "def f(): pass\n",
            "c.py": "from a import *\nfrom b import *\nf()\n",
        }
    )
    assert found.out_of("c.py") >= {"c.py -> a.py::f call ambiguous", "c.py -> b.py::f call ambiguous"}


def test_an_import_that_fits_too_many_files_leaves_its_calls_open(resolve) -> None:
    copies = {f"p{k}/demo/core.py": "def launch(): pass\n" for k in range(MOST_FILES + 1)}
    found = resolve(copies | {"main.py": "from demo.core import launch\n\nlaunch()\n"})
    assert not found.out_of("main.py")
    assert found.open_calls == {"python": {"launch": 1}}


def test_a_name_imported_from_elsewhere_is_none_of_the_repository(resolve) -> None:
    found = resolve({"a.py": "def dumps(): pass\n", "b.py": "from json import dumps\n\ndumps()\n"})
    assert not found.into("a.py::dumps")
    assert found.open_calls == {}


# --- guesses -----------------------------------------------------------------------------------------


def owners(count: int, method: str) -> str:
    return "\n".join(f"class C{k}:\n    def {method}(self): pass\n" for k in range(count))


def test_the_only_method_of_a_name_is_likely_and_a_few_are_ambiguous(resolve) -> None:
    caller = "def f(x):\n    x.special()\n"
    assert resolve({"a.py": owners(1, "special"), "b.py": caller}).lines == {
        "b.py::f -> a.py::C0.special call likely"
    }
    found = resolve({"a.py": owners(MOST_CANDIDATES, "special"), "b.py": caller})
    assert found.lines == {f"b.py::f -> a.py::C{k}.special call ambiguous" for k in range(MOST_CANDIDATES)}
    assert found.open_calls == {}


def test_a_name_with_too_many_meanings_is_counted(resolve) -> None:
    found = resolve(
        {
            "a.py": owners(MOST_CANDIDATES + 1, "special"),
            "b.py": "def f(x):\n    x.special()\n    x.special()\n",
        }
    )
    assert found.lines == frozenset()
    assert found.open_calls == {"python": {"special": 2}}


def test_names_that_everybody_uses_are_counted_not_guessed(resolve) -> None:
    assert {"get", "append", "join", "map", "Close"} <= COMMON_METHODS
    found = resolve(
        {
            "a.py": "class Box:\n    def get(self): pass\n",
            "b.py": "def f(x):\n    x.get()\n\ndef g(x):\n    x.get()\n",
        }
    )
    assert found.lines == frozenset()
    assert found.open_calls == {"python": {"get": 2}}


def test_calls_that_mean_nothing_here_are_not_open(resolve) -> None:
    found = resolve({"a.py": "def f(x):\n    x.get()\n    x.unheard_of()\n    print(x)\n"})
    assert (found.lines, found.open_calls) == (frozenset(), {})


def test_a_number_or_text_has_no_method_of_the_repository(resolve) -> None:
    found = resolve({"a.rb": "class Loop\n  def times\n  end\nend\n\ndef go\n  3.times\n  'a'.times\nend\n"})
    assert not found.into("a.rb::Loop.times")


def test_tests_are_no_callees_of_sources(resolve) -> None:
    found = resolve(
        {
            "app.py": "def f(x):\n    x.special()\n",
            "tests/test_app.py": "class Double:\n    def special(self): pass\n\n"
            "def test_f(x):\n    x.special()\n",
        }
    )
    assert found.lines == {"tests/test_app.py::test_f -> tests/test_app.py::Double.special call likely"}


def test_a_generated_copy_does_not_make_its_original_ambiguous(resolve) -> None:
    shape = "class Shape:\n    def special(self): pass\n"
    caller = "def f(x):\n    x.special()\n"
    found = resolve({"shape.py": shape, "vendor/shape.py": shape, "b.py": caller, "vendor/c.py": caller})
    assert found.out_of("b.py::f") == {"b.py::f -> shape.py::Shape.special call likely"}
    assert len(found.out_of("vendor/c.py::f")) == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("b.js", "function f(x) { x.special(); launch(); }\n"),
        ("b.go", "package b\nfunc f(x X) { x.special() }\n"),
    ],
)
def test_two_languages_never_meet(resolve, name: str, text: str) -> None:
    python = "class C:\n    def special(self): pass\n\ndef launch(): pass\n"
    found = resolve({"a.py": python, name: text})
    assert (found.lines, found.open_calls) == (frozenset(), {})


def test_open_calls_of_one_language_say_nothing_about_another(resolve) -> None:
    found = resolve(
        {
            "a.py": "class Box:\n    def get(self): pass\n\ndef f(x):\n    x.get()\n",
            "a.js": "class Box { get() {} }\nfunction f(x) { x.get(); x.get(); }\n",
        }
    )
    assert found.open_calls == {"python": {"get": 1}, "javascript": {"get": 2}}


# --- types and their makers --------------------------------------------------------------------------


def test_calling_a_class_is_a_use_of_the_class(resolve) -> None:
    found = resolve(
        {
            "a.py": "class C:\n    def __init__(self):\n        self.f()\n\n    def f(self): pass\n\n"
            "def make():\n    return C()\n\ndef use():\n    c = C()\n    c.f()\n"
        }
    )
    assert found.into("a.py::C") == {"a.py::make -> a.py::C call exact", "a.py::use -> a.py::C call exact"}
    assert found.into("a.py::C.f") == {
        "a.py::C.__init__ -> a.py::C.f call exact",
        "a.py::use -> a.py::C.f call exact",
    }


def test_overloads_are_one_symbol_whoever_of_them_calls(resolve) -> None:
    found = resolve(
        {
            "C.java": "class C {\n  void add(int a) { add(a, 1); }\n"
            "  void add(int a, int b) {\n    log();\n  }\n  void log() {}\n  void use() { add(2); }\n}\n"
        }
    )
    assert found.into("C.java::C.add") == {
        "C.java::C.add -> C.java::C.add call exact",
        "C.java::C.use -> C.java::C.add call exact",
    }


def test_odd_names_are_names(resolve) -> None:
    found = resolve(
        {
            "a.rb": "class Box\n  def empty?\n    clear!\n  end\n\n  def clear!\n  end\nend\n",
            "b.js": "class A { #hidden() {} go() { this.#hidden(); } }\nfunction $() {}\n$();\n",
            "日本.py": "def é(): pass\n\né()\n",
        }
    )
    assert "a.rb::Box.empty? -> a.rb::Box.clear! call exact" in found
    assert "b.js::A.go -> b.js::A.#hidden call exact" in found
    assert "b.js -> b.js::$ call exact" in found
    assert "日本.py -> 日本.py::é call exact" in found


def test_variables_that_all_hang_on_each_other_are_soon_given_up(make_engine) -> None:
    """Following every way between them would take longer than the universe is old."""
    names = [f"v{k}" for k in range(24)]
    body = "".join(f"    {one} = {other}.advance()\n" for one in names for other in names if one != other)
    source = f"class Node:\n    def advance(self): pass\n\ndef walk():\n{body}    v0.advance()\n"
    answer = make_engine({"a.py": source}).callers("Node.advance")
    assert [use.certainty.value for use in answer.uses] == ["likely"]


def test_answers_do_not_hang_on_the_order_of_questions(make_engine) -> None:
    engine = make_engine(
        {
            "a.py": "from b import foo\nfoo()\n",
            "b.py": "from c import foo\nfrom a import foo\nfoo()\n",
            "c.py": "def foo(): pass\n",
            "d.py": "class A(C, B.Inner):\n    class Other: pass\nclass B(A.Other):\n    class Inner: pass\n"
            "class C: pass\n",
        }
    )
    now = engine._current()
    reader, catalog = now.reader, now.catalog

    def found(rows: list[int]) -> set[tuple[str, int, tuple[int, ...]]]:
        program = Program(reader, catalog)
        resolver = Resolver(program)
        return {
            (kind, reference.line, ask(row, reference).nodes)
            for row in rows
            for kind, ask in (("import", resolver.imported), ("inherit", resolver.inherit))
            for reference in program.references(row, kind)
        }

    rows = list(range(len(catalog.paths)))
    assert found(rows) == found(rows[::-1])
