"""Packs of some code and what is around it, and of tasks that name their target."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxsmith_tui import CtxsmithError, Engine, Pack
from ctxsmith_tui.errors import AmbiguousNameError, UsageError

PRICE = """\
def rounded(value):
    return round(value, 2)


def tax(value):
    return rounded(value * 0.2)
"""
BASE = """\
class Record:
    def save(self):
        return store(self)


def store(record):
    return record
"""
CART = """\
from shop.base import Record
from shop.price import tax


class Cart(Record):
    def total(self, value):
        return value + tax(value)

    def pay(self):
        return self.total(self.save())
"""
DESK = """\
from shop.cart import Cart


def checkout(cart: Cart):
    return cart.pay()


def unrelated():
    return 'nothing of the kind'
"""
TEST = """\
from shop.cart import Cart


def test_total():
    assert Cart().total(1) > 1
"""
FILES = {
    "shop/price.py": PRICE,
    "shop/base.py": BASE,
    "shop/cart.py": CART,
    "shop/desk.py": DESK,
    "shop/other.py": "class Basket:\n    def total(self):\n        return 0\n",
    "tests/test_cart.py": TEST,
}


@pytest.fixture(scope="module")
def engine(make_engine) -> Engine:
    return make_engine(FILES)


def shown(pack: Pack) -> list[str]:
    return [name for item in pack.items if item.shown for name in item.symbol.split(", ")]


def reasons(pack: Pack) -> dict[str, str]:
    return {item.symbol: item.reason for item in pack.items if item.shown}


def test_a_function_comes_with_what_it_calls_and_what_calls_it(engine: Engine) -> None:
    pack = engine.context(start=["shop/cart.py::Cart.total"])
    assert {"Cart.total", "tax", "Cart.pay", "test_total"} <= set(shown(pack))
    assert not {"rounded", "checkout", "unrelated", "Basket.total"} & set(shown(pack))
    assert reasons(pack)["tax"] == "called by Cart.total"
    assert reasons(pack)["test_total"] == "calls Cart.total"
    assert pack.task == "shop/cart.py::Cart.total and what is around it"
    assert pack.text.startswith(f"# Context for: {pack.task}")
    assert any("1 used and 2 using symbols or files within 1 hop" in notice for notice in pack.notices)


def test_more_hops_reach_further(engine: Engine) -> None:
    near = set(shown(engine.context(start=["Cart.total"], hops=1)))
    far = set(shown(engine.context(start=["Cart.total"], hops=2)))
    assert near < far
    assert {"rounded", "checkout", "Record.save"} <= far
    assert "unrelated" not in far


def test_no_hops_show_the_code_alone(engine: Engine) -> None:
    assert shown(engine.context(start=["Cart.total"], hops=0)) == ["Cart.total"]


def test_the_nearest_comes_first_when_room_is_short(engine: Engine) -> None:
    pack = engine.context(start=["Cart.total"], hops=3, budget=90)
    assert pack.tokens <= 90
    assert shown(pack)[0] == "Cart.total"


def test_a_file_is_a_beginning_too(engine: Engine) -> None:
    pack = engine.context(start=["shop/price.py"])
    assert {"rounded", "tax"} <= set(shown(pack))
    assert "Cart.total" in shown(pack)


def test_lines_are_a_beginning_too(engine: Engine) -> None:
    pack = engine.context(start=["shop/desk.py:4-5"])
    assert {"checkout", "Cart.pay"} <= set(shown(pack))


def test_a_task_orders_what_is_near_and_fills_the_rest(engine: Engine) -> None:
    pack = engine.context("nothing of the kind", start=["Cart.total"])
    assert pack.text.startswith("# Context for: nothing of the kind")
    assert {"Cart.total", "tax", "unrelated"} <= set(shown(pack))


def test_scope_and_exclusions_hold(engine: Engine) -> None:
    pack = engine.context(start=["Cart.total"], scope=["shop/"])
    assert "test_total" not in shown(pack)
    pack = engine.context(start=["Cart.total"], exclude=["shop/price.py"])
    assert "tax" not in pack.text.replace("tax(value)", "")


def test_the_budget_may_choose_itself(engine: Engine) -> None:
    pack = engine.context(start=["Cart.total"], budget="auto")
    assert pack.budget == 1000
    assert any(notice.startswith("auto budget: 1,000 tokens, which holds all") for notice in pack.notices)


def test_what_cannot_be_meant_is_said(engine: Engine) -> None:
    with pytest.raises(AmbiguousNameError, match="is ambiguous") as caught:
        engine.context(start=["total"])
    assert set(caught.value.candidates) == {"shop/cart.py::Cart.total", "shop/other.py::Basket.total"}
    with pytest.raises(UsageError, match="no symbol 'Nobody'"):
        engine.context(start=["Nobody"])
    with pytest.raises(UsageError, match="the task is empty"):
        engine.context("")
    with pytest.raises(UsageError, match="hops"):
        engine.context(start=["tax"], hops=-1)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    budget=st.integers(1, 700),
    hops=st.integers(0, 4),
    start=st.sampled_from(["Cart.total", "shop/cart.py", "shop/desk.py:1-9", "tax", "tests/test_cart.py"]),
    task=st.sampled_from(["", "add tax to Cart.total", "nothing of the kind"]),
    format=st.sampled_from(["markdown", "xml", "json", "plain"]),
)
def test_the_budget_is_never_exceeded(
    engine: Engine, budget: int, hops: int, start: str, task: str, format: str
) -> None:
    pack = engine.context(task, budget, start=[start], hops=hops, format=format)
    assert pack.tokens <= budget
    assert pack == engine.context(task, budget, start=[start], hops=hops, format=format)


# --- tasks that name their target --------------------------------------------------------------------


@pytest.mark.parametrize(
    "task",
    [
        "add logging to Cart.total",
        "Please rename `Cart.total`",
        "fix: make Cart#total round its result",
        "refactor Cart::total()",
    ],
)
def test_a_task_that_names_a_symbol_takes_its_neighbours_in(engine: Engine, task: str) -> None:
    pack = engine.context(task)
    said = "The task is about shop/cart.py::Cart.total; what it calls and who calls it is taken in first"
    assert said in pack.text
    assert said in pack.notices
    assert {"Cart.total", "tax", "Cart.pay"} <= set(shown(pack))


@pytest.mark.parametrize(
    "task",
    [
        "total is wrong",  # a plain word
        "Cart.total returns the wrong sum",  # no action
        "add logging to total()",  # two symbols are called so
        "add logging to Cart.nothing",
        "add logging to Cart.total and shop.price.tax",  # two targets
        "add logging to the tests of test_total",  # a test is no target
    ],
)
def test_a_task_without_a_single_target_has_none(engine: Engine, task: str) -> None:
    pack = engine.context(task)
    assert "The task is about" not in pack.text + "".join(pack.notices)


def test_what_only_its_target_speaks_for_says_so(engine: Engine) -> None:
    assert reasons(engine.context("add logging to Cart.total"))["tax"] == "neighbour: called by Cart.total"


def test_the_target_is_part_of_the_reckoning(engine: Engine) -> None:
    ranking = engine.task_ranking("add logging to Cart.total")
    units = ranking.units(4000)
    for position in range(len(units)):
        contributions = units.contributions(position)
        assert units.unit(position).score == pytest.approx(sum(each.points for each in contributions))
    signals = {each.signal for k in range(len(units)) for each in units.contributions(k)}
    assert {"target", "neighbour"} <= signals


def test_an_error_of_the_engine_is_one_of_the_package(engine: Engine) -> None:
    with pytest.raises(CtxsmithError):
        engine.context(start=["../outside.py"])


# --- module level, and an index that moves -----------------------------------------------------------


def test_module_level_code_is_shown_where_it_was_asked_for(make_engine) -> None:
    engine = make_engine(
        {"run.py": "from lib import go\n\nprint('starting')\ngo()\n", "lib.py": "def go():\n    return 1\n"}
    )
    assert "print('starting')" in engine.context(start=["run.py"]).text
    assert "print('starting')" in engine.context(start=["go"]).text, "the lines that call it"


def test_what_is_around_is_of_the_state_that_is_ranked(make_engine, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = make_engine({"m.py": "def helper():\n    return 1\n\n\ndef target():\n    return helper()\n"})
    engine.context(start=["target"])
    around = Engine._around

    def slow(self: Engine, *args: object, **kwargs: object) -> object:
        found = around(self, *args, **kwargs)  # type: ignore[arg-type]
        (engine.root / "a.py").write_text("def z0():\n    return 0\n\n\ndef z1():\n    return z0()\n")
        engine._checked -= 10.0  # the next look at the work tree would find the new file
        return found

    monkeypatch.setattr(Engine, "_around", slow)
    assert set(shown(engine.context(start=["target"]))) == {"helper", "target"}
