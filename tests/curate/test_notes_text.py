"""Exported notes: plain, in a stable order, read back exactly; what is none is refused as a whole."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui.curate.notes_text import TITLE, read, written
from ctxsmith_tui.errors import UsageError
from ctxsmith_tui.model import NoteKind
from ctxsmith_tui.store.notes_store import Anchor, Sighting, StoredNote

ANCHOR = Anchor(
    NoteKind.SYMBOL,
    "app/retry.py",
    "Retry.run",
    3,
    5,
    "a" * 32,
    "b" * 32,
    "c" * 32,
    ("    def run(self):", "", "        return 1"),
)
NOTE = StoredNote(
    0,
    "0123456789abcdef",
    "Counted twice.\n\nSee #12.",
    1_700_000_000,
    1_700_000_001,
    ANCHOR,
    Sighting("app/retry.py", "Retry.run", 3, 5, "c" * 32),
)

EXPORT = """\
# Notes of ctxsmith-tui, format 1

## app/retry.py::Retry.run

note: 0123456789abcdef
created: 2023-11-14T22:13:20Z
edited: 2023-11-14T22:13:21Z
kind: symbol
path: app/retry.py
symbol: Retry.run
lines: 3-5
digest: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
nameless: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
file-hash: cccccccccccccccccccccccccccccccc
> Counted twice.
>
> See #12.
|     def run(self):
|
|         return 1
"""


def test_an_export_reads_as_people_write() -> None:
    assert written([NOTE]) == EXPORT
    assert read(EXPORT) == [NOTE]
    assert written([]) == ""
    assert read("") == read("\n \n") == []


ODD = [
    "## heading",
    "> quote",
    "note: 1",
    '"json"',
    "",
    "  indented",
    "trailing  ",
    "\r",
    "a\rb",
    "\x1b[31m",
    "\u2028",
]
texts = st.lists(
    st.one_of(st.sampled_from(ODD), st.text(st.characters(exclude_categories=["Cs"]))), min_size=1
)
lines = st.lists(
    st.one_of(
        st.sampled_from(ODD), st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]))
    ),
    max_size=4,
).map(tuple)
paths = st.sampled_from(["a.py", "bad\udcff.py", "new\nline.py", ' "x" ', "a::b:1-2", "日本.py", "## x.py"])
hashes = st.sampled_from(["", "0" * 32, "9af" * 10 + "00"])
ranges = st.sampled_from([(1, 1), (3, 70), (120, 140)])


@st.composite
def notes(draw: st.DrawFn) -> StoredNote:
    kind = draw(st.sampled_from(NoteKind))
    text = "\n".join(draw(texts)).replace("\ud800", "")
    uid = draw(st.integers(0, 2**64 - 1).map("{:016x}".format))
    times = draw(st.integers(0, 2**30)), draw(st.integers(0, 2**30))
    if kind is NoteKind.REPOSITORY:
        return StoredNote(0, uid, text or "x", *times, Anchor(kind, code=draw(lines)), Sighting())
    path = draw(paths)
    place = draw(ranges) if kind is not NoteKind.FILE else (0, 0)
    symbol = draw(st.sampled_from(["Class.run", '"é\n"', *([] if kind is NoteKind.SYMBOL else [""])]))
    anchor = Anchor(
        *(kind, path, symbol, *place, draw(hashes), draw(hashes), draw(hashes)),
        *(draw(lines), draw(lines), draw(lines)),
    )
    seen = draw(
        st.one_of(
            st.just(Sighting(path, symbol, *place, anchor.file_hash)),
            paths.map(lambda path: Sighting(path, "another")),
        )
    )
    return StoredNote(0, uid, text, *times, anchor, seen)


@settings(max_examples=60, deadline=None)
@given(st.lists(notes().filter(lambda note: note.text.strip()), unique_by=lambda note: note.uid))
def test_any_note_is_read_back_exactly(several: list[StoredNote]) -> None:
    text = written(several)
    text.encode()
    assert "\r" not in text
    assert "\x1b" not in text
    again = read(text)
    assert sorted(again, key=lambda note: note.uid) == sorted(several, key=lambda note: note.uid)
    assert written(again) == written(several[::-1]) == text
    assert read(text.replace("\n", "\r\n")) == again, "as some version controls check it out"
    stripped = "\n".join(line.rstrip() for line in text.split("\n"))
    assert stripped == text, "nothing for an editor to strip"


def test_a_merge_of_two_exports_keeps_the_later_version() -> None:
    later = replace(NOTE, text="Counted once.", edited=NOTE.edited + 5)
    for order in ([NOTE, later], [later, NOTE]):
        assert read(written([order[0]]) + written([order[1]]).removeprefix(TITLE + "\n")) == [later]


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        (TITLE, "# Something else", 1, "begin with"),
        ("## app", "# app", 3, "heading"),
        ("kind: symbol", "kind: poem", 8, "no value of 'kind'"),
        ("kind: symbol", "colour: red", 8, "no line of a note"),
        ("kind: symbol", "<<<<<<< HEAD", 8, "no line of a note"),
        ("kind: symbol", "path: x", 9, "a second 'path'"),
        ("lines: 3-5", "lines: 5-3", 11, "no value of 'lines'"),
        ("lines: 3-5\n", "", 3, "lacks lines"),
        ("path: app/retry.py\n", "", 3, "lacks path"),
        ("symbol: Retry.run\n", "", 3, "lacks symbol"),
        ("note: 0123456789abcdef", "note: 1", 5, "no value of 'note'"),
        ("2023-11-14T22:13:20Z", "yesterday", 6, "no value of 'created'"),
        ("> Counted twice.\n>\n> See #12.\n", "", 3, "lacks its text"),
        ("> See #12.", '> "See', 17, "JSON string"),
        ("> See #12.", '> "\\ud800"', 17, "surrogate"),
        ("path: app/retry.py", 'path: "\\ud800"', 9, "no value of 'path'"),
        ("path: app/retry.py", 'path: "a\\u0000"', 9, "no value of 'path'"),
        ("digest: aaaa", "digest: zzzz", 12, "no value of 'digest'"),
    ],
)
def test_what_is_no_export_names_its_line(old: str, new: str, line: int, says: str) -> None:
    assert old in EXPORT
    with pytest.raises(UsageError, match=f"^line {line}: .*{says}.*nothing was imported"):
        read(EXPORT.replace(old, new, 1))


def test_a_time_that_has_not_come_is_refused() -> None:
    text = written([NOTE]).replace("edited: 2023", "edited: 9999")
    with pytest.raises(UsageError, match="no value of 'edited'"):
        read(text)
