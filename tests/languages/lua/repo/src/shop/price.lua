--- Prices, in cents.
-- @module shop.price
local price = {}

price.RATE = 0.2
local CURRENCY = "€"

--[[ Rounds up.

Never down. ]]
local function round(n)
  return math.ceil(n)
end

-- With tax.
function price.taxed(cents)
  return round(cents * (1 + price.RATE))
end

price.show = function(cents)
  local function pad(n) return ("%02d"):format(n) end
  return CURRENCY .. pad(price.taxed(cents))
end

return price
