local Object = require("shop.object")
local price = require "shop.price"
local taxed = require("shop.price").taxed

local Item = Object:extend()

function Item:new(name, cents)
  self.name = name
  self.cents = cents
end

---Text for a receipt: "function Item:fake() end".
function Item:label()
  return self.name .. price.show(self:total())
end

function Item:total()
  return taxed(self.cents)
end

local Gift = setmetatable({}, { __index = Item })

function Gift:label()
  self:wrap()
  return "gift"
end

function Gift:wrap() end

return { Item = Item, Gift = Gift, größe = function() return #Item end }
