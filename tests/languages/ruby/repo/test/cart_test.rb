require "minitest/autorun"
require_relative "../lib/shop"

class CartTest < Minitest::Test
  def setup
    @cart = Shop::Cart.new
  end

  def test_add
    @cart.add(1)
    assert_empty @cart.items
  end

  test "prints" do
    @cart.print
  end
end
