"""What a reply asks for: what exists is offered as a SPEC, what does not is said, plain words are neither."""

from __future__ import annotations

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.curate.specs import parse_spec

CODE = """class Client:
    def send(self, request):
        return self.retry_policy(request)

    def retry_policy(self, request):
        return request


def timeout():
    return 3
"""


@pytest.fixture(scope="module")
def engine(make_engine) -> Engine:
    many = "".join(f"class Step{k}:\n    def run_step(self):\n        return {k}\n\n" for k in range(8))
    return make_engine(
        {
            "src/http.py": CODE,
            "src/steps.py": many,
            "tests/test_http.py": "from src.http import Client\n\nHttpResponse(Client())\n",
            "lib/client.rs": "struct Client;\nimpl Client {\n    fn send(&self) {}\n}\n",
            "Makefile": "all:\n\techo\n",
            "build": "echo\n",
            "app/(shop)/[id]/page.tsx": "export default function Page() { return null }\n",
            "README.md": "# Send\n\nHow to send.\n",
        }
    )


def found(engine: Engine, text: str) -> list[str]:
    specs = [mention.spec for mention in engine.mentioned(text).found]
    for spec in specs:
        parse_spec(spec)
    return specs


def unknown(engine: Engine, text: str) -> list[str]:
    return list(engine.mentioned(text).unknown)


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("I also need src/http.py.", ["src/http.py"]),
        ("See `http.py`, please", ["src/http.py"]),
        ("[http](src/http.py) and ./Makefile", ["src/http.py", "Makefile"]),
        ("--- a/src/http.py\n+++ b/src/http.py", ["src/http.py"]),
        ("/home/me/work/src/http.py", ["src/http.py"]),
        ("src/http.py:2-3", ["src/http.py:2-3"]),
        ("src/http.py#L2-L3", ["src/http.py:2-3"]),
        ("`src/http.py` lines 2–3", ["src/http.py:2-3"]),
        ("src/http.py (lines 2 to 3)", ["src/http.py:2-3"]),
        ("src/http.py, line 4", ["src/http.py:4-4"]),
        ("lines 2-3 of `src/http.py`", ["src/http.py:2-3"]),
        ("src/http.py:2-900", ["src/http.py:2-10"]),
        ("src/http.py::Client.send", ["src/http.py::Client.send"]),
        ("`Client.send` in src/http.py", ["src/http.py::Client.send", "src/http.py"]),
        ("`Client::send` of lib/client.rs", ["lib/client.rs::Client.send", "lib/client.rs"]),
        ("retry_policy and timeout()", ["src/http.py::Client.retry_policy", "src/http.py::timeout"]),
        ("What does `timeout` do?", ["src/http.py::timeout"]),
        ("self.retry_policy is missing", ["src/http.py::Client.retry_policy"]),
        ("src.http.timeout is missing", ["src/http.py::timeout"]),
        ("the Client class", ["src/http.py::Client", "lib/client.rs::Client"]),
        ("app/(shop)/[id]/page.tsx", ["app/(shop)/[id]/page.tsx"]),
        ("```\nsrc/http.py\nlib/client.rs\n```", ["src/http.py", "lib/client.rs"]),
    ],
)
def test_what_exists_is_offered(engine: Engine, text: str, specs: list[str]) -> None:
    assert sorted(found(engine, text)) == sorted(specs)
    assert unknown(engine, text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("y.py and src/http.py", ["y.py"]),
        ("src/missing.py", ["src/missing.py"]),
        ("`RetryLoop.start` and make_session()", ["RetryLoop.start", "make_session"]),
        ("the SessionFactory of `Wibble`", ["SessionFactory", "Wibble"]),
        ("src/http.py::Client.close", ["src/http.py::Client.close"]),
        ("src/http.py:500", ["src/http.py:500 (src/http.py has 10 lines)"]),
        ("```\nsrc/nothing.py\n- other.rs\n```", ["src/nothing.py", "other.rs"]),
    ],
)
def test_what_does_not_exist_is_said(engine: Engine, text: str, names: list[str]) -> None:
    assert unknown(engine, text) == names


PROSE = """Sure, here is my analysis. First of all, I'd like to understand how the client/server split works
and/or whether TCP/IP is used (e.g. 24/7, i.e. always). GitHub, JavaScript and node.js are fine; see
https://example.com/src/nothing.py and www.example.com/a_b.py. Version 3.1.2, v2.0, `None`, `true`, `self`,
`pip install x`.
On Monday we build and send. I would run the tests; macOS and iOS too. HttpResponse comes from elsewhere.
Let me know: `timeouts`, `send`, "quoted.words". A build takes 5.5s. Don't worry... etc. Best, ChatGPT
"""


def test_plain_words_are_neither(engine: Engine) -> None:
    answer = engine.mentioned(PROSE)
    assert answer.unknown == ()
    assert {mention.text for mention in answer.found} == {"send"}


def test_code_in_fences_is_not_taken_for_questions(engine: Engine) -> None:
    code = "class NewThing:\n    def foo_bar(self):\n        return self.c + other.py + Client().send()"
    text = f"```python\n{code}\n```"
    answer = engine.mentioned(text)
    assert (answer.found, answer.unknown) == ((), ())


def test_an_ambiguous_name_gives_a_few_candidates(engine: Engine) -> None:
    answer = engine.mentioned("I need `run_step`.")
    assert len(answer.found) == 5
    assert answer.found[0].what == "method, 1 of 8 of that name"


@pytest.mark.parametrize(
    "shape",
    [
        "a/",
        "`",
        "x",
        "(",
        ":",
        "a.b",
        "[a]/",
        "(a)/",
        "f(",
        "src/http.py:",
        "src/http.py:1-1",
        "](/",
        "`a",
        "line 1 ",
    ],
)
def test_no_shape_of_text_takes_more_than_a_moment(engine: Engine, shape: str) -> None:
    """Searches that begin anew at each letter took minutes for some of these."""
    engine.mentioned(shape * (200_000 // len(shape)))
    engine.mentioned(f"src/http.py{shape[-1] * 100_000}")
    engine.mentioned(f"src/http.py:{'1' * 9_000}")


def test_hostile_replies_are_answered(engine: Engine) -> None:
    answer = engine.mentioned("\x1b[31m src/http.py \udcff `\0` [/b]")
    assert [mention.spec for mention in answer.found] == ["src/http.py"]
    assert engine.mentioned("").found == ()
