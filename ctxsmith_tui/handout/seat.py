"""Where the person sits: at this machine or at the far end of a connection, and what lies in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ctxsmith_tui.handout.osc52 import DEFAULT_LIMIT, limit_of
from ctxsmith_tui.handout.programs import ProgramError, run

Multiplexer = Literal["", "tmux", "screen"]

_SSH = ("SSH_CONNECTION", "SSH_TTY")
_REFRESHED = (*_SSH, "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY")
_CLIENT = "#{session_attached} #{client_control_mode} #{client_termname}"


@dataclass(frozen=True, slots=True)
class TmuxSession:
    """What tmux says of its session, where the environment of a pane is as old as the pane."""

    variables: Mapping[str, str | None]  # None: the terminal attached last does not have it
    terminals: int  # attached now
    control: bool  # the terminal draws the panes itself (`tmux -CC`), tmux sends it nothing
    terminal: str  # TERM of the terminal used last; '' when tmux does not say


@dataclass(frozen=True, slots=True)
class Where:
    """Where a copy has to arrive."""

    remote: bool  # over SSH: the clipboard of this machine is not the person's
    multiplexer: Multiplexer  # the one that the terminal has to be reached through
    limit: int  # bytes of text that the terminal takes by OSC 52; 0: none
    doubt: str  # why it is not certain that the person sits at this machine; '' when it is
    attached: bool  # False when tmux has no terminal to send to
    nested: bool  # a multiplexer of another machine stands in between, which may drop OSC 52
    environment: Mapping[str, str]  # what clipboard programs need to find the person's desktop


def environment_of(environment: Mapping[str, str]) -> Where:
    """Where the person sits, as the environment says; inside tmux, as tmux says. Takes 2 seconds at most."""
    return where(environment, ask_tmux(environment) if environment.get("TMUX") else None)


def ask_tmux(environment: Mapping[str, str]) -> TmuxSession | None:
    """What tmux says of the session of this pane; None when it does not answer."""
    command = ("tmux", "display-message", "-p", _CLIENT, ";", "show-environment")
    try:
        return read_session(run(command, environment=environment).decode(errors="replace"))
    except ProgramError:
        return None


def read_session(said: str) -> TmuxSession:
    """Read a line about the client and then lines `NAME=value` or `-NAME`."""
    client, *lines = said.splitlines() or [""]
    terminals, control, terminal = [*client.split(" ", 2), "", "", ""][:3]
    variables: dict[str, str | None] = {}
    for line in lines:
        name, equals, value = line.partition("=")
        if equals and name in _REFRESHED:
            variables[name] = value
        elif line.removeprefix("-") in _REFRESHED:
            variables[line.removeprefix("-")] = None
    return TmuxSession(variables, int(terminals) if terminals.isdecimal() else 0, control == "1", terminal)


def where(environment: Mapping[str, str], session: TmuxSession | None) -> Where:
    """Where a copy has to arrive, from an environment and what tmux says; `session` only inside tmux."""
    return _inside_tmux(environment, session) if environment.get("TMUX") else _outside_tmux(environment)


def _outside_tmux(environment: Mapping[str, str]) -> Where:
    in_screen = bool(environment.get("STY"))
    return Where(
        remote=_is_remote(environment),
        multiplexer="screen" if in_screen else "",
        # Inside screen the variables are those of the terminal that it was started in, not of this one.
        limit=DEFAULT_LIMIT if in_screen else limit_of(environment),
        doubt="",
        attached=True,
        nested=not in_screen and _is_multiplexer(environment.get("TERM", "")),
        environment=dict(environment),
    )


def _inside_tmux(environment: Mapping[str, str], session: TmuxSession | None) -> Where:
    current = _refreshed(environment, session) if session else dict(environment)
    return Where(
        remote=_is_remote(current),
        multiplexer="" if session and session.control else "tmux",
        limit=limit_of({"TERM": session.terminal if session else ""}),
        doubt=_doubt(session),
        attached=session is None or session.terminals > 0,
        nested=session is not None and _is_multiplexer(session.terminal),
        environment=current,
    )


def _is_remote(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in _SSH)


def _is_multiplexer(terminal: str) -> bool:
    return terminal.startswith(("tmux", "screen"))


def _refreshed(environment: Mapping[str, str], session: TmuxSession) -> dict[str, str]:
    changed = dict(session.variables)
    if "SSH_CONNECTION" in changed:  # tmux does not renew the other one: it is of an earlier login
        changed["SSH_TTY"] = None
    current = {name: value for name, value in environment.items() if name not in changed}
    return current | {name: value for name, value in changed.items() if value is not None}


def _doubt(session: TmuxSession | None) -> str:
    if session is None:
        return "tmux does not say from where it is used"
    if session.terminals == 1:
        return ""
    return f"{session.terminals or 'no'} terminals are attached to this tmux session"
