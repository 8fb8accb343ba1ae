"""How a pack in the repository is told from its code: what was written there must not enter the next pack."""

from __future__ import annotations

import re

from ctxsmith_tui.index.content import HEAD_BYTES

# The line that says where a pack's code is from; instructions and a title may stand before it.
_SOURCE = re.compile(r'^(?:<source>|\{.*"source":")?Code of .+, at most [\d,]+ tokens \(', re.MULTILINE)
_PART = re.compile(r'(?:<context>\n<remark>|\{"remarks":\[")?Part \d+ of \d+(?:, the last|\. Wait for part )')
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)


def is_pack(text: str) -> bool:
    """Whether a text is a pack, or a part of one, in any format; one that is quoted in a fence is not."""
    if _PART.match(text):
        return True
    source = _SOURCE.search(text, 0, HEAD_BYTES)
    return source is not None and len(_FENCE.findall(text, 0, source.start())) % 2 == 0
