"""The decision table: where the person sits, and which ways lead there."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxsmith_tui.handout.clipboard import ways
from ctxsmith_tui.handout.native import Tool
from ctxsmith_tui.handout.seat import TmuxSession, Where, read_session, where

SSH = "10.0.0.1 50000 10.0.0.2 22"
PROGRAMS = ("wl-copy", "xclip", "xsel", "pbcopy", "clip.exe")


def session(
    *, terminals: int = 1, control: bool = False, terminal: str = "xterm", **seen: str | None
) -> TmuxSession:
    return TmuxSession(seen, terminals, control, terminal)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A PATH on which every clipboard program is."""
    for name in PROGRAMS:
        (tmp_path / name).touch(mode=0o755)
    return str(tmp_path)


def names(seat: Where, *, terminal: bool = True, platform: str = "linux") -> list[str]:
    found = ways(seat, terminal=terminal, platform=platform)
    return [way.name if isinstance(way, Tool) else way for way in found]


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, ["OSC 52"]),
        ({"DISPLAY": ":0"}, ["xclip", "xsel", "OSC 52"]),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, ["wl-copy", "xclip", "xsel", "OSC 52"]),
        ({"WSL_DISTRO_NAME": "Debian", "DISPLAY": ":0"}, ["clip.exe", "xclip", "xsel", "OSC 52"]),
        ({"DISPLAY": ":0", "STY": "1.pts"}, ["xclip", "xsel", "OSC 52"]),
        ({"DISPLAY": ":0", "TERM": "linux"}, ["xclip", "xsel"]),
        ({"DISPLAY": ":0", "SSH_CONNECTION": SSH}, ["OSC 52"]),
        ({"WAYLAND_DISPLAY": "wayland-0", "SSH_TTY": "/dev/pts/1"}, ["OSC 52"]),
        ({"WSL_INTEROP": "/run", "SSH_CONNECTION": SSH}, ["OSC 52"]),
        ({"SSH_CONNECTION": SSH, "TERM": "dumb"}, []),
    ],
)
def test_the_ways_outside_tmux(path: str, variables: dict[str, str], expected: list[str]) -> None:
    assert names(where({"PATH": path, **variables}, None)) == expected


def test_the_ways_of_other_systems(path: str) -> None:
    here = where({"PATH": path, "DISPLAY": ":0"}, None)
    assert names(here, platform="darwin") == ["pbcopy", "OSC 52"]
    assert names(here, platform="win32") == ["clip.exe", "OSC 52"]
    away = where({"PATH": path, "SSH_CONNECTION": SSH}, None)
    assert names(away, platform="darwin") == names(away, platform="win32") == ["OSC 52"]


def test_without_a_terminal_nothing_is_sent_to_one(path: str) -> None:
    assert names(where({"PATH": path, "SSH_CONNECTION": SSH}, None), terminal=False) == []


def test_a_program_must_be_installed_in_an_absolute_folder(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path)
    for entries in (".", "", "bin:."):
        assert names(where({"PATH": entries, "DISPLAY": ":0"}, None)) == ["OSC 52"]


TMUX = {"TMUX": "/tmp/s,1,0", "TERM": "screen"}


def test_locally_in_tmux_the_desktop_comes_first(path: str) -> None:
    here = where({"PATH": path, "DISPLAY": ":0", **TMUX}, session())
    assert names(here) == ["xclip", "xsel", "tmux"]
    assert here.doubt == ""


def test_a_pane_that_remembers_an_ended_connection_is_local(path: str) -> None:
    stale = {"PATH": path, "SSH_CONNECTION": SSH, "SSH_TTY": "/dev/pts/1", "DISPLAY": ":10", **TMUX}
    here = where(stale, session(SSH_CONNECTION=None, DISPLAY=":0"))
    assert names(here) == ["xclip", "xsel", "tmux"]
    assert here.environment["DISPLAY"] == ":0"
    assert not here.environment.keys() & {"SSH_CONNECTION", "SSH_TTY"}


def test_a_pane_older_than_the_connection_is_remote(path: str) -> None:
    stale = {"PATH": path, "DISPLAY": ":0", **TMUX}
    assert names(where(stale, session(SSH_CONNECTION=SSH, DISPLAY=None))) == ["tmux"]


def test_what_tmux_does_not_mention_stays_as_the_pane_has_it(path: str) -> None:
    assert where({"PATH": path, "SSH_TTY": "/dev/pts/1", **TMUX}, session()).remote
    assert where({"PATH": path, "SSH_CONNECTION": SSH, **TMUX}, None).remote
    assert not where({"PATH": path, "DISPLAY": ":0", **TMUX}, session()).remote


def test_who_of_several_terminals_copies_is_not_known(path: str) -> None:
    assert where(TMUX, session(terminals=2)).doubt == "2 terminals are attached to this tmux session"
    assert where(TMUX, None).doubt == "tmux does not say from where it is used"
    assert not where(TMUX, session(terminals=0)).attached


def test_a_terminal_that_draws_the_panes_itself_reads_osc_52_from_the_pane(path: str) -> None:
    away = where({"PATH": path, **TMUX}, session(control=True, SSH_CONNECTION=SSH))
    assert (away.multiplexer, names(away)) == ("", ["OSC 52"])


def test_the_limit_is_that_of_the_terminal_outside() -> None:
    inherited = {"KITTY_WINDOW_ID": "1", "VTE_VERSION": "7600"}
    assert where({**TMUX, **inherited}, session(terminal="linux")).limit == 0
    assert where({**TMUX, **inherited}, session(terminal="xterm-256color")).limit == 74_994
    assert where({"STY": "1.pts", **inherited}, None).limit == 74_994


def test_a_multiplexer_of_another_machine_in_between() -> None:
    assert where({"SSH_CONNECTION": SSH, "TERM": "tmux-256color"}, None).nested
    assert where(TMUX, session(terminal="screen-256color")).nested
    assert not where(TMUX, session()).nested
    assert not where({"STY": "1.pts", "TERM": "screen"}, None).nested


def test_reading_what_tmux_prints() -> None:
    said = f"2 1 xterm-256color\nDISPLAY=:0\n-SSH_CONNECTION\nSSH_TTY=/a=b\nHOME=/x\n-LANG\n{SSH}\n"
    expected = {"DISPLAY": ":0", "SSH_CONNECTION": None, "SSH_TTY": "/a=b"}
    assert read_session(said) == TmuxSession(expected, 2, True, "xterm-256color")
    assert read_session("") == read_session("\n") == TmuxSession({}, 0, False, "")
