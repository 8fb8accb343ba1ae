module Shop
  # An amount of money, also in €.
  class Price
    include Comparable

    CURRENCIES = %w[EUR USD].freeze

    attr_reader :cents, :currency

    def self.zero
      new(0)
    end

    def initialize(cents, currency: "EUR")
      @cents = cents
      @currency = currency
    end

    # Compares amounts.

    def <=>(other)
      cents <=> other.cents
    end

    def +(other) = Price.new(cents + other.cents)

    def note=(text)
      @note = text
    end

    def to_s
      "#{format_cents(cents)} class Nope; end"
    end
    alias inspect to_s

    private def format_cents(value, digits = 2)
      value.round(digits)
    end

    class Discount < Shop::Price
      def initialize(cents)
        super
        check!
      end

      def check!
        raise ArgumentError if cents > 100
      end
    end
  end
end
