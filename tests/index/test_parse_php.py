from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = r"""<html><?php
namespace Acme\Shop;

use Acme\Base, Acme\Other as Them;
use Acme\{One, Two as Deux, Three\Four};
use function Acme\helper;
use const Acme\LIMIT;
use \Rooted;
require __DIR__ . '/../a.php';
include_once 'b.php';

/**
 * Sells
 * things.
 *
 * @final
 */
#[Attribute(Attribute::ALL), \Acme\Marked]
class Cart extends Base implements Them, \Acme\Named
{
    use One, Three\Four { One::a as b; }

    protected static ?Two $two = null;
    private Two|null $deux;
    public int|string $plain;

    // Makes one.
    #[Pure]
    public static function make(Deux $a, ?\Acme\Five $b, int $c, private One $d): ?Base /* why */
    {
        $cart = new Cart($a);
        $this->two = new self;
        $made = Deux::of($b)->go();
        $again = helper(1);
        $this?->two->run(fn (One $one): One => $one->act());
        parent::make(...);
        static::make($cart);
        \strlen($c);
        new $name;
        $call(1);
        $this->$name();
        try { } catch (\Acme\Failed $error) { }
        return new class($a) extends Base { function inner() {} };
    }
}
if (! function_exists('late')) { function late(): Cart { } }
enum Kind: string implements Them { case A = 'a'; }
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("php", SOURCE.encode())


def test_signatures_and_docs(parsed: ParsedFile) -> None:
    assert not parsed.broken
    make = "public static function make(Deux $a, ?\\Acme\\Five $b, int $c, private One $d): ?Base"
    assert [(s.kind, s.qualname, s.signature, s.doc) for s in parsed.symbols] == [
        ("class", "Cart", "class Cart extends Base implements Them, \\Acme\\Named", "Sells things."),
        ("method", "Cart.make", make, "Makes one."),
        ("method", "Cart.make.inner", "function inner()", ""),
        ("function", "late", "function late(): Cart", ""),
        ("enum", "Kind", "enum Kind: string implements Them", ""),
    ]


def test_imports_and_exports(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias) for r in parsed.references if r.kind == "import"] == [
        ("Base", "Acme\\Base", "Base"),
        ("Other", "Acme\\Other", "Them"),
        ("One", "Acme\\One", "One"),
        ("Two", "Acme\\Two", "Deux"),
        ("Four", "Acme\\Three\\Four", "Four"),
        ("helper", "Acme\\helper", "helper"),
        ("LIMIT", "Acme\\LIMIT", "LIMIT"),
        ("Rooted", "Rooted", "Rooted"),
        ("*", "../a.php", ""),
        ("*", "b.php", ""),
    ]
    assert [(r.name, r.alias) for r in parsed.references if r.kind == "export"] == [
        ("Cart", "Acme\\Shop\\Cart"),
        ("late", "Acme\\Shop\\late"),
        ("Kind", "Acme\\Shop\\Kind"),
    ]


def test_base_classes_interfaces_and_traits(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "inherit"] == [
        ("Base", "Base", 0),
        ("Them", "Them", 0),
        ("Named", "\\Acme\\Named", 0),
        ("One", "One", 0),
        ("Four", "Three\\Four", 0),
        ("Them", "Them", 4),
    ]


def test_types(parsed: ParsedFile) -> None:
    assert [(r.alias, r.name, r.target) for r in parsed.references if r.kind == "type"] == [
        *[("$two", "Two", "Two"), ("$deux", "Two", "Two"), ("$a", "Deux", "Deux")],
        *[("$b", "Five", "\\Acme\\Five"), ("$d", "One", "One"), ("", "Base", "Base")],
        *[("$cart", "Cart", "Cart"), ("$this->two", "self", "self")],
        *[("$made", "go", "Deux::of($b)->go"), ("$again", "helper", "helper"), ("$one", "One", "One")],
        *[("$error", "Failed", "\\Acme\\Failed"), ("", "Cart", "Cart")],
    ]


def test_calls(parsed: ParsedFile) -> None:
    assert [(r.name, r.target) for r in parsed.references if r.kind == "call"] == [
        *[("Attribute", "Attribute"), ("Marked", "\\Acme\\Marked"), ("Pure", "Pure"), ("Cart", "Cart")],
        *[("self", "self"), ("of", "Deux::of"), ("go", "Deux::of($b)->go"), ("helper", "helper")],
        *[("run", "$this?->two->run"), ("act", "$one->act"), ("make", "parent::make")],
        *[("make", "static::make"), ("strlen", "\\strlen"), ("Base", "Base")],
        ("function_exists", "function_exists"),
    ]
