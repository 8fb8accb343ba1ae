from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxsmith_tui.errors import GitError, UsageError
from ctxsmith_tui.index import git
from ctxsmith_tui.index.history import read_history
from ctxsmith_tui.index.listing import list_files


def _script(place: Path, text: str) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{text}\n")
    place.chmod(0o755)
    return place


@pytest.fixture
def fake_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put a shell script in git's place."""

    def install(text: str) -> None:
        _script(tmp_path / "bin" / "git", text)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")

    return install


def test_run_returns_stdout_as_bytes(make_repo):
    repo = make_repo({"a.txt": "x"})
    assert git.run(repo.path, "ls-files", "-z") == b"a.txt\0"
    assert (
        git.run(repo.path, "hash-object", "--stdin", stdin=b"x").strip()
        == git.run(repo.path, "rev-parse", "HEAD:a.txt").strip()
    )


def test_output_larger_than_a_pipe_does_not_block_git(make_repo):
    repo = make_repo({"big": b"x" * 300_000})
    running = git.start(repo.path, "cat-file", "blob", "HEAD:big")
    assert running.process.wait(10) == 0
    assert len(git.finish(running)) == 300_000


def test_a_failure_quotes_the_first_line_of_git(make_repo):
    with pytest.raises(GitError, match=r"^git rev-parse: fatal: Needed a single revision") as raised:
        git.run(make_repo({"a": ""}).path, "rev-parse", "--verify", "nowhere^{commit}")
    assert "\n" not in str(raised.value)


def test_a_warning_does_not_hide_the_fatal_line(fake_git, tmp_path):
    fake_git("echo warning: first >&2; printf 'fatal: \\033[31mred\\nmore' >&2; exit 128")
    with pytest.raises(GitError, match=r"^git log: fatal: \\x1b\[31mred$"):
        git.run(tmp_path, "log")


def test_dubious_ownership_names_the_fix(fake_git, tmp_path):
    fake_git("echo \"fatal: detected dubious ownership in repository at '$2'\" >&2; exit 128")
    root = tmp_path / "with space"
    root.mkdir()
    with pytest.raises(GitError) as raised:
        git.run(root, "ls-files")
    assert f"git config --global --add safe.directory '{root}'" in str(raised.value)


def test_a_time_limit_ends_git(fake_git, tmp_path):
    fake_git("exec sleep 20")
    began = time.monotonic()
    with pytest.raises(GitError, match=r"did not end within 0\.1 seconds"):
        git.run(tmp_path, "log", timeout=0.1)
    assert time.monotonic() - began < 5


def test_stop_ends_a_running_process_and_may_be_repeated(fake_git, tmp_path):
    fake_git("exec sleep 20")
    running = git.start(tmp_path, "log")
    git.stop(running)
    git.stop(running)
    assert running.process.returncode is not None


def test_without_git(tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    monkeypatch.setenv("PATH", "")
    assert not git.available()
    assert git.head(tmp_path) == git.branch(tmp_path) == ""
    with pytest.raises(GitError, match="not installed"):
        git.run(tmp_path, "version")


def test_a_git_in_the_folder_itself_is_not_git(tmp_path, monkeypatch):
    _script(tmp_path / "git", "touch marker")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f".{os.pathsep}")
    assert not git.available()


def test_inherited_variables_do_not_lead_elsewhere(make_repo, monkeypatch):
    here, other = make_repo({"here.txt": ""}, "here"), make_repo({"other.txt": ""}, "other")
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.path / ".git" / "index"))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'core.worktree'='/'")
    monkeypatch.setenv("GIT_TRACE", "1")
    assert git.run(here.path, "ls-files") == b"here.txt\n"


def test_the_settings_of_the_user_still_count(make_repo, global_config, monkeypatch, tmp_path):
    ignore = tmp_path / "ignore"
    ignore.write_text("*.swp\n")
    with global_config.open("a") as config:
        config.write(f"[core]\n\texcludesFile = {ignore}\n")
    repo = make_repo({"a.txt": ""})
    repo.write({"a.swp": ""})
    assert [file.path for file in list_files(repo.path, True).files] == ["a.txt"]


def test_find_root(make_repo, tmp_path):
    repo = make_repo({"src/deep/a.py": ""})
    assert git.find_root(repo.path / "src" / "deep") == (repo.path.resolve(), True)
    repo.git("worktree", "add", "-q", "../tree", "-b", "side")
    assert git.find_root(tmp_path / "tree" / "src") == ((tmp_path / "tree").resolve(), True)
    plain = tmp_path / "plain"
    plain.mkdir()
    assert git.find_root(plain) == (plain.resolve(), False)
    with pytest.raises(UsageError, match="not a folder"):
        git.find_root(tmp_path / "missing")


def test_a_loop_of_links_is_no_folder(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(UsageError, match="not a folder"):
        git.find_root(tmp_path / "loop")


def test_a_relative_root(make_repo, monkeypatch):
    repo = make_repo({"a.txt": ""})
    monkeypatch.chdir(repo.path.parent)
    assert [file.path for file in list_files(Path("repo"), True).files] == ["a.txt"]
    assert git.head(Path("repo")) == repo.git("rev-parse", "HEAD")


def test_check_root_refuses_home_and_filesystem_roots(tmp_path):
    home = Path.home()
    (home / ".git").mkdir()
    (home / "project").mkdir()
    root, _ = git.find_root(home / "project")
    for refused, what in ((root, "home folder"), (Path("/"), "root of a file system")):
        with pytest.raises(UsageError, match=what):
            git.check_root(refused, force=False)
        git.check_root(refused, force=True)
    git.check_root(tmp_path, force=False)


def test_head_and_branch(make_repo, tmp_path):
    repo = make_repo()
    assert (git.head(repo.path), git.branch(repo.path)) == ("", "main")
    sha = repo.commit("one", {"a": ""})
    assert (git.head(repo.path), git.branch(repo.path)) == (sha, "main")
    repo.git("checkout", "-q", "-b", "topic/ünïcode")
    assert git.branch(repo.path) == "topic/ünïcode"
    repo.git("checkout", "-q", "--detach")
    assert (git.head(repo.path), git.branch(repo.path)) == (sha, "")
    assert (git.head(tmp_path), git.branch(tmp_path)) == ("", "")


def test_an_invalid_git_folder_does_not_lead_to_the_repository_above(make_repo):
    repo = make_repo({"secret.txt": "", "inner/a.txt": ""})
    (repo.path / "inner" / ".git").mkdir()
    with pytest.raises(GitError, match="not a git repository"):
        list_files(repo.path / "inner", True)


def test_a_work_tree_setting_does_not_lead_outside(make_repo, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    repo = make_repo({"a.txt": ""})
    repo.write({"new.txt": ""})
    for place in (outside, "/", repo.path / ".git"):
        repo.git("config", "-f", ".git/config", "core.worktree", str(place))
        assert [file.path for file in list_files(repo.path, True).files] == ["a.txt", "new.txt"]


def _signed_commit(repo) -> None:
    tree = repo.git("rev-parse", "HEAD^{tree}")
    parent = repo.git("rev-parse", "HEAD")
    who = "S <s@example.org> 1700000000 +0000"
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----"
    commit = f"tree {tree}\nparent {parent}\nauthor {who}\ncommitter {who}\n{signature}\n\nsigned\n"
    sha = repo.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=commit.encode())
    repo.git("update-ref", "HEAD", sha)


def test_a_hostile_configuration_runs_nothing(make_repo, tmp_path):
    repo = make_repo({".gitattributes": "* filter=evil diff=evil\n", "a.txt": "one", "b.txt": "two"})
    repo.commit("two", {"a.txt": "three"})
    _signed_commit(repo)
    marker = tmp_path / "marker"
    evil = _script(tmp_path / "evil", f'echo "$0 $@" >> {marker}; cat')
    for hook in ("post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman"):
        _script(tmp_path / "hooks" / hook, f"echo {hook} >> {marker}")
    settings = {
        "core.fsmonitor": evil, "core.hooksPath": tmp_path / "hooks", "core.pager": evil,
        "core.sshCommand": evil, "pager.diff-tree": evil,
        "core.editor": evil, "core.askPass": evil, "core.gitProxy": evil, "core.alternateRefsCommand": evil,
        "pager.log": evil, "pager.ls-files": evil,
        "alias.ls-files": f"!{evil}", "alias.diff-tree": f"!{evil}",
        "filter.evil.clean": evil, "filter.evil.smudge": evil, "filter.evil.process": evil,
        "filter.evil.required": "true", "diff.external": evil, "diff.evil.textconv": evil,
        "diff.evil.command": evil, "gpg.program": evil, "log.showSignature": "true",
        "credential.helper": evil,
        "uploadpack.packObjectsHook": evil, "interactive.diffFilter": evil, "index.threads": "true",
    }  # fmt: skip
    for name, value in settings.items():
        repo.git("config", "-f", ".git/config", name, str(value))
    repo.write({"a.txt": "changed since"})
    os.utime(repo.path / "b.txt", (1, 1))

    listing = list_files(repo.path, True)
    history = read_history(repo.path)
    assert git.head(repo.path) == history.shas[0]
    assert git.branch(repo.path) == "main"

    assert not marker.exists(), marker.read_text()
    assert [file.path for file in listing.files] == [".gitattributes", "a.txt", "b.txt"]
    assert [commit.message for commit in history.commits] == ["signed", "two", "start"]
    plain = ["git", "-C", str(repo.path)]
    subprocess.run([*plain, "status"], capture_output=True, timeout=20)
    assert marker.exists(), "the fixture bites nobody: this test would prove nothing"
    marker.unlink()
    subprocess.run(
        [*plain, "-c", "core.fsmonitor=false", "log", "--oneline"], capture_output=True, timeout=20
    )
    assert marker.exists(), "the signature program is never run: this test would prove nothing"


def test_a_partial_clone_fetches_nothing(make_repo, tmp_path):
    repo = make_repo({"a.txt": "one"})
    repo.commit("two", {"a.txt": "two"})
    marker = tmp_path / "marker"
    settings = {
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin",
        "protocol.ext.allow": "always",
        "remote.origin.promisor": "true", "remote.origin.url": f"ext::sh -c touch% {marker}",
    }  # fmt: skip
    for name, value in settings.items():
        repo.git("config", "-f", ".git/config", name, value)
    tree = repo.git("rev-parse", "HEAD^{tree}")
    (repo.path / ".git" / "objects" / tree[:2] / tree[2:]).unlink()

    commits = read_history(repo.path).commits
    assert [(commit.message, commit.paths) for commit in commits] == [("two", ()), ("start", ())]
    assert not marker.exists()
    subprocess.run(["git", "-C", str(repo.path), "cat-file", "-p", tree], capture_output=True, timeout=20)
    assert marker.exists(), "git never asks the remote: this test would prove nothing"


def test_a_bare_repository_is_refused(tmp_path):
    subprocess.run(["git", "init", "-q", "--bare", tmp_path / "bare"], check=True)
    with pytest.raises(UsageError, match="bare repository"):
        git.check_root(tmp_path / "bare", force=False)
