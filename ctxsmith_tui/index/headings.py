"""The headings of Markdown, reStructuredText and plain text: every section is a symbol of kind `heading`.

Read line by line, in a small part of the time that a grammar takes. What only looks like a heading is none:
lines of code blocks, front matter and HTML comments, list items, tables and rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple
from unicodedata import east_asian_width

from ctxsmith_tui.index.docs import shorten
from ctxsmith_tui.index.outline import MAX_QUALNAME
from ctxsmith_tui.model import ParsedFile, Symbol
from ctxsmith_tui.text.lines import split_lines

MAX_HEADING = 200
"""Characters that a heading has at most: a paragraph above a rule is none, other ones are cut."""

Lines = Sequence[str]


class _Heading(NamedTuple):
    """A heading: its first line, its depth from 1, and its text as a reader sees it."""

    line: int
    level: int
    text: str


def headings(language: str, text: str) -> ParsedFile:
    """The sections of a text in one of `READERS`, each from its heading to the next of its level or above."""
    lines = split_lines(text)
    found = [heading for heading in READERS[language](lines) if heading.text]
    return ParsedFile(tuple(_sections(found, len(lines))), (), False)


def _sections(found: Sequence[_Heading], line_count: int) -> list[Symbol]:
    symbols: list[Symbol] = []
    around: list[int] = []  # positions of the sections that are open
    ends = [line_count] * len(found)
    for position, (line, level, text) in enumerate(found):
        while around and found[around[-1]].level >= level:
            ends[around.pop()] = line - 1
        name = shorten(text, MAX_HEADING)
        parent = around[-1] if around else None
        qualname = name if parent is None else f"{symbols[parent].qualname}.{name}"
        if len(qualname) > MAX_QUALNAME:
            qualname = "…" + qualname[1 - MAX_QUALNAME :]
        symbols.append(Symbol("heading", name, qualname, parent, line, line, f"{'#' * level} {name}", ""))
        around.append(position)
    return [symbol._replace(end_line=end) for symbol, end in zip(symbols, ends, strict=True)]


# --- Markdown ----------------------------------------------------------------------------------------

_FENCE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,})")
_FENCE_END = re.compile(r"\s*(`{3,}|~{3,})\s*$")
_ATX = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_SETEXT = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_NO_PARAGRAPH = re.compile(r" {0,3}(?:[-+*](?:\s|$)|\d+[.)]\s|[>|<]|\[[^\]]+\]:)| {4}|\t")
_HIDDEN = re.compile(r" {0,3}<(?:(!--)|(pre|script|style|textarea)\b)", re.IGNORECASE)
_FRONT_MATTER = {"---": ("---", "..."), "+++": ("+++",)}

_IMAGE = re.compile(r"!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_MARKDOWN = re.compile(
    r"""(?P<ticks>`+)(?P<code>.+?)(?P=ticks) | \[(?P<link>[^\]]*)\](?:\([^)]*\)|\[[^\]]*\])
    | \\(?P<escaped>[^\w\s]|_) | (?P<stars>\*{1,3})(?=\S)(?P<strong>.+?)(?<=\S)(?P=stars)
    | (?P<tag><!--.*?-->|</?[a-zA-Z][^<>]*>|\s*\{[\#.:][^{}]*\}\s*$)""",
    re.VERBOSE,
)


def _markdown(lines: Lines) -> Iterator[_Heading]:
    number = _after_front_matter(lines)
    paragraph: int | None = None  # line at which the paragraph began that the line before belongs to
    while number < len(lines):
        line = lines[number]
        number += 1
        if not line or line.isspace():
            paragraph = None
        elif (fence := _FENCE.match(line)) is not None:
            number, paragraph = _after_fence(lines, number, fence[1]), None
        elif (hidden := _HIDDEN.match(line)) is not None:
            number, paragraph = _after_hidden(lines, number, hidden), None
        elif "#" in line[:4] and (atx := _ATX.match(line)) is not None:
            paragraph = None
            yield _Heading(number, len(atx[1]), _readable_markdown(_unclosed(line[atx.end() :].strip())))
        elif paragraph is None:
            # What can be no heading begins at no line.
            if not _RULE.match(line):
                paragraph = 0 if _NO_PARAGRAPH.match(line) else number
        elif paragraph and line.lstrip()[0] in "=-" and _SETEXT.match(line):
            text = " ".join(" ".join(lines[paragraph - 1 : number - 1]).split())
            if len(text) <= MAX_HEADING:
                yield _Heading(paragraph, 1 if "=" in line else 2, _readable_markdown(text))
            paragraph = None


def _after_front_matter(lines: Lines) -> int:
    ends = _FRONT_MATTER.get(lines[0].rstrip(), ()) if lines else ()
    body = takewhile(lambda line: line.rstrip() not in ends, lines[1:])
    end = sum(1 for _ in body) + 2 if ends else 0
    return end if end <= len(lines) else 0


def _after_fence(lines: Lines, number: int, fence: str) -> int:
    while number < len(lines):
        line = lines[number]
        number += 1
        if fence[0] in line and (end := _FENCE_END.match(line)) is not None and end[1].startswith(fence):
            break
    return number


def _after_hidden(lines: Lines, number: int, opening: re.Match[str]) -> int:
    """Where the comment or raw HTML ends that begins on the line before `number`."""
    end = "-->" if opening[1] else f"</{opening[2].lower()}>"
    if end in lines[number - 1].lower()[opening.end() :]:
        return number
    return next((k + 1 for k in range(number, len(lines)) if end in lines[k].lower()), len(lines))


def _unclosed(title: str) -> str:
    """A title without the `#` that may close it."""
    inner = title.rstrip("#")
    return inner if inner != title and (not inner or inner[-1].isspace()) else title


def _readable_markdown(text: str) -> str:
    text = text[: 2 * MAX_HEADING]  # with the markup; what follows is cut off anyway, and may cost time
    text = _IMAGE.sub("", text).strip() or _IMAGE.sub(r"\1", text).strip()
    return " ".join(_MARKDOWN.sub(_shown_in_markdown, text).split())


def _shown_in_markdown(match: re.Match[str]) -> str:
    if match["code"] is not None:
        return match["code"].strip()
    inner = match["link"] if match["link"] is not None else match["strong"]
    return _MARKDOWN.sub(_shown_in_markdown, inner) if inner is not None else match["escaped"] or ""


# --- reStructuredText, and plain text that is written alike ------------------------------------------

_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_NO_TITLE = re.compile(r"\s|[-*+]\s|\.\. |>>> |\|\s|:[\w ]+:(?:\s|$)")
_NO_TEXT = re.compile(r"\s|\.\.(?:\s|$)|__(?:\s|$)|$")
_SHORT = 4  # characters: a line under a title may be shorter than the title if it has as many

_RESTRUCTURED = re.compile(
    r"""``(?P<code>.+?)``(?!`) | (?::[\w:.+-]+:)?`(?P<role>[^`]+)`(?::[\w:.+-]+:|__?)?
    | (?P<stars>\*\*?)(?=\S)(?P<strong>.+?)(?<=\S)(?P=stars) | \\(?P<escaped>\S)""",
    re.VERBOSE,
)
_WITH_TARGET = re.compile(r"(.+?)\s*<[^<>]*>$")


def _restructured(lines: Lines) -> Iterator[_Heading]:
    styles: list[tuple[str, bool]] = []  # adornments in the order in which they appear: levels 1, 2, 3…
    after = 0  # the line after the last heading
    for number, line in enumerate(lines):
        if number < after or line[:1] not in _PUNCTUATION or not _is_adornment(line):
            continue
        over = not _is_underlined(lines, number, after)
        if over and not _is_overlined(lines, number):
            continue
        title = lines[number + 1 if over else number - 1]
        style = line[0], over
        if style not in styles:
            styles.append(style)
        after = number + 3 if over else number + 1
        first = number + 1 if over else number
        yield _Heading(first, styles.index(style) + 1, _readable_restructured(title.strip()))


def _is_adornment(line: str) -> bool:
    line = line.rstrip()
    return len(line) > 1 and line == line[0] * len(line)


def _is_underlined(lines: Lines, number: int, after: int) -> bool:
    """Whether the line before `number` is a title above this adornment, the first line of its paragraph."""
    if (
        number - 1 < after
        or not _is_title(lines[number - 1], lines[number])
        or lines[number - 1][0].isspace()
    ):
        return False
    return number - 1 == after or _NO_TEXT.match(lines[number - 2]) is not None


def _is_overlined(lines: Lines, number: int) -> bool:
    if number + 2 >= len(lines) or lines[number].rstrip() != lines[number + 2].rstrip():
        return False
    title = lines[number + 1]
    return _is_title(title.lstrip(), lines[number]) and title.lstrip()[0] != lines[number][0]


def _is_title(title: str, adornment: str) -> bool:
    title, length = title.rstrip(), len(adornment.rstrip())
    if (
        not title
        or _NO_TITLE.match(title)
        or "  " in title
        or _is_adornment(title)
        or len(title) > MAX_HEADING
    ):
        return False
    width = len(title) if title.isascii() else sum(1 + (east_asian_width(each) in "WF") for each in title)
    return length >= min(width, _SHORT)


def _readable_restructured(text: str) -> str:
    return " ".join(_RESTRUCTURED.sub(_shown_in_restructured, text).split())


def _shown_in_restructured(match: re.Match[str]) -> str:
    if match["role"] is not None:
        titled = _WITH_TARGET.match(match["role"])
        return titled[1] if titled else match["role"].lstrip("~!")
    return match["code"] or match["strong"] or match["escaped"]


READERS: dict[str, Callable[[Lines], Iterator[_Heading]]] = {
    "markdown": _markdown,
    "restructuredtext": _restructured,
    "text": _restructured,
}
"""Languages whose headings are read, and how."""
