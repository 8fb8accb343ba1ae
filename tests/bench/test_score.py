"""The scorer's reading of patches, and its measures, on diffs made by hand."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from ctxsmith_tui.model import Level


def load() -> ModuleType:
    path = Path(__file__).parents[2] / "bench" / "score.py"
    spec = importlib.util.spec_from_file_location("bench_score", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


score = load()


def git(folder: Path, *command: str) -> str:
    """Run git as if nobody had configured it."""
    user = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    env = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    call = ["git", "-C", str(folder), *user, *command]
    return subprocess.run(call, check=True, capture_output=True, encoding="utf-8", env=env).stdout


def head(path: str, *more: str) -> str:
    return "\n".join([f"diff --git a/{path} b/{path}", *more, f"--- a/{path}", f"+++ b/{path}", ""])


REMOVE = "@@ -10,4 +10,4 @@ def f():\n a\n-b\n+B\n c\n d\n"
INSERT = "@@ -20,3 +20,4 @@\n a\n+new\n b\n c\n"


def hunks(patch: str) -> list[frozenset[int]]:
    return [lines for change in score.parse_patch(patch) for lines in change.hunks]


def test_a_removed_line_counts_itself() -> None:
    assert hunks(head("x.py") + REMOVE) == [{11}]


def test_an_insertion_counts_the_lines_before_and_after() -> None:
    assert hunks(head("x.py") + INSERT) == [{20, 21}]


def test_two_insertions_in_one_hunk() -> None:
    assert hunks(head("x.py") + "@@ -1,4 +1,7 @@\n a\n+n\n b\n+n\n+n\n c\n d\n") == [{1, 2, 3}]


def test_insertions_beside_removed_lines_do_not_count() -> None:
    assert hunks(head("x.py") + "@@ -1,4 +1,4 @@\n a\n+n\n b\n c\n-d\n") == [{4}]


def test_insertion_before_the_first_line() -> None:
    assert hunks(head("x.py") + "@@ -1,2 +1,3 @@\n+n\n a\n b\n") == [{1}]


def test_hunks_without_context() -> None:
    patch = head("x.py") + "@@ -5,0 +6 @@\n+n\n@@ -9 +11 @@\n-a\n+b\n@@ -20,2 +21,0 @@\n-a\n-b\n"
    assert hunks(patch) == [{5, 6}, {9}, {20, 21}]


def test_removed_and_added_lines_that_look_like_headers() -> None:
    patch = head("x.sql") + "@@ -1,3 +1,3 @@\n a\n--- comment\n+++ count\n b\n" + REMOVE
    assert hunks(patch) == [{2}, {11}]


def test_context_that_looks_like_a_hunk_or_a_file() -> None:
    patch = head("x.diff") + "@@ -1,4 +1,3 @@\n @@ -1,2 +1,2 @@\n diff --git a/y b/y\n-a\n b\n"
    assert score.parse_patch(patch) == [score.FileChange("x.diff", [frozenset({3})])]


def test_no_newline_at_the_end_of_either_side() -> None:
    mark = "\\ No newline at end of file\n"
    patch = head("x.py") + f"@@ -3,2 +3,2 @@\n a\n-b\n{mark}+b2\n{mark}" + head("y.py") + INSERT
    assert hunks(patch) == [{4}, {20, 21}]


def test_form_feeds_and_carriage_returns_stay_inside_a_line() -> None:
    assert hunks(head("x.py") + "@@ -1,4 +1,3 @@\n \f\n a\r\n-b\x85c\u2028d\n e\n") == [{3}]


def test_blank_context_may_have_lost_its_space() -> None:
    assert hunks(head("x.py") + "@@ -1,3 +1,3 @@\n\n-a\n+b\n\n") == [{2}]
    assert hunks(head("x.py") + "@@ -1,4 +1,4 @@\n a\n-a\n+b") == [{2}]


def test_a_cut_hunk_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a line of a hunk"):
        score.parse_patch(head("x.py") + "@@ -1,9 +1,9 @@\n a\n" + head("y.py") + REMOVE)


def test_new_files_have_no_path_before_the_fix() -> None:
    patch = (
        "diff --git a/n.py b/n.py\nnew file mode 100644\n--- /dev/null\n+++ b/n.py\n@@ -0,0 +1,2 @@\n+a\n+b\n"
    )
    assert [change.path for change in score.parse_patch(patch + head("x.py") + REMOVE)] == [None, "x.py"]
    assert score.gold({"patch": patch + head("x.py") + REMOVE}) == ({"x.py"}, [("x.py", {11})])


def test_deleted_files_count() -> None:
    start = "diff --git a/d.py b/d.py\ndeleted file mode 100644\n--- a/d.py\n+++ /dev/null\n"
    patch = start + "@@ -1,2 +0,0 @@\n-a\n-b\n"
    assert score.gold({"patch": patch}) == ({"d.py"}, [("d.py", {1, 2})])


def test_a_renamed_file_counts_under_its_old_name() -> None:
    patch = (
        "diff --git a/old/long name.py b/n.py\nsimilarity index 90%\nrename from old/long name.py\n"
        "rename to n.py\n--- a/old/long name.py\t\n+++ b/n.py\n" + REMOVE
    )
    assert score.gold({"patch": patch}) == ({"old/long name.py"}, [("old/long name.py", {11})])


def test_a_copy_is_a_new_file() -> None:
    patch = "diff --git a/x.py b/copy.py\nsimilarity index 90%\ncopy from x.py\ncopy to copy.py\n" + REMOVE
    assert score.gold({"patch": patch}) == (set(), [])


def test_files_that_change_only_mode_or_bytes() -> None:
    patch = (
        "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n"
        "diff --git a/x y.png b/x y.png\nBinary files a/x y.png and b/x y.png differ\n"
    )
    assert score.gold({"patch": patch}) == ({"run.sh", "x y.png"}, [])


def test_quoted_names() -> None:
    name = r'"a/caf\303\251 \"q\"\\\t.py" "b/caf\303\251 \"q\"\\\t.py"'
    (change,) = score.parse_patch(f"diff --git {name}\n" + REMOVE)
    assert change.path == 'café "q"\\\t.py'


def test_what_git_itself_writes(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    text = "".join(f"line {n} of a file\n" for n in range(1, 41))
    for name in ("a b.py", "ü.py", "gone.py", "moved.py"):
        (tmp_path / name).write_text(text + name, encoding="utf-8")
    git(tmp_path, "add", ".")
    (tmp_path / "a b.py").write_text(text.replace("line 7 of a file\n", "") + "end\n", encoding="utf-8")
    (tmp_path / "ü.py").write_text(text.replace("line 9 ", "new\nline 9 ") + "ü.py", encoding="utf-8")
    (tmp_path / "gone.py").unlink()
    (tmp_path / "moved.py").rename(tmp_path / "there.py")
    (tmp_path / "new.py").write_text("--- a\n+++ b\n", encoding="utf-8")
    git(tmp_path, "add", "--intent-to-add", "there.py", "new.py")
    patch = git(tmp_path, "diff", "--find-renames")
    changes = {change.path: change.hunks for change in score.parse_patch(patch)}
    expected = {"a b.py": [{7}, {41}], "ü.py": [{8, 9}], "gone.py": [set(range(1, 42))], "moved.py": []}
    assert {path: lines for path, lines in changes.items() if path} == expected
    assert None in changes


@pytest.mark.parametrize(
    "path",
    [
        "tests/a.py",
        "pkg/test/b.c",
        "src/__tests__/c.js",
        "test_x.py",
        "pkg/x_test.go",
        "a.spec.ts",
        "a-test.js",
        "spec/models/user_spec.rb",
        "src/FooTest.java",
        "conftest.py",
    ],
)
def test_tests_are_told_by_path(path: str) -> None:
    assert score.is_test(path)


@pytest.mark.parametrize("path", ["src/_pytest/nodes.py", "latest.py", "pkg/testing/api.py", "contest/a.py"])
def test_other_paths_are_not_tests(path: str) -> None:
    assert not score.is_test(path)


def test_gold_files_of_a_row_go_before_the_patch() -> None:
    row = {"patch": head("x.py") + REMOVE + head("doc.md") + REMOVE, "gold_files": ["x.py"]}
    assert score.gold(row) == ({"x.py"}, [("x.py", {11})])
    assert score.gold({"patch": head("x.py") + REMOVE + head("tests/x.py") + INSERT})[0] == {"x.py"}


def test_recall() -> None:
    gold = frozenset({"a", "b"})
    assert score.recall(["a", "a", "c"], gold) == 0.5
    assert score.recall([], gold) == 0


def item(path: str, start: int, end: int, level: Level, **more: object) -> SimpleNamespace:
    return SimpleNamespace(path=path, start_line=start, end_line=end, level=level, **more)


def test_only_printed_code_is_shown() -> None:
    items = [
        item("a", 1, 9, Level.FULL),
        item("a", 20, 90, Level.SLICE, shown=((20, 21), (50, 52))),
        item("b", 1, 9, Level.OUTLINE),
        item("c", 1, 9, Level.SIGNATURE),
        item("d", 1, 9, Level.SLICE, shown=()),
    ]
    assert score.shown_ranges(items) == {"a": [(1, 9), (20, 21), (50, 52)]}


def test_lines_in_pack_is_a_share_of_hunks() -> None:
    gold_hunks = [("a", frozenset({9, 10})), ("a", frozenset({11})), ("b", frozenset({1}))]
    assert score.lines_in_pack(gold_hunks, {"a": [(1, 9)]}) == pytest.approx(1 / 3)
    assert score.lines_in_pack(gold_hunks, {"a": [(1, 9), (11, 11)], "b": [(1, 1)]}) == 1
    assert score.lines_in_pack(gold_hunks, {}) == 0
    assert score.lines_in_pack([], {"a": [(1, 9)]}) is None


def test_the_table_averages_over_rows_and_sets_the_peer_beside() -> None:
    ours = [
        {"instance_id": n, "repo": f"o/{n}", "recall@1": value, "lines@100": value and None}
        for n, value in (("x", 1.0), ("y", 0.0))
    ]
    peer = [{"repo": "o/x", "recall@1": 0.25}]
    lines = [line.split() for line in score.table(ours, peer, [100]).splitlines()]
    assert [line[:3] for line in lines[1:]] == [
        ["o/x", "1", "100.0"],
        ["peer", "1", "25.0"],
        ["o/y", "1", "0.0"],
        ["peer", "0", "-"],
        ["all", "2", "50.0"],
        ["peer", "1", "25.0"],
    ]


def test_a_work_tree_shows_its_commit_and_no_later_one(tmp_path: Path) -> None:
    mirror = tmp_path / "mirrors" / "o+n"
    mirror.mkdir(parents=True)
    git(mirror, "init", "--quiet")
    for text in ("old", "fixed"):
        (mirror / "x.py").write_text(text)
        git(mirror, "add", ".")
        git(mirror, "commit", "--quiet", "-m", text)
    base = git(mirror, "rev-parse", "HEAD~").strip()
    row = {"repo": "O/n", "fetch": "github:o/n", "instance_id": "o__n-1", "base_commit": base}
    assert score.prepare(row, tmp_path / "trees", tmp_path / "mirrors") == ""
    tree = tmp_path / "trees" / "o__n-1"
    assert (tree / "x.py").read_text() == "old"
    assert git(tree, "log", "--all", "--format=%s") == "old\n"
    assert git(tree, "status", "--porcelain") == ""
    assert score.prepare(row, tmp_path / "trees", tmp_path / "mirrors") == ""
    missing = row | {"base_commit": "0" * 40, "instance_id": "o__n-2"}
    assert "no commit" in score.prepare(missing, tmp_path / "trees", tmp_path / "mirrors")
    assert "no mirror" in score.prepare(missing, tmp_path / "trees", tmp_path)
