defmodule Shop.Cart do
  @moduledoc "What a customer will buy."

  use Shop.Store
  import Shop.Macros
  alias Shop.Item
  alias __MODULE__.Line

  @behaviour Access

  defstruct items: []

  @type t :: %__MODULE__{}

  defmodule Line do
    def render(line, indent), do: pad(line, indent)
    defp pad(line, 0), do: line
    defp pad(line, n), do: " " <> Shop.Cart.size(n)
  end

  @impl true
  def fetch_item(id) when is_few(id), do: {:ok, id}

  @impl Shop.Store
  def drop(_id), do: :ok

  def new(%Item{} = first), do: %__MODULE__{items: [first]}

  @doc "Puts `item` in."
  def add(cart, item, store \\ nil)

  def add(cart, item, nil), do: %Shop.Cart{cart | items: [item | cart.items]}

  def add(cart, item, store) do
    store.fetch_item(item)
    store.render(cart, 2)
    __MODULE__.size(cart)
    callback = &price/1
    other = &Item.price/1
    callback.(other)
  end

  def total(%{items: items}) do
    items
    |> Enum.map(&Shop.Priceable.price_of/1)
    |> Enum.sum()
  end

  def size(cart), do: length(cart.items)

  defp price(x), do: Line.render(Item.price(x), 2)
end
