defmodule Shop.Case do
  use ExUnit.CaseTemplate

  using do
    quote do
      alias Shop.Cart
    end
  end

  def cart_of(items), do: struct(Shop.Cart, items: items)
end
