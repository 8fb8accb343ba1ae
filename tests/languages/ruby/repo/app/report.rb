require_relative "../lib/shop"

LIMIT = 10

# Prints a report.
def report(cart)
  cart = Shop.current
  File.write("report.txt", header(cart))
  cart.größe
rescue Shop::Error => problem
  warn problem.message
end

def header(cart)
  point = Shop::Point.new(1, 2)
  point.distance
  "report of #{Shop::Price.zero}"
end

report Shop.current
