from __future__ import annotations

import os
import socket
import subprocess

import pytest

from ctxsmith_tui.errors import CtxsmithError, GitError
from ctxsmith_tui.index import git, walk
from ctxsmith_tui.index.decode import read_bytes
from ctxsmith_tui.index.files import (
    DEPENDENCIES,
    NESTED,
    NOT_CHECKED_OUT,
    NOT_REGULAR,
    SYMLINK,
    UNREADABLE,
)
from ctxsmith_tui.index.listing import Listing, list_files, start_listing
from ctxsmith_tui.model import Skipped

ODD_NAMES = [
    "café.py",
    "new\nline.py",
    "esc\x1b[31m.py",
    os.fsdecode(b"bad\xff.py"),
    "-dash.py",
    "sp ace.py",
    "tab\there.py",
    " leading.py",
    "back\\slash.py",
    '"quoted".py',
    f"160000 {'0' * 40} 0\tfake.py",
    "? mark.py",
]


def paths(listing: Listing) -> list[str]:
    return [file.path for file in listing.files]


@pytest.fixture(params=["git", "walk"])
def is_git(request) -> bool:
    """Whether the folder listed is a git repository, or the same files without git."""
    return request.param == "git"


@pytest.fixture
def make_folder(make_repo, is_git):
    """A folder of untracked files, with or without git."""

    def make(files):
        repo = make_repo()
        repo.write(files)
        if not is_git:
            (repo.path / ".git").rename(repo.path.parent / "no-git")
        return repo.path

    return make


def test_files_come_sorted_with_size_and_time(make_folder, is_git):
    root = make_folder({"b/z.txt": "12345", "b.txt": "", "a.txt": "x"})
    os.utime(root / "a.txt", ns=(1, 1_700_000_000_123_456_789))
    listing = list_files(root, is_git)
    assert paths(listing) == ["a.txt", "b.txt", "b/z.txt"]
    assert listing.files[0][1:] == (1, 1_700_000_000_123_456_789)
    assert listing.files[2].size == 5
    assert listing.skipped == ()


def test_any_name(make_folder, is_git):
    root = make_folder(dict.fromkeys(ODD_NAMES, ""))
    listing = list_files(root, is_git)
    assert paths(listing) == sorted(ODD_NAMES)
    assert listing.skipped == ()


def test_any_name_when_tracked(make_repo):
    repo = make_repo(dict.fromkeys(ODD_NAMES, ""))
    assert paths(list_files(repo.path, True)) == sorted(ODD_NAMES)


def test_no_link_is_followed(make_folder, is_git, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    root = make_folder({"a.txt": ""})
    (root / "file").symlink_to(outside / "secret.txt")
    (root / "folder").symlink_to(outside)
    (root / "inside").symlink_to("a.txt")
    (root / "broken").symlink_to("no\x1bwhere")
    (root / "loop").symlink_to("loop")
    listing = list_files(root, is_git)
    assert paths(listing) == ["a.txt"]
    assert listing.skipped == (
        Skipped("broken", SYMLINK, "no\\x1bwhere"),
        Skipped("file", SYMLINK, str(outside / "secret.txt")),
        Skipped("folder", SYMLINK, str(outside)),
        Skipped("inside", SYMLINK, "a.txt"),
        Skipped("loop", SYMLINK, "loop"),
    )


def test_a_tracked_folder_replaced_by_a_link_is_not_read(make_repo, tmp_path):
    repo = make_repo({"dir/sub/file.txt": "", "dir/other.txt": "", "a.txt": ""})
    (repo.path / "dir").rename(tmp_path / "outside")
    (repo.path / "dir").symlink_to(tmp_path / "outside")
    listing = list_files(repo.path, True)
    assert paths(listing) == ["a.txt"]
    assert listing.skipped == (Skipped("dir", SYMLINK, str(tmp_path / "outside")),)


def test_what_is_no_regular_file_is_named(make_repo):
    root = make_repo({"fifo": "", "a.txt": ""}).path
    (root / "fifo").unlink()
    os.mkfifo(root / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(root / "socket"))
        for in_git in (True, False):
            listing = list_files(root, in_git)
            assert paths(listing) == ["a.txt"]
            assert Skipped("fifo", NOT_REGULAR) in listing.skipped


def test_tracked_files_that_are_gone_are_left_out(make_repo):
    repo = make_repo({"a.txt": "", "b.txt": "", "c/d.txt": "", "e": ""})
    (repo.path / "b.txt").unlink()
    (repo.path / "c" / "d.txt").unlink()
    (repo.path / "c").rmdir()
    (repo.path / "c").write_text("a file now")
    (repo.path / "e").unlink()
    repo.write({"e/f.txt": ""})
    assert list_files(repo.path, True).skipped == ()
    assert paths(list_files(repo.path, True)) == ["a.txt", "c", "e/f.txt"]


def test_an_unmerged_file_is_listed_once(make_repo):
    repo = make_repo({"a.txt": "1"})
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side", {"a.txt": "2"})
    repo.git("checkout", "-q", "main")
    repo.commit("main", {"a.txt": "3"})
    with pytest.raises(AssertionError):
        repo.git("merge", "-q", "side")
    assert paths(list_files(repo.path, True)) == ["a.txt"]


def test_ignored_files_are_left_out(make_folder, is_git):
    root = make_folder(
        {
            ".gitignore": "*.log\n/build/\n!keep.log\nlogs/*\n!logs/keep.txt\n\\#hash\ntrailing \n",
            "a.log": "", "keep.log": "", "src/b.log": "", "build/x.txt": "", "src/build/y.txt": "",
            "logs/z.txt": "", "logs/keep.txt": "", "#hash": "",
            "src/.gitignore": "!b.log\ngone.txt\n", "src/gone.txt": "", "gone.txt": "",
            "src/deep/.gitignore": "!gone.txt\r\nbuild\r\n", "src/deep/gone.txt": "", "src/deep/build/x": "",
            "src/deep/c.log": "",
        }
    )  # fmt: skip
    assert paths(list_files(root, is_git)) == [
        ".gitignore", "gone.txt", "keep.log", "logs/keep.txt", "src/.gitignore", "src/b.log",
        "src/build/y.txt", "src/deep/.gitignore", "src/deep/gone.txt",
    ]  # fmt: skip


def test_tracked_files_stay_though_ignored(make_repo):
    repo = make_repo({"a.log": ""})
    repo.write({".gitignore": "*.log", "b.log": ""})
    assert paths(list_files(repo.path, True)) == [".gitignore", "a.log"]


def test_a_walk_lets_ignore_overrule_gitignore(tmp_path):
    files = {
        ".gitignore": "*.log",
        ".ignore": "!a.log\n*.txt",
        "a.log": "",
        "b.txt": "",
        "c.py": "",
        "d/e.txt": "",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    listing = list_files(tmp_path, False)
    assert [path for path in paths(listing) if "home" not in path] == [
        ".gitignore",
        ".ignore",
        "a.log",
        "c.py",
    ]


def test_a_walk_does_not_follow_a_linked_ignore_file(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "patterns").write_text("*")
    (root / "a.txt").write_text("")
    (root / ".gitignore").symlink_to(tmp_path / "patterns")
    assert paths(list_files(root, False)) == ["a.txt"]


def test_one_bad_pattern_does_not_switch_off_the_others(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / ".gitignore").write_bytes(b"\xef\xbb\xbf*.log\n!\n/\n[z-a\n\xff.txt\n*.tmp\n")
    for name in (b"a.log", b"b.tmp", b"\xff.txt", b"c.py"):
        (root / os.fsdecode(name)).write_text("")
    assert paths(list_files(root, False)) == [".gitignore", "c.py"]


def test_own_folder_is_always_left_out(make_repo):
    repo = make_repo({".contextsmith/index.db": "", "a.txt": "", "sub/.contextsmith/x": ""})
    repo.write({".contextsmith/new": ""})
    for in_git in (True, False):
        listing = list_files(repo.path, in_git)
        assert paths(listing) == ["a.txt"]
        assert listing.skipped == ()


def test_a_committed_index_is_refused(make_repo):
    repo = make_repo({".contextsmith/tui-index.db": "", "a.txt": ""})
    with pytest.raises(CtxsmithError, match="git rm -r --cached"):
        list_files(repo.path, True)


def test_dependencies_are_not_entered_but_named(make_folder, is_git):
    root = make_folder(
        {
            "node_modules/x/index.js": "",
            "web/node_modules/y.js": "",
            "env/pyvenv.cfg": "",
            "env/lib/z.py": "",
            "a.py": "",
        }
    )
    listing = list_files(root, is_git)
    assert paths(listing) == ["a.py"]
    assert listing.skipped == tuple(
        Skipped(path, DEPENDENCIES) for path in ("env", "node_modules", "web/node_modules")
    )


def test_tracked_dependencies_are_listed(make_repo):
    repo = make_repo({"node_modules/x.js": ""})
    assert paths(list_files(repo.path, True)) == ["node_modules/x.js"]


def test_nested_repositories_and_work_trees_are_not_entered(make_repo, is_git):
    repo = make_repo({"a.txt": ""})
    make_repo({"x.py": ""}, "repo/clone")
    make_repo(name="repo/deep/unborn").write({"y.py": ""})
    repo.git("worktree", "add", "-q", "tree", "-b", "side")
    listing = list_files(repo.path, is_git)
    assert paths(listing) == ["a.txt"]
    assert listing.skipped == tuple(Skipped(path, NESTED) for path in ("clone", "deep/unborn", "tree"))


def test_a_work_tree_is_listed_as_a_repository(make_repo, tmp_path):
    repo = make_repo({"a.txt": ""})
    repo.git("worktree", "add", "-q", "../tree", "-b", "side")
    (tmp_path / "tree" / "b.txt").write_text("")
    assert paths(list_files(tmp_path / "tree", True)) == ["a.txt", "b.txt"]


@pytest.fixture
def with_submodule(make_repo):
    """A repository with the checked-out submodule `libs/sub`, which has one of its own, `in ner`."""
    inner = make_repo({"c.txt": ""}, "inner")
    sub = make_repo({"b.txt": ""}, "sub")
    sub.git("submodule", "--quiet", "add", str(inner.path), "in ner")
    sub.commit("inner")
    repo = make_repo({"a.txt": ""})
    repo.git("submodule", "--quiet", "add", str(sub.path), "libs/sub")
    repo.git("submodule", "--quiet", "update", "--init", "--recursive")
    repo.commit("sub")
    return repo


def test_submodules_are_listed_from_inside(with_submodule):
    root = with_submodule.path
    (root / "libs/sub/new.txt").write_text("")
    (root / "libs/sub/link").symlink_to("/etc/passwd")
    listing = list_files(root, True)
    assert paths(listing) == [
        ".gitmodules", "a.txt", "libs/sub/.gitmodules", "libs/sub/b.txt", "libs/sub/in ner/c.txt",
        "libs/sub/new.txt",
    ]  # fmt: skip
    assert listing.skipped == (Skipped("libs/sub/link", SYMLINK, "/etc/passwd"),)


def test_a_submodule_that_is_not_checked_out_is_named(with_submodule, tmp_path):
    with_submodule.git("clone", "-q", ".", "../clone")
    listing = list_files(tmp_path / "clone", True)
    assert paths(listing) == [".gitmodules", "a.txt"]
    assert listing.skipped == (Skipped("libs/sub", NOT_CHECKED_OUT),)


def test_a_submodule_replaced_by_a_link_is_not_read(with_submodule, tmp_path):
    root = with_submodule.path
    (root / "libs/sub").rename(tmp_path / "moved")
    (root / "libs/sub").symlink_to(tmp_path / "moved")
    listing = list_files(root, True)
    assert paths(listing) == [".gitmodules", "a.txt"]
    assert listing.skipped == (Skipped("libs/sub", SYMLINK, str(tmp_path / "moved")),)


def test_a_broken_submodule_does_not_stop_the_listing(with_submodule):
    (with_submodule.path / "libs/sub/.git").write_text("gitdir: /nowhere\n")
    listing = list_files(with_submodule.path, True)
    assert paths(listing) == [".gitmodules", "a.txt"]
    assert [line[:2] for line in listing.skipped] == [("libs/sub", UNREADABLE)]


def test_a_folder_that_cannot_be_opened_is_named_by_a_walk(tmp_path, monkeypatch):
    root = tmp_path / "root"
    (root / "closed").mkdir(parents=True)
    (root / "a.txt").write_text("")
    scandir = os.scandir

    def refuse(place):
        if place.endswith("closed/"):
            raise PermissionError(13, "Permission denied")
        return scandir(place)

    monkeypatch.setattr(walk.os, "scandir", refuse)
    listing = list_files(root, False)
    assert paths(listing) == ["a.txt"]
    assert listing.skipped == (Skipped("closed", UNREADABLE, "Permission denied"),)


def test_a_folder_that_git_cannot_open_is_named(make_repo, monkeypatch):
    repo = make_repo({"a.txt": ""})
    finish = git.finish

    def warn(running):
        output = finish(running)
        running.warnings = b"warning: could not open directory 'c\xc3\xa9/x/': Permission denied\n"
        return output

    monkeypatch.setattr(git, "finish", warn)
    assert list_files(repo.path, True).skipped == (Skipped("cé/x", UNREADABLE, "Permission denied"),)


@pytest.fixture
def deep_repo(make_repo):
    """A repository with 1,500 folders inside each other."""
    repo = make_repo({"a.txt": ""})
    folder = os.open(repo.path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=folder)
        inner = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(os.open("deep.txt", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.close(folder)
    yield repo
    subprocess.run(["rm", "-rf", str(repo.path / "d")], check=True)  # too deep for shutil, and so for pytest


def test_a_very_deep_folder_does_not_exhaust_the_stack(deep_repo):
    expected = ["a.txt", "d/" * 1500 + "deep.txt"]
    for in_git in (True, False):
        assert paths(list_files(deep_repo.path, in_git)) == expected
    assert read_bytes(deep_repo.path, expected[1]) == b""


def test_git_lists_beside_other_work_and_a_walk_needs_no_start(make_repo, tmp_path):
    repo = make_repo({"a.txt": ""})
    assert paths(list_files(repo.path, True, start_listing(repo.path, True))) == ["a.txt"]
    assert start_listing(repo.path, False) is None


def test_without_git_a_repository_is_walked(make_repo, monkeypatch):
    repo = make_repo({"a.txt": "", ".gitignore": "*.log"})
    repo.write({"b.log": ""})
    monkeypatch.setenv("PATH", "")
    assert paths(list_files(repo.path, True)) == [".gitignore", "a.txt"]


def test_a_refusal_of_git_is_an_error(tmp_path):
    (tmp_path / ".git").write_text("gitdir: /nowhere\n")
    with pytest.raises(GitError, match="not a git repository"):
        list_files(tmp_path, True)


def test_what_was_known_before_changes_no_listing(make_repo, tmp_path):
    repo = make_repo({"a.py": "1", "sub/b.py": "2", "gone.py": "3", "link/inside.py": "4", "junk/c.py": "5"})
    (repo.path / "gone.py").unlink()
    outside = tmp_path / "outside"
    (repo.path / "link").rename(outside)
    (repo.path / "link").symlink_to(outside)
    (outside / "secret.py").write_text("6")
    repo.write({".gitignore": "junk/\nignored.py\n", "ignored.py": "7", "new.py": "8"})
    repo.git("rm", "-r", "-q", "--cached", "junk")
    known = ["a.py", "sub/b.py", "gone.py", "link/inside.py", "link/secret.py", "junk/c.py", "ignored.py"]
    known += ["../outside/secret.py", "sub", ".git/config", "new.py"]
    listing = list_files(repo.path, True, known=known)
    assert listing == list_files(repo.path, True)
    assert paths(listing) == [".gitignore", "a.py", "new.py", "sub/b.py"]
