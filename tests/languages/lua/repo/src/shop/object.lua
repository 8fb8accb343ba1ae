local Object = {}
Object.__index = Object

function Object:new() end

function Object:extend()
  local cls = setmetatable({}, self)
  cls.super = self
  return cls
end

function Object.is(a, b)
  return Object.kind(a) == b
end

function Object.kind(a)
  return getmetatable(a)
end

return Object
