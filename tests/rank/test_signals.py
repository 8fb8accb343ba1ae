"""Each signal on a repository whose right answers are known by hand."""

from __future__ import annotations

import pytest

from ctxsmith_tui import Engine
from ctxsmith_tui.rank.signals import FILE_SIGNALS
from ctxsmith_tui.rank.signals.tests import subject_stem


def values(engine: Engine, task: str, signal: str) -> dict[str, float]:
    """Path -> value of a signal, for the files that have any."""
    ranking = engine.task_ranking(task)
    feature = ranking.files.features[signal]
    paths = ranking.context.catalog.paths
    return {path: float(value) for path, value in zip(paths, feature.values, strict=True) if value}


def evidence(engine: Engine, task: str, signal: str, path: str) -> tuple[str, ...]:
    ranking = engine.task_ranking(task)
    return ranking.files.features[signal].explain(ranking.context.catalog.row_of_path[path])


TASKS = [
    "the session expires too early",
    "open_session raises ValueError in app/sessions.py",
    'File "app/signing.py", line 2, in sign\nValueError: the session None cannot be opened twice',
    "zanzibar keys; index() and `index` and SessionStore.open_session",
    "nothing here matches qqqq",
    "the",
    "🎉",
]


@pytest.mark.parametrize("task", TASKS)
def test_every_signal_lies_between_0_and_1(engine: Engine, task: str) -> None:
    features = engine.task_ranking(task).files.features
    assert features.keys() == FILE_SIGNALS.keys()
    for name, feature in features.items():
        assert feature.values.min() >= 0, name
        assert feature.values.max() <= 1, name


@pytest.mark.parametrize("task", TASKS)
def test_evidence_stands_exactly_where_a_task_signal_has_a_value(engine: Engine, task: str) -> None:
    ranking = engine.task_ranking(task)
    for name, feature in ranking.files.features.items():
        for row, value in enumerate(feature.values):
            said = feature.explain(row)
            assert all(isinstance(each, str) and each for each in said)
            if value > 0:
                assert said, (name, ranking.context.catalog.paths[row])


def test_a_definition_is_shared_by_the_files_that_define_it(engine: Engine) -> None:
    found = values(engine, "call open_session now", "definitions")
    assert found == {"app/sessions.py": 1.0}
    assert evidence(engine, "call open_session now", "definitions", "app/sessions.py") == (
        "SessionStore.open_session at line 9",
    )
    assert values(engine, "call `index` now", "definitions") == {"app/views.py": 0.5, "lib/views.py": 0.5}


def test_a_name_that_very_many_files_define_points_nowhere(make_engine) -> None:
    files = {f"f{k}.py": "def run_it():\n    pass\n" for k in range(9)}
    assert values(make_engine(files), "run_it", "definitions") == {}


def test_a_method_written_with_its_class_is_found_among_many(make_engine) -> None:
    files = {f"f{k}.py": f"class C{k}:\n    def run_it(self):\n        pass\n" for k in range(9)}
    assert values(make_engine(files), "why does C4.run_it fail", "definitions").keys() == {"f4.py"}


@pytest.mark.parametrize(
    ("mention", "expected"),
    [
        ("app/views.py", {"app/views.py": 1.0}),
        ("views.py", {"app/views.py": 0.5, "lib/views.py": 0.5}),
        ("/home/me/checkout/app/views.py", {"app/views.py": 1.0}),
        ("app.sessions.SessionStore", {"app/sessions.py": 1.0}),
        ("app.sessions", {"app/sessions.py": 1.0}),
        ("elsewhere/sessions.py", {}),
        ("e.g.", {}),
    ],
)
def test_mentions_by_path_suffix_and_dotted_module(
    engine: Engine, mention: str, expected: dict[str, float]
) -> None:
    task = f"Look at {mention} please"
    assert values(engine, task, "mentions") == expected
    for path in expected:
        assert any("“" in each for each in evidence(engine, task, "mentions", path))


def test_the_innermost_two_frames_inside_the_repository_count(engine: Engine) -> None:
    task = """It fails
  File "/site-packages/app/views.py", line 1, in index
  File "/site-packages/app/sessions.py", line 9, in open_session
  File "/site-packages/app/signing.py", line 5, in unsign
  File "/usr/lib/python3.11/json/decoder.py", line 5, in decode
"""
    assert values(engine, task, "traces") == {"app/signing.py": 1.0, "app/sessions.py": 0.5}
    assert evidence(engine, task, "traces", "app/signing.py") == ("/site-packages/app/signing.py:5",)


def test_a_message_is_found_though_the_source_has_placeholders(engine: Engine) -> None:
    task = "Crash\n\nIt says \"the session 'abc' cannot be opened twice\" here"
    assert values(engine, task, "literals") == {"app/sessions.py": 1.0}
    assert evidence(engine, task, "literals", "app/sessions.py") == ("“cannot be opened twice” at line 11",)


def test_commits_like_the_task_speak_for_their_files_with_hash_and_subject(engine: Engine) -> None:
    found = values(engine, "zanzibar keys", "commits")
    assert found == {"app/signing.py": 1.0, "app/views.py": 1.0}
    (said,) = evidence(engine, "zanzibar keys", "commits", "app/signing.py")
    sha, _, subject = said.partition(" ")
    assert len(sha) == 10
    assert int(sha, 16) >= 0
    assert subject == "Rotate the zanzibar keys"


def test_commits_of_more_than_20_files_are_ignored(engine: Engine) -> None:
    assert values(engine, "sweep formatting", "commits") == {}
    frequency = values(engine, "sweep", "frequency")
    assert not any(path.startswith("many/") for path in frequency)
    assert evidence(engine, "sweep", "frequency", "app/views.py") == ("2 commits",)


def test_frequency_grows_with_the_commits_of_a_file(engine: Engine) -> None:
    found = values(engine, "anything", "frequency")
    assert found["app/signing.py"] == 1.0, "three commits, more than any other"
    assert found["app/signing.py"] > found["app/sessions.py"] > found["lib/views.py"] > 0


def test_a_matching_test_speaks_for_what_it_is_named_after(engine: Engine) -> None:
    found = values(engine, "zebra", "tests")
    assert found == {"app/sessions.py": 1.0}
    assert evidence(engine, "zebra", "tests", "app/sessions.py") == ("tested by tests/test_sessions.py",)


def test_a_matching_test_speaks_for_what_it_imports(make_engine) -> None:
    engine = make_engine(
        {
            "pkg/core.py": "def run():\n    return 1\n",
            "pkg/other.py": "def walk():\n    return 1\n",
            "tests/test_behaviour.py": "from pkg.core import run\n\n\ndef test_zebra():\n    run()\n",
        }
    )
    assert values(engine, "zebra", "tests") == {"pkg/core.py": 1.0}
    assert evidence(engine, "zebra", "tests", "pkg/core.py") == ("imported by tests/test_behaviour.py",)


@pytest.mark.parametrize(
    ("path", "stem"),
    [
        ("tests/test_utils.py", "utils"),
        ("pkg/utils_test.go", "utils"),
        ("src/app.spec.ts", "app"),
        ("src/AppTest.java", "App"),
        ("src/AppTests.cs", "App"),
        ("src/test/java/TestApp.java", "App"),
        ("src/test/java/AppIT.java", "App"),
        ("tests/AppTestCase.php", "App"),
        ("src/app.test.tsx", "app"),
        ("src/app.component.spec.ts", "app.component"),
        ("test/app.e2e-spec.ts", "app"),
        ("cypress/e2e/app.cy.ts", "app"),
        ("spec/models/app_spec.rb", "app"),
        ("test/models/test_app.rb", "app"),
        ("tests/Unit/AppTest.php", "App"),
        ("Tests/AppTests.swift", "App"),
        ("AppUITests/AppUITests.swift", "App"),
        ("test/app_test.dart", "app"),
        ("test/shop/app_test.exs", "app"),
        ("src/test/scala/AppSpec.scala", "App"),
        ("src/test/scala/AppSuite.scala", "App"),
        ("test/AppSpec.hs", "App"),
        ("spec/app_spec.lua", "app"),
        ("test/app.bats", "app"),
        ("t/app.t", "app"),
        ("tests/test_app.c", "app"),
        ("test/app-test.cc", "app"),
        ("base/app_unittest.cc", "app"),
        ("tests/app.rs", "app"),
        ("tests/common.rs", ""),
        ("tests/common/mod.rs", ""),
        ("src/__tests__/app.js", "app"),
        ("src/app_test.zig", "app"),
        ("tests/helpers.py", ""),
        ("src/Latest.java", ""),
    ],
)
def test_the_stem_of_what_a_test_is_named_after(path: str, stem: str) -> None:
    assert subject_stem(path) == stem


def test_the_subject_that_shares_most_folders_is_meant(make_engine) -> None:
    engine = make_engine(
        {
            "a/util.py": "x = 1\n",
            "b/util.py": "x = 2\n",
            "b/tests/test_util.py": "def test_zebra():\n    pass\n",
        }
    )
    assert values(engine, "zebra", "tests") == {"b/util.py": 1.0}


@pytest.mark.parametrize(
    ("test", "subject", "others"),
    [
        ("spec/models/user_spec.rb", "app/models/user.rb", ["app/admin/user.rb", "app/models/user.js"]),
        ("src/cart.test.tsx", "src/cart.ts", ["api/cart.ts", "src/cart.py"]),
        ("test/unit/http.js", "lib/http.js", ["lib/http.go"]),
        ("src/test/java/x/CartTest.java", "src/main/kotlin/x/Cart.kt", ["src/main/kotlin/y/Cart.kt"]),
        ("test/shop/cart_test.exs", "lib/shop/cart.ex", ["lib/shop/web/cart.html"]),
        ("tests/walk.rs", "src/walk.rs", ["walk.sh"]),
        ("test/deploy.bats", "bin/deploy", ["bin/undeploy"]),
    ],
)
def test_the_subject_by_the_habits_of_each_language(
    make_engine, test: str, subject: str, others: list[str]
) -> None:
    files = dict.fromkeys([subject, *others], "x = 1\n")
    assert values(make_engine({**files, test: "zebra\n"}), "zebra", "tests") == {subject: 1.0}


def test_files_that_changed_together_with_the_best_match(engine: Engine) -> None:
    found = values(engine, "unsign value", "cochange")
    assert found["app/sessions.py"] > 0
    assert "many/f1.py" not in found
    said = evidence(engine, "unsign value", "cochange", "app/sessions.py")
    assert "2 commits with app/signing.py" in said


def test_files_that_the_best_match_imports(engine: Engine) -> None:
    found = values(engine, "session cookie opened twice", "imported")
    assert found["app/signing.py"] == 1.0
    assert "imported by app/sessions.py" in evidence(
        engine, "session cookie opened twice", "imported", "app/signing.py"
    )


@pytest.mark.parametrize(
    ("path", "signal"),
    [
        ("tests/test_sessions.py", "role-test"),
        ("docs/sessions.md", "role-doc"),
        ("config.toml", "role-config"),
        ("vendor/session.js", "role-generated"),
        ("data.csv", "role-data"),
        ("app/__init__.py", "entry"),
    ],
)
def test_what_holds_before_any_task_counts_against_a_file_and_is_shown(
    engine: Engine, path: str, signal: str
) -> None:
    (prior,) = [each for each in engine.why("session", path).contributions if each.signal == signal]
    assert prior.points < 0
    assert prior.evidence
    assert all(each.signal != signal for each in engine.why("session", "app/sessions.py").contributions), (
        "a source has none of these"
    )
