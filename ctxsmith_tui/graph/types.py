"""Types: what belongs to them, what they inherit, and which declarations are pieces of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ctxsmith_tui.graph.meaning import Meaning
from ctxsmith_tui.graph.memo import Memo
from ctxsmith_tui.graph.program import TYPES, Program
from ctxsmith_tui.graph.scoping import Shared
from ctxsmith_tui.model import Reference, Role, Symbol

_MOST_BASES = 200
OBJECTS = frozenset({"javascript", "lua", "zig"})  # there functions and tables are types, too
_MODULES_ARE_CLOSED = frozenset({"rust"})  # all of a module is in one file
_ROOTS = frozenset({"object", "Object", "Any", "AnyObject"})  # inheriting from these says nothing


class Types:
    """Answers about types, remembered. `inherit` resolves a base class of a file."""

    def __init__(self, program: Program, inherit: Callable[[int, Reference], Meaning]) -> None:
        self._program = program
        self._inherit = inherit
        self._owners: dict[int, int | None] = {}
        self._bases: Memo[int, tuple[tuple[int, ...], bool]] = Memo(((), False))
        self._lineages: dict[int, tuple[int, ...]] = {}
        self._members: dict[tuple[int, str], tuple[int, ...]] = {}
        self._pieces: dict[int, tuple[int, ...]] = {}
        self._representatives: dict[int, int] = {}
        self._adopted: frozenset[int] | None = None
        self._methods: dict[int, tuple[Symbol, ...]] = {}

    # --- belonging -----------------------------------------------------------------------------------

    def around(self, row: int, ordinal: int | None) -> int | None:
        """The type that holds a place of a file."""
        if ordinal is None:
            return None
        if self.is_owner(row, self._program.symbols(row)[ordinal]):
            return self._program.node(row, ordinal)
        return self.owner_of(self._program.node(row, ordinal))

    def owner_of(self, node: int) -> int | None:
        """The type that a symbol is a member of."""
        if node not in self._owners:
            row, ordinal = self._program.place_of(node)
            self._owners[node] = None if ordinal is None else self._find_owner(row, ordinal)
        return self._owners[node]

    def is_owner(self, row: int, symbol: Symbol) -> bool:
        """Whether a symbol has members that can call each other by their bare names, or through `self`."""
        return symbol.kind in TYPES or (
            symbol.kind == "module" and self._program.scoping[row].family in ("ruby", "elixir")
        )

    def is_type(self, node: int) -> bool:
        """Whether a node is a type or a module."""
        symbol = self._program.symbol_of(node)
        return symbol is not None and (symbol.kind in TYPES or symbol.kind == "module")

    def _find_owner(self, row: int, ordinal: int) -> int | None:
        program = self._program
        symbols, scope = program.symbols(row), program.scope(row)
        symbol = symbols[ordinal]
        owner = symbol.qualname.rpartition(".")[0]
        parent = symbol.parent
        if parent is not None and symbols[parent].qualname == owner:
            if self.is_owner(row, symbols[parent]):
                return program.node(row, parent)
            if symbols[parent].kind == "constant" and program.scoping[row].family in OBJECTS:
                return program.node(row, parent)
            # a function inside a method belongs to the method's type
            return None if symbols[parent].kind == "module" else self.around(row, parent)
        if not owner:
            return None
        here = scope.standing.get(owner)
        if here is not None and (symbols[here].kind in TYPES or program.scoping[row].family in OBJECTS):
            return program.node(row, here)
        if parent is not None and self.is_owner(row, symbols[parent]):
            return program.node(row, parent)
        named = program.family(row, program.named(owner.rpartition(".")[2]))
        nodes = self.standing(n for n in named if self._is_proper_type(n) and program.ends_with(n, owner))
        if len(nodes) > 1:
            self._owners[program.node(row, ordinal)] = None  # while looking for it
            imported = self._inherit(row, Reference("inherit", owner, owner, "", 0, None)).nodes
            package = program.package(row)
            near = tuple(n for n in nodes if program.package(program.row_of(n)) == package)
            nodes = imported if len(imported) == 1 and imported[0] in nodes else near
        return nodes[0] if len(nodes) == 1 else None

    def _is_proper_type(self, node: int) -> bool:
        symbol = self._program.symbol_of(node)
        return symbol is not None and symbol.kind in TYPES

    # --- members -------------------------------------------------------------------------------------

    def member(self, owner: int, name: str) -> tuple[int, ...]:
        """A member of a type, its own or the nearest inherited one."""
        key = (owner, name)
        found = self._members.get(key)
        if found is None:
            found = next((own for node in self.lineage(owner) if (own := self.own_member(node, name))), ())
            if self._bases.is_idle:
                self._members[key] = found
        return found

    def inherited(self, owner: int, name: str) -> tuple[int, ...]:
        """The nearest member of what a type inherits."""
        bases = (node for node in self.lineage(owner) if node not in self.pieces(owner))
        return next((own for node in bases if (own := self.own_member(node, name))), ())

    def own_member(self, owner: int, name: str) -> tuple[int, ...]:
        """A member that a type declares itself, wherever the language lets it be declared."""
        program = self._program
        row, ordinal = program.place_of(owner)
        if ordinal is None:
            return ()
        symbol = program.symbols(row)[ordinal]
        if symbol.kind == "module" and program.scoping[row].family == "c":
            return self.in_namespace(row, symbol.qualname, name)  # overloads may be in several files
        here = program.scope(row).standing.get(f"{symbol.qualname}.{name}")
        if here is not None:
            return (program.node(row, here),)
        if symbol.kind == "module":
            return self.in_namespace(row, symbol.qualname, name)[:1]
        scoping = program.scoping[row]
        if not (scoping.open_types or scoping.shared is Shared.FOLDER):
            return ()
        wanted = f"{symbol.name}.{name}"
        return self.standing(
            node
            for node in program.family(row, program.owned(symbol.name, name))
            if program.row_of(node) != row and program.ends_with(node, wanted) and self._is_of(node, owner)
        )

    def extensions_in(self, owners: Iterable[int], name: str) -> tuple[int, ...]:
        """What types declare for values of other types."""
        program = self._program
        holders = {
            program.place_of(owner) for owner in owners if program.scoping[program.row_of(owner)].companion
        }
        return self.standing(
            node
            for node in (program.named(name) if holders else ())
            if (symbol := program.symbol_of(node)) is not None
            and (program.row_of(node), symbol.parent) in holders
        )

    def in_namespace(self, row: int, namespace: str, name: str) -> tuple[int, ...]:
        """The symbols of a namespace that is opened in any file."""
        program, qualname = self._program, f"{namespace}.{name}"
        is_closed = program.scoping[row].family in _MODULES_ARE_CLOSED
        if not program.owned(namespace, name):
            return ()
        return self.standing(
            node
            for node in program.family(row, program.owned(namespace, name))
            if (symbol := program.symbol_of(node)) is not None
            and symbol.qualname == qualname
            and not (is_closed and program.row_of(node) != row)
        )

    def _is_of(self, node: int, owner: int) -> bool:
        found = self.owner_of(node)
        return found == owner or (found is not None and found in self.pieces(owner))

    def overridden(self, node: int) -> tuple[int, ...]:
        """The members of base types that a method overrides or implements."""
        symbol, owner = self._program.symbol_of(node), self.owner_of(node)
        if symbol is None or owner is None or self.representative(node) != node:
            return ()
        found = {
            each: None for base in self.lineage(owner)[1:] for each in self.own_member(base, symbol.name)
        }
        found.update(dict.fromkeys(self._implied(owner, symbol)))
        found.pop(node, None)
        return tuple(found)

    def _implied(self, owner: int, method: Symbol) -> Iterable[int]:
        """The members of interfaces that a type implements by having all their methods."""
        program = self._program
        row = program.row_of(owner)
        if not program.scoping[row].implied or program.kind_of(owner) == "interface":
            return
        for node in program.family(row, program.named(method.name)):
            interface = self.owner_of(node)
            if interface is None or program.kind_of(interface) != "interface":
                continue
            if all(self._has_like(owner, each) for each in self._declared(interface)):
                yield node

    def _has_like(self, owner: int, method: Symbol) -> bool:
        """Whether a type has a method of that name and as many parameters."""
        symbols = map(self._program.symbol_of, self.member(owner, method.name))
        return any(each is not None and _arity(each) == _arity(method) for each in symbols)

    def _declared(self, interface: int) -> tuple[Symbol, ...]:
        """All methods that an interface and those in it declare."""
        found = self._methods.get(interface)
        if found is None:
            program = self._program
            found = self._methods[interface] = tuple(
                symbol
                for node in self.lineage(interface)
                for symbol in program.symbols(program.row_of(node))
                if symbol.kind == "method"
                and symbol.parent is not None
                and program.node(program.row_of(node), symbol.parent) == node
            )
        return found

    # --- inheriting ----------------------------------------------------------------------------------

    def lineage(self, owner: int) -> tuple[int, ...]:
        """A type and all that it inherits from, nearest first, pieces included."""
        known = self._lineages.get(owner)
        if known is not None:
            return known
        found: dict[int, None] = {}
        waiting = [owner]
        while waiting and len(found) < _MOST_BASES:
            node = waiting.pop()
            if node in found:
                continue
            for piece in self.pieces(node):
                found.setdefault(piece)
                waiting.extend(reversed(self.bases(piece)[0]))
        if self._bases.is_idle:  # while bases are looked for the answer may lack some
            self._lineages[owner] = tuple(found)
        return tuple(found)

    def bases(self, node: int) -> tuple[tuple[int, ...], bool]:
        """The types that a type inherits from, and whether it has others that lie elsewhere."""
        return self._bases.once(node, lambda: self._find_bases(node))

    def _find_bases(self, node: int) -> tuple[tuple[int, ...], bool]:
        row, ordinal = self._program.place_of(node)
        if ordinal is None:
            return (), False
        scope = self._program.scope(row)
        symbol = scope.symbols[ordinal]
        apart = self._program.inherited_apart.get(symbol.name, ())
        said = [(row, each) for each in scope.bases_of(symbol.qualname)]
        said += [(there, each) for there, each in apart if self.heir(there, each) == node]
        found: dict[int, None] = {}
        foreign = False
        for there, reference in said:
            nodes = self._inherit(there, reference).nodes
            found.update(dict.fromkeys(nodes))
            foreign = foreign or (not nodes and reference.name not in _ROOTS)
        return tuple(found), foreign

    def heir(self, row: int, reference: Reference) -> int | None:
        """The type that is said to inherit in another file than its own."""
        program, qualname = self._program, reference.alias
        named = program.family(row, program.named(qualname.rpartition(".")[2]))
        nodes = self.standing(filter(self._is_proper_type, program.ending(named, qualname)))
        if len(nodes) > 1:
            nodes = tuple(n for n in nodes if program.package(program.row_of(n)) == program.package(row))
        return nodes[0] if len(nodes) == 1 else None

    @property
    def adopted(self) -> frozenset[int]:
        """The interfaces that types of elsewhere are made to implement."""
        if self._adopted is None:
            self._adopted = frozenset()  # while looking for them
            self._adopted = self._find_adopted()
        return self._adopted

    def _find_adopted(self) -> frozenset[int]:
        said = (each for named in self._program.inherited_apart.values() for each in named)
        bases = (self._inherit(row, each).nodes for row, each in said if self.heir(row, each) is None)
        return frozenset(node for nodes in bases for node in nodes)

    def has_foreign_base(self, node: int) -> bool:
        """Whether a type inherits, through whatever steps, from something that is not in the repository."""
        return any(self.bases(each)[1] for each in self.lineage(node))

    # --- declarations --------------------------------------------------------------------------------

    def pieces(self, node: int) -> tuple[int, ...]:
        """A type and its other declarations, where a type may be declared in pieces."""
        found = self._pieces.get(node)
        if found is None:
            found = self._pieces[node] = (node, *(each for each in self._others(node) if each != node))
        return found

    def _others(self, node: int) -> Iterable[int]:
        program = self._program
        row = program.row_of(node)
        symbol, scoping = program.symbol_of(node), program.scoping[row]
        if symbol is None or not self.is_type(node) or scoping.reopened is None:
            return ()
        if scoping.reopened not in symbol.signature or program.catalog.roles[row] is Role.TEST:
            return ()  # what tests call the same is mostly not the same
        return (
            each
            for each in program.family(row, program.named(symbol.name))
            if (other := program.symbol_of(each)) is not None
            and other.qualname == symbol.qualname
            and self.is_type(each)
            and program.catalog.roles[program.row_of(each)] is not Role.TEST
        )

    def standing(self, nodes: Iterable[int]) -> tuple[int, ...]:
        """The nodes that stand for these, each once: overloads are one, as are pieces of a type."""
        return tuple(dict.fromkeys(map(self.representative, nodes)))

    def representative(self, node: int) -> int:
        """The node that stands for all declarations of a symbol: the longest."""
        found = self._representatives.get(node)
        if found is None:
            program = self._program
            row, ordinal = program.place_of(node)
            found = node
            if ordinal is not None:
                standing = program.scope(row).standing[program.symbols(row)[ordinal].qualname]
                pieces = self.pieces(program.node(row, standing))
                found = max(pieces, key=self._weight) if len(pieces) > 1 else pieces[0]
            self._representatives[node] = found
        return found

    def _weight(self, node: int) -> tuple[int, int]:
        symbol = self._program.symbol_of(node)
        assert symbol is not None
        return symbol.end_line - symbol.start_line, -node


def _arity(method: Symbol) -> int:
    """How many parameters a signature shows, one more than the commas between them."""
    _, _, behind = method.signature.partition(f"{method.name}(")
    depth, commas = 0, 0
    for character in behind:
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        if depth < 0:
            break
        commas += character == "," and not depth
    return commas + (not behind.startswith(")"))
