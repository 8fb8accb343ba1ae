defmodule Shop do
  @moduledoc """
  Sells things.

      def not_code do
      end
  """

  alias Shop.{Cart, Item}
  alias Shop.Money.Rate, as: Exchange
  require Shop.Macros
  import Shop.Macros, only: [twice: 1]

  @limit 10
  @default_name "größe"

  @type name :: String.t()

  @doc """
  Opens a shop.
  """
  @spec open(name()) :: Cart.t()
  # A comment between.
  def open(name \\ @default_name) do
    cart = Cart.new(%Item{name: name})
    cart.items
    twice(limit())
    Shop.Macros.unless_zero(1, do: :ok)

    cart
    |> Cart.add(Item.build("a"))
    |> Shop.Cart.total()
    |> Exchange.convert
    |> log
  end

  def limit, do: @limit

  defp log(nil), do: nil

  defp log(text) when is_binary(text) or text == "def fake(x)" do
    IO.puts(text)
    :ok
  end

  defdelegate size(cart), to: Map
end
