"""What the measurement reads off a screen, and its figures."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

SCREEN = [
    " ctxsmith  django main  6,798 files  rank 79 ms, pack 22 ms",
    "█ QuerySet.delete() ignores",
    "█ the order",
    "█",
    " [1 Ranked]  2 Pack",
    "┏━ 1 Ranked 1,834 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓╭─ 2 Pack ─────────────╮",
    "┃ st  score TNHS  tokens file                     in ┃│>        # Context     │",
    "┃ +    5.99 █▁ -   3,172 +…o/db/models/query.py   24 ┃│ P       class Query  │",
    "┃>P    3.31 ▄▁ -   3,962 +…b/models/deletion.py    1▆┃│                      │",
    "┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 12 in pack ━┛╰──────────── markdown ─╯",
    " deletion.py            |query.py                  ",
    " 7,997 / 8,000 cl100k_base tokens 100%  25 blocks, 1P 0x",
    " t Task  Space Pin",
]


@pytest.fixture
def speed(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "bench"))
    return importlib.import_module("workbench_speed")


def test_panes_rows_and_task_are_read(speed: ModuleType) -> None:
    assert [row[1] for row in speed.listed(SCREEN)] == ["+", "P"]
    assert speed.at_cursor(speed.listed(SCREEN)).startswith(">P    3.31")
    assert [row.split() for row in speed.packed(SCREEN)] == [
        [">", "#", "Context"],
        ["P", "class", "Query"],
        [],
    ]
    assert speed.task_shown(SCREEN) == "QuerySet.delete()ignorestheorder"


def test_a_decision_alone_is_no_other_answer_and_no_other_order(speed: ModuleType) -> None:
    decided = [line.replace(" +    5.99", " P    5.99").replace("1P 0x", "2P 0x") for line in SCREEN]
    packed = [line.replace("7,997", "7,900") for line in decided]
    assert speed.answer(decided) == speed.answer(SCREEN) != speed.answer(packed)
    assert speed.order(packed) == speed.order(SCREEN)
    assert speed.order([line.replace("5.99", "5.98") for line in SCREEN]) != speed.order(SCREEN)


def test_a_screen_at_work_is_not_ready(speed: ModuleType) -> None:
    assert speed.is_ready(SCREEN)
    assert not speed.is_ready([" ctxsmith  django main  6,798 files  ranking", *SCREEN[1:]])


def test_figures_are_medians_of_the_runs(speed: ModuleType) -> None:
    runs = [[0.001 * n for n in range(1, 101)], [0.002 * n for n in range(1, 101)], [0.1, None]]
    found = speed.figure("pin", runs)
    assert (found.p50, found.p95, found.seen, found.events) == (100.0, 100.0, 201, 202)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ([], "required"),
        (["/"], "holds .git"),
        ([".", "--only", "pins"], "first,echo"),
        ([".", "--budgets", "8k"], "8000,128000"),
        ([".", "--runs", "0"], "at least 1"),
    ],
)
def test_a_wrong_argument_is_an_error_with_a_hint(
    arguments: list[str],
    hint: str,
    speed: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["workbench_speed.py", *arguments])
    with pytest.raises(SystemExit, match="2"):
        speed.main()
    assert hint in capsys.readouterr().err
