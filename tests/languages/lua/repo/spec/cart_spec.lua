local Cart = require("shop.cart")

describe("a cart", function()
  it("is cleared", function()
    local cart = Cart.new("ann")
    cart:empty_out()
    assert.equal(0, #cart.items)
  end)
end)
