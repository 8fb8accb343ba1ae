"""What imports what: the layers of the design, and how little `import ctxsmith_tui` costs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ctxsmith_tui

ROOT = Path(__file__).parents[1]
HEAVY = {
    *[
        "apsw",
        "charset_normalizer",
        "fastembed",
        "mcp",
        "numpy",
        "onnxruntime",
        "pathspec",
        "pydantic",
        "rich",
    ],
    *["sqlite3", "subprocess", "textual", "tiktoken", "tree_sitter", "tree_sitter_language_pack", "typer"],
}


def loaded_by(code: str) -> set[str]:
    """Top-level modules that a new interpreter holds after running some code."""
    script = f"import sys\n{code}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_dependencies_point_one_way() -> None:
    pytest.importorskip("importlinter")
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert not loaded_by("import ctxsmith_tui; ctxsmith_tui.__version__") & HEAVY


def test_values_and_errors_load_nothing_heavy() -> None:
    assert not loaded_by("from ctxsmith_tui import CtxsmithError, Decision, Pack, Ranking") & HEAVY


def test_the_engine_loads_no_library_of_a_face() -> None:
    loaded = loaded_by("from ctxsmith_tui import Engine")
    assert not loaded & {"textual", "typer", "click", "rich", "mcp", "onnxruntime", "fastembed"}


def test_every_public_name_resolves() -> None:
    for name in ctxsmith_tui.__all__:
        assert getattr(ctxsmith_tui, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = ctxsmith_tui.Nothing  # type: ignore[attr-defined]


def test_a_worker_process_loads_no_library_of_a_face() -> None:
    loaded = loaded_by("import ctxsmith_tui.index.worker, ctxsmith_tui.index.extract")
    assert not loaded & {"textual", "typer", "click", "rich", "mcp", "tiktoken"}
