"""Curations through the engine: decisions found again, packs and rankings that use them, undo."""

from __future__ import annotations

import os

import pytest

from ctxsmith_tui import CtxsmithError, Engine
from ctxsmith_tui.errors import AmbiguousNameError, PinTooLargeError, UsageError
from ctxsmith_tui.model import Action, Curation, Level, NoteState, Spec, Undone
from ctxsmith_tui.pack.defaults import PackDefaults
from ctxsmith_tui.pack.formats import FORMATS
from ctxsmith_tui.rank.weights import SHIPPED, adjusted

PIN, EXCLUDE = Action.PIN, Action.EXCLUDE
RETRY = '''\
"""Retries."""


class Retry:
    def run(self, job):
        for attempt in range(self.limit):
            if job.start(attempt):
                return attempt
        raise TimeoutError(job)

    def stop(self):
        self.stopped = True
'''
FILES = {
    "app/retry.py": RETRY,
    "app/cookies.py": "def read_cookie(header):\n    return header[1:]\n\n\ndef run(x):\n    return x\n",
    "gen/a.py": "def job_table():\n    return {'job': 1}\n",
    "gen/b.py": "def job_list():\n    return ['job']\n",
    "README.md": "# Demo\n\nRetries jobs.\n",
    "logo.bin": b"\x00\x01",
}
TASK = "the retry of a job ends too late"


@pytest.fixture
def engine(make_engine) -> Engine:
    made = make_engine(FILES, [("begin", {})])
    made.state()  # its first listing began before the tests write files
    return made


def change(engine: Engine, path: str, text: str | None) -> None:
    place = engine.root / path
    if text is None:
        place.unlink()
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    engine.close()


def states(curation: Curation) -> list[tuple[str, str, NoteState]]:
    return [(each.key, str(each.spec), each.state) for each in curation.decisions]


def test_what_it_does_not_set_is_from_the_defaults_of_the_engine(engine: Engine) -> None:
    mine = Engine(engine.root, defaults=PackDefaults("auto", "xml", "o200k_base"))
    assert (mine.curation().budget, mine.curation().format) == ("auto", "xml")
    engine.set_curation(format="markdown")
    engine.decide(PIN, "app/retry.py")
    found = mine.curation()
    assert (found.budget, found.format, found.tokenizer) == ("auto", "markdown", "o200k_base")
    assert (engine.curation().budget, engine.curation().tokenizer) == (8_000, "cl100k_base")


# --- deciding ----------------------------------------------------------------------------------------


def test_nothing_is_decided_and_nothing_written_at_first(engine: Engine) -> None:
    found = engine.curation()
    assert found == Curation("", "", (), {}, (), 8_000, "markdown", "cl100k_base", {}, 0)
    assert engine.curations() == ()
    assert not (engine.root / ".contextsmith/tui-notes.db").exists()


@pytest.mark.parametrize(
    ("action", "given", "key"),
    [
        (PIN, "app/retry.py::Retry.run", "app/retry.py::Retry.run"),
        (PIN, "app/retry.py::stop", "app/retry.py::Retry.stop"),
        (PIN, "./app/retry.py", "app/retry.py"),
        (PIN, Spec("app/retry.py", 6, 99), "app/retry.py:6-12"),
        (EXCLUDE, "app/retry.py:7", "app/retry.py:7-7"),
        (EXCLUDE, "gen/", "gen"),
        (EXCLUDE, "gen/*.py", "gen/*.py"),
        (EXCLUDE, "logo.bin", "logo.bin"),
    ],
)
def test_places_as_people_name_them(engine: Engine, action: Action, given: str | Spec, key: str) -> None:
    (found,) = engine.decide(action, given).decisions
    assert (found.key, str(found.spec), found.action) == (key, key, action)
    assert (found.level, found.state, found.change, found.proposed_by) == (
        *(Level.FULL, NoteState.CURRENT),
        *("", ""),
    )
    assert engine.curation().decisions == (found,)
    assert engine.decide(None, given).decisions == ()


@pytest.mark.parametrize(
    ("action", "given", "says"),
    [
        (PIN, "gen", "is a folder"),
        (PIN, "*.py", "no file"),
        (PIN, "logo.bin", "no lines to show"),
        (PIN, "app/retry.py:2-3", "is blank"),
        (PIN, "app/retry.py::walk", "no symbol"),
        (EXCLUDE, "app/nothing.py", "no file"),
        (EXCLUDE, "nothing/*.py", "no file"),
        (None, "../outside.py", "outside"),
    ],
)
def test_places_that_are_none(engine: Engine, action: Action | None, given: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        engine.decide(action, given)
    assert engine.curation().revision == 0


def test_an_ambiguous_name_is_not_guessed(engine: Engine) -> None:
    change(engine, "app/two.py", "class A:\n    def go(self): ...\n\n\nclass B:\n    def go(self): ...\n")
    with pytest.raises(AmbiguousNameError):
        engine.decide(PIN, "app/two.py::go")


def test_a_later_decision_about_a_place_replaces_the_earlier(engine: Engine) -> None:
    engine.decide(EXCLUDE, "app/retry.py")
    engine.decide(PIN, "gen/a.py")
    engine.decide(PIN, "gen/b.py")
    engine.decide(PIN, "gen/a.py", level=Level.OUTLINE)
    found = engine.decide(PIN, "app/retry.py")
    assert [(each.key, each.action, each.level) for each in found.decisions] == [
        ("gen/a.py", PIN, Level.OUTLINE),
        ("gen/b.py", PIN, Level.FULL),
        ("app/retry.py", PIN, Level.FULL),
    ]
    assert engine.decide(None, "README.md") == found
    assert engine.clear_decisions().decisions == ()
    engine.undo()
    undone = engine.undo()
    assert undone is not None
    assert undone.label == "pin app/retry.py"
    engine.redo()
    assert engine.curation().decisions == found.decisions


def test_code_written_a_moment_ago_can_be_decided_about(engine: Engine) -> None:
    engine.decide(PIN, "gen/a.py")
    (engine.root / "gen/new.py").write_text("def first():\n    return 1\n")
    (engine.root / "gen/a.py").write_text("def other():\n    return 2\n\n\n" + str(FILES["gen/a.py"]))
    engine._checked = float("-inf")  # longer ago than an answer may be old
    engine.decide(PIN, "gen/new.py::first")
    found = engine.decide(PIN, "gen/a.py::job_table")
    assert [each.state for each in found.decisions] == [NoteState.STALE, *[NoteState.CURRENT] * 2]


def test_several_decisions_are_one_step_or_none(engine: Engine) -> None:
    wishes = [(PIN, "gen/a.py", Level.PATH), (EXCLUDE, "gen/b.py")]
    with pytest.raises(UsageError):
        engine.decide_all([*wishes, (PIN, "nowhere.py")])
    assert engine.curation().revision == 0
    assert len(engine.decide_all(wishes, label="both").decisions) == 2
    assert engine.undo() == Undone("both", ("decision/gen/a.py", "decision/gen/b.py"), ())
    assert engine.curation().decisions == ()
    assert engine.undo() is None
    assert engine.redo() is not None
    assert [each.action for each in engine.curation().decisions] == [PIN, EXCLUDE]


# --- edits -------------------------------------------------------------------------------------------


def test_decisions_follow_their_code(engine: Engine) -> None:
    engine.decide(PIN, "app/retry.py::Retry.run")
    engine.decide(PIN, "app/retry.py:12")
    engine.decide(EXCLUDE, "gen/a.py")
    renamed = RETRY.replace("def run", "def perform")
    change(engine, "app/retry.py", renamed.replace("\n\n\n", "\n\nimport os\n\n\n", 1))
    change(engine, "made/a.py", str(FILES["gen/a.py"]))
    change(engine, "gen/a.py", None)
    found = engine.curation()
    assert states(found) == [
        ("app/retry.py::Retry.run", "app/retry.py::Retry.perform", NoteState.CURRENT),
        ("app/retry.py:12-12", "app/retry.py:14-14", NoteState.CURRENT),
        ("gen/a.py", "made/a.py", NoteState.CURRENT),
    ]
    assert found.decisions[0].change == "renamed from Retry.run"
    again = engine.decide(PIN, "app/retry.py::Retry.perform", level=Level.SIGNATURE)
    first = again.decisions[0]
    assert (first.key, first.level) == ("app/retry.py::Retry.run", Level.SIGNATURE)
    text = engine.context(TASK).text
    assert "This work tree's curation: 2 pins, 1 exclusion." in text
    assert "made/a.py" not in text


def test_code_that_takes_the_name_of_decided_code_is_another_item(engine: Engine) -> None:
    engine.decide(PIN, "app/retry.py::Retry.run")
    moved = RETRY.replace("def run", "def perform") + "\n    def run(self):\n        return None\n"
    change(engine, "app/retry.py", moved)
    found = engine.decide(EXCLUDE, "app/retry.py::Retry.run")
    assert [(each.key, str(each.spec), each.action) for each in found.decisions] == [
        ("app/retry.py::Retry.run", "app/retry.py::Retry.perform", PIN),
        ("app/retry.py::Retry.run (2)", "app/retry.py::Retry.run", EXCLUDE),
    ]
    assert len(engine.decide(None, "app/retry.py::Retry.run").decisions) == 1


def test_code_that_went_further_is_found_from_where_it_was_seen_last(engine: Engine) -> None:
    engine.decide(PIN, "app/retry.py::Retry.run")
    change(engine, "app/retry.py", RETRY.replace("def run", "def perform"))
    engine.curation()
    change(engine, "app/retry.py", RETRY.replace("def run", "def perform").replace("return attempt", "pass"))
    (found,) = engine.curation().decisions
    assert (str(found.spec), found.state) == ("app/retry.py::Retry.perform", NoteState.STALE)
    assert found.change == "2 lines changed, signature changed, renamed from Retry.run"


def test_a_stale_pin_is_used_and_a_lost_one_said_and_kept(engine: Engine) -> None:
    engine.decide(PIN, "app/retry.py::Retry.stop")
    engine.decide(PIN, "gen/b.py")
    change(engine, "app/retry.py", RETRY.replace("self.stopped = True", "self.stopped = None"))
    change(engine, "gen/b.py", None)
    pack = engine.context("cookies", 600)
    assert states(engine.curation())[1] == ("gen/b.py", "gen/b.py", NoteState.LOST)
    assert [item.symbol for item in pack.items if item.pinned] == ["Retry.stop"]
    assert "self.stopped = None" in pack.text
    assert pack.notices == (
        "This work tree's curation: 1 pin",
        "pinned code is lost: gen/b.py; see curations show",
    )
    change(engine, "gen/b.py", str(FILES["gen/b.py"]))
    assert engine.curation().decisions[1].state is NoteState.CURRENT


def test_a_lost_decision_can_be_taken_back_and_made_again(engine: Engine) -> None:
    engine.decide(PIN, "gen/b.py")
    change(engine, "gen/b.py", None)
    (lost,) = engine.curation().decisions
    assert engine.decide(None, lost.spec).decisions == ()
    engine.undo()
    change(engine, "gen/b.py", "def quite_another_thing(x):\n    return x + 1\n")
    (again,) = engine.decide(PIN, "gen/b.py").decisions
    assert (again.key, again.state) == ("gen/b.py", NoteState.CURRENT)


def test_a_file_without_lines_any_more_is_skipped(engine: Engine) -> None:
    engine.decide(PIN, "gen/b.py")
    change(engine, "gen/b.py", "")
    assert engine.curation().decisions[0].change == "it has no lines any more"
    assert engine.context("cookies").notices == ("pinned code is lost: gen/b.py; see curations show",)


def test_a_folder_means_what_is_in_it_now(engine: Engine) -> None:
    engine.decide(EXCLUDE, "gen")
    change(engine, "gen/deep/c.py", "def job_tree():\n    return 'job retry'\n")
    assert not any(path.startswith("gen/") for path in engine.context("job", 2_000).files)
    for path in ("gen/a.py", "gen/b.py", "gen/deep/c.py"):
        change(engine, path, None)
    pack = engine.context(TASK)
    assert pack.notices == ("This work tree's curation: 1 exclusion",)
    assert engine.decide(None, "gen").decisions == ()


# --- packs and rankings ------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_curation_changes_no_byte(engine: Engine, format: str) -> None:
    before = engine.context(TASK, format=format, curation=False)
    assert engine.context(TASK, format=format) == before
    engine.decide(PIN, "gen/a.py")
    engine.set_curation(task="x", budget=500, format="xml", settings={"prompt": "review"})
    assert engine.context(TASK, format=format) != before
    engine.decide(None, "gen/a.py")
    assert engine.context(TASK, format=format) == before
    assert engine.rank(TASK) == engine.rank(TASK, curation=False)


@pytest.mark.parametrize("format", FORMATS)
def test_a_curation_is_the_same_as_what_it_holds_but_for_its_name(engine: Engine, format: str) -> None:
    engine.decide(PIN, "app/retry.py::Retry.stop", level=Level.SIGNATURE)
    engine.decide(EXCLUDE, "gen")
    engine.set_curation(weights={"words": 2.0, "role-doc": 0.0}, scope=["app/", "gen/"])
    used = engine.context(TASK, format=format)
    plain = engine.context(
        TASK,
        format=format,
        pins=["app/retry.py::Retry.stop@signature"],
        exclude=["gen"],
        weights=adjusted({"words": 2.0, "role-doc": 0.0}),
        scope=["app/", "gen/"],
        curation=False,
    )
    said = "This work tree's curation: 1 pin, 1 exclusion, 2 weights changed, scope app/, gen/."
    assert used.notices == (said.rstrip("."),)
    assert said in used.text.replace("&#x27;", "'").replace("&apos;", "'")
    assert [(item.path, item.start_line, item.end_line) for item in used.items] == [
        (item.path, item.start_line, item.end_line) for item in plain.items
    ]
    assert used.tokens <= used.budget


def test_named_curations_are_named_and_used_by_name(engine: Engine) -> None:
    engine.decide(PIN, "gen/a.py")
    engine.save_curation("login [/b] bug")
    engine.open_curation("")
    engine.clear_decisions()
    assert 'Curation "login [/b] bug": 1 pin.' in engine.context(TASK, curation="login [/b] bug").text
    assert "uration" not in engine.context(TASK).text
    with pytest.raises(UsageError, match=r"no curation 'x'; there are: 'login \[/b\] bug'"):
        engine.context(TASK, curation="x")
    assert [(each.name, each.active, each.pins) for each in engine.curations()] == [
        ("", True, 0),
        ("login [/b] bug", False, 1),
    ]


def test_what_is_given_wins_for_the_same_place(engine: Engine) -> None:
    engine.decide(PIN, "app/retry.py")
    engine.decide(EXCLUDE, "gen/a.py")
    engine.set_curation(weights={"words": 0.0}, scope=["gen/"])
    pack = engine.context(
        TASK, pins=["gen/a.py", "app/retry.py@path"], exclude=["gen/b.py"], scope=["app/"], weights=SHIPPED
    )
    assert {item.path: item.level for item in pack.items if item.pinned} == {
        "gen/a.py": Level.FULL,
        "app/retry.py": Level.PATH,
    }
    assert "gen/b.py" not in pack.files
    assert pack.notices == ("This work tree's curation: 1 exclusion",)
    out = engine.context(TASK, exclude=["app/retry.py"])
    assert not any(item.pinned for item in out.items)
    assert "app/retry.py is pinned, and excluded since: it is left out" in out.notices
    with pytest.raises(UsageError, match="pinned and excluded at once"):
        engine.context(TASK, pins=["gen/a.py"], exclude=["gen"])


def test_of_a_pin_and_an_exclusion_in_a_curation_the_later_wins(engine: Engine) -> None:
    engine.decide(EXCLUDE, "app")
    engine.decide(PIN, "app/retry.py::Retry.stop")
    pack = engine.context(TASK)
    assert [(item.path, item.symbol) for item in pack.items if item.path.startswith("app")] == [
        ("app/retry.py", "Retry.stop")
    ]
    assert "app/retry.py::Retry.stop is excluded, and pinned since: it is shown" in pack.notices
    engine.decide(EXCLUDE, "**/*.py")
    pack = engine.context(TASK)
    assert not any(item.pinned for item in pack.items)
    assert "app/retry.py::Retry.stop is pinned, and excluded since: it is left out" in pack.notices


def test_a_part_that_is_excluded_is_cut_out_of_a_pin(engine: Engine) -> None:
    engine.decide(EXCLUDE, "app/retry.py:7-8")
    engine.decide(PIN, "app/retry.py::Retry.run")
    pack = engine.context("cookies", curation=None)
    shown = [range_ for item in pack.items if item.pinned for range_ in item.shown]
    assert shown == [(5, 6), (9, 9)]


def test_ranking_takes_weights_and_scope_and_says_so(engine: Engine) -> None:
    engine.set_curation(weights={"words": 0.5, "length": 3}, scope=["app/"])
    ranking = engine.rank(TASK)
    assert {file.path for file in ranking.files} <= {"app/retry.py", "app/cookies.py"}
    said = ("This work tree's curation: 2 weights changed, scope app/",)
    assert ranking.notices == engine.curation_notices() == said
    plain = {
        each.signal: each.points for each in engine.why(TASK, "app/retry.py", curation=False).contributions
    }
    found = engine.why(TASK, "app/retry.py")
    points = {each.signal: each.points for each in found.contributions}
    assert points["words"] == pytest.approx(0.5 * plain["words"], abs=1e-4)
    assert found.score == pytest.approx(sum(points.values()), abs=1e-9)
    assert engine.why(TASK, "gen/a.py").rank == 0
    assert engine.rank(TASK, scope=["gen/"], weights=SHIPPED).notices == ()
    engine.set_curation(scope=["nowhere/"])
    with pytest.raises(UsageError, match=r"scope nowhere/ \(of this work tree's curation\)"):
        engine.rank(TASK)


def test_surroundings_use_the_curation_too(engine: Engine) -> None:
    engine.decide(PIN, "gen/a.py")
    pack = engine.context(start=["app/retry.py::Retry.run"])
    assert "gen/a.py" in pack.files
    assert "This work tree's curation: 1 pin" in pack.notices


def test_pins_that_do_not_fit_say_where_they_are_from(engine: Engine) -> None:
    engine.decide(PIN, "app/retry.py")
    with pytest.raises(PinTooLargeError, match="this work tree's curation has some of them"):
        engine.context(TASK, 10)
    assert engine.context(TASK, 10, curation=False).tokens <= 10


# --- settings ----------------------------------------------------------------------------------------


def test_settings_are_kept_and_taken_back(engine: Engine) -> None:
    found = engine.set_curation(
        task="a\ntask",
        budget="auto",
        format="xml",
        tokenizer="o200k_base",
        scope=["app/"],
        weights={"words": 2},
        settings={"prompt": "review", "what else": "x"},
    )
    assert (found.task, found.budget, found.format, found.tokenizer) == (
        "a\ntask",
        "auto",
        "xml",
        "o200k_base",
    )
    assert (found.scope, found.weights) == (("app/",), {"words": 2.0})
    assert found.settings == {"prompt": "review", "what else": "x"}
    found = engine.set_curation(scope=[], weights={"words": 1, "names": 3}, settings={"prompt": ""})
    assert (found.scope, found.weights, found.settings) == ((), {"names": 3.0}, {"what else": "x"})
    assert engine.set_curation(weights={}).weights == {}
    undone = engine.undo()
    assert undone is not None
    assert (undone.label, engine.curation().weights) == ("set weights", {"names": 3.0})


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"budget": 0}, "budget of 0"),
        ({"format": "doc"}, "unknown format"),
        ({"scope": [""]}, "a scope is empty"),
        ({"weights": {"luck": 1.0}}, "no signal 'luck'; choose one of: body"),
        ({"weights": {"words": -1.0}}, "no factor for words"),
        ({"weights": {"words": float("nan")}}, "no factor for words"),
        ({"task": "x" * 1_000_001}, "are the most"),
    ],
)
def test_settings_that_are_none(engine: Engine, given: dict, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        engine.set_curation(**given)
    assert engine.curation().revision == 0


# --- several workbenches -----------------------------------------------------------------------------


def test_two_workbenches_see_each_other_and_undo_their_own(engine: Engine) -> None:
    with Engine(engine.root) as other, engine.workbench_slot() as one, other.workbench_slot() as two:
        assert (one, two) == (1, 2)
        before = other.curation_version()
        engine.decide(PIN, "gen/a.py", writer=one)
        assert other.curation_version() > before
        seen = other.curation()
        assert [each.key for each in seen.decisions] == ["gen/a.py"]
        other.decide(EXCLUDE, "gen/a.py", writer=two)
        other.decide(PIN, "gen/b.py", writer=two)
        assert engine.undo(writer=one) == Undone("pin gen/a.py", (), ("decision/gen/a.py",))
        assert other.undo(writer=two) is not None
        assert [(each.key, each.action) for each in engine.curation().decisions] == [("gen/a.py", EXCLUDE)]
    with Engine(engine.root) as restarted, restarted.workbench_slot() as slot:
        assert slot == 1
        assert restarted.redo(writer=slot) is not None


def test_what_was_copied_last_and_shown_first_is_remembered(engine: Engine) -> None:
    engine.remember_task("one")
    engine.remember_task("two")
    assert engine.task_history() == ("two", "one")
    assert (engine.view("first"), engine.exported("")) == (None, {})
    engine.keep_view("first", b"\0")
    engine.keep_exported(None, {"gen/a.py": "1"})
    with Engine(engine.root) as restarted:
        assert (restarted.view("first"), restarted.exported("")) == (b"\0", {"gen/a.py": "1"})


def test_notes_are_undone_through_the_engine(engine: Engine) -> None:
    note = engine.add_note("Counted twice.", symbol="Retry.run", writer=1)
    engine.edit_note(note.id, "Counted once.", writer=1)
    engine.remove_note(note.id, writer=1)
    texts = []
    for _ in range(3):
        engine.undo(writer=1)
        texts.append([each.text for each in engine.notes()])
    assert texts == [["Counted once."], ["Counted twice."], []]
    engine.redo(writer=1)
    assert [(each.id, each.uid, each.text) for each in engine.notes()] == [(note.id, note.uid, note.text)]


# --- hostile and damaged -----------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="file names are text there")
def test_names_that_are_no_text_are_decided_about_like_others(engine: Engine) -> None:
    names = [b"bad\xff.py", b"[b]\x1b[31m.py", "‮x.py".encode()]
    for name in names:
        change(engine, os.fsdecode(name), "def job():\n    return 'x'\n")
    for name in names:
        found = engine.decide(PIN, os.fsdecode(name)).decisions[-1]
        assert (found.key, found.state) == (os.fsdecode(name), NoteState.CURRENT)
    pack = engine.context(TASK)
    assert {os.fsdecode(name) for name in names} <= set(pack.files)
    assert "\x1b" not in "".join(pack.notices)
    undone = [engine.undo() for _ in names]
    assert all(each is not None and "\x1b" not in each.label for each in undone)


def test_a_damaged_database_is_an_error_that_names_it(engine: Engine) -> None:
    engine.decide(PIN, "gen/a.py")
    engine.close()
    database = engine.root / ".contextsmith/tui-notes.db"
    database.write_bytes(b"no database at all" * 400)
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    for ask in (engine.curation, lambda: engine.context(TASK), lambda: engine.decide(PIN, "gen/b.py")):
        with pytest.raises(CtxsmithError, match=r"tui-notes\.db are damaged"):
            ask()


def test_a_deleted_index_leaves_decisions_alone(engine: Engine) -> None:
    engine.decide(PIN, "app/retry.py::Retry.run")
    pack = engine.context(TASK)
    for path in (engine.root / ".contextsmith").glob("tui-index*"):
        path.unlink()
    assert engine.context(TASK) == pack
    assert states(engine.curation()) == [
        ("app/retry.py::Retry.run", "app/retry.py::Retry.run", NoteState.CURRENT)
    ]
