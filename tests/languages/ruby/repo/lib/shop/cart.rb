require "set"
require "shop/priceable"

class Shop::Base
  def clear
    @items = []
  end

  def describe_all
    raise NotImplementedError
  end
end

# What a customer will buy.
#
# More about it.
class Shop::Cart < Shop::Base
  include Shop::Priceable
  extend Enumerable

  attr_accessor :items

  define_method(:größe) { items.size }

  def initialize
    super()
    clear()
    @owner = Shop::Owner.new("nobody")
  end

  def add(item, *rest, key: nil, **options, &block)
    items << item
    total()
    self.total
    @owner.greet
    rest.each { |each| prepare }
    price = Shop::Price.new(item.cost)
    price.to_s
    item.weigh
    item.describe_all
  end

  def clear
    super
    prepare
    nil
  end

  private

  def prepare
  end
end
