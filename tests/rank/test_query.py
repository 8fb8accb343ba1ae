"""What is understood of a task in plain words."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui.rank.query import FENCED_ONLY_FACTOR, TITLE_FACTOR, Frame, parse_task


def test_the_first_line_is_the_title_and_its_terms_count_twice() -> None:
    query = parse_task("# Retry uploads\n\nThe worker crashes")
    assert query.title == "Retry uploads"
    assert query.terms["retry"] == TITLE_FACTOR
    assert query.terms["worker"] == 1.0
    assert "retry" in query.title_terms
    assert "worker" not in query.title_terms


def test_headings_of_a_template_are_no_title() -> None:
    query = parse_task("### Describe the bug\n\nRetry uploads\n\n### Expected behavior\nIt works")
    assert query.title == "Retry uploads"
    assert "behavior" not in query.terms
    assert "describe" not in query.terms


def test_a_term_weighs_one_plus_the_logarithm_of_its_occurrences() -> None:
    query = parse_task("Title\n" + "worker " * 5)
    assert query.terms["worker"] == pytest.approx(1 + math.log(5))


@pytest.mark.parametrize("fence", ["```", "~~~", "```python"])
def test_terms_only_inside_fences_count_half(fence: str) -> None:
    query = parse_task(f"Title\nworker\n{fence}\nqueue worker\n{fence[:3]}\nagain")
    assert query.terms["queue"] == FENCED_ONLY_FACTOR
    assert query.terms["worker"] == pytest.approx(1 + math.log(2))


def test_an_unclosed_fence_reaches_to_the_end() -> None:
    assert parse_task("Title\n```\nqueue").terms["queue"] == FENCED_ONLY_FACTOR


def test_comments_of_a_template_are_dropped() -> None:
    query = parse_task("Title <!-- please\nread --> worker <!-- unclosed")
    assert "read" not in query.terms
    assert {"worker", "unclosed"} <= query.terms.keys()


@pytest.mark.parametrize(
    "line",
    [
        "numpy==1.19.4",
        "Python: 3.11",
        "* numpy: 1.19.4",
        "OS: Windows 11",
        "Linux-5.4.0-x86_64-with-glibc2.29",
        "pytest 5.4.1",
        "node version: v18",
        "- [x] I searched",
    ],
)
def test_environment_dumps_and_check_boxes_are_dropped(line: str) -> None:
    plain = parse_task("Title")
    assert parse_task(f"Title\n{line}").terms == plain.terms
    if not line.startswith("- ["):
        assert parse_task(f"Title\n```\n{line}\n```").terms == plain.terms


def test_stop_words_single_letters_and_short_numbers_are_no_terms() -> None:
    assert not parse_task("the a is x 1 12 please").terms
    assert "404" in parse_task("error 404").terms


def test_web_addresses_are_dropped() -> None:
    query = parse_task("Title\nsee https://example.org/zebra/horse.html and www.lion.org/tiger")
    assert not {"zebra", "horse", "lion", "tiger", "https"} & query.terms.keys()
    assert query.paths == ()


def test_an_address_of_a_line_in_a_repository_gives_path_and_line() -> None:
    query = parse_task("Title\nhttps://github.com/o/r/blob/main/src/app.py#L12-L20 (here)")
    assert query.paths == ("src/app.py",)
    assert query.frames == (Frame("src/app.py", 12, ""),)
    assert "github" not in query.terms


def test_identifiers_are_compounds_calls_dotted_names_and_names_in_backticks() -> None:
    query = parse_task("Fix open_session, `flask` and HttpResponse; run close() of app.wsgi; plain words")
    assert query.identifiers.keys() >= {"open_session", "HttpResponse", "flask", "close", "app", "wsgi"}
    assert not {"plain", "words", "Fix"} & query.identifiers.keys()


def test_an_identifier_counts_each_occurrence() -> None:
    assert parse_task("open_session\nopen_session and open_session").identifiers["open_session"] == 3


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("in src/app/main.go it", "src/app/main.go"),
        ("in ./main.go.", "main.go"),
        ("the file setup.cfg is", "setup.cfg"),
        ("under lib/core please", "lib/core"),
        ("use flask.json.provider here", "flask.json.provider"),
        ("use std::fs::File here", "std.fs.File"),
        ("Session#save fails", "Session.save"),
    ],
)
def test_paths_and_dotted_names_are_mentions(text: str, path: str) -> None:
    assert path in parse_task(f"Title\n{text}").paths


PYTHON_TRACE = """Title
```
Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/flask/app.py", line 2091, in __call__
    return self.wsgi_app(environ, start_response)
  File "./src/worker.py", line 7
ValueError: cannot decode the session cookie
```
"""


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        (
            PYTHON_TRACE,
            [
                Frame("./src/worker.py", 7, ""),
                Frame("/usr/lib/python3/site-packages/flask/app.py", 2091, "__call__"),
            ],
        ),
        (
            "\tat com.google.gson.Gson.fromJson(Gson.java:932)\n\tat Main.<init>(Main.java:3)",
            [Frame("com/google/gson/Gson.java", 932, "fromJson"), Frame("Main.java", 3, "<init>")],
        ),
        (
            "main.main()\n\t/home/me/proj/cmd/main.go:12 +0x1d",
            [Frame("/home/me/proj/cmd/main.go", 12, "")],
        ),
        ("    at dispatch (lib/core/Axios.js:45:10)", [Frame("lib/core/Axios.js", 45, "")]),
        ("  --> src/main.rs:4:5", [Frame("src/main.rs", 4, "")]),
        (
            "tests/test_a.py:12: in test_it\nsrc/a.py:3: in run\n",
            [Frame("src/a.py", 3, "run"), Frame("tests/test_a.py", 12, "test_it")],
        ),
    ],
)
def test_frames_of_stack_traces_innermost_first(text: str, frames: list[Frame]) -> None:
    assert list(parse_task(text).frames) == frames


def test_times_and_ports_are_no_frames() -> None:
    assert parse_task("at 12:30 on localhost:8080 and https://example.org/a.py:12").frames == ()


def test_literals_are_messages_quoted_strings_and_code_spans() -> None:
    text = "\nIt says \"no such session here\" and 'another literal text' `x = y + 1`"
    query = parse_task(PYTHON_TRACE + text)
    assert query.literals[0] == "cannot decode the session cookie"
    assert set(query.literals) >= {"no such session here", "another literal text", "x = y + 1"}


@pytest.mark.parametrize("text", ['"short"', "don't and can't", '"identifier_like_name"', '"over\n2 lines"'])
def test_short_quotes_names_and_apostrophes_are_no_literals(text: str) -> None:
    assert parse_task(f"Title\n{text}").literals == ()


@pytest.mark.parametrize("task", ["", " \n\t ", "🎉🎉", "the of and", "<!-- only a comment -->", "```"])
def test_a_task_that_says_nothing_gives_no_terms(task: str) -> None:
    query = parse_task(task)
    assert query.terms == {}
    assert query.frames == query.literals == ()


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=400))
def test_any_text_is_a_task(task: str) -> None:
    query = parse_task(task)
    assert query.task == task
    assert all(weight > 0 for weight in query.terms.values())
    assert parse_task(task) == query


@pytest.mark.parametrize(
    "unit",
    [
        "\n",
        "@",
        "+",
        "-",
        "-a",
        "@/",
        "https://",
        "<!--",
        " ",
        "a.",
        "a/",
        "a==",
        "`",
        "x.py:1 ",
        "Error\n",
        ".",
    ],
)
def test_hostile_repetition_takes_linear_time(unit: str) -> None:
    """Each of these took from seconds to hours when a pattern could backtrack."""
    task = "Title\n" + (unit * 60_000)[:60_000]
    started = time.process_time()
    parse_task(task)
    assert time.process_time() - started < 2.0


@pytest.mark.parametrize("trace", ["app.py:{}", 'File "app.py", line {}', "at a.B.c(B.java:{})"])
def test_a_line_number_of_any_length_is_read(trace: str) -> None:
    (frame,) = parse_task(trace.format("1" * 9_000)).frames
    assert frame.path.endswith((".py", ".java"))
