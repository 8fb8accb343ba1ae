from __future__ import annotations

import pytest

from ctxsmith_tui.index.parse import parse
from ctxsmith_tui.model import ParsedFile

SOURCE = """\
defmodule Shop.Cart do
  use Shop.Store, fast: true
  @moduledoc ~S\"\"\"
  Sells
  things.

  More.
  \"\"\"
  alias Shop.{Item, Deep.Price}
  alias Shop.Rate, as: R
  alias __MODULE__.Line
  import Shop.Macros
  import Shop.Extra, only: [a: 1, b: 2]
  require Logger
  @behaviour Shop.Fetching
  @cents limit(1)

  @doc "Adds."
  @spec add(t(), Item.t()) :: t()
  def add(%Item{} = item, opts \\\\ []) when is_list(opts) do
    item |> pack() |> Price.of |> log
    R.run 1
    item.cents
    item.pack(1)
    :lists.reverse([])
    Enum.map(opts, &pack/1)
    __MODULE__.add(item)
    %__MODULE__{text: "~w(def fake(x))"}
  end

  def add(_), do: nil
  @doc false
  defp log, do: :ok
  def unquote(:made)(x), do: x
end

defimpl Shop.Sized, for: [Map, List] do
  def size(x), do: x
end
"""


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse("elixir", SOURCE.encode())


def test_definitions_with_signatures_and_docs(parsed: ParsedFile) -> None:
    assert not parsed.broken
    add = "def add(%Item{} = item, opts \\\\ []) when is_list(opts)"
    assert [(s.kind, s.qualname, s.name, s.signature, s.doc) for s in parsed.symbols] == [
        ("module", "Shop.Cart", "Cart", "defmodule Shop.Cart", "Sells things."),
        ("constant", "Shop.Cart.cents", "cents", "@cents limit(1)", ""),
        ("function", "Shop.Cart.add", "add", add, "Adds."),
        ("function", "Shop.Cart.add", "add", "def add(_)", ""),
        ("function", "Shop.Cart.log", "log", "defp log", ""),
        ("module", "Shop.Sized.Map", "Map", "defimpl Shop.Sized, for: [Map, List]", ""),
        ("module", "Shop.Sized.List", "List", "defimpl Shop.Sized, for: [Map, List]", ""),
        ("function", "Shop.Sized.List.size", "size", "def size(x)", ""),
    ]


def test_imports(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.alias, r.line) for r in parsed.references if r.kind == "import"] == [
        ("*", "Shop.Store", "", 2),
        ("Item", "Shop.Item", "Item", 9),
        ("Price", "Shop.Deep.Price", "Price", 9),
        ("Rate", "Shop.Rate", "R", 10),
        ("Line", "__MODULE__.Line", "Line", 11),
        ("*", "Shop.Macros", "", 12),
        ("a", "Shop.Extra.a", "a", 13),
        ("b", "Shop.Extra.b", "b", 13),
        ("Logger", "Logger", "Logger", 14),
    ]


def test_behaviours_and_protocols_are_inherited(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.symbol) for r in parsed.references if r.kind == "inherit"] == [
        ("Fetching", "Shop.Fetching", 0),
        ("Sized", "Shop.Sized", 6),
    ]


def test_calls_are_neither_definitions_nor_types(parsed: ParsedFile) -> None:
    assert [(r.name, r.target, r.line) for r in parsed.references if r.kind == "call"] == [
        ("limit", "limit", 16),
        ("Item", "Item", 20),
        ("is_list", "is_list", 20),
        ("pack", "pack", 21),
        ("of", "Price.of", 21),
        ("log", "log", 21),
        ("run", "R.run", 22),
        ("pack", "item.pack", 24),
        ("map", "Enum.map", 26),
        ("pack", "pack", 26),
        ("add", "__MODULE__.add", 27),
        ("__MODULE__", "__MODULE__", 28),
    ]
