from __future__ import annotations

from ctxsmith_tui.index.parse import parse

SOURCE = """\
module A.B (f) where
import C.D
import C.E as E
import qualified C.F
import qualified C.G as G (g)
import C.H (h, T (..), (+++))
import C.I ()
import C.J hiding (j)

-- | Adds up.
--
-- More.
f :: Int -> T
-- zero
f 0 = zero
{-# INLINE f #-}
f n | even n = g $ G.g n
    | otherwise = h n G.<> T n
    where zero = local n

a +++ b = f a `plus` b

class (Eq a, M.Show a) => K a where
  k :: a -> Int
  k = const 1
instance K (Maybe T) where k x = f x
data T = T Int deriving (Eq, M.Ord)
deriving instance K T
names = ["a"]
"""


def test_equations_and_their_signature_are_one_symbol() -> None:
    found = parse("haskell", SOURCE.encode())
    assert not found.broken
    assert [(s.kind, s.qualname, s.start_line, s.end_line) for s in found.symbols] == [
        ("module", "A.B", 1, 1),
        ("function", "f", 10, 19),
        ("function", "+++", 21, 21),
        ("interface", "K", 23, 25),
        ("method", "K.k", 24, 25),
        ("method", "Maybe.k", 26, 26),
        ("type", "T", 27, 27),
        ("constant", "names", 29, 29),
    ]
    function = found.symbols[1]
    assert (function.signature, function.doc) == ("f :: Int -> T", "Adds up.")


def test_names_of_different_instances_stay_apart() -> None:
    source = b"instance K A where\n  k = f\nk :: Int\nk = 1\ninstance K B where\n  k = g\n"
    found = parse("haskell", source)
    spans = [(s.qualname, s.start_line, s.end_line) for s in found.symbols]
    assert spans == [("A.k", 2, 2), ("k", 3, 4), ("B.k", 6, 6)]


def test_imports() -> None:
    found = parse("haskell", SOURCE.encode())
    assert [(r.name, r.target, r.alias) for r in found.references if r.kind == "import"] == [
        ("*", "C.D.*", ""),
        ("E", "C.E", "E"),
        ("*", "C.E.*", ""),
        ("F", "C.F", "C.F"),
        ("G", "C.G", "G"),
        ("h", "C.H.h", "h"),
        ("T", "C.H.T", "T"),
        ("+++", "C.H.+++", "+++"),
        ("I", "C.I", ""),
        ("*", "C.J.*", ""),
    ]


def test_applications_and_operators_are_calls_but_patterns_are_not() -> None:
    found = parse("haskell", SOURCE.encode())
    calls = [(r.name, r.target) for r in found.references if r.kind == "call" and r.line <= 21]
    assert calls == [
        ("zero", "zero"),
        ("even", "even"),
        ("g", "g"),
        ("g", "G.g"),
        ("h", "h"),
        ("<>", "G.<>"),
        ("T", "T"),
        ("local", "local"),
        ("f", "f"),
        ("plus", "plus"),
    ]


def test_instances_and_derived_classes_are_inherited() -> None:
    found = parse("haskell", SOURCE.encode())
    assert [(r.target, r.symbol) for r in found.references if r.kind == "inherit"] == [
        ("Eq", 3),
        ("M.Show", 3),
        ("K", None),
        ("Eq", 6),
        ("M.Ord", 6),
    ]
