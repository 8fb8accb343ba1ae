local items = require("shop.item")
local Object = require("shop.object")
local log = require("shop.log")
local socket = require("socket")

local Cart = {}
Cart.__index = Cart
setmetatable(Cart, { __index = Object })

local handlers = {
  fill = function(cart, item) cart:put_in(item) end,
  ["clear-all"] = function(cart)
    cart:empty_out()
  end,
}

function Cart.new(owner)
  local self = setmetatable({}, Cart)
  self.owner, self.items = owner, {}
  return self
end

function Cart:put_in(item)
  table.insert(self.items, item)
  log.write(item:total())
  return self:notify("fill")
end

function Cart:notify(event, ...)
  handlers[event](self, ...)
  Object.kind(self)
  socket.sleep(1)
end

function Cart:empty_out()
  self.items = {}
  self:notify("clear-all")
end

function open_cart(owner)
  local cart = Cart.new(owner)
  cart:put_in(items.größe())
  return cart
end

return Cart
