"""Where output goes and in which form: terminals, pipes, files, Ctrl-C, and names that mean harm."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Cli

COLOR = re.compile(rb"\x1b\[\d*m")
TASK = "the session cookie is lost"


def on_a_terminal(cli: Cli, *args: str, stderr: int | None = subprocess.PIPE) -> bytes:
    """What a command prints when its stdout is a terminal, and its stderr too when that is None."""
    ours, theirs = pty.openpty()
    process = cli.start(*args, stdout=theirs, stderr=theirs if stderr is None else stderr)
    os.close(theirs)
    seen = b""
    while True:
        try:
            chunk = os.read(ours, 65_536)
        except OSError:  # how Linux says that the other side is closed
            break
        if not chunk:
            break
        seen += chunk
    os.close(ours)
    if process.stderr is not None:
        process.stderr.close()
    assert process.wait(30) == 0
    return seen.replace(b"\r\n", b"\n")


@pytest.fixture
def hostile(fresh: Cli) -> Cli:
    """A folder whose file names and sources hold escape sequences, and a name that is not UTF-8."""
    evil = "def cookie():\n    '''session \x1b]0;owned\x07 \x1b[31mred\u202e'''\n"
    (fresh.folder / "evil\x1b[31m\n.py").write_text(evil)
    (fresh.folder / os.fsdecode(b"caf\xe9.py")).write_text("def session_cookie():\n    return 1\n")
    return fresh


def test_a_terminal_never_gets_an_escape_sequence_of_the_repository(hostile: Cli) -> None:
    for command in (["context", TASK], ["rank", TASK], ["search", "cookie"], ["index", "--rebuild"]):
        seen = on_a_terminal(hostile, *command)
        assert seen
        assert not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", COLOR.sub(b"", seen)), command
        assert "\u202e".encode() not in seen


def test_a_pipe_gets_the_source_as_it_is(hostile: Cli) -> None:
    ran = hostile("context", TASK, "--json")
    assert "\x1b[31mred\u202e" in ran.json["text"]


def test_names_survive_json_and_any_locale(hostile: Cli) -> None:
    for env in ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {}):
        ran = hostile("rank", TASK, "--json", env=env)
        paths = {os.fsencode(file["path"]) for file in ran.json["files"]}
        assert paths == {b"caf\xe9.py", b"evil\x1b[31m\n.py"}
        text = hostile("rank", TASK, env=env).text
        assert r"caf\xe9.py" in text
        assert r"evil\x1b[31m\x0a.py" in text


def test_an_error_about_a_hostile_name_stays_one_safe_line(hostile: Cli) -> None:
    ran = hostile("why", TASK, "no\x1b[31m\nsuch")
    assert ran.code == 2
    assert r"no\x1b[31m\x0asuch" in ran.error
    assert "\x1b" not in ran.stderr


def test_colour_is_for_terminals_that_want_it(cli: Cli) -> None:
    plain = cli.ask("rank", TASK).stdout
    colored = on_a_terminal(cli, "rank", TASK)
    assert COLOR.search(colored)
    assert COLOR.sub(b"", colored) == plain
    assert on_a_terminal(cli, "rank", TASK, "--no-color") == plain
    cli.env["NO_COLOR"] = "1"
    try:
        assert on_a_terminal(cli, "rank", TASK) == plain
    finally:
        del cli.env["NO_COLOR"]


def test_progress_is_one_line_on_a_terminal_and_gone_at_the_end(cli: Cli) -> None:
    seen = on_a_terminal(cli, "index", "--rebuild", stderr=None)
    head, _, summary = seen.rpartition(b"\r\x1b[K")
    assert b"indexing files" in head
    assert b"\n" not in head
    assert summary.startswith(b"6 files")


def test_progress_is_a_line_a_phase_in_a_log_and_nothing_when_fresh(cli: Cli) -> None:
    lines = cli("index", "--rebuild").stderr.splitlines()
    assert "indexing files (6)" in lines
    assert len(lines) == len(set(lines)) <= 4
    assert cli("index").stderr == ""


def test_a_reader_that_leaves_early_is_no_error(cli: Cli) -> None:
    for command in (["rank", TASK], ["context", TASK]):
        process = cli.start(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaint = process.stderr.read()
        process.stderr.close()
        assert process.wait(30) == 0
        assert b"Traceback" not in complaint
        assert b"error" not in complaint


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
def test_a_full_disk_is_an_error(cli: Cli) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        process = cli.start("rank", TASK, stdout=full, stderr=subprocess.PIPE)
        _, complaint = process.communicate(timeout=30)
    assert process.returncode == 1
    assert b"error: No space left on device" in complaint
    assert b"Traceback" not in complaint


def test_closed_streams_do_no_harm(cli: Cli) -> None:
    command = f'{sys.executable} -m ctxsmith_tui rank "{TASK}" >&- 2>&-'
    assert subprocess.run(["sh", "-c", command], cwd=cli.folder, env=cli.env, timeout=30).returncode == 0


# --- files -------------------------------------------------------------------------------------------


def test_out_writes_the_counted_text_and_says_so(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "pack.md"
    out.write_text("old")
    out.chmod(0o640)
    ran = cli("context", TASK, "-b", "900", "--out", str(out))
    assert (ran.code, ran.stdout) == (0, b"")
    assert f"wrote {out}: " in ran.stderr
    assert out.read_bytes() == cli.ask("context", TASK, "-b", "900").stdout
    assert out.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["pack.md"]


def test_out_follows_a_link_and_leaves_it_one(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real.json")
    assert cli("context", TASK, "--json", "-o", str(tmp_path / "link")).code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real.json").read_text().startswith('{\n  "task"')


@pytest.mark.parametrize(("place", "says"), [(".", "is a folder"), ("nowhere/pack.md", "there is no folder")])
def test_out_refuses_a_place_that_is_no_file(cli: Cli, place: str, says: str) -> None:
    ran = cli("context", TASK, "--out", place)
    assert ran.code == 2
    assert says in ran.error


@pytest.mark.skipif(not os.path.exists("/proc/self/environ"), reason="needs /proc")  # noqa: PTH110
def test_out_that_cannot_be_written(cli: Cli) -> None:
    ran = cli("context", TASK, "--out", "/proc/pack.md")
    assert ran.code == 1
    assert "cannot write /proc/pack.md" in ran.error


# --- Ctrl-C ------------------------------------------------------------------------------------------


def test_ctrl_c_while_indexing_ends_at_once(fresh: Cli) -> None:
    source = "".join(f"def f{n}(a, b):\n    return [a, b, {n}]\n\n\n" for n in range(200))
    for number in range(200):
        (fresh.folder / f"m{number}.py").write_text(source)
    process = fresh.start("index", stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    assert process.stderr is not None
    assert any(b"indexing files" in line for line in iter(process.stderr.readline, b""))
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers as well
    pressed = time.monotonic()
    output, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert time.monotonic() - pressed < 2
    assert output == b""
    assert said == b"interrupted\n"
    assert fresh("rank", "f1", "-n", "1", "--json").json["index"]["pending"] == 0


def test_ctrl_c_while_waiting_for_another_process(fresh: Cli) -> None:
    fcntl = pytest.importorskip("fcntl")
    (fresh.folder / "a.py").write_text("a = 1\n")
    (fresh.folder / ".contextsmith").mkdir()
    with (fresh.folder / ".contextsmith" / "tui-index.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = fresh.start("index", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stderr is not None
        assert b"waiting for another process" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=5)
    assert (process.returncode, said) == (130, b"interrupted\n")
