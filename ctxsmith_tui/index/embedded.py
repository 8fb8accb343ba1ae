"""Files of which parts are code of another language: the scripts of components, the cells of notebooks.

Such a file is read as if it were that code alone: everything else is blanked, so that every line keeps its
number. Several parts are one program, since they share what they define.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ctxsmith_tui.index import notebook
from ctxsmith_tui.text.lines import split_lines


class Code(NamedTuple):
    """The code in a file, as many lines as the file has; `language` is '' if it is none that we know.

    `complete` is false when the file has code that could not be told from the rest.
    """

    language: str
    text: str
    complete: bool = True


def code_in(language: str, text: str) -> Code | None:
    """The code in a file of `language`; None when files of that language are all one thing."""
    reader = _READERS.get(language)
    return None if reader is None else reader(text)


# --- components of Vue and Svelte --------------------------------------------------------------------

_ELEMENT = re.compile(
    r"""<!--.*?(?:-->|\Z) | <(?P<tag>script|style)\b(?P<attributes>(?:"[^"]*"|'[^']*'|[^>"']){0,200}+)>""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_SCRIPT_OR_STYLE_END = {
    "script": re.compile(r"</script\b|\Z", re.IGNORECASE),
    "style": re.compile(r"</style\b|\Z", re.IGNORECASE),
}
_ATTRIBUTE = re.compile(r"""(?<![\w-])(lang|type)\s*=\s*["']?([\w/.+-]+)""", re.IGNORECASE)
_WITHIN_LINES = re.compile(r"[^\r\n]+")
_DIALECTS = {
    **dict.fromkeys(("", "js", "javascript", "module", "text/javascript", "jsx"), "javascript"),
    **dict.fromkeys(("ts", "typescript", "text/typescript"), "typescript"),
    "tsx": "tsx",
}


def _component(text: str) -> Code:
    """The scripts of a component, in the widest of their dialects."""
    scripts = list(_scripts(text))
    dialects = {dialect for dialect, _, _ in scripts}
    known = [(start, end) for dialect, start, end in scripts if dialect in _DIALECTS]
    kept, position = [], 0
    for start, end in known:
        kept += [_WITHIN_LINES.sub("", text[position:start]), text[start:end]]
        position = end
    kept.append(_WITHIN_LINES.sub("", text[position:]))
    language = _widest(dialects) if known or not scripts else ""
    return Code(language, "".join(kept), len(known) == len(scripts))


def _scripts(text: str) -> Iterator[tuple[str, int, int]]:
    """(what `lang` or `type` says, first character, end) of every script that is no data."""
    position = 0
    while (element := _ELEMENT.search(text, position)) is not None:
        position = element.end()
        if (tag := element["tag"]) is None:
            continue
        ending = _SCRIPT_OR_STYLE_END[tag.lower()].search(text, position)
        start, position = position, ending.start() if ending else len(text)
        if tag.lower() == "script" and not element["attributes"].endswith("/"):
            said = {name.lower(): value.lower() for name, value in _ATTRIBUTE.findall(element["attributes"])}
            dialect = said.get("lang", said.get("type", ""))
            if "lang" in said or dialect in _DIALECTS:
                yield dialect, start, position


def _widest(dialects: set[str]) -> str:
    languages = {_DIALECTS[dialect] for dialect in dialects if dialect in _DIALECTS}
    if "tsx" in languages or ("typescript" in languages and "jsx" in dialects):
        return "tsx"
    return "typescript" if "typescript" in languages else "javascript"


# --- notebooks ---------------------------------------------------------------------------------------

_KERNELS = {"ipython": "python", "c++": "cpp", "c#": "csharp", "bash": "shell", "sos": ""}


def _notebook(text: str) -> Code:
    lines = split_lines(text)
    kernel, code, complete = notebook.code_lines(lines)
    return Code(_KERNELS.get(kernel, kernel), "\n".join(code), complete)


_READERS: dict[str, Callable[[str], Code]] = {"vue": _component, "svelte": _component, "notebook": _notebook}
