# frozen_string_literal: true

require "json"
require_relative "shop/price"
require_relative "shop/priceable"
require_relative "shop/cart"

# Everything for sale.
module Shop
  VERSION = "1.0"
  LICENSE = <<~TEXT
    def fake; end
    class Fake; end
  TEXT

  Error = Class.new(StandardError)
  Point = Struct.new(:x, :y) do
    def distance = Math.sqrt((x * x) + (y * y))
  end

  class << self
    # The cart that is in use.
    def current
      @current ||= Cart.new
    end

    def reset
      log("reset")
      Shop.current.describe_all
    end

    private

    def log(text)
      puts(text)
    end
  end
end
