"""What is said about a copy, with programs that fail, hang and lie."""

from __future__ import annotations

from pathlib import Path

from ctxsmith_tui.handout.clipboard import copy, describe
from ctxsmith_tui.handout.native import PBCOPY, copy_with
from ctxsmith_tui.handout.osc52 import sequence, through_screen, through_tmux

from .conftest import Desk, Pretend

SSH = {"SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 22"}
TRICKY = "a\r\nb\tc 😀 é\n\n"


def test_osc_52_is_sent_and_never_called_copied(desk: Desk) -> None:
    copied = desk.copy(TRICKY, desk.bare(**SSH))
    assert desk.sent == [sequence(TRICKY.encode())]
    assert copied.message == "sent 16 bytes to the terminal (OSC 52), not verifiable"
    assert (copied.backend, copied.characters, copied.bytes) == ("OSC 52", 12, 16)
    assert not copied.verified
    assert not desk.fallback.exists()


def test_a_lone_surrogate_becomes_a_question_mark(desk: Desk) -> None:
    assert desk.copy("a\udc80b", desk.bare(**SSH)).bytes == 3
    assert desk.sent == [sequence(b"a?b")]


def test_more_than_the_terminal_takes_goes_to_a_file(desk: Desk) -> None:
    assert desk.copy("x" * 74_994, desk.bare(**SSH)).backend == "OSC 52"
    copied = desk.copy("y" * 74_995, desk.bare(**SSH))
    assert len(desk.sent) == 1
    assert (copied.backend, copied.place) == ("file", desk.fallback)
    assert copied.message == (
        f"no clipboard took it (OSC 52: this terminal takes at most 75 KB): wrote 75 KB to {desk.fallback}"
    )
    assert desk.fallback.read_text() == "y" * 74_995


def test_screen_gets_pieces(desk: Desk) -> None:
    desk.copy("x" * 1_000, desk.bare(STY="1.pts", **SSH))
    assert desk.sent == [through_screen(sequence(b"x" * 1_000))]


def test_a_terminal_that_cannot_be_written_to(desk: Desk) -> None:
    def closed(text: str) -> None:
        raise ValueError("I/O operation on closed file")

    copied = copy("text", environment=desk.bare(**SSH), write_terminal=closed, fallback=desk.fallback)
    assert copied.message.startswith("no clipboard took it (OSC 52: I/O operation on closed file): wrote")


# --- the file of last resort ---------------------------------------------------------------------------


def test_no_clipboard_at_all(desk: Desk) -> None:
    copied = desk.copy(TRICKY, desk.bare(), terminal=False)
    assert copied.message == f"no clipboard here: wrote 16 bytes to {desk.fallback}"
    assert (copied.backend, copied.verified, copied.place) == ("file", False, desk.fallback)
    assert desk.fallback.read_bytes() == TRICKY.encode()
    assert desk.fallback.stat().st_mode & 0o777 == 0o600
    assert list(desk.fallback.parent.iterdir()) == [desk.fallback]


def test_a_link_in_place_of_the_file_is_replaced(desk: Desk) -> None:
    precious = desk.folder / "precious"
    precious.write_text("mine")
    desk.fallback.parent.mkdir()
    desk.fallback.symlink_to(precious)
    assert desk.copy("text", desk.bare(), terminal=False).place == desk.fallback
    assert (precious.read_text(), desk.fallback.read_text()) == ("mine", "text")
    assert not desk.fallback.is_symlink()


def test_nothing_is_written_into_a_linked_folder(desk: Desk) -> None:
    elsewhere = desk.folder / "elsewhere"
    elsewhere.mkdir()
    desk.fallback.parent.symlink_to(elsewhere)
    copied = desk.copy("text", desk.bare(), terminal=False)
    assert copied.message == (
        f"nothing was copied: no clipboard here, and {desk.fallback} cannot be written: "
        "its folder is a symbolic link"
    )
    assert (copied.backend, copied.place, list(elsewhere.iterdir())) == ("nothing", None, [])


def test_a_file_that_cannot_be_written_leaves_nothing_behind(desk: Desk) -> None:
    desk.fallback.mkdir(parents=True)
    copied = desk.copy("text", desk.bare(), terminal=False)
    assert copied.message.startswith("nothing was copied: no clipboard here, and ")
    assert list(desk.fallback.parent.iterdir()) == [desk.fallback]


def test_a_hostile_folder_name_is_shown_harmless(desk: Desk) -> None:
    desk.fallback = desk.folder / "\x1b[2J" / "pack.md"
    assert "\x1b" not in desk.copy("text", desk.bare(), terminal=False).message


# --- programs that fail, hang and lie ------------------------------------------------------------------


def test_a_failing_program_is_named_with_its_complaint(desk: Desk, pretend: Pretend) -> None:
    pretend("xclip", "printf 'Error: \\033[31mno display\\n' >&2; exit 1")
    pretend("xsel", "exit 3")
    copied = desk.copy("text", desk.pretending(DISPLAY=":9"))
    assert (copied.backend, desk.sent) == ("OSC 52", [sequence(b"text")])
    assert copied.message == (
        "sent 4 bytes to the terminal (OSC 52), not verifiable "
        "(xclip: Error: \\x1b[31mno display; xsel: exit code 3)"
    )


def test_a_hanging_program_is_ended_with_its_children(desk: Desk, pretend: Pretend) -> None:
    pids = desk.folder / "pids"
    pretend("xclip", f"sleep 60 & echo $$ $! > {pids}; wait")
    pretend("xsel", f'[ "$1" = --input ] && exec cat > {desk.folder}/held; exec cat {desk.folder}/held')
    copied = desk.copy(TRICKY, desk.pretending(DISPLAY=":9"))
    assert copied.message == (
        "copied 16 bytes with xsel, verified by reading it back (xclip: no answer within 2 seconds)"
    )
    assert copied.verified
    assert all(_has_ended(int(pid)) for pid in pids.read_text().split())


def _has_ended(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(") ")[2][0] in "ZX"


def test_a_program_that_stores_something_else_is_not_believed(desk: Desk, pretend: Pretend) -> None:
    for name in ("xclip", "xsel"):
        pretend(name, 'case "$*" in *-in*) exec cat > /dev/null;; *) echo something;; esac')
    copied = desk.copy("something", desk.pretending(DISPLAY=":9"), terminal=False)  # less a line end
    assert copied.message == (
        "no clipboard took it (xclip: the clipboard holds something else; "
        f"xsel: the clipboard holds something else): wrote 9 bytes to {desk.fallback}"
    )
    assert not copied.verified


def test_a_clipboard_that_is_late_is_waited_for(desk: Desk, pretend: Pretend) -> None:
    held, late = desk.folder / "held", desk.folder / "late"
    read = f"[ -e {late} ] && exec cat {held}; touch {late}; echo old"
    pretend("xclip", f'case "$*" in *-in*) exec cat > {held};; *) {read};; esac')
    assert desk.copy("new", desk.pretending(DISPLAY=":9")).verified


def test_a_selection_that_was_not_won_is_asked_for_again(desk: Desk, pretend: Pretend) -> None:
    held, once = desk.folder / "held", desk.folder / "once"
    held.write_text("old")
    give = f"[ -e {once} ] && exec cat > {held}; touch {once}"
    pretend("xclip", f'case "$*" in *-in*) {give};; *) exec cat {held};; esac')
    assert desk.copy("new", desk.pretending(DISPLAY=":9")).verified


def test_what_cannot_be_read_back_is_not_verified(desk: Desk, pretend: Pretend) -> None:
    pretend("wl-copy", "exec cat > /dev/null")
    pretend("wl-paste", "echo 'No selection' >&2; exit 1")
    copied = desk.copy("text", desk.pretending(WAYLAND_DISPLAY="wayland-9"))
    assert copied.message == (
        "gave 4 bytes to wl-copy, not verified: cannot read it back (wl-paste: No selection)"
    )
    assert (copied.backend, copied.verified, desk.sent) == ("wl-copy", False, [])


def test_over_ssh_no_program_is_even_started(desk: Desk, pretend: Pretend) -> None:
    for name in ("wl-copy", "xclip", "xsel", "pbcopy", "clip.exe"):
        pretend(name, f"touch {desk.folder}/started")
    environment = desk.pretending(DISPLAY=":9", WAYLAND_DISPLAY="wayland-9", WSL_INTEROP="/run", **SSH)
    assert desk.copy("text", environment).backend == "OSC 52"
    assert not (desk.folder / "started").exists()


# --- systems that are not here -------------------------------------------------------------------------


def test_pbcopy_is_told_that_the_text_is_utf8(desk: Desk, pretend: Pretend) -> None:
    pretend("pbcopy", f'[ "$LC_ALL" = en_US.UTF-8 ] && exec cat > {desk.folder}/held')
    pretend("pbpaste", f"exec cat {desk.folder}/held")
    assert copy_with(PBCOPY, TRICKY.encode(), desk.pretending(LC_ALL="C")) == ""


def test_windows_gets_utf16_and_gives_base64(desk: Desk, pretend: Pretend) -> None:
    pretend("clip.exe", f"exec cat > {desk.folder}/held")
    pretend("powershell.exe", f"iconv -f UTF-16LE -t UTF-8 {desk.folder}/held | base64")
    assert desk.copy(TRICKY, desk.pretending(WSL_DISTRO_NAME="Debian")).verified
    assert (desk.folder / "held").read_bytes() == TRICKY.encode("utf-16-le")


# --- tmux that is old or gone --------------------------------------------------------------------------

OLD_TMUX = """case "$1" in
display-message) echo '1 0 xterm-256color'; echo 'SSH_CONNECTION=a b c d';;
load-buffer) echo 'usage: load-buffer [-b buffer-name] path' >&2; exit 1;;
esac"""


def test_an_old_tmux_gets_the_passthrough(desk: Desk, pretend: Pretend) -> None:
    pretend("tmux", OLD_TMUX)
    copied = desk.copy("text", desk.pretending(TMUX="/tmp/none,1,0"))
    assert desk.sent == [through_tmux(sequence(b"text"))]
    assert copied.message == "sent 4 bytes to the terminal (OSC 52), not verifiable"


def test_a_tmux_that_does_not_answer_is_not_trusted(desk: Desk, pretend: Pretend) -> None:
    pretend("tmux", "echo 'error connecting to /tmp/none (No such file or directory)' >&2; exit 1")
    pretend(
        "xclip", f'case "$*" in *-in*) exec cat > {desk.folder}/held;; *) exec cat {desk.folder}/held;; esac'
    )
    environment = desk.pretending(TMUX="/tmp/none,1,0")
    copied = desk.copy("text", environment)
    assert (copied.backend, desk.sent) == ("file", [])
    assert "tmux: error connecting to /tmp/none" in copied.message
    doubtful = desk.copy("text", {**environment, "DISPLAY": ":9"})
    assert (doubtful.backend, doubtful.verified) == ("xclip", False)
    assert doubtful.message == (
        "copied 4 bytes with xclip on this machine, which may not be yours: "
        "tmux does not say from where it is used"
    )


# --- what doctor says ----------------------------------------------------------------------------------


def test_doctor_tells_the_way_without_going_it(desk: Desk, pretend: Pretend) -> None:
    for name in ("xclip", "xsel"):
        pretend(name, f"touch {desk.folder}/started")
    pretend("tmux", OLD_TMUX)
    assert describe(desk.pretending(DISPLAY=":9")) == "xclip, read back each time"
    assert describe(desk.bare()) == "to the terminal (OSC 52), not verifiable; more than 75 KB goes to a file"
    assert describe(desk.pretending(DISPLAY=":9", TMUX="/tmp/none,1,0")) == (
        "over SSH: through tmux to the terminal, not verifiable; more than 75 KB goes to a file"
    )
    assert describe(desk.bare(TERM="linux")) == "no clipboard, a copy goes to a file"
    assert describe(desk.bare(TERM="linux", DISPLAY=":9")) == (
        "no clipboard, a copy goes to a file; install wl-clipboard, xclip or xsel"
    )
    assert describe(desk.bare(TERM="linux", **SSH)) == "over SSH: no clipboard, a copy goes to a file"
    assert not (desk.folder / "started").exists()
