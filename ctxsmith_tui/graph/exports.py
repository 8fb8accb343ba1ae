"""Imports followed to what they bring in, and what a file gives to those that import it."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable

from ctxsmith_tui.graph.candidates import Candidates
from ctxsmith_tui.graph.meaning import ELSEWHERE, SOMETHING, Entity, Kind
from ctxsmith_tui.graph.memo import Memo
from ctxsmith_tui.graph.modules import MOST_FILES, NOWHERE, Located, locate
from ctxsmith_tui.graph.program import TYPES, Program
from ctxsmith_tui.graph.types import Types
from ctxsmith_tui.model import Certainty, Reference

_MOST_STEPS = 30  # through re-exports
_FILE_IS_A_TYPE = frozenset({"jvm", "php", "csharp"})  # there an import names what a file is called after
_NAMES_OF_FILES = frozenset({"javascript", "dart", "zig"})  # there a target is a file, and the name is in it
_LAST_NAME = re.compile(r"\w+(?=[.*]*$)")
_BY_PACKAGE = frozenset({"jvm", "php", "elixir", "rust", "haskell", "csharp", "c"})
_PACKAGES_ARE_MODULES = frozenset({"elixir", "rust", "c"})  # and modules are symbols
_NO_FUNCTION = frozenset({"constant", "heading"})

Member = Callable[[int, Entity, str], Entity | None]


class Exports:
    """Follows imports. `member` finds a member of what an expression stands for."""

    def __init__(self, program: Program, types: Types, candidates: Candidates, member: Member) -> None:
        self._program = program
        self._types = types
        self._candidates = candidates
        self._member = member
        self._located: dict[tuple[int, str], Located] = {}
        self._known: Memo[Hashable, Entity | None] = Memo(None, _MOST_STEPS)
        self._whole: dict[int, tuple[int, ...]] = {}

    # --- imports -------------------------------------------------------------------------------------

    def bound(self, row: int, within: tuple[int, ...], name: str) -> Entity | None:
        """What the imports visible at a place bind a name to."""
        outside = None
        for binding in reversed(self._program.scope(row).bindings.get(name, ())):  # the last one holds
            if binding.symbol is None or binding.symbol in within:
                found = self._package(row, binding) or self.imported(row, binding)
                if found is not None and found.kind is not Kind.OUTSIDE:
                    return found
                outside = outside or found
        if outside is None and self._program.scoping[row].flat:
            return self._of_imported_type(row, name)
        return outside

    def _package(self, row: int, binding: Reference) -> Entity | None:
        """What the first name of Python's `import a.b` stands for, which is `a`."""
        first, _, rest = binding.target.partition(".")
        if not rest or first != binding.alias or first == binding.name:
            return None
        if self._program.scoping[row].family != "python":
            return None
        rows = self._locate(row, first).rows
        return Entity(Kind.FILES, rows) if rows else None

    def _of_imported_type(self, row: int, name: str) -> Entity | None:
        """A member that comes in with its type, as the methods of a Haskell class do."""
        for bindings in self._program.scope(row).bindings.values():
            for binding in bindings:
                found = self.imported(row, binding)
                for node in found.nodes if found is not None and found.kind is Kind.SYMBOL else ():
                    if self._types.is_type(node) and (nodes := self._types.own_member(node, name)):
                        return Entity(Kind.SYMBOL, nodes)
        return None

    def fits_too_much(self, row: int, name: str) -> bool:
        """Whether a name is imported from what may be any of too many files."""
        bindings = self._program.scope(row).bindings.get(name, ())
        return any(self.imported(row, binding) is None for binding in bindings)

    def imported(self, row: int, reference: Reference) -> Entity | None:
        """What an import stands for; None when it fits too much."""
        key = (row, reference.target, reference.name)
        return self._known.once(key, lambda: self._follow(row, reference))

    def qualified(self, row: int, within: tuple[int, ...], name: str) -> Entity | None:
        """A name in the namespace of its file, or behind an imported one: `Money\\Price`."""
        if name.startswith("\\"):
            return self.full_name(row, name) or ELSEWHERE
        first, separator, rest = name.partition("\\")
        for binding in self._program.scope(row).bindings.get(first, ()):
            return self.full_name(row, f"{binding.target}{separator}{rest}")
        namespace = self._program.scope(row).namespace
        return self.full_name(row, f"{namespace}\\{name}" if namespace else name)

    def full_name(self, row: int, name: str) -> Entity | None:
        """The symbol that a file exports under a full name."""
        program = self._program
        if not program.scoping[row].full_names:
            return None
        wanted = name.lstrip("\\")
        last = wanted.rpartition("\\")[2]
        nodes = self._types.standing(
            node
            for node in program.family(row, program.named(last))
            if program.scope(program.row_of(node)).exports.get(wanted) == last
            and self._candidates.is_top_level(node)
        )
        return Entity(Kind.SYMBOL, nodes) if len(nodes) == 1 else None

    def wholly_imported(self, row: int, name: str) -> Entity | None:
        """A name that a wildcard import or an included file brings in."""
        found: list[int] = []
        for reference in self._program.scope(row).whole:
            source = self.imported(row, reference)
            if source is not None and source.kind is Kind.SYMBOL:
                found.extend(each for node in source.nodes for each in self._types.own_member(node, name))
            for each in source.nodes if source is not None and source.kind is Kind.FILES else ():
                entity = self.exported(each, name) if each != row else None
                if entity is not None and entity.kind is Kind.SYMBOL:
                    found.extend(entity.nodes)
        nodes = self._types.standing(found)
        if not nodes:
            return None
        symbol = self._program.symbol_of(nodes[0])
        if symbol is not None and symbol.kind == "module":
            return Entity(Kind.SYMBOL, nodes[:1])  # a namespace is the same wherever it is opened
        return Entity(Kind.SYMBOL, nodes, Certainty.LIKELY if len(nodes) == 1 else Certainty.AMBIGUOUS)

    def _locate(self, row: int, target: str) -> Located:
        key = (row, target)
        if key not in self._located:
            self._located[key] = locate(self._program.catalog, row, target) if target else NOWHERE
        return self._located[key]

    def _root_package(self, row: int, reference: Reference) -> Located:
        """The Go files at the root, if an import path ends in the name that they give their package."""
        is_of_library = "." not in reference.target.partition("/")[0]
        if is_of_library or self._program.scoping[row].family != "go":
            return NOWHERE
        catalog = self._program.catalog
        rows = (
            each
            for each in catalog.rows_of_folder.get("", ())
            if catalog.languages[each] == "go"
            and not catalog.paths[each].endswith("_test.go")
            and reference.name in self._program.scope(each).namespaces
        )
        return Located(tuple(rows))

    def _is_too_much(self, located: Located) -> bool:
        """Whether a name fits the files of several folders, too many to mean something."""
        if len(located.rows) <= MOST_FILES:
            return False
        return len({self._program.catalog.paths[row].rpartition("/")[0] for row in located.rows}) > 1

    def _follow(self, row: int, reference: Reference) -> Entity | None:
        family = self._program.scoping[row].family
        target = self._spelled_out(row, reference)
        if (named := self.full_name(row, target)) is not None:
            return named
        located = self._locate(row, target)
        if not located.rows:
            located = self._root_package(row, reference)
        if self._is_too_much(located):
            return None
        if not located.rows and reference.name == "*":
            return self._whole_package(row, target)
        if not located.rows:
            return self.from_package(row, target) or self._at_top(row, reference, target) or ELSEWHERE
        module = Entity(Kind.FILES, located.rows)
        if family in _NAMES_OF_FILES:
            found = module if reference.name == "*" else self.of_files(module, reference.name)
            return found or (module if reference.name == "default" else ELSEWHERE)
        names = located.rest
        if not names and family in _FILE_IS_A_TYPE and "/" not in target:
            last = _LAST_NAME.search(target)
            names = (last[0],) if last is not None else ()
        entity = self._walk(row, module, names) or (module if reference.name == "*" else None)
        return entity or self.from_package(row, target) or ELSEWHERE

    def _whole_package(self, row: int, target: str) -> Entity:
        """A namespace, or the files of a package, each of which is only likely to be meant."""
        program = self._program
        qualname = target.replace("::", ".").strip(".*_")
        named = program.family(row, program.named(qualname.rpartition(".")[2]))
        for node in program.ending(named, qualname):
            symbol = program.symbol_of(node)
            if symbol is not None and symbol.kind == "module":
                return Entity(Kind.SYMBOL, (node,))
        rows = program.rows_of_package(target)
        return Entity(Kind.FILES, rows, Certainty.LIKELY) if rows else ELSEWHERE

    def _spelled_out(self, row: int, reference: Reference) -> str:
        """The target with the name of the module around it in place of the word for that."""
        if self._program.scoping[row].family == "c":
            namespace, _, rest = reference.target.partition("::")
            return rest if rest and namespace in self._program.macro_namespaces else reference.target
        if reference.target.startswith("super::"):
            return self._above_inline_modules(row, reference)
        first, separator, rest = reference.target.partition(".")
        if first != "__MODULE__":
            return reference.target
        owner = self._types.around(row, reference.symbol)
        symbol = None if owner is None else self._program.symbol_of(owner)
        return f"{symbol.qualname}{separator}{rest}" if symbol is not None else reference.target

    def _above_inline_modules(self, row: int, reference: Reference) -> str:
        """`super::a` in a module inside a file is `self::a` of that file."""
        symbols = self._program.symbols(row)
        within = self._program.scope(row).within(reference.symbol)
        target = reference.target
        inline = sum(1 for ordinal in within if symbols[ordinal].kind == "module")
        while inline and target.startswith("super::"):
            target, inline = target.removeprefix("super::"), inline - 1
            if not target.startswith("super::"):
                target = f"self::{target}"
        return target

    def path(self, row: int, reference: Reference) -> Entity | None:
        """What a path of modules means where it is used without an import, as `crate::a::b` in Rust."""
        first, separator, _ = reference.target.partition("::")
        if not separator or self._program.scoping[row].family != "rust":
            return None
        scope = self._program.scope(row)
        here = scope.standing.get(first)
        if here is not None and scope.symbols[here].kind in TYPES:
            return None  # the type of this file does not have it
        if self.bound(row, (), first) == ELSEWHERE:
            return None  # as the path through the import is
        found = self.imported(row, reference)
        if found is not None and found.kind is Kind.FILES:  # a function may have the name of a module
            outer, _, name = reference.target.rpartition("::")
            around = self.imported(row, reference._replace(target=outer, name=outer.rpartition("::")[2]))
            inner = None if around is None else self._member(row, around, name)
            found = inner if inner is not None and inner.kind is Kind.SYMBOL else found
        return None if found is None or found.kind is Kind.OUTSIDE else found

    def _at_top(self, row: int, reference: Reference, target: str) -> Entity | None:
        """What is left of a path behind a namespace that a macro opens, if that is a name alone."""
        if target == reference.target or target != reference.name:
            return None
        nodes, certainty, _ = self._candidates.linked(row, target)
        return Entity(Kind.SYMBOL, nodes, certainty) if nodes else None

    def _walk(self, row: int, entity: Entity | None, names: tuple[str, ...]) -> Entity | None:
        for name in names:
            if entity is None or name == "*":
                break
            entity = self._member(row, entity, name)
        return None if entity == SOMETHING else entity

    def from_package(self, row: int, target: str) -> Entity | None:
        """A full name whose file is not called after it: a top-level symbol of a file in that package."""
        family = self._program.scoping[row].family
        parts = tuple(part for part in target.replace("::", ".").replace("\\", ".").split(".") if part)
        if family not in _BY_PACKAGE or "/" in target:
            return None
        for end in range(len(parts) - 1, 0, -1):
            if parts[end] == "*":
                continue
            nodes = self._of_package(row, parts[:end], parts[end], family)
            if family == "c" and nodes and self._program.kind_of(nodes[0]) == "module":
                nodes = nodes[:1]  # a namespace is the same wherever it is opened
            if len(nodes) == 1:
                return self._walk(row, Entity(Kind.SYMBOL, nodes), parts[end + 1 :])
        return None

    def _of_package(self, row: int, package: tuple[str, ...], name: str, family: str) -> tuple[int, ...]:
        program = self._program
        nodes = program.family(row, program.named(name))
        if family in _PACKAGES_ARE_MODULES:
            wanted = ".".join((*package, name))
            return self._types.standing(program.ending(nodes, wanted))
        folder = f"/{'/'.join(package).lower()}"
        return self._types.standing(
            node
            for node in nodes
            if (self._candidates.is_top_level(node) or self._is_extension(node))
            and f"/{program.package(program.row_of(node)).lower()}".endswith(folder)
        )

    def _is_extension(self, node: int) -> bool:
        """Whether a method stands at the top of a file, for a type that is anywhere."""
        row, ordinal = self._program.place_of(node)
        is_jvm = self._program.scoping[row].family == "jvm"
        return is_jvm and ordinal is not None and self._program.symbols(row)[ordinal].parent is None

    # --- exports -------------------------------------------------------------------------------------

    def of_files(self, module: Entity, name: str) -> Entity | None:
        """What the files of a module or package give under a name."""
        found: list[int] = []
        surest = module
        for row in module.nodes:
            exported = self.exported(row, name)
            if exported is None:
                continue
            if exported.kind is not Kind.SYMBOL:
                return exported
            found.extend(exported.nodes)
            surest = exported.no_surer_than(module)
        if found:
            nodes = self._types.standing(found)
            one_of = Entity(Kind.SYMBOL, nodes, Certainty.EXACT if len(nodes) == 1 else Certainty.AMBIGUOUS)
            return one_of.no_surer_than(surest)
        catalog = self._program.catalog
        for row in module.nodes:
            folder, _, file = catalog.paths[row].rpartition("/")
            inner = f"{folder}/{name}".lstrip("/")
            if file.startswith("__init__.") and (rows := catalog.rows_of_module_at(inner)):
                return Entity(Kind.FILES, tuple(rows))
        return None

    def exported(self, row: int, name: str) -> Entity | None:
        """What a file gives to others under a name."""
        return self._known.once((row, name), lambda: self._find(row, name))

    def _find(self, row: int, name: str) -> Entity | None:
        if (found := self._find_here(row, name)) is not None:
            return found
        passed_on = self._passed_on(row)
        if passed_on and name != "default":
            offering = self._program.rows_offering(name)
            passed_on = tuple(each for each in passed_on if each in offering)
        given = (each for row in passed_on if (each := self._find_here(row, name)) is not None)
        return next(given, None) or self._macro_of_crate(row, name)

    def _macro_of_crate(self, row: int, name: str) -> Entity | None:
        """A Rust macro, which its crate gives from its first file, wherever it is defined."""
        program, paths = self._program, self._program.catalog.paths
        folder, _, file = paths[row].rpartition("/")
        if file != "lib.rs":
            return None
        nodes = [
            node
            for node in program.named(name)
            if program.kind_of(node) == "macro" and paths[program.row_of(node)].startswith(f"{folder}/")
        ]
        return Entity(Kind.SYMBOL, (nodes[0],)) if len(nodes) == 1 else None

    def _find_here(self, row: int, name: str) -> Entity | None:
        """What a file gives under a name without the files that it brings in whole."""
        program, scope = self._program, self._program.scope(row)
        own = scope.exports.get(name)
        if own is None and name == "default":
            own = scope.exports.get("module.exports") or scope.exports.get("return")
        if own is not None and own != name and (found := self._find_own(row, own)) is not None:
            return found
        if (found := self._find_own(row, name)) is not None:
            return found
        if name == "default" and (only := self._only_symbol(row)) is not None:
            return Entity(Kind.SYMBOL, (only,), Certainty.LIKELY)
        if program.scoping[row].flat and (owned := scope.only_member(name)) is not None:
            return Entity(Kind.SYMBOL, (program.node(row, owned),))
        return None

    def _passed_on(self, row: int) -> tuple[int, ...]:
        """The files whose names a file passes on: those it brings in whole, what these bring in, and on."""
        if row not in self._whole:
            found: dict[int, None] = {}
            waiting = self._brought_in(row)
            while waiting:
                each = waiting.pop()
                if each != row and each not in found:
                    found[each] = None
                    waiting.extend(self._brought_in(each))
            self._whole[row] = tuple(found)
        return self._whole[row]

    def _brought_in(self, row: int) -> list[int]:
        """The files that a file brings in whole, last first."""
        targets = (reference.target for reference in self._program.scope(row).whole)
        found = [each for target in targets for each in self._locate(row, target).rows[:MOST_FILES]]
        return found[::-1]

    def _find_own(self, row: int, name: str) -> Entity | None:
        """A name that a file defines or imports itself."""
        scope = self._program.scope(row)
        standing = scope.standing
        for spelling in (name, f"exports.{name}", f"module.exports.{name}"):
            if spelling in standing:
                if scope.symbols[standing[spelling]].kind == "module" and name in scope.bindings:
                    brought_in = self.bound(row, (), name)  # what is used is rather a function of that name
                    if brought_in is not None and brought_in.kind is Kind.SYMBOL:
                        return brought_in
                return Entity(Kind.SYMBOL, (self._program.node(row, standing[spelling]),))
        return self.bound(row, (), name)

    def _only_symbol(self, row: int) -> int | None:
        """The one function or type of a file, or the one that is called as the file is."""
        scope = self._program.scope(row)
        stem = self._program.catalog.paths[row].rpartition("/")[2].partition(".")[0].lower()
        top = [
            ordinal
            for ordinal in scope.standing.values()
            if scope.symbols[ordinal].parent is None and scope.symbols[ordinal].kind not in _NO_FUNCTION
        ]
        named = [ordinal for ordinal in top if scope.symbols[ordinal].name.lower() == stem]
        chosen = named if len(named) == 1 else top
        return self._program.node(row, chosen[0]) if len(chosen) == 1 else None
