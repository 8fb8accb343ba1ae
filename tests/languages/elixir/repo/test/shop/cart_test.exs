defmodule Shop.CartTest do
  use Shop.Case, async: true

  import Shop.Case
  doctest Shop.Cart

  setup do
    {:ok, cart: cart_of([])}
  end

  describe "add/2" do
    @tag :slow
    test "puts it in", %{cart: cart} do
      assert Shop.Cart.add(cart, %Shop.Item{name: "x"}) != cart
    end

    test "later"
  end

  test "total/1 of #{1}" do
    assert Shop.Cart.total(cart_of([1])) == 1
  end
end
