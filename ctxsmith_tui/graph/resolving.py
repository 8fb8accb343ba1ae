"""Resolving references: which symbols a name means where it is used, and how sure that is.

A name is looked for in the scopes around it, in the type it belongs to and what that inherits, among the
imports of its file, and in what the language shares without import. What is found that way is exact. A
method of something whose type is not known is likely when the repository has one of that name, and
ambiguous when it has a few.
"""

from __future__ import annotations

from ctxsmith_tui.graph.common import COMMON_METHODS, RUST_MACROS
from ctxsmith_tui.graph.expressions import Step, receiver
from ctxsmith_tui.graph.meaning import OUTSIDE, UNKNOWN, Entity, Kind, Meaning
from ctxsmith_tui.graph.program import Program
from ctxsmith_tui.graph.scoping import Shared
from ctxsmith_tui.graph.values import Values
from ctxsmith_tui.model import Certainty, Reference

_BASE_IS_A_VALUE = frozenset({"python"})  # there `super()` alone calls nothing of the base


class Resolver:
    """Answers what references mean; remembers what it found, so use one for many questions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._values = Values(program, self.inherit)
        self.types = self._values.types
        self._candidates = self._values.candidates
        self._exports = self._values.exports

    def call(self, row: int, reference: Reference) -> Meaning:
        """What a call calls."""
        steps = receiver(reference.target, reference.name)
        if not steps:
            return self._bare_call(row, reference)
        steps = self._values.written(row, steps)
        if not steps:
            found = self._values.name(row, None, reference.name)
            return self._called(found) if found is not None else self._candidates.linked(row, reference.name)
        if steps[0].name == "std" and self.program.scoping[row].family == "c":
            return self._candidates.qualified(row, steps, reference.name) or OUTSIDE
        entity = self._values.follow(row, reference.symbol, steps)
        if entity is not None and entity.kind is Kind.SYMBOL:
            if (given := self._values.property_of(entity, reference.name)) is not None:
                return self._called(given)
            is_function = all(self.program.kind_of(node) in ("function", "method") for node in entity.nodes)
            if is_function and reference.name in self.program.scoping[row].invoking:
                return self._called(entity)
            entity = self._values.value(entity)
        if entity is None and (sibling := self._sibling(row, reference, steps)) is not None:
            return Meaning((sibling,))
        if entity is None and (found := self._exports.path(row, reference)) is not None:
            return self._called(found)
        if entity is not None and entity.kind is Kind.OUTSIDE and self._is_path(row, reference):
            return self._candidates.extension(row, reference.name, of=steps[-1].name)
        if entity is None and self._is_path(row, reference):
            return self._candidates.qualified(row, steps, reference.name) or OUTSIDE
        if entity is None:
            known = self._is_constant_here(row, steps[0].name)
            qualified = None if known else self._candidates.qualified(row, steps, reference.name)
            return qualified or self._candidates.guess(row, reference.name)
        if entity.kind is Kind.OUTSIDE:
            return self._values.extension(row, reference.name)
        found = self._values.member(row, entity, reference.name) or self._exports.path(row, reference)
        if found is None:
            return self._missing_member(row, entity, steps, reference.name)
        return self._called(found)

    def _is_path(self, row: int, reference: Reference) -> bool:
        """Whether a call says in Rust whose function it calls, so that no other has to be thought of."""
        before = reference.target.removesuffix(reference.name)
        return before.endswith("::") and self.program.scoping[row].family == "rust"

    def _is_constant_here(self, row: int, name: str) -> bool:
        """Whether a file has a constant of that name, so that no type elsewhere is meant."""
        scope = self.program.scope(row)
        ordinal = scope.standing.get(name)
        return ordinal is not None and scope.symbols[ordinal].kind == "constant"

    def _sibling(self, row: int, reference: Reference, steps: tuple[Step, ...]) -> int | None:
        """What `this.name` means in an object that has no name of its own."""
        if len(steps) > 1 or reference.symbol is None or steps[0].name not in self.program.scoping[row].own:
            return None
        if reference.target.startswith("(*"):
            return None  # what it refers to in Rust, which is of another type
        scope = self.program.scope(row)
        around = scope.symbols[reference.symbol].qualname.rpartition(".")[0]
        found = scope.standing.get(f"{around}.{reference.name}")
        return None if found is None else self.program.node(row, found)

    def inherit(self, row: int, reference: Reference) -> Meaning:
        """What a type inherits from."""
        around = None
        if reference.symbol is not None:
            around = self.program.symbols(row)[reference.symbol].parent
        found = self._values.type_of(row, around, reference.target)
        if found is None:
            return self._candidates.base_type(row, reference.name)
        if found.kind is Kind.FILES:  # a module that is what it exports by default
            found = self._exports.of_files(found, "default")
        if found is None or found.kind is not Kind.SYMBOL:
            return OUTSIDE
        return Meaning(self.types.standing(found.nodes), found.certainty)

    def imported(self, row: int, reference: Reference) -> Meaning:
        """What an import brings in: symbols, or the nodes of files."""
        found = self._exports.imported(row, reference)
        if found is None or found.kind is Kind.OUTSIDE:
            return OUTSIDE
        if found.kind is Kind.FILES:
            if found.certainty is not Certainty.EXACT:
                return OUTSIDE  # all of a package is no file
            rows = (each for each in found.nodes if each != row)
            return Meaning(tuple(self.program.node(each, None) for each in rows), found.certainty)
        is_namespace = self.program.kind_of(found.nodes[0]) == "module" and self.program.scoping[row].linked
        if reference.name == "*" and is_namespace:
            return OUTSIDE  # nor is one that is opened in many files
        return Meaning(self.types.standing(found.nodes), found.certainty)

    def _called(self, found: Entity) -> Meaning:
        match found.kind:
            case Kind.SYMBOL:
                return Meaning(self.types.standing(found.nodes), found.certainty)
            case Kind.FILES:  # a module that is called is its default export
                default = self._exports.of_files(found, "default")
                return OUTSIDE if default is None or default.kind is Kind.FILES else self._called(default)
        return OUTSIDE  # a variable that is called: what it holds has another name

    def _bare_call(self, row: int, reference: Reference) -> Meaning:
        scoping = self.program.scoping[row]
        name = reference.target if scoping.full_names else reference.name
        owner = self.types.around(row, reference.symbol)
        is_own = name in scoping.own and name not in self.program.scope(row).bindings
        if owner is not None and (is_own or name == scoping.makes):
            return Meaning((self.types.representative(owner),))  # `new static()`
        if name in scoping.base and scoping.family in _BASE_IS_A_VALUE:
            return OUTSIDE
        if owner is not None and name in scoping.base and reference.symbol is not None:
            overriding = self.program.symbols(row)[reference.symbol].name
            return Meaning(self.types.standing(self.types.inherited(owner, overriding)))
        found = self._values.name(row, reference.symbol, name, variables=not scoping.only_functions)
        if found is None and scoping.ending:
            found = self._values.name(row, reference.symbol, name + scoping.ending)
        if found is not None and not self._is_module(found):
            meaning = self._called(found)
            if meaning.certainty is Certainty.EXACT and self._may_be_a_macro(row, name, meaning.nodes):
                return meaning._replace(certainty=Certainty.LIKELY)
            return meaning
        if self._exports.fits_too_much(row, name) and self.program.named(reference.name):
            return UNKNOWN
        if scoping.implicit_this and owner is not None:
            meant = self._missing_member(row, Entity(Kind.INSTANCE, (owner,)), (), reference.name)
            return meant if meant.nodes else self._of_same_file(row, reference.name) or meant
        if scoping.linked or scoping.shared is Shared.REPOSITORY:
            return self._candidates.linked(row, reference.name)
        if found is None and scoping.family == "rust":
            return self._candidates.macro(row, reference.name)
        if scoping.scripts and self._candidates.linked(row, reference.name).nodes:
            return UNKNOWN
        return OUTSIDE

    def _may_be_a_macro(self, row: int, name: str, nodes: tuple[int, ...]) -> bool:
        """Whether a function is called as one of Rust's own macros is: `format()` and `format!()`."""
        is_named_so = name in RUST_MACROS and self.program.scoping[row].family == "rust"
        return is_named_so and any(self.program.kind_of(node) == "function" for node in nodes)

    def _is_module(self, found: Entity) -> bool:
        """Whether that is a mere module, which is never called; something else may have the same name."""
        if found.kind is not Kind.SYMBOL:
            return False
        row, symbol = self.program.row_of(found.nodes[0]), self.program.symbol_of(found.nodes[0])
        return symbol is not None and symbol.kind == "module" and not self.types.is_owner(row, symbol)

    def _of_same_file(self, row: int, name: str) -> Meaning | None:
        """The only method of that name in a file: a class without a name in it may inherit that."""
        here = [node for node in self._candidates.members(row, name) if self.program.row_of(node) == row]
        found = self._candidates.choose(row, here)
        return found if len(found.nodes) == 1 and name not in COMMON_METHODS else None

    def _missing_member(self, row: int, receiver: Entity, steps: tuple[Step, ...], name: str) -> Meaning:
        """A member that what is known of a receiver does not have: perhaps a type derived from it has."""
        if receiver.kind is Kind.FILES:
            return OUTSIDE
        unsaid = UNKNOWN if self._candidates.members(row, name) else OUTSIDE
        if receiver.kind is Kind.BASE:
            return unsaid
        if not all(map(self.types.is_type, receiver.nodes)):
            return self._candidates.qualified(row, steps, name) or unsaid
        if derived := self._candidates.derived(row, receiver.nodes, name):
            return self._candidates.choose(row, derived)
        if any(map(self.types.has_foreign_base, receiver.nodes)):
            return OUTSIDE
        return self._candidates.qualified(row, steps, name) or self._candidates.guess(row, name)
