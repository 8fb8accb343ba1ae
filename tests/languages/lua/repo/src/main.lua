#!/usr/bin/env lua
require("shop.cart")
local Cart = require("shop.cart")

local function main(owner)
  local cart = Cart.new(owner)
  cart:empty_out()
  open_cart(owner)
  unknown:wrap()
  unknown:label()
end

main(arg[1])
