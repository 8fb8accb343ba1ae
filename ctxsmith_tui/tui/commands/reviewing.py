"""Reading changes: what is compared, what was looked at, review notes and their export."""

from __future__ import annotations

from pathlib import Path

from ctxsmith_tui.index import git
from ctxsmith_tui.kept.curations import BASE, WORK_TREE, diff_of
from ctxsmith_tui.model import Note, ReviewNote
from ctxsmith_tui.tui.change_rows import Place, target_of
from ctxsmith_tui.tui.commands import Commands, Handler
from ctxsmith_tui.tui.screens.ask import AskLines, AskText, AskYes, Choose, Option
from ctxsmith_tui.tui.text import one_line
from ctxsmith_tui.tui.widgets.changes_view import ChangesView
from ctxsmith_tui.tui.widgets.notes_view import NotesView

_TYPED = "type"
_MOST_BRANCHES = 30


class ReviewingCommands(Commands):
    """What a reviewer does. In other panes a `note` is one about code."""

    def handler(self, id: str) -> Handler | None:
        """What an action does, None when it is another theme's."""
        if id == "note" and not self._is_here():
            return None
        return super().handler(id)

    def _is_here(self) -> bool:
        """Whether the cursor is in one of these panes, and no file is open over them."""
        in_pane = self.app.panes.active in ("changes", "notes")
        return in_pane and isinstance(self.app.view(), ChangesView | NotesView)

    # --- what is compared ----------------------------------------------------------------------------

    async def base(self) -> None:
        """Compare with the work tree, a branch, or whatever is typed."""
        branches = await self.app.session.answer(lambda engine: _branches(engine.root, engine.is_git))
        now = self.app.comparing.state.base
        found = [("", "work tree", "against the last commit")]
        found += [(name, f"{name}...HEAD", f"last commit {age}") for name, age in branches]
        options = [
            Option(f"={base}", label, f"{'now, ' if base == now else ''}{detail}")
            for base, label, detail in found
        ]
        options.append(Option(_TYPED, "Type another", "a branch, tag or commit"))
        chosen = await self.app.push_screen_wait(Choose("Compare with", options))
        if chosen == _TYPED:
            typed = await self.app.push_screen_wait(
                AskText("Compare HEAD with", now, hint="a branch, tag or commit, such as main or v2.0")
            )
            chosen = f"={typed.strip()}" if typed and typed.strip() else None
        if chosen is not None:
            self.app.panes.show_pane("changes")
            await self.app.comparing.compare(chosen.removeprefix("=").removesuffix("...HEAD"))

    async def diff_task(self) -> None:
        """Make what is compared a part of the task, or take that back."""
        base = self.app.comparing.state.base
        taken = diff_of(self.app.state.curation)
        if taken is None:
            await self.app.session.answer(lambda engine: engine.changes(base))  # says what is wrong with it
        wanted = "" if taken is not None and taken == base else base or WORK_TREE
        shown = f"{base}...HEAD" if base else WORK_TREE
        label = f"diff of {shown} as task" if wanted else "no diff as task"
        self.app.session.set(label, settings={BASE: wanted})
        self.app.say(
            f"the pack begins with the diff of {shown}; d takes it back"
            if wanted
            else "the pack is about the task alone"
        )

    # --- reading -------------------------------------------------------------------------------------

    async def viewed(self) -> None:
        """Mark the file of the cursor as looked at, fold it and go to the next; or take the mark back."""
        view = self._changes()
        row = view.row_at_cursor if self.app.panes.active == "changes" else None
        if row is None or row.file is None:
            self.app.say("put the cursor on a file in Changes (5) first")
            return
        viewed = row.path not in self.app.comparing.state.viewed
        if viewed:
            view.open_file(row.path, False)
        await self.app.comparing.mark_viewed(row.file, viewed)
        if viewed:
            view.go_to_next_file()

    async def note(self) -> None:
        """Write a review note on the chosen lines, or edit the note of the cursor."""
        note = self._note_at_cursor()
        if note is not None:
            await self._edit(note)
            return
        target = target_of(self._changes().rows_chosen) if self.app.panes.active == "changes" else None
        if target is None:
            self.app.say(
                "put the cursor on a line of a hunk first (n goes to the next hunk)"
                if self.app.panes.active == "changes"
                else "put the cursor on a note to edit it; notes are written in the other panes"
            )
            return
        await self._write(*target)

    async def _write(self, place: Place, code: tuple[str, ...]) -> None:
        comparison = self.app.comparing.state
        changes = comparison.changes
        if changes is None:
            return
        new_commit = changes.head_commit if comparison.base else ""
        commit = new_commit if place.side.value == "new" else changes.base_commit
        lines = f"{place.start_line}" if len(code) == 1 else f"{place.start_line}-{place.end_line}"
        old = ", as it was" if place.side.value == "old" else ""
        text = await self.app.push_screen_wait(
            AskLines(f"Review note on {one_line(place.path)}:{lines}{old}", hint="It goes into no pack.")
        )
        if text is None or not text.strip():
            return
        slot = self.app.session.slot
        added = await self.app.session.kept(
            lambda engine: engine.add_review_note(
                text,
                place.path,
                (place.start_line, place.end_line),
                side=place.side,
                base=comparison.base,
                commit=commit,
                code=code,
                writer=slot,
            )
        )
        self.app.end_range()
        await self.app.session.renew_notes()
        self.app.say(f"review note {added.id}; E exports the review")

    async def _edit(self, note: Note | ReviewNote) -> None:
        text = await self.app.push_screen_wait(AskLines(f"{_name(note)}", note.text))
        if text is None or not text.strip() or text == note.text:
            return
        slot = self.app.session.slot
        if isinstance(note, ReviewNote):
            await self.app.session.kept(lambda engine: engine.edit_review_note(note.id, text, writer=slot))
        else:
            await self.app.session.kept(lambda engine: engine.edit_note(note.id, text, writer=slot))
        await self.app.session.renew_notes()

    async def delete(self) -> None:
        """Delete the note of the cursor; u brings it back."""
        note = self._note_at_cursor()
        if note is None:
            self.app.say("put the cursor on a note in Changes (5) or Notes (6) first")
            return
        slot = self.app.session.slot
        if isinstance(note, ReviewNote):
            await self.app.session.kept(lambda engine: engine.remove_review_note(note.id, writer=slot))
        else:
            await self.app.session.kept(lambda engine: engine.remove_note(note.id, writer=slot))
        await self.app.session.renew_notes()
        self.app.say(f"deleted {_name(note)}; u brings it back")

    async def accept(self) -> None:
        """Settle the review note of the cursor, or open it again; a note holds for its code as it is."""
        note = self._note_at_cursor()
        if note is None:
            self.app.say("put the cursor on a note in Changes (5) or Notes (6) first")
            return
        slot = self.app.session.slot
        if isinstance(note, ReviewNote):
            resolved = note.is_open
            await self.app.session.kept(
                lambda engine: engine.resolve_review_note(note.id, resolved=resolved, writer=slot)
            )
            self.app.say(f"{_name(note)} is {'resolved' if resolved else 'open again'}")
        else:
            await self.app.session.kept(lambda engine: engine.edit_note(note.id, here=True, writer=slot))
            self.app.say(f"{_name(note)} holds for its code as it is now")
        view = self.app.view()
        at = view.cursor
        await self.app.session.renew_notes()
        await self.app.comparing.renew_notes()
        if isinstance(view, NotesView):
            view.go_to(at)  # where the next one is now: the note itself went to another section

    # --- handing over --------------------------------------------------------------------------------

    async def review(self) -> None:
        """Copy the open review notes as Markdown, and offer a file for them."""
        from ctxsmith_tui.handout.files import write_file, wrong_place
        from ctxsmith_tui.tui.commands.handing_over import HandingOverCommands

        base = self.app.comparing.state.base
        text = await self.app.session.answer(lambda engine: engine.export_review(base))
        if not text:
            about = f"against {base}" if base else "of the work tree"
            self.app.say(f"there are no open review notes {about}; M writes one on a line in Changes (5)")
            return
        copied = await HandingOverCommands(self.app).to_clipboard(text)
        self.app.say(f"review: {copied.message}", wrong=copied.backend == "nothing")

        name = await self.app.push_screen_wait(
            AskText(
                "Write the review to a file, too",
                "review.md",
                hint=f"{one_line(copied.message)}. Esc is enough; a file goes to {one_line(str(Path.cwd()))}",
                check=wrong_place,
            )
        )
        if not name:
            return
        place = Path(name).expanduser()
        if place.exists() and not await self.app.push_screen_wait(AskYes(f"Replace {one_line(name)}?")):
            return
        write_file(str(place), text)
        self.app.say(f"wrote the review to {name}")

    # --- how -----------------------------------------------------------------------------------------

    def _changes(self) -> ChangesView:
        return self.app.panes.query_one(ChangesView)

    def _note_at_cursor(self) -> Note | ReviewNote | None:
        """The note that the cursor is on, in either pane."""
        view = self.app.view()
        return view.note_at_cursor if isinstance(view, ChangesView | NotesView) else None


def _name(note: Note | ReviewNote) -> str:
    return f"{'review note' if isinstance(note, ReviewNote) else 'note'} {note.id}"


def _branches(root: Path, is_git: bool) -> list[tuple[str, str]]:
    """Branches to compare with, main and master first, then by their last commit, with its age."""
    if not is_git or not git.available():
        return []
    listed = git.run(
        root,
        *("for-each-ref", "--sort=-committerdate", f"--count={_MOST_BRANCHES}"),
        *("--format=%(refname:short)%00%(committerdate:relative)", "refs/heads", "refs/remotes"),
        accept=(0, 128),
    )
    found = [line.partition("\0") for line in listed.decode("utf-8", "replace").splitlines()]
    here = git.branch(root)
    branches = [(name, age) for name, _, age in found if name != here and not name.endswith("/HEAD")]
    return sorted(branches, key=lambda each: each[0] not in ("main", "master"))
