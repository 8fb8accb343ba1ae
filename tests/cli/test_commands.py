"""What each command answers: its JSON, to the key, and the gist of its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from ctxsmith_tui.cli.reckoning import BAR, shortened
from ctxsmith_tui.model import Contribution
from ctxsmith_tui.text.bars import bar

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

TASK = "the session cookie is lost"
FILES = 6


def test_index_counts_what_it_holds(cli: Cli) -> None:
    ran = cli("index", "--json")
    assert ran.code == 0
    assert ran.stderr == ""
    answer = ran.json
    assert answer.keys() >= {"files", "symbols", "edges", "commits", "skipped", "seconds"}
    assert (answer["files"], answer["commits"], answer["read"]) == (FILES, 1, 0)
    assert answer["symbols"] >= 5
    assert answer["rules"] == {"binary": 1}


def test_index_speaks_plainly(cli: Cli) -> None:
    ran = cli("index")
    assert "6 files" in ran.text
    assert "1 commit\n" in ran.text
    assert "1 not fully searchable (1 binary)" in ran.text


def test_context_json_has_the_promised_shape(cli: Cli) -> None:
    ran = cli.ask("context", TASK, "-b", "900", "--json")
    answer = ran.json
    assert list(answer)[:9] == [
        *("task", "budget", "tokens", "tokenizer", "text", "items", "omitted", "files", "index"),
    ]
    assert answer["task"] == TASK
    assert 0 < answer["tokens"] <= answer["budget"] == 900
    assert answer["tokenizer"] == "cl100k_base"
    assert answer["omitted"].keys() == {"count", "nearest_tokens"}
    assert answer["index"].keys() == {"root", "head", "files", "pending"}
    item = answer["items"][0]
    assert item.keys() >= {
        *("path", "start_line", "end_line", "level", "symbol", "tokens", "score", "pinned", "reason"),
    }
    assert item["path"] == "app/sessions.py" == answer["files"][0]
    assert "def open_session" in answer["text"]


def test_context_prints_exactly_the_text_that_was_counted(cli: Cli) -> None:
    ran = cli.ask("context", TASK, "-b", "900")
    assert ran.code == 0
    assert ran.text == cli.ask("context", TASK, "-b", "900", "--json").json["text"]
    assert "of 900 tokens (cl100k_base)" in ran.stderr


@pytest.mark.parametrize(("name", "start"), [("markdown", "#"), ("xml", "<"), ("json", "{"), ("plain", "")])
def test_context_formats(cli: Cli, name: str, start: str) -> None:
    ran = cli.ask("context", TASK, "-b", "2k", "--format", name)
    assert ran.code == 0
    assert ran.text.startswith(start)
    assert "open_session" in ran.text
    if name == "json":
        assert ran.json


def test_context_too_small_for_anything_is_empty_and_no_error(cli: Cli) -> None:
    ran = cli.ask("context", TASK, "-b", "1")
    assert (ran.code, ran.stdout) == (0, b"")
    assert "left out, the nearest needs" in ran.stderr


def test_context_shows_pins_and_hides_what_is_excluded(cli: Cli) -> None:
    pinned = cli.ask("context", TASK, "-b", "1k", "--pin", "app/signing.py::sign@full", "--json").json
    assert [item["path"] for item in pinned["items"] if item["pinned"]] == ["app/signing.py"]
    assert "return value + key" in pinned["text"]
    without = cli.ask("context", TASK, "-b", "1k", "--exclude", "app/sessions.py", "--json").json
    assert "app/sessions.py" not in without["files"]


def test_context_keeps_to_the_scope(cli: Cli) -> None:
    answer = cli.ask("context", TASK, "--scope", "tests/**", "--json").json
    assert answer["files"] == ["tests/test_sessions.py"]


def test_context_chooses_a_budget_itself(cli: Cli) -> None:
    answer = cli.ask("context", TASK, "-b", "auto", "--json").json
    assert 0 < answer["tokens"] <= answer["budget"]


def test_rank_json_adds_up(cli: Cli) -> None:
    answer = cli.ask("rank", TASK, "-n", "3", "--json").json
    assert answer.keys() == {"task", "files", "candidates", "index", "notices"}
    assert [file["rank"] for file in answer["files"]] == [1, 2, 3]
    for file in answer["files"]:
        assert file.keys() == {"rank", "path", "role", "score", "contributions", "notes"}
        assert sum(each["points"] for each in file["contributions"]) == pytest.approx(file["score"])
        assert all(each.keys() == {"signal", "points", "evidence"} for each in file["contributions"])
    assert answer["files"][0]["path"] == "app/sessions.py"


def test_rank_fits_a_terminal_and_a_pipe(cli: Cli) -> None:
    ran = cli.ask("rank", TASK)
    assert ran.code == 0
    lines = ran.text.splitlines()
    assert re.fullmatch(r" 1\. +\d\.\d{4}  app/sessions.py", lines[0])
    assert "tests/test_sessions.py  (test)" in ran.text
    assert "\x1b" not in ran.text
    assert max(map(len, lines)) <= 80
    for line in lines:
        if drawn := re.search(r"[▏▎▍▌▋▊▉█░]+ +([+-])\d\.\d{4}", line):
            assert ("░" in drawn[0]) == (drawn[1] == "-")


@pytest.mark.parametrize(
    ("points", "drawn"),
    [(1.0, "█" * 11), (0.5, "█████▌"), (0.0001, "▏"), (-1.0, "░" * 11), (-0.5, "░" * 6), (-0.0001, "░")],
)
def test_bars_of_negative_points_are_drawn_differently(points: float, drawn: str) -> None:
    assert bar(points, 1.0, BAR) == drawn.ljust(11)


def test_a_list_shortens_reckonings_without_losing_points() -> None:
    points = [3.0, 0.1, 0.02, 0.5, 0.4, 0.3, 0.2, 0.01, -2.0]
    rows = shortened([Contribution(f"s{k}", each, ("why",)) for k, each in enumerate(points)])
    assert [row[0] for row in rows] == ["s0", "s3", "s4", "s5", "s6", "s8", "3 more"]
    assert sum(row[1] for row in rows) == pytest.approx(sum(points))
    assert rows[-1][2] == "s1, s2, s7"
    assert len(shortened([Contribution(f"s{k}", 1.0) for k in range(7)])) == 7


def test_why_tells_the_whole_reckoning(cli: Cli) -> None:
    ranked = cli.ask("rank", TASK, "--json").json["files"][0]
    assert cli.ask("why", TASK, "app/sessions.py", "--json").json == ranked
    text = cli.ask("why", TASK, "app/sessions.py").text
    assert f"{ranked['score']:+.4f}" in text.splitlines()[-1]
    assert "sum" in text


def test_why_refuses_a_path_that_is_not_indexed(cli: Cli) -> None:
    ran = cli.ask("why", TASK, "app/nowhere.py")
    assert ran.code == 2
    assert "app/nowhere.py" in ran.error


def test_search_finds_by_name_and_by_words(cli: Cli) -> None:
    answer = cli.ask("search", "open_session", "--json").json
    assert answer.keys() == {"query", "symbols"}
    first = answer["symbols"][0]
    assert (first["path"], first["symbol"]) == ("app/sessions.py", "SessionStore.open_session")
    assert first.keys() >= {"path", "start_line", "end_line", "kind", "symbol", "signature", "score"}
    ran = cli.ask("search", "write session", "-n", "2")
    assert "app/sessions.py:" in ran.text


def test_search_without_a_hit_is_no_error(cli: Cli) -> None:
    ran = cli.ask("search", "zzyzx")
    assert (ran.code, ran.stdout) == (0, b"")
    assert "nothing matches" in ran.stderr


def test_coverage_names_the_rule(cli: Cli) -> None:
    answer = cli.ask("coverage", "--json").json
    assert [(file["path"], file["rule"]) for file in answer["files"]] == [("logo.bin", "binary")]
    assert answer["files"][0].keys() == {"path", "rule", "detail"}
    assert "binary: 1 file\n  logo.bin" in cli.ask("coverage").text
    none = cli.ask("coverage", "--rule", "symlink")
    assert (none.code, none.stdout) == (0, b"")
    assert "binary" in none.stderr


def test_overview_describes_the_repository(cli: Cli) -> None:
    answer = cli.ask("overview", "--json").json
    assert answer.keys() >= {
        *("root", "branch", "head", "files", "languages", "roles", "central_files", "busiest_files"),
    }
    assert (answer["branch"], answer["files"]) == ("main", FILES)
    assert answer["languages"][0] == {"language": "python", "files": 4, "lines": 29}
    assert answer["central_files"][0] == {"path": "app/sessions.py", "imported_by": 3}
    assert {file["path"] for file in answer["busiest_files"]} >= {"app/main.py", "tests/test_sessions.py"}
    text = cli.ask("overview").text
    assert "app/sessions.py" in text
    assert "python" in text


def test_doctor_checks_each_part(cli: Cli) -> None:
    ran = cli("doctor", "--json")
    assert ran.code == 0
    checks = ran.json["checks"]
    assert all(check.keys() == {"name", "ok", "detail", "fix"} and check["ok"] for check in checks)
    names = {check["name"] for check in checks}
    parts = "python packages sqlite grammars tokenizer git index notes folder disk clipboard"
    assert names == {*parts.split()}
    assert "at HEAD" in next(check["detail"] for check in checks if check["name"] == "index")


def test_doctor_tells_what_to_fix(fresh: Cli) -> None:
    folder = fresh.folder / ".contextsmith"
    folder.mkdir()
    (folder / "tui-index.db").write_bytes(b"no database at all" * 100)
    ran = fresh("doctor")
    assert ran.code == 1
    assert "FAIL index" in ran.text
    assert "fix: ctxsmith-tui index --rebuild" in ran.text
    assert fresh("index", "--rebuild").code == 0
