/** An amount of money. */
public struct Price {
    let cents: Int

    static func zero() -> Price { of(0) }

    static func of(_ cents: Int) -> Self {
        return Price(cents: cents)
    }

    func doubled() -> Price { self + self }

    static func + (left: Price, right: Price) -> Price {
        Price(cents: left.cents + right.cents)
    }
}

infix operator <+>: AdditionPrecedence

func <+> (left: Price, right: Price) -> Price {
    return Price.of(left.cents)
}

actor Till {
    private var price: Price?

    func take() async -> Price? {
        guard let price = price else { return nil }
        return price.doubled()
    }
}
