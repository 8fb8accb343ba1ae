"""Resolving references: which symbols a name means where it is used, and how sure that is.

A name is looked for in the scopes around it, in the type it belongs to and what that inherits, among the
imports of its file, and in what the language shares without import. What is found that way is exact. A
method of something whose type is not known is likely when the repository has one of that name, and
ambiguous when it has a few.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ctxsmith_tui.graph.candidates import Candidates
from ctxsmith_tui.graph.common import COMMON_METHODS, RUST_MACROS
from ctxsmith_tui.graph.exports import Exports
from ctxsmith_tui.graph.expressions import LITERAL, OPAQUE, Step, chain, receiver
from ctxsmith_tui.graph.meaning import ELSEWHERE, OUTSIDE, SOMETHING, UNKNOWN, Entity, Kind, Meaning
from ctxsmith_tui.graph.program import CONSTRUCTORS, TYPES, FileScope, Program
from ctxsmith_tui.graph.scoping import Shared
from ctxsmith_tui.graph.types import OBJECTS, Types
from ctxsmith_tui.model import Certainty, Reference, Symbol

_TYPE_PARAMETER = re.compile(r"[A-Z]\d?|T[A-Z]\w*")  # as they are mostly called
_NESTED_SEE_OUTER = frozenset({"jvm", "csharp", "c"})
_GUESSED = Entity(Kind.SOMETHING, certainty=Certainty.LIKELY)
_MOST_STEPS = 30  # from a variable to its type, which may hang on other variables
_BASE_IS_A_VALUE = frozenset({"python"})  # there `super()` alone calls nothing of the base


class Resolver:
    """Answers what references mean; remembers what it found, so use one for many questions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.types = Types(program, self.inherit)
        self._candidates = Candidates(program, self.types)
        self._exports = Exports(program, self.types, self._candidates, self._member)
        self._instances: dict[tuple[int, Reference], Entity | None] = {}
        self._provisional: dict[tuple[int, Reference], Entity | None] = {}
        self._open: set[tuple[int, Reference]] = set()
        self._cuts = 0
        self._fields: dict[tuple[int, str], Entity | None] = {}

    # --- references ----------------------------------------------------------------------------------

    def call(self, row: int, reference: Reference) -> Meaning:
        """What a call calls."""
        steps = receiver(reference.target, reference.name)
        if not steps:
            return self._bare_call(row, reference)
        steps = self._written(row, steps)
        if not steps:
            found = self._name(row, None, reference.name)
            return self._called(found) if found is not None else self._candidates.linked(row, reference.name)
        if steps[0].name == "std" and self.program.scoping[row].family == "c":
            return self._candidates.qualified(row, steps, reference.name) or OUTSIDE
        entity = self._follow(row, reference.symbol, steps)
        if entity is not None and entity.kind is Kind.SYMBOL:
            if (given := self._property(entity, reference.name)) is not None:
                return self._called(given)
            is_function = all(self.program.kind_of(node) in ("function", "method") for node in entity.nodes)
            if is_function and reference.name in self.program.scoping[row].invoking:
                return self._called(entity)
            entity = self._value(entity)
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
            return self._extension(row, reference.name)
        found = self._member(row, entity, reference.name) or self._exports.path(row, reference)
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

    def _extension(self, row: int, name: str) -> Meaning:
        """A method that the repository adds to a type of somewhere else, most surely one that is imported."""
        if self.program.scoping[row].open_types and name in self.program.scope(row).bindings:
            found = self._exports.bound(row, (), name)
            if found is not None and found.kind is Kind.SYMBOL and not self.types.is_type(found.nodes[0]):
                return Meaning(self.types.standing(found.nodes), found.certainty)
        return self._candidates.extension(row, name)

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
        is_own = name in scoping.own and name not in self.program.scope(row).bindings
        if owner is not None and (is_own or name == scoping.makes):
            return Meaning((self.types.representative(owner),))  # `new static()`
        if name in scoping.base and scoping.family in _BASE_IS_A_VALUE:
            return OUTSIDE
        if owner is not None and name in scoping.base and reference.symbol is not None:
            overriding = self.program.symbols(row)[reference.symbol].name
            return Meaning(self.types.standing(self.types.inherited(owner, overriding)))
        found = self._name(row, reference.symbol, name, variables=not scoping.only_functions)
        if found is None and scoping.ending:
            found = self._name(row, reference.symbol, name + scoping.ending)
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

    # --- names ---------------------------------------------------------------------------------------

    def _name(self, row: int, ordinal: int | None, name: str, *, variables: bool = True) -> Entity | None:
        """What a name means at a place: the innermost meaning first; None when nothing is known of it."""
        scope, scoping = self.program.scope(row), self.program.scoping[row]
        within = scope.within(ordinal)
        is_variable = variables and name in scope.types
        if is_variable and (found := self._variable(row, within, name, inside=True)) is not None:
            return found
        if (found := self._lexical(row, scope, within, name)) is not None:
            return found
        is_bound = name in scope.bindings or scoping.flat
        if is_bound and (found := self._exports.bound(row, within, name)) is not None:
            return found
        if is_variable and (found := self._variable(row, within, name, inside=False)) is not None:
            return found
        for owner in self._owners(row, ordinal, within) if scoping.implicit_this else ():
            if nodes := self.types.member(owner, name):
                return Entity(Kind.SYMBOL, nodes)
            if variables and (found := self._field(owner, name)) is not None:
                return found
        if scoping.full_names and (found := self._exports.qualified(row, within, name)) is not None:
            return found
        return self._candidates.shared(row, name) or self._exports.wholly_imported(row, name)

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

    def _follow(self, row: int, ordinal: int | None, steps: tuple[Step, ...]) -> Entity | None:
        """What a chain of names stands for; None when it is not known."""
        entity = _known(self._first(row, ordinal, steps))
        begin = 0
        if entity is None:
            begin, entity = self._written_out(row, ordinal, steps)
        for place, step in enumerate(steps[begin:], begin):
            if place > begin:
                owner = entity
                if entity is not None:
                    entity = _known(self._member(row, entity, step.name))
                if entity is None:
                    written = ".".join(each.name for each in steps[: place + 1])
                    entity = self._variable_of_type(row, ordinal, written)
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
            if (found := self._exports.path(row, reference)) is not None:
                return end, found
        return 0, None

    def _inherited_from_elsewhere(self, row: int, owner: Entity, name: str) -> Entity | None:
        """A method that a value can only have from a base outside of the repository."""
        is_closed = owner.kind is Kind.INSTANCE and not self.program.scoping[row].open_types
        if not is_closed or not any(map(self.types.has_foreign_base, owner.nodes)):
            return None
        return None if self._candidates.members(row, name) else ELSEWHERE

    def _written(self, row: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
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
        found = self._name(row, ordinal, step.name)
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
        steps = self._written(row, tuple(step._replace(called=False) for step in chain(target)))
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
        if key in self._provisional:
            self._cuts += 1
            return self._provisional[key]
        if key in self._open or len(self._open) > _MOST_STEPS:
            self._cuts += 1
            return None
        cuts = self._cuts
        self._open.add(key)
        try:
            found = self._type(row, ordinal, declared.target)
            if found is not None and found.kind is Kind.FILES:
                found = self._exports.of_files(found, "default")
            if found is not None and found.kind is Kind.SYMBOL:
                found = self._value(found)
            if found is not None and found.kind is Kind.SYMBOL:
                made = self._made_by(found.nodes)
                found = None if made is None else made.no_surer_than(found)
            elif found is not None and found.kind not in (Kind.OUTSIDE, Kind.INSTANCE):
                found = None
        finally:
            self._open.discard(key)
        if not self._open or cuts == self._cuts:  # else it may be known only from where it does not begin
            self._instances[key] = found
        else:  # until then it is not looked for again: any number of variables may hang on each other
            self._provisional[key] = found
        if not self._open:
            self._provisional.clear()
        return found

    def _made_by(self, nodes: tuple[int, ...]) -> Entity | None:
        """What a type or a callee makes; of several types, one of each."""
        if len(nodes) == 1:
            return self._result_of(nodes[0])
        if not all(map(self.types.is_type, nodes)):
            return None
        return Entity(Kind.INSTANCE, nodes, Certainty.AMBIGUOUS)

    def _variable(self, row: int, within: tuple[int, ...], name: str, *, inside: bool) -> Entity | None:
        """The value of a variable of the functions around (`inside`), or of the types or the file around."""
        scope = self.program.scope(row)
        declared = scope.types[name]
        for ordinal in (*within, None):
            is_inside = ordinal is not None and scope.symbols[ordinal].kind not in TYPES
            if is_inside is inside:
                here = [each for each in declared if each.symbol == ordinal and each.target != name]
                if any((row, each) in self._open for each in here):  # it hangs on itself
                    self._cuts += 1
                    return SOMETHING
                if here:
                    return _likely(self._instance(row, ordinal, each) for each in here) or SOMETHING
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
        key = (owner, name)
        if key not in self._fields:
            cuts = self._cuts
            found = self._find_field(owner, name)
            if self._open and cuts != self._cuts:
                return found
            self._fields[key] = found
        return self._fields[key]

    def _find_field(self, owner: int, name: str) -> Entity | None:
        for node in self.types.lineage(owner):
            row, ordinal = self.program.place_of(node)
            types = self.program.scope(row).types
            if self.program.scoping[row].family == "go" and (base := self._embedded(node, name)) is not None:
                return Entity(Kind.INSTANCE, (base,))
            if not types:
                continue
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
            if declared:
                return _only(self._instance(row, each.symbol, each) for each in declared) or SOMETHING
        return None

    def _embedded(self, node: int, name: str) -> int | None:
        """The base that is a field by its own name."""
        bases = self.types.bases(node)[0]
        return next((base for base in bases if self.program.name_of(base) == name), None)

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
            plain = scope.plain.get(symbol.qualname, ordinal)
            made = self._result_of(self.program.node(row, plain))  # a property, or called without parentheses
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
        if len(declared) != 1 or declared[0].symbol != symbol.parent:
            return None
        key = (row, declared[0])
        if key in self._open:
            self._cuts += 1
            return None
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
            nodes, certainty, _ = self._extension(row, name)
            return Entity(Kind.SYMBOL, nodes, certainty) if len(nodes) == 1 else ELSEWHERE
        if entity.kind is Kind.FILES:
            return self._exports.of_files(entity, name)
        if entity.kind is Kind.BASE:
            return self._member_of_base(entity, name)
        if name in self.program.scoping[row].own:
            return entity._replace(kind=Kind.INSTANCE)  # Java's `Cart.this`
        if name == self.program.scoping[row].companion:
            return entity
        if (given := self._property(entity, name)) is not None:
            return given
        value = self._value(entity) if entity.kind is Kind.SYMBOL else entity
        if value is None or value.kind is Kind.OUTSIDE:
            return value
        found: dict[int, None] = {}
        for node in value.nodes:
            nodes = self.types.member(node, name)
            if not nodes and (field := self._field(node, name)) is not None:
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

    def _property(self, entity: Entity, name: str) -> Entity | None:
        """What an object holds under the name of a property, where that is a name of its file."""
        if entity.kind is not Kind.SYMBOL or len(entity.nodes) != 1:
            return None
        row, ordinal = self.program.place_of(entity.nodes[0])
        held = self.program.scope(row).properties.get((ordinal, name))
        found = None if held is None or ordinal is None else self._name(row, None, held)
        return None if found is None or found == SOMETHING else found.no_surer_than(entity)

    def _member_of_base(self, entity: Entity, name: str) -> Entity | None:
        if nodes := self.types.inherited(entity.nodes[0], name):
            return Entity(Kind.SYMBOL, nodes, entity.certainty)
        return ELSEWHERE if self.types.has_foreign_base(entity.nodes[0]) else None


def _known(entity: Entity | None) -> Entity | None:
    return None if entity is None or entity.kind is Kind.SOMETHING else entity


def _likely(found: Iterable[Entity | None]) -> Entity | None:
    """What all agree on of which anything is known."""
    distinct = set(found)
    known = distinct - {None}
    entity = known.pop() if len(known) == 1 else None
    if entity is None or None not in distinct:
        return entity
    return None if entity.kind is Kind.OUTSIDE else entity.no_surer_than(_GUESSED)


def _only(found: Iterable[Entity | None]) -> Entity | None:
    """What all agree on."""
    distinct = set(found)
    return distinct.pop() if len(distinct) == 1 else None
