"""The names of one file: what it defines, imports, types and exports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ctxsmith_tui.model import Reference, Symbol

_NAMESPACES = frozenset({"interface", "class", "constant", "module"})


@dataclass(eq=False)
class FileScope:
    """The names that one file defines, imports, types and exports; symbols go by their position."""

    symbols: tuple[Symbol, ...]
    _references: dict[str, tuple[Reference, ...]]
    _within: dict[int | None, tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def declarations(self) -> dict[str, list[int]]:
        """Qualified name -> all symbols of that name."""
        found: dict[str, list[int]] = {}
        for ordinal, symbol in enumerate(self.symbols):
            found.setdefault(symbol.qualname, []).append(ordinal)
        return found

    def inside(self, ordinal: int) -> Iterator[int]:
        """The symbols within a symbol: they follow it."""
        for each in range(ordinal + 1, len(self.symbols)):
            if ordinal not in self.within(each):
                return
            yield each

    @cached_property
    def standing(self) -> dict[str, int]:
        """Qualified name -> the symbol that stands for all of that name: the longest, which has a body."""
        found: dict[str, int] = {}
        for ordinal, symbol in enumerate(self.symbols):
            known = found.setdefault(symbol.qualname, ordinal)
            if _length(symbol) > _length(self.symbols[known]):
                found[symbol.qualname] = ordinal
        return found

    @cached_property
    def plain(self) -> dict[str, int]:
        """Qualified name -> the property of that name, which methods may share with it."""
        return {
            symbol.qualname: ordinal
            for ordinal, symbol in enumerate(self.symbols)
            if symbol.kind in ("function", "method") and _is_plain(symbol)
        }

    @cached_property
    def bindings(self) -> dict[str, list[Reference]]:
        """Local name -> the imports that bind it."""
        return _grouped((each.alias, each) for each in self._references["import"] if each.alias)

    @cached_property
    def whole(self) -> tuple[Reference, ...]:
        """The imports that bring in all names of a file."""
        return tuple(each for each in self._references["import"] if each.name == "*" and not each.alias)

    @cached_property
    def types(self) -> dict[str, list[Reference]]:
        """Variable -> where its type is declared, or what makes its value."""
        return _grouped((each.alias, self._around(each)) for each in self._references["type"] if each.alias)

    def _around(self, declared: Reference) -> Reference:
        """A type declared by a constant belongs to what is around the constant."""
        if declared.symbol is None or self.symbols[declared.symbol].name != declared.alias:
            return declared
        return declared._replace(symbol=self.symbols[declared.symbol].parent)

    @cached_property
    def returns(self) -> dict[int, Reference]:
        """Function -> the type of its result."""
        return {
            each.symbol: each
            for each in self._references["type"]
            if not each.alias and each.symbol is not None
        }

    @cached_property
    def _bases(self) -> dict[str, list[Reference]]:
        return _grouped(
            (self.symbols[each.symbol].qualname, each)
            for each in self._references["inherit"]
            if each.symbol is not None
        )

    def bases_of(self, qualname: str) -> list[Reference]:
        """What a type inherits from; a class and its companion are one."""
        return self._bases.get(qualname, [])

    @cached_property
    def exports(self) -> dict[str, str]:
        """Name that others import -> name in this file."""
        return {each.alias: each.name for each in self._references["export"] if not self._is_property(each)}

    @cached_property
    def properties(self) -> dict[tuple[int | None, str], str]:
        """An object and the name of its property -> the name in this file that is its value."""
        return {(e.symbol, e.alias): e.name for e in self._references["export"] if self._is_property(e)}

    def _is_property(self, exported: Reference) -> bool:
        """Whether a constant gives a name, and not the file."""
        symbol = None if exported.symbol is None else self.symbols[exported.symbol]
        return symbol is not None and symbol.kind == "constant" and symbol.name != "exports"

    @cached_property
    def namespaces(self) -> tuple[str, ...]:
        """The packages or namespaces that the file says it belongs to."""
        return tuple(dict.fromkeys(e.name for e in self._references["export"] if e.name == e.alias))

    @property
    def namespace(self) -> str:
        """The namespace that the full names of what is defined here have in common."""
        return next((alias.rpartition("\\")[0] for alias in self.exports if "\\" in alias), "")

    def only_member(self, name: str) -> int | None:
        """The only member of that name among all types of the file."""
        if name not in self._members:
            return None
        owned = self._members[name]
        return owned[0] if len(owned) == 1 else None

    @cached_property
    def _members(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for qualname, ordinal in self.standing.items():
            owner, _, name = qualname.rpartition(".")
            if owner in self.standing and self.symbols[self.standing[owner]].kind in _NAMESPACES:
                found.setdefault(name, []).append(ordinal)
        return found

    @cached_property
    def _holders(self) -> frozenset[str]:
        return frozenset(qualname.rpartition(".")[0] for qualname in self.standing)

    def holds(self, qualname: str) -> bool:
        """Whether a symbol, or an object that is none, has symbols in it."""
        return qualname in self._holders

    def within(self, ordinal: int | None) -> tuple[int, ...]:
        """A symbol and those around it, innermost first."""
        known = self._within.get(ordinal)
        if known is None:
            parent = None if ordinal is None else self.symbols[ordinal].parent
            known = () if ordinal is None else (ordinal, *self.within(parent))
            self._within[ordinal] = known
        return known


def _is_plain(symbol: Symbol) -> bool:
    before, colon, _ = symbol.signature.partition(f"{symbol.name}:")
    return bool(colon) and "(" not in before


def _length(symbol: Symbol) -> int:
    return symbol.end_line - symbol.start_line


def _grouped(pairs: Iterable[tuple[str, Reference]]) -> dict[str, list[Reference]]:
    found: dict[str, list[Reference]] = {}
    for key, reference in pairs:
        found.setdefault(key, []).append(reference)
    return found
