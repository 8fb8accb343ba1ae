local M = {}

function M.write(text)
  print(text)
end

return M
