"""Variables: what a declared type, a constructor or a call that makes their value says they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ctxsmith_tui.graph.exports import Exports
from ctxsmith_tui.graph.meaning import SOMETHING, Entity, Kind
from ctxsmith_tui.graph.memo import Memo
from ctxsmith_tui.graph.program import CONSTRUCTORS, TYPES, Program
from ctxsmith_tui.graph.types import Types
from ctxsmith_tui.model import Certainty, Reference, Symbol

_MOST_STEPS = 30  # from a variable to its type, which may hang on other variables
_GUESSED = Entity(Kind.SOMETHING, certainty=Certainty.LIKELY)

TypeOf = Callable[[int, int | None, str], Entity | None]
ValueOf = Callable[[Entity], Entity | None]
MadeBy = Callable[[tuple[int, ...]], Entity | None]


class Variables:
    """Follows variables to what they hold, remembered. `type_of` reads a type as written, `value_of` says
    what a symbol stands for, and `made_by` what a type or a callee makes.
    """

    def __init__(
        self,
        program: Program,
        types: Types,
        exports: Exports,
        *,
        type_of: TypeOf,
        value_of: ValueOf,
        made_by: MadeBy,
    ) -> None:
        self.program = program
        self.types = types
        self._exports = exports
        self._type_of = type_of
        self._value_of = value_of
        self._made_by = made_by
        self._instances: Memo[tuple[int, Reference], Entity | None] = Memo(None, _MOST_STEPS)
        self._fields: dict[tuple[int, str], Entity | None] = {}

    def instance(self, row: int, ordinal: int | None, declared: Reference) -> Entity | None:
        """A value of a declared type, or of what a call yields."""
        return self._instances.once((row, declared), lambda: self._find(row, ordinal, declared))

    def _find(self, row: int, ordinal: int | None, declared: Reference) -> Entity | None:
        found = self._type_of(row, ordinal, declared.target)
        if found is not None and found.kind is Kind.FILES:
            found = self._exports.of_files(found, "default")
        if found is not None and found.kind is Kind.SYMBOL:
            found = self._value_of(found)
        if found is not None and found.kind is Kind.SYMBOL:
            made = self._made_by(found.nodes)
            return None if made is None else made.no_surer_than(found)
        return found if found is not None and found.kind in (Kind.OUTSIDE, Kind.INSTANCE) else None

    def variable(self, row: int, within: tuple[int, ...], name: str, *, inside: bool) -> Entity | None:
        """The value of a variable of the functions around (`inside`), or of the types or the file around."""
        scope = self.program.scope(row)
        declared = scope.types[name]
        for ordinal in (*within, None):
            is_inside = ordinal is not None and scope.symbols[ordinal].kind not in TYPES
            if is_inside is inside:
                here = [each for each in declared if each.symbol == ordinal and each.target != name]
                if any(self._instances.is_open((row, each)) for each in here):  # it hangs on itself
                    self._instances.cuts += 1
                    return SOMETHING
                if here:
                    return _likely(self.instance(row, ordinal, each) for each in here) or SOMETHING
        return None

    def of_type(self, row: int, ordinal: int | None, name: str) -> Entity | None:
        """A variable written with its owner, such as `self.app`, that is set anywhere in the same type."""
        declared = self.program.scope(row).types.get(name)
        owner = self.types.around(row, ordinal) if declared else None
        if not declared or owner is None:
            return None
        return only(
            self.instance(row, each.symbol, each)
            for each in declared
            if self.types.around(row, each.symbol) == owner
        )

    def field(self, owner: int, name: str) -> Entity | None:
        """The value of a field of a type, or of what it inherits."""
        key = (owner, name)
        if key not in self._fields:
            cuts = self._instances.cuts
            found = self._find_field(owner, name)
            if not self._instances.is_idle and cuts != self._instances.cuts:
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
                return only(self.instance(row, each.symbol, each) for each in declared) or SOMETHING
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

    def alias(self, row: int, ordinal: int, symbol: Symbol) -> Entity | None:
        """The type that another name is given to."""
        declared = self.program.scope(row).types.get(symbol.name, [])
        if len(declared) != 1 or declared[0].symbol != symbol.parent:
            return None
        found = self._instances.aside(
            (row, declared[0]), lambda: self._type_of(row, symbol.parent, declared[0].target)
        )
        return found if found is not None and found.kind is Kind.SYMBOL else None


def _likely(found: Iterable[Entity | None]) -> Entity | None:
    """What all agree on of which anything is known."""
    distinct = set(found)
    known = distinct - {None}
    entity = known.pop() if len(known) == 1 else None
    if entity is None or None not in distinct:
        return entity
    return None if entity.kind is Kind.OUTSIDE else entity.no_surer_than(_GUESSED)


def only(found: Iterable[Entity | None]) -> Entity | None:
    """What all agree on."""
    distinct = set(found)
    return distinct.pop() if len(distinct) == 1 else None
