module Shop
  class Cart
    # Prints all.
    def print(out = $stdout)
      out.puts(total())
      add("x")
      describe_all()
    end
  end

  class Owner
    def initialize(name)
      @name = name
    end

    def greet
      helper_name("hi")
    end

    def weigh(grams = 1)
      grams
    end

    def describe_all = [weigh(2)]

    protected

    def helper_name(text) = text
  end
end
