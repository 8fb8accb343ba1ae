from __future__ import annotations

import os

import pytest

from ctxsmith_tui.index import git
from ctxsmith_tui.index.history import finish_history, read_history, start_history, stop_history


def test_messages_times_and_paths_newest_first(make_repo, monkeypatch):
    repo = make_repo()
    monkeypatch.setenv("GIT_AUTHOR_DATE", "1700000000 +0200")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "1800000000 +0000")
    first = repo.commit("Add things\n\nWith a body.\n\n- one\n", {"a.py": "1", "dir/b.py": "2"})
    monkeypatch.setenv("GIT_COMMITTER_DATE", "1800000001 +0000")
    second = repo.commit("Change one", {"a.py": "3"})
    history = read_history(repo.path)
    assert history.shas == (second, first)
    assert [tuple(commit) for commit in history.commits] == [
        (second, 1700000000, "Change one", ("a.py",)),
        (first, 1700000000, "Add things\n\nWith a body.\n\n- one", ("a.py", "dir/b.py")),
    ]


def test_renames_and_deletions_name_both_paths(make_repo):
    repo = make_repo({"old.py": "same\n" * 50, "gone.py": ""})
    repo.git("mv", "old.py", "new.py")
    repo.git("rm", "-q", "gone.py")
    repo.commit("move")
    assert read_history(repo.path).commits[0].paths == ("gone.py", "new.py", "old.py")


@pytest.mark.parametrize(
    "name",
    [
        b"caf\xc3\xa9.py",
        b"new\nline.py",
        b"\nfirst.py",
        b"esc\x1b[31m.py",
        b"bad\xff.py",
        b"-dash.py",
        b"a b.py",
    ],
)
def test_any_file_name(make_repo, name):
    repo = make_repo()
    path = os.fsdecode(name)
    repo.commit("one", {path: "x", "zz.py": "y"})
    assert sorted(read_history(repo.path).commits[0].paths) == sorted([path, "zz.py"])


def test_any_message(make_repo):
    repo = make_repo({"a": "1"})
    sha = repo.git("rev-parse", "HEAD")
    repo.commit("", {"a": "2"})
    repo.commit(f"fake\n\n{sha}\n1700000000\na.py", {"a": "3"})
    repo.commit("\x01\x1e form\x0cfeed", {"a": "4"})
    tree, parent = repo.git("rev-parse", "HEAD~1^{tree}"), repo.git("rev-parse", "HEAD")
    who = "S <s@example.org> 1700000000 +0000"
    raw = f"tree {tree}\nparent {parent}\nauthor {who}\ncommitter {who}\n\n".encode() + b"\xff latin \xe9"
    repo.git("update-ref", "HEAD", repo.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=raw))
    commits = read_history(repo.path).commits
    assert [commit.message for commit in commits] == [
        "\ufffd latin \ufffd",
        "\x01\x1e form\x0cfeed",
        f"fake\n\n{sha}\n1700000000\na.py",
        "",
        "start",
    ]
    assert all(commit.paths == ("a",) for commit in commits)


def test_a_file_named_like_a_commit_is_a_path(make_repo):
    repo = make_repo({"a": "1"})
    name = repo.git("rev-parse", "HEAD")
    repo.commit("name", {name: "x"})
    newest, oldest = read_history(repo.path).commits
    assert (newest.paths, oldest.sha) == ((name,), name)


def test_a_declared_message_encoding_is_honoured(make_repo):
    repo = make_repo({"a": "1"})
    repo.write({"a": "2"})
    repo.git("add", "-A")
    repo.git(
        "-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "-F", "-", stdin="Größe".encode("latin-1")
    )
    assert read_history(repo.path).commits[0].message == "Größe"


def test_merges_touch_nothing_and_other_branches_do_not_count(make_repo):
    repo = make_repo({"a": "1"})
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side", {"b": "1"})
    repo.git("checkout", "-q", "main")
    repo.commit("main", {"c": "1"})
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    repo.git("checkout", "-q", "-b", "unmerged")
    repo.commit("unmerged", {"d": "1"})
    repo.git("checkout", "-q", "main")
    (repo.path / "d").write_text("stash me")
    repo.git("add", "d")
    repo.git("stash", "-q")
    commits = {commit.message: commit.paths for commit in read_history(repo.path).commits}
    assert commits == {"merge": (), "side": ("b",), "main": ("c",), "start": ("a",)}


def test_limit_and_known(make_repo):
    repo = make_repo()
    stream = "".join(
        f"commit refs/heads/main\ncommitter S <s@x> {1_700_000_000 + n} +0000\ndata 4\nn{n % 1000:03}\n"
        f"M 100644 inline f{n % 7}\ndata 4\n{n:04}\n"
        for n in range(3010)
    )
    repo.git("fast-import", "--quiet", stdin=stream.encode())
    history = read_history(repo.path)
    assert len(history.shas) == len(history.commits) == 3000
    assert [commit.sha for commit in history.commits] == list(history.shas)
    assert history.commits[0].message == "n009"
    assert history.commits[0].paths == ("f6",)
    known = set(history.shas)
    newest = repo.commit("newest", {"f0": "new"})
    again = read_history(repo.path, known=known)
    assert again.shas == (newest, *history.shas[:-1])
    assert [commit.message for commit in again.commits] == ["newest"]
    assert read_history(repo.path, known={*known, newest}).commits == ()
    assert len(read_history(repo.path, limit=10).commits) == 10
    assert read_history(repo.path, limit=0).shas == ()


def test_an_unborn_branch_and_a_plain_folder_have_none(make_repo, tmp_path, monkeypatch):
    assert read_history(make_repo().path).shas == ()
    assert read_history(tmp_path).shas == ()
    repo = make_repo({"a": ""}, "full")
    monkeypatch.setenv("PATH", "")
    assert read_history(repo.path).shas == ()


def test_a_detached_head_counts_from_there(make_repo):
    repo = make_repo({"a": "1"})
    repo.commit("two", {"a": "2"})
    repo.git("checkout", "-q", "HEAD~1")
    assert [commit.message for commit in read_history(repo.path).commits] == ["start"]


def test_the_oldest_commit_of_a_shallow_clone_touches_nothing(make_repo, tmp_path):
    repo = make_repo({f"f{n}": "" for n in range(20)})
    for n in range(3):
        repo.commit(f"c{n}", {"f0": str(n)})
    clone = make_repo(name="clone")
    clone.git("pull", "-q", "--depth", "2", repo.path.as_uri(), "main")
    clone.git("worktree", "add", "-q", "../tree", "-b", "side")
    expected = [("c2", ("f0",)), ("c1", ())]
    for place in (clone.path, tmp_path / "tree"):
        assert [(commit.message, commit.paths) for commit in read_history(place).commits] == expected


def test_the_settings_of_the_user_change_nothing(make_repo, global_config, tmp_path):
    repo = make_repo({"a.py": "same\n" * 50, "z.py": "", "sub/x.py": ""})
    repo.git("mv", "a.py", "b.py")
    repo.commit("Größe", {"z.py": "2", "sub/x.py": "3"})
    plain = read_history(repo.path)
    order = tmp_path / "order"
    order.write_text("z.py\n")
    settings = {
        "log": "showRoot=false follow=true mailmap=true showSignature=true date=relative decorate=full",
        "diff": f"renames=copies orderFile={order} relative=true noprefix=true ignoreSubmodules=all",
        "core": "quotePath=true abbrev=5",
        "i18n": "logOutputEncoding=ISO-8859-1",
        "color": "ui=always",
        "format": "pretty=oneline",
        "notes": "displayRef=*",
    }
    for section, pairs in settings.items():
        for pair in pairs.split():
            name, value = pair.split("=")
            repo.git("config", "--global", f"{section}.{name}", value)
    assert global_config.read_text().count("=") > 10
    repo.git("notes", "add", "-m", "a note")
    assert read_history(repo.path) == plain


def test_git_reads_beside_other_work(make_repo):
    repo = make_repo({"a": "1"})
    started = start_history(repo.path)
    assert finish_history(started).commits[0].message == "start"
    stopped = start_history(repo.path)
    stop_history(stopped)
    assert stopped.running is not None
    assert stopped.running.process.returncode is not None
    assert git.head(repo.path) == started.shas[0]
