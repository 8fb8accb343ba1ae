"""From what a person names to lines of indexed files."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxsmith_tui import Decision, Engine
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import Level, Spec

FILES = {
    "pkg/a.py": "class A:\n    def run(self):\n        return 1\n",
    "pkg/b.py": "x = 1\n",
    "top.py": "y = 1\n",
    "odd\x1b[31m.py": "z = 1\n",
    "pkg/odd\x07.py": "z = 2\n",
    "back\\slash.py": "z = 3\n",
    "empty.py": "",
    "blob.bin": b"\x00\x01",
    ".gitignore": "secret.py\n",
    "secret.py": "hidden = 1\n",
}


@pytest.fixture(scope="module")
def engine(make_engine) -> Engine:
    engine = make_engine(FILES, is_git=True)
    (engine.root / "link.py").symlink_to("top.py")
    (engine.root.parent / "way").symlink_to(engine.root)
    return engine


def pinned(engine: Engine, spec: str | Decision) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Path and lines of the one pin."""
    (item,) = [item for item in engine.context("qqqq", 2_000, pins=[spec]).items if item.pinned]
    return item.path, item.shown


def test_a_path_from_the_root_absolute_or_from_the_working_directory(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(engine.root / "pkg")
    expected = ("pkg/a.py", ((1, 3),))
    for spec in ("pkg/a.py", str(engine.root / "pkg/a.py"), "a.py", "../pkg/a.py", "./pkg/a.py", "pkg//a.py"):
        assert pinned(engine, spec) == expected, spec
    assert pinned(engine, "../top.py") == ("top.py", ((1, 1),))


def test_a_path_through_a_link_to_the_repository(engine: Engine) -> None:
    assert pinned(engine, str(engine.root.parent / "way/pkg/a.py")) == ("pkg/a.py", ((1, 3),))


def test_the_working_directory_need_not_exist(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert pinned(engine, "top.py") == ("top.py", ((1, 1),))
    with pytest.raises(UsageError, match="no file"):
        engine.why("task", "nothing.py")


@pytest.mark.parametrize(
    ("copied", "path"),
    [
        (r"odd\x1b[31m.py", "odd\x1b[31m.py"),
        (r"pkg/odd\x07.py", "pkg/odd\x07.py"),
        ("odd\x1b[31m.py", "odd\x1b[31m.py"),
        ("back\\slash.py", "back\\slash.py"),
        ("pkg\\a.py", "pkg/a.py"),
    ],
)
def test_names_copied_from_our_output_and_backslashes(engine: Engine, copied: str, path: str) -> None:
    assert engine.why("task", copied).path == path
    assert pinned(engine, copied)[0] == path


def test_lines_beyond_the_end_are_cut_and_a_start_beyond_it_is_refused(engine: Engine) -> None:
    assert pinned(engine, "pkg/a.py:2-999") == ("pkg/a.py", ((2, 3),))
    with pytest.raises(UsageError, match="begins after the end of the file, which has 3 lines"):
        pinned(engine, "pkg/a.py:4-5")


def test_symbols_and_decisions(engine: Engine) -> None:
    assert pinned(engine, "pkg/a.py::A.run") == ("pkg/a.py", ((2, 3),))
    assert pinned(engine, "pkg/a.py::run") == ("pkg/a.py", ((2, 3),))
    assert pinned(engine, Decision(Spec("pkg/a.py", 2, 2))) == ("pkg/a.py", ((2, 2),))
    assert pinned(engine, Decision(Spec("pkg/a.py"), Level.PATH)) == ("pkg/a.py", ())


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("../outside.py", "lies outside"),
        ("/etc/passwd", "lies outside"),
        ("pkg/../../x.py", "lies outside"),
        ("pkg", "is a folder"),
        ("link.py", "symbolic link"),
        ("secret.py", "ignored by git or by a rule"),
        ("pkg/c.py", r"did you mean .*pkg/[ab]\.py"),
        ("elsewhere/top.py", r"did you mean top\.py"),
        ("qqqqqqq", "paths start at the root"),
        ("x" * 5_000, "no file"),
        ("x\0y", "no file"),
        ("\udcff", "no file"),
    ],
)
def test_what_is_not_in_the_index_is_refused_with_the_reason(engine: Engine, path: str, why: str) -> None:
    with pytest.raises(UsageError, match=why) as caught:
        engine.why("task", path)
    assert "\0" not in str(caught.value)
    with pytest.raises(UsageError, match=why):
        engine.context("task", pins=[path])
    if path != "pkg":
        with pytest.raises(UsageError, match=why):
            engine.context("task", exclude=[path])


@pytest.mark.parametrize(("path", "rule"), [("empty.py", "empty"), ("blob.bin", "binary")])
def test_a_file_without_lines_cannot_be_pinned_but_excluded(engine: Engine, path: str, rule: str) -> None:
    with pytest.raises(UsageError, match=f"no lines to show \\({rule}\\)"):
        engine.context("task", pins=[path])
    assert path not in engine.context(path, exclude=[path]).files
