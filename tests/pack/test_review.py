"""Packs that begin with a diff."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxsmith_tui import Engine, Pack
from ctxsmith_tui.errors import UsageError

PRICE = """\
def rounded(value):
    return round(value, 2)


def old_tax(value):
    return rounded(value * 0.2)
"""
CART = """\
from shop.price import old_tax


class Cart:
    def total(self, value):
        return value + old_tax(value)

    def empty(self):
        self.items = []
"""
DESK = """\
from shop.cart import Cart


def checkout(cart: Cart):
    return cart.total(1)


def unrelated():
    return 'nothing of the kind'
"""
TEST = "from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().total(1) > 1\n"
FILES = {
    "shop/price.py": PRICE,
    "shop/cart.py": CART,
    "shop/desk.py": DESK,
    "tests/test_cart.py": TEST,
    "gone/a.py": "class Vanished:\n    pass\n",
    "notes.md": "# Prices\n\nHow the zebra is priced.\n",
}
CHANGED = {
    "shop/cart.py": CART.replace("return value + old_tax(value)", "return old_tax(value) + value"),
    "shop/fresh.py": "def brand_new():\n    return 'fresh ``` fence'\n",
    "notes.md": "# Prices\n\nHow the giraffe is priced.\n",
}


def change(root: Path) -> None:
    for name, content in CHANGED.items():
        (root / name).write_text(content)
    (root / "gone/a.py").unlink()


@pytest.fixture(scope="module")
def engine(make_engine) -> Engine:
    engine = make_engine(FILES, [("first", {})])
    engine.index()  # what is listed beside its start would miss the new file
    change(engine.root)
    engine.refresh()
    return engine


def reasons(pack: Pack) -> dict[str, str]:
    """Symbol -> why its block is shown."""
    return {name: item.reason for item in pack.items if item.shown for name in item.symbol.split(", ")}


def git(root: Path, *args: str) -> None:
    identity = ("-c", "user.name=S", "-c", "user.email=s@example.org", "-c", "core.hooksPath=/dev/null")
    subprocess.run(["git", "-C", str(root), *identity, *args], check=True, capture_output=True)


def test_the_diff_is_the_task(engine: Engine) -> None:
    pack = engine.context(diff="")
    assert pack.task == "Review of the working tree"
    assert pack.text.startswith("# Context for: Review of the working tree\n")
    assert "- gone/a.py: removed, -2\n- notes.md: +1 -1\n- shop/cart.py: +1 -1\n" in pack.text
    assert "- shop/fresh.py: added, +2\n" in pack.text
    assert "\n-        return value + old_tax(value)\n+        return old_tax(value) + value\n" in pack.text
    assert "@@ -3,7 +3,7 @@ Cart.total\n" in pack.text
    assert "--- a/gone/a.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-class Vanished:" in pack.text
    assert "+def brand_new" not in pack.text, "a new file is shown as code"
    assert pack.diff is not None
    assert (pack.diff.lines, pack.diff.lines_left_out) == (6, 0)
    assert pack.diff.files == ("gone/a.py", "notes.md", "shop/cart.py", "shop/fresh.py")
    assert "Review of the working tree: 4 files, +4 -4" in pack.notices[0]


def test_changed_code_comes_first_then_what_uses_it(engine: Engine) -> None:
    found = reasons(engine.context(diff=""))
    assert found["Cart.total"] == "changed"
    assert found["brand_new"] == "changed"
    assert found["checkout"] == "calls Cart.total"
    assert found["test_total"] == "calls Cart.total"
    assert found["old_tax"] == "called by Cart.total"
    shown = [item for item in engine.context(diff="").items if item.shown]
    scores = {name: item.score for item in shown for name in item.symbol.split(", ")}
    assert scores["Cart.total"] > scores["checkout"] > scores["test_total"] > scores["old_tax"]


def test_who_mentions_a_name_that_is_gone_is_shown(make_engine) -> None:
    engine = make_engine(FILES, [("first", {})])
    (engine.root / "shop/price.py").write_text(PRICE.replace("old_tax", "levy"))
    pack = engine.context(diff="")
    assert reasons(pack)["Cart.total"] == "mentions old_tax, which is gone"


def test_a_task_beside_the_diff_keeps_its_title(engine: Engine) -> None:
    pack = engine.context("is unrelated still right", diff="")
    assert pack.task == "is unrelated still right"
    assert pack.text.startswith("# Context for: is unrelated still right\n")
    assert {"Cart.total", "unrelated"} <= reasons(pack).keys()


def test_words_of_the_diff_help_the_ranking(make_engine) -> None:
    files = {f"m{k}.py": f"def work_{k}():\n    return {k}\n" for k in range(30)}
    files["far.py"] = "def zebra_stripes():\n    return 'zebra_stripes'\n"
    engine = make_engine(files, [("first", {})])
    (engine.root / "m1.py").write_text("def work_1():\n    return zebra_stripes()\n")
    assert "zebra_stripes" in reasons(engine.context("improve it", diff=""))
    assert "zebra_stripes" not in reasons(engine.context("improve it"))


def test_scope_and_exclusions_hold(engine: Engine) -> None:
    text = engine.context(diff="", scope=["shop/"]).text
    assert "gone/a.py" not in text
    assert "giraffe" not in text
    text = engine.context(diff="", exclude=["gone", "notes.md", "shop/cart.py:6"]).text
    assert "Vanished" not in text
    assert "giraffe" not in text
    assert "old_tax(value) + value" not in text
    assert "shop/cart.py" in text, "the rest of it may be shown"
    assert "Vanished" not in engine.context(diff="", exclude=["gone/a.py"]).text
    assert "Vanished" not in engine.context(diff="", exclude=["*/a.py"]).text


def test_nothing_to_review_is_said(make_engine) -> None:
    engine = make_engine(FILES, [("first", {})])
    with pytest.raises(UsageError, match="nothing has changed in the working tree; compare with another"):
        engine.context(diff="")
    assert engine.context("checkout", diff="").notices[0].startswith("Review of the working tree: 0 files")
    (engine.root / "notes.md").write_text("other\n")
    engine.refresh()
    with pytest.raises(UsageError, match="nothing has changed in the working tree in this scope"):
        engine.context(diff="", scope=["shop/"])
    with pytest.raises(UsageError, match="only one of the two"):
        engine.context(diff="", start=["Cart"])


def test_a_branch_in_a_work_tree_that_moved_on(make_engine) -> None:
    engine = make_engine(FILES, [("first", {})])
    change(engine.root)
    git(engine.root, "add", "-A")
    git(engine.root, "commit", "-q", "-m", "second")
    moved = "import os\n" * 9 + CHANGED["shop/cart.py"]
    (engine.root / "shop/cart.py").write_text(moved)
    engine.refresh()
    pack = engine.context(diff="HEAD~1")
    assert pack.task == "Review of HEAD~1...HEAD"
    assert "@@ -3,7 +3,7 @@ Cart.total\n" in pack.text, "as it was committed"
    assert reasons(pack)["Cart.total"] == "changed"
    (item,) = (item for item in pack.items if item.shown and "Cart.total" in item.symbol)
    assert item.start_line <= 14 < 15 <= item.end_line


def test_a_file_that_changes_under_our_hands_is_read_again(make_engine) -> None:
    engine = make_engine(FILES, [("first", {})])
    engine.index()
    change(engine.root)  # within the time in which nobody looks again
    assert reasons(engine.context(diff=""))["Cart.total"] == "changed"
    assert {file.path for file in engine.changes().files} >= {"shop/cart.py", "gone/a.py"}


@pytest.mark.parametrize("format", ["markdown", "xml", "json", "plain"])
def test_each_format_words_the_diff(engine: Engine, format: str) -> None:
    text = engine.context(diff="", format=format).text
    assert "return old_tax(value) + value" in text
    if format == "json":
        by_path = {each["path"]: each for each in json.loads(text)["changed"]}
        assert by_path["gone/a.py"]["status"] == "removed"
        assert by_path["shop/cart.py"]["diff"].startswith("@@ -3,7 +3,7 @@ Cart.total\n")
    elif format == "xml":
        by_path = {each.get("path"): each for each in ElementTree.fromstring(text).iter("diff")}
        assert by_path["shop/fresh.py"].get("added") == "2"
        assert "+        return old_tax(value) + value" in (by_path["shop/cart.py"].text or "")


@pytest.mark.parametrize("format", ["markdown", "xml", "json", "plain"])
@pytest.mark.parametrize("budget", [*range(1, 60), 75, 100, 150, 250, 400, 600])
def test_the_budget_is_hard(engine: Engine, reader, budget: int, format: str) -> None:
    pack = engine.context(diff="", budget=budget, format=format)
    assert reader.count(pack.text) == pack.tokens <= budget
    if pack.diff is not None:
        assert pack.diff.tokens > 0
        assert pack.diff.files
    assert bool(pack.text) == bool(pack.items or pack.diff)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    budget=st.integers(1, 900),
    task=st.sampled_from(["", "add tax to Cart.total", "nothing of the kind"]),
    format=st.sampled_from(["markdown", "xml", "json", "plain"]),
    exclude=st.sampled_from([(), ("gone",), ("shop/cart.py:5-6",), ("shop/",)]),
)
def test_the_same_question_gets_the_same_bytes(
    engine: Engine, reader, budget: int, task: str, format: str, exclude: tuple[str, ...]
) -> None:
    pack = engine.context(task, budget, diff="", format=format, exclude=exclude)
    assert reader.count(pack.text) == pack.tokens <= budget
    assert pack == engine.context(task, budget, diff="", format=format, exclude=exclude)
    if exclude == ("shop/",):
        assert "old_tax" not in pack.text


def test_the_diff_takes_a_third_at_most_and_says_what_it_leaves_out(make_engine) -> None:
    lines = [f"value_{k} = {k}" for k in range(200)]
    engine = make_engine({"big.py": "\n".join(lines) + "\n", "a.py": "x = 1\n"}, [("first", {})])
    (engine.root / "big.py").write_text("\n".join(line + "0" for line in lines) + "\n")
    (engine.root / "a.py").write_text("x = 2\n")
    pack = engine.context(diff="", budget=900)
    assert pack.diff is not None
    assert 150 < pack.diff.tokens <= 300
    assert pack.diff.lines + pack.diff.lines_left_out == 402
    assert pack.diff.lines >= 2
    assert f"- big.py: +200 -200, {pack.diff.lines_left_out} not in this diff" in pack.text
    (left_out,) = (each for each in pack.notices if each.startswith("changed code that found no room: "))
    assert "big.py:" in left_out


def test_the_budget_may_choose_itself(engine: Engine) -> None:
    pack = engine.context(diff="", budget="auto")
    assert pack.budget == 1_000
    assert {"Cart.total", "brand_new"} <= reasons(pack).keys()


def test_hostile_names_and_lines_do_no_harm(make_engine, reader) -> None:
    name = "a\n```\n# Evil [/b]\x1b[31m.py"
    engine = make_engine({name: "x = 1\n", "b.py": "y = 1\n"}, [("first", {})])
    (engine.root / name).write_text(
        "x = '\x1b[31m' + '```' * 2\n" + "# " + "z" * 10_000 + "\n" * 9 + "y = 2\n"
    )
    (engine.root / "b.py").write_text("y = '````'\n")
    for format in ("markdown", "xml", "json", "plain"):
        pack = engine.context(diff="", budget=2_000, format=format)
        assert reader.count(pack.text) <= 2_000
        assert "\n# Evil" not in pack.text
    text = engine.context(diff="").text
    assert "\n`````diff\n" in text
    assert "+++ b/a\\x0a```\\x0a# Evil [/b]\\x1b[31m.py\n" in text


# --- tests that reach a change -----------------------------------------------------------------------


def test_the_tests_that_reach_changed_lines(engine: Engine) -> None:
    files = {file.path: file for file in engine.changes().files}
    found = engine.tests_of("shop/cart.py", files["shop/cart.py"].lines)
    assert found.specs == ("tests/test_cart.py::test_total",)
    assert found.targets == ("shop/cart.py::Cart.total",)
    assert found.bound in ("exact", "at least")
    assert engine.tests_of("shop/cart.py", [(8, 9)]).specs == ()
    assert engine.tests_of("shop/price.py").specs == ("tests/test_cart.py::test_total",)
    with pytest.raises(UsageError, match=r"no file gone/a\.py"):
        engine.tests_of("gone/a.py", [(1, 1)])
