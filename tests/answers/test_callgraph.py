"""What the engine answers about the call graph: names, users, uses, reach and related files."""

from __future__ import annotations

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.errors import AmbiguousNameError, UsageError
from ctxsmith_tui.model import Certainty, Impact, RelatedFile, Role, SymbolPlace, Uses
from ctxsmith_tui.text.printable import printable

FILES = {
    "shop/__init__.py": "from shop.cart import Cart\n",
    "shop/base.py": "class Base:\n    def total(self):\n        return 0\n",
    "shop/cart.py": '''from shop.base import Base
from shop.money import cents


class Cart(Base):
    """A cart of things."""

    def __init__(self, items):
        self.items = items

    def total(self):
        return cents(self.items)

    def report(self, printer):
        def line(item):
            return cents(item)

        printer.special()
        printer.get()
        return line(self.items)
''',
    "shop/money.py": "def cents(value):\n    return value\n\n\ndef unused():\n    pass\n",
    "shop/view.py": """from shop import Cart


def show(items):
    cart = Cart(items)
    return cart.total()


def main():
    show([])
""",
    "shop/sum.py": "from shop.base import Base\n\n\ndef sum_up(thing: Base):\n    return thing.total()\n",
    "tests/test_view.py": "from shop.view import show\n\n\ndef test_show():\n    show([])\n",
    "pair.py": "class A:\n    def run(self): pass\n\n    def special(self): pass\n\n\n"
    "class B:\n    def run(self): pass\n\n    def special(self): pass\n\n    def get(self): pass\n",
    "README.md": "# Cart\n\n# v1.2 of it\n\nText.\n",
}


@pytest.fixture(scope="module")
def engine(make_engine) -> Engine:
    return make_engine(
        FILES,
        [
            ("one", {"shop/money.py": "", "shop/cart.py": "", "README.md": ""}),
            ("two", {"shop/money.py": "x = 1\n", "shop/cart.py": "x = 1\n"}),
        ],
    )


def specs(places: tuple[SymbolPlace, ...]) -> list[str]:
    return [place.spec for place in places]


def uses(found: Uses) -> dict[str, tuple[str, tuple[int, ...]]]:
    return {use.place.spec: (use.kind, use.lines) for use in found.uses}


# --- names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("Cart.total", "shop/cart.py::Cart.total", "shop/cart.py::total", "./shop/cart.py::Cart.total"),
        *(
            "Cart::total",
            "Cart#total",
            "Cart.total()",
            " Cart.total ",
            "shop/cart.py:11",
            "shop/cart.py:12-12",
        ),
    ],
)
def test_the_ways_to_name_a_symbol(engine: Engine, name: str) -> None:
    assert specs(engine.callers(name).targets) == ["shop/cart.py::Cart.total"]
    assert [report.place.spec for report in engine.symbol(name)] == ["shop/cart.py::Cart.total"]


def test_a_name_may_hold_dots(engine: Engine) -> None:
    assert [report.place.qualname for report in engine.symbol("v1.2 of it")] == ["v1.2 of it"]


@pytest.mark.parametrize("ask", ["callers", "callees", "impact"])
def test_an_ambiguous_name_is_refused_with_what_to_write(engine: Engine, ask: str) -> None:
    for name, names in {"run": "run", "special": "special", "pair.py::run": "run"}.items():
        with pytest.raises(AmbiguousNameError) as caught:
            getattr(engine, ask)(name)
        assert caught.value.candidates == (f"pair.py::A.{names}", f"pair.py::B.{names}")
        for candidate in caught.value.candidates:
            assert candidate in str(caught.value)
            assert specs(getattr(engine, ask)(candidate).targets) == [candidate]


def test_all_symbols_of_an_ambiguous_name_are_shown(engine: Engine) -> None:
    both = ["pair.py::A.run", "pair.py::B.run"]
    assert [report.place.spec for report in engine.symbol("run")] == both
    assert [report.place.spec for report in engine.symbol("pair.py::run")] == both
    assert [report.place.spec for report in engine.symbol("Cart")] == [
        "shop/cart.py::Cart",
        "README.md::Cart",
    ]


def test_a_heading_makes_no_name_ambiguous(engine: Engine) -> None:
    assert specs(engine.callers("Cart").targets) == ["shop/cart.py::Cart"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Cart.totals", "did you mean .*Cart.total"),
        ("cents_of", "did you mean cents"),
        ("zzyzx", "search"),
        ("view.py", "no file view.py .*did you mean shop/view.py"),
        ("shop/vieww.py", "no file"),
        ("shop/view.py::nope", "no symbol 'nope'"),
        ("shop/view.py:99", "after the end"),
        ("shop/view.py:9-3", "impossible lines"),
        ("Nope::nope", "no symbol"),
        ("::", "incomplete"),
        ("", "empty"),
        ("  ", "empty"),
        ("\0", "no symbol"),
        (".", "no symbol"),
        ("." * 5_000, "no symbol"),
        ("a" * 60_000, "no symbol"),
        ("%_\\'\"", "no symbol"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(engine: Engine, name: str, says: str) -> None:
    for ask in (engine.symbol, engine.callers, engine.callees, engine.impact):
        with pytest.raises(UsageError, match=says) as caught:
            ask(name)
        assert not isinstance(caught.value, AmbiguousNameError)


def test_a_depth_of_nothing_is_refused(engine: Engine) -> None:
    with pytest.raises(UsageError, match="depth of 0"):
        engine.impact("cents", depth=0)


# --- symbols -----------------------------------------------------------------------------------------


def test_a_class_is_shown_with_members_bases_and_heirs(engine: Engine) -> None:
    (cart,) = engine.symbol("shop/cart.py::Cart")
    assert (cart.place.kind, cart.place.start_line, cart.place.end_line) == ("class", 5, 20)
    assert (cart.signature, cart.doc) == ("class Cart(Base)", "A cart of things.")
    assert [member.qualname for member in cart.members] == ["Cart.__init__", "Cart.total", "Cart.report"]
    assert specs(cart.bases) == ["shop/base.py::Base"]
    (base,) = engine.symbol("shop/base.py::Base")
    assert specs(base.derived) == ["shop/cart.py::Cart"]
    assert base.bases == ()


def test_a_method_is_shown_with_what_it_overrides(engine: Engine) -> None:
    (total,) = engine.symbol("Cart.total")
    assert specs(total.bases) == ["shop/base.py::Base.total"]
    (overridden,) = engine.symbol("Base.total")
    assert specs(overridden.derived) == ["shop/cart.py::Cart.total"]
    assert total.members == ()


@pytest.mark.parametrize(
    "name", ["shop/cart.py::Cart", "Cart.report", "cents", "Cart.__init__", "show", "A.special"]
)
def test_counts_are_those_of_the_lists(engine: Engine, name: str) -> None:
    (report,) = engine.symbol(name)
    callers, callees = engine.callers(name), engine.callees(name)
    assert report.callers == len({use.place for use in callers.uses if use.kind == "call"})
    assert report.possible == len(callers.possible)
    assert report.callees == len({use.place for use in callees.uses})
    assert report.open_calls == callers.open_calls


# --- callers and callees -----------------------------------------------------------------------------


def test_callers_come_with_kind_and_lines(engine: Engine) -> None:
    assert uses(engine.callers("cents")) == {
        "shop/cart.py": ("import", (2,)),
        "shop/cart.py::Cart.total": ("call", (12,)),
        "shop/cart.py::Cart.report.line": ("call", (16,)),
    }
    assert uses(engine.callers("shop/base.py::Base")) == {
        "shop/cart.py": ("import", (1,)),
        "shop/cart.py::Cart": ("inherit", (5,)),
        "shop/sum.py": ("import", (1,)),
    }


def test_tests_come_last(engine: Engine) -> None:
    roles = [use.place.role for use in engine.callers("show").uses]
    assert roles == [Role.SOURCE, Role.TEST, Role.TEST]


def test_who_makes_an_instance_calls_the_constructor(engine: Engine) -> None:
    assert uses(engine.callers("Cart.__init__")) == {"shop/view.py::show": ("call", (5,))}


def test_a_class_without_a_constructor_calls_that_of_its_base(make_engine) -> None:
    engine = make_engine(
        {
            "a.py": "class Base:\n    def __init__(self): pass\n\n\nclass Plain(Base): pass\n\n\n"
            "class Own(Base):\n    def __init__(self): pass\n\n\n"
            "def f():\n    Plain()\n\n\ndef g():\n    Own()\n"
        }
    )
    assert uses(engine.callers("Base.__init__")) == {"a.py::f": ("call", (13,))}


def test_a_use_through_the_overridden_method_is_one(engine: Engine) -> None:
    found = engine.callers("Cart.total")
    assert uses(found) == {
        "shop/base.py::Base.total": ("override", (2,)),
        "shop/view.py::show": ("call", (6,)),
    }
    assert {use.certainty for use in found.uses if use.kind == "override"} == {Certainty.LIKELY}


def test_ambiguous_uses_are_apart(engine: Engine) -> None:
    found = engine.callers("A.special")
    assert found.uses == ()
    assert specs(tuple(use.place for use in found.possible)) == ["shop/cart.py::Cart.report"]


def test_what_could_not_be_resolved_is_counted(engine: Engine) -> None:
    found = engine.callers("B.get")
    assert (found.uses, found.possible, found.open_calls) == ((), (), 1)
    assert engine.callees("Cart.report").open_calls == 1
    assert engine.callees("show").open_calls == 0


def test_nothing_is_only_said_where_nothing_is_open(engine: Engine) -> None:
    found = engine.callers("unused")
    assert (found.uses, found.possible, found.open_calls) == ((), (), 0)


def test_callees_are_those_of_all_that_is_inside(engine: Engine) -> None:
    assert uses(engine.callees("show")) == {
        "shop/cart.py::Cart": ("call", (5,)),
        "shop/cart.py::Cart.total": ("call", (6,)),
    }
    assert uses(engine.callees("shop/cart.py::Cart")) == {
        "shop/base.py::Base": ("inherit", (5,)),
        "shop/money.py::cents": ("call", (12, 16)),
    }


def test_lines_use_what_is_used_on_them(engine: Engine) -> None:
    assert uses(engine.callees("shop/view.py:6")) == {"shop/cart.py::Cart.total": ("call", (6,))}
    assert uses(engine.callees("shop/view.py:5-6")) == uses(engine.callees("show"))
    assert engine.callees("shop/cart.py:18").open_calls == 0
    assert engine.callees("shop/cart.py:18-19").open_calls == 1


def test_lines_stand_for_what_begins_there_or_is_around(engine: Engine) -> None:
    assert specs(engine.callers("shop/view.py:5-6").targets) == ["shop/view.py::show"]
    assert specs(engine.callers("shop/view.py:6-9").targets) == ["shop/view.py::show", "shop/view.py::main"]
    assert specs(engine.callers("shop/view.py:1").targets) == ["shop/view.py"]
    assert uses(engine.callers("shop/money.py:1-2")) == uses(engine.callers("cents"))


def test_a_file_is_used_from_outside(engine: Engine) -> None:
    found = uses(engine.callers("shop/view.py"))
    assert found == {"tests/test_view.py": ("import", (1,)), "tests/test_view.py::test_show": ("call", (5,))}
    assert set(uses(engine.callees("shop/view.py"))) == {"shop/cart.py::Cart", "shop/cart.py::Cart.total"}


def test_a_recursive_function_calls_itself(make_engine) -> None:
    engine = make_engine({"a.py": "def f():\n    f()\n"})
    assert uses(engine.callers("f")) == uses(engine.callees("f")) == {"a.py::f": ("call", (2,))}


def test_the_caller_of_an_overload_is_its_caller_whichever_it_is(make_engine) -> None:
    java = "class C {\n  void add(int a) { first(); }\n  void add(int a, int b) {\n    second();\n  }\n"
    engine = make_engine(
        {"C.java": java + "  void first() {}\n  void second() {}\n  void use() { add(1); }\n}\n"}
    )
    for name in ("C.add", "C.java:2", "C.java:3-5"):
        assert set(uses(engine.callers(name))) == {"C.java::C.use"}
    assert set(uses(engine.callees("C.add"))) == {"C.java::C.first", "C.java::C.second"}
    assert [each.place.qualname for each in engine.impact("C.first").reached] == ["C.add", "C.use"]


# --- impact ------------------------------------------------------------------------------------------


def reached(found: Impact) -> dict[str, tuple[int, Certainty]]:
    return {each.place.spec: (each.depth, each.certainty) for each in found.reached}


def test_impact_goes_on_from_user_to_user(engine: Engine) -> None:
    found = engine.impact("Cart.total")
    assert reached(found) == {
        "shop/base.py::Base.total": (1, Certainty.LIKELY),
        "shop/view.py::show": (1, Certainty.EXACT),
        "shop/sum.py::sum_up": (2, Certainty.LIKELY),
        "shop/view.py::main": (2, Certainty.EXACT),
        "tests/test_view.py::test_show": (2, Certainty.EXACT),
    }, "importing what calls it calls nothing"
    paths = {each.place.spec: each.path for each in found.reached}
    assert paths["shop/view.py::main"] == (
        "shop/cart.py::Cart.total",
        "shop/view.py::show",
        "shop/view.py::main",
    )
    assert paths["shop/sum.py::sum_up"][1] == "shop/base.py::Base.total"
    assert (found.files, found.tests, found.entry_points) == (4, 1, 2)
    assert [each.entry for each in found.reached if each.place.qualname == "main"] == ["main"]
    assert found.bound == "at least"
    assert found.likely == 2


def test_impact_stops_at_its_depth(engine: Engine) -> None:
    found = engine.impact("Cart.total", depth=1)
    assert {each.depth for each in found.reached} == {1}
    assert found.depth == 1


def test_impact_is_exact_where_nothing_is_open(engine: Engine) -> None:
    found = engine.impact("show")
    assert (found.bound, found.likely, found.ambiguous, found.open_calls) == ("exact", 0, 0, 0)
    assert set(reached(found)) == {
        "shop/view.py::main",
        "tests/test_view.py",
        "tests/test_view.py::test_show",
    }


def test_impact_is_no_more_exact_than_what_it_reaches(make_engine) -> None:
    engine = make_engine(
        {
            "a.py": "def low(): pass\n\n\nclass Box:\n    def get(self):\n        low()\n",
            "b.py": "def f(x):\n    x.get()\n",
        }
    )
    found = engine.impact("low")
    assert set(reached(found)) == {"a.py::Box.get"}
    assert (found.bound, found.open_calls) == ("at least", 1)
    assert engine.impact("low", depth=1).open_calls == 0
    assert [each.entry for each in found.reached] == [""], "somebody may call it"


def test_impact_counts_ambiguous_uses(engine: Engine) -> None:
    found = engine.impact("A.special")
    assert (found.bound, found.reached, found.ambiguous) == ("at least", (), 1)


def test_impact_of_a_class_begins_with_its_members(engine: Engine) -> None:
    found = reached(engine.impact("shop/base.py::Base", depth=1))
    assert found["shop/cart.py::Cart"] == (1, Certainty.EXACT)
    assert found["shop/sum.py::sum_up"][0] == 1


def test_impact_of_a_constructor_is_that_of_its_class(engine: Engine) -> None:
    assert reached(engine.impact("Cart.__init__"))["shop/view.py::show"] == (1, Certainty.EXACT)


def test_impact_leaves_inner_functions(engine: Engine) -> None:
    found = reached(engine.impact("cents"))
    assert found["shop/cart.py::Cart.report.line"] == (1, Certainty.EXACT)
    assert found["shop/cart.py::Cart.report"][0] == 1


def test_a_function_that_nothing_calls_is_an_entry_point(engine: Engine) -> None:
    entries = {each.place.spec: each.entry for each in engine.impact("shop/base.py::Base").reached}
    assert entries["shop/sum.py::sum_up"] == "not called here"
    assert entries["shop/view.py::main"] == "main"
    assert entries["tests/test_view.py::test_show"] == ""


# --- related files -----------------------------------------------------------------------------------


def test_related_files_are_imported_import_or_change_together(engine: Engine) -> None:
    found = engine.related_files("shop/cart.py")
    assert {file.path: file for file in found} == {
        "shop/base.py": RelatedFile("shop/base.py", True, False, 1),
        "shop/money.py": RelatedFile("shop/money.py", True, False, 3),
        "shop/__init__.py": RelatedFile("shop/__init__.py", False, True, 1),
        "shop/view.py": RelatedFile("shop/view.py", False, True, 1),
        "README.md": RelatedFile("README.md", False, False, 2),
        **{
            path: RelatedFile(path, False, False, 1)
            for path in ("pair.py", "shop/sum.py", "tests/test_view.py")
        },
    }
    assert found[0].path == "shop/money.py"
    assert engine.related_files("shop/cart.py:3-4") == found == engine.related_files("shop/cart.py::Cart")


def test_imports_are_the_same_from_both_sides(engine: Engine) -> None:
    for path in FILES:
        for file in engine.related_files(path):
            (back,) = [each for each in engine.related_files(file.path) if each.path == path]
            assert (back.imports, back.imported_by) == (file.imported_by, file.imports), (path, file)
            assert back.commits == file.commits


def test_an_empty_file_has_users_too(make_engine) -> None:
    engine = make_engine({"pkg/__init__.py": "", "pkg/a.py": "x = 1\n", "main.py": "import pkg\n"})
    assert [file.path for file in engine.related_files("pkg/__init__.py")] == ["main.py"]
    assert set(uses(engine.callers("pkg/__init__.py"))) == {"main.py"}


@pytest.mark.parametrize("path", ["shop", "nothing.py", "../x.py", "cents"])
def test_only_files_are_related(engine: Engine, path: str) -> None:
    with pytest.raises(UsageError):
        engine.related_files(path)


# --- names that mean harm ----------------------------------------------------------------------------


def test_hostile_names_can_be_asked_for_and_shown(make_engine) -> None:
    evil = "evil\x1b[31m\n.py"
    heading = "a\u202eb\x1b]0;x"
    engine = make_engine({evil: "def f(): pass\n\n\ndef g():\n    f()\n", "a.md": f"# {heading}\n"})
    shown = printable(f"{evil}::f")
    for name in (f"{evil}::f", shown, "f"):
        found = engine.callers(name)
        assert specs(found.targets) == [f"{evil}::f"]
        assert [use.place.qualname for use in found.uses] == ["g"]
    assert engine.related_files(printable(evil)) == ()
    for name in (heading, "no\x1b[31m", f"{evil}::no\x1b[31m", "\udcff"):
        for ask in (engine.symbol, engine.callers):
            try:
                ask(name)
            except UsageError as error:
                printable(str(error)).encode()
