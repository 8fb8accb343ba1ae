"""What changed, in real repositories."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxsmith_tui import Engine
from ctxsmith_tui.answers.changes import Shift
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.index.trees import differing
from ctxsmith_tui.index.worktree import blob_hash
from ctxsmith_tui.model import ChangedFile, FileStatus, Hunk
from ctxsmith_tui.pack.diff import cut, shortened
from ctxsmith_tui.text.linediff import replaced
from ctxsmith_tui.text.lines import split_lines

Files = Mapping[str, "str | bytes"]
pytestmark = pytest.mark.usefixtures("nobodys_settings")

CART = """\
class Cart:
    def total(self):
        return 0

    def pay(self):
        return self.total()


def checkout(cart):
    return cart.pay()
"""


def git(root: Path, *args: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *args], capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode(errors="replace").strip()


def write(root: Path, files: Files) -> None:
    for name, content in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)


def commit(root: Path, files: Files = {}, message: str = "More") -> str:  # noqa: B006
    write(root, files)
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture
def make(tmp_path: Path) -> Callable[[Files], Path]:
    def repository(files: Files) -> Path:
        root = tmp_path / "repo"
        root.mkdir()
        git(root, "init", "-q")
        commit(root, files, "start")
        return root

    return repository


def changed(root: Path, base: str = "") -> dict[str, ChangedFile]:
    with Engine(root) as engine:
        return {file.path: file for file in engine.changes(base).files}


def applied(hunks: Sequence[Hunk], old: Sequence[str]) -> list[str]:
    """The new side, made from the old one by the hunks alone."""
    made: list[str] = []
    at = 0
    for hunk in hunks:
        start = hunk.old_start - (hunk.old_lines > 0)
        made += old[at:start]
        assert len(made) == hunk.new_start - (hunk.new_lines > 0)
        kept = [line.text for line in hunk.lines if line.kind != "+"]
        assert kept == list(old[start : start + hunk.old_lines])
        made += [line.text for line in hunk.lines if line.kind != "-"]
        assert sum(line.kind != "-" for line in hunk.lines) == hunk.new_lines
        at = start + hunk.old_lines
    return [*made, *old[at:]]


# --- the work tree -----------------------------------------------------------------------------------


def test_an_untouched_work_tree_has_no_changes(make) -> None:
    root = make({"a.py": CART})
    with Engine(root) as engine:
        found = engine.changes()
    assert found.files == ()
    assert found.base_commit == found.head_commit == git(root, "rev-parse", "HEAD")
    assert (found.base, found.title) == ("", "Review of the working tree")


def test_added_changed_removed_staged_and_untracked_files_are_found(make) -> None:
    root = make({"a.py": CART, "gone.py": "x = 1\ny = 2\n", "same.py": "z = 1\n", ".gitignore": "*.log\n"})
    (root / "gone.py").unlink()
    write(root, {"staged.py": "s = 1\n"})
    git(root, "add", "staged.py")
    write(root, {"a.py": CART.replace("return 0", "return 1"), "new/b.txt": "b = 1\n", "c.log": "ignored\n"})
    os.utime(root / "same.py")
    found = changed(root)
    assert {path: (file.status.value, file.added, file.removed) for path, file in found.items()} == {
        "a.py": ("changed", 1, 1),
        "gone.py": ("removed", 0, 2),
        "new/b.txt": ("added", 1, 0),
        "staged.py": ("added", 1, 0),
    }
    (hunk,) = found["a.py"].hunks
    assert (hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines) == (1, 6, 1, 6)
    assert hunk.symbol == "Cart.total"
    assert [(line.kind, line.old, line.new) for line in hunk.lines[2:4]] == [("-", 3, 0), ("+", 0, 3)]
    assert hunk.changed == ((3, 3),)
    assert found["gone.py"].hunks[0].heading == "@@ -1,2 +0,0 @@"
    assert found["new/b.txt"].hunks[0].heading == "@@ -0,0 +1,1 @@"


def test_a_change_within_the_same_moment_and_size_is_found(make) -> None:
    root = make({"a.py": "x = 1\n"})
    before = (root / "a.py").stat()
    write(root, {"a.py": "x = 2\n"})
    os.utime(root / "a.py", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert changed(root)["a.py"].added == 1


def test_removed_lines_tell_the_gap(make) -> None:
    root = make({"a.py": CART})
    write(root, {"a.py": CART.replace("        return 0\n", "")})
    (hunk,) = changed(root)["a.py"].hunks
    assert hunk.changed == ()
    assert hunk.gaps == ((2, 3),)
    assert changed(root)["a.py"].lines == ((2, 3),)


def test_names_of_any_bytes(make) -> None:
    names = ["sp ace.py", "new\nline.py", "tab\t.py", '"quoted".py', "-dash.py", "café.py", "[/b].py"]
    names.append(os.fsdecode(b"\xff\xfe.py"))
    root = make(dict.fromkeys(names, "x = 1\n"))
    write(root, dict.fromkeys(names, "x = 1\ny = 2\n") | {"un\ttracked\n.py": "n\n"})
    found = changed(root)
    assert found.keys() == {*names, "un\ttracked\n.py"}
    assert all(found[name].added == 1 for name in names)


def test_line_ends_and_the_last_newline_are_said(make) -> None:
    root = make({"crlf.txt": "a\nb\n", "last.txt": "a\nb\n", "more.txt": "a\nb", "mixed.txt": "a\nb\n"})
    write(root, {"crlf.txt": "a\r\nb\r\n", "last.txt": "a\nb", "more.txt": "a\nc\n", "mixed.txt": "a\r\nx\n"})
    found = changed(root)
    assert found["crlf.txt"].note == "line ends were LF, are CRLF"
    assert found["crlf.txt"].hunks == ()
    assert found["last.txt"].note == "newline at the end of the file removed"
    assert found["more.txt"].note == "newline at the end of the file added"
    assert (found["more.txt"].added, found["more.txt"].removed) == (1, 1)
    assert found["mixed.txt"].note == "line ends were LF, are CRLF and LF"
    assert found["mixed.txt"].added == 1


@pytest.mark.parametrize("how", ["attributes", "autocrlf"])
def test_a_checkout_with_other_line_ends_is_no_change(make, how: str) -> None:
    attributes = {".gitattributes": "*.txt text eol=crlf\n"} if how == "attributes" else {}
    root = make({"a.txt": "a\nb\n", "b.txt": "a\nb\n", **attributes})
    if how == "autocrlf":
        git(root, "config", "core.autocrlf", "true")
    write(root, {"a.txt": "a\r\nb\r\n", "b.txt": "a\r\nc\r\n"})
    found = changed(root)
    assert set(found) == {"b.txt"}
    assert found["b.txt"].added == 1, "and not every line"


def test_binary_and_large_files_are_listed_with_a_note(make) -> None:
    root = make({"logo.bin": b"\x00\x01" * 50, "big.txt": "x\n" * 600_000, "small.bin": b"\x00"})
    write(root, {"logo.bin": b"\x00\x02" * 50, "big.txt": "y\n" * 600_000, "fresh.bin": b"\x00\xff"})
    found = changed(root)
    assert found["logo.bin"].binary
    assert found["logo.bin"].note == "binary"
    assert found["fresh.bin"].status is FileStatus.ADDED
    assert found["big.txt"].note == "too large to compare (1.2 MB)"
    assert not any(file.hunks for file in found.values())


def test_modes_and_links_are_listed_with_a_note(make) -> None:
    root = make({"run.sh": "echo\n", "plain.txt": "x\n", "target.txt": "t\n"})
    (root / "link").symlink_to("target.txt")
    commit(root)
    (root / "run.sh").chmod(0o755)
    (root / "link").unlink()
    (root / "link").symlink_to("plain.txt")
    (root / "plain.txt").unlink()
    (root / "plain.txt").symlink_to("/etc/passwd")
    found = changed(root)
    assert {path: file.note for path, file in found.items()} == {
        "run.sh": "now executable",
        "link": "symbolic link",
        "plain.txt": "a symbolic link, was a file",
    }
    git(root, "config", "core.fileMode", "false")
    assert "run.sh" not in changed(root)


def test_a_file_behind_a_link_is_not_read(make, tmp_path: Path) -> None:
    root = make({"folder/a.txt": "inside\n"})
    outside = tmp_path / "outside"
    write(outside, {"a.txt": "secret\n"})
    (root / "folder/a.txt").unlink()
    (root / "folder").rmdir()
    (root / "folder").symlink_to(outside)
    found = changed(root)
    assert found["folder/a.txt"].status is FileStatus.REMOVED
    assert not any("secret" in line.text for file in found.values() for h in file.hunks for line in h.lines)


def test_a_submodule_is_listed_by_its_commits(make, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    first = commit(inner, {"i.py": "i = 1\n"})
    root = make({"a.py": CART})
    git(root, "submodule", "add", "-q", str(inner), "lib")
    assert changed(root)["lib"].note == f"submodule at {first[:10]}"
    commit(root)
    assert changed(root) == {}
    second = commit(root / "lib", {"i.py": "i = 2\n"})
    assert changed(root)["lib"].note == f"submodule at {second[:10]}, was at {first[:10]}"


def test_a_digest_lasts_as_long_as_both_sides(make) -> None:
    root = make({"a.py": CART, "b.py": CART})
    write(root, {"a.py": CART + "\n\nx = 1\n"})
    one = changed(root)["a.py"].digest
    os.utime(root / "a.py")
    write(root, {"b.py": CART + "y = 1\n"})
    assert changed(root)["a.py"].digest == one
    write(root, {"a.py": CART + "\n\nx = 2\n"})
    assert changed(root)["a.py"].digest != one


def test_a_sparse_checkout_removes_nothing(make) -> None:
    root = make({"a.py": CART, "b/c.py": "c = 1\n"})
    git(root, "sparse-checkout", "set", "--no-cone", "/a.py")
    assert not (root / "b/c.py").exists()
    assert changed(root) == {}


# --- branches ----------------------------------------------------------------------------------------


def test_a_branch_is_compared_with_where_it_left(make) -> None:
    root = make({"a.py": CART, "old.py": "o = 1\n"})
    start = git(root, "rev-parse", "HEAD")
    git(root, "checkout", "-q", "-b", "topic")
    head = commit(root, {"a.py": CART.replace("return 0", "return 1"), "new.py": "n = 1\n"})
    git(root, "checkout", "-q", "main")
    commit(root, {"main.py": "m = 1\n", "a.py": "replaced = 1\n"})
    git(root, "checkout", "-q", "topic")
    write(root, {"dirty.py": "d = 1\n"})
    with Engine(root) as engine:
        found = engine.changes("main")
        assert engine.changes("main...HEAD").files == found.files
    assert (found.base, found.base_commit, found.head_commit) == ("main", start, head)
    assert found.title == "Review of main...HEAD"
    assert [(file.path, file.status.value) for file in found.files] == [
        ("a.py", "changed"),
        ("new.py", "added"),
    ]
    assert found.files[0].hunks[0].symbol == "Cart.total"


def test_symbols_of_a_branch_are_found_in_a_work_tree_that_moved_on(make) -> None:
    root = make({"a.py": CART})
    commit(root, {"a.py": CART.replace("cart.pay()", "cart.pay() or 1")})
    write(root, {"a.py": "import os\nimport sys\n\n\n" + CART.replace("cart.pay()", "cart.pay() or 1")})
    assert changed(root, "HEAD~1")["a.py"].hunks[0].symbol == "checkout"


def test_a_renamed_file_is_removed_and_added(make) -> None:
    root = make({"a.py": CART})
    git(root, "mv", "a.py", "b.py")
    expected = {"a.py": "removed", "b.py": "added"}
    assert {path: file.status.value for path, file in changed(root).items()} == expected
    commit(root)
    assert {path: file.status.value for path, file in changed(root, "HEAD~1").items()} == expected


def test_what_cannot_be_compared_is_said(make, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UsageError, match=r"no git repository.*git init"):
        changed(empty)
    git(empty, "init", "-q")
    write(empty, {"a.py": CART})
    with pytest.raises(UsageError, match=r"no commit to compare with yet.*git commit"):
        changed(empty)
    root = make({"a.py": CART})
    for name in ("nowhere", "--output=x", "a..b", "HEAD:a.py", "@{99}", "a\0b", "-"):
        with pytest.raises(UsageError, match=r"no commit .* here; give a branch"):
            changed(root, name)
    git(root, "checkout", "-q", "--orphan", "alone")
    commit(root)
    with pytest.raises(UsageError, match=r"main and HEAD have no common commit; name a branch"):
        changed(root, "main")


def test_a_shallow_clone_says_how_to_get_the_rest(make, tmp_path: Path) -> None:
    root = make({"a.py": CART})
    git(root, "checkout", "-q", "-b", "topic")
    commit(root, {"t.py": "t = 1\n"})
    git(root, "checkout", "-q", "main")
    commit(root, {"m.py": "m = 1\n"})
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", "--no-single-branch", f"file://{root}", str(clone))
    with pytest.raises(UsageError, match="shallow: `git fetch --unshallow`"):
        changed(clone, "origin/topic")


# --- properties --------------------------------------------------------------------------------------

TEXT = st.lists(st.sampled_from(["a", "b", "", "    c", "}", "é", "x\x0cy", "last"]), max_size=40)
END = st.sampled_from(["\n", "\r\n", ""])


@pytest.fixture(scope="module")
def pairs_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("pairs")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(sides=st.lists(st.tuples(TEXT, TEXT, END, END), min_size=1, max_size=12))
def test_the_hunks_make_the_new_side_of_the_old_one(pairs_repository: Path, sides) -> None:
    root = pairs_repository
    for path in root.glob("*.txt"):
        path.unlink()
    texts = {
        f"{k}.txt": ("".join(line + e1 for line in one), "".join(line + e2 for line in other))
        for k, (one, other, e1, e2) in enumerate(sides)
    }
    commit(root, {name: old for name, (old, _) in texts.items()})
    write(root, {name: new for name, (_, new) in texts.items()})
    found = changed(root)
    for name, (old, new) in texts.items():
        assert (name in found) == (old != new)
        if name in found:
            hunks = found[name].hunks
            assert applied(hunks, split_lines(old)) == split_lines(new)
            parts = [part for hunk in hunks for part in cut(hunk, 5)]
            assert applied(parts, split_lines(old)) == split_lines(new)
            assert applied([shortened(hunk) for hunk in hunks], split_lines(old)) == split_lines(new)
            assert bool(hunks) or found[name].note


@given(TEXT, TEXT)
def test_unchanged_lines_are_where_the_shift_says(old: list[str], new: list[str]) -> None:
    changes = replaced(old, new)
    shift = Shift(changes)
    touched = {line for each in changes for line in range(each.old_start, each.old_end)}
    for number, line in enumerate(old, 1):
        if number - 1 not in touched:
            assert new[shift.line(number) - 1] == line


def test_our_hash_of_a_file_is_that_of_git(make) -> None:
    root = make({"a.py": CART})
    assert blob_hash(CART.encode()) == git(root, "rev-parse", "HEAD:a.py")


def test_trees_tell_the_same_as_the_work_tree(make) -> None:
    root = make({"a.py": CART, "b.py": "b\n", "c.py": "c\n"})
    (root / "b.py").unlink()
    write(root, {"a.py": CART * 2, "d.py": "d\n"})
    now = changed(root)
    commit(root)
    later = changed(root, "HEAD~1")
    assert {path: (f.status, f.hunks) for path, f in now.items()} == {
        path: (f.status, f.hunks) for path, f in later.items()
    }
    assert [pair.path for pair in differing(root, git(root, "rev-parse", "HEAD~1"), "HEAD")] == list(later)
