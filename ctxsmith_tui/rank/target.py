"""The target of a task that names a symbol and what to do with it, and the target's direct neighbours.

"Add logging to UserService.login" is about one function: who changes it reads what it calls and who calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from ctxsmith_tui.model import Certainty, Role
from ctxsmith_tui.rank.context import Context
from ctxsmith_tui.store.postings import Field
from ctxsmith_tui.text.terms import is_compound, terms_of

if TYPE_CHECKING:
    from ctxsmith_tui.graph.program import Program
    from ctxsmith_tui.graph.resolving import Resolver

MOST_NEIGHBOURS = 12
MOST_CALLER_FILES = 200  # files that hold the target's name and are looked at for calls

_ACTIONS = frozenset(
    """
    add allow avoid cache call change check clean convert copy delete deprecate disable document drop emit
    enable ensure expose extend extract fix guard handle ignore implement improve inline keep limit log make
    measure merge mock move optimise optimize parse pass prevent print profile raise refactor reject remove
    rename replace report reset retry return reuse rewrite sanitise sanitize simplify skip speed split stop
    support test throttle trace trim turn type update use validate warn wrap write
    """.split()
)
_FIRST_WORD = re.compile(
    r"\W*(?:(?:please|to|let's|let us|can you|could you|\w+:)\s+)*([A-Za-z]+)(?![\w.])", re.IGNORECASE
)
_NAME = re.compile(r"`?[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*(?:\(\))?`?")
_JOINT = re.compile(r"::|#|->|\.")
_NO_TARGET = frozenset({"heading", "module"})


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A symbol that the target calls, or that calls it; lines of a file, a row of the catalog."""

    row: int
    lines: tuple[int, int]
    relation: str


@dataclass(frozen=True, slots=True)
class Target:
    """The symbol that a task is about, with its direct neighbours."""

    row: int
    lines: tuple[int, int]
    qualname: str
    neighbours: tuple[Neighbour, ...]

    def sentence(self, path: str) -> str:
        """What is said of it in a pack."""
        return f"The task is about {path}::{self.qualname}; what it calls and who calls it is taken in first."


def find_target(context: Context) -> Target | None:
    """The one symbol that the title names after an action; None when there is none, or no single one."""
    title = context.query.title
    first = _FIRST_WORD.match(title)
    if first is None or first[1].lower() not in _ACTIONS:
        return None
    names = list(dict.fromkeys(_names(title)))
    if not names:
        return None
    from ctxsmith_tui.graph.program import Program  # most tasks name no target: its imports take time
    from ctxsmith_tui.graph.resolving import Resolver

    program = Program(context.reader, context.catalog)
    found = {node for name in names for node in _meant(program, name)}
    if len(found) != 1:
        return None
    node = found.pop()
    row, _ = program.place_of(node)
    symbol = program.symbol_of(node)
    assert symbol is not None
    return Target(
        row,
        (symbol.start_line, symbol.end_line),
        symbol.qualname,
        tuple(islice(_neighbours(context, Resolver(program), node), MOST_NEIGHBOURS)),
    )


def _names(title: str) -> Iterator[str]:
    """Names of the title that are written as code is: dotted, compound, called or quoted."""
    for match in _NAME.finditer(title):
        plain = match[0].strip("`").removesuffix("()")
        is_quoted = plain != match[0]
        if len(plain) > 2 and (is_quoted or "_" in plain or _JOINT.search(plain) or is_compound(plain)):
            yield ".".join(_JOINT.split(plain))


def _meant(program: Program, name: str) -> list[int]:
    """The symbols of the sources that a name means."""
    roles = program.catalog.roles
    named = [
        node
        for node in program.named(name.rpartition(".")[2])
        if roles[program.row_of(node)] is Role.SOURCE and program.kind_of(node) not in _NO_TARGET
    ]
    found = [node for node in named if program.ends_with(node, name)]
    found = found or [node for node in named if _is_in_module(program, node, name)]
    standing = {program.first[row] + 1 + program.scope(row).standing[q] for row, q in _places(program, found)}
    return sorted(standing)


def _is_in_module(program: Program, node: int, name: str) -> bool:
    """Whether a name is the dotted path of a file with a name of that file behind it."""
    symbol, path = program.symbol_of(node), program.catalog.paths[program.row_of(node)]
    module = path.rpartition(".")[0].replace("/", ".")
    return symbol is not None and f".{module}.{symbol.qualname}".endswith(f".{name}")


def _places(program: Program, nodes: list[int]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        symbol = program.symbol_of(node)
        if symbol is not None:
            yield program.row_of(node), symbol.qualname


def _neighbours(context: Context, resolver: Resolver, node: int) -> Iterator[Neighbour]:
    """Callees in the order of their calls, then callers, file by file; tests are none."""
    program = resolver.program
    symbol = program.symbol_of(node)
    assert symbol is not None
    seen = {node}
    for callee in _callees(resolver, node):
        if callee not in seen:
            seen.add(callee)
            yield _neighbour(program, callee, f"called by {symbol.qualname}")
    for caller in _callers(context, resolver, node, symbol.name):
        if caller not in seen:
            seen.add(caller)
            yield _neighbour(program, caller, f"calls {symbol.qualname}")


def _neighbour(program: Program, node: int, relation: str) -> Neighbour:
    symbol = program.symbol_of(node)
    assert symbol is not None
    return Neighbour(program.row_of(node), (symbol.start_line, symbol.end_line), relation)


def _callees(resolver: Resolver, node: int) -> Iterator[int]:
    program, row = resolver.program, resolver.program.row_of(node)
    for reference in program.references(row, "call"):
        if reference.symbol is not None and program.standing(row, reference.symbol) == node:
            meaning = resolver.call(row, reference)
            if meaning.certainty is not Certainty.AMBIGUOUS:
                yield from meaning.nodes


def _callers(context: Context, resolver: Resolver, node: int, name: str) -> Iterator[int]:
    program = resolver.program
    for row in _rows_with(context, program.row_of(node), name):
        for reference in program.references(row, "call"):
            if reference.name == name and reference.symbol is not None:
                meaning = resolver.call(row, reference)
                if node in meaning.nodes and meaning.certainty is not Certainty.AMBIGUOUS:
                    yield program.standing(row, reference.symbol)


def _rows_with(context: Context, own: int, name: str) -> list[int]:
    """Sources that hold a name, the nearest to its own file first."""
    catalog = context.catalog
    term = next(iter(terms_of(name)), "")
    found = context.reader.lookup(Field.BODY, [term]).get(term)
    if found is None:
        return [own]
    units = catalog.unit_row[found[0]]
    rows = {row for row in catalog.unit_file[units[units >= 0]].tolist() if catalog.roles[row] is Role.SOURCE}
    folder = catalog.paths[own].rpartition("/")[0]
    nearest = sorted(rows, key=lambda row: (row != own, catalog.paths[row].rpartition("/")[0] != folder, row))
    return nearest[:MOST_CALLER_FILES]
