module Shop
  module Priceable
    def total
      items.sum(Price.zero) { |item| price_of(item) }
    end

    def price_of(item)
      item.price
    end
  end
end
