"""Themes. Their colours for pinned, excluded, changed and the like can be told apart by colour-blind eyes.

The palette is that of Okabe and Ito, darker in the light theme. A letter says everything first; colour only
repeats it.
"""

from __future__ import annotations

from textual.theme import Theme

_OWN = (
    *("pinned", "excluded", "changed", "note", "quiet", "cursor", "cursor-quiet", "selected", "match"),
    *("keyword", "string", "comment", "number", "defined", "added-line", "removed-line"),
)


def _own(*values: str) -> dict[str, str]:
    return {f"ctx-{name}": value for name, value in zip(_OWN, values, strict=True)}


_DARK = _own(
    *("#56b4e9", "#e8834a", "#f0e442", "#cc9bd3", "#8a8f98", "#1e4460", "#2b3038", "#2a3620", "#6b5a00"),
    *("#7fb8e6", "#b5c689", "#8a8f98", "#d9a9dc", "#f0d9a0", "#173524", "#40201c"),
)
_LIGHT = _own(
    *("#00568c", "#a34100", "#6d6000", "#7d3c7e", "#5c626b", "#b9dcf3", "#e4e7eb", "#dcebc6", "#ffe98a"),
    *("#00568c", "#3d6100", "#5c626b", "#7d3c7e", "#7a5200", "#d9f2df", "#fbe0da"),
)
_ANSI = _own(
    *("ansi_bright_blue", "ansi_yellow", "ansi_bright_yellow", "ansi_magenta", "ansi_bright_black"),
    *("ansi_blue", "ansi_bright_black", "ansi_green", "ansi_yellow"),
    *("ansi_blue", "ansi_green", "ansi_bright_black", "ansi_magenta", "ansi_cyan", "ansi_green", "ansi_red"),
)
# Blue against orange alone: a pair that every common form of colour blindness keeps apart.
_BLUE_ORANGE = _own(
    *("#6db3ff", "#ffb000", "#ffffff", "#9fc9ff", "#9aa0a8", "#1d4a86", "#2b3038", "#4d3a08", "#7a5600"),
    *("#6db3ff", "#ffd27a", "#9aa0a8", "#9fc9ff", "#ffffff", "#12305c", "#4a3200"),
)

DEFAULTS = _DARK
"""What themes that are not ours get for our colours."""

THEMES = (
    Theme(
        name="ctxsmith-dark",
        primary="#56b4e9",
        secondary="#8a8f98",
        accent="#56b4e9",
        warning="#f0e442",
        error="#e8834a",
        success="#3cc49b",
        foreground="#e6e6e6",
        background="#14171b",
        surface="#191d22",
        panel="#22272e",
        dark=True,
        variables=_DARK,
    ),
    Theme(
        name="ctxsmith-light",
        primary="#00568c",
        secondary="#5c626b",
        accent="#00568c",
        warning="#6d6000",
        error="#a34100",
        success="#00694c",
        foreground="#1a1c1f",
        background="#fafafa",
        surface="#f2f3f5",
        panel="#e6e8eb",
        dark=False,
        variables=_LIGHT,
    ),
    Theme(
        name="ctxsmith-ansi",
        primary="ansi_blue",
        secondary="ansi_cyan",
        accent="ansi_bright_blue",
        warning="ansi_yellow",
        error="ansi_red",
        success="ansi_green",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        dark=True,
        variables=_ANSI,
    ),
    Theme(
        name="ctxsmith-colour-blind",
        primary="#6db3ff",
        secondary="#9aa0a8",
        accent="#ffb000",
        warning="#ffb000",
        error="#ffb000",
        success="#6db3ff",
        foreground="#f2f2f2",
        background="#101216",
        surface="#15181d",
        panel="#20242b",
        dark=True,
        variables=_BLUE_ORANGE,
    ),
)
THEME_PREFIX = "ctxsmith-"  # before the name that the settings know
