"""C and C++ as a grammar can read them, that knows neither macros nor conditional compilation.

A macro that stands for an attribute, `class API Shop {` or `INLINE int open(void)`, and an `#if` whose
branches each hold a part of a statement make a grammar lose its way. Both are replaced by spaces, so that all
bytes stay where they are. What is told by looks can be wrong: this is for text that the grammar cannot read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ARGUMENTS = rb"\([^();{}]*(?:\([^();{}]*(?:\([^();{}]*\)[^();{}]*)*\)[^();{}]*)*\)"
_MACRO = rb"\b[A-Z][A-Z0-9_]{2,}\b(?:%s)?" % _ARGUMENTS
_KEYWORD = (
    rb"(?:auto|bool|char|class|const|constexpr|decltype|double|enum|explicit|extern|float|friend|inline|int|long"
    rb"|mutable|namespace|operator|short|signed|size_t|static|struct|template|typename|union|unsigned|using"
    rb"|virtual|void|wchar_t)\b"
)
_NO_TYPE = rb"(?:and|case|const|delete|do|else|goto|new|not|or|return|sizeof|throw)\b"
_ATTRIBUTE = re.compile(
    rb"""
    \b(?:class|struct|union) \s+ (?P<tag> (?:%(macro)s\s+){1,4} )
        (?= [A-Za-z_][\w:]* (?:<[^<>;{}]{0,200}>)? (?:\s+final)? \s* (?:\{|:[^:]) )
    | \bif \s+ (?P<condition> [A-Z][A-Z0-9_]{2,} ) (?= \s*\( )
    | \b (?!%(keyword)s|%(no_type)s) [a-z_]\w* [ \t]+ (?:
        (?P<parameter> [A-Z][A-Z0-9_]{2,} ) (?= \s*[,)] )
        | (?P<field> [A-Z][A-Z0-9_]{2,}%(arguments)s ) (?= \s* (?: ; | =[^=] ) ) )
    | \b(?:explicit|void|bool|char|double|float|int|long|size_t|unsigned|\w+_t)\b [*&\s]* \s
        (?P<between> %(macro)s(?:\s+%(macro)s){0,4} ) (?= \s+ [A-Za-z_]\w* \s*\( )
    | (?P<before> %(macro)s(?:\s+%(macro)s){0,4} ) (?= \s+ (?: %(keyword)s | \[\[ | ~\w+\s*\(
        | (?!%(no_type)s)[A-Za-z_][\w:]* (?:<[^;{}()]{0,200}>)? (?:\s+|\s*[*&]+\s*) [A-Za-z_~][\w:]* \s*\(
        | (?!%(no_type)s)[A-Za-z_][\w:]* \s+ [A-Za-z_]\w* \s* [=;\[]
        | [A-Za-z_]\w* \s* %(arguments)s (?:\s*noexcept\b)? \s*:[^:] ) )
    | \) (?:\s*\b(?:const|noexcept|override|final)\b)* (?P<behind> (?:\s*%(macro)s){1,4} )
        (?= \s* (?: [{;] | ->) )
    """
    % {b"macro": _MACRO, b"keyword": _KEYWORD, b"no_type": _NO_TYPE, b"arguments": _ARGUMENTS},
    re.VERBOSE,
)
_PARAMETER = re.compile(
    rb"\btemplate\s*<(?:[^;{}()]|%s){0,400}?(,?\s*\b[A-Z][A-Z0-9_]{2,}%s)(?=\s*[,>])"
    % (_ARGUMENTS, _ARGUMENTS)
)
_MOST_PARAMETERS = 8
_ALONE = re.compile(rb"^((?:[ \t]*[A-Z][A-Z0-9_]{3,}[ \t\r]*(?:\n|\Z)){1,9})", re.MULTILINE)
_PRAGMA = re.compile(
    rb"^[ \t]*([A-Z][A-Z0-9_]*"
    rb"(?:PRAGMA|VISIBILITY|WARNING|DIAGNOSTIC|DISABLE|ATTRIBUTE|DEPRECATED|PUSH|POP)[A-Z0-9_]*"
    rb"%s);?(?=[ \t\r]*(?://|$))" % _ARGUMENTS,
    re.MULTILINE,
)
# What grammars for C++ do not know: `unsigned(x)`, and `{}` as the default of a parameter.
_CAST = re.compile(rb"(?<=[^\w\s])(\s*)(unsigned|signed|short|long)(?=\()")
_EMPTY_DEFAULT = re.compile(rb"(=\s*)\{\}(?=\s*[,)])")
_COMMENT_END = re.compile(rb"(?:\*/|//[^\n]*|\#[^\n]*)\s*\Z")
_CONTINUED = re.compile(rb"\s*(?:[\w~:]+\s*\(|[^\w\s}#/~\[])")
_STATEMENT = re.compile(rb"\s*(?:\}\s*)?(?:else\s+)?(?:if|for|while|switch|return|case)\b")

_TOKEN = re.compile(
    rb"""(?P<comment> //(?:[^\\\n]|\\.)* | /\*.*?(?:\*/|\Z) )
    | R"(\w*)\(.*?(?:\)\2"|\Z) | "(?:[^"\\\n]|\\.)*+"? | '(?:[^'\\\n]|\\.)*+'?
    | ^[ \t]*\#[ \t]*(?P<directive>\w+)(?P<rest>(?:[^\n\\/]|\\\r?\n|\\|/(?!\*)|/\*.*?\*/)*)
    | (?P<open>[({\[]) | (?P<close>[)}\]])""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_NEVER = re.compile(rb"\s*0\s*$")
_ENUM = re.compile(rb"\benum\b[^;{}()]*\Z")
_NAMES = re.compile(rb"^[ \t]*[A-Z]\w*\([^()]*\)(?=[ \t\r]*$)", re.MULTILINE)
"""In an enum, a call of a macro that lists names."""
_NEARBY = 100
"""Bytes before a bracket that tell what it opens."""
_SHORT = 300
"""Bytes of a branch that may be a part of a statement although its brackets are balanced."""


def readable(text: bytes) -> bytes:
    """`text` with spaces in place of what a grammar for C or C++ would stumble over."""
    return _without_macros(_without_branches(text))


@dataclass(slots=True)
class _Conditional:
    """An `#if` that has not ended yet. `marks` are its directives so far, in bytes."""

    marks: list[tuple[int, int]]
    never: bool
    brackets: list[str]
    first: list[str] | None
    splits: bool

    def next_branch(self, brackets: list[str], mark: tuple[int, int], last: bytes) -> list[str]:
        """End a branch that has `brackets` open; returns what is open where the next one begins."""
        short = mark[0] - self.marks[-1][1] < _SHORT
        self.splits |= len(brackets) != len(self.brackets) or (short and last not in b";}:{,")
        self.marks.append(mark)
        if self.first is None:
            self.first = brackets
        return self.brackets.copy()


def _without_branches(text: bytes) -> bytes:
    """Without the directives that stand in brackets or enclose parts of statements; one branch is kept."""
    result = bytearray(text)
    conditionals: list[_Conditional] = []
    brackets: list[str] = []
    enum = 0  # where the last enum began
    passed = 0  # the end of the last comment or directive
    for match in _TOKEN.finditer(text):
        if match["open"]:
            brackets.append(_opened(text, match.start(), brackets))
            if brackets[-1] == "enum":
                enum = match.end()
        elif match["close"]:
            if brackets and brackets.pop() == "enum":
                for names in _NAMES.finditer(text, enum, match.start()):
                    _blank(result, *names.span())
        elif match["comment"]:
            passed = match.end()
        elif directive := match["directive"]:
            innermost = brackets[-1] if brackets else ""
            last = text[passed : match.start()].rstrip()[-1:]
            passed = match.end()
            if directive in (b"if", b"elif"):
                _settle(result, *match.span("rest"))
            if directive in (b"if", b"ifdef", b"ifndef"):
                never = directive == b"if" and _NEVER.match(match["rest"]) is not None
                splits = innermost == "values" or (innermost != "enum" and last and last in b"=,&|+?(<")
                conditionals.append(_Conditional([match.span()], never, brackets.copy(), None, bool(splits)))
            elif directive.startswith(b"el") and conditionals:
                brackets = conditionals[-1].next_branch(brackets, match.span(), last)
            elif directive == b"endif" and conditionals:
                ended = conditionals.pop()
                ended.next_branch(brackets, match.span(), last)
                brackets = ended.first if ended.first is not None else brackets
                if ended.splits:
                    _keep_branch(result, ended)
            elif innermost in ("values", "enum"):
                _blank(result, *match.span())
            elif directive == b"define" and b"/*" in match["rest"]:
                for comment in _COMMENT.finditer(match["rest"]):
                    _blank(result, match.start("rest") + comment.start(), match.start("rest") + comment.end())
    return bytes(result)


def _opened(text: bytes, at: int, brackets: list[str]) -> str:
    """What the bracket at `at` holds: "values", where a grammar allows no directive, an "enum" or "code"."""
    if text[at : at + 1] != b"{":
        return "values"
    before = text[max(0, at - _NEARBY) : at].rstrip()
    if before.endswith((b"=", b",", b"(")) or (before.endswith(b"{") and brackets[-1:] == ["values"]):
        return "values"
    return "enum" if _ENUM.search(before) else "code"


def _settle(result: bytearray, start: int, end: int) -> None:
    """Put `1` in place of a condition: a grammar knows no `__has_include(<x>)`."""
    if end - start > 1:
        result[start:end] = re.sub(rb"[^\r\n\\]", b" ", result[start:end])
        result[start + 1] = ord("1")


def _keep_branch(result: bytearray, conditional: _Conditional) -> None:
    """Blank out the directives and all branches but the first that can be taken."""
    marks = conditional.marks
    kept = 1 if conditional.never and len(marks) > 2 else 0
    _blank(result, marks[0][0], marks[kept][1])
    _blank(result, marks[kept + 1][0], marks[-1][1])


def _blank(result: bytearray, start: int, end: int) -> None:
    result[start:end] = re.sub(rb"[^\r\n]", b" ", result[start:end])


def _without_macros(text: bytes) -> bytes:
    """Without macros that look like attributes or parts of a `template`'s parameters, or that stand alone."""
    for _ in range(_MOST_PARAMETERS):
        text, count = _PARAMETER.subn(_blank_group, text)
        if not count:
            break
    text = _PRAGMA.sub(_blank_group, text)
    text = _CAST.sub(lambda match: match[1] + b"int".ljust(len(match[2])), text)
    text = _EMPTY_DEFAULT.sub(rb"\g<1>0 ", text)
    text = _ALONE.sub(_alone, text)
    return _ATTRIBUTE.sub(_attribute, text)


def _blank_group(match: re.Match[bytes], group: int | str = 1) -> bytes:
    start, end = match.span(group)
    text = bytearray(match[0])
    _blank(text, start - match.start(), end - match.start())
    return bytes(text)


def _attribute(match: re.Match[bytes]) -> bytes:
    text = match.string
    line = text[text.rfind(b"\n", 0, match.start()) + 1 : match.start()]
    if line.lstrip().startswith(b"#") or (match.lastgroup == "behind" and _STATEMENT.match(line + match[0])):
        return match[0]
    return _blank_group(match, match.lastgroup or 0)


def _alone(match: re.Match[bytes]) -> bytes:
    """Blank out macros that have a line for themselves between two declarations or statements."""
    text = match.string
    before = text[max(0, match.start() - _NEARBY) : match.start()].rstrip()
    ends = not before or before.endswith((b";", b"}", b"{", b":", b">")) or _COMMENT_END.search(before)
    if not ends or _CONTINUED.match(text, match.end()):
        return match[0]
    return _blank_group(match)
