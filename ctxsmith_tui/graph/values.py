"""What names and expressions stand for: symbols, files, values of a type, or something of elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ctxsmith_tui.graph.candidates import Candidates
from ctxsmith_tui.graph.exports import Exports
from ctxsmith_tui.graph.expressions import LITERAL, OPAQUE, Step, chain
from ctxsmith_tui.graph.filescope import FileScope
from ctxsmith_tui.graph.meaning import ELSEWHERE, SOMETHING, Entity, Kind, Meaning
from ctxsmith_tui.graph.program import CONSTRUCTORS, TYPES, Program
from ctxsmith_tui.graph.types import OBJECTS, Types
from ctxsmith_tui.graph.variables import Variables, only
from ctxsmith_tui.model import Certainty, Reference, Symbol

_TYPE_PARAMETER = re.compile(r"[A-Z]\d?|T[A-Z]\w*")  # as they are mostly called
_NESTED_SEE_OUTER = frozenset({"jvm", "csharp", "c"})


class Values:
    """Follows expressions. `inherit` resolves a base class of a file."""

    def __init__(self, program: Program, inherit: Callable[[int, Reference], Meaning]) -> None:
        self.program = program
        self.types = Types(program, inherit)
        self.candidates = Candidates(program, self.types)
        self.exports = Exports(program, self.types, self.candidates, self.member)
        self._variables = Variables(
            program,
            self.types,
            self.exports,
            type_of=self.type_of,
            value_of=self.value,
            made_by=self.made_by,
        )

    # --- names ---------------------------------------------------------------------------------------

    def name(self, row: int, ordinal: int | None, name: str, *, variables: bool = True) -> Entity | None:
        """What a name means at a place: the innermost meaning first; None when nothing is known of it."""
        scope, scoping = self.program.scope(row), self.program.scoping[row]
        within = scope.within(ordinal)
        is_variable = variables and name in scope.types
        if is_variable and (found := self._variables.variable(row, within, name, inside=True)) is not None:
            return found
        if (found := self._lexical(row, scope, within, name)) is not None:
            return found
        is_bound = name in scope.bindings or scoping.flat
        if is_bound and (found := self.exports.bound(row, within, name)) is not None:
            return found
        if is_variable and (found := self._variables.variable(row, within, name, inside=False)) is not None:
            return found
        for owner in self._owners(row, ordinal, within) if scoping.implicit_this else ():
            if nodes := self.types.member(owner, name):
                return Entity(Kind.SYMBOL, nodes)
            if variables and (found := self._variables.field(owner, name)) is not None:
                return found
        if scoping.full_names and (found := self.exports.qualified(row, within, name)) is not None:
            return found
        return self.candidates.shared(row, name) or self.exports.wholly_imported(row, name)

    def _owners(self, row: int, ordinal: int | None, within: tuple[int, ...]) -> Iterator[int]:
        """The types whose members a bare name may mean, innermost first."""
        if (owner := self.types.around(row, ordinal)) is None:
            return
        yield owner
        if self.program.scoping[row].family not in _NESTED_SEE_OUTER:
            return
        symbols = self.program.symbols(row)
        for each in within:
            if symbols[each].kind in TYPES and (outer := self.program.node(row, each)) != owner:
                yield outer

    def _lexical(self, row: int, scope: FileScope, within: tuple[int, ...], name: str) -> Entity | None:
        """A symbol of the scopes around a place."""
        implicit_this = self.program.scoping[row].implicit_this
        found = None
        for ordinal in within:
            symbol = scope.symbols[ordinal]
            if symbol.kind in TYPES and not implicit_this:
                continue  # there the names in a class body are no scope for its methods
            if symbol.kind in TYPES and symbol.name == name:
                found = scope.standing[symbol.qualname]  # the type, not its constructor
                break
            found = scope.standing.get(f"{symbol.qualname}.{name}")
            if found is not None:
                break
            if symbol.kind == "module" and (nodes := self._in_namespaces(row, symbol.qualname, name)):
                return Entity(Kind.SYMBOL, nodes)
        else:
            found = scope.standing.get(name)
            if found is None and self.program.scoping[row].flat:
                found = scope.only_member(name)
        return None if found is None else Entity(Kind.SYMBOL, (self.program.node(row, found),))

    def _in_namespaces(self, row: int, namespace: str, name: str) -> tuple[int, ...]:
        """A symbol of a namespace, or of one around it, that is opened elsewhere, too."""
        while namespace:
            nodes = self.types.in_namespace(row, namespace, name)
            if len(nodes) == 1:
                return nodes
            namespace = namespace.rpartition(".")[0]
        return ()

    # --- expressions ---------------------------------------------------------------------------------

    def follow(self, row: int, ordinal: int | None, steps: tuple[Step, ...]) -> Entity | None:
        """What a chain of names stands for; None when it is not known."""
        entity = _known(self._first(row, ordinal, steps))
        begin = 0
        if entity is None:
            begin, entity = self._written_out(row, ordinal, steps)
        for place, step in enumerate(steps[begin:], begin):
            if place > begin:
                owner = entity
                if entity is not None:
                    entity = _known(self.member(row, entity, step.name))
                if entity is None:
                    written = ".".join(each.name for each in steps[: place + 1])
                    entity = self._variables.of_type(row, ordinal, written)
                if entity is None and step.called and owner is not None:
                    entity = self._inherited_from_elsewhere(row, owner, step.name)
            if step.called and entity is not None:
                entity = self._result(entity)
        return entity

    def _written_out(
        self, row: int, ordinal: int | None, steps: tuple[Step, ...]
    ) -> tuple[int, Entity | None]:
        """What the longest path at the beginning of a chain means, and which step ends it."""
        if self.program.scoping[row].family != "rust":
            return 0, None
        first_call = next((place for place, step in enumerate(steps) if step.called), len(steps) - 1)
        names = [step.name for step in steps]
        for end in range(first_call, 0, -1):
            reference = Reference("type", names[end], "::".join(names[: end + 1]), "", 0, ordinal)
            if (found := self.exports.path(row, reference)) is not None:
                return end, found
        return 0, None

    def _inherited_from_elsewhere(self, row: int, owner: Entity, name: str) -> Entity | None:
        """A method that a value can only have from a base outside of the repository."""
        is_closed = owner.kind is Kind.INSTANCE and not self.program.scoping[row].open_types
        if not is_closed or not any(map(self.types.has_foreign_base, owner.nodes)):
            return None
        return None if self.candidates.members(row, name) else ELSEWHERE

    def written(self, row: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """A chain without the namespace that a macro opens: symbols do not have it in their names."""
        if self.program.scoping[row].family == "c" and steps and not steps[0].called:
            return steps[1:] if steps[0].name in self.program.macro_namespaces else steps
        return steps

    def _first(self, row: int, ordinal: int | None, steps: tuple[Step, ...]) -> Entity | None:
        step = steps[0]
        if step == LITERAL:
            return ELSEWHERE
        if step == OPAQUE:
            return None
        scoping = self.program.scoping[row]
        if step.name in scoping.own or step.name in scoping.base:
            owner = self.types.around(row, ordinal)
            if owner is None:
                return None
            return Entity(Kind.BASE if step.name in scoping.base else Kind.INSTANCE, (owner,))
        found = self.name(row, ordinal, step.name)
        if found is None and _TYPE_PARAMETER.fullmatch(step.name):
            return None
        if found is None and step.name[:1].isupper():  # a type of somewhere else, if there is none here
            named = (node for each in steps for node in self.program.named(each.name))
            return None if self.program.family(row, named) else ELSEWHERE
        return found

    def _result(self, entity: Entity) -> Entity | None:
        """What calling something yields."""
        if entity.kind is Kind.FILES:
            return None
        if entity.kind is not Kind.SYMBOL:
            return entity  # `super()`; what comes from outside stays there
        return only(self._result_of(node) for node in entity.nodes)

    def _result_of(self, node: int) -> Entity | None:
        row, ordinal = self.program.place_of(node)
        if ordinal is None:
            return None
        scope = self.program.scope(row)
        symbol = scope.symbols[ordinal]
        if symbol.kind in TYPES or self._is_object(row, symbol):
            return Entity(Kind.INSTANCE, (node,))
        declared = scope.returns.get(ordinal)
        if declared is not None:
            return self._variables.instance(row, ordinal, declared)
        if symbol.name in CONSTRUCTORS and (owner := self.types.owner_of(node)) is not None:
            return Entity(Kind.INSTANCE, (owner,))
        return None

    def _is_object(self, row: int, symbol: Symbol) -> bool:
        """Whether a constant or a function has members, so that what it makes has them, too."""
        may_be = self.program.scoping[row].family in OBJECTS and symbol.kind in ("constant", "function")
        return may_be and self.program.scope(row).holds(symbol.qualname)

    def type_of(self, row: int, ordinal: int | None, target: str) -> Entity | None:
        """What a type, or the callee that makes a value, is as written."""
        steps = self.written(row, tuple(step._replace(called=False) for step in chain(target)))
        if not steps:
            return None
        scoping = self.program.scoping[row]
        on_itself = scoping.implicit_this and steps[0].name in scoping.transparent  # Kotlin's `= apply {}`
        if len(steps) == 1 and (steps[0].name in scoping.own or on_itself):
            owner = self.types.around(row, ordinal)
            return None if owner is None else Entity(Kind.SYMBOL, (owner,))
        owner = self.types.around(row, ordinal)
        inner = self.types.own_member(owner, steps[0].name) if owner is not None and len(steps) == 1 else ()
        if inner and all(map(self.types.is_type, inner)):
            return Entity(Kind.SYMBOL, inner)
        found = self.follow(row, ordinal, steps)
        if found is None and len(steps) > 1:
            reference = Reference("type", steps[-1].name, target, "", 0, ordinal)
            if (written := self.exports.path(row, reference)) is not None:
                return written
            if (named := self.exports.from_package(row, target)) is not None:
                return named
            qualified = self.candidates.qualified(row, steps[:-1], steps[-1].name)
            return None if qualified is None else Entity(Kind.SYMBOL, qualified.nodes, qualified.certainty)
        return found

    # --- what symbols stand for ------------------------------------------------------------------------

    def value(self, entity: Entity) -> Entity | None:
        """What a constant holds, if that is known; any other symbol is what it is."""
        row, ordinal = self.program.place_of(entity.nodes[0])
        if ordinal is None:
            return entity
        scope, symbol = self.program.scope(row), self.program.symbols(row)[ordinal]
        if symbol.kind == "type":
            return self._variables.alias(row, ordinal, symbol) or entity
        if symbol.kind in ("function", "method") and not self._is_object(row, symbol):
            plain = scope.plain.get(symbol.qualname, ordinal)
            made = self._result_of(self.program.node(row, plain))  # a property, or called without parentheses
            return None if made is None else made.no_surer_than(entity)
        if symbol.kind != "constant" or scope.holds(symbol.qualname):
            return entity
        if symbol.name not in scope.types:
            return None
        found = self._variables.variable(row, scope.within(symbol.parent), symbol.name, inside=False)
        return None if found is None or found == SOMETHING else found.no_surer_than(entity)

    def made_by(self, nodes: tuple[int, ...]) -> Entity | None:
        """What a type or a callee makes; of several types, one of each."""
        if len(nodes) == 1:
            return self._result_of(nodes[0])
        if not all(map(self.types.is_type, nodes)):
            return None
        return Entity(Kind.INSTANCE, nodes, Certainty.AMBIGUOUS)

    # --- members -------------------------------------------------------------------------------------

    def member(self, row: int, entity: Entity, name: str) -> Entity | None:
        """A member of what an expression stands for; None when it is not known."""
        if entity.kind is Kind.OUTSIDE:
            nodes, certainty, _ = self.extension(row, name)
            return Entity(Kind.SYMBOL, nodes, certainty) if len(nodes) == 1 else ELSEWHERE
        if entity.kind is Kind.FILES:
            return self.exports.of_files(entity, name)
        if entity.kind is Kind.BASE:
            return self._member_of_base(entity, name)
        if name in self.program.scoping[row].own:
            return entity._replace(kind=Kind.INSTANCE)  # Java's `Cart.this`
        if name == self.program.scoping[row].companion:
            return entity
        if (given := self.property_of(entity, name)) is not None:
            return given
        value = self.value(entity) if entity.kind is Kind.SYMBOL else entity
        if value is None or value.kind is Kind.OUTSIDE:
            return value
        found: dict[int, None] = {}
        for node in value.nodes:
            nodes = self.types.member(node, name)
            if not nodes and (field := self._variables.field(node, name)) is not None:
                return field.no_surer_than(value)
            found.update(dict.fromkeys(nodes))
        if found and len(value.nodes) == 1 < len(found):  # overloads in several files
            return Entity(Kind.SYMBOL, tuple(found), Certainty.AMBIGUOUS)
        if found:
            return Entity(Kind.SYMBOL, tuple(found), value.certainty)
        if value.kind is Kind.SYMBOL and name[:1].isupper() and self._are_enums(value.nodes):
            return value._replace(kind=Kind.INSTANCE)  # one of its cases
        if name in self.program.scoping[row].transparent:
            return value
        if value.kind is Kind.SYMBOL and (nodes := self.types.extensions_in(value.nodes, name)):
            return Entity(Kind.SYMBOL, nodes, value.certainty)
        if value.kind is Kind.SYMBOL and any(map(self.types.has_foreign_base, value.nodes)):
            return ELSEWHERE
        return None

    def _are_enums(self, nodes: tuple[int, ...]) -> bool:
        return all(self.program.kind_of(node) == "enum" for node in nodes)

    def property_of(self, entity: Entity, name: str) -> Entity | None:
        """What an object holds under the name of a property, where that is a name of its file."""
        if entity.kind is not Kind.SYMBOL or len(entity.nodes) != 1:
            return None
        row, ordinal = self.program.place_of(entity.nodes[0])
        held = self.program.scope(row).properties.get((ordinal, name))
        found = None if held is None or ordinal is None else self.name(row, None, held)
        return None if found is None or found == SOMETHING else found.no_surer_than(entity)

    def _member_of_base(self, entity: Entity, name: str) -> Entity | None:
        if nodes := self.types.inherited(entity.nodes[0], name):
            return Entity(Kind.SYMBOL, nodes, entity.certainty)
        return ELSEWHERE if self.types.has_foreign_base(entity.nodes[0]) else None

    def extension(self, row: int, name: str) -> Meaning:
        """A method that the repository adds to a type of somewhere else, most surely one that is imported."""
        if self.program.scoping[row].open_types and name in self.program.scope(row).bindings:
            found = self.exports.bound(row, (), name)
            if found is not None and found.kind is Kind.SYMBOL and not self.types.is_type(found.nodes[0]):
                return Meaning(self.types.standing(found.nodes), found.certainty)
        return self.candidates.extension(row, name)


def _known(entity: Entity | None) -> Entity | None:
    return None if entity is None or entity.kind is Kind.SOMETHING else entity
