"""From a task in plain words to a weighted query.

Term weights: 1 + ln(occurrences), doubled for the title, halved for terms that stand only inside code
fences and for the singular or plural that the task does not use. Issue-template boilerplate, environment
dumps and web addresses are dropped first.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ctxsmith_tui.text.lines import split_lines
from ctxsmith_tui.text.terms import WORD, is_compound, split_word

TITLE_FACTOR = 2.0
FENCED_ONLY_FACTOR = 0.5
OTHER_NUMBER_FACTOR = 0.5
MOST_TASK_CHARACTERS = 200_000
LONGEST_ENVIRONMENT_LINE = 300  # characters

STOPWORDS = frozenset(
    """
    a about above after again all also am an and any are as at be because been before being below between
    both but by can cannot could did do does doing done down during each either else etc ever every few for
    from further get gets getting give given go goes going got had has have having he her here hers him his
    how however i if in into is it its itself just know like likely looks made make makes many may maybe me
    might more most much must my myself need needs never no nor not now of off often ok on once one only onto
    or other others our ours out over own perhaps please quite rather really same say see seem seems she
    should since so some something still such than thank thanks that the their theirs them then there
    therefore these they thing things think this those though through thus to together too under until up
    upon us use used uses using very via want was we well were what when where whether which while who whom
    whose why will with within without would yes yet you your yours
    """.split()
)


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame of a stack trace: a file as printed there, a line (0 when unknown) and a function ('')."""

    path: str
    line: int
    function: str


@dataclass(frozen=True, slots=True)
class Query:
    """What a task asks for.

    `terms` and `title_terms` map a term to its weight. `identifiers` maps names that look like code, as
    written, to how often they occur. `paths` are path-like and dotted-module mentions, `frames` the frames of
    stack traces, innermost first, `literals` quoted strings and error messages to be found word for word.
    """

    task: str
    title: str
    terms: Mapping[str, float]
    title_terms: Mapping[str, float]
    identifiers: Mapping[str, int]
    paths: tuple[str, ...]
    frames: tuple[Frame, ...]
    literals: tuple[str, ...]


def parse_task(task: str) -> Query:
    """The query of a task; an empty task gives an empty query."""
    text = _without_comments(task[:MOST_TASK_CHARACTERS])
    title, rest = _title_and_rest(text)
    prose, fenced = _split_fences(rest)
    prose = _drop_boilerplate(prose)
    fenced = _drop_environment(fenced)
    plain = _ADDRESS.sub(" ", f"{title}\n{prose}")
    plain_fenced = _ADDRESS.sub(" ", fenced)
    title_terms = _weights(_ADDRESS.sub(" ", title))
    return Query(
        task=task,
        title=title,
        terms=_combine(_counts(plain), _counts(plain_fenced), title_terms),
        title_terms=title_terms,
        identifiers=_identifiers(plain, plain_fenced),
        paths=tuple(dict.fromkeys(_paths(f"{title}\n{prose}\n{fenced}"))),
        frames=tuple(dict.fromkeys(_frames(text))),
        literals=tuple(dict.fromkeys(_literals(f"{title}\n{prose}", fenced)))[:MOST_LITERALS],
    )


# --- structure of the text ---------------------------------------------------------------------------

_FENCE = re.compile(r"^\s*(```|~~~)")
_ADDRESS = re.compile(r"(?:https?|ftp|git|ssh)://[^\s)>\]\"']+|\bwww\.[^\s)>\]\"']+")
_BLOB_ADDRESS = re.compile(
    r"https?://[^\s)>\]\"']{1,300}?/(?:blob|tree|raw)/[^/\s]+/([^\s)>\]\"'#?]+)(?:#L(\d{1,9}))?"
)
_BOILERPLATE_HEADING = re.compile(
    r"^\W*(describe the (bug|issue|problem|feature)|(to )?reproduce|steps? to reproduce|how to reproduce|"
    r"expected (behaviou?r|results?|outcome|vs.*)|actual (behaviou?r|results?|outcome)|observed behaviou?r|"
    r"current behaviou?r|what happened|what did you expect.*|what i (did|expected)|"
    r"additional context|additional information|screenshots?|minimal (complete )?(verifiable |reproducible )?"
    r"example|mcve.*|code sample.*|problem description|summary|description|issue|bug report|feature request|"
    r"system details|your environment|environment( info)?|versions?|configuration|command used|"
    r"tell us what.*|anything else.*|are you willing.*|code of conduct|i agree.*|search before asking)\W*$",
    re.IGNORECASE,
)
_CHECKBOX = re.compile(r"^\s*[-*]\s*\[[ xX]\]")
_ENVIRONMENT_LINE = re.compile(
    r"^[\s*>`-]*(?:"
    r"[\w.-]+\s*==\s*[\w.+!-]+"  # pip freeze
    r"|(?:python|pip|os|platform|system|node|npm|yarn|java|go|rust|rustc|cargo|compiler|browser|kernel|machine|"
    r"processor|byteorder|lc_all|lang|locale|libhdf5|libnetcdf|python-bits|os-release|operating system|"
    r"[\w.-]+ version|version of [\w .-]+)\s*[:=]\s*\S.*"
    r"|(?:linux|darwin|windows|macos|ubuntu|debian)[ -][\w.-]+.*"
    r"|[a-z][\w.-]+\s*:\s*(?:none|installed|\d+(?:\.\d+)+\S*)\s*"  # "numpy: 1.19.4"
    r"|python \d+\.\d+(?:\.\d+)?.*"
    r"|[a-z][\w.-]+\s+v?\d+\.\d+(?:\.\d+)+\S*\s*"  # "pytest 5.4.1"
    r")$",
    re.IGNORECASE,
)


def _without_comments(text: str) -> str:
    """The text without the hints of an issue template, which stand in HTML comments."""
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept.append(text[at:start])
        at = end + len("-->")
    return " ".join([*kept, text[at:]])


def _title_and_rest(text: str) -> tuple[str, str]:
    lines = split_lines(text)
    for number, line in enumerate(lines):
        if line.strip() and not _BOILERPLATE_HEADING.match(line):
            return line.strip().lstrip("#").strip(), "\n".join(lines[number + 1 :])
    return text.strip(), ""


def _split_fences(text: str) -> tuple[str, str]:
    """(prose, code inside fences or indented by four after a blank line)."""
    prose: list[str] = []
    fenced: list[str] = []
    inside = False
    for line in split_lines(text):
        if _FENCE.match(line):
            inside = not inside
        elif inside:
            fenced.append(line)
        else:
            prose.append(line)
    return "\n".join(prose), "\n".join(fenced)


def _drop_boilerplate(prose: str) -> str:
    return "\n".join(
        line
        for line in split_lines(prose)
        if not (_BOILERPLATE_HEADING.match(line) or _CHECKBOX.match(line) or _is_environment(line))
    )


def _drop_environment(text: str) -> str:
    return "\n".join(line for line in split_lines(text) if not _is_environment(line))


def _is_environment(line: str) -> bool:
    return len(line) <= LONGEST_ENVIRONMENT_LINE and _ENVIRONMENT_LINE.match(line) is not None


# --- terms -------------------------------------------------------------------------------------------


def _counts(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in WORD.findall(text):
        for term in split_word(word):
            if term not in STOPWORDS and not (term.isdigit() and len(term) < 3):
                counts[term] = counts.get(term, 0) + 1
    return counts


def _weights(text: str) -> dict[str, float]:
    return {term: 1.0 + math.log(count) for term, count in _counts(text).items()}


def _combine(
    plain: Mapping[str, int], fenced: Mapping[str, int], title: Mapping[str, float]
) -> dict[str, float]:
    weights = {}
    for term in sorted(plain.keys() | fenced.keys()):
        weight = 1.0 + math.log(plain.get(term, 0) + fenced.get(term, 0))
        if term in title:
            weight *= TITLE_FACTOR
        elif term not in plain:
            weight *= FENCED_ONLY_FACTOR
        weights[term] = weight
    return weights | _other_number(weights)


def _other_number(weights: Mapping[str, float]) -> dict[str, float]:
    """The singular of plural words and the plural of singular ones, where the task has only one of them."""
    variants: dict[str, float] = {}
    for term, weight in weights.items():
        if len(term) > 3 and term.isalpha() and term.isascii():
            variant = _singular(term) or f"{term}s"
            if variant not in weights:
                variants[variant] = max(variants.get(variant, 0.0), OTHER_NUMBER_FACTOR * weight)
    return variants


def _singular(term: str) -> str:
    """The singular of what looks like an English plural, '' for anything else."""
    if term.endswith("ies") and len(term) > 4:
        return term[:-3] + "y"
    if term.endswith(("sses", "xes", "ches", "shes")):
        return term[:-2]
    if term.endswith("s") and not term.endswith(("ss", "us", "is")):
        return term[:-1]
    return ""


# --- names, places and words that are meant literally ------------------------------------------------

MOST_LITERALS = 12
_SHORTEST_LITERAL = 8

_CODE_SPAN = re.compile(r"`([^`\n]{2,200})`")
_CALL = re.compile(r"\b([A-Za-z_]\w{2,})\(")
_LONE_LETTER = re.compile(r"(?<![\w.'-])[B-HJ-Z](?![\w.'-])")  # `Q` may be a class; `I` and `A` are words
_DOTTED = re.compile(r"\b[A-Za-z_]\w*(?:(?:\.|::|#|->)[A-Za-z_]\w*)+")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w+")
_CODE_SUFFIX = re.compile(
    r"(?<![\w/.@+-])(/?(?:[\w.@+-]+/)*[\w.@+-]+\.[A-Za-z][A-Za-z0-9]{0,9})\b(?!\()"
    r"|(?<![\w/.@+-])(/?(?:[\w.@+-]+/){1,}[\w.@+-]+)"
)
_SLASHED = re.compile(r"(?<![\w.@+-])[\w.@+-]*(?:/[\w.@+-]+)+")
_PYTHON_FRAME = re.compile(r'File "([^"\n]+)", line (\d{1,9})(?:, in (\S+))?')
_COLON_FRAME = re.compile(
    r"(?<![\w/.@+-])((?:[\w.@+-]*/)*[\w.@+-]+\.[A-Za-z]{1,5}):(\d{1,9})(?::\d+)?(?::? in (\w+))?"
)
_JAVA_FRAME = re.compile(r"\bat ([\w.$]+)\.([\w$<>]+)\((\w+\.(?:java|kt|scala)):(\d{1,9})\)")
_ERROR_LINE = re.compile(
    r"^[ \t]*(?:E[ \t]+)?(?:[\w.]*(?:Error|Exception|Warning|panic|fatal|error))\b:?\s+(.{8,200})$", re.M
)
_DOUBLE_QUOTED = re.compile(r'"([^"\n]{3,200})"')
_SINGLE_QUOTED = re.compile(r"(?<!\w)'([^'\n]{3,200})'(?!\w)")


def _identifiers(plain: str, fenced: str) -> dict[str, int]:
    """Names that look like code: compounds, names in backticks, called or dotted names."""
    counts: dict[str, int] = {}

    def count(names: Iterable[str]) -> None:
        for name in names:
            if (len(name) > 2 or name.isupper()) and name.lower() not in STOPWORDS:
                counts[name] = counts.get(name, 0) + 1

    for text in (plain, fenced):
        count(word for word in WORD.findall(text) if is_compound(word) and not word[0].isdigit())
        count(name for span in _CODE_SPAN.findall(text) for name in _simple_names(span))
        count(_LONE_LETTER.findall(text))
        count(name for name in _CALL.findall(text) if not is_compound(name))
        count(
            name
            for dotted in _DOTTED.findall(text)
            for name in _IDENTIFIER.findall(dotted)
            if not is_compound(name)
        )
    return counts


def _simple_names(span: str) -> list[str]:
    """Names inside a code span that the other rules would not see."""
    if len(span) > 60:
        return []
    return [name for name in _IDENTIFIER.findall(span) if not is_compound(name)]


def _paths(text: str) -> Iterator[str]:
    for match in _BLOB_ADDRESS.finditer(text):
        yield match[1]
    plain = _ADDRESS.sub(" ", text)
    for match in _CODE_SUFFIX.finditer(plain):
        yield (match[1] or match[2]).strip("./")
    for dotted in _DOTTED.findall(_SLASHED.sub(" ", plain)):  # `b.py` of `a/b.py` is no mention of its own
        yield re.sub(r"::|#|->", ".", dotted)


def _frames(text: str) -> Iterator[Frame]:
    """Frames, innermost first: only Python, and pytest in its own style, print the innermost last."""
    for match in reversed(list(_PYTHON_FRAME.finditer(text))):
        yield Frame(match[1], int(match[2]), match[3] or "")
    for match in _JAVA_FRAME.finditer(text):
        package = match[1].rpartition(".")[0].replace(".", "/")
        yield Frame(f"{package}/{match[3]}".lstrip("/"), int(match[4]), match[2])
    places = list(_COLON_FRAME.finditer(_ADDRESS.sub(" ", _JAVA_FRAME.sub(" ", text))))
    is_pytest = any(match[3] for match in places)  # "test_a.py:12: in test_it"
    for match in reversed(places) if is_pytest else places:
        yield Frame(match[1], int(match[2]), match[3] or "")
    for match in _BLOB_ADDRESS.finditer(text):
        if match[2]:
            yield Frame(match[1], int(match[2]), "")


def _literals(prose: str, fenced: str) -> Iterator[str]:
    """Quoted strings and error messages of at least two words or one long one."""
    for text in (prose, fenced):
        for match in _ERROR_LINE.finditer(text):
            yield match[1].strip()
    candidates = [
        match[1].strip()
        for text in (prose, fenced)
        for pattern in (_DOUBLE_QUOTED, _SINGLE_QUOTED)
        for match in pattern.finditer(text)
    ]
    candidates += [span.strip() for span in _CODE_SPAN.findall(prose)]
    for literal in candidates:
        if len(literal) >= _SHORTEST_LITERAL and (" " in literal or not literal.isidentifier()):
            yield literal
