"""The paths, lines and symbols that a model's reply asks for, and which of them the repository has.

Precision comes first: what is offered is written like a path or like code, and what is said not to exist must
also occur nowhere in the indexed text. Plain words are neither.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxsmith_tui.curate.specs import find_symbol
from ctxsmith_tui.errors import AmbiguousNameError, UsageError
from ctxsmith_tui.index.languages import language_of
from ctxsmith_tui.model import Spec, Symbol
from ctxsmith_tui.model.mentions import Mention, Mentioned
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.rank.query import STOPWORDS
from ctxsmith_tui.rank.signals.mentions import resolve_mention
from ctxsmith_tui.store.postings import Field
from ctxsmith_tui.text.terms import is_compound, split_word

MOST_CHARACTERS = 200_000
MOST_CANDIDATES = 5  # places that are offered for one name
MOST_NAMES = 400  # different names that are looked up

_ADDRESS = re.compile(r"\b\w+://\S+|\bwww\.\S+")
_FENCE = re.compile(r"^\s*(?:`{3,}|~{3,})")
_PATH = re.compile(r"(?<![\w/.@+-])(?:\.{0,2}/)?(?:(?:[\w.@+-]+|\[[\w.-]+\]|\([\w.-]+\))/){0,64}[\w.@+-]*\w")
_GAP = r"\s{0,4}"  # nothing here repeats without end: a pasted text may be 200 kB of anything
_RANGE = rf"(\d{{1,9}})(?!\d)(?:{_GAP}(?:-|–|—|to|through|\.\.){_GAP}L?(\d{{1,9}})(?!\d))?"
_LINES_AFTER = re.compile(
    rf"[*`]{{0,4}}(?::|#L|{_GAP}[,(:]?{_GAP}(?:at |on |from |\()?{_GAP}(?:lines?|L){_GAP}){_RANGE}(?!\.\d)",
    re.IGNORECASE,
)
_LINES_BEFORE = re.compile(
    rf"\blines?\s{_GAP}{_RANGE}\s{_GAP}(?:of|in|from)\s{_GAP}[*`]{{0,4}}$", re.IGNORECASE
)
_SYMBOL_AFTER = re.compile(r"::([A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*)")
_NAME = r"[A-Za-z_$][\w$]*+"
_DOTTED = re.compile(rf"{_NAME}(?:(?:\.|::|#|->){_NAME})+")
# Takes every name once, called or not: a search for called ones alone would try a long name at each letter.
_CHAIN = re.compile(rf"({_NAME}(?:(?:\.|::|#|->){_NAME})*+)(\([^()\n]{{0,60}}\))?")
_SPAN = re.compile(r"`([^`\n]{1,200})`")
_WHOLE_NAME = re.compile(rf"@?({_NAME}(?:(?:\.|::|#|->){_NAME})*)(?:\([^()\n]{{0,60}}\))?")
_WORD = re.compile(r"(?<![\w$.])[A-Za-z_]\w+")
_CAMEL = re.compile(r"[a-z]{2}[A-Z][a-z]|[A-Z][a-z]+[A-Z][a-z]+|[A-Z]{2,}[a-z]{3,}")
_CAPITALISED = re.compile(r"(?<=[a-z,] )(?![AI]\b)[A-Z]\w*")  # no beginning of a sentence
_SEPARATOR = re.compile(r"::|#|->")
_RECEIVERS = ("self", "this", "cls", "super")
_LITERALS = frozenset(
    """
    none null nil true false undefined void self this cls super int str string bool boolean float double byte
    bytes char list dict map set tuple array object any func function class struct enum interface trait var
    let const async await public private protected static final new return import export default type
    print main
    """.split()
)
# Names of things that are written like classes; whoever says them means no symbol.
_PROPER_NAMES = frozenset(
    """
    github gitlab bitbucket javascript typescript coffeescript postgresql mysql mariadb mongodb sqlite graphql
    openai chatgpt deepseek youtube linkedin stackoverflow macos ios ipados webassembly websocket websockets
    devops devtools vscode intellij pycharm webstorm powershell wordpress paypal fastapi numpy scipy pytorch
    tensorflow openssl oauth iphone ipad ebay opentelemetry kubectl haproxy rabbitmq elasticsearch dynamodb
    cloudflare datadog circleci latex bibtex readme changelog todo todos utf8 json yaml toml html css http
    https restful readonly javadoc jsdoc pypi jquery nodejs nextjs reactjs vuejs angularjs openapi protobuf
    pagerank arxiv jetbrains huggingface
    """.split()
)
_PRODUCTS = frozenset(  # with `.js` behind
    "node vue next nuxt react express three d3 chart moment require socket discord ember backbone".split()
)


@dataclass(frozen=True, slots=True)
class _Written:
    """A name as it stands in the text; `sure` when its spelling says that it is code."""

    text: str
    position: int
    sure: bool


def mentioned(text: str, context: Context) -> Mentioned:
    """Every path, path with lines, and symbol that a text names: those that exist, and those that do not.

    An ambiguous name gives up to `MOST_CANDIDATES` places, those in files that the text names first.
    """
    return _Reply(text, context).mentioned()


class _Reply:
    def __init__(self, text: str, context: Context) -> None:
        self._text = _ADDRESS.sub(lambda match: " " * len(match[0]), text[:MOST_CHARACTERS])
        self._fenced = _fenced(self._text)
        self._context = context
        self._catalog = context.catalog
        self._taken = bytearray(len(self._text))  # 1 where a path or name stands
        self._rows: set[int] = set()  # files that the text names
        self._found: list[tuple[int, Mention]] = []
        self._unknown: list[tuple[int, str]] = []

    def mentioned(self) -> Mentioned:
        for match in _PATH.finditer(self._text):
            self._take_path(match)
        seen: set[str] = set()
        for name in sorted(self._names(), key=lambda name: (name.position, -len(name.text))):
            if name.text not in seen and len(seen) < MOST_NAMES:
                seen.add(name.text)
                self._take_name(name)
        found: dict[str, Mention] = {}
        for _, mention in sorted(self._found, key=lambda each: each[0]):
            found.setdefault(mention.spec, mention)
        unknown = dict.fromkeys(text for _, text in sorted(self._unknown))
        return Mentioned(tuple(found.values()), tuple(unknown))

    # --- paths ---------------------------------------------------------------------------------------

    def _take_path(self, match: re.Match[str]) -> None:
        written = match[0]
        if "/" not in written and "." not in written and not self._is_bare_file(written, match.start()):
            return
        plain = written.removeprefix("./").lstrip("/")
        rows = self._rows_of(plain)
        if rows:
            self._take(match)
            self._rows.update(rows)
            for row in rows[:MOST_CANDIDATES]:
                self._offer(written, row, match)
        elif plain and self._is_folder(plain):
            self._take(match)
        elif self._is_file_name(plain, match.start()):
            self._take(match)
            self._unknown.append((match.start(), written))

    def _take(self, match: re.Match[str]) -> None:
        self._taken[match.start() : match.end()] = b"\1" * len(match[0])

    def _is_bare_file(self, name: str, position: int) -> bool:
        """Whether a name without a suffix is meant as a file: `Makefile`, but no plain word."""
        quoted = self._text[position - 1 : position] == "`"
        return name in self._catalog.rows_of_name and (quoted or name[0].isupper())

    def _rows_of(self, path: str) -> list[int]:
        """Files that a path means: itself, as a diff writes it, or the end of their paths."""
        for spelling in (path, path.partition("/")[2] if path.startswith(("a/", "b/")) else ""):
            if spelling in self._catalog.row_of_path:
                return [self._catalog.row_of_path[spelling]]
        if "/" in path or path in self._catalog.rows_of_name:
            return resolve_mention(self._context, path)
        return []

    def _is_folder(self, path: str) -> bool:
        folder = path.rstrip("/")
        return any(each == folder or each.startswith(f"{folder}/") for each in self._catalog.rows_of_folder)

    def _is_file_name(self, path: str, position: int) -> bool:
        """Whether something that is not there is surely written as the name of a file."""
        name = path.rpartition("/")[2]
        stem, dot, suffix = name.rpartition(".")
        if not (stem and dot and suffix.isalnum() and not suffix.isdigit()) or not language_of(name):
            return False
        if "/" in path:
            return True
        if name in self._catalog.rows_of_name:
            return False  # too many are called so
        if self._fenced[position]:  # code has attributes that look like files
            line_start = self._text.rfind("\n", 0, position) + 1
            line_end = self._text.find("\n", position)
            return self._text[line_start : line_end if line_end >= 0 else None].strip(" -*`") == path
        quoted = self._text[position - 1 : position] == "`"
        return quoted or not (suffix == "js" and stem.lower() in _PRODUCTS)

    def _offer(self, written: str, row: int, match: re.Match[str]) -> None:
        path, count = self._catalog.paths[row], int(self._catalog.lines[row])
        if symbol := _SYMBOL_AFTER.match(self._text, match.end()):
            self._offer_symbol_of(row, symbol, match)
            return
        lines = _LINES_AFTER.match(self._text, match.end()) or _LINES_BEFORE.search(
            self._text, max(0, match.start() - 60), match.start()
        )
        if lines is None:
            what = f"file, {count:,} lines" if count != 1 else "file, 1 line"
            self._found.append((match.start(), Mention(written, path, what)))
            return
        first, last = int(lines[1]), int(lines[2] or lines[1])
        said = f"{written}:{first}-{last}" if last > first else f"{written}:{first}"
        if not 1 <= first <= min(last, count):
            self._unknown.append((match.start(), f"{said} ({path} has {count:,} lines)"))
            self._found.append((match.start(), Mention(written, path, f"file, {count:,} lines")))
            return
        spec = Spec(path, first, min(last, count))
        self._found.append((match.start(), Mention(said, str(spec), f"lines of a file of {count:,}")))

    def _offer_symbol_of(self, row: int, symbol: re.Match[str], match: re.Match[str]) -> None:
        path, name = self._catalog.paths[row], symbol[1].replace("::", ".")
        self._take(symbol)
        try:
            found = [find_symbol(Spec(path, symbol=name), self._context.symbols(row))]
        except AmbiguousNameError as error:
            names = {spec.partition("::")[2] for spec in error.candidates}
            found = [each for each in self._context.symbols(row) if each.qualname in names]
        except UsageError:
            self._unknown.append((match.start(), f"{match[0]}::{symbol[1]}"))
            return
        self._offer_symbols(f"{match[0]}::{symbol[1]}", match.start(), [(row, each) for each in found])

    # --- names ---------------------------------------------------------------------------------------

    def _names(self) -> Iterator[_Written]:
        """Names that are written like code in the prose: no word stands in two of them."""
        for match in _SPAN.finditer(self._text):
            whole = _WHOLE_NAME.fullmatch(match[1].strip())
            if whole and not self._taken[match.start() + 1]:
                self._take(match)
                yield _Written(whole[1], match.start(), _is_telling(whole[1], match[1]))
        for match in _CHAIN.finditer(self._text):
            is_call = match[2] is not None
            if self._is_prose(match.start()) and (is_call or _DOTTED.fullmatch(match[1])):
                self._take(match)
                yield _Written(match[1], match.start(), sure=is_call)
        for match in _WORD.finditer(self._text):
            if self._is_prose(match.start()) and is_compound(match[0]) and _is_spelled_as_code(match[0]):
                yield _Written(match[0], match.start(), sure=True)
        for match in _CAPITALISED.finditer(self._text):
            if self._is_prose(match.start()):
                yield _Written(match[0], match.start(), sure=False)

    def _is_prose(self, position: int) -> bool:
        return not self._fenced[position] and not self._taken[position]

    def _take_name(self, name: _Written) -> None:
        last = _SEPARATOR.sub(".", name.text).rpartition(".")[2]
        if last.lower() in _LITERALS or keyword.iskeyword(last):
            return
        if found := self._symbols_of(name.text):
            self._offer_symbols(name.text, name.position, found)
        elif name.sure and last.lower() not in STOPWORDS | _PROPER_NAMES and not self._occurs(last):
            self._unknown.append((name.position, name.text))

    def _symbols_of(self, text: str) -> list[tuple[int, Symbol]]:
        """Symbols that a name means, the sources' first; those in files that the text names stand alone."""
        parts = _SEPARATOR.sub(".", text).split(".")
        every = [
            (int(self._catalog.file_row[file_id]), symbol)
            for _, file_id, symbol in self._context.reader.definitions([parts[-1]])
            if symbol.kind != "heading"
        ]
        found = [each for each in every if _means(parts, each[1], self._catalog.paths[each[0]])]
        named = [each for each in found if each[0] in self._rows]
        order = {"source": 0, "test": 1}
        return sorted(
            named or found,
            key=lambda each: (order.get(self._catalog.roles[each[0]].value, 2), each[0], each[1].start_line),
        )

    def _offer_symbols(self, text: str, position: int, found: Sequence[tuple[int, Symbol]]) -> None:
        offered: dict[str, Mention] = {}
        for row, symbol in found:
            spec = str(Spec(self._catalog.paths[row], symbol=symbol.qualname))
            offered.setdefault(spec, Mention(text, spec, symbol.kind))
        chosen = list(offered.values())[:MOST_CANDIDATES]
        for mention in chosen:
            what = (
                mention.what if len(offered) == 1 else f"{mention.what}, 1 of {len(offered):,} of that name"
            )
            self._found.append((position, Mention(mention.text, mention.spec, what)))

    def _occurs(self, name: str) -> bool:
        """Whether a name stands anywhere in the text of the repository, as of a library that it uses."""
        term = next(iter(split_word(name)), "")
        catalog = self._catalog
        for documents, _ in self._context.reader.lookup(Field.BODY, [term]).values():
            known = documents[documents < len(catalog.unit_row)]
            if bool((catalog.unit_row[known] >= 0).any()):
                return True
        return False


def _means(parts: Sequence[str], symbol: Symbol, path: str) -> bool:
    """Whether a dotted name can mean a symbol: its first names may be a receiver or the module."""
    qualname = f".{symbol.qualname}"
    for start in range(len(parts)):
        if qualname.endswith("." + ".".join(parts[start:])):
            before = parts[:start]
            return not before or before[-1] in _RECEIVERS or _is_module(before, path)
    return False


def _is_module(names: Sequence[str], path: str) -> bool:
    stem = path.rpartition(".")[0] or path
    module = stem.removesuffix("/__init__").removesuffix("/mod").removesuffix("/index").split("/")
    return module[-len(names) :] == list(names) or list(names) == module[:-1][-len(names) :]


def _is_telling(name: str, span: str) -> bool:
    """Whether a name in backticks is surely one of code: a call, a compound, dotted or capitalised."""
    return (
        "(" in span
        or _is_spelled_as_code(name)
        or bool(_DOTTED.fullmatch(name))
        or (name[0].isupper() and not name.isupper() and len(name) > 3)
    )


def _is_spelled_as_code(word: str) -> bool:
    """`snake_case`, `camelCase` or `CamelCase`; not `iOS`, `3D` or `TCP`."""
    inner = word.strip("_")
    return "_" in inner or bool(
        re.search(r"[a-z]{2}[A-Z][a-z]|[A-Z][a-z]+[A-Z][a-z]+|[A-Z]{2,}[a-z]{3,}", inner)
    )


def _fenced(text: str) -> bytearray:
    """1 where code inside fences stands."""
    mask = bytearray(len(text))
    inside, at = False, 0
    for line in text.split("\n"):
        if _FENCE.match(line):
            inside = not inside
        elif inside:
            mask[at : at + len(line)] = b"\1" * len(line)
        at += len(line) + 1
    return mask
