"""What holds before any task: roles, length, entry files. Mostly negative contributions."""

from __future__ import annotations

import numpy as np

from ctxsmith_tui.model import Role
from ctxsmith_tui.rank.context import Context, Feature
from ctxsmith_tui.rank.matches import scaled

_ENTRY_NAMES = (
    "__init__.py",
    "index.js",
    "index.ts",
    "index.tsx",
    "mod.rs",
    "lib.rs",
    "package-info.java",
)


def _role(context: Context, role: Role) -> Feature:
    values = context.has_role(role)
    return Feature(values, lambda file: (f"role: {role.value}",) if values[file] else ())


def role_test(context: Context) -> Feature:
    """1 for tests."""
    return _role(context, Role.TEST)


def role_doc(context: Context) -> Feature:
    """1 for documentation and examples."""
    return _role(context, Role.DOC)


def role_config(context: Context) -> Feature:
    """1 for configuration."""
    return _role(context, Role.CONFIG)


def role_generated(context: Context) -> Feature:
    """1 for generated and vendored files."""
    return _role(context, Role.GENERATED)


def role_data(context: Context) -> Feature:
    """1 for data."""
    return _role(context, Role.DATA)


def length(context: Context) -> Feature:
    """ln(1 + words), scaled."""
    lengths = context.catalog.file_length
    return Feature(scaled(np.log1p(lengths)), lambda file: (f"{lengths[file]:.0f} words",))


def entry(context: Context) -> Feature:
    """1 for files that mostly re-export others: `__init__.py`, `index.js`, `mod.rs` and the like."""
    values = np.zeros(len(context.catalog.paths))
    for name in _ENTRY_NAMES:
        values[context.catalog.rows_of_name.get(name, [])] = 1.0
    return Feature(values, lambda file: ("entry file",) if values[file] else ())
