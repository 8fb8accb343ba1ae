"""Resolving references: which symbols a name means where it is used, and how sure that is.

A name is looked for in the scopes around it, in the type it belongs to and what that inherits, among the
imports of its file, and in what the language shares without import. What is found that way is exact. A
method of something whose type is not known is likely when the repository has one of that name, and
ambiguous when it has a few.
"""

from __future__ import annotations

from collections.abc import Iterable

from ctxsmith_tui.graph.candidates import Candidates
from ctxsmith_tui.graph.exports import Exports
from ctxsmith_tui.graph.expressions import LITERAL, OPAQUE, Step, chain, receiver
from ctxsmith_tui.graph.meaning import ELSEWHERE, OUTSIDE, SOMETHING, UNKNOWN, Entity, Kind, Meaning
from ctxsmith_tui.graph.program import CONSTRUCTORS, TYPES, FileScope, Program
from ctxsmith_tui.graph.scoping import Shared
from ctxsmith_tui.graph.types import OBJECTS, Types
from ctxsmith_tui.model import Certainty, Reference, Symbol

_MOST_STEPS = 30  # from a variable to its type, which may hang on other variables


class Resolver:
    """Answers what references mean; remembers what it found, so use one for many questions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.types = Types(program, self.inherit)
        self._candidates = Candidates(program, self.types)
        self._exports = Exports(program, self.types, self._candidates, self._member)
        self._instances: dict[tuple[int, Reference], Entity | None] = {}
        self._open: set[tuple[int, Reference]] = set()

    # --- references ----------------------------------------------------------------------------------

    def call(self, row: int, reference: Reference) -> Meaning:
        """What a call calls."""
        steps = receiver(reference.target, reference.name)
        if not steps:
            return self._bare_call(row, reference)
        entity = self._follow(row, reference.symbol, steps)
        if entity is not None and entity.kind is Kind.SYMBOL:
            entity = self._value(entity)
        if entity is None and (sibling := self._sibling(row, reference, steps)) is not None:
            return Meaning((sibling,))
        if entity is None and (found := self._exports.path(row, reference)) is not None:
            return self._called(found)
        if entity is None:
            qualified = self._candidates.qualified(row, steps, reference.name)
            return qualified or self._candidates.guess(row, reference.name)
        if entity.kind is Kind.OUTSIDE:
            return self._candidates.extension(row, reference.name)
        found = self._member(row, entity, reference.name)
        if found is None:
            return self._missing_member(row, entity, steps, reference.name)
        return self._called(found)

    def _sibling(self, row: int, reference: Reference, steps: tuple[Step, ...]) -> int | None:
        """What `this.name` means in an object that has no name of its own."""
        if len(steps) > 1 or reference.symbol is None or steps[0].name not in self.program.scoping[row].own:
            return None
        scope = self.program.scope(row)
        around = scope.symbols[reference.symbol].qualname.rpartition(".")[0]
        found = scope.standing.get(f"{around}.{reference.name}")
        return None if found is None else self.program.node(row, found)

    def inherit(self, row: int, reference: Reference) -> Meaning:
        """What a type inherits from."""
        around = None
        if reference.symbol is not None:
            around = self.program.symbols(row)[reference.symbol].parent
        found = self._type(row, around, reference.target)
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
        if owner is not None and (name in scoping.own or name == scoping.makes):
            return Meaning((self.types.representative(owner),))  # `new static()`
        if owner is not None and name in scoping.base and reference.symbol is not None:
            overriding = self.program.symbols(row)[reference.symbol].name
            return Meaning(self.types.standing(self.types.inherited(owner, overriding)))
        found = self._name(row, reference.symbol, name)
        if found is None and scoping.ending:
            found = self._name(row, reference.symbol, name + scoping.ending)
        if found is not None:
            return self._called(found)
        if scoping.implicit_this and owner is not None:
            return self._missing_member(row, Entity(Kind.INSTANCE, (owner,)), (), reference.name)
        if scoping.linked or scoping.shared is Shared.REPOSITORY:
            return self._candidates.linked(row, reference.name)
        return OUTSIDE

    def _missing_member(self, row: int, receiver: Entity, steps: tuple[Step, ...], name: str) -> Meaning:
        """A member that what is known of a receiver does not have: perhaps a type derived from it has."""
        if receiver.kind is Kind.FILES:
            return OUTSIDE
        members = self._candidates.members(row, name)
        unsaid = UNKNOWN if members else OUTSIDE
        if receiver.kind is Kind.BASE:
            return unsaid
        if not all(map(self.types.is_type, receiver.nodes)):
            return self._candidates.qualified(row, steps, name) or unsaid
        owners = set(receiver.nodes)
        derived = [
            node
            for node in members
            if (owner := self.types.owner_of(node)) is not None and owners & set(self.types.lineage(owner))
        ]
        if derived:
            return self._candidates.choose(row, derived)
        if any(map(self.types.has_foreign_base, receiver.nodes)):
            return OUTSIDE
        return self._candidates.qualified(row, steps, name) or self._candidates.guess(row, name)

    # --- names ---------------------------------------------------------------------------------------

    def _name(self, row: int, ordinal: int | None, name: str) -> Entity | None:
        """What a name means at a place: the innermost meaning first; None when nothing is known of it."""
        scope, scoping = self.program.scope(row), self.program.scoping[row]
        within = scope.within(ordinal)
        is_variable = name in scope.types
        if is_variable and (found := self._variable(row, within, name, inside=True)) is not None:
            return found
        if (found := self._lexical(row, scope, within, name)) is not None:
            return found
        is_bound = name in scope.bindings or scoping.flat
        if is_bound and (found := self._exports.bound(row, within, name)) is not None:
            return found
        if is_variable and (found := self._variable(row, within, name, inside=False)) is not None:
            return found
        if scoping.implicit_this and (owner := self.types.around(row, ordinal)) is not None:
            if nodes := self.types.member(owner, name):
                return Entity(Kind.SYMBOL, nodes)
            if (found := self._field(owner, name)) is not None:
                return found
        if scoping.full_names and (found := self._exports.qualified(row, within, name)) is not None:
            return found
        return self._candidates.shared(row, name) or self._exports.wholly_imported(row, name)

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

    def _follow(self, row: int, ordinal: int | None, steps: tuple[Step, ...]) -> Entity | None:
        """What a chain of names stands for; None when it is not known."""
        entity = _known(self._first(row, ordinal, steps))
        for place, step in enumerate(steps):
            if place:
                if entity is not None:
                    entity = _known(self._member(row, entity, step.name))
                if entity is None:
                    written = ".".join(each.name for each in steps[: place + 1])
                    entity = self._variable_of_type(row, ordinal, written)
            if step.called and entity is not None:
                entity = self._result(entity)
        return entity

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
        found = self._name(row, ordinal, step.name)
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
        return _only(self._result_of(node) for node in entity.nodes)

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
            return self._instance(row, ordinal, declared)
        if symbol.name in CONSTRUCTORS and (owner := self.types.owner_of(node)) is not None:
            return Entity(Kind.INSTANCE, (owner,))
        return None

    def _is_object(self, row: int, symbol: Symbol) -> bool:
        """Whether a constant or a function has members, so that what it makes has them, too."""
        may_be = self.program.scoping[row].family in OBJECTS and symbol.kind in ("constant", "function")
        return may_be and self.program.scope(row).holds(symbol.qualname)

    def _type(self, row: int, ordinal: int | None, target: str) -> Entity | None:
        """What a type, or the callee that makes a value, is as written."""
        steps = tuple(step._replace(called=False) for step in chain(target))
        if not steps:
            return None
        if len(steps) == 1 and steps[0].name in self.program.scoping[row].own:
            owner = self.types.around(row, ordinal)
            return None if owner is None else Entity(Kind.SYMBOL, (owner,))
        owner = self.types.around(row, ordinal)
        inner = self.types.own_member(owner, steps[0].name) if owner is not None and len(steps) == 1 else ()
        if inner and all(map(self.types.is_type, inner)):
            return Entity(Kind.SYMBOL, inner)
        found = self._follow(row, ordinal, steps)
        if found is None and len(steps) > 1:
            reference = Reference("type", steps[-1].name, target, "", 0, ordinal)
            if (written := self._exports.path(row, reference)) is not None:
                return written
            if (named := self._exports.from_package(row, target)) is not None:
                return named
            qualified = self._candidates.qualified(row, steps[:-1], steps[-1].name)
            return None if qualified is None else Entity(Kind.SYMBOL, qualified.nodes, qualified.certainty)
        return found

    # --- variables -----------------------------------------------------------------------------------

    def _instance(self, row: int, ordinal: int | None, declared: Reference) -> Entity | None:
        """A value of a declared type, or of what a call yields."""
        key = (row, declared)
        if key in self._instances:
            return self._instances[key]
        if key in self._open or len(self._open) > _MOST_STEPS:
            return None
        self._open.add(key)
        try:
            found = self._type(row, ordinal, declared.target)
            if found is not None and found.kind is Kind.FILES:
                found = self._exports.of_files(found, "default")
            if found is not None and found.kind is Kind.SYMBOL:
                found = self._value(found)
            if found is not None and found.kind is Kind.SYMBOL:
                made = self._result_of(found.nodes[0]) if len(found.nodes) == 1 else None
                found = None if made is None else made.no_surer_than(found)
            elif found is not None and found.kind not in (Kind.OUTSIDE, Kind.INSTANCE):
                found = None
        finally:
            self._open.discard(key)
        if not self._open:
            self._instances[key] = found
        return found

    def _variable(self, row: int, within: tuple[int, ...], name: str, *, inside: bool) -> Entity | None:
        """The value of a variable of the functions around (`inside`), or of the types or the file around."""
        scope = self.program.scope(row)
        declared = scope.types[name]
        for ordinal in (*within, None):
            is_inside = ordinal is not None and scope.symbols[ordinal].kind not in TYPES
            if is_inside is inside:
                here = [each for each in declared if each.symbol == ordinal]
                if here:
                    return _only(self._instance(row, ordinal, each) for each in here) or SOMETHING
        return None

    def _variable_of_type(self, row: int, ordinal: int | None, name: str) -> Entity | None:
        """A variable written with its owner, such as `self.app`, that is set anywhere in the same type."""
        declared = self.program.scope(row).types.get(name)
        owner = self.types.around(row, ordinal) if declared else None
        if not declared or owner is None:
            return None
        return _only(
            self._instance(row, each.symbol, each)
            for each in declared
            if self.types.around(row, each.symbol) == owner
        )

    def _field(self, owner: int, name: str) -> Entity | None:
        """The value of a field of a type, or of what it inherits."""
        for node in self.types.lineage(owner):
            row, ordinal = self.program.place_of(node)
            types = self.program.scope(row).types
            declared = [
                each
                for key in (name, f"${name}")
                for each in types.get(key, ())
                if each.symbol == ordinal or self._sets_field(row, each, node)
            ]
            for word in self.program.scoping[row].own:
                for key in (f"{word}.{name}", f"{word}->{name}"):
                    if key in types:
                        declared += [e for e in types[key] if self.types.around(row, e.symbol) == node]
            embedded = [base for base in self.types.bases(node)[0] if self._is_embedded(row, base, name)]
            if embedded:
                return Entity(Kind.INSTANCE, (embedded[0],))
            if declared:
                return _only(self._instance(row, each.symbol, each) for each in declared)
        return None

    def _is_embedded(self, row: int, base: int, name: str) -> bool:
        """Whether a base is a field by its own name, as in Go."""
        symbol = self.program.symbol_of(base)
        return symbol is not None and symbol.name == name and self.program.scoping[row].family == "go"

    def _sets_field(self, row: int, declared: Reference, owner: int) -> bool:
        """Whether a variable of a method is a field: one of Ruby's, or a parameter of a constructor."""
        if declared.symbol is None:
            return False
        is_field = declared.alias.startswith("@")
        if not is_field and self.program.symbols(row)[declared.symbol].name not in CONSTRUCTORS:
            return False
        return self.types.owner_of(self.program.node(row, declared.symbol)) == owner

    def _value(self, entity: Entity) -> Entity | None:
        """What a constant holds, if that is known; any other symbol is what it is."""
        row, ordinal = self.program.place_of(entity.nodes[0])
        if ordinal is None:
            return entity
        scope, symbol = self.program.scope(row), self.program.symbols(row)[ordinal]
        if symbol.kind == "type":
            return self._alias(row, ordinal, symbol) or entity
        if symbol.kind in ("function", "method") and not self._is_object(row, symbol):
            made = self._result_of(entity.nodes[0])  # a property, or a call without parentheses
            return None if made is None else made.no_surer_than(entity)
        if symbol.kind != "constant" or scope.holds(symbol.qualname):
            return entity
        if symbol.name not in scope.types:
            return None
        found = self._variable(row, scope.within(symbol.parent), symbol.name, inside=False)
        return None if found is None or found == SOMETHING else found.no_surer_than(entity)

    def _alias(self, row: int, ordinal: int, symbol: Symbol) -> Entity | None:
        """The type that another name is given to."""
        declared = self.program.scope(row).types.get(symbol.name, [])
        if len(declared) != 1 or declared[0].symbol != symbol.parent or (row, declared[0]) in self._open:
            return None
        key = (row, declared[0])
        self._open.add(key)
        try:
            found = self._type(row, symbol.parent, declared[0].target)
        finally:
            self._open.discard(key)
        return found if found is not None and found.kind is Kind.SYMBOL else None

    # --- members -------------------------------------------------------------------------------------

    def _member(self, row: int, entity: Entity, name: str) -> Entity | None:
        """A member of what an expression stands for; None when it is not known."""
        if entity.kind is Kind.OUTSIDE:
            return ELSEWHERE
        if entity.kind is Kind.FILES:
            return self._exports.of_files(entity, name)
        if entity.kind is Kind.BASE:
            return self._member_of_base(entity, name)
        if name in self.program.scoping[row].own:
            return entity._replace(kind=Kind.INSTANCE)  # Java's `Cart.this`
        value = self._value(entity) if entity.kind is Kind.SYMBOL else entity
        if value is None or value.kind is Kind.OUTSIDE:
            return value
        found: dict[int, None] = {}
        for node in value.nodes:
            nodes = self.types.member(node, name)
            if not nodes and (field := self._field(node, name)) is not None:
                return field.no_surer_than(value)
            found.update(dict.fromkeys(nodes))
        if found:
            return Entity(Kind.SYMBOL, tuple(found), value.certainty)
        if name in self.program.scoping[row].transparent:
            return value
        if value.kind is Kind.SYMBOL and any(map(self.types.has_foreign_base, value.nodes)):
            return ELSEWHERE
        return None

    def _member_of_base(self, entity: Entity, name: str) -> Entity | None:
        if nodes := self.types.inherited(entity.nodes[0], name):
            return Entity(Kind.SYMBOL, nodes, entity.certainty)
        return ELSEWHERE if self.types.has_foreign_base(entity.nodes[0]) else None


def _known(entity: Entity | None) -> Entity | None:
    return None if entity == SOMETHING else entity


def _only(found: Iterable[Entity | None]) -> Entity | None:
    """What all agree on."""
    distinct = set(found)
    return distinct.pop() if len(distinct) == 1 else None
