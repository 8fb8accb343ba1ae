defmodule Shop.Item do
  @enforce_keys [:name]
  defstruct [:name, cents: 0]

  @type t :: %__MODULE__{name: String.t(), cents: integer()}

  def build(name), do: %__MODULE__{name: name}

  def price(%Shop.Item{cents: cents}), do: cents

  defimpl Shop.Priceable do
    def price_of(item), do: Shop.Item.price(item)
  end
end

defimpl Shop.Priceable, for: Integer do
  def price_of(number), do: number
end

defmodule Shop.Money do
  defmodule Rate do
    defexception message: "no rate"

    def convert(cents) when cents > 0, do: round_up(cents * 2)
    def convert(_), do: raise(__MODULE__)

    defp round_up(x), do: ceil(x)
  end

  def convert(x), do: Rate.convert(x)
end
