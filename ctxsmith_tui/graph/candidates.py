"""Meanings by name alone: what an expression whose type is not known may call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxsmith_tui.graph.common import COMMON_METHODS
from ctxsmith_tui.graph.expressions import LITERAL, OPAQUE, Step
from ctxsmith_tui.graph.meaning import OUTSIDE, UNKNOWN, Entity, Kind, Meaning
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.graph.scoping import Shared
from ctxsmith_tui.graph.types import OBJECTS, Types
from ctxsmith_tui.model import Certainty, Role

_GLOBAL_CONSTANTS = frozenset({"ruby", "elixir"})  # there nothing else is shared
MOST_CANDIDATES = 6  # a name with more meanings than this is counted, not listed


_KindOfFile = tuple[str, bool, bool]
"""Family of languages, whether it is a test, whether it is generated or documentation."""


class Candidates:
    """Symbols found by their names: what the language shares, what is linked, and the only one of a name."""

    def __init__(self, program: Program, types: Types) -> None:
        self._program = program
        self._types = types
        self._guesses: dict[tuple[_KindOfFile, str], Meaning] = {}
        self._qualified: dict[tuple[_KindOfFile, tuple[Step, ...], str], Meaning | None] = {}
        self._top: dict[tuple[str, str], list[int]] = {}
        self._members: dict[tuple[str, str], list[int]] = {}
        self._derived: dict[tuple[tuple[int, ...], str], list[int]] = {}
        roles = program.catalog.roles
        self._is_test = [role is Role.TEST for role in roles]
        self._is_secondary = [role in (Role.GENERATED, Role.DOC) for role in roles]
        families = (scoping.family for scoping in program.scoping)
        self._kind_of_file = list(zip(families, self._is_test, self._is_secondary, strict=True))

    def guess(self, row: int, name: str) -> Meaning:
        """A member of something unknown: likely the only one of that name, else one of a few."""
        key = (self._kind_of_file[row], name)
        if key not in self._guesses:
            nodes = self.members(row, name)
            unsaid = UNKNOWN if nodes else OUTSIDE
            self._guesses[key] = unsaid if name in COMMON_METHODS else self.choose(row, nodes)
        return self._guesses[key]

    def members(self, row: int, name: str) -> Sequence[int]:
        """Members of types with a name, that code in a file could call."""
        key = (self._program.scoping[row].family, name)
        if key not in self._members:
            named = self._program.family(row, self._program.named(name))
            self._members[key] = [node for node in named if self._is_member(node)]
        return self._members[key]

    def derived(self, row: int, owners: tuple[int, ...], name: str) -> Sequence[int]:
        """Members with a name of what inherits from some types, these included."""
        if (owners, name) not in self._derived:
            lineages = ((node, self._types.owner_of(node)) for node in self.members(row, name))
            self._derived[owners, name] = [
                node
                for node, owner in lineages
                if owner is not None and not set(owners).isdisjoint(self._types.lineage(owner))
            ]
        return self._derived[owners, name]

    def _is_member(self, node: int) -> bool:
        row, ordinal = self._program.place_of(node)
        if ordinal is None:
            return False
        symbols = self._program.symbols(row)
        symbol = symbols[ordinal]
        if self._is_of_local_object(node):
            return False
        if symbol.kind != "function" or symbol.parent is None:
            return symbol.kind == "method"
        return self._types.is_owner(row, symbols[symbol.parent])  # the functions of a Ruby module

    def _is_of_local_object(self, node: int) -> bool:
        """Whether a symbol is put on an object that only the function around knows."""
        is_object = self._program.scoping[self._program.row_of(node)].family in OBJECTS
        return is_object and self._types.owner_of(node) is None

    def extension(self, row: int, name: str, *, of: str = "") -> Meaning:
        """A method that the repository adds to a type of somewhere else, which may be called `of`."""
        program = self._program
        if not program.scoping[row].open_types:
            return OUTSIDE
        members = self.members(row, name)
        if (extending := [node for node in members if self._extends(node)]) and name not in COMMON_METHODS:
            return self.choose(row, extending)
        added = [node for node in members if self._types.owner_of(node) is None]
        wanted = f"{of}.{name}" if of else name
        found = self.choose(row, [node for node in added if program.ends_with(node, wanted)])
        if not found.nodes:
            return self._of_conforming(row, name)
        if len(found.nodes) != 1:
            return found
        there = program.row_of(found.nodes[0])
        near = name in program.scope(row).bindings or program.package(there) == program.package(row)
        if name in COMMON_METHODS and not near:
            return OUTSIDE
        return found._replace(certainty=Certainty.EXACT if near else Certainty.LIKELY)

    def _extends(self, node: int) -> bool:
        """Whether a method of C# is called on its first argument."""
        symbol = self._program.symbol_of(node)
        is_csharp = self._program.scoping[self._program.row_of(node)].family == "csharp"
        return is_csharp and symbol is not None and "(this " in symbol.signature

    def _of_conforming(self, row: int, name: str) -> Meaning:
        """A method that an interface gives to all that conform to it, types of elsewhere included."""
        members = self.members(row, name) if name not in COMMON_METHODS and self._types.adopted else ()
        return self.choose(
            row, [node for node in members if self._types.owner_of(node) in self._types.adopted]
        )

    def shared(self, row: int, name: str) -> Entity | None:
        """A name that the language shares between files without any import."""
        program = self._program
        scoping = program.scoping[row]
        if scoping.shared is Shared.FILE:
            return None
        if scoping.family in _GLOBAL_CONSTANTS and not name[:1].isupper():
            return None
        nodes = self._top_level(row, name)
        if scoping.shared is Shared.FOLDER:
            package = program.package(row)
            nodes = [node for node in nodes if program.package(program.row_of(node)) == package]
        elif program.scope(row).namespaces:
            nodes = [node for node in nodes if self._is_visible(row, program.row_of(node))]
        chosen = self._types.standing(nodes)
        if not chosen or len(chosen) > MOST_CANDIDATES:
            return None
        return Entity(Kind.SYMBOL, chosen, Certainty.EXACT if len(chosen) == 1 else Certainty.AMBIGUOUS)

    def _is_visible(self, row: int, other: int) -> bool:
        """Whether a file sees the namespace of another: it is in it, inside of it, or uses it."""
        scope, there = self._program.scope(row), self._program.scope(other).namespaces
        used = {each.target for each in scope.whole}
        return not there or any(
            name in used or any(f"{own}.".startswith(f"{name}.") for own in scope.namespaces)
            for name in there
        )

    def linked(self, row: int, name: str) -> Meaning:
        """A function that is found by its name alone when the program is put together."""
        return self.choose(row, self._top_level(row, name))

    def macro(self, row: int, name: str) -> Meaning:
        """A macro, which may be used in files that do not import it."""
        program = self._program
        nodes = []
        for node in program.family(row, program.named(name)):
            symbol = program.symbol_of(node)
            if symbol is not None and symbol.kind == "macro" and symbol.parent is None:
                nodes.append(node)
        return self.choose(row, nodes)

    def base_type(self, row: int, name: str) -> Meaning:
        """A base type that nothing brings in by name: likely the only one that is called so."""
        program = self._program
        if program.scoping[row].shared is Shared.FILE and not program.scope(row).whole:
            return OUTSIDE
        named = program.family(row, program.named(name))
        return self.choose(row, [n for n in named if self._types.is_type(n) and self.is_top_level(n)])

    def qualified(self, row: int, steps: tuple[Step, ...], name: str) -> Meaning | None:
        """A name behind that of a type or namespace which nothing brings in; None if there is none such."""
        if not steps or steps[-1].called or steps[-1] in (OPAQUE, LITERAL):
            return None
        key = (self._kind_of_file[row], steps, name)
        if key not in self._qualified:
            self._qualified[key] = self._find_qualified(row, steps, name)
        return self._qualified[key]

    def _find_qualified(self, row: int, steps: tuple[Step, ...], name: str) -> Meaning | None:
        program = self._program
        wanted = f"{steps[-1].name}.{name}"
        nodes = [
            node
            for node in program.family(row, program.owned(steps[-1].name, name))
            if program.ends_with(node, wanted)
            and not self._is_constant(self._types.owner_of(node))
            and not self._is_of_local_object(node)
        ]
        longest = ".".join([*(step.name for step in steps), name])
        exact = program.ending(nodes, longest)
        found = self.choose(row, exact or nodes)
        if not found.nodes:
            return None
        scoping = program.scoping[row]
        is_path = scoping.shared is Shared.REPOSITORY or (scoping.family == "c" and len(steps) > 1)
        if len(found.nodes) == 1 and exact and is_path:
            return found._replace(certainty=Certainty.EXACT)
        return found

    def choose(self, row: int, nodes: Iterable[int]) -> Meaning:
        """The one candidate, or a few. Only tests call tests; nobody calls a copy beside its original."""
        program, kept = self._program, list(nodes)
        if not self._is_test[row]:
            kept = [node for node in kept if not self._is_test[program.row_of(node)]]
        if not self._is_secondary[row]:
            kept = [node for node in kept if not self._is_secondary[program.row_of(node)]] or kept
        chosen = self._types.standing(kept)
        if not chosen:
            return OUTSIDE
        if len(chosen) > MOST_CANDIDATES:
            return UNKNOWN
        return Meaning(chosen, Certainty.LIKELY if len(chosen) == 1 else Certainty.AMBIGUOUS)

    def _top_level(self, row: int, name: str) -> Sequence[int]:
        """The symbols of a name that are members of no type, in files that a file sees."""
        key = (self._program.scoping[row].family, name)
        if key not in self._top:
            named = self._program.family(row, self._program.named(name))
            self._top[key] = [node for node in named if self.is_top_level(node)]
        return self._top[key]

    def is_top_level(self, node: int) -> bool:
        """Whether a symbol is a member of no type and local to no function."""
        program = self._program
        row, ordinal = program.place_of(node)
        if ordinal is None:
            return False
        symbols = program.symbols(row)
        symbol = symbols[ordinal]
        if any(symbols[each].kind != "module" for each in program.scope(row).within(symbol.parent)):
            return False
        owner = program.symbol_of(self._types.owner_of(node) or 0) if "." in symbol.qualname else None
        return owner is None or owner.kind == "module"

    def _is_constant(self, node: int | None) -> bool:
        symbol = None if node is None else self._program.symbol_of(node)
        return symbol is not None and symbol.kind == "constant"
