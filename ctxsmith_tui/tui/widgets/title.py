"""The first line: which work tree this is, and what is going on."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from ctxsmith_tui.kept.curations import BASE, WORK_TREE
from ctxsmith_tui.model import Progress
from ctxsmith_tui.text.amounts import plural
from ctxsmith_tui.tui.state import Phase, Snapshot
from ctxsmith_tui.tui.text import one_line
from ctxsmith_tui.tui.weight_rows import changed_weights


class Title(Static):
    """Root, branch, curation, index and phase."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._line = ""

    def show(self, root: str, snapshot: Snapshot) -> None:
        """Show another state."""
        line = title_line(root, snapshot)
        if line != self._line:
            self._line = line
            self.update(Content(line), layout=False)


def title_line(root: str, snapshot: Snapshot) -> str:
    """`flask main  curation "cookies"  236 files  ready`."""
    parts = [f"ctxsmith  {one_line(root)}"]
    if snapshot.branch:
        parts[0] += f" {one_line(snapshot.branch)}"
    if snapshot.curation.name:
        parts.append(f'"{one_line(snapshot.curation.name)}"')
    if snapshot.curation.scope:
        parts.append(f"scope {one_line(' '.join(snapshot.curation.scope))}")
    if (base := snapshot.curation.settings.get(BASE)) is not None:
        parts.append(f"diff of {base if base == WORK_TREE else one_line(base) + '...HEAD'}")
    if changed := changed_weights(snapshot.curation.weights):
        parts.append(f"{plural(len(changed), 'weight')} changed (W)")
    if prompt := snapshot.curation.settings.get("prompt"):
        parts.append(f"instructions {one_line(prompt)}")
    if snapshot.index is not None:
        parts.append(f"{snapshot.index.files:,} files")
    parts.append(_doing(snapshot))
    return "  ".join(parts)


def _doing(snapshot: Snapshot) -> str:
    if snapshot.phase is Phase.INDEXING and snapshot.progress is not None:
        return f"{progress_text(snapshot.progress)}  Esc stops"
    if snapshot.stopped:
        return "not all indexed, R goes on"
    if snapshot.restored:
        return "checking"
    if snapshot.phase is Phase.READY and snapshot.pack_error:
        return "over budget, the pack is the one before"
    if snapshot.phase is Phase.READY and snapshot.pack is not None:
        return f"rank {snapshot.rank_ms:.0f} ms, pack {snapshot.pack_ms:.0f} ms"
    return snapshot.phase.value


def progress_text(progress: Progress) -> str:
    """`indexing files 412/1,204 34%`."""
    if not progress.total:
        return progress.phase
    share = progress.done / progress.total
    left = ""
    if 0.05 < share < 1:
        left = f" {progress.seconds * (1 - share) / share:.0f} s left"
    return f"{progress.phase} {progress.done:,}/{progress.total:,} {share:.0%}{left}"
